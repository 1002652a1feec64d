"""Plays games through a library built with the address and undefined-behaviour sanitizers, which end the process
at the first finding. Run by test_sanitizer.py in a process of its own, with the sanitizer loaded before Python."""

import random
import sys
from contextlib import suppress
from pathlib import Path

import labrys
from forged import forgeries
from labrys.engine.primitives import Fault
from labrys.native.engine import Native
from labrys.native.positions import Positions
from labrys_tools.players.tables import has_policy


def play(game: labrys.Game, times: int) -> int:
    """Walks through the library, games played out from anywhere, counts and forged saves; the number of decisions taken."""
    dice, taken = random.Random(1), 0
    assert game.native is not None
    positions = Positions(game.native, has_policy(game))
    for number in range(2 * times):
        state = game.start(number if number % 2 else None)
        for step in range(40):
            if state.over:
                break
            if step % 13 == 5:
                for save in forgeries(state, dice, 4):
                    with suppress(labrys.SaveError):
                        _ = game.from_bytes(save).decisions
            if step % 13 == 7 and state.at == "decision":
                with suppress(Fault):
                    here = positions.of(state)
                    positions.play_out(positions.after(here, dice.choice(here.offers)), None, number, 64, 60)
                    positions.play_out(here, dice.choice(here.offers), number, 64, 60)
            try:
                state = state.play(dice.choice(state.decisions))
            except labrys.Fault:
                break
            taken += 1
    start = game.start(3)
    for job in (lambda: labrys.playouts(start, 3 * times, 1), lambda: labrys.perft(start, 2)):
        try:
            job()
        except labrys.Fault:
            # Some examples come to a fault on purpose.
            continue
    return taken


def main(words: list[str]) -> None:
    times = int(words[0])
    for word in words[1:]:
        folder, players, *variants = word.split("|")
        game = labrys.load(Path(folder), int(players) if players else None, variants)
        game.native = Native(game.program, sanitize=True)
        print(game.id, *variants, play(game, times), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
