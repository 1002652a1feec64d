"""The structure of a tree against the JSON Schemas in `schemas/`, told in the author's words."""

import json
import re
from functools import cache
from typing import Any, Literal

from labrys.source.catalogue import Both
from labrys.source.findings import Findings, suggestion
from labrys.source.folder import schemas_folder
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, Sequence, words_of

Kind = Literal["game", "part", "variant", "rules", "scenario", "perft"]

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
_INT32 = 2**31 - 1
_LONGER = frozenset({"seed", "counts"})


def check_schema(tree: Mapping, kind: Kind, findings: Findings) -> bool:
    """Report whatever in the tree has no place in a file of this kind; true if all is well."""
    before = len(findings)
    plain = to_plain(tree, findings)
    for error in _validator(kind).iter_errors(plain):
        _report(error, tree, findings)
    return len(findings) == before


def to_plain(node: Node, findings: Findings, key: str = "") -> Any:
    """The tree as plain Python: plain whole numbers and truths as such, all else as text."""
    if isinstance(node, Mapping):
        return {name: to_plain(value, findings, name) for name, value in node.items()}
    if isinstance(node, Sequence):
        return [to_plain(item, findings, key) for item in node.items]
    if node.style != "plain":
        return node.value
    if node.value in ("true", "false"):
        return node.value == "true"
    if _NUMBER.fullmatch(node.value):
        # Seeds and counts of decisions are not numbers of the game, and may be longer.
        if len(node.value) > 20 or (abs(int(node.value)) > _INT32 and key not in _LONGER):
            findings.report("number-too-large", node.span)
            return 0
        return int(node.value)
    return node.value


@cache
def _schema_file(name: str) -> Any:
    return json.loads((schemas_folder() / name).read_text(encoding="utf-8"))


@cache
def _validator(kind: Kind) -> Any:
    # The import takes 60 ms: only when there is a file.
    from jsonschema import Draft202012Validator

    # References are put in place beforehand: to follow them took two thirds of the time.
    return Draft202012Validator(
        _expanded(_schema_file(f"{kind}.schema.json"), f"{kind}.schema.json")
    )


def _expanded(schema: Any, file: str) -> Any:
    if isinstance(schema, list):
        return [_expanded(item, file) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        target, _, path = schema["$ref"].partition("#")
        found = _referred(target or file, path)
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return {**found, **rest} if rest else found
    return {key: _expanded(value, file) for key, value in schema.items() if key != "$defs"}


@cache
def _referred(file: str, path: str) -> Any:
    found = _schema_file(file)
    for step in path.strip("/").split("/"):
        found = found[step]
    return _expanded(found, file)


def _report(error: Any, tree: Mapping, findings: Findings) -> None:
    path = list(error.absolute_path)
    node, span = _place(tree, path)
    what = Both(error.schema.get("title", "this part"), error.schema.get("x-titre", "cette partie"))
    name = str(path[-1]) if path else span.file
    if error.validator == "additionalProperties":
        _report_keys(error, node, what, findings)
    elif error.validator == "required":
        for key in error.validator_value:
            if key == "labrys" or key in error.instance:
                continue  # a missing version has its own finding
            findings.report("missing-key", span, key=key, what=what, name=name)
    elif error.validator in ("oneOf", "anyOf"):
        _report_choice(error, node, span, name, findings)
    elif error.validator == "enum":
        words = [
            word if isinstance(word, str) else json.dumps(word) for word in error.validator_value
        ]
        near = suggestion(str(error.instance), words)
        findings.report(
            "not-one-of", span, near, value=str(error.instance), words=", ".join(words), name=name
        )
    elif error.validator == "pattern":
        findings.report(
            "bad-name",
            span,
            _better_name(error.instance, error.validator_value),
            name=error.instance,
        )
    elif error.validator == "type":
        findings.report("wrong-kind", span, name=name, wanted=_wanted(error))
    elif error.validator in ("minimum", "maximum"):
        low, high = error.schema.get("minimum", -_INT32), error.schema.get("maximum", _INT32)
        findings.report("out-of-range", span, value=error.instance, low=low, high=high)
    elif error.validator == "uniqueItems" and isinstance(node, Sequence):
        _report_twice(node, findings)
    elif error.validator in ("minItems", "maxItems", "minProperties", "maxProperties"):
        least = error.validator.startswith("min")
        bound = Both("at least", "au moins") if least else Both("at most", "au plus")
        findings.report("wrong-number", span, name=name, bound=bound, n=error.validator_value)
    else:
        findings.report("wrong-kind", span, name=name, wanted=what)


def _report_choice(error: Any, node: Node, span: Span, name: str, findings: Findings) -> None:
    """Of several keys one must be there, with `oneOf` only one; the schemas use both for nothing else."""
    if not isinstance(error.instance, dict):
        return  # it has no keys at all, and `type` says so
    what = Both(error.schema["title"], error.schema["x-titre"])
    # A choice with a `not` may stand beside the others: a step at its time.
    beside = {key for choice in error.validator_value if "not" in choice for key in choice["required"]}
    keys = [key for choice in error.validator_value for key in choice["required"]]
    first, *others = [key for key in keys if key in error.instance] or [None]
    if first is None:
        either = Both("` or `".join(keys), "` ou `".join(keys))
        findings.report("missing-key", span, key=either, what=what, name=name)
    for key in others:
        if key in beside:
            continue
        where = node.key_span(key) if isinstance(node, Mapping) else span
        fix = Both(f"keep `{first}` or `{key}`", f"gardez `{first}` ou `{key}`")
        findings.report("unknown-key", where, fix, key=f"{first} + {key}", what=what)


def _report_twice(node: Sequence, findings: Findings) -> None:
    first: dict[str, Span] = {}
    for word in words_of(node):
        if word.value in first:
            line = first[word.value].line
            findings.report("repeated-key", word.span, name=word.value, first=line)
        first.setdefault(word.value, word.span)


def _report_keys(error: Any, node: Node, what: Both, findings: Findings) -> None:
    known = error.schema.get("properties", {})
    patterns = error.schema.get("patternProperties", {})
    for key in error.instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        span = node.key_span(key) if isinstance(node, Mapping) else node.span
        if patterns:
            findings.report("bad-name", span, _better_name(key, next(iter(patterns))), name=key)
        else:
            findings.report("unknown-key", span, suggestion(key, known), key=key, what=what)


def _better_name(name: str, pattern: str) -> Both | None:
    better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if not re.search(pattern, better):
        return None
    return Both(f"write `{better}`", f"écrivez `{better}`")


_TYPES = {
    "object": Both("keys with values", "des clés avec des valeurs"),
    "array": Both("a list", "une liste"),
    "string": Both("a text or number", "un texte ou un nombre"),
}


def _wanted(error: Any) -> Both:
    title = error.schema.get("title")
    if title is not None:
        return Both(title, error.schema.get("x-titre", title))
    types = (
        error.validator_value
        if isinstance(error.validator_value, list)
        else [error.validator_value]
    )
    words = [_TYPES[kind] for kind in types if kind in _TYPES]
    if not words:
        return Both("a number", "un nombre")
    return Both(" or ".join(w.en for w in words), " ou ".join(w.fr for w in words))


def _place(tree: Mapping, path: list[str | int]) -> tuple[Node, Span]:
    """The node at a path, and the span to show for it: its key, or itself in a list."""
    node: Node = tree
    span = Span(tree.span.file, tree.span.line, 1, tree.span.line, 2)
    for step in path:
        if isinstance(node, Mapping):
            entry = node.entries[str(step)]
            node = entry.value
            span = node.span if isinstance(node, Scalar) else entry.key_span
        elif isinstance(node, Sequence):
            node = node.items[int(step)]
            span = node.span
    return node, span
