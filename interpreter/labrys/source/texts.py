"""Texts for people stand in both languages: a text with only one of them is reported."""

from labrys.source.findings import Findings
from labrys.source.tree import Mapping, Node, Scalar, Sequence

LANGUAGES = ("en", "fr")
# Here the author names things, and `fr` may well be one of them.
_NAMED = frozenset({"choose", "let", "given", "cost", "fields"})


def check_texts(tree: Node, findings: Findings) -> None:
    """Report every `{en: …, fr: …}` of the tree that lacks a language."""
    todo: list[tuple[str, Node]] = [("", tree)]
    while todo:
        key, node = todo.pop()
        if isinstance(node, Sequence):
            todo += [(key, item) for item in node.items]
        elif isinstance(node, Mapping):
            if key not in _NAMED and any(lang in node for lang in LANGUAGES):
                _check_one(node, findings)
            todo += [(name, value) for name, value in node.items()]


def _check_one(node: Mapping, findings: Findings) -> None:
    for lang in LANGUAGES:
        value = node.get(lang)
        if value is None or (isinstance(value, Scalar) and not value.value.strip()):
            findings.report("missing-translation", node.span, lang=lang)
