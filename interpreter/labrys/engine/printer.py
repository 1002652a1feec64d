"""Prints the code of a game as Python functions over a flat list, and makes them callable.

Only numbered names are printed, never a word of the author's, so a ruleset cannot smuggle in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from labrys.board.tiled import TiledBoard
from labrys.engine import primitives
from labrys.graph.builder import Builder
from labrys.graph.code import Function, Node, walk
from labrys.graph.fuel import heavy_functions
from labrys.language.types import Maybe, Member, empty_of, single
from labrys.language.world import World

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "band": "&", "bor": "|",
}  # fmt: skip


def print_python(world: World, builder: Builder, first: int = 0) -> str:
    """The source text of all functions, or of those from a number on."""
    return _Printer(world, builder).text(first)


def add_functions(names: dict[str, Any], builder: Builder, source: str) -> dict[str, Any]:
    """Printed functions made callable in a copy of `names`, beside those that are there already."""
    more = {**names, **{f"T{table.number}": table.values for table in builder.tables}}
    exec(compile(source, "<labrys>", "exec"), more)
    return more


@dataclass(slots=True)
class Functions:
    """The callable functions by number, and the cells through which they speak to the engine."""

    by_number: list[Callable[..., Any]]
    verdicts: list[tuple[int, bool | None, tuple[Any, ...]]] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    can: list[Callable[..., Any]] = field(default_factory=list)
    explore: list[Callable[..., Any]] = field(default_factory=list)
    fuel: primitives.Fuel = field(default_factory=primitives.Fuel)


def make_functions(world: World, builder: Builder, source: str) -> Functions:
    """Compiles the printed text. Nothing but tables and primitives is in reach of it."""
    made = Functions([])
    verdicts = made.verdicts
    names: dict[str, Any] = {name: getattr(primitives, name) for name in primitives.__all__}
    for table in builder.tables:
        names[f"T{table.number}"] = table.values
    names["HISTORIES"] = [
        primitives.HistoryPlace(
            history.count.slot, history.keys.slot, history.keep, tuple((f.slot, f.slots * f.count, f.words // f.slots) for f in history.fields)
        )
        for history in world.histories.values()
    ]
    names["NAMES"] = log_names(builder)
    names |= {"VERDICTS": verdicts, "COVERED": made.covered, "CAN": made.can, "EXPLORE": made.explore, "FUEL": made.fuel}
    names["NEST"] = made.fuel.nest
    names["TILES"] = tile_plan(world)
    names["held"] = lambda guard: all(row[1] for row in verdicts if row[0] == guard)
    names["all_held"] = lambda: all(row[1] for row in verdicts)
    exec(compile(source, "<labrys>", "exec"), names)
    made.by_number = [names[f"f{function.number}"] for function in builder.functions]
    return made


def log_names(builder: Builder) -> list[str]:
    """Names in the order in which the printed code refers to them."""
    return list(dict.fromkeys(part.args[2] for function in builder.functions for part in walk(function.body) if part.op == "open"))


Rows = tuple[tuple[int, int], ...]


def tile_fields(world: World, words: bool = False) -> tuple[Rows, Rows, Rows]:
    """What moves along with a tile: fields by cell and by slot (first, width), and places of pieces (first, count)."""
    by_cell: list[tuple[int, int]] = []
    by_slot: list[tuple[int, int]] = []
    standing: list[tuple[int, int]] = []
    stones = {id(stone.field) for stone in world.stones.values()}
    places = {id(piece.place) for piece in world.pieces.values()}
    for this in world.layout:
        first, width = (this.word, this.words) if words else (this.slot, this.slots)
        cell_valued = isinstance(single(this.type), Member) and single(this.type) == world.domains["cell"].type
        if this.of == "cell" and (id(this) in stones or this.travels):
            by_cell.append((first, width))
        if this.of == "slot" and (this.travels or this.name in ("tile", "turn", "face-up")):
            by_slot.append((first, width))
        if cell_valued and (id(this) in places or this.travels):
            standing.append((first, this.count))
    return tuple(by_cell), tuple(by_slot), tuple(standing)


def tile_plan(world: World) -> primitives.TilePlan | None:
    """What moves along when a tile turns or changes its slot."""
    board = world.board
    if not isinstance(board, TiledBoard):
        return None
    turn = world.fields["slot", "turn"].slot
    return primitives.TilePlan(turn, board.cells_of, board.goes, *tile_fields(world))


class _Printer:
    def __init__(self, world: World, builder: Builder) -> None:
        self.world = world
        self.builder = builder
        self.lines: list[str] = []
        self.names = {name: index for index, name in enumerate(log_names(builder))}
        self.histories = {name: index for index, name in enumerate(world.histories)}
        self.heavy = heavy_functions(builder)
        self.burning = False
        self.recursive = False

    def text(self, first: int = 0) -> str:
        for function in self.builder.functions[first:]:
            self._function(function)
        return "\n".join(self.lines) + "\n"

    def _function(self, function: Function) -> None:
        self.burning, self.recursive = function.number in self.heavy, function.recursive
        params = ["S", *(["X"] if function.effect else []), *(f"v{n}" for n in function.params)]
        self.lines.append(f"def f{function.number}({', '.join(params)}):")
        self._block(function.body, 1)

    def _block(self, body: list[Node], depth: int) -> None:
        if not body:
            self.lines.append("    " * depth + "pass")
        for statement in body:
            self._statement(statement, depth)

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _slot(self, number: int, holder: Node) -> str:
        field = self.world.layout[number]
        if holder.op == "num":
            return str(field.slot + holder.args[0] * field.slots)
        at = self.x(holder) if field.slots == 1 else f"{self.x(holder)}*{field.slots}"
        return f"{field.slot}+{at}" if field.slot else at

    # -- statements

    def _statement(self, this: Node, depth: int) -> None:
        a = this.args
        match this.op:
            case "let" | "assign":
                self._line(depth, f"v{a[0]} = {self.x(a[1])}")
            case "store":
                self._store(a, depth)
            case "when":
                if a[0].op == "num" and a[0].args[0]:
                    self._block(a[1], depth)
                    return
                self._line(depth, f"if {self.x(a[0])}:")
                self._block(a[1], depth + 1)
                if a[2]:
                    self._line(depth, "else:")
                    self._block(a[2], depth + 1)
            case "for":
                self._line(depth, f"for v{a[0]} in {self._iterable(a[1])}:")
                self._burn(depth + 1)
                self._block(a[2], depth + 1)
            case "while":
                self._line(depth, f"while {self.x(a[0])}:")
                self._burn(depth + 1)
                self._block(a[1], depth + 1)
            case "return":
                self._line(depth, f"return {self.x(a[0])}")
            case "break" | "continue":
                self._line(depth, this.op)
            case "do":
                self._line(depth, self.x(a[0]))
            case "fault":
                self._line(depth, f"raise Fault({a[0]!r}, {a[1]})")
            case "over":
                self._line(depth, "raise Over")
            case "rank":
                rank, score, outcome = (self.world.fields[None, n].slot for n in ("$rank", "$score", "$outcome"))
                winners = self.world.fields[None, "$winners"].slot
                self._line(depth, f"rank(S, {rank}, {score}, {outcome}, {winners}, {len(self.world.seats)})")
            case "open":
                kind, number, name, args = a
                told = "".join(self.x(n) + ", " for n in args)
                self._line(depth, f"if X.log is not None: X.open({kind!r}, {number}, NAMES[{self.names[name]}], ({told}))")
            case "altered":
                self._line(depth, f"X.altered(({''.join(self.x(n) + ', ' for n in a[0])}))")
            case "cancelled":
                self._line(depth, "X.cancelled()")
            case "close":
                self._line(depth, "if X.log is not None: X.close()")
            case "deeper" | "shallower":
                if self.recursive:
                    self._line(depth, f"FUEL.{this.op}()")
            case "nest":
                self._line(depth, f"NEST[{a[0]}] += {a[1]}")
            case "measure":
                self._line(depth, f"FUEL.measure({a[0]}, {self.x(a[1])}, {a[2]})")
            case "unmeasure":
                self._line(depth, f"FUEL.measures[{a[0]}].pop()")
            case "framepush":
                told = ", ".join(["X.touched", *(self.x(n) for n in a[0])])
                self._line(depth, f"X.frames.append([{told}]); X.touched = 0")
            case "framepop":
                self._line(depth, "X.frames.pop()")
            case "frameset":
                self._line(depth, f"X.frames[-1][{a[0] + 1}] = {self.x(a[1])}")
            case "touch":
                self._line(depth, f"X.frames[-1][0] |= {1 << a[0]}")
            case "becoming":
                self._line(depth, "X.touched = X.frames[-1][0]")
            case "later":
                told = "".join(self.x(n) + ", " for n in a[1])
                self._line(depth, f"X.later(S, {a[0]}, ({told}), {a[2]})")
            case "tell":
                self._line(depth, f"X.tell({a[0]}, {self.x(a[1])}, {self.x(a[2])})")
            case "enterphase":
                self._line(depth, f"X.enter_phase(S, {a[0]}, {a[1]})")
            case "starttimer":
                self._line(depth, f"X.start_timer(S, {self.x(a[0])}, {self.x(a[1])}, {a[2]})")
            case "stoptimer":
                self._line(depth, f"S[{self._slot(self.world.fields[None, '$due'].number, a[0])}] = -1")
            case "turntile":
                self._line(depth, f"turn_tile(S, TILES, {self.x(a[0])}, {self.x(a[1])})")
            case "swaptiles":
                self._line(depth, f"swap_tiles(S, TILES, {self.x(a[0])}, {self.x(a[1])})")
            case "try":
                self._line(depth, f"v{a[0]} = S[:]")
                self._block(a[1], depth)
                self._line(depth, f"if not {self.x(a[2])}:")
                self._line(depth + 1, f"S[:] = v{a[0]}")
                self._block(a[3], depth + 1)
            case "pass":
                self._line(depth, "pass")
            case "cover":
                self._line(depth, f"COVERED.add({a[0]})")
            case "fork":
                self._line(depth, "S = S[:]")
            case "offer":
                args = "".join(", " + self.x(n) for n in a[3])
                self._line(depth, f"v{a[0]}.append((v{a[1]}, {a[2]}{args}))")
            case "explore":
                given, args = ("".join(self.x(n) + ", " for n in part) for part in (a[3], a[4]))
                self._line(depth, f"EXPLORE[0](S, v{a[0]}, v{a[1]}, {a[2]}, ({given}), ({args}))")
            case "verdict":
                told = "".join(self.x(n) + ", " for n in a[2])
                self._line(depth, f"if {self.x(a[1])}: VERDICTS.append(({a[0]}, True, ()))")
                self._line(depth, f"else: VERDICTS.append(({a[0]}, False, ({told})))")
            case "untested":
                self._line(depth, f"VERDICTS.append(({a[0]}, None, ()))")
            case "nochoice":
                self._line(depth, f"VERDICTS.append((-1 - {a[0]}, False, ()))")
            case "remember" | "forget":
                self._line(depth, f"{this.op}(S, HISTORIES[{self.histories[a[0]]}])")
            case "flood":
                self._flood(a, depth)
            case _:
                self._collection(this, depth)

    def _burn(self, depth: int) -> None:
        """Loops that could run long pay for every turn."""
        if self.burning:
            self._line(depth, "FUEL.burn()")

    def _store(self, a: tuple[Any, ...], depth: int) -> None:
        number, holder, value, site = a
        field = self.world.layout[number]
        place = f"S[{self._slot(number, holder)}]"
        if site < 0:
            self._line(depth, f"{place} = {self.x(value)}")
            return
        kind, but = field.type, ""
        if isinstance(kind, Maybe):
            kind, but = kind.of, f"w != {empty_of(kind)} and "
        self._line(depth, f"w = {self.x(value)}")
        self._line(depth, f"if {but}not {kind.low} <= w <= {kind.high}: raise Fault('range', {site})")
        self._line(depth, f"{place} = w")

    def _collection(self, this: Node, depth: int) -> None:
        a = this.args
        field = self.world.layout[a[0]]
        at = self._slot(a[0], a[1])
        most = getattr(field.type, "most", 0)
        match this.op:
            case "listadd":
                self._line(depth, f"list_add(S, {at}, {most}, {self.x(a[2])}, {a[3]})")
            case "listremove":
                self._line(depth, f"list_remove(S, {at}, {self.x(a[2])}, {a[3]})")
            case "listall":
                self._line(depth, f"list_set(S, {at}, {most}, {self.x(a[2])}, {a[3]})")
            case "listset":
                self._line(depth, f"list_put(S, {at}, {self.x(a[2])}, {self.x(a[3])}, {a[4]})")
            case "listclear":
                self._line(depth, f"list_set(S, {at}, {most}, (), -1)")
            case "bagadd":
                self._line(depth, f"bag_add(S, {at}, {field.slots}, {most}, {self.x(a[2])}, {self.x(a[3])}, {a[4]})")
            case "bagset":
                self._line(depth, f"bag_set(S, {at}, {field.slots}, {most}, {self.x(a[2])}, {self.x(a[3])}, {a[4]})")
            case "bagclear":
                self._line(depth, f"S[{at}:{at}+{field.slots}] = ZEROS[:{field.slots}]")
            case _:
                raise AssertionError(this.op)

    def _iterable(self, this: Node) -> str:
        a = this.args
        match this.op:
            case "range":
                low = self.x(a[0])
                return f"range({self.x(a[1])})" if low == "0" else f"range({low}, {self.x(a[1])})"
            case "bits":
                return f"members({self.x(a[0])})"
            case "ring":
                return f"ring({self.x(a[0])}, {self.x(a[1])}, {self.x(a[2])})"
            case "copy":
                return f"tuple({self.x(a[0])})"
        return self.x(this)

    def _flood(self, a: tuple[Any, ...], depth: int) -> None:
        """A breadth-first walk; the relation's condition stands in the innermost line."""
        kind, start, goal, here, way, there, side, condition, links, _, first = a
        board = self.world.board
        assert board is not None
        if first is not None:
            self._flood_by_way(a, depth)
            return
        exits = tuple(tuple((e.way, e.there, e.edge) for e in row) for row in board.exits)
        number = self.builder.table("exits", exits)
        line = self._line
        keeps_way = kind in ("distance", "path")
        if kind == "reaches":
            line(depth, f"if v{goal} >> v{start} & 1: return 1")
            line(depth, f"if not v{goal}: return 0")
        if keeps_way:
            line(depth, f"if v{goal} >> v{start} & 1: return {'0' if kind == 'distance' else '()'}")
            line(depth, f"came = {{v{start}: -1}}")
        else:
            line(depth, f"seen = 1 << v{start}" if kind != "next" else "seen = 0")
        line(depth, f"todo = [v{start}]")
        line(depth, f"for v{here} in todo:")
        line(depth + 1, f"for v{way}, v{there}, v{side} in T{number}[v{here}]:")
        unseen = f"v{there} not in came" if keeps_way else f"not seen >> v{there} & 1"
        test = self.x(condition)
        line(depth + 2, f"if {unseen}" + (f" and {test}:" if test != "1" else ":"))
        self._visit(kind, goal, here, there, depth + 3)
        if links is not None:
            line(depth + 1, f"for v{there} in members({self.x(links)}):")
            line(depth + 2, f"if {unseen}:")
            self._visit(kind, goal, here, there, depth + 3)
        if kind == "next":
            line(depth + 1, "break")
        line(depth, {"region": "return seen", "next": "return seen", "reaches": "return 0",
                     "distance": f"return {-(2**31)}", "path": "return ()"}[kind])  # fmt: skip

    def _flood_by_way(self, a: tuple[Any, ...], depth: int) -> None:
        """The same over pairs of a cell and the way by which one came to it."""
        kind, start, goal, here, way, there, side, condition, links, came, first = a
        board = self.world.board
        assert board is not None
        exits = tuple(tuple((e.way, e.there, e.edge) for e in row) for row in board.exits)
        number, ways = self.builder.table("exits", exits), len(board.directions) + 1
        line = self._line
        at_once = {"reaches": "1", "distance": "0", "path": "()"}
        if kind in at_once:
            line(depth, f"if v{goal} >> v{start} & 1: return {at_once[kind]}")
        line(depth, f"seen = {'0' if kind == 'next' else f'1 << v{start}'}")
        line(depth, f"todo = [v{start} * {ways} + {self.x(first)} + 1]")
        line(depth, "before = {todo[0]: -1}")
        line(depth, "for at in todo:")
        line(depth + 1, f"v{here} = at // {ways}")
        line(depth + 1, f"v{came} = at % {ways} - 1")
        line(depth + 1, f"for v{way}, v{there}, v{side} in T{number}[v{here}]:")
        line(depth + 2, f"to = v{there} * {ways} + v{way} + 1")
        line(depth + 2, f"if to not in before and {self.x(condition)}:")
        self._visit_by_way(kind, goal, there, ways, depth + 3)
        if links is not None:
            line(depth + 1, f"for v{there} in members({self.x(links)}):")
            line(depth + 2, f"to = v{there} * {ways}")
            line(depth + 2, "if to not in before:")
            self._visit_by_way(kind, goal, there, ways, depth + 3)
        if kind == "next":
            line(depth + 1, "break")
        line(depth, {"reaches": "return 0", "distance": f"return {-(2**31)}", "path": "return ()"}.get(kind, "return seen"))

    def _visit_by_way(self, kind: str, goal: int, there: int, ways: int, depth: int) -> None:
        line = self._line
        line(depth, "before[to] = at")
        if kind == "reaches":
            line(depth, f"if v{goal} >> v{there} & 1: return 1")
        elif kind in ("distance", "path"):
            found = "way_back(before, to, True)" if kind == "distance" else f"tuple(at // {ways} for at in way_back(before, to, False))"
            line(depth, f"if v{goal} >> v{there} & 1: return {found}")
        else:
            line(depth, f"seen |= 1 << v{there}")
        line(depth, "todo.append(to)")

    def _visit(self, kind: str, goal: int, here: int, there: int, depth: int) -> None:
        line = self._line
        if kind == "reaches":
            line(depth, f"if v{goal} >> v{there} & 1: return 1")
        if kind in ("distance", "path"):
            line(depth, f"came[v{there}] = v{here}")
            line(depth, f"if v{goal} >> v{there} & 1: return way_back(came, v{there}, {kind == 'distance'})")
        else:
            line(depth, f"seen |= 1 << v{there}")
        if kind != "next":
            line(depth, f"todo.append(v{there})")

    # -- expressions

    def x(self, this: Node) -> str:
        a = this.args
        op = this.op
        if op in _INFIX:
            return f"({self.x(a[0])} {_INFIX[op]} {self.x(a[1])})"
        match op:
            case "num":
                return str(a[0]) if a[0] >= 0 else f"({a[0]})"
            case "var":
                return f"v{a[0]}"
            case "get":
                return f"S[{self._slot(a[0], a[1])}]"
            case "and" | "or":
                return f"({self.x(a[0])} {op} {self.x(a[1])})"
            case "not":
                return f"(not {self.x(a[0])})"
            case "if":
                return f"({self.x(a[1])} if {self.x(a[0])} else {self.x(a[2])})"
            case "tab" | "row":
                return f"T{a[0]}[{self.x(a[1])}]"
            case "call":
                return f"f{a[0]}({', '.join(['S', *map(self.x, a[1:])])})"
            case "callx":
                return f"f{a[0]}({', '.join(['S', 'X', *map(self.x, a[1:])])})"
            case "callq":
                return f"f{a[0]}({', '.join(['S', 'QUIET', *map(self.x, a[1:])])})"
            case "bit":
                return f"(1 << {self.x(a[0])})"
            case "bhas":
                return f"({self.x(a[0])} >> {self.x(a[1])} & 1)"
            case "bany":
                return f"({self.x(a[0])} != 0)"
            case "bandnot":
                return f"({self.x(a[0])} & ~{self.x(a[1])})"
            case "bcount":
                return f"({self.x(a[0])}).bit_count()"
            case "mask":
                return str((1 << a[0]) - 1)
            case "bits_const":
                return str(a[0])
            case "min" | "max":
                return f"{op}({self.x(a[0])}, {self.x(a[1])})"
            case "len":
                return f"len({self.x(a[0])})"
            case "list":
                at = self._slot(a[0], a[1])
                return f"S[{at}+1:{at}+1+S[{at}]]"
            case "listlen":
                return f"S[{self._slot(a[0], a[1])}]"
            case "listtake":
                return f"list_take(S, {self._slot(a[0], a[1])}, {a[2]})"
            case "item":
                return f"item({self.x(a[0])}, {self.x(a[1])})"
            case "samelist":
                return f"(tuple({self.x(a[0])}) == tuple({self.x(a[1])}))"
            case "inlist":
                return f"({self.x(a[0])} in {self.x(a[1])})"
            case "listbits":
                return f"bits_of({self.x(a[0])})"
            case "listof":
                return f"members({self.x(a[0])})"
            case "listfrom":
                return f"members_from({self.x(a[0])}, {self.x(a[1])})"
            case "withnone":
                return f"(*{self.x(a[0])}, {self.x(a[1])})"
            case "tuple":
                return f"({''.join(self.x(n) + ', ' for n in a[0])})"
            case "numbers":
                return f"tuple(range({self.x(a[0])}, {self.x(a[1])}))"
            case "even":
                return "None"
            case "bagget":
                return f"S[{self._slot(a[0], a[1])}+{self.x(a[2])}]"
            case "bagsum":
                at = self._slot(a[0], a[1])
                return f"sum(S[{at}:{at}+{self.world.layout[a[0]].slots}])"
            case "bagbits":
                at = self._slot(a[0], a[1])
                return f"kinds_in(S[{at}:{at}+{self.world.layout[a[0]].slots}])"
            case "bagweights":
                at = self._slot(a[0], a[1])
                return f"weights_in(S[{at}:{at}+{self.world.layout[a[0]].slots}])"
            case "around":
                return f"around({', '.join(map(self.x, a))})"
            case "seen":
                return f"times_seen(S, HISTORIES[{self.histories[a[0]]}])"
            case "chance":
                return f"X.chance(S, {a[0]}, {self.x(a[1])}, {self.x(a[2])})"
            case "choose":
                return f"X.choose({a[0]}, {self.x(a[1])})"
            case "ask" | "askany":
                word = "ask" if op == "ask" else "ask_any"
                return f"X.{word}(S, {a[0]}, {self.x(a[1])}, {self.x(a[2])}, {a[3]}, {self.x(a[4])})"
            case "veiled":
                told = "".join(", " + self.x(n) for n in a[2])
                return f"f{a[0]}(X.flow.masked(S, {self.x(a[1])}){told})"
            case "askeach":
                told = "".join(self.x(n) + ", " for n in a[3])
                return f"X.ask_each(S, {a[0]}, {self.x(a[1])}, f{a[2]}, ({told}), {a[4]}, {a[5]})"
            case "askplay":
                plays = "".join(f"({self.x(p.args[0])}, ({''.join(self.x(n) + ', ' for n in p.args[1])})), " for p in a[2])
                return f"X.ask_play(S, {a[0]}, {self.x(a[1])}, ({plays}))"
            case "react":
                return f"X.react(S, {a[0]}, {self.x(a[1])}, {self.x(a[2])}, {a[3]})"
            case "foremost":
                return "None"
            case "void":
                return "X.void"
            case "frameget":
                return f"X.frames[-1][{a[0] + 1}]"
            case "untouched":
                return f"(not X.frames[-1][0] >> {a[0]} & 1)"
            case "sure":
                return f"sure({self.x(a[0])}, {a[1]})"
            case "nested":
                return f"(NEST[{a[0]}] > 0)"
            case "subsets":
                return f"subsets({', '.join(map(self.x, a[:3]))})"
            case "bagcopy":
                at = self._slot(a[0], a[1])
                return f"tuple(S[{at}:{at}+{self.world.layout[a[0]].slots}])"
            case "can":
                return f"CAN[0](S, {a[0]}, {self.x(a[1])})"
            case "held":
                return f"held({a[0]})"
            case "allheld":
                return "all_held()"
        raise AssertionError(op)
