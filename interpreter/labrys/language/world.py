"""What a ruleset declares, as the elaborator and the engines need it: domains, places, fields, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from labrys.board.measure import Measure
from labrys.board.shapes import Placement
from labrys.board.topology import Topology
from labrys.language.types import BagOf, ListOf, Member, Number, SetOf, Type
from labrys.source.findings import Findings
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar

# A text for people: language -> sentence, or language -> form -> sentence.
Text: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Domain:
    """A finite set of named values, numbered from 0 in canonical order."""

    name: str
    values: tuple[str, ...]
    kind: str
    plural: str = ""
    names: dict[str, Text] = field(default_factory=dict)
    weights: tuple[int, ...] = ()
    # For a stone: owners x kinds; for a piece kind: the owner of each individual.
    owners: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def type(self) -> Member:
        return Member(self.name, len(self.values))


@dataclass(slots=True)
class Field:
    """A field of the state: where it lies in the block and who may see it."""

    number: int
    name: str
    of: str | None
    count: int
    type: Type
    start: Scalar | None = None
    start_value: Any = None
    slot: int = 0
    word: int = 0
    seen: Scalar | None = None
    seen_by: str = "all"
    counted_by: str = ""
    reset: str = ""
    travels: bool = False
    span: Span | None = None
    name_text: Text = field(default_factory=dict)

    @property
    def slots(self) -> int:
        """Places one value takes in the list of the Python engine."""
        if isinstance(self.type, ListOf):
            return 1 + self.type.most
        return self.type.of.size if isinstance(self.type, BagOf) else 1

    @property
    def words(self) -> int:
        """32-bit words one value takes in the block."""
        if isinstance(self.type, SetOf):
            return (set_size(self.type) + 31) // 32
        return self.slots


def set_size(kind: SetOf) -> int:
    if isinstance(kind.of, Member):
        return max(kind.of.size, 1)
    return kind.of.high - kind.of.low + 1 if isinstance(kind.of, Number) else 2


@dataclass(slots=True)
class Stone:
    name: str
    lives: str
    owned: bool
    kinds: tuple[str, ...]
    field: Field

    @property
    def per_owner(self) -> int:
        return max(len(self.kinds), 1)


@dataclass(slots=True)
class PieceKind:
    name: str
    plural: str
    lives: str
    domain: Domain
    place: Field
    per_seat: bool


@dataclass(slots=True)
class Shape:
    name: str
    on: str
    placements: Sequence[Placement]
    # For shapes of several kinds: which kind each placement is of.
    kinds: Sequence[int] = ()


@dataclass(slots=True)
class History:
    name: str
    fields: list[Field]
    keep: int
    count: Field
    keys: Field


@dataclass(frozen=True, slots=True)
class Named:
    """A node of the ruleset that has a name, may cite rules, and can be traced."""

    number: int
    id: str
    kind: str
    name: str
    cites: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class World:
    tree: Mapping
    findings: Findings
    seats: tuple[str, ...] = ()
    absent_seats: frozenset[str] = frozenset()
    options: dict[str, int] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    words_of_options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    board: Topology | None = None
    measure: Measure | None = None
    shapes: dict[str, Shape] = field(default_factory=dict)
    stones: dict[str, Stone] = field(default_factory=dict)
    pieces: dict[str, PieceKind] = field(default_factory=dict)
    fields: dict[tuple[str | None, str], Field] = field(default_factory=dict)
    layout: list[Field] = field(default_factory=list)
    histories: dict[str, History] = field(default_factory=dict)
    timers: dict[str, Any] = field(default_factory=dict)
    clocked: bool = False
    tick: float = 1.0
    named: dict[str, Named] = field(default_factory=dict)
    texts: dict[str, dict[str, Text]] = field(default_factory=dict)
    edges_named: bool = False
    vertices_named: bool = False
    # Marks of cells and of sides by tile, turn and position (and direction); fields printed on tiles.
    tile_marks: dict[str, list[int]] = field(default_factory=dict)
    tile_fields: dict[str, tuple[Type, list[int]]] = field(default_factory=dict)
    # How long each timer runs and when it starts by itself (-1: never), in ticks.
    timer_runs: tuple[int, ...] = ()
    timer_starts: tuple[int, ...] = ()
    # The signs of `looks`, read once everything else is declared (language.looks.Looks).
    looks: Any = None
    # Names for people of actions, parameters, phases, questions and reactions, and where they are given.
    labels: dict[str, tuple[Text, Span]] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()
    cited: list[Scalar] = field(default_factory=list)

    def section(self, name: str) -> Mapping | None:
        found = self.tree.get(name)
        return found if isinstance(found, Mapping) else None

    def nodes(self, name: str) -> list[tuple[str, Node]]:
        """The named nodes of a section, in order."""
        found = self.section(name)
        return list(found.items()) if found else []

    def field_of(self, of: str | None, name: str) -> Field | None:
        return self.fields.get((of, name))

    def add_domain(self, domain: Domain) -> Domain:
        self.domains[domain.name] = domain
        self.plurals[domain.plural or domain.name + "s"] = domain.name
        for index, value in enumerate(domain.values):
            self.values.setdefault(value, []).append((domain.name, index))
        return domain

    def add_field(self, name: str, of: str | None, count: int, kind: Type, **more: Any) -> Field:
        this = Field(len(self.layout), name, of, count, kind, **more)
        self.layout.append(this)
        self.fields[of, name] = this
        return this

    def add_named(self, id: str, kind: str, name: str, node: Node | None, span: Span) -> Named:
        cites: tuple[str, ...] = ()
        found = node.get("cites") if node is not None else None
        if found is not None:
            from labrys.source.tree import words_of

            self.cited += words_of(found)
            cites = tuple(word.value for word in words_of(found))
        this = Named(len(self.named), id, kind, name, cites, span)
        self.named[id] = this
        return this
