"""Floods over a board: region, distance and path where a relation says which steps are allowed.

The reference the engine's compiled floods are tested against; kept plain on purpose.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator

from labrys.board.topology import Topology

Passable = Callable[[int, int, int], bool]
Links = Callable[[int], Iterable[int]]


def anywhere(here: int, way: int, there: int) -> bool:
    """The relation of the empty board."""
    return True


def no_links(here: int) -> Iterable[int]:
    return ()


def region(topology: Topology, start: int, passable: Passable = anywhere, links: Links = no_links) -> tuple[int, ...]:
    """Every cell that can be reached from `start`, itself included, in canonical order."""
    return tuple(sorted(_came_from(topology, start, (), passable, links)))


def distance(
    topology: Topology, start: int, goals: Collection[int], passable: Passable = anywhere, links: Links = no_links
) -> int | None:
    """Steps to the nearest goal: 0 if `start` is one, None if none can be reached."""
    found = path(topology, start, goals, passable, links)
    return None if found is None else len(found)


def path(
    topology: Topology, start: int, goals: Collection[int], passable: Passable = anywhere, links: Links = no_links
) -> tuple[int, ...] | None:
    """A shortest way to the nearest goal, without `start`; None if no goal can be reached.

    Of several shortest ways it is the one whose exits come first, compared step by step: directions as
    declared, then links of a graph as declared, then the links of the relation as given.
    """
    came_from = _came_from(topology, start, goals, passable, links)
    last = next(reversed(came_from))
    if last not in goals:
        return None
    back: list[int] = []
    here = last
    while here != start:
        back.append(here)
        here = came_from[here]
    return tuple(reversed(back))


def _came_from(
    topology: Topology, start: int, goals: Collection[int], passable: Passable, links: Links
) -> dict[int, int]:
    """Cells in the order they are met, each with the cell it was met from; ends with a goal if there is one."""
    came_from = {start: start}
    if start in goals:
        return came_from
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in _steps(topology, here, passable, links):
            if there not in came_from:
                came_from[there] = here
                if there in goals:
                    return came_from
                queue.append(there)
    return came_from


def _steps(topology: Topology, here: int, passable: Passable, links: Links) -> Iterator[int]:
    for leaving in topology.exits[here]:
        if passable(here, leaving.way, leaving.there):
            yield leaving.there
    yield from links(here)
