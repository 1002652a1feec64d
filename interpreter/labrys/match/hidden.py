"""What lies where a seat sees nothing: the places, the things in them, and dealing these out anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labrys.engine.run import Block
from labrys.engine.state import State
from labrys.engine.view import sees
from labrys.language.types import (
    BagOf,
    ListOf,
    Maybe,
    Member,
    Number,
    SetOf,
    Type,
    empty_of,
    single,
)
from labrys.language.world import Field, set_size

if TYPE_CHECKING:
    from labrys.engine.game import Game

# Fields of the flow that a view has.
SHOWN = ("$active", "$turn", "$phase", "$living")


@dataclass(frozen=True)
class Held:
    """One thing that lies in a hidden place: its kind, its value, and the word that holds it."""

    kind: str
    value: int
    word: int
    # A bag counts copies: the word belongs to the value, and the bag begins here.
    bag: int | None = None


def plain(game: Game, block: Block) -> State:
    """A block to look at, whatever its flow is about to do."""
    return State(game, block, [], ([], [], (0, 0)))


class Hidden:
    """The places one seat does not see in a block (-1: a spectator), in the order of the layout."""

    def __init__(self, game: Game, block: Block, viewer: int) -> None:
        self.game, self.viewer = game, viewer
        state = plain(game, block)
        self.places: list[tuple[Field, int]] = [
            (field, index)
            for field in game.world.layout
            if not field.name.startswith("$") and field.seen_by != "all"
            for index in range(field.count)
            if not sees(state, field, index, viewer)
        ]

    def counted(self, field: Field, index: int) -> bool:
        """Whether the seat sees at least how much lies there."""
        if field.counted_by != "owner":
            return field.counted_by == "all"
        owners = self.game.world.domains[field.of or ""].owners
        return (index if field.of == "seat" else owners[index] if owners else -1) == self.viewer


def same_sight(one: Block, hidden: Hidden, other: Block, hidden_there: Hidden) -> bool:
    """Whether two blocks look the same to the seat: the same places, the same in all the others, counts included."""
    if hidden.places != hidden_there.places:
        return False
    left, right = one[:], other[:]
    for field, index in hidden.places:
        at = field.slot + index * field.slots
        if hidden.counted(field, index) and amount(one, field, at) != amount(other, field, at):
            return False
        left[at : at + field.slots] = right[at : at + field.slots] = [0] * field.slots
    for field in hidden.game.world.layout:
        if field.name.startswith("$") and field.name not in SHOWN:
            end = field.slot + field.slots * field.count
            left[field.slot : end] = right[field.slot : end] = [0] * (end - field.slot)
    return left == right


def amount(block: Block, field: Field, at: int) -> int:
    """How many things lie in a place."""
    if isinstance(field.type, BagOf):
        return sum(block[at : at + field.slots])
    if isinstance(field.type, ListOf):
        return block[at]
    if isinstance(field.type, SetOf):
        return block[at].bit_count()
    return 0 if isinstance(field.type, Maybe) and block[at] == empty_of(field.type) else 1


def held(block: Block, field: Field, index: int) -> Iterator[Held]:
    """The things in a place that can be exchanged for others."""
    at, kind = field.slot + index * field.slots, field.type
    if isinstance(kind, BagOf):
        for value in range(field.slots):
            if block[at + value]:
                yield Held(str(kind.of), value, at + value, at)
    elif isinstance(kind, ListOf):
        for word in range(at + 1, at + 1 + block[at]):
            yield Held(str(kind.of), block[word], word)
    elif not isinstance(kind, SetOf) and not (isinstance(kind, Maybe) and block[at] == empty_of(kind)):
        yield Held(str(single(kind)), block[at], at)


# -- dealing anew


def deal(game: Game, block: Block, hidden: Hidden, dice: random.Random, ranges: bool = True) -> Block | None:
    """The block with everything that is hidden shuffled and dealt out, kind by kind; None if it cannot be placed.

    A place keeps its number of things if the seat sees that number; the others share theirs out anew. With `ranges`
    numbers and truths, and what a seat alone may have chosen, are drawn from all they could be.
    """
    found = block[:]
    kinds: dict[object, list[tuple[Field, int]]] = {}
    for field, index in hidden.places:
        kinds.setdefault(_inner(field.type), []).append((field, index))
    for kind, places in kinds.items():
        if ranges and not _material(kind, places):
            for field, index in places:
                _from_range(found, field, field.slot + index * field.slots, hidden.counted(field, index), dice)
        elif not _deal_kind(found, block, hidden, places, dice):
            return None
    return found


def _inner(kind: Type) -> object:
    return kind.of if isinstance(kind, (BagOf, ListOf, SetOf, Maybe)) else kind


def _material(kind: object, places: list[tuple[Field, int]]) -> bool:
    """Whether these are things that are somewhere, rather than something noted down or chosen."""
    if not isinstance(kind, Member):
        return False
    if any(isinstance(field.type, (BagOf, ListOf)) for field, _ in places):
        return True
    return len(places) > 1 and any(field.of != "seat" for field, _ in places)


def _from_range(found: Block, field: Field, at: int, counted: bool, dice: random.Random) -> None:
    """A value of its type, whichever; where the number of values is seen it stays."""
    kind = field.type
    if isinstance(kind, BagOf):
        # Bags hold things, and things are dealt.
        raise AssertionError(field.name)
    low, high = _bounds(_inner(kind))
    if isinstance(kind, ListOf):
        size = found[at] if counted else dice.randint(0, kind.most)
        values = [dice.randint(low, high) for _ in range(size)]
        found[at : at + field.slots] = [size, *values, *([0] * (kind.most - size))]
    elif isinstance(kind, SetOf):
        most = set_size(kind)
        size = found[at].bit_count() if counted else dice.randint(0, most)
        found[at] = sum(1 << value for value in dice.sample(range(most), size))
    elif isinstance(kind, Maybe) and dice.randrange(high - low + 2) == 0:
        found[at] = empty_of(kind)
    else:
        found[at] = dice.randint(low, high)


def _bounds(kind: object) -> tuple[int, int]:
    if isinstance(kind, Number):
        return kind.low, kind.high
    return (0, kind.size - 1) if isinstance(kind, Member) else (0, 1)


def _deal_kind(found: Block, block: Block, hidden: Hidden, places: list[tuple[Field, int]], dice: random.Random) -> bool:
    pool: list[int] = []
    sizes: list[int] = []
    loose: list[int] = []
    for number, (field, index) in enumerate(places):
        at = field.slot + index * field.slots
        pool += _values(block, field, at)
        sizes.append(amount(block, field, at))
        several = isinstance(field.type, (BagOf, ListOf, SetOf))
        if isinstance(field.type, Maybe) or (several and not hidden.counted(field, index)):
            loose.append(number)
    # The order in which they lie now is a secret too.
    pool.sort()
    dice.shuffle(pool)
    _share_out(sizes, loose, places, dice)
    for (field, index), size in zip(places, sizes, strict=True):
        at = field.slot + index * field.slots
        dealt, pool = pool[:size], pool[size:]
        if not _put(found, field, at, dealt):
            return False
    return True


def _share_out(sizes: list[int], loose: list[int], places: list[tuple[Field, int]], dice: random.Random) -> None:
    """What lies in places nobody counts for the seat: as much together, each place within its room."""
    total = sum(sizes[number] for number in loose)
    for number in loose:
        sizes[number] = 0
    open_ = list(loose)
    while total:
        number = dice.choice(open_)
        if sizes[number] < _capacity(places[number][0]):
            sizes[number] += 1
            total -= 1
        else:
            open_.remove(number)


def _capacity(field: Field) -> int:
    if isinstance(field.type, (BagOf, ListOf)):
        return field.type.most
    return set_size(field.type) if isinstance(field.type, SetOf) else 1


def _values(block: Block, field: Field, at: int) -> list[int]:
    if isinstance(field.type, BagOf):
        return [value for value in range(field.slots) for _ in range(block[at + value])]
    if isinstance(field.type, ListOf):
        return block[at + 1 : at + 1 + block[at]]
    if isinstance(field.type, SetOf):
        return [value for value in range(set_size(field.type)) if block[at] >> value & 1]
    return [block[at]] if amount(block, field, at) else []


def _put(found: Block, field: Field, at: int, dealt: list[int]) -> bool:
    """False if they cannot all lie there: a set holds nothing twice."""
    if isinstance(field.type, BagOf):
        counts = [0] * field.slots
        for value in dealt:
            counts[value] += 1
        found[at : at + field.slots] = counts
    elif isinstance(field.type, ListOf):
        found[at : at + field.slots] = [len(dealt), *dealt, *([0] * (field.type.most - len(dealt)))]
    elif isinstance(field.type, SetOf):
        if len(set(dealt)) < len(dealt):
            return False
        found[at] = sum(1 << value for value in dealt)
    elif dealt:
        found[at] = dealt[0]
    else:
        found[at] = empty_of(field.type)
    return True
