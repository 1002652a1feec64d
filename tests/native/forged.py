"""Saves as nobody but a forger writes them: right in length and checksum, and wrong in what they say."""

import json
import random
import struct
import zlib
from collections.abc import Iterator

from labrys import Game, State
from labrys.engine.state import MAGIC
from labrys.language.types import BagOf, ListOf, SetOf, bounds

ODD = (0, 1, -1, -2, -3, -4, -5, -6, 2, 3, 7, 64, 100, -100, 2**31 - 1, -(2**31))


def forgeries(state: State, dice: random.Random, number: int) -> Iterator[bytes]:
    """Saves of a position with a few words changed: fields, the job, the answers given so far."""
    game = state.game
    for _ in range(number):
        base, job, entries = state.origin
        if job is None and state.offers and dice.random() < 0.5:
            job = dice.choice(state.offers)
        if job is not None and dice.random() < 0.6:
            job = bent(dice, job)
        answers = [bent(dice, entry) if dice.random() < 0.4 else entry for entry in entries]
        if dice.random() < 0.3:
            answers.append(bent(dice, (0, 0, 0)))
        yield sealed(game, game.pack(_moved(game, dice, base)), job, answers)


def sealed(game: Game, block: bytes, job: object, answers: object) -> bytes:
    tail = json.dumps([job, answers], separators=(",", ":")).encode()
    body = struct.pack("<i", len(tail)) + block + tail
    return MAGIC + bytes.fromhex(game.hash) + struct.pack("<I", zlib.crc32(body)) + body


def bent(dice: random.Random, row: tuple[int, ...]) -> tuple[int, ...]:
    words = list(row)
    for _ in range(dice.randint(1, 3)):
        kind = dice.randrange(4)
        if kind == 0 or not words:
            words += [dice.choice(ODD)] * dice.choice((1, 2, 80, 400))
        elif kind == 1:
            words.pop(dice.randrange(len(words)))
        else:
            words[dice.randrange(len(words))] = dice.choice((*ODD, dice.randrange(300)))
    return tuple(words)


def _moved(game: Game, dice: random.Random, base: list[int]) -> list[int]:
    """The block with a few words changed to others of the same field."""
    block = base[:]
    fields = [field for field in game.world.layout if field.slots * field.count]
    for _ in range(dice.randint(0, 2)):
        field = dice.choice(fields)
        at = field.slot + dice.randrange(field.slots * field.count)
        if isinstance(field.type, (ListOf, BagOf, SetOf)):
            block[at] = dice.choice((0, 1, 2))
        else:
            low, high = bounds(field.type)
            block[at] = dice.choice((low, high, dice.randint(low, high)))
    return block
