"""Flowing: how the game ends, whose turn it is, phases, history, timers, events raised."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from labrys.graph.asking import Asking, surely
from labrys.graph.bodies import Code
from labrys.graph.code import EMPTY, Node, bit, node, num, var
from labrys.graph.scope import Local, Scope
from labrys.language.parse import Syntax, parse
from labrys.language.types import MOST, Number, SetOf, single
from labrys.source.spans import Span
from labrys.source.tree import Node as YamlNode
from labrys.source.tree import Scalar
from lark import Token


class Flowing(Asking):
    # -- ends

    def s_win(self, tree: Syntax, scope: Scope) -> Code:
        seat = self.member(tree.children[0], scope, "seat")
        return self._over(1, bit(seat, len(self.world.seats)))

    def s_win_all(self, tree: Syntax, scope: Scope) -> Code:
        tree_ = tree.children[0]
        assert tree_ is not None
        kind = SetOf(self.kind_of("seat"))
        return self._over(1, self.convert(self.expr(tree_, scope, kind), kind, tree_, scope).node)

    def s_drawn(self, tree: Syntax, scope: Scope) -> Code:
        reason = tree.children[0]
        code = self._over(2, EMPTY)
        if reason is not None:
            if str(reason) not in self.reasons:
                self.reasons.append(str(reason))
            code.insert(0, node("store", self._system_number("$reason"), num(0), num(self.reasons.index(str(reason))), -1))
        return code

    def s_all_win(self, tree: Syntax, scope: Scope) -> Code:
        return self._over(3, node("mask", len(self.world.seats)))

    def s_all_lose(self, tree: Syntax, scope: Scope) -> Code:
        return self._over(4, EMPTY)

    def s_rank(self, tree: Syntax, scope: Scope) -> Code:
        """`rank by E`: E is a number of each `seat`; the greatest comes first."""
        each = self.builder.fresh()
        inner = scope.with_local("seat", Local(var(each), self.kind_of("seat")))
        key = self.integer(tree.children[0], inner)
        scores = self._system_number("$score")
        fill = node("for", each, node("range", num(0), num(len(self.world.seats))), [node("store", scores, var(each), key.node, -1)])
        return [fill, node("rank"), node("over")]

    def _system_number(self, name: str) -> int:
        return self.world.fields[None, name].number

    def _over(self, outcome: int, winners: Node) -> Code:
        return [
            node("store", self._system_number("$outcome"), num(0), num(outcome), -1),
            node("store", self._system_number("$winners"), num(0), winners, -1),
            node("over"),
        ]

    def s_eliminate(self, tree: Syntax, scope: Scope) -> Code:
        seat = self.member(tree.children[0], scope, "seat")
        living = self._system_number("$living")
        return [node("store", living, num(0), node("bandnot", node("get", living, num(0)), bit(seat, len(self.world.seats))), -1)]

    # -- flow

    def s_end_turn(self, tree: Syntax, scope: Scope) -> Code:
        return [node("store", self._system_number("$stage"), num(0), num(ENDING_TURN), -1)]

    def s_end_phase(self, tree: Syntax, scope: Scope) -> Code:
        return [node("store", self._system_number("$stage"), num(0), num(LEAVING), -1)]

    s_leave_phase = s_end_phase

    def s_enter_phase(self, tree: Syntax, scope: Scope) -> Code:
        """The phase is played when this job is over; then the game goes on where it was."""
        name = str(tree.children[0])
        phases = [phase for phase, _ in self.world.nodes("phases")]
        if name not in phases:
            self.unknown(name, tree.children[0], scope, phases)
            return []
        self.using.calls.add(f"phases.{name}")
        self.entered.add(name)
        if surely(scope.secret):
            self.report("secret-pause", tree, scope)
        return [node("enterphase", phases.index(name), self.site(tree, scope))]

    entered: set[str]
    # Events raised because of something hidden: they may ask nobody.
    secretly: list[tuple[int, Span]]

    def s_turn_goes(self, tree: Syntax, scope: Scope) -> Code:
        seat = self.member(tree.children[0], scope, "seat")
        return [node("store", self._system_number("$next"), num(0), seat, -1)]

    def s_reverse(self, tree: Syntax, scope: Scope) -> Code:
        number = self._system_number("$direction")
        return [node("store", number, num(0), node("sub", num(0), node("get", number, num(0))), -1)]

    def s_remember(self, tree: Syntax, scope: Scope) -> Code:
        return self._history("remember", tree, scope)

    def s_forget(self, tree: Syntax, scope: Scope) -> Code:
        return self._history("forget", tree, scope)

    def _history(self, op: str, tree: Syntax, scope: Scope) -> Code:
        name = str(tree.children[0])
        if name not in self.world.histories:
            self.unknown(name, tree, scope, self.world.histories)
            return []
        return [node(op, name)]

    # -- time

    def s_start(self, tree: Syntax, scope: Scope) -> Code:
        return self._timer(tree, scope)

    def s_start_for(self, tree: Syntax, scope: Scope) -> Code:
        return self._timer(tree, scope, tree.children[1])

    def _timer(self, tree: Syntax, scope: Scope, runs: Syntax | Token | None = None) -> Code:
        if not self.world.timers:
            self.report("no-clock", tree, scope)
            return []
        timer = self.member(tree.children[0], scope, "timer")
        if runs is not None:
            value = self.integer(runs, scope)
            length = value.node
            if isinstance(value.type, Number) and value.type.high < 1:
                self.report("out-of-range", runs, scope, value=value.type, low=1, high=MOST)
        else:
            length = node("tab", self.builder.table("numbers", self.world.timer_runs), timer)
        return [node("starttimer", timer, length, self.site(tree, scope))]

    def s_stop_timer(self, tree: Syntax, scope: Scope) -> Code:
        if not self.world.timers:
            self.report("no-clock", tree, scope)
            return []
        return [node("stoptimer", self.member(tree.children[0], scope, "timer"))]

    # -- events

    def s_raise_event(self, tree: Syntax, scope: Scope) -> Code:
        call = tree.children[0]
        assert call is not None and not isinstance(call, Token)
        found = self._raised(call, scope)
        if found is None:
            return []
        event, nodes = found
        return [node("do", node("callx", event.function, *nodes))]

    def _raised(self, call: Syntax, scope: Scope, word: str = "") -> tuple[Any, list[Node]] | None:
        """The event a text raises, with its arguments."""
        name = str(call.children[0])
        known = [n for n, _ in self.world.nodes("events")]
        if name not in known:
            self.unknown(name, call, scope, known)
            return None
        event = self.event(name)
        args = [kid for kid in call.children[1:] if kid is not None and not isinstance(kid, Token)]
        if len(args) != len(event.params):
            self.report("wrong-arity", call, scope, name=name, wanted=len(event.params), given=len(args))
            return None
        (self.using.becomes if word == "become" else self.using.emits).add(name)
        if scope.secret:
            self.using.quietly.add(name)
        if scope.because:
            self.origins.raised.append((scope.because, name))
        if surely(scope.secret):
            self.secretly.append((event.function, self.span(call, scope)))
        nodes = []
        for index, (arg, (_, kind)) in enumerate(zip(args, event.params, strict=True)):
            mark = len(self.secrets)
            nodes.append(self.typed(arg.children[-1], scope, kind))
            read = {entry[0].seen_by for entry in self.hidden_since(mark)}
            if read - {"all"}:
                event.hidden.add(index)
            if read & {"owner", "nobody"}:
                event.unseen.add(index)
            came = self.origins.of(nodes[-1])
            if came:
                self.origins.handed_on.append((came, (name, index)))
        return event, nodes

    def s_later(self, tree: Syntax, scope: Scope) -> Code:
        call = tree.children[0]
        assert call is not None and not isinstance(call, Token)
        found = self._raised(call, scope)
        return [] if found is None else self.queued(*found, tree, scope)

    def queued(self, event: Any, nodes: list[Node], tree: Syntax, scope: Scope) -> Code:
        if any(single(kind) is None for _, kind in event.params) or len(nodes) > MOST_QUEUED:
            self.report("cannot-wait", tree, scope, name=event.name, most=MOST_QUEUED)
            return []
        event.queued = True
        return [node("later", self.queueable(event.function, len(nodes), event.name), nodes, self.site(tree, scope))]

    def queueable(self, function: int, args: int, name: str) -> int:
        raise NotImplementedError

    def s_cancel(self, tree: Syntax, scope: Scope) -> Code:
        if scope.alterable is None:
            self.report("not-here", tree, scope, name="cancel")
            return []
        return [node("return", num(1))]

    def s_alter(self, tree: Syntax, scope: Scope) -> Code:
        name = str(tree.children[0])
        if scope.alterable is None:
            self.report("not-here", tree, scope, name="alter")
            return []
        if name not in scope.alterable:
            self.unknown(name, tree.children[0], scope, scope.alterable)
            return []
        local = scope.locals[name]
        if single(local.type) is None:
            self.mismatch(tree, scope, local.type, "a single value")
            return []
        made = self.typed(tree.children[1], scope, local.type)
        return [node("frameset", scope.alterable[name], made)]

    def s_become(self, tree: Syntax, scope: Scope) -> Code:
        call = tree.children[0]
        assert call is not None and not isinstance(call, Token)
        if scope.alterable is None:
            self.report("not-here", tree, scope, name="become")
            return []
        found = self._raised(call, scope, "become")
        if found is None:
            return []
        event, nodes = found
        event.successor = True
        return [node("becoming"), node("do", node("callx", event.function, *nodes)), node("return", num(1))]

    # -- trying

    def s_attempt(self, tree: Syntax, scope: Scope) -> Code:
        name, inside, rest = str(tree.children[0]), tree.children[1], tree.children[2]
        assert rest is not None and not isinstance(rest, Token)
        shared = self.world.section("guards")
        guard = shared.get(name) if shared else None
        if guard is None:
            self.unknown(name, tree.children[0], scope, shared.keys() if shared else [])
            return []
        that = guard.get("that")
        syntax = parse(that, "expr", self.findings) if isinstance(that, Scalar) else None
        if syntax is None or not isinstance(that, Scalar):
            return []
        assert shared is not None
        self.named(f"guards.{name}", "guard", name, guard, shared.key_span(name))
        self.using.calls.add(f"guards.{name}")
        before: list[tuple[int, Node]] = []
        body = self.block(inside, replace(scope, trying=True))[0]
        test = self.test(syntax, replace(scope, scalar=that, before=before))
        saved = [node("let", number, made) for number, made in before]
        otherwise = self._otherwise(list(rest.children), scope)
        if f"guards.{name}" in self.world.disabled:
            test = num(1)
        site = self.site(tree, scope, attempt=name)
        return [*saved, node("try", self.builder.fresh(), body, test, otherwise, site)]

    def event(self, name: str) -> Any:
        raise NotImplementedError

    def named(self, id: str, kind: str, name: str, found: YamlNode, span: Span) -> None:
        raise NotImplementedError

    def s_base_body(self, tree: Syntax, scope: Scope) -> Code:
        if scope.scalar.base is None:
            self.report("no-base", tree, scope)
            return []
        return self.body(scope.scalar.base, scope)


# Stages of the flow a body may send it to: leave the phase, or leave it and end the turn.
ENDING_TURN, LEAVING = 6, 3
# Arguments an event in the queue may have.
MOST_QUEUED = 8
