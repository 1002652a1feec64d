"""Checks the names in scenarios against the game they are for: seats, actions, values, guards, fields, conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from labrys.board.errors import BoardError
from labrys.engine.check_steps import Steps, check_refusal
from labrys.engine.errors import IllegalDecision
from labrys.engine.values import parse_value
from labrys.graph.code import var
from labrys.graph.compile import _Compiler
from labrys.graph.scope import Scope
from labrys.language.drawings import spot_in
from labrys.language.parse import parse
from labrys.language.positions import read_position
from labrys.language.reasons import board_reason
from labrys.language.types import BagOf, ListOf, Type
from labrys.language.world import Field
from labrys.source.catalogue import Both
from labrys.source.findings import Findings, suggestion
from labrys.source.folder import SourceError
from labrys.source.spans import Span
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
        findings.report("wrong-choice", _culprit(tree, variants, number, options, compile_for), why=error.message)
        return
    if compiler is not None:
        _Check(compiler, findings).run(tree)


def _culprit(
    tree: Mapping, variants: tuple[str, ...], number: int | None, options: dict[str, object], compile_for: Compile
) -> Span:
    """Which of the choices is not offered: each is tried alone."""
    chosen, players = tree.get("options"), tree.get("players")
    trials: list[tuple[Span, int | None, dict[str, object]]] = []
    if players is not None:
        trials.append((players.span, number, {}))
    if isinstance(chosen, Mapping):
        trials += [(chosen.key_span(name), None, {name: value}) for name, value in options.items()]
    for span, seats, few in trials:
        try:
            compile_for(variants, seats, few)
        except SourceError:
            return span
    return tree.key_span("variants")


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
        told = [step for step in steps.items if isinstance(step, Mapping)] if isinstance(steps, Sequence) else []
        in_order = Steps(self.world, self.compiler.sites, self.findings)
        for step in told:
            self._step(step)
            in_order.step(step)
        if isinstance(then, Mapping):
            self._then(then)
            check_refusal(words_of(then.get("illegal")), told[-1] if told else None, self.actions, self.findings)
        for part in (given, then):
            drawing = part.get("map") if isinstance(part, Mapping) else None
            if isinstance(drawing, Scalar):
                self._map(drawing)

    def _map(self, drawing: Scalar) -> None:
        """A map has the board's size and only signs of `looks`."""
        if self.world.board is None:
            return
        try:
            read_position(self.world, drawing.drawing())
        except BoardError as error:
            place = spot_in(drawing, error, lambda text: read_position(self.world, text))
            self.findings.report("bad-map", place, why=board_reason(error))

    def _name(self, scalar: Scalar, known: Iterable[str]) -> None:
        known = list(known)
        if scalar.value not in known:
            self.findings.report("unknown-name", scalar.span, suggestion(scalar.value, known), name=scalar.value)

    def _value(self, node: Node, kind: Type) -> None:
        for word in words_of(node):
            try:
                one = kind.of if isinstance(kind, (ListOf, BagOf)) or (isinstance(node, Sequence) and hasattr(kind, "of")) else kind
                parse_value(self.world, one, word.value)
            except IllegalDecision:
                domain = self.world.domains.get(str(kind).removesuffix("?").removeprefix("set of "))
                near = suggestion(word.value, domain.values if domain else [])
                self.findings.report("no-such-value", word.span, near, name=word.value, kind=kind)

    def _given(self, key: str, node: Node, given: Mapping) -> None:
        if key == "active" and isinstance(node, Scalar):
            self._name(node, self.world.seats)
        if key == "phase" and isinstance(node, Scalar):
            self._name(node, self.world.domains["phase"].values)
        # `turn` is short for `turn-number`, but with places below it the turns of their tiles.
        if key in _GIVEN and not (key == "turn" and isinstance(node, Mapping)):
            return
        holder, _, name = key.rpartition(".")
        found = self._found(holder, name)
        if isinstance(node, Mapping) and not (found is not None and isinstance(found.type, BagOf)):
            for inner, item in node.items():
                self._field(key, inner, item, node.key_span(inner))
            return
        self._field(holder, name, node, given.key_span(key))

    def _exists(self, holder: str, name: str, span: Any) -> Field | None:
        found = self._found(holder, name)
        if found is None:
            near = suggestion(name, [n for _, n in self.world.fields if not n.startswith("$")])
            self.findings.report("unknown-name", span, near, name=f"{holder}.{name}" if holder else name)
        return found

    def _found(self, holder: str, name: str) -> Field | None:
        world = self.world
        found = world.field_of(None, name) if not holder else None
        for domain in world.domains.values():
            for thing, label in ((holder, name), (name, holder)):
                if found is None and thing in domain.values:
                    found = world.field_of(domain.name, label)
        return found

    def _field(self, holder: str, name: str, node: Node, span: Any) -> None:
        found = self._exists(holder, name, span)
        if found is None:
            return
        if isinstance(found.type, (BagOf, ListOf)) and isinstance(node, (Mapping, Sequence)):
            many = len(node) if isinstance(node, Sequence) else sum(int(one.value) for _, one in node.items() if isinstance(one, Scalar) and one.value.isdigit())
            if many > found.type.most:
                self.findings.report("out-of-range", node.span, value=many, low=0, high=found.type.most)
        if isinstance(found.type, BagOf) and isinstance(node, Mapping):
            known = self.world.domains[found.type.of.domain].values
            for item, _ in node.items():
                if item not in known:
                    near = suggestion(item, known)
                    self.findings.report("no-such-value", node.key_span(item), near, name=item, kind=found.type.of)
        else:
            self._value(node, found.type)

    def _step(self, step: Mapping, values: bool = True) -> None:
        seat, play = step.get("seat"), step.get("play")
        for key in ("seat", "play", "react", "chance"):
            if isinstance(step.get(key), (Mapping, Sequence)):
                self.findings.report("wrong-kind", step.key_span(key), name=key, wanted=Both("one word", "un seul mot"))
        if isinstance(seat, Scalar):
            self._name(seat, self.world.seats)
        if not isinstance(play, Scalar):
            return
        plain = ("pass", "wait") if self.world.clocked else ("pass",)
        if play.value in plain and play.value not in self.actions:
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
            elif key in ("scores", "ranking") and isinstance(node, Mapping):
                for name, _ in node.items():
                    self._name(Scalar(name, node.key_span(name)), self.world.seats)
            elif key in ("offered", "not-offered"):
                for item in node.items if isinstance(node, Sequence) else [node]:
                    if isinstance(item, Mapping):
                        # What is not offered may be no value at all: a fence beyond the board.
                        self._step(item, values=key == "offered")
            elif key == "holds":
                for word in words:
                    self._expression(word)
            elif key == "hidden":
                for item in node.items if isinstance(node, Sequence) else [node]:
                    seat, field = item.get("seat"), item.get("field")
                    if isinstance(seat, Scalar):
                        self._name(seat, self.world.seats)
                    if isinstance(field, Scalar):
                        holder, _, name = field.value.rpartition(".")
                        self._exists(holder, name, field.span)
            elif key == "drawn" and words and words[0].value != "true":
                self._name(words[0], self.compiler.program.reasons)

    def _expression(self, scalar: Scalar) -> None:
        compiler = self.compiler
        compiler.findings = self.findings
        tree = parse(scalar, "expr", self.findings)
        if tree is not None:
            scope = Scope(scalar, me=var(compiler.builder.fresh()))
            compiler.test(tree, scope)
