"""Which functions are quiet: nothing they reach asks, offers, rolls, tells, waits, or enters a phase.

Only quiet code is run to see what would happen. Functions that can reach themselves are found here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from labrys.graph.code import Function, called, walk
from labrys.source.findings import Findings
from labrys.source.spans import Span
from labrys.source.tree import Scalar

if TYPE_CHECKING:
    from labrys.graph.compile import Program

NOISY = {
    "ask": "ask", "askany": "ask", "askeach": "ask", "askplay": "ask", "react": "offer", "chance": "chance",
    "tell": "tell", "starttimer": "start", "stoptimer": "stop timer", "enterphase": "enter phase", "over": "win",
}  # fmt: skip
# How the noisy words are written.
_SAID = {
    "ask": "ask ", "offer": r"\w+\(", "chance": "roll |draw |shuffle ", "tell": "tell ", "start": "start ",
    "stop timer": "stop timer ", "enter phase": "enter phase ", "win": "win |all win|all lose|game drawn|rank by",
}  # fmt: skip
# What stops a job in its middle, so that it must be run again with a longer transcript.
PAUSING = frozenset({"ask", "askany", "askeach", "askplay", "react", "chance"})
ASKING = PAUSING - {"chance"} | {"enterphase"}


def check_noise(program: Program, findings: Findings, secretly: list[tuple[int, Span]]) -> None:
    """Marks noisy and recursive functions; reports actions whose `do` must be quiet and is not."""
    functions = program.builder.functions
    own = [noise_of(function) for function in functions]
    for function in functions:
        function.calls = called(function.body)
    noisy = _spread([function.number for function in functions if own[function.number] & PAUSING], functions)
    for function in functions:
        function.noisy = function.number in noisy
    asking = _spread([function.number for function in functions if own[function.number] & ASKING], functions)
    for number, span in secretly:
        if number in asking:
            findings.report("secret-pause", span)
    for number in _recursive(functions):
        functions[number].recursive = True
    _check_ends(program, findings, own)
    for number, span, name in _tried(program):
        chain = _chain(number, functions, own, False)
        if chain:
            findings.report("noisy-try", span, name=name, chain=" -> ".join(chain))
    for action in program.actions:
        quiet = action.trial >= 0 or action.probe >= 0
        if not quiet:
            continue
        chain = _chain(action.probe if action.probe >= 0 else action.trial, functions, own, action.probe >= 0)
        if chain:
            named = program.world.named[f"actions.{action.name}"]
            span = _statement(program, action.name, chain) or named.span
            findings.report("noisy-do", span, name=action.name, chain=" -> ".join(chain))


def _statement(program: Program, action: str, chain: list[str]) -> Span | None:
    """The line of the action's `do` from which the chain sets out: what it calls, or the noisy word itself."""
    section = program.world.section("actions")
    entry = section.get(action) if section is not None else None
    body = entry.get("do") if entry is not None else None
    if not isinstance(body, Scalar):
        return None
    words = [f"{re.escape(label)}\\(" for label in chain] + [_SAID[chain[-1]]]
    lines = body.text()[0].split("\n")
    for word in words:
        for at, line in enumerate(lines, 1):
            found = re.search(rf"(?<![\w-])(?:{word})", line)
            if found is not None:
                return body.part(at, found.start() + 1, at, found.end() + 1)
    return None


def _check_ends(program: Program, findings: Findings, own: list[frozenset[str]]) -> None:
    """What `ends` does must end the game, or take somebody out of it, at least sometimes."""
    functions = program.builder.functions
    living = program.world.fields[None, "$living"].number
    leaving = {f.number for f in functions if any(p.op == "store" and p.args[0] == living for p in walk(f.body))}
    ending = _spread([f.number for f in functions if "over" in own[f.number] or f.number in leaving], functions)
    section = program.world.section("ends")
    for end in program.ends:
        entry = section.get(end.name) if section is not None else None
        do = entry.get("do") if entry is not None else None
        if end.do >= 0 and end.do not in ending and do is not None:
            findings.report("endless-end", do.span, name=end.name)


def _tried(program: Program) -> Iterator[tuple[int, Span, str]]:
    """The functions called inside `try keeping`, with its place and the guard's name."""
    for function in program.builder.functions:
        for part in walk(function.body):
            if part.op == "try":
                site = program.sites[part.args[4]]
                span = Span(site["file"], site["line"], site["column"], site["line"], site["column"] + 3)
                for number in sorted(called(part.args[1])):
                    yield number, span, site["attempt"]


def noise_of(function: Function) -> frozenset[str]:
    return frozenset(part.op for part in walk(function.body) if part.op in NOISY)


def _callers(functions: list[Function]) -> dict[int, set[int]]:
    callers: dict[int, set[int]] = {}
    for function in functions:
        for number in function.calls:
            callers.setdefault(number, set()).add(function.number)
    return callers


def _spread(start: list[int], functions: list[Function]) -> set[int]:
    """Everything that reaches one of these."""
    callers = _callers(functions)
    found, todo = set(start), list(start)
    while todo:
        for caller in callers.get(todo.pop(), ()):
            if caller not in found:
                found.add(caller)
                todo.append(caller)
    return found


def _chain(start: int, functions: list[Function], own: list[frozenset[str]], may_end: bool) -> list[str]:
    """The calls that lead from a function to the word that makes it noisy; empty if it is quiet."""
    came: dict[int, int] = {start: -1}
    todo = [start]
    for number in todo:
        words = sorted(own[number] - ({"over"} if may_end else set()))
        if words:
            labels = [NOISY[words[0]]]
            while number >= 0:
                labels.append(functions[number].label)
                number = came[number]
            return list(dict.fromkeys(reversed(labels)))
        for called_ in sorted(functions[number].calls):
            if called_ not in came:
                came[called_] = number
                todo.append(called_)
    return []


def _recursive(functions: list[Function]) -> set[int]:
    """Functions that can reach themselves; only effects can, as definitions never call in a circle."""
    effects = {function.number: [n for n in function.calls if functions[n].effect] for function in functions if function.effect}
    # Whoever calls nobody left, or is called by nobody left, is on no circle.
    while True:
        used = {n for calls in effects.values() for n in calls}
        rest = {number: [n for n in calls if n in effects] for number, calls in effects.items() if number in used}
        rest = {number: calls for number, calls in rest.items() if calls}
        if rest == effects:
            return set(effects)
        effects = rest
