"""The list of what a person may do: grouped by action with its price, or asked part by part where it is long."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from labrys import Decision, State

from labrys_tools import screen
from labrys_tools.runner.look import Look
from labrys_tools.speech import language, say

# So few choices stand below each other without headings.
_FEW = 6


@dataclass(frozen=True)
class Part:
    """One thing to settle: its name, the values it may have, and the decisions that are left with each."""

    name: str
    values: tuple[str, ...]
    left: tuple[tuple[Decision, ...], ...]
    places: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether the values are numbers themselves: then one types the value, not its place in the list."""
        return all(value.isdecimal() for value in self.values)

    def lines(self) -> list[str]:
        """The values to choose from, as they are shown."""
        if self.counted:
            return screen.columns([f"{value:>3}" for value in self.values])
        # An action that can be done in one way only says how.
        alone = [left[0].text(language()) if self.name == _doing() and len(left) == 1 else "" for left in self.left]
        return screen.columns([f"{n:>3} {said or value}" for n, (said, value) in enumerate(zip(alone, self.values, strict=True), start=1)])

    def picked(self, entry: str) -> int | None:
        """The value a number or a name stands for."""
        if entry in self.values:
            return self.values.index(entry)
        if entry.isdecimal() and not self.counted and 1 <= int(entry[:9]) <= len(self.values):
            return int(entry[:9]) - 1
        typed = entry.casefold()
        near = [index for index, value in enumerate(self.values) if value.casefold().startswith(typed)] if typed else []
        return near[0] if len(near) == 1 else None


def listed(state: State, choices: Sequence[Decision], look: Look, everything: bool = False) -> list[str]:
    """All choices with their numbers, action by action."""
    groups = grouped(choices)
    prices = {name: price_of(state, choices[members[0]]) for name, members in groups.items()}
    if len(groups) == 1 or (len(choices) <= _FEW and not any(prices.values())):
        head = [look.bold(name + price) for name, price in prices.items() if price]
        return [look.safe(line) for line in head + screen.choice_list(choices, all_of_them=everything).splitlines()]
    # What says no more than its heading would needs none.
    alone = [members[0] for name, members in groups.items() if not prices[name] and _same(choices, members, name)]
    lines: list[str] = []
    shown = 0
    for name, members in groups.items():
        if members[0] in alone:
            continue
        lines.append(look.bold(f"{name}{prices[name]}"))
        room = len(members) if everything else max(6, screen.MOST_SHOWN - shown)
        part = members[:room]
        shown += len(part)
        lines += screen.choice_list(choices, part, all_of_them=True).splitlines()
        if len(part) < len(members):
            lines.append(screen.and_more(len(members) - len(part)))
    if alone:
        lines += [look.bold(say("or", "ou"))] if lines else []
        lines += screen.choice_list(choices, alone, all_of_them=True).splitlines()
    return [look.safe(line) for line in lines]


def _same(choices: Sequence[Decision], members: Sequence[int], name: str) -> bool:
    return len(members) == 1 and choices[members[0]].text(language()).casefold() == name.casefold()


def grouped(choices: Sequence[Decision]) -> dict[str, list[int]]:
    """The numbers of the choices by action; an action several seats may take stands once."""
    groups: dict[str, list[int]] = {}
    for index, decision in enumerate(choices):
        groups.setdefault(_heading(decision), []).append(index)
    return groups


def _heading(decision: Decision) -> str:
    if decision.kind == "play" and decision.offer[1] < 0:
        # Passing and waiting come with the language, and have their words there.
        return decision.text(language())
    return str(decision.game.label(decision.action, language()))


def price_of(state: State, decision: Decision) -> str:
    """What an action costs, to stand behind its name."""
    paid = [f"{label[language()]} −{amount}" for label, amount in state.costs(decision) if amount]
    return f" ({', '.join(paid)})" if paid else ""


def next_part(choices: Sequence[Decision]) -> Part | None:
    """The first thing the remaining choices differ in: who, which action, then its parameters in order."""
    keys = [_keys(decision) for decision in choices]
    for at in range(max(map(len, keys), default=0)):
        found: dict[str, list[Decision]] = {}
        for decision, key in zip(choices, keys, strict=True):
            found.setdefault(key[at][1] if at < len(key) else "-", []).append(decision)
        if len(found) > 1:
            name = next(key[at][0] for key in keys if at < len(key))
            return Part(name, tuple(found), tuple(tuple(members) for members in found.values()), _places(choices[0], found))
    return None


def of_part(state: State, left: Sequence[Decision], part: Part, look: Look) -> list[str]:
    """What is being decided, with its price, and the values to choose from, or some of very many."""
    groups = grouped(left)
    head = [look.bold(name + price_of(state, left[members[0]])) for name, members in groups.items()] if len(groups) == 1 else []
    if len(part.values) <= screen.MOST_SHOWN:
        return [look.safe(line) for line in head + part.lines()]
    return [look.safe(line) for line in [*head, f"    {', '.join(part.values[:_FEW])}, …"]]


def narrowed(choices: Sequence[Decision], settled: Sequence[tuple[str, str]]) -> list[Decision]:
    """Those of the choices that agree with what is settled already."""
    return [decision for decision in choices if all(pair in _keys(decision) for pair in settled)]


def _places(decision: Decision, values: dict[str, Any]) -> tuple[str, ...]:
    """Those of the values that are places on the board, to be marked there."""
    board = decision.game.world.board
    if board is None:
        return ()
    return tuple(value for value in values if value in board.cell_number or value in getattr(board, "edge_number", {}))


def _keys(decision: Decision) -> list[tuple[str, str]]:
    seat = [(say("who", "qui"), decision.seat or "")]
    action = [(_doing(), _heading(decision))]
    return [*seat, *action, *((decision.game.label(name, language()), _shown(value)) for name, value in decision.arguments.items())]


def _doing() -> str:
    return say("what to do", "que faire")


def _shown(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return " ".join(map(_shown, value)) or "-"
    if isinstance(value, bool):
        return say("yes", "oui") if value else say("no", "non")
    return "-" if value is None else str(value)
