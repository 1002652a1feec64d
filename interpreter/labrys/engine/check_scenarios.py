"""Checks the names in scenarios against the game they are for: seats, actions, values, guards, fields, conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from labrys.engine.errors import IllegalDecision
from labrys.engine.values import parse_value
from labrys.graph.code import var
from labrys.graph.compile import _Compiler
from labrys.graph.scope import Scope
from labrys.language.parse import parse
from labrys.language.types import BagOf, ListOf, Type
from labrys.source.findings import Findings, suggestion
from labrys.source.folder import SourceError
from labrys.source.tree import Mapping, Node, Scalar, Sequence, words_of

Compile = Callable[[tuple[str, ...], int | None, dict[str, object]], _Compiler | None]

_GIVEN = frozenset({"map", "active", "turn-number", "turn", "phase"})
_STEP = frozenset({"seat", "play", "answer", "react", "chance", "gives", "time", "then"})


def check_scenario(tree: Mapping, compile_for: Compile, findings: Findings) -> None:
    """Everything a scenario names must be there in the game with its variants and options."""
    variants = tuple(sorted(word.value for word in words_of(tree.get("variants"))))
    players = tree.get("players")
    number = int(players.value) if isinstance(players, Scalar) and players.value.isdigit() else None
    options: dict[str, object] = {}
    chosen = tree.get("options")
    if isinstance(chosen, Mapping):
        options = {name: node.value for name, node in chosen.items() if isinstance(node, Scalar)}
    try:
        compiler = compile_for(variants, number, options)
    except SourceError as error:
        node = chosen or players or tree.get("variants") or tree
        findings.report("wrong-choice", node.span, why=error.message)
        return
    if compiler is not None:
        _Check(compiler, findings).run(tree)


class _Check:
    def __init__(self, compiler: _Compiler, findings: Findings) -> None:
        self.compiler = compiler
        self.world = compiler.world
        self.findings = findings
        self.actions = {action.name: action for action in compiler.program.actions}

    def run(self, tree: Mapping) -> None:
        given, steps, then = tree.get("given"), tree.get("when"), tree.get("then")
        if isinstance(given, Mapping):
            for key, node in given.items():
                self._given(key, node, given)
        for step in steps.items if isinstance(steps, Sequence) else []:
            if isinstance(step, Mapping):
                self._step(step)
        if isinstance(then, Mapping):
            self._then(then)

    def _name(self, scalar: Scalar, known: Iterable[str]) -> None:
        known = list(known)
        if scalar.value not in known:
            self.findings.report("unknown-name", scalar.span, suggestion(scalar.value, known), name=scalar.value)

    def _value(self, node: Node, kind: Type) -> None:
        for word in words_of(node):
            try:
                one = kind.of if isinstance(kind, ListOf) or (isinstance(node, Sequence) and hasattr(kind, "of")) else kind
                parse_value(self.world, one, word.value)
            except IllegalDecision:
                domain = self.world.domains.get(str(kind).removesuffix("?").removeprefix("set of "))
                near = suggestion(word.value, domain.values if domain else [])
                self.findings.report("no-such-value", word.span, near, name=word.value, kind=kind)

    def _given(self, key: str, node: Node, given: Mapping) -> None:
        if key == "active" and isinstance(node, Scalar):
            self._name(node, self.world.seats)
        if key in _GIVEN:
            return
        if isinstance(node, Mapping) and (None, key) not in self.world.fields:
            for inner, item in node.items():
                self._field(key, inner, item, node.key_span(inner))
            return
        holder, _, name = key.rpartition(".")
        self._field(holder, name, node, given.key_span(key))

    def _field(self, holder: str, name: str, node: Node, span: Any) -> None:
        world = self.world
        found = world.field_of(None, name) if not holder else None
        for domain in world.domains.values():
            for thing, label in ((holder, name), (name, holder)):
                if found is None and thing in domain.values:
                    found = world.field_of(domain.name, label)
        if found is None:
            shown = f"{holder}.{name}" if holder else name
            near = suggestion(name, [n for _, n in world.fields if not n.startswith("$")])
            self.findings.report("unknown-name", span, near, name=shown)
        elif not isinstance(found.type, BagOf):
            self._value(node, found.type)

    def _step(self, step: Mapping, values: bool = True) -> None:
        seat, play = step.get("seat"), step.get("play")
        if isinstance(seat, Scalar):
            self._name(seat, self.world.seats)
        if not isinstance(play, Scalar):
            return
        if play.value == "pass" and play.value not in self.actions:
            return
        self._name(play, self.actions)
        action = self.actions.get(play.value)
        if action is None:
            return
        kinds = {**dict(action.params), **{name: kind for name, kind, _ in action.chosen}}
        for key, node in step.items():
            if key in _STEP:
                continue
            if key not in kinds:
                self.findings.report("unknown-name", step.key_span(key), suggestion(key, kinds), name=key)
            elif values:
                self._value(node, kinds[key])

    def _then(self, then: Mapping) -> None:
        for key, node in then.items():
            words = words_of(node)
            if key in ("winner", "winners", "to-act"):
                for word in words:
                    if word.value not in ("nobody", "none", "all"):
                        self._name(word, self.world.seats)
            elif key == "illegal":
                guards = {guard.name for action in self.actions.values() for guard in action.guards}
                for word in words:
                    if word.value not in ("true", "choice", "turn", "phase"):
                        self._name(word, guards)
            elif key in ("offered", "not-offered"):
                for item in node.items if isinstance(node, Sequence) else [node]:
                    if isinstance(item, Mapping):
                        # What is not offered may be no value at all: a fence beyond the board.
                        self._step(item, values=key == "offered")
            elif key == "holds":
                for word in words:
                    self._expression(word)
            elif key == "drawn" and words and words[0].value != "true":
                self._name(words[0], self.compiler.program.reasons)

    def _expression(self, scalar: Scalar) -> None:
        compiler = self.compiler
        compiler.findings = self.findings
        tree = parse(scalar, "expr", self.findings)
        if tree is not None:
            scope = Scope(scalar, me=var(compiler.builder.fresh()))
            compiler.test(tree, scope)
