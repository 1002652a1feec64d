"""A position set up as a scenario's `given` says: a map, whose turn it is, and fields by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from labrys.board.errors import BoardError
from labrys.engine.errors import IllegalDecision, UsageError
from labrys.engine.flow import ACT, BEGIN
from labrys.engine.run import Entry, Run
from labrys.engine.values import parse_value
from labrys.language.positions import emptied, read_position
from labrys.language.reasons import board_reason
from labrys.language.types import BagOf, ListOf
from labrys.language.world import Field

MOST_TURN = 1_000_000

if TYPE_CHECKING:
    from labrys.engine.game import Game
    from labrys.engine.state import State


def arrange(game: Game, given: Mapping[str, Any], seed: int | None) -> State:
    """The position after set-up with these changes; then the turn of the active seat begins anew."""
    flow = game.flow
    block = _set_up(game, 1 if seed is None else seed)
    if seed is None:
        block[flow.rng] = block[flow.rng + 1] = 0
    try:
        for key, value in given.items():
            _place(game, block, key, value)
    except IllegalDecision as error:
        raise _wrong(error.message["en"], error.message["fr"]) from None
    phase = given.get("phase")
    if phase is not None:
        names = [p.name for p in game.program.phases]
        if str(phase) not in names:
            raise _wrong(f"There is no phase {phase}.", f"Il n'y a pas de phase {phase}.")
        block[flow.phase], block[flow.stage] = names.index(str(phase)), ACT
    else:
        block[flow.stage] = BEGIN
    block[flow.outcome] = 0
    # What was remembered of the set-up is no part of the position that is given.
    for history in game.world.histories.values():
        for field in (history.count, history.keys):
            block[field.slot : field.slot + field.count] = [0] * field.count
    return game.settled(block)


def _set_up(game: Game, seed: int) -> list[int]:
    """The block after set-up, before the first turn begins; what is asked there is answered by the first choice."""
    base = game.fresh(seed)
    entries: list[Entry] = []
    while True:
        run = Run(game.flow, list(entries))
        run.only_setup = True
        block, pause = game.run(base, None, run)
        if pause is None:
            return block
        offer = pause.offers[0]
        value = offer[1:] if pause.kind == "play" else offer[2:]
        base, entries = run.base, pause.ordered([*run.transcript[: run.taken], (pause.site, offer[0], *value)])


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
    elif key == "turn-number" or (key == "turn" and not isinstance(value, Mapping)):
        if not str(value).isdigit() or int(value) > MOST_TURN:
            raise _wrong(f"{value} is no number of a turn.", f"{value} n'est pas un numéro de tour.")
        block[flow.turn] = int(value)
    elif key == "phase":
        return
    elif isinstance(value, Mapping) and not _is_bag(game, key):
        for inner, item in value.items():
            _place(game, block, f"{key}.{inner}", item)
    else:
        holder, _, name = key.rpartition(".")
        field, index = _find(game, holder, name)
        _store(world, block, field, index, value)


def _is_bag(game: Game, key: str) -> bool:
    """Whether a table under this key says how many of each value a bag holds, not what holders have."""
    holder, _, name = key.rpartition(".")
    try:
        field, _ = _find(game, holder, name)
    except UsageError:
        return False
    return isinstance(field.type, BagOf)


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
        _fits_in(field, len(items), kind.most)
        block[at : at + field.slots] = [len(items), *items, *([0] * (kind.most - len(items)))]
    elif isinstance(kind, BagOf):
        counts = [0] * field.slots
        names = world.domains[kind.of.domain].values
        pairs = value.items() if isinstance(value, Mapping) else [(item, 1) for item in value]
        for name, count in pairs:
            if name not in names:
                raise _wrong(f"There is no {kind.of} {name}.", f"Il n'y a pas de {kind.of} {name}.")
            counts[names.index(name)] += int(count)
        _fits_in(field, sum(counts), kind.most)
        block[at : at + field.slots] = counts
    else:
        block[at] = parse_value(world, kind, value)


def _fits_in(field: Field, many: int, most: int) -> None:
    if many > most:
        raise _wrong(f"{field.name} holds {most}, not {many}.", f"{field.name} en contient {most}, pas {many}.")


def differences(state: State, text: str) -> list[str]:
    """The places at which the position is not as a map says, as far as the map says anything."""
    world = state.game.world
    wanted = state.block[:]
    places = _draw(state.game, wanted, text)
    found: dict[str, set[int]] = {lives: set() for lives in ("cell", "edge", "vertex")}
    for stone in world.stones.values():
        if stone.lives in places:
            at = stone.field.slot
            found[stone.lives] |= {i for i in range(stone.field.count) if wanted[at + i] != state.block[at + i]}
    for piece in world.pieces.values():
        if piece.lives in places:
            slots = slice(piece.place.slot, piece.place.slot + piece.place.count)
            if piece.place.count > 1 and _like(world, piece.name):
                # Pieces of one sign are alike on a map: only the places they stand on count.
                found[piece.lives] |= set(wanted[slots]) ^ set(state.block[slots])
            else:
                pairs = zip(wanted[slots], state.block[slots], strict=True)
                found[piece.lives] |= {place for pair in pairs if pair[0] != pair[1] for place in pair}
    return [world.domains[lives].values[i] for lives, held in found.items() for i in sorted(held) if i >= 0]


def _like(world: Any, name: str) -> bool:
    number = world.pieces[name].place.number
    signs = [*world.looks.cells.values(), *world.looks.edges, *world.looks.vertices]
    return any(thing is not None and thing.piece and thing.number == number and len(thing.values) > 1 for thing in signs)


def _draw(game: Game, block: list[int], text: str) -> frozenset[str]:
    """A map replaces everything that stands on the board; the kinds of places it speaks of."""
    world = game.world
    try:
        found = read_position(world, text)
    except BoardError as error:
        why = board_reason(error)
        raise _wrong(f"The map cannot be read: {why.en}.", f"Le plan est illisible : {why.fr}.") from None
    for number, holder, value in (*emptied(world, found.places | _signed(world)), *found.stores):
        block[world.layout[number].slot + holder] = value
    return found.places


def _signed(world: Any) -> frozenset[str]:
    """Kinds of places whose things have signs: a map that shows none of them means that there are none."""
    return frozenset({"cell", *(["edge"] if world.looks.edges else []), *(["vertex"] if world.looks.vertices else [])})
