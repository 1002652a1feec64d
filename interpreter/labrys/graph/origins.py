"""Where values in events come from: arguments handed on from one event to the next, and what follows from them.

An argument that comes from something hidden stays hidden when it is handed on, an event raised because of
it is nobody's to know, and nobody may be asked because of it. Which arguments are hidden is known only when
every text has been read, so the ways are noted first and followed at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labrys.graph.code import Node, free_variables
from labrys.source.findings import Findings
from labrys.source.spans import Span

# An argument: the event and its position.
Argument = tuple[str, int]
Arguments = frozenset[Argument]


@dataclass(slots=True)
class Origins:
    by_variable: dict[int, Arguments] = field(default_factory=dict)
    handed_on: list[tuple[Arguments, Argument]] = field(default_factory=list)
    raised: list[tuple[Arguments, str]] = field(default_factory=list)
    asked: list[tuple[Arguments, Span]] = field(default_factory=list)

    def given(self, event: str, numbers: list[int]) -> None:
        for position, number in enumerate(numbers):
            self.by_variable[number] = frozenset({(event, position)})

    def of(self, part: Node | list[Node] | None) -> Arguments:
        parts = part if isinstance(part, list) else [part] if part is not None else []
        found = [self.by_variable.get(name, frozenset()) for name in free_variables(parts)]
        return frozenset().union(*found)

    def kept(self, number: int, made: Node, because: Arguments = frozenset()) -> None:
        """A local that is made of these, or set because of them."""
        came = self.of(made) | because
        if came:
            self.by_variable[number] = self.by_variable.get(number, frozenset()) | came

    def follow(self, events: dict[str, Any], findings: Findings) -> set[str]:
        """Marks every argument that comes from something hidden; gives the events raised because of one."""
        open_ = {name for name, event in events.items() if event.public}
        hidden = self._spread({(name, position) for name, event in events.items() for position in event.hidden}, open_)
        secret = self._spread({(name, position) for name, event in events.items() for position in event.unseen}, open_)
        for name, position in hidden:
            events[name].hidden.add(position)
        for came, span in self.asked:
            if any(argument in secret and argument[0] not in open_ for argument in came):
                findings.report("secret-pause", span)
        told = {argument for argument in hidden if argument[0] not in open_}
        return {event for came, event in self.raised if came & told}

    def _spread(self, found: set[Argument], open_: set[str]) -> set[Argument]:
        """These arguments and all they are handed on to."""
        while True:
            more = {to for came, to in self.handed_on if any(a in found and a[0] not in open_ for a in came)}
            if more <= found:
                return found
            found = found | more


__all__ = ["Argument", "Arguments", "Origins"]
