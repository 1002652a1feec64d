"""Events and triggers: what happens, what listens to it, and who is offered a reaction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from labrys.graph.asking import sees_own
from labrys.graph.code import (
    EMPTY,
    Node,
    both,
    either,
    is_false,
    is_true,
    negated,
    node,
    num,
    var,
    walk,
)
from labrys.graph.code import bit as set_of
from labrys.graph.elaborator import Uses
from labrys.graph.flowing import MOST_QUEUED
from labrys.graph.rules import Rules
from labrys.graph.scope import Local, Scope, known_when
from labrys.language.declare import text_of
from labrys.language.parse import parse
from labrys.language.types import Maybe, Member, SetOf, Type, single
from labrys.language.world import Field, Text
from labrys.source.findings import suggestion
from labrys.source.tree import Mapping, Scalar
from labrys.source.tree import Node as YamlNode

# Changes that are not of one field, and what they tell.
_TOLD = {"turned": 2, "swapped": 2, "flipped": 1, "rings": 1}
MOST_LISTENERS = 31


@dataclass(slots=True)
class Event:
    """A declared event, or a change somebody listens to."""

    name: str
    index: int
    params: list[tuple[str, Type]]
    function: int
    listeners: list[str] = field(default_factory=list)
    # Positions of arguments that come from something hidden.
    hidden: set[int] = field(default_factory=set)
    # Of these, positions of arguments that some seat never sees; where a condition hides, campaigns tell.
    unseen: set[int] = field(default_factory=set)
    public: bool = False
    # The change of a hidden field: (field, holder, span), as the elaborator keeps what was read.
    secret: tuple[Any, ...] = ()
    queued: bool = False
    successor: bool = False
    measured: bool = False
    text: Text = field(default_factory=dict)
    # The head as the author writes it: `strike`, `moved pawn`.
    head: str = ""


@dataclass(slots=True)
class Listener:
    name: str
    entry: YamlNode
    window: str
    head: Scalar
    kind: str
    of: str
    names: list[str]


class Events(Rules):
    listeners: list[Listener]
    changes: dict[tuple[str, str], Event | None]
    caused: set[str]
    # What the queue of later jobs may hold: functions of plain values.
    queueables: list[tuple[int, int, str]]

    def read_listeners(self) -> None:
        """The heads of all triggers, in the order in which they are tested."""
        self.listeners, self.changes, self.queueables = [], {}, []
        texts = list(_texts(self.world.tree))
        self.caused = {name for text in texts for name in re.findall(r"\bcause\(\s*([a-z0-9-]+)", text)}
        self.succeeding = {name for text in texts for name in re.findall(r"\bbecome\s+([a-z0-9-]+)", text)}
        for name, entry in self._placed():
            for window in ("before", "after"):
                head = entry.get(window)
                tree = parse(head, "head", self.findings) if isinstance(head, Scalar) else None
                if tree is None or not isinstance(head, Scalar):
                    continue
                words = [str(kid) for kid in tree.children if kid is not None]
                if tree.data == "head_event":
                    found = Listener(name, entry, window, head, "event", words[0], words[1:])
                elif tree.data == "head_rings":
                    found = Listener(name, entry, window, head, "rings", words[0], [])
                elif tree.data == "head_rings_any":
                    found = Listener(name, entry, window, head, "event", "rings", words)
                else:
                    found = Listener(name, entry, window, head, words[0], words[1], words[2:])
                self.listeners.append(found)
                self._check_head(found)

    def _placed(self) -> list[tuple[str, YamlNode]]:
        """Triggers as declared; `place: {before: other}` moves one up."""
        order = self.world.nodes("triggers")
        names = [name for name, _ in order]
        for name, entry in list(order):
            place = entry.get("place") if isinstance(entry, Mapping) else None
            for side, shift in (("before", 0), ("after", 1)):
                other = place.get(side) if place is not None else None
                if not isinstance(other, Scalar):
                    continue
                if f"triggers.{other.value}" in self.world.disabled:
                    continue
                if other.value not in names:
                    self.findings.report("unknown-name", other.span, suggestion(other.value, names), name=other.value)
                    continue
                row = next(row for row in order if row[0] == name)
                order.remove(row)
                at = next(i for i, (label, _) in enumerate(order) if label == other.value)
                order.insert(at + shift, row)
        return order

    def _check_head(self, this: Listener) -> None:
        """Triggers must listen to something that exists, in a window it has."""
        known: dict[str, Sequence[str]] = {
            "event": [*(name for name, _ in self.world.nodes("events")), *_TOLD],
            "moved": list(self.world.pieces),
            "changed": [name for _, name in self.world.fields if not name.startswith("$")],
            "played": [name for name, _ in self.world.nodes("actions")],
            "rings": list(self.world.timers),
        }
        if this.kind not in known:
            self.findings.report("unknown-event", this.head.span, suggestion(this.kind, known), name=this.kind)
        elif this.of not in known[this.kind]:
            self.findings.report("unknown-event", this.head.span, suggestion(this.of, known[this.kind]), name=this.of)
        elif this.window == "before" and (this.kind != "event" or this.of in _TOLD):
            self.findings.report("only-after", this.head.span, name=this.head.value.split("(")[0])

    # -- declared events

    def event(self, name: str) -> Event:
        if name in self.events:
            found: Event = self.events[name]
            return found
        section = self.world.section("events")
        assert section is not None
        entry = section.get(name)
        assert entry is not None
        id = f"events.{name}"
        self.named(id, "event", name, entry, self.spot("events", name))
        params = self.params(entry.get("given"))
        made = self.builder.function([], [], name, effect=True)
        shown = entry.get("public")
        event = Event(name, len(self.events), params, made.number, head=name)
        event.public = isinstance(shown, Scalar) and shown.value == "true"
        text = entry.get("text")
        event.text = text_of(text) if text is not None else {}
        event.successor = name in self.succeeding
        self.events[name] = event
        outer = self.using, self.loops, self.secrets
        self.using, self.loops, self.secrets = Uses(), 0, []
        body_text, needs = entry.get("do"), entry.get("needs")
        anchor = body_text if isinstance(body_text, Scalar) else Scalar(name, self.spot("events", name))
        numbers, scope = self.bind(params, anchor, place="event")
        self.origins.given(name, numbers)
        first_scope = scope
        self.only_gaps(text, scope, [label for label, _ in params])
        pre: list[tuple[int, Node]] = []
        scope = self._lets(entry, scope, pre)
        middle: list[Node] = []
        if isinstance(needs, Scalar):
            syntax = parse(needs, "expr", self.findings)
            if syntax is not None:
                middle.append(node("when", negated(self.test(syntax, scope.at(needs))), [node("leaving")], []))
                scope = scope.knowing(known_when(syntax, True))
        if isinstance(body_text, Scalar) and id not in self.world.disabled:
            body = self.body(body_text, scope)
            known = [*numbers, *(n for n, _ in pre)]
            inner = self.builder.function(known, [*body, node("return", num(0))], name, effect=True)
            middle.append(node("do", node("callx", inner.number, *[var(n) for n in known])))
        lets = [node("let", number, value) for number, value in pre]
        self._finish(event, made, numbers, [*self.cover(id), *lets], middle, self._measure(entry, event, first_scope))
        self.uses[id] = self.using
        self.using, self.loops, self.secrets = outer
        return event

    def _measure(self, entry: YamlNode, event: Event, scope: Scope) -> tuple[Node, int] | None:
        """`measure:` a number that shrinks whenever the event happens within itself, so that circles end."""
        found = entry.get("measure")
        tree = parse(found, "expr", self.findings) if isinstance(found, Scalar) else None
        if tree is None or not isinstance(found, Scalar):
            return None
        event.measured = True
        inner = scope.at(found)
        return self.integer(tree, inner).node, self.site(tree, inner)

    def _lets(self, entry: YamlNode, scope: Scope, made: list[tuple[int, Node]]) -> Scope:
        """`let:` of an event: worked out after the `before` window, so that altered arguments count."""
        lets = entry.get("let")
        for name, text in lets.items() if isinstance(lets, Mapping) else ():
            syntax = parse(text, "expr", self.findings) if isinstance(text, Scalar) else None
            if syntax is None or not isinstance(text, Scalar):
                continue
            inner = scope.at(text)
            value = self.expr(syntax, inner)
            if value.coll is not None or isinstance(value.type, SetOf):
                value = self.as_set(value, syntax, inner)
            number = self.builder.fresh()
            self.origins.kept(number, value.node)
            made.append((number, value.node))
            scope = scope.with_local(name, Local(var(number), value.type))
        return scope

    def _finish(self, event: Event, made: Any, numbers: list[int], start: list[Node], middle: list[Node], measure: tuple[Node, int] | None = None) -> None:
        """The whole of an event: windows, body, and what must be undone on every way out."""
        args = [var(n) for n in numbers]
        before = self._window("before", event, numbers)
        after = self._window("after", event, numbers)
        framed = event.successor or any(n.op in ("frameset", "becoming") for n in walk(self._reached(before)))
        opening: list[Node] = [node("open", "event", event.index, event.head, args), node("deeper")]
        closing: list[Node] = [node("shallower"), node("close")]
        if event.name in self.caused and event.head == event.name:
            opening.append(node("nest", event.index, 1))
            closing.insert(0, node("nest", event.index, -1))
        if measure is not None:
            opening.append(node("measure", event.index, measure[0], measure[1]))
            closing.insert(0, node("unmeasure", event.index))
        if framed:
            opening.append(node("framepush", args))
            closing.insert(0, node("framepop"))
            reload = [node("assign", number, node("frameget", i)) for i, number in enumerate(numbers)]
            before = [*_after_calls(before, reload), node("altered", args)]
        else:
            before = _without_touch(before)
        leaving = [node("cancelled"), *closing, node("return", num(0))]
        code = [*opening, *before, *start, *middle, *after, *closing, node("return", num(1))]
        made.params, made.body = numbers, _spelled(code, leaving)

    def _reached(self, code: list[Node]) -> list[Node]:
        """The code of the triggers a window calls: each is a function around the function of its body."""
        for _ in range(2):
            numbers = {n.args[0] for n in walk(code) if n.op == "callx"}
            code = [part for number in sorted(numbers) for part in self.builder.functions[number].body]
        return code

    # -- windows

    def _window(self, window: str, event: Event, numbers: list[int]) -> list[Node]:
        """Forced triggers in order, then offers seat by seat."""
        code: list[Node] = []
        offers: list[tuple[Listener, Scope, int]] = []
        kind, _, of = event.head.rpartition(" ")
        for this in self.listeners:
            named = this.of == of and this.kind == (kind or "event")
            any_timer = kind == "rings" and this.of == "rings"
            if this.window != window or not (named or any_timer) or not self._fits(this, event):
                continue
            bit = len(event.listeners)
            event.listeners.append(this.name)
            outer = self.using, self.secrets
            self.using, self.secrets = Uses(), []
            locals_ = {
                name: Local(var(number), type_)
                for name, number, (_, type_) in zip(this.names, numbers, event.params, strict=False)
            }
            alterable = {name: i for i, name in enumerate(this.names)} if window == "before" else None
            scope = Scope(this.head, locals_, place=window, alterable=alterable, secret=event.secret)
            if this.entry.get("offer") is not None:
                offers.append((this, scope, bit))
            else:
                code += self._forced(this, scope, numbers, bit, event)
            self.uses[f"triggers.{this.name}"] = self.using
            self.using, self.secrets = outer
        return code + (self._offers(offers, numbers, event, window) if offers else [])

    def _fits(self, this: Listener, event: Event) -> bool:
        self.named(f"triggers.{this.name}", "trigger", this.name, this.entry, self.spot("triggers", this.name))
        if event.head.startswith("rings ") and not this.names:
            return True
        if len(this.names) != len(event.params):
            self.findings.report(
                "wrong-arity", this.head.span, name=event.head, wanted=len(event.params), given=len(this.names)
            )
            return False
        return True

    def _trigger(self, this: Listener, scope: Scope, params: list[int]) -> tuple[int, Scope]:
        """The function of a trigger's body, and the scope its condition gives."""
        id = f"triggers.{this.name}"
        condition, body_text = this.entry.get("if"), this.entry.get("do")
        if isinstance(condition, Scalar):
            syntax = parse(condition, "expr", self.findings)
            scope = scope.knowing(known_when(syntax, True))
        code: list[Node] = []
        if isinstance(body_text, Scalar):
            loops, self.loops = self.loops, 0
            code = self.body(body_text, scope)
            self.loops = loops
        # What ran because of something hidden is in nobody's log.
        head = [node("open", "trigger", -2 if scope.secret else -1, this.name, []), *self.cover(id)]
        inner = self.builder.function(params, [*code, node("return", num(0))], this.name, effect=True)
        result = self.builder.fresh()
        whole = [
            *head,
            node("let", result, node("callx", inner.number, *[var(n) for n in params])),
            node("close"),
            node("return", var(result)),
        ]
        return self.builder.function(params, whole, this.name, effect=True).number, scope

    def _condition_of(self, this: Listener, scope: Scope, bit: int, event: Event) -> tuple[Node, Scope]:
        test: Node = num(1)
        condition = this.entry.get("if")
        if event.successor:
            test = node("untouched", bit)
        if isinstance(condition, Scalar):
            syntax = parse(condition, "expr", self.findings)
            if syntax is not None:
                mark = len(self.secrets)
                test = both(test, self.test(syntax, scope.at(condition)))
                scope = self.decided_by(mark, scope, test)
        return test, scope

    def _forced(self, this: Listener, scope: Scope, numbers: list[int], bit: int, event: Event) -> list[Node]:
        later = this.entry.get("later")
        test, scope = self._condition_of(this, scope, bit, event)
        function, _ = self._trigger(this, scope, numbers)
        args = [var(n) for n in numbers]
        if isinstance(later, Scalar) and later.value == "true":
            if any(single(kind) is None for _, kind in event.params) or len(numbers) > MOST_QUEUED:
                self.findings.report("cannot-wait", later.span, name=this.name, most=MOST_QUEUED)
                return []
            call: list[Node] = [node("later", self.queueable(function, len(numbers), this.name), args, -1)]
        elif this.window == "before":
            result = self.builder.fresh()
            call = [
                node("touch", bit), node("let", result, node("callx", function, *args)),
                node("when", var(result), [node("leaving")], []),
            ]  # fmt: skip
        else:
            call = [node("do", node("callx", function, *args))]
        if is_false(test):
            # The condition can never hold with these options.
            return []
        return call if is_true(test) else [node("when", test, call, [])]

    def queueable(self, function: int, args: int, name: str) -> int:
        entry = (function, args, name)
        if entry not in self.queueables:
            self.queueables.append(entry)
        return self.queueables.index(entry)

    def _offers(self, offers: list[tuple[Listener, Scope, int]], numbers: list[int], event: Event, window: str) -> list[Node]:
        """All offers of one seat in a window are one question, asked again while it uses them."""
        seat, used, asked, may, pick, result = (self.builder.fresh() for _ in range(6))
        tests: list[Node] = []
        uses: list[Node] = []
        seats = self.kind_of("seat")
        names, texts = [], []
        for number, (this, scope, bit) in enumerate(offers):
            outer = self.using, self.secrets
            self.using, self.secrets = self.uses[f"triggers.{this.name}"], []
            entry = this.entry.get("offer")
            assert entry is not None
            test, inner = self._condition_of(this, scope, bit, event)
            to, asked_seat = self._offered_to(entry, scope, seats)
            public = self._told_condition(entry.get("if"), scope)
            if inner.because or self.origins.of(public):
                self.origins.asked.append((inner.because | self.origins.of(public), this.head.span))
            for field_, _, span in (*inner.secret, *self.secrets):
                self.findings.report("secret-read", span or this.head.span, name=field_.name)
            self.secrets = []
            mine = Scope(this.head, inner.locals, inner.known, var(seat), window, alterable=inner.alterable)
            allowed = self._told_condition(entry.get("may"), mine)
            allowed = self.veiled(allowed, var(seat), tuple(self.secrets), "may")
            for field_, holder, span in self.secrets:
                if not (sees_own(field_, holder, var(seat)) or sees_own(field_, holder, asked_seat)):
                    self.findings.report("secret-read", span or this.head.span, name=field_.name)
            self.secrets = []
            if isinstance(entry.get("if"), Scalar):
                mine = mine.knowing(known_when(parse(entry.get("if"), "expr", self.findings), True))  # type: ignore[arg-type]
            if isinstance(entry.get("may"), Scalar):
                mine = mine.knowing(known_when(parse(entry.get("may"), "expr", self.findings), True))  # type: ignore[arg-type]
            function, _ = self._trigger(this, mine, [*numbers, seat])
            open_ = both(negated(node("bhas", var(used), num(number))), both(test, both(to(var(seat)), public)))
            tests.append(node("when", open_, [
                node("assign", asked, num(1)),
                node("when", allowed, [node("assign", may, node("bor", var(may), set_of(num(number), MOST_LISTENERS)))], []),
            ], []))  # fmt: skip
            call = node("callx", function, *[var(n) for n in numbers], var(seat))
            use: list[Node] = [node("let", result, call)]
            if window == "before":
                use = [node("touch", bit), *use, node("when", var(result), [node("leaving")], [])]
            uses.append(node("when", node("eq", var(pick), num(number)), use, []))
            text = entry.get("text")
            self.only_gaps(text, scope, ())
            names.append(this.name)
            texts.append(text)
            self.using, self.secrets = outer
        site = self.offer_site(offers[0][0].head, names, texts, event.head)
        loop = [
            node("let", asked, num(0)), node("let", may, EMPTY), *tests,
            node("when", node("eq", var(asked), num(0)), [node("break")], []),
            node("let", pick, node("react", site, var(seat), var(may), len(offers))),
            node("when", node("lt", var(pick), num(0)), [node("break")], []),
            node("assign", used, node("bor", var(used), set_of(var(pick), MOST_LISTENERS))),
            *uses,
        ]  # fmt: skip
        ring = node("ring", self.system("$living"), self.system("$active"), num(len(self.world.seats)))
        return [node("for", seat, ring, [node("let", used, EMPTY), node("while", num(1), loop)])]

    def offer_site(self, head: Scalar, names: list[str], texts: list[Any], event: str) -> int:
        shown = [text_of(text) if text is not None else {} for text in texts]
        span = head.span
        self.sites.append({"file": span.file, "line": span.line, "column": span.column, "offers": names, "texts": shown, "event": event})
        return len(self.sites) - 1

    def _offered_to(self, entry: YamlNode, scope: Scope, seats: Member) -> tuple[Any, Node | None]:
        """A test whether a seat is meant (a seat, perhaps none, or a set of seats), and the one seat if it is one."""
        to = entry.get("to")
        syntax = parse(to, "expr", self.findings) if isinstance(to, Scalar) else None
        if syntax is None or not isinstance(to, Scalar):
            return lambda seat: num(1), None
        inner = scope.at(to)
        value = self.expr(syntax, inner, seats)
        if value.type in (seats, Maybe(seats)):
            return lambda seat: node("eq", value.node, seat), value.node
        bits = self.convert(value, SetOf(seats), syntax, inner).node
        return lambda seat: node("bhas", bits, seat), None

    def _told_condition(self, found: YamlNode | None, scope: Scope) -> Node:
        if not isinstance(found, Scalar):
            return num(1)
        syntax = parse(found, "expr", self.findings)
        return self.test(syntax, scope.at(found)) if syntax is not None else num(0)

    # -- changes somebody listens to

    def change_event(self, this: Field) -> int | None:
        """The function that raises `moved` or `changed` for a field; None if nobody listens."""
        if this.name.startswith("$"):
            return None
        moving = next((piece for piece in self.world.pieces.values() if piece.place is this), None)
        head = f"moved {moving.name}" if moving is not None else f"changed {this.name}"
        params: list[tuple[str, Type]] = []
        if moving is not None:
            params = [("piece", moving.domain.type), ("from", this.type), ("to", this.type)]
        else:
            if this.of is not None:
                params.append(("holder", self.kind_of(this.of)))
            params += [("old", this.type), ("new", this.type)]
        hidden = ((this, None, None),) if this.seen_by != "all" else ()
        return self._listened(head, params, str(this.of), hidden)

    def told(self, name: str, args: list[Node]) -> list[Node]:
        where = self.kind_of("slot" if "slot" in self.world.domains else "cell")
        second: Type = self.kind_of("turn") if name == "turned" else where
        params: list[tuple[str, Type]] = [("first", where), ("second", second)]
        function = self._listened(name, params[: len(args)])
        return [node("do", node("callx", function, *args))] if function is not None else []

    def unheard(self) -> None:
        """Triggers on changes nothing makes: what stands in them is read all the same."""
        self.using = Uses()
        for field_ in list(self.world.layout):
            self.change_event(field_)

    def played(self, action: str, params: list[tuple[str, Type]]) -> int | None:
        return self._listened(f"played {action}", [("by", self.kind_of("seat")), *params])

    def rings(self, timer: str) -> int | None:
        return self._listened(f"rings {timer}", [("timer", self.kind_of("timer"))])

    def _listened(self, head: str, params: list[tuple[str, Type]], of: str = "", hidden: tuple[Any, ...] = ()) -> int | None:
        kind, _, name = head.rpartition(" ")
        listening = [
            this
            for this in self.listeners
            if (this.kind == (kind or "event") and this.of == name) or (kind == "rings" and this.of == "rings")
        ]
        if not listening:
            return None
        key = (head, of)
        id = head if of in ("", "None") else f"{head} of {of}"
        if key not in self.changes:
            made = self.builder.function([], [], head, effect=True)
            event = Event(id, len(self.events), params, made.number, head=head, secret=hidden)
            self.changes[key] = event
            self.events[id] = event
            numbers = [self.builder.fresh() for _ in params]
            loops, self.loops = self.loops, 0
            self._finish(event, made, numbers, [], [])
            self.loops = loops
        found = self.changes[key]
        assert found is not None
        self.using.emits.add(id)
        return found.function


def _after_calls(code: list[Node], reload: list[Node]) -> list[Node]:
    """The same code with the arguments read again after every trigger."""
    found: list[Node] = []
    for part in code:
        inner = tuple(_after_calls(arg, reload) if _is_code(arg) else arg for arg in part.args)
        found.append(Node(part.op, inner))
        if part.op == "let" and isinstance(part.args[1], Node) and part.args[1].op == "callx":
            found += reload
    return found


def _without_touch(code: list[Node]) -> list[Node]:
    """An event without a frame keeps no record of who touched it."""
    return [
        Node(part.op, tuple(_without_touch(arg) if _is_code(arg) else arg for arg in part.args))
        for part in code
        if part.op != "touch"
    ]


def _is_code(arg: Any) -> bool:
    return isinstance(arg, list) and bool(arg) and isinstance(arg[0], Node)


def _spelled(code: list[Node], leaving: list[Node]) -> list[Node]:
    """`leaving` written out: everything that must be undone, and the way out."""
    found: list[Node] = []
    for part in code:
        if part.op == "leaving":
            found += leaving
            continue
        inner = tuple(_spelled(arg, leaving) if _is_code(arg) else arg for arg in part.args)
        found.append(Node(part.op, inner))
    return found


def _texts(tree: Any) -> Any:
    if isinstance(tree, Scalar):
        yield tree.value
        # A variant's text may say `base`: what it replaced is said then, too.
        if tree.base is not None:
            yield from _texts(tree.base)
    elif isinstance(tree, Mapping):
        for _, value in tree.items():
            yield from _texts(value)
    else:
        for item in tree.items:
            yield from _texts(item)


__all__ = ["Event", "Events", "either"]
