"""What a decision has shown that cannot be unseen: an outcome of chance, or something that was hidden."""

from __future__ import annotations

from labrys.engine.decisions import Decision
from labrys.engine.errors import LabrysError
from labrys.engine.primitives import Fault
from labrys.engine.run import Misfit
from labrys.engine.state import State
from labrys.engine.view import sees


def shown_by(before: State, decision: Decision, after: State) -> str | None:
    """`chance`, `secret` or None. In doubt something was shown."""
    game = before.game
    if _dice(before) != _dice(after):
        return "chance"
    if all(field.seen_by == "all" for field in game.world.layout if not field.name.startswith("$")):
        return None
    if after.story[1]:
        return "secret"
    if after.question is not None or before.question is not None:
        # Inside a job hidden things cannot be blanked out; better not to take back too much.
        return "secret"
    # Played with everything blank that not everybody sees, the same must come of it.
    try:
        blank = game.go(_blank(before), decision.offer, [])
    except (LabrysError, Fault, Misfit, LookupError, ArithmeticError):
        return "secret"
    return None if blank.view(None).fields == after.view(None).fields else "secret"


def _blank(state: State) -> list[int]:
    """The block with everything at its start that not everybody sees."""
    block, starts = state.block[:], state.game.flow.starts
    for this in state.game.world.layout:
        if this.seen_by == "all" or this.name.startswith("$"):
            continue
        for index in range(this.count):
            if not sees(state, this, index, -1):
                at = this.slot + index * this.slots
                block[at : at + this.slots] = starts[at : at + this.slots]
    return block


def _dice(state: State) -> tuple[int, ...]:
    """The words of the generator, which change with every outcome drawn."""
    at = state.game.flow.rng
    block = state.origin[0] if state.question is not None else state.block
    return tuple(block[at : at + 2])
