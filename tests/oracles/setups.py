"""Tables to play at: a ruleset with its players, variants and options, and the same game by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import labrys
from by_hand.amazons import Amazons
from by_hand.breakthrough import Breakthrough
from by_hand.chess import START, Chess
from by_hand.connect_four import ConnectFour
from by_hand.english_draughts import EnglishDraughts
from by_hand.gomoku import Gomoku
from by_hand.hex import Hex
from by_hand.kuhn_poker import KuhnPoker
from by_hand.pig import Pig
from by_hand.quoridor import Quoridor
from by_hand.reversi import Reversi
from by_hand.table import Position, Square, Written
from by_hand.tic_tac_toe import TicTacToe

RULESETS = Path(__file__).parents[2] / "rulesets"


@dataclass(frozen=True)
class Table:
    """What is played, and how."""

    ruleset: str
    options: dict[str, Any] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    players: int = 2
    games: int = 2  # how many random games are enough by default

    def __str__(self) -> str:
        chosen = [f"{key}={value}" for key, value in self.options.items()]
        seats = [f"for {self.players}"] if self.players != 2 else []
        return " ".join([self.ruleset, *self.variants, *chosen, *seats])

    def load(self) -> labrys.Game:
        return loaded(self.ruleset, self.players, self.variants, tuple(self.options.items()))

    def by_hand(self, given: Written | None = None) -> Position:
        """The same game by hand: from the start, or as a scenario's `given` sets it up."""
        o, variants = self.options, self.variants
        match self.ruleset:
            case "amazons":
                return Amazons.start(**o)
            case "breakthrough":
                return Breakthrough.start(**o, must_capture="must-capture" in variants)
            case "chess":
                rights = "-" if "no-castling" in variants else "KQkq"
                fen = fen_of(given) if given else START.replace("KQkq", rights)
                how = {
                    "repetitions": o.get("repetitions", 3),
                    "quiet_moves": o.get("quiet-moves", 50),
                }
                return Chess.start(fen, **how, hill="king-of-the-hill" in variants)
            case "connect-four":
                return ConnectFour(**o, pop_out="pop-out" in variants)
            case "english-draughts":
                how = {
                    "repetitions": o.get("repetitions", 3),
                    "quiet_moves": o.get("quiet-moves", 40),
                }
                how |= {"flying": "flying-kings" in variants, "most": "most-captures" in variants}
                if given:
                    return EnglishDraughts.given(men_of(given), given.get("active", "black"), **how)
                return EnglishDraughts.start(**how)
            case "gomoku":
                return Gomoku(**o, pro="pro" in variants)
            case "hex":
                return Hex(**o)
            case "kuhn-poker":
                return KuhnPoker()
            case "pig":
                return Pig(self.players, **o, dice=2 if "two-dice" in variants else 1)
            case "quoridor":
                start = Quoridor.start(self.players, **o)
                return start.with_pawns(men_of(given)) if given else start
            case "reversi":
                return Reversi.start(
                    **o, anti="anti" in variants, open_start="open-start" in variants
                )
            case "tic-tac-toe":
                return TicTacToe(**o, misere="misere" in variants)
        raise ValueError(self.ruleset)


@cache
def loaded(
    ruleset: str, players: int, variants: tuple[str, ...], options: tuple[tuple[str, Any], ...]
) -> labrys.Game:
    return labrys.load(RULESETS / ruleset, players, variants, dict(options))


def men_of(given: Written) -> dict[Square, str]:
    """What stands on the squares of a map."""
    lines = given["map"].split()
    men = {}
    for y, line in zip(range(len(lines), 0, -1), lines, strict=True):
        men.update({(x, y): sign for x, sign in enumerate(line, 1) if sign not in ".#"})
    return men


def fen_of(given: Written) -> str:
    """The FEN a chess position is written from."""
    rows = "/".join(given["map"].split()).replace(".", "1")
    white = [right[0].upper() for right in given["white.castling"]]
    black = [right[0] for right in given["black.castling"]]
    number = (given["turn-number"] + 1) // 2
    rights = "".join(white + black) or "-"
    passed = given["ep"].replace("none", "-")
    return f"{rows} {given['active'][0]} {rights} {passed} {given['quiet-plies']} {number}"
