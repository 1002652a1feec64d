"""From a World to a Program: every rule elaborated, the flow worked out, all findings made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labrys.graph.actions import Action, Actions
from labrys.graph.builder import Builder
from labrys.graph.code import FALSE, Node, node, num, var
from labrys.graph.elaborator import Uses
from labrys.graph.scope import Local, Scope
from labrys.language.constants import Constants
from labrys.language.declare import text_of
from labrys.language.parse import parse
from labrys.language.types import BagOf, ListOf, Member, Number, SetOf, Type
from labrys.language.world import World
from labrys.source.findings import suggestion
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


def compile_world(world: World, constants: Constants, covering: bool = False) -> Program:
    return _Compiler(world, constants, covering).compile()


class _Compiler(Actions):
    def __init__(self, world: World, constants: Constants, covering: bool) -> None:
        super().__init__(world, Builder(), constants, covering)
        self.program = Program(world, self.builder)
        self.chosen = []

    def compile(self) -> Program:
        world, program = self.world, self.program
        for name, _ in world.nodes("define"):
            if name not in self.definitions:
                self.define_now(name)
        for name, _ in world.nodes("relations"):
            self.relation(name)
        for name, _ in world.nodes("events"):
            self.event(name)
        self.check_heads()
        self._starts()
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
        self._sight()
        for name, entry in world.nodes("seats"):
            if isinstance(entry, Mapping):
                self.named(f"seats.{name}", "seat", name, entry, self.spot("seats", name))
        for name, entry in world.nodes("constants"):
            if isinstance(entry, Mapping):
                self.named(f"constants.{name}", "constant", name, entry, self.spot("constants", name))
        program.sites, program.reasons = self.sites, self.reasons
        program.uses, program.events = self.uses, self.events
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
        from labrys.board.charmap import read_map
        from labrys.board.errors import BoardError
        from labrys.engine.legend import read_legend
        from labrys.language.declare import board_reason

        assert self.world.board is not None
        legend = read_legend(self.world)
        code: list[Node] = []
        try:
            found = read_map(self.world.board, drawing.text()[0], {*legend.cells, "."})
        except BoardError as error:
            line = int(str(error.values.get("line", 1)))
            column = int(str(error.values.get("column", 1)))
            self.findings.report("bad-map", drawing.part(line, column, line, column + 1), why=board_reason(error))
            return []
        for cell, glyph in found.cells.items():
            for field_number, holder, value in legend.put(glyph, cell):
                code.append(node("store", field_number, num(holder), num(value), -1))
        return code

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
        made = node("bit", self.system("$active"))
        if isinstance(who, Scalar) and who.value != "active":
            syntax = parse(who, "expr", self.findings)
            if syntax is not None:
                scope = Scope(who)
                value = self.expr(syntax, scope, self.kind_of("seat"))
                if isinstance(value.type, Member):
                    made = node("bit", self.convert(value, self.kind_of("seat"), syntax, scope).node)
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
        if isinstance(loop, Scalar):
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
