"""Tables of an empty board worked out when a game is loaded: rays, lines, cells between, steps apart."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from labrys.board.topology import NOWHERE, Topology


class Measure:
    """Reads a Topology and keeps what it worked out; every answer is a pure function of the board."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self._steps_from: dict[int, tuple[int, ...]] = {}
        self._between: dict[tuple[int, int], tuple[int, ...]] = {}

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`rays[cell][direction]`: the cells that way, nearest first, without the cell itself."""
        ways = range(len(self.topology.directions))
        return tuple(tuple(self._ray(cell, way) for way in ways) for cell in range(len(self.topology.cells)))

    def _ray(self, cell: int, way: int) -> tuple[int, ...]:
        step = self.topology.step
        # Insertion order matters, and on a graph a ray may run into a ring that misses its start.
        met = {cell: None}
        here = step[cell][way]
        while here != NOWHERE and here not in met:
            met[here] = None
            here = step[here][way]
        return tuple(met)[1:]

    def line(self, cell: int, way: int) -> tuple[int, ...]:
        """The whole line through a cell, in the order of `way`; only the ray if `way` has no opposite."""
        back = self.topology.opposite[way]
        behind = self.rays[cell][back] if back != NOWHERE else ()
        ahead = self.rays[cell][way]
        if behind and behind[-1] in ahead:
            behind = ()  # a ring: the ray already went round
        return (*reversed(behind), cell, *ahead)

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The cells strictly between two cells of one line, from a to b; empty if they are not in line.

        Where several lines join them (a board that wraps), the shortest counts, then the first declared.
        """
        if (a, b) not in self._between:
            found = [ray[: ray.index(b)] for ray in self.rays[a] if b in ray] if a != b else []
            self._between[a, b] = min(found, key=len, default=())
        return self._between[a, b]

    @cached_property
    def all_between(self) -> list[tuple[int, ...]]:
        """`between` for all pairs, the second cell fastest."""
        size = range(len(self.topology.cells))
        return [self.between(a, b) for a in size for b in size]

    def in_line(self, a: int, b: int) -> bool:
        """Whether some ray of a meets b."""
        return any(b in ray for ray in self.rays[a])

    def way(self, a: int, b: int) -> int:
        """The first declared direction that leads from a to its neighbour b, or -1."""
        row = self.topology.step[a]
        return row.index(b) if b >= 0 and b in row else NOWHERE

    def steps_from(self, a: int) -> tuple[int, ...]:
        """Steps from a to every cell of the empty board, -1 where there is no way."""
        if a not in self._steps_from:
            apart = [NOWHERE] * len(self.topology.cells)
            apart[a] = 0
            queue = deque([a])
            while queue:
                here = queue.popleft()
                for there in self.topology.neighbours[here]:
                    if apart[there] == NOWHERE:
                        apart[there] = apart[here] + 1
                        queue.append(there)
            self._steps_from[a] = tuple(apart)
        return self._steps_from[a]

    def distance(self, a: int, b: int) -> int:
        """Steps from a to b on the empty board, -1 if there is no way."""
        return self.steps_from(a)[b]

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """All pairs; 4,096 cells make 16.8 million entries, so ask only for boards that need it."""
        return tuple(self.steps_from(cell) for cell in range(len(self.topology.cells)))
