"""Labrys: board games as data. See docs/library.md."""

from labrys.engine.errors import IllegalDecision, LabrysError, RulesetError, SaveError, UsageError
from labrys.engine.errors import RuleFault as Fault
from labrys.engine.game import Decision, Game, Outcome, State
from labrys.engine.load import check, load
from labrys.engine.playing import Playouts, divide, perft, playouts

__version__ = "0.1.0"
__all__ = [
    "Decision", "Fault", "Game", "IllegalDecision", "LabrysError", "Outcome", "Playouts", "RulesetError", "SaveError",
    "State", "UsageError", "check", "divide", "load", "perft", "playouts",
]  # fmt: skip
