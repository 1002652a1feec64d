"""What shows only when all files of a ruleset are looked at together: idle names, ways nobody can go,
files nobody reads, variants that get in each other's way.

For authors, not for players: a game with such a fault can be played all the same.
"""

import re
from itertools import combinations
from pathlib import Path

from labrys.source.catalogue import Both
from labrys.source.findings import Findings
from labrys.source.load import read_checked, read_game
from labrys.source.overlay import apply_variants
from labrys.source.proofs import check_proofs
from labrys.source.reader import shown_name
from labrys.source.references import names, nodes
from labrys.source.schema import Kind
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, words_of
from labrys.source.unused import check_unused
from labrys.source.variants import Variant, load_variants

_FOLDERS = ("variants", "scenarios", "perft")
_GUARD = Both("a guard", "une condition")
_OPTION = Both("an option", "une option")
_OFFER = Both("an offer", "une offre")
_VARIANT = Both("a variant", "une variante")
_ENDS = re.compile(r"\b(?:win|game drawn|all lose|loses|rank by|eliminate)\b")


def check_whole(folder: Path, findings: Findings) -> None:
    """Report what no single file shows; idle things only if nothing worse was found before."""
    _check_proofs(folder, findings)
    own = Findings()
    tree = read_game(folder, [], own)
    if tree is None:
        return
    _check_files(folder, own, findings)
    variants = load_variants(folder, own)
    _check_sayings(tree, variants, findings)
    trees = [variant.tree for variant in variants.values()]
    if not own.has_errors() and not findings.has_errors():
        # Half a game would seem to be full of idle names.
        check_unused(tree, trees, findings)
        _check_ways(tree, trees, findings)
    for one, other in combinations(sorted(variants), 2):
        if not _apart(variants[one].conflicts, other) and not _apart(
            variants[other].conflicts, one
        ):
            pair = Findings()
            apply_variants(tree, variants, [one, other], pair)
            touching = [found for found in pair if found.code == "LB203"]
            findings.take(Findings(touching))


def _check_proofs(folder: Path, findings: Findings) -> None:
    kinds: dict[str, Kind] = {"scenarios": "scenario", "perft": "perft"}
    for name, kind in kinds.items():
        for path in sorted((folder / name).rglob("*.yaml")):
            # Read before, and its structure reported then.
            proof = read_checked(path, kind, folder, Findings())
            if proof is not None:
                check_proofs(proof, folder, findings)


def _check_sayings(tree: Mapping, variants: dict[str, Variant], findings: Findings) -> None:
    """What a player is told: why a move is refused, what an option, an offer and a variant is about."""
    for name, span, option in nodes(tree, "options"):
        _lacks(option, "text", span, name, _OPTION, findings)
    groups: list[Node | None] = [tree.get("guards")]
    for section in ("actions", "phases"):
        for _, _, node in nodes(tree, section):
            groups += [node.get("require"), node.get("ensure")]
    for group in groups:
        for name, span, guard in nodes(group):
            _lacks(guard, "else", span, name, _GUARD, findings)
    for name, _, trigger in nodes(tree, "triggers"):
        offer = trigger.get("offer")
        if isinstance(trigger, Mapping) and offer is not None:
            _lacks(offer, "text", trigger.key_span("offer"), name, _OFFER, findings)
    for variant in variants.values():
        named = variant.tree.key_span("variant")
        _lacks(variant.tree, "title", named, variant.name, _VARIANT, findings)


def _lacks(node: Node, key: str, span: Span, name: str, what: Both, findings: Findings) -> None:
    if isinstance(node, Mapping) and key not in node:
        findings.report("missing-key", span, name=name, key=key, what=what)


def _apart(conflicts: tuple[Scalar, ...], name: str) -> bool:
    return name in [word.value for word in conflicts]


def _check_files(folder: Path, own: Findings, findings: Findings) -> None:
    """YAML that lies in the folder and that nothing reads: not included, or in the wrong place."""
    game = shown_name(folder / "game.yaml", folder)
    for path in sorted(folder.rglob("*.y*ml")):
        place = path.relative_to(folder)
        known = path.suffix == ".yaml" and (
            place.parts[0] in _FOLDERS if len(place.parts) > 1 else place.name == "rules.yaml"
        )
        file = shown_name(path, folder)
        if (
            known
            or file in own.sources
            or path.suffix not in (".yaml", ".yml")
            or not path.is_file()
        ):
            continue
        if len(place.parts) == 1 and path.suffix == ".yaml":
            tree = read_checked(folder / "game.yaml", "game", folder, Findings())
            span = tree.key_span("include") if tree is not None else Span(game, 1, 1, 1, 2)
            fix = Both(f"include: [{place}]", f"include: [{place}]")
        else:
            span, fix = Span(file, 1, 1, 1, 2), None
        findings.report("stray-file", span, fix, name=place.as_posix())


def _check_ways(tree: Mapping, variants: list[Mapping], findings: Findings) -> None:
    """Actions no phase offers, phases no turn comes to, and a game without an end."""
    texts = "\n".join(text for one in (tree, *variants) for text in _texts(one, ("actions",)))
    turns = tree.get("turns")
    begins = turns.get("phase") if turns is not None else None
    for index, (name, span, _) in enumerate(nodes(tree, "phases")):
        first = index == 0 and begins is None
        if not first and not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", texts):
            findings.report("never-entered", span, name=name)
    for name, span, action in nodes(tree, "actions"):
        if not words_of(action.get("phase")):
            findings.report("never-offered", span, name=name)
    said = "\n".join(text for one in (tree, *variants) for text in _texts(one.without("limit"), ()))
    if "limit" in tree and names(tree, "actions") and not _ENDS.search(said):
        findings.report("only-limit", tree.key_span("limit"))


def _texts(node: Node, phases_of: tuple[str, ...], path: tuple[str, ...] = ()) -> list[str]:
    """The language texts of a tree, without where its actions are offered and texts for people."""
    if path[-1:] == ("phase",) and path[:1] == phases_of:
        return []
    if path[-1:] and path[-1] in ("en", "fr", "cites"):
        return []
    if isinstance(node, Scalar):
        return [node.value]
    if isinstance(node, Mapping):
        return [t for key, inner in node.items() for t in _texts(inner, phases_of, (*path, key))]
    return [t for item in node.items for t in _texts(item, phases_of, path)]
