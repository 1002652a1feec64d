"""What every value of the small code is in C: a number, a set, a list of numbers, or a list of sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labrys.graph.code import Function, Node, walk
from labrys.graph.compile import Program
from labrys.language.types import BagOf, ListOf, SetOf, Type

# A kind: its letter, and for lists how many there can be.
Kind = tuple[str, int]
INT: Kind = ("i", 0)
BITS: Kind = ("b", 0)
MOST_VALUES = 4_096

_BITS = frozenset({"bit", "bor", "band", "bandnot", "mask", "bits_const", "listbits", "bagbits"})


def kind_of_type(kind: Type) -> Kind:
    if isinstance(kind, SetOf):
        return BITS
    if isinstance(kind, ListOf):
        return ("l", kind.most)
    return INT


@dataclass
class Kinds:
    """Kinds of variables and of what functions return, found by going through the code until nothing changes."""

    program: Program
    bits: int = 64
    variables: dict[tuple[int, int], Kind] = field(default_factory=dict)
    returns: dict[int, Kind] = field(default_factory=dict)
    news: bool = True
    now: int = -1

    def find(self, wanted: set[int]) -> None:
        functions = [f for f in self.program.builder.functions if f.number in wanted]
        self._seed()
        self._policy()
        while self.news:
            self.news = False
            for function in functions:
                self._function(function)

    def _seed(self) -> None:
        """Parameters of functions that only the engine calls."""
        builder = self.program.builder
        for action in self.program.actions:
            types = [*(kind for _, kind in action.given), *(kind for _, kind in action.params)]
            for number in (action.deed, action.probe, action.trial, action.takes, action.keep):
                if number >= 0:
                    for name, kind in zip(builder.functions[number].params[1:], types, strict=False):
                        self.variables[number, name] = kind_of_type(kind)
            if action.keep >= 0:
                for name in builder.functions[action.keep].params[1 + len(types) :]:
                    self.variables[action.keep, name] = ("l", 64)
            if action.weight >= 0:
                lets = len(self.program.policy_lets)
                params = builder.functions[action.weight].params
                rows = [*[INT] * (1 + lets), *(kind_of_type(kind) for kind in types)]
                rows += [("l", 64)] * (len(params) - len(rows))
                for name, known in zip(params, rows, strict=True):
                    self.variables[action.weight, name] = known
            for name, (_, kind) in zip(builder.functions[action.lister].params[2:], action.given, strict=True):
                self.variables[action.lister, name] = kind_of_type(kind)

    def _policy(self) -> None:
        """The same of what weighs waiting and answers; lets of a policy are single values."""
        program = self.program
        for number in (*program.policy_lets, program.wait_weight, *program.answer_weights.values()):
            for name in program.builder.functions[number].params if number >= 0 else ():
                self.variables[number, name] = INT
        for site, number in program.answer_weights.items():
            self.variables[number, program.builder.functions[number].params[-1]] = kind_of_type(program.sites[site]["kind"])

    def _function(self, function: Function) -> None:
        self.now = function.number
        for part in walk(function.body):
            a = part.args
            if part.op in ("let", "assign"):
                self._learn(function.number, a[0], self.of(a[1]))
            elif part.op == "for":
                self._learn(function.number, a[0], self._member(a[1]))
            elif part.op == "return":
                self._returned(function.number, self.of(a[0]))
            elif part.op == "flood":
                self._flooded(function.number, a)
            elif part.op in ("call", "callx", "callq"):
                callee = self.program.builder.functions[a[0]]
                for name, arg in zip(callee.params, a[1:], strict=False):
                    self._learn(callee.number, name, self.of(arg))
            elif part.op == "veiled":
                callee = self.program.builder.functions[a[0]]
                for name, arg in zip(callee.params, a[2], strict=False):
                    self._learn(callee.number, name, self.of(arg))
            elif part.op == "askeach":
                callee = self.program.builder.functions[a[2]]
                for name, arg in zip(callee.params[1:], a[3], strict=False):
                    self._learn(callee.number, name, self.of(arg))

    def _flooded(self, number: int, a: tuple[Any, ...]) -> None:
        kind, start, goal, here, way, there, side = a[:7]
        for name in (start, here, way, there, side, a[9]):
            self._learn(number, name, INT)
        self._learn(number, goal, BITS)
        board = self.program.world.board
        cells = len(board.cells) * (1 if a[10] is None else len(board.directions) + 1) if board else 0
        self._returned(number, {"region": BITS, "next": BITS, "path": ("l", max(cells, 1))}.get(kind, INT))

    def _learn(self, function: int, name: int, kind: Kind | None) -> None:
        if kind is None:
            return
        known = self.variables.get((function, name))
        if _more(known, kind):
            self.variables[function, name] = kind
            self.news = True

    def _returned(self, number: int, kind: Kind | None) -> None:
        if kind is not None and _more(self.returns.get(number), kind):
            self.returns[number] = kind
            self.news = True

    def of(self, node: Node) -> Kind | None:
        """The kind of an expression, or None while it is not known."""
        a, op = node.args, node.op
        if op in _BITS:
            return BITS
        match op:
            case "var":
                return self.variables.get((self.now, a[0]))
            case "get":
                return kind_of_type(self.program.world.layout[a[0]].type)
            case "call" | "veiled":
                return self.returns.get(a[0])
            case "if":
                one, other = self.of(a[1]), self.of(a[2])
                return other if one is None or (other is not None and (one[0] == "i" or one < other)) else one
            case "list":
                kind = self.program.world.layout[a[0]].type
                return ("l", kind.most if isinstance(kind, ListOf) else 1)
            case "row":
                rows = self.program.builder.tables[a[0]].values
                return ("l", max((len(row) for row in rows), default=1) or 1)
            case "listof" | "listfrom":
                return ("l", self.bits)
            case "withnone":
                inner = self.of(a[0])
                return None if inner is None else ("l", inner[1] + 1)
            case "tuple":
                return ("l", max(len(a[0]), 1))
            case "numbers":
                return ("l", MOST_VALUES)
            case "bagweights" | "bagcopy":
                return ("l", self.program.world.layout[a[0]].slots)
            case "copy":
                return self.of(a[0])
            case "subsets":
                return ("s", MOST_VALUES)
            case "askeach":
                answers = self.returns.get(a[2])
                return ("s", 8) if answers is not None and answers[0] == "s" else ("l", 8)
            case "ask" | "askany":
                return self._member(a[2])
            case "choose":
                return INT
            case "item":
                return self._member(a[0])
            case "even" | "foremost":
                return None
        return INT

    def _member(self, node: Node) -> Kind | None:
        if node.op in ("range", "bits", "ring"):
            return INT
        kind = self.of(node)
        if kind is None:
            return None
        return BITS if kind[0] == "s" else INT


def _more(known: Kind | None, found: Kind) -> bool:
    """Whether a finding adds to what is known: a set or list where a number was thought, or a longer list."""
    if known is None:
        return True
    return known != found and (known[0] == "i" or (known[0] == found[0] and known[1] < found[1]))


def widest_set(program: Program, wanted: set[int]) -> int:
    """How many members the largest set of the game can have."""
    world, most = program.world, max(len(program.world.seats), 32)
    for field_ in world.layout:
        if isinstance(field_.type, SetOf):
            most = max(most, field_.words * 32)
        if isinstance(field_.type, BagOf):
            most = max(most, field_.slots)
    for function in program.builder.functions:
        if function.number not in wanted:
            continue
        for part in walk(function.body):
            a = part.args
            if part.op in ("bit", "bits", "listbits") and len(a) > 1 and isinstance(a[1], int):
                most = max(most, a[1])
            elif part.op == "mask":
                most = max(most, a[0])
            elif part.op == "bits_const":
                most = max(most, a[0].bit_length())
            elif part.op == "flood" and world.board is not None:
                most = max(most, len(world.board.cells))
    return most
