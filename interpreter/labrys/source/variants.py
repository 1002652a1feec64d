"""The files in `variants/`: each a short list of named differences, read into patches."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from labrys.source.catalogue import code
from labrys.source.findings import Finding, Findings, suggestion
from labrys.source.folder import is_inside
from labrys.source.reader import check_version, read_tree, shown_name
from labrys.source.schema import check_schema
from labrys.source.spans import Span
from labrys.source.texts import check_texts
from labrys.source.tree import Mapping, Node, Scalar, words_of


@dataclass(frozen=True, slots=True)
class Patch:
    """One difference: the dotted name it goes by, where it is written, and what it puts there."""

    kind: Literal["change", "add", "remove"]
    name: str
    span: Span
    value: Node | None
    owner: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant and its relations to the others of the same game."""

    name: str
    tree: Mapping
    requires: tuple[Scalar, ...]
    conflicts: tuple[Scalar, ...]
    after: tuple[Scalar, ...]
    patches: tuple[Patch, ...]
    # Patches that apply only when the other variant is chosen too.
    together: dict[str, tuple[Patch, ...]]


def load_variants(folder: Path, findings: Findings) -> dict[str, Variant]:
    """Every variant of the ruleset by name, with the faults of its file reported."""
    variants: dict[str, Variant] = {}
    for path in sorted((folder / "variants").glob("*.yaml")):
        if not is_inside(path, folder):
            start = Span(shown_name(path, folder), 1, 1, 1, 2)
            findings.report("include-outside", start, name=f"variants/{path.name}")
            continue
        tree = read_tree(path, folder, findings)
        if tree is None:
            continue
        check_version(tree, findings, required=False)
        check_schema(tree, "variant", findings)
        check_texts(tree, findings)
        named = tree.get("variant")
        if isinstance(named, Scalar) and named.value != path.stem:
            findings.report("variant-name", named.span, name=named.value, file=path.name)
        variants[path.stem] = _variant(path.stem, tree)
    for variant in variants.values():
        _check_names(variant, variants, findings)
    return variants


def blamed(own: Findings, before: Findings, folder: Path, group: list[str]) -> Findings:
    """Findings of a game with variants, where a name that one of them takes away is told at that line.

    What was found before without these variants stays where it is.
    """
    told = {(found.code, found.span) for found in before.found}
    variants = load_variants(folder, Findings())
    patches = [patch for name in group if name in variants for patch in variants[name].patches]
    gone = {patch.name.rpartition(".")[2]: patch for patch in patches if patch.kind == "remove"}
    kept = Findings(sources=own.sources)
    rest: list[Finding] = []
    for found in own.found:
        patch = gone.get(found.about) if found.code == code("unknown-name").code else None
        if patch is None or (found.code, found.span) in told:
            rest.append(found)
        else:
            kept.report("use-left-behind", patch.span, name=patch.name, where=found.span)
    kept.take(Findings(rest))
    return kept


def _variant(name: str, tree: Mapping) -> Variant:
    groups = tree.get("together")
    together = {
        other: _patches(group, name)
        for other, group in (groups.items() if isinstance(groups, Mapping) else ())
        if isinstance(group, Mapping)
    }
    return Variant(
        name,
        tree,
        tuple(words_of(tree.get("requires"))),
        tuple(words_of(tree.get("conflicts"))),
        tuple(words_of(tree.get("after"))),
        _patches(tree, name),
        together,
    )


def _patches(tree: Mapping, owner: str) -> tuple[Patch, ...]:
    patches = [
        Patch("remove", word.value, word.span, None, owner) for word in words_of(tree.get("remove"))
    ]
    # Added after changed, so that a variant may not change what it adds itself.
    change, add = tree.get("change"), tree.get("add")
    if isinstance(change, Mapping):
        for name, entry in change.entries.items():
            patches.append(Patch("change", name, entry.key_span, entry.value, owner))
    if isinstance(add, Mapping):
        for name, entry in add.entries.items():
            patches.append(Patch("add", name, entry.key_span, entry.value, owner))
    return tuple(patches)


def _check_names(variant: Variant, variants: dict[str, Variant], findings: Findings) -> None:
    named = [(word.value, word.span) for word in variant.requires + variant.conflicts]
    named += [(word.value, word.span) for word in variant.after]
    groups = variant.tree.get("together")
    if isinstance(groups, Mapping):
        named += [(name, entry.key_span) for name, entry in groups.entries.items()]
    for name, span in named:
        if name not in variants or name == variant.name:
            others = variants.keys() - {variant.name}
            findings.report("unknown-variant", span, suggestion(name, others), name=name)
