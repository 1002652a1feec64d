"""From a World to a Program: every rule elaborated, the flow worked out, all findings made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labrys.graph.actions import Action, Actions
from labrys.graph.asking import sees_own
from labrys.graph.builder import Builder
from labrys.graph.code import FALSE, Node, bit, node, num, var
from labrys.graph.elaborator import Uses
from labrys.graph.noise import check_noise
from labrys.graph.scope import Local, Scope
from labrys.language.constants import Constants
from labrys.language.declare import text_of
from labrys.language.parse import parse
from labrys.language.types import BagOf, ListOf, Member, Number, SetOf, Truth, Type, single
from labrys.language.world import World
from labrys.source.catalogue import Both
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar, words_of
from labrys.source.tree import Node as YamlNode


@dataclass(slots=True)
class Phase:
    name: str
    who: int
    actions: list[int]
    most: int
    enter: int = -1
    leave: int = -1
    next: int = -1
    stuck: str = ""
    stuck_body: int = -1
    loop: int = -1
    each: int = -1


@dataclass(slots=True)
class End:
    name: str
    that: int
    do: int
    at: str


@dataclass(slots=True)
class Program:
    """Everything an engine needs to run a game."""

    world: World
    builder: Builder
    actions: list[Action] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    setup: list[int] = field(default_factory=list)
    first: int = -1
    first_phase: int = -1
    begin: int = -1
    end: int = -1
    limit: tuple[str, int, int] | None = None
    invariants: list[tuple[str, int]] = field(default_factory=list)
    sites: list[dict[str, Any]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    uses: dict[str, Uses] = field(default_factory=dict)
    events: dict[str, Any] = field(default_factory=dict)
    sight: dict[int, int] = field(default_factory=dict)
    # What the queue of later jobs may hold: (function, number of arguments, name).
    queueables: list[tuple[int, int, str]] = field(default_factory=list)
    # The function that runs when a timer rings, and how long each runs from the start of the game (or -1).
    rings: list[int] = field(default_factory=list)
    # Events in the order of their numbers, and those raised where something hidden decides it.
    event_list: list[Any] = field(default_factory=list)
    quiet_events: set[str] = field(default_factory=set)
    # What the policy works out once for a seat, what it says waiting is worth, and the answers to a question: functions.
    policy_lets: list[int] = field(default_factory=list)
    wait_weight: int = -1
    # What a laid tile shows when it is drawn as a room: line, sign, the function that says how many.
    room_lines: list[tuple[str, str, int]] = field(default_factory=list)
    answer_weights: dict[int, int] = field(default_factory=dict)


def compile_world(world: World, constants: Constants, covering: bool = False) -> Program:
    return _Compiler(world, constants, covering).compile()


class _Compiler(Actions):
    def __init__(self, world: World, constants: Constants, covering: bool) -> None:
        super().__init__(world, Builder(), constants, covering)
        self.program = Program(world, self.builder)
        self.chosen: list[tuple[str, Type, int]] = []
        self.entered: set[str] = set()
        self.secretly: list[tuple[int, Span]] = []
        self.policy_lets = []

    def _labels(self) -> None:
        """A word that names no value names an action, a parameter, a phase, a question or a reaction."""
        if self.world.disabled:
            # A game loaded without a node, for a proof, may have lost what the word is for.
            return
        # `ask s to play …` has no name of its own.
        world, known = self.world, {"play", *self.constants.left_out}
        for action in self.program.actions:
            known |= {action.name, *(name for name, _ in action.params), *(name for name, _, _ in action.chosen)}
        for site in self.program.sites:
            known |= {str(site[key]) for key in ("ask", "event") if site.get(key)} | set(site.get("offers") or ())
        known |= {name for section in ("phases", "actions", "events", "triggers") for name, _ in world.nodes(section)}
        valued = {value for domain in world.domains.values() for value in domain.values}
        for name, (_, span) in world.labels.items():
            if name not in known and name not in valued:
                self.findings.report("unknown-name", span, suggestion(name, [*known, *world.values]), name=name)

    def compile(self) -> Program:
        world, program = self.world, self.program
        self.read_listeners()
        for name, _ in world.nodes("define"):
            if name not in self.definitions:
                self.define_now(name)
        for name, _ in world.nodes("relations"):
            self.relation(name)
        for name, _ in world.nodes("events"):
            self.event(name)
        self._starts()
        self._policy_lets()
        for index, (name, entry) in enumerate(world.nodes("actions")):
            program.actions.append(self.action(name, entry, index))
        self.using = Uses()
        for name, entry in world.nodes("setup"):
            self._setup(name, entry)
        self._turns()
        for name, entry in world.nodes("phases"):
            program.phases.append(self._phase(name, entry))
        for name, entry in world.nodes("ends"):
            self._end(name, entry)
        self._limit()
        for name, entry in world.nodes("invariants"):
            that = entry if isinstance(entry, Scalar) else entry.get("that")
            self.named(f"invariants.{name}", "invariant", name, entry, self.spot("invariants", name))
            if isinstance(that, Scalar):
                program.invariants.append((name, self._condition(that)))
        self.unheard()
        program.rings = [self.rings(timer) or -1 for timer in world.timers]
        self._sight()
        self._policy()
        self._rooms()
        for name, entry in world.nodes("seats"):
            if isinstance(entry, Mapping):
                self.named(f"seats.{name}", "seat", name, entry, self.spot("seats", name))
        for name, entry in world.nodes("constants"):
            if isinstance(entry, Mapping):
                self.named(f"constants.{name}", "constant", name, entry, self.spot("constants", name))
        program.sites, program.reasons = self.sites, self.reasons
        program.uses, program.events = self.uses, self.events
        program.queueables = self.queueables
        program.event_list = list(self.events.values())
        program.quiet_events = {name for uses in self.uses.values() for name in uses.quietly}
        self._labels()
        program.quiet_events |= self.origins.follow(self.events, self.findings)
        check_noise(program, self.findings, self.secretly)
        return program

    def _condition(self, scalar: Scalar, wanted: Type | None = None) -> int:
        """A function without parameters that works out a condition or value."""
        syntax = parse(scalar, "expr", self.findings)
        scope = Scope(scalar)
        made = FALSE
        if syntax is not None:
            made = self.typed(syntax, scope, wanted) if wanted is not None else self.test(syntax, scope)
        return self.builder.function([], [node("return", made)], "condition").number

    def _hook(self, found: YamlNode | None, label: str, me: Node | None = None, cover: str = "") -> int:
        if not isinstance(found, Scalar):
            return -1
        self.loops, self.secrets, self.chosen = 0, [], []
        code = self.body(found, Scope(found, me=me, place="hook"))
        return self.builder.function([], [*self.cover(cover), *code, node("return", num(0))], label, True).number

    def _starts(self) -> None:
        """Start values of fields, which are constant expressions of their types."""
        for this in self.world.layout:
            if this.start is None:
                if this.start_value is None and isinstance(this.type, Number):
                    this.start_value = min(max(0, this.type.low), this.type.high)
                continue
            syntax = parse(this.start, "expr", self.findings)
            if syntax is None:
                continue
            scope = Scope(this.start)
            if isinstance(this.type, BagOf):
                continue
            value = self.convert(self.expr(syntax, scope, this.type), this.type, syntax, scope)
            if value.wrong:
                continue
            this.start_value = _constant(value.node, self.builder)
            if this.start_value is None:
                self.findings.report("not-constant", this.start.span)

    def _setup(self, name: str, entry: YamlNode) -> None:
        id = f"setup.{name}"
        self.named(id, "setup", name, entry, self.spot("setup", name))
        self.using = Uses()
        drawing = entry.get("map")
        if isinstance(drawing, Scalar):
            code = self._drawn(drawing)
            made = self.builder.function([], [*self.cover(id), *code, node("return", num(0))], name, True)
            self.program.setup.append(made.number)
        body = self._hook(entry.get("do"), name, cover=id)
        if body >= 0:
            self.program.setup.append(body)
        self.uses[id] = self.using

    def _drawn(self, drawing: Scalar) -> list[Node]:
        from labrys.board.errors import BoardError
        from labrys.language.drawings import spot_in
        from labrys.language.positions import read_position
        from labrys.language.reasons import board_reason

        if self.world.board is None:  # reported where the board is declared
            return []
        try:
            found = read_position(self.world, drawing.drawing())
        except BoardError as error:
            place = spot_in(drawing, error, lambda text: read_position(self.world, text))
            self.findings.report("bad-map", place, why=board_reason(error))
            return []
        return [node("store", number, num(holder), num(value), -1) for number, holder, value in found.stores]

    def _turns(self) -> None:
        turns = self.world.section("turns")
        program = self.program
        if turns is None:
            return
        self.named("turns", "turns", "turns", turns, self.world.tree.key_span("turns"))
        first, phase = turns.get("first"), turns.get("phase")
        if isinstance(first, Scalar) and first.value != "random":
            program.first = self._condition(first, self.kind_of("seat"))
        elif isinstance(first, Scalar):
            seats = len(self.world.seats)
            site = self.site_of(first, chance="roll", name="first", type="seat")
            values = node("numbers", num(0), num(seats))
            body = [node("store", self._system_number("$active"), num(0), node("chance", site, values, node("even")), -1)]
            program.setup.append(self.builder.function([], [*body, node("return", num(0))], "first", True).number)
        if isinstance(phase, Scalar):
            program.first_phase = self._condition(phase, self.kind_of("phase"))
        program.begin = self._hook(turns.get("begin"), "begin", cover="turns")
        program.end = self._hook(turns.get("end"), "end", cover="turns")

    def site_of(self, scalar: Scalar, **more: Any) -> int:
        span = scalar.span
        self.sites.append({"file": span.file, "line": span.line, "column": span.column, **more})
        return len(self.sites) - 1

    def _phase(self, name: str, entry: YamlNode) -> Phase:
        id = f"phases.{name}"
        self.named(id, "phase", name, entry, self.spot("phases", name))
        self.using = Uses()
        who, most, after, stuck = (entry.get(key) for key in ("who", "actions", "next", "stuck"))
        seats = SetOf(self.kind_of("seat"))
        made = bit(self.system("$active"), len(self.world.seats))
        if isinstance(who, Scalar) and who.value != "active":
            syntax = parse(who, "expr", self.findings)
            if syntax is not None:
                scope = Scope(who)
                value = self.expr(syntax, scope, self.kind_of("seat"))
                if isinstance(value.type, Member):
                    made = bit(self.convert(value, self.kind_of("seat"), syntax, scope).node, len(self.world.seats))
                else:
                    made = self.convert(value, seats, syntax, scope).node
        who_number = self.builder.function([], [*self.cover(id), node("return", made)], "who").number
        limit = -1
        if isinstance(most, Scalar) and most.value != "many":
            limit = self._condition(most, Number(0, 2**31 - 2))
        elif most is None:
            limit = self._condition(Scalar("1", self.spot("phases", name)), Number(0, 2**31 - 2))
        actions = [i for i, action in enumerate(self.program.actions) if name in action.phases]
        phase = Phase(name, who_number, actions, limit)
        phase.enter = self._hook(entry.get("enter"), f"enter {name}", cover=id)
        phase.leave = self._hook(entry.get("leave"), f"leave {name}", cover=id)
        if isinstance(after, Scalar):
            phase.next = self._condition(after, self.kind_of("phase"))
        if isinstance(stuck, Scalar):
            if stuck.value in ("pass", "skip", "loses"):
                phase.stuck = stuck.value
            else:
                phase.stuck, phase.stuck_body = "body", self._hook(stuck, f"stuck {name}")
        loop = entry.get("while")
        for key, other in (("while", "each"), ("each", "while")):
            if entry.get(key) is not None and entry.get(other) is None:
                what = Both("a phase with a loop", "une phase en boucle")
                self.findings.report("missing-key", self.spot("phases", name), name=name, key=other, what=what)
        if isinstance(loop, Scalar) and isinstance(entry.get("each"), Scalar):
            phase.loop, phase.each = self._condition(loop), self._hook(entry.get("each"), f"each {name}", cover=id)
        if not actions and phase.loop < 0 and phase.enter < 0:
            self.findings.report("empty-phase", self.spot("phases", name), name=name)
        self.uses[id] = self.using
        return phase

    def _end(self, name: str, entry: YamlNode) -> None:
        id = f"ends.{name}"
        self.named(id, "end", name, entry, self.spot("ends", name))
        self.using = Uses()
        that, at = entry.get("that"), entry.get("at")
        if not isinstance(that, Scalar):
            return
        syntax = parse(that, "expr", self.findings)
        made = self.test(syntax, Scope(that)) if syntax is not None else FALSE
        condition = self.builder.function([], [*self.cover(id), node("return", made)], name).number
        do = self._hook(entry.get("do"), name)
        moment = at.value if isinstance(at, Scalar) else "job"
        if moment not in ("job", "turn-begin", "turn-end") and isinstance(at, Scalar):
            self.findings.report("unknown-name", at.span, suggestion(moment, ["job", "turn-begin", "turn-end"]), name=moment)
        self.program.ends.append(End(name, condition, do, moment))
        self.uses[id] = self.using

    def _limit(self) -> None:
        limit = self.world.section("limit")
        if limit is None:
            if "limit" not in self.world.disabled:
                self.findings.report("no-limit", self.world.tree.span)
            return
        self.named("limit", "limit", "limit", limit, self.world.tree.key_span("limit"))
        for kind in ("turns", "decisions", "ticks"):
            found = limit.get(kind)
            if isinstance(found, Scalar):
                most = self.constants.number(found)
                do = self._hook(limit.get("do"), "limit", cover="limit")
                self.program.limit = (kind, most or 0, do)

    def _policy_lets(self) -> None:
        """Single values that a seat's weights share, each with those before it."""
        policy = self.world.section("policy")
        lets = policy.get("let") if policy is not None else None
        for name, text in lets.items() if isinstance(lets, Mapping) else ():
            if isinstance(text, Scalar):
                number, kind = self._weighing(text, {}, any_kind=True)
                self.program.policy_lets.append(number)
                self.policy_lets.append((name, kind))

    def _policy(self) -> None:
        """Weights of waiting and of answers; those of actions are worked out with them."""
        actions = [name for name, _ in self.world.nodes("actions")]
        asked = {str(site["ask"]) for site in self.sites if "ask" in site}
        section = self.world.section("policy")
        for name, entry in self.world.nodes("policy"):
            text = entry.get("weight")
            if name in actions or name == "let" or not isinstance(text, Scalar) or section is None:
                continue
            if name == "wait" and self.world.clocked:
                self.program.wait_weight = self._weighing(text, {})[0]
            elif name in asked:
                for number, site in enumerate(self.sites):
                    if site.get("ask") == name:
                        self.program.answer_weights[number] = self._weighing(text, {name: site["kind"]})[0]
            elif not self.world.disabled:
                # A game loaded without a node, for a proof, may have lost the question.
                self.findings.report("unknown-name", section.key_span(name), suggestion(name, [*actions, *asked]), name=name)

    def _weighing(self, text: Scalar, names: dict[str, Type], any_kind: bool = False) -> tuple[int, Type]:
        """A value worked out for the seat that decides, its lets and its answer."""
        syntax = parse(text, "expr", self.findings)
        known = [*self.policy_lets, *names.items()]
        me, numbers = self.builder.fresh(), [self.builder.fresh() for _ in known]
        locals_ = {name: Local(var(n), kind) for (name, kind), n in zip(known, numbers, strict=True)}
        scope = Scope(text, locals_, me=var(me), place="policy")
        self.secrets = []
        made: Node = num(0)
        kind: Type = Number(0, 0)
        if syntax is not None:
            value = self.expr(syntax, scope) if any_kind else self.integer(syntax, scope)
            made, kind = value.node, value.type
            if single(kind) is None and not value.wrong:
                self.mismatch(syntax, scope, kind, "a single value")
        for this, holder, span in self.secrets:
            if not sees_own(this, holder, var(me)):
                self.findings.report("secret-read", span or text.span, name=this.name)
        self.secrets = []
        return self.builder.function([me, *numbers], [node("return", made)], "weight").number, kind

    def _rooms(self) -> None:
        """`looks: rooms`: numbers or conditions of a cell, which everybody sees."""
        looks = self.world.section("looks")
        rooms = looks.get("rooms") if looks is not None else None
        for line in ("upper", "lower") if isinstance(rooms, Mapping) else ():
            signs = rooms.get(line)  # type: ignore[union-attr]
            for sign, text in signs.items() if isinstance(signs, Mapping) else ():
                syntax = parse(text, "expr", self.findings) if isinstance(text, Scalar) else None
                if syntax is None or not isinstance(text, Scalar):
                    continue
                it = self.builder.fresh()
                scope = Scope(text, {"it": Local(var(it), self.kind_of("cell"))})
                self.secrets = []
                value = self.expr(syntax, scope)
                if not isinstance(value.type, (Number, Truth)) and not value.wrong:
                    self.mismatch(syntax, scope, value.type, "a number")
                for this, _, span in self.secrets:
                    self.findings.report("secret-read", span or text.span, name=this.name)
                made = self.builder.function([it], [node("return", value.node)], "room").number
                self.program.room_lines.append((line, sign, made))
        self.secrets = []

    def _sight(self) -> None:
        """Conditions of `seen by`, as functions of the thing and the seat that looks."""
        for this in self.world.layout:
            if this.seen is None:
                continue
            syntax = parse(this.seen, "expr", self.findings)
            if syntax is None:
                continue
            it, viewer = self.builder.fresh(), self.builder.fresh()
            names = {"viewer": Local(var(viewer), self.kind_of("seat"))}
            if this.of is not None:
                names["it"] = Local(var(it), self.kind_of(this.of))
            made = self.test(syntax, Scope(this.seen, names))
            self.program.sight[this.number] = self.builder.function([it, viewer], [node("return", made)], "sight").number


def _constant(made: Node, builder: Builder) -> Any:
    """The value of code that reads no state, or None."""
    if made.op == "num":
        return made.args[0]
    if made.op == "mask":
        return (1 << made.args[0]) - 1
    if made.op == "bits_const":
        return made.args[0]
    if made.op == "row" and made.args[1].op == "num":
        return tuple(builder.tables[made.args[0]].values[made.args[1].args[0]])
    if made.op == "listbits":
        inner = _constant(made.args[0], builder)
        return None if inner is None else sum({1 << value for value in inner})
    if made.op == "bit":
        inner = _constant(made.args[0], builder)
        return None if inner is None else 1 << inner
    return None


__all__ = ["ListOf", "Program", "compile_world", "text_of", "words_of"]
