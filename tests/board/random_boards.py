"""Random small boards of every kind, and relations on them, for the tests that hold on any board."""

from hypothesis import strategies as st
from labrys.board.flood import Passable
from labrys.board.glyphs import VOID
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.links import build_links
from labrys.board.tiled import build_tiled
from labrys.board.topology import Topology

COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
SIDES = ["n", "e", "s", "w"]
HEX = ["ne", "e", "se", "sw", "w", "nw"]
WRAPS = st.lists(st.sampled_from(["rows", "columns"]), unique=True)
NAMES = st.sampled_from(["a1", "row-column"])


@st.composite
def ground(draw: st.DrawFn) -> str:
    """The map of a board with holes and at least one cell."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    line = st.text(alphabet=[".", ".", VOID], min_size=columns, max_size=columns)
    lines = draw(st.lists(line, min_size=rows, max_size=rows))
    lines[0] = "." + lines[0][1:]
    return "\n".join(lines)


@st.composite
def grids(draw: st.DrawFn) -> Topology:
    ways = draw(st.sampled_from([SIDES, COMPASS, {"hop": [-2, 1], "back": [2, -1]}]))
    return build_grid(map_text=draw(ground()), directions=ways, wrap=draw(WRAPS), names=draw(NAMES))


@st.composite
def hexes(draw: st.DrawFn) -> Topology:
    if draw(st.booleans()):
        return build_hex(shape="hexagon", size=draw(st.integers(1, 3)), names=draw(NAMES))
    return build_hex(map_text=draw(ground()), wrap=draw(WRAPS), names=draw(NAMES))


@st.composite
def tileds(draw: st.DrawFn) -> Topology:
    slots = draw(st.sampled_from(["a", "ab", "a\nb", "ab\ncd", "ab\n.c", ".a.\nbcd"]))
    return build_tiled(slots, draw(st.integers(1, 3)), wrap=draw(WRAPS), names=draw(NAMES))


@st.composite
def graphs(draw: st.DrawFn) -> Topology:
    """Cells joined at random; some links have a direction, which no two links of a cell share."""
    cells = [f"c{n}" for n in range(draw(st.integers(1, 8)))]
    pairs = [(a, b) for at, a in enumerate(cells) for b in cells[at + 1 :]]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    links: list[object] = []
    for number, (a, b) in enumerate(chosen):
        ways = {"way": f"go{number}", "back": f"come{number}"} if draw(st.booleans()) else {}
        links.append({"from": a, "to": b, **ways})
    return build_links(cells, links)


def boards() -> st.SearchStrategy[Topology]:
    return st.one_of(grids(), hexes(), tileds(), graphs())


@st.composite
def relations(draw: st.DrawFn, board: Topology) -> Passable:
    """A relation that forbids some exits, each on its own: it need not hold both ways."""
    exits = [
        (cell, leaving.way, leaving.there)
        for cell, row in enumerate(board.exits)
        for leaving in row
    ]
    shut = frozenset(draw(st.lists(st.sampled_from(exits)))) if exits else frozenset()
    return lambda here, way, there: (here, way, there) not in shut


def cells_of(board: Topology) -> st.SearchStrategy[int]:
    return st.integers(0, len(board.cells) - 1)
