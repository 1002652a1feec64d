"""Whether the fields the flow keeps for itself fit together; a save may say anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labrys.engine.flow import ACT, ENDED, FRAME, FRAMES, QUEUE_ROW

if TYPE_CHECKING:
    from labrys.engine.game import Game
    from labrys.engine.run import Block

# Counters that go up by one must not meet the largest number; no game lasts that long.
_MOST = 1 << 30
_COUNTERS = ("$turn", "$acts", "$count", "$done", "$starts")


def check_cursor(game: Game, block: Block) -> None:
    """Raises ValueError if the flow could not have left the block like this."""
    flow, program, world = game.flow, game.program, game.world
    phases = range(-1, len(program.phases))
    _demand(block[flow.stage] <= ENDED and block[flow.setup] <= len(program.setup))
    _demand(block[flow.phase] in phases and (block[flow.phase] >= 0 or block[flow.stage] != ACT))
    _demand(block[flow.reason] < len(program.reasons) and block[flow.outcome] <= 5)
    depth = block[flow.stack]
    _demand(0 <= depth <= FRAMES)
    for at in range(flow.stack + 1, flow.stack + 1 + FRAME * depth, FRAME):
        _demand(block[at] in phases and 0 <= block[at + 1] <= ENDED and 0 <= block[at + 2] < _MOST)
        _demand(block[at] >= 0 or block[at + 1] != ACT)
    room = world.fields[None, "$queue"]
    waiting = block[flow.waiting]
    _demand(waiting * QUEUE_ROW <= room.count)
    for at in range(room.slot, room.slot + QUEUE_ROW * waiting, QUEUE_ROW):
        _demand(0 <= block[at] < len(program.queueables) and 0 <= block[at + 1] <= FRAMES)
    for name in _COUNTERS:
        field = world.fields.get((None, name))
        if field is not None:
            _demand(all(value < _MOST for value in block[field.slot : field.slot + field.count]))


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("cursor")
