"""Labrys: board games as data. See docs/library.md."""

from labrys.checking import check
from labrys.engine.cache import cache_folder
from labrys.engine.chart import Chart
from labrys.engine.decisions import Decision
from labrys.engine.errors import (
    IllegalDecision,
    LabrysError,
    NoCompiler,
    RulesetError,
    SaveError,
    UsageError,
)
from labrys.engine.errors import RuleFault as Fault
from labrys.engine.game import Game
from labrys.engine.load import load, rule_graph
from labrys.engine.picture import Ink, LegendRow, Picture
from labrys.engine.playing import Playouts, by_policy, divide, perft, playouts, policy_games
from labrys.engine.state import Cause, Outcome, Refusal, State
from labrys.language.world import Named as Node

__version__ = "0.1.0"
__all__ = [
    "Cause", "Chart", "Decision", "Fault", "Game", "IllegalDecision", "Ink", "LabrysError", "LegendRow", "NoCompiler", "Node", "Outcome", "Picture", "Playouts", "Refusal", "RulesetError", "SaveError",
    "State", "UsageError", "by_policy", "cache_folder", "check", "divide", "load", "perft", "playouts", "policy_games", "rule_graph",
]  # fmt: skip
