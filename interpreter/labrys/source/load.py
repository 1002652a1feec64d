"""A ruleset's folder to one checked tree: game.yaml, its parts, and the variants chosen."""

import hashlib
from functools import lru_cache
from pathlib import Path

from labrys.source.findings import Findings
from labrys.source.folder import is_inside, join_includes
from labrys.source.overlay import apply_variants
from labrys.source.reader import MOST_BYTES, check_version, read_bytes, read_raw, shown_name
from labrys.source.references import check_references
from labrys.source.schema import Kind, check_schema
from labrys.source.spans import Span
from labrys.source.texts import check_texts
from labrys.source.tree import Mapping
from labrys.source.variants import load_variants

# Kinds whose file opens with `labrys: 1`; the others belong to a game that says it.
_VERSIONED = frozenset({"game", "rules", "perft"})


def read_checked(path: Path, kind: Kind, folder: Path, findings: Findings) -> Mapping | None:
    """The tree of one file of the ruleset, with version, structure and translations checked."""
    if not is_inside(path, folder):
        start = Span(shown_name(path, folder), 1, 1, 1, 2)
        findings.report("include-outside", start, name=path.name)
        return None
    file = shown_name(path, folder)
    raw = read_bytes(path, file, findings)
    if raw is None:
        return None
    # A check looks at the game once for every variant and table; its files stay the same.
    tree, own = _checked(raw, file, kind)
    findings.take(own)
    return tree


@lru_cache(maxsize=128)
def _checked(raw: bytes, file: str, kind: Kind) -> tuple[Mapping | None, Findings]:
    own = Findings()
    tree = read_raw(raw, file, own)
    if tree is None:
        return None, own
    if not check_version(tree, own, required=kind in _VERSIONED) and "labrys" in tree:
        # Another version has other keys; to list them all as faults would be noise.
        return None, own
    check_schema(tree, kind, own)
    check_texts(tree, own)
    return tree, own


def read_game(folder: Path, variants: list[str], findings: Findings) -> Mapping | None:
    """The tree of the game with these variants; None if game.yaml cannot be read at all.

    With errors among the findings the tree is what could be saved of it: good enough to look
    for further faults, not to play.
    """
    tree = read_checked(folder / "game.yaml", "game", folder, findings)
    if tree is None:
        return None
    tree = join_includes(
        tree, folder, lambda path: read_checked(path, "part", folder, findings), findings
    )
    if variants:
        tree = apply_variants(tree, load_variants(folder, findings), variants, findings)
        check_schema(tree, "game", findings)
        check_texts(tree, findings)
    check_references(tree, findings)
    return tree


def content_hash(folder: Path) -> str:
    """A name for the exact content of a ruleset: sha256 over the names and bytes of its YAML."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.yaml"), key=lambda p: p.relative_to(folder).as_posix()):
        if not path.is_file() or not is_inside(path, folder):
            continue
        if path.stat().st_size > MOST_BYTES:
            continue  # no part of any game: a file this large is refused, and never read
        data = path.read_bytes()
        name = path.relative_to(folder).as_posix().encode()
        digest.update(b"%d %s %d\n" % (len(name), name, len(data)))
        digest.update(data)
    return digest.hexdigest()
