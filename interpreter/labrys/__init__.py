"""Labrys: board games as data. See docs/library.md."""

from labrys.engine.cache import cache_folder
from labrys.engine.errors import IllegalDecision, LabrysError, RulesetError, SaveError, UsageError
from labrys.engine.errors import RuleFault as Fault
from labrys.engine.game import Cause, Decision, Game, Outcome, Refusal, State
from labrys.engine.load import check, load, rule_graph
from labrys.engine.playing import Playouts, divide, perft, playouts
from labrys.language.world import Named as Node

__version__ = "0.1.0"
__all__ = [
    "Cause", "Decision", "Fault", "Game", "IllegalDecision", "LabrysError", "Node", "Outcome", "Playouts", "Refusal", "RulesetError", "SaveError",
    "State", "UsageError", "cache_folder", "check", "divide", "load", "perft", "playouts", "rule_graph",
]  # fmt: skip
