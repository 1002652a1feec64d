"""`rules` at the prompt: the rules behind what may be done, in the ruleset's own words."""

from pathlib import Path
from typing import Any

from labrys import Game, State

from labrys_tools import shelf
from labrys_tools.proof import read_rules
from labrys_tools.runner.look import Look
from labrys_tools.screen import folded
from labrys_tools.speech import language, say
from labrys_tools.trouble import Failed


class Rulebook:
    """The numbered rules of one game, read when they are first asked for."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self._rules: dict[str, Any] | None = None

    @property
    def rules(self) -> dict[str, Any]:
        if self._rules is None:
            try:
                folder: Path = shelf.folder(self.name)
                rules, gaps = read_rules(folder)
                self._rules = {**rules, **gaps}
            except (Failed, OSError):
                self._rules = {}
        return self._rules

    def about(self, state: State, word: str, look: Look) -> list[str]:
        """The rules a word names: an id, an action, a phase; without a word those of what may be done now."""
        if word.upper() in self.rules:
            return self._told([word.upper()], look)
        wanted = word.casefold()
        if word:
            names = {node.name for node in self.game.nodes if wanted in self._called(node.name)}
        else:
            names = {decision.action for decision in state.decisions} | {state.phase or ""}
        cited: list[str] = []
        for node in self.game.nodes:
            # With an action come the guards it has to pass.
            if node.name in names or (node.kind == "guard" and any(node.id.startswith(f"actions.{name}.") for name in names)):
                cited += node.cites
        if not cited and word:
            cited = [rule for rule, text in self.rules.items() if wanted in str(text.get(language(), "")).casefold()]
        found = self._told(list(dict.fromkeys(cited)), look)
        return found or [say("No rule is called so; try an action, a number, or a word.", "Aucune règle ne s'appelle ainsi ; essayez une action, un numéro ou un mot.")]

    def _called(self, name: str) -> set[str]:
        """What a person may call a node."""
        return {name.casefold(), name.replace("-", " ").casefold(), self.game.label(name, language()).casefold()}

    def _told(self, ids: list[str], look: Look) -> list[str]:
        lines = []
        for rule in ids[:40]:
            text = self.rules.get(rule)
            if text:
                lines.append(look.safe(folded(f"{rule}  {text[language()]}")))
        return lines
