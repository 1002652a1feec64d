"""From the `board:` section, as plain values with constants worked out, to a Topology; called by the loader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.laid import build_laid
from labrys.board.links import build_links
from labrys.board.tiled import build_tiled
from labrys.board.topology import Topology

# `edges` and `vertices` say which places the language may name; the tables are always there.
COMMON = {"kind", "directions", "edges", "vertices"}
KEYS = {
    "grid": {"rows", "columns", "names", "wrap", "map", "legend"},
    "hex": {"rows", "columns", "names", "wrap", "map", "legend", "shape", "size"},
    "graph": {"cells", "links", "areas"},
    # Who sees which tile lies where, and how many lie on each other, is told by the state, not by the tables.
    "tiled": {"slots", "tile-size", "names", "wrap", "seen by"},
    "laid": {"rows", "columns", "names", "wrap", "map", "legend", "stack"},
}


def build_board(section: Mapping[str, object], open_sides: Mapping[str, Iterable[str]] | None = None) -> Topology:
    """Build a board of any kind. `open_sides` are the tile kinds of a laid board with their open sides.

    Tiled and laid boards come back as TiledBoard and LaidBoard. Raises BoardError.
    """
    given = _Section(section)
    kind = given.word("kind", "grid") or ""
    if kind not in KEYS:
        raise BoardError("unknown-kind", given=kind, known=tuple(KEYS))
    for key in section:
        if key not in COMMON | KEYS[kind]:
            raise BoardError("unknown-key", key=key, kind=kind, known=tuple(sorted(COMMON | KEYS[kind])))
    ways = given.directions()
    if kind == "graph":
        return build_links(
            given.words("cells"), given.links(), directions=None if ways is None else _names(ways), areas=given.areas()
        )
    wrap = given.words("wrap")
    if kind == "tiled":
        return build_tiled(
            given.word("slots", "") or "",
            given.number("tile-size") if "tile-size" in section else 1,
            names=given.word("names", "row-column") or "",
            directions=ways,
            wrap=wrap,
        )
    rows, columns = given.number("rows"), given.number("columns")
    names = given.word("names", "a1") or ""
    drawing, legend = given.word("map", None), given.legend()
    if kind == "hex":
        return build_hex(
            rows, columns, shape=given.word("shape", "rhombus") or "", size=given.number("size"), names=names,
            directions=ways, wrap=wrap, map_text=drawing, legend=legend,
        )  # fmt: skip
    if kind == "laid":
        return build_laid(
            rows, columns, open_sides or {}, names=names, directions=ways, wrap=wrap, map_text=drawing, legend=legend
        )
    return build_grid(rows, columns, names=names, directions=ways, wrap=wrap, map_text=drawing, legend=legend)


class _Section:
    """Typed reading of the section; a value of another type is an error of its key."""

    def __init__(self, section: Mapping[str, object]) -> None:
        self.section = section

    def number(self, key: str) -> int | None:
        value = self.section.get(key)
        if value is None or type(value) is int:
            return value
        raise BoardError("bad-value", key=key, given=value, wanted="a number")

    def word(self, key: str, default: str | None) -> str | None:
        value = self.section.get(key, default)
        if value is None or isinstance(value, str):
            return value
        raise BoardError("bad-value", key=key, given=value, wanted="a text")

    def words(self, key: str) -> list[str]:
        value = self.section.get(key, [])
        if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
            return list(value)
        raise BoardError("bad-value", key=key, given=value, wanted="a list of words")

    def legend(self) -> dict[str, object]:
        value = self.section.get("legend", {})
        if isinstance(value, Mapping):
            return {str(glyph): word for glyph, word in value.items()}
        raise BoardError("bad-value", key="legend", given=value, wanted="a table")

    def areas(self) -> dict[str, list[str]]:
        value = self.section.get("areas", {})
        if not isinstance(value, Mapping):
            raise BoardError("bad-value", key="areas", given=value, wanted="a table")
        return {str(name): _Section(value).words(name) for name in value}

    def links(self) -> Mapping[str, object] | list[object]:
        value = self.section.get("links", [])
        if isinstance(value, Mapping):
            return value
        if isinstance(value, (list, tuple)):
            return list(value)
        raise BoardError("bad-value", key="links", given=value, wanted="a list or a table")

    def directions(self) -> Mapping[str, object] | list[object] | None:
        value = self.section.get("directions")
        if value is None or isinstance(value, Mapping):
            return value
        if isinstance(value, (list, tuple)):
            return list(value)
        raise BoardError("bad-directions", given=value)


def _names(ways: Mapping[str, object] | list[object]) -> list[str]:
    if isinstance(ways, Mapping) or not all(isinstance(way, str) for way in ways):
        raise BoardError("bad-directions", given=ways)
    return [str(way) for way in ways]
