"""Errors a caller of the library may meet; all of them say what is wrong in both languages."""

from __future__ import annotations

from typing import Any

from labrys.source.catalogue import Both
from labrys.source.findings import Findings


class LabrysError(Exception):
    """Base of the library's errors. `message` has both languages."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.message = Both(en, fr)


class UsageError(LabrysError):
    """A game, number of players, variant or option that there is not."""


class NoCompiler(UsageError):
    """There is nothing to compile with; the Python engine goes on."""


class RulesetError(LabrysError):
    """A ruleset with errors; `findings` says which."""

    def __init__(self, findings: Findings) -> None:
        count = len(findings.errors())
        super().__init__(f"The ruleset has {count} errors.", f"Les règles contiennent {count} erreurs.")
        self.findings = findings


class IllegalDecision(LabrysError):
    """A decision the rules refuse; `refusals` says why."""

    def __init__(self, en: str, fr: str, refusals: list[Any] | None = None) -> None:
        super().__init__(en, fr)
        self.refusals = refusals or []


class RuleFault(LabrysError):
    """The rules broke one of their own bounds; the state is as it was."""


class SaveError(LabrysError):
    """Bytes that are no save of this game."""
