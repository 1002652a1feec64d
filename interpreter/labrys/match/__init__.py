"""What a match needs around the rules: its positions and journal, and positions as a seat may think them."""

from labrys.match.journal import Busy, Journal, is_journal, read
from labrys.match.match import Match, Parting, mark_of, save_as
from labrys.match.record import Move, Record, Setup
from labrys.match.resample import Resampler

__all__ = [
    "Busy", "Journal", "Match", "Move", "Parting", "Record", "Resampler", "Setup", "is_journal", "mark_of", "read", "save_as",
]  # fmt: skip
