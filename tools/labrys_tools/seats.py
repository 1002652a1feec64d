"""Who sits where: `--seat NAME=human|random|policy|mcts:LEVEL`."""

import random
from collections.abc import Iterable

from labrys import Decision, Game, State

from labrys_tools.players import KINDS, budget_of
from labrys_tools.speech import language, say
from labrys_tools.trouble import WrongUse

HUMAN = "human"


def seating(game: Game, words: Iterable[str]) -> dict[str, str]:
    """The kind of player in every seat. A later word overrides an earlier one."""
    chosen = dict.fromkeys(game.seats, "human")
    for word in words:
        name, sign, kind = word.partition("=")
        if not sign or not is_kind(kind):
            kinds = ", ".join((HUMAN, *KINDS))
            raise WrongUse(
                say(
                    f"--seat {word}: write it as SEAT=KIND or all=KIND, with one of {kinds}.",
                    f"--seat {word} : écrivez SIÈGE=GENRE ou all=GENRE, avec {kinds}.",
                )
            )
        if name == "all":
            chosen = dict.fromkeys(game.seats, kind)
        elif name in chosen:
            chosen[name] = kind
        else:
            seats = ", ".join(game.seats)
            raise WrongUse(
                say(
                    f"There is no seat {name} in this game; there are {seats}.",
                    f"Il n'y a pas de siège {name} dans ce jeu ; il y a {seats}.",
                )
            )
    return chosen


def is_kind(kind: str) -> bool:
    """Whether there are players of this kind."""
    return kind in (HUMAN, *KINDS) or budget_of(kind) is not None


def named(game: Game, seat: str) -> str:
    """What people call a seat."""
    return str(game.seat_name(seat, language()))


def of_seat(state: State, seats: Iterable[str]) -> list[Decision]:
    """The decisions of these seats, with those nobody takes: chance and time."""
    wanted = set(seats)
    return [d for d in state.decisions if d.seat is None or d.seat in wanted]


def pick(dice: random.Random, decisions: list[Decision]) -> Decision:
    """A decision at random; a chance outcome as likely as it says."""
    weights = [d.probability for d in decisions]
    if decisions[0].kind == "chance" and all(weight is not None for weight in weights):
        return dice.choices(decisions, [float(weight or 0) for weight in weights])[0]
    return dice.choice(decisions)
