"""A position set up as a scenario's `given` says: a map, whose turn it is, and fields by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from labrys.board.charmap import read_map
from labrys.board.errors import BoardError
from labrys.engine.errors import UsageError
from labrys.engine.flow import ACT, BEGIN
from labrys.engine.legend import read_legend
from labrys.engine.values import parse_value
from labrys.language.declare import board_reason
from labrys.language.types import BagOf, ListOf, Maybe
from labrys.language.world import Field

if TYPE_CHECKING:
    from labrys.engine.game import Game, State


def arrange(game: Game, given: Mapping[str, Any], seed: int | None) -> State:
    """The position after set-up with these changes; then the turn of the active seat begins anew."""
    flow = game.flow
    state = game.start(1 if seed is None else seed)
    block = state.block[:]
    if seed is None:
        block[flow.rng] = block[flow.rng + 1] = 0
    for key, value in given.items():
        _place(game, block, key, value)
    phase = given.get("phase")
    if phase is not None:
        names = [p.name for p in game.program.phases]
        if str(phase) not in names:
            raise _wrong(f"There is no phase {phase}.", f"Il n'y a pas de phase {phase}.")
        block[flow.phase], block[flow.stage] = names.index(str(phase)), ACT
    else:
        block[flow.stage] = BEGIN
    block[flow.outcome] = 0
    return game.settled(block)


def _wrong(en: str, fr: str) -> UsageError:
    return UsageError(en, fr)


def _place(game: Game, block: list[int], key: str, value: Any) -> None:
    world, flow = game.world, game.flow
    if key == "map":
        _draw(game, block, str(value))
    elif key == "active":
        if value not in game.seats:
            raise _wrong(f"There is no seat {value}.", f"Il n'y a pas de place {value}.")
        block[flow.active] = game.seats.index(value)
    elif key in ("turn-number", "turn"):
        block[flow.turn] = int(value)
    elif key == "phase":
        return
    elif isinstance(value, Mapping):
        for inner, item in value.items():
            _place(game, block, f"{key}.{inner}", item)
    else:
        holder, _, name = key.rpartition(".")
        field, index = _find(game, holder, name)
        _store(world, block, field, index, value)


def _find(game: Game, holder: str, name: str) -> tuple[Field, int]:
    world = game.world
    if not holder:
        field = world.field_of(None, name)
        if field is not None:
            return field, 0
    for domain in world.domains.values():
        # `white.score`, and `score.white` as well: a table of one field by its holders.
        for thing, label in ((holder, name), (name, holder)):
            field = world.field_of(domain.name, label)
            if field is not None and thing in domain.values:
                return field, domain.values.index(thing)
    shown = f"{holder}.{name}" if holder else name
    raise _wrong(f"There is no field {shown}.", f"Il n'y a pas de champ {shown}.")


def _store(world: Any, block: list[int], field: Field, index: int, value: Any) -> None:
    at = field.slot + index * field.slots
    kind = field.type
    if isinstance(kind, ListOf):
        items = [parse_value(world, kind.of, item) for item in (value if isinstance(value, (list, tuple)) else [value])]
        block[at : at + field.slots] = [len(items), *items, *([0] * (kind.most - len(items)))][: field.slots]
    elif isinstance(kind, BagOf):
        counts = [0] * field.slots
        names = world.domains[kind.of.domain].values
        pairs = value.items() if isinstance(value, Mapping) else [(item, 1) for item in value]
        for name, count in pairs:
            if name not in names:
                raise _wrong(f"There is no {kind.of} {name}.", f"Il n'y a pas de {kind.of} {name}.")
            counts[names.index(name)] += int(count)
        block[at : at + field.slots] = counts
    else:
        block[at] = parse_value(world, kind, value)


def differences(state: State, text: str) -> list[str]:
    """The cells at which the position is not as a map says."""
    world = state.game.world
    wanted = state.block[:]
    _draw(state.game, wanted, text)
    found: set[int] = set()
    for stone in world.stones.values():
        if stone.lives == "cell":
            at = stone.field.slot
            found |= {cell for cell in range(stone.field.count) if wanted[at + cell] != state.block[at + cell]}
    for piece in world.pieces.values():
        if piece.lives == "cell":
            for slot in range(piece.place.slot, piece.place.slot + piece.place.count):
                if wanted[slot] != state.block[slot]:
                    found |= {cell for cell in (wanted[slot], state.block[slot]) if cell >= 0}
    return [world.domains["cell"].values[cell] for cell in sorted(found)]


def _draw(game: Game, block: list[int], text: str) -> None:
    """A map replaces everything that stands on the board."""
    world = game.world
    assert world.board is not None
    legend = read_legend(world)
    marks = _edge_marks(game)
    try:
        found = read_map(world.board, text, {*legend.cells, "."}, marks.keys() if marks else None)
    except BoardError as error:
        raise _wrong(f"The map cannot be read: {board_reason(error)}.", f"Le plan est illisible : {board_reason(error)}.") from None
    for stone in world.stones.values():
        if stone.lives == "cell" or (stone.lives == "edge" and marks):
            block[stone.field.slot : stone.field.slot + stone.field.count] = [-1] * stone.field.count
    for piece in world.pieces.values():
        if piece.lives == "cell" and isinstance(piece.place.type, Maybe):
            block[piece.place.slot : piece.place.slot + piece.place.count] = [-1] * piece.place.count
    for cell, glyph in found.cells.items():
        for number, holder, value in legend.put(glyph, cell):
            block[world.layout[number].slot + holder] = value
    for edge, glyph in found.edges.items():
        if glyph in marks:
            block[world.layout[marks[glyph]].slot + edge] = 0


def _edge_marks(game: Game) -> dict[str, int]:
    from labrys.source.tree import Mapping as Tree
    from labrys.source.tree import words_of

    looks = game.world.section("looks")
    edges = looks.get("edges") if looks else None
    marks: dict[str, int] = {}
    if isinstance(edges, Tree):
        for name, node in edges.items():
            for word in words_of(node):
                if name in game.world.stones:
                    marks[word.value[:1]] = game.world.stones[name].field.number
    return marks
