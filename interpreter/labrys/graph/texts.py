"""Gaps in texts for people: `{goal}`, `{p.colour}`, `{way:to}`, `{n|jeton|jetons}`, each worked out as an expression."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from labrys.graph.code import FALSE, Node
from labrys.graph.scope import Local, Scope, key_of
from labrys.graph.words import Words
from labrys.language.parse import Syntax, parse
from labrys.language.types import WRONG, BagOf, Maybe, Member, Number, SetOf, Type
from labrys.source.catalogue import Both
from labrys.source.findings import suggestion
from labrys.source.tree import Mapping, Scalar
from labrys.source.tree import Node as YamlNode
from lark import Token, Tree

GAPS = re.compile(r"\{([a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*)(?::([a-z-]+))?(?:\|([^|{}]*)\|([^|{}]*))?\}")

_BRACES = re.compile(r"\{[^{}]*\}")
_ALONE = re.compile(r"[{}]")


@dataclass(slots=True)
class Gap:
    """What fills a gap: its name in the text, its type, and the code that works it out."""

    name: str
    type: Type
    node: Node = FALSE


class Texts(Words):
    def gaps_of(self, text: YamlNode | None, scope: Scope, guard: Syntax | None, named: set[str] | None = None) -> list[Gap]:
        """The gaps of a text in both languages, each once; `guard` gives the counter-example its name."""
        found: dict[str, Gap] = {}
        witness = self._witness(guard, scope) if guard is not None else None
        inner = scope.with_local(*witness) if witness is not None else scope
        for sentence in _sentences(text):
            self._check_gaps(sentence, inner)
            for name, _, one, many in GAPS.findall(sentence.value):
                if (one or many) and name in found:
                    self._counted(found[name].type, sentence)
                if name in found or (named and name in named):
                    continue
                first = name.split(".")[0]
                known = self._names(inner) | (named or set())
                if first not in known:
                    self.findings.report("unknown-gap", sentence.span, suggestion(first, known), name=first)
                    found[name] = Gap(name, SetOf(self.kind_of("seat")))
                    continue
                tree = parse(Scalar(name, sentence.span), "expr", self.findings)
                if tree is not None:
                    found[name] = self._gap(name, tree, inner.at(Scalar(name, sentence.span)))
                    if one or many:
                        self._counted(found[name].type, sentence)
        return list(found.values())

    def only_gaps(self, text: YamlNode | None, scope: Scope, names: Iterable[str]) -> None:
        """Texts whose gaps are filled with these names alone: events with their arguments, offers with nothing."""
        known = list(names)
        for sentence in _sentences(text):
            self._check_gaps(sentence, scope)
            for name, *_ in GAPS.findall(sentence.value):
                if name not in known:
                    self.findings.report("unknown-gap", sentence.span, suggestion(name, known), name=name)

    def _check_gaps(self, sentence: Scalar, scope: Scope) -> None:
        """Braces that are no gap or are left open, and forms that no name of such a value has."""
        if _ALONE.search(_BRACES.sub("", sentence.value)):
            self.findings.report("open-gap", sentence.span)
        for brace in _BRACES.findall(sentence.value):
            gap = GAPS.fullmatch(brace)
            if gap is None:
                self.findings.report("unknown-gap", sentence.span, name=brace[1:-1])
                continue
            name, form = gap.group(1), gap.group(2)
            local = scope.locals.get(name)
            if form is None or local is None:
                continue
            forms = self._forms(local.type)
            if form not in forms:
                near = suggestion(form, forms)
                self.findings.report("unknown-gap", sentence.span, near, name=f"{name}:{form}")

    def _counted(self, kind: Type, sentence: Scalar) -> None:
        """One word or the other, by a number."""
        if kind != WRONG and not isinstance(kind, Number):
            self.findings.report("wrong-type", sentence.span, given=kind, wanted=Both("a number", "un nombre"))

    def _forms(self, kind: Type) -> set[str]:
        """The forms in which values of a type have names, in either language."""
        inner = getattr(kind, "of", kind)
        domain = self.world.domains.get(inner.domain) if isinstance(inner, Member) else None
        names = domain.names.values() if domain is not None else ()
        told = [text for name in names for text in name.values() if isinstance(text, dict)]
        return {"plain", *(form for text in told for form in text)}

    def _gap(self, name: str, tree: Syntax, scope: Scope) -> Gap:
        holder = tree.children[0] if tree.data == "field" else None
        if holder is not None:
            # The message is told only where its guard failed, so what it names is there.
            value = self.expr(holder, scope)
            if isinstance(value.type, Maybe):
                scope = scope.knowing(frozenset({key_of(holder)}))
        value = self.expr(tree, scope)
        if value.coll is not None or isinstance(value.type, SetOf):
            value = self.as_set(value, tree, scope)
        if isinstance(value.type, BagOf):
            value = self.x_count(Tree("count", [tree]), scope, None)
        return Gap(name, value.type, value.node)

    def _names(self, scope: Scope) -> set[str]:
        world = self.world
        known = {*scope.locals, "active", *self.constants.values, *(name for name, _ in world.nodes("define"))}
        known |= {name for of, name in world.fields if of is None and not name.startswith("$")}
        return known | ({"me"} if scope.me is not None else set())

    def _witness(self, guard: Syntax, scope: Scope) -> tuple[str, Local] | None:
        """The first counter-example of an outer `every`, or example of an outer `not some`."""
        tree: Syntax | Token | None = guard
        negated = False
        while isinstance(tree, Tree) and tree.data in ("bracket", "not_"):
            negated ^= tree.data == "not_"
            tree = tree.children[0]
        if not isinstance(tree, Tree) or tree.data != ("some" if negated else "every"):
            return None
        name, domain, condition = tree.children
        fails = condition if negated else Tree("not_", [condition])
        value = self.expr(Tree("first", [name, domain, fails], tree.meta), scope)
        if not isinstance(value.type, Maybe):
            return None
        return str(name), Local(value.node, value.type.of)


def _sentences(text: YamlNode | None) -> list[Scalar]:
    """The sentences of a text in both languages, with all their forms."""
    if isinstance(text, Scalar):
        return [text]
    found: list[Scalar] = []
    if isinstance(text, Mapping):
        for lang in ("en", "fr"):
            sentence = text.get(lang)
            if isinstance(sentence, Scalar):
                found.append(sentence)
            elif isinstance(sentence, Mapping):
                found += [item for _, item in sentence.items() if isinstance(item, Scalar)]
    return found
