"""The board of a vector picture: cells as squares or hexagons, walls as lines, pieces as discs with their signs."""

from labrys import Chart
from labrys.engine.chart import Label, Side, Spot, Token

from labrys_tools.pictures.paper import INK, MARK, PALE, PAPER, Paper, paint

_LIGHT, _DARK, _GRID = "#f7f0df", "#ece1c9", "#cfc2a6"
_UNKNOWN, _ROCK, _WAY, _TABLE = "#ddd8cd", "#8b7d69", "#f4e9d0", "#f6f3ec"
_CHEQUERED = ("grid", "hex")
# Where several things stand on a cell: how far from its middle, in parts of it, and how large.
_FANS = {
    1: [(0.0, 0.0, 0.36)],
    2: [(-0.17, -0.12, 0.25), (0.17, 0.12, 0.25)],
    3: [(-0.2, -0.16, 0.22), (0.2, -0.16, 0.22), (0.0, 0.18, 0.22)],
    4: [(-0.2, -0.2, 0.2), (0.2, -0.2, 0.2), (-0.2, 0.2, 0.2), (0.2, 0.2, 0.2)],
}
_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def margins(chart: Chart) -> tuple[float, float, float, float]:
    """Room for coordinates and for what stands at the rim: above, to the right, below, to the left."""
    rim = any(label.arrow >= 0 for label in chart.labels)
    return (56.0, 56.0, 84.0, 76.0) if rim else (8.0, 16.0, 42.0, 40.0)


def draw_board(paper: Paper, chart: Chart, unit: float, corner: tuple[float, float]) -> None:
    """Draw it with `unit` pixels a cell, its margins inside of `corner`."""
    _Board(paper, chart, unit, corner).draw()


class _Board:
    def __init__(self, paper: Paper, chart: Chart, unit: float, corner: tuple[float, float]) -> None:
        self.paper, self.chart, self.unit = paper, chart, unit
        above, _, _, before = margins(chart)
        self.left = corner[0] + before - chart.origin[0] * unit
        self.top = corner[1] + above - chart.origin[1] * unit
        # Cells with things on their edges stand a little apart.
        self.apart = any(side.token is not None and side.start != side.end for side in chart.sides) and chart.kind == "grid"

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return self.left + point[0] * self.unit, self.top + point[1] * self.unit

    def draw(self) -> None:
        chart = self.chart
        for spot in chart.cells:
            self._ground(spot)
        for label, size in chart.slots:
            self._slot(label, size)
        for side in chart.sides:
            if side.token is None and not side.marked:
                self.paper.line(self._at(side.start), self._at(side.end), INK, 2, stroke_linecap="round")
        for spot in chart.cells:
            if spot.marked:
                self.paper.polygon(self._inset(spot, 0.05), MARK, fill_opacity=0.28, stroke=MARK, stroke_width=2.5)
        for side in chart.sides:
            self._side(side)
        for label, size in chart.slots:
            self._slot_name(label, size)
        for spot in chart.cells:
            self._standing(spot)
        for label in chart.labels:
            self._label(label)

    # -- the ground

    def _inset(self, spot: Spot, by: float) -> list[tuple[float, float]]:
        x, y = spot.centre
        return [self._at((x + (cx - x) * (1 - 2 * by), y + (cy - y) * (1 - 2 * by))) for cx, cy in spot.corners]

    def _ground(self, spot: Spot) -> None:
        paper, chart = self.paper, self.chart
        if chart.kind in ("corridors", "rooms", "laid") and not spot.tile:
            if chart.kind != "rooms" or spot.marked:
                paper.polygon(self._inset(spot, 0.0), _TABLE, stroke="#e4ded0", stroke_width=1)
            return
        if not spot.tile:
            return
        if chart.kind == "corridors":
            self._corridor(spot)
        elif chart.kind in ("rooms", "laid"):
            self._room(spot)
        else:
            light = (round(spot.centre[0] + spot.centre[1]) % 2 == 0) if chart.kind == "grid" else True
            fill = (_LIGHT if light or self.apart else _DARK) if spot.known else _UNKNOWN
            paper.polygon(self._inset(spot, 0.06 if self.apart else 0.0), fill, stroke=_GRID, stroke_width=1, stroke_linejoin="round")
            if not spot.known and not spot.tokens:
                self._write(spot, "?", 0.4, PALE)
        if spot.ground is not None and chart.kind != "rooms":
            self._mark(spot, spot.ground)

    def _mark(self, spot: Spot, token: Token) -> None:
        """Something of the ground: its sign on a tinted cell; smaller in a corner where somebody stands."""
        fill, _ = paint(token.colour)
        if token.colour:
            self.paper.polygon(self._inset(spot, 0.1), fill, fill_opacity=0.2)
        if spot.tokens:
            x, y = self._at((spot.centre[0] - 0.36, spot.centre[1] - 0.34))
            self.paper.write(x, y, token.sign, self.unit * 0.26, fill, font_weight="bold")
        else:
            self._write(spot, token.sign, 0.46, fill)

    def _write(self, spot: Spot, text: str, size: float, colour: str) -> None:
        x, y = self._at(spot.centre)
        self.paper.write(x, y, text, self.unit * size, colour, font_weight="bold")

    def _corridor(self, spot: Spot) -> None:
        """A tile of rock with ways from its middle to its open sides."""
        self.paper.polygon(self._inset(spot, 0.0), _ROCK, stroke="#75684f", stroke_width=1)
        x, y = spot.centre
        for (right, down), is_open in zip(_WAYS, spot.opens or (), strict=False):
            if is_open:
                end = self._at((x + right * 0.5, y + down * 0.5))
                self.paper.line(self._at((x, y)), end, _WAY, self.unit * 0.42)
        if any(spot.opens or ()):
            self.paper.disc(*self._at((x, y)), self.unit * 0.21, _WAY)
        if spot.number:
            at = self._at((x + 0.33, y - 0.36))
            self.paper.write(*at, f"*{spot.number}", self.unit * 0.25, "#ffe9a8", font_weight="bold")

    def _room(self, spot: Spot) -> None:
        """A tile with walls; a doorway is left free in the middle of every open side."""
        self.paper.polygon(self._inset(spot, 0.0), _LIGHT)
        for side, is_open in enumerate(spot.opens or ()):
            start, end = spot.corners[side], spot.corners[(side + 1) % len(spot.corners)]
            for begin, stop in ((0.0, 0.3), (0.7, 1.0)) if is_open else ((0.0, 1.0),):
                first, last = (tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)) for part in (begin, stop))
                self.paper.line(self._at((first[0], first[1])), self._at((last[0], last[1])), INK, 5, stroke_linecap="square")
        for line, height in ((spot.upper, -0.3), (spot.lower, 0.32)):
            signs = [token for token, count in line for _ in range(count)]
            if height < 0 and spot.ground is not None:
                signs = [spot.ground, *signs]
            for at, token in enumerate(signs):
                x = spot.centre[0] + (at - (len(signs) - 1) / 2) * 0.15
                here = self._at((x, spot.centre[1] + height))
                self.paper.write(*here, token.sign, self.unit * 0.15, paint(token.colour)[0], font_weight="bold")

    def _slot(self, label: Label, size: float) -> None:
        """The border of a tile."""
        (x, y), wide = self._at((label.at[0] - size / 2, label.at[1] - size / 2)), size * self.unit
        self.paper.box(x, y, wide, wide, "none", stroke="#a8987a", stroke_width=2)

    def _slot_name(self, label: Label, size: float) -> None:
        x, y = self._at((label.at[0] - size / 2, label.at[1] - size / 2))
        self.paper.box(x - 7, y - 7, 14, 14, PAPER, stroke="#a8987a", stroke_width=1, rx=3)
        self.paper.write(x, y, label.text, 10, INK)

    # -- edges and corners

    def _side(self, side: Side) -> None:
        paper, token, (start, end) = self.paper, side.token, (self._at(side.start), self._at(side.end))
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if side.marked:
            if start == end:
                paper.disc(*start, self.unit * 0.13, MARK, fill_opacity=0.75)
            else:
                paper.line(start, end, MARK, self.unit * 0.22, stroke_opacity=0.6, stroke_linecap="round")
        if token is None:
            return
        fill, ink = paint(token.colour)
        stroke = fill if token.colour not in (None, "grey") else INK
        if start == end:
            paper.disc(*start, self.unit * 0.1, stroke)
        elif token.line:
            paper.line(start, end, stroke, self.unit * 0.13, stroke_linecap="round")
        else:
            paper.line(start, end, fill, self.unit * 0.09, stroke_dasharray=f"{self.unit * 0.12:g}")
            paper.disc(*middle, self.unit * 0.15, fill)
            paper.write(*middle, token.sign, self.unit * 0.22, ink, font_weight="bold")

    # -- what stands on cells

    def _standing(self, spot: Spot) -> None:
        shown = spot.tokens[-4:]
        x, y = spot.centre
        shrink = 0.45 if self.chart.kind == "rooms" else 1.0
        if self.chart.kind == "rooms":
            places = [((at - (len(spot.tokens) - 1) / 2) * 0.3 / max(1, len(spot.tokens) / 3), 0.0, 0.36) for at in range(len(spot.tokens))]
            shown = spot.tokens
        else:
            places = _FANS.get(len(shown), [])
        for token, (right, down, size) in zip(shown, places, strict=True):
            self._disc(token, self._at((x + right, y + down)), size * self.unit * shrink)
        if spot.arrow >= 0 and shown:
            self._arrow(self._at((x + _WAYS[spot.arrow][0] * 0.44, y + _WAYS[spot.arrow][1] * 0.44)), spot.arrow, 0.13, INK)

    def _disc(self, token: Token, at: tuple[float, float], radius: float) -> None:
        fill, ink = paint(token.colour)
        self.paper.disc(*at, radius, fill, stroke=INK, stroke_width=1.2, stroke_opacity=0.75)
        self.paper.write(*at, token.sign, radius * 1.15, ink, font_weight="bold")

    # -- around the board

    def _label(self, label: Label) -> None:
        at = self._at(label.at)
        if label.arrow < 0:
            self.paper.write(*at, label.text, max(10.0, min(13.0, self.unit * 0.3)), PALE)
            return
        fill, ink = paint(label.colour)
        right, down = _WAYS[label.arrow]
        self._arrow((at[0] + right * 15, at[1] + down * 15), label.arrow, 0.24, fill)
        self.paper.disc(*at, 11, fill)
        self.paper.write(*at, label.text, 13, ink, font_weight="bold")

    def _arrow(self, at: tuple[float, float], side: int, size: float, fill: str) -> None:
        (right, down), reach = _WAYS[side], size * self.unit
        tip = (at[0] + right * reach, at[1] + down * reach)
        wings = [(at[0] + turn * down * reach * 0.8, at[1] + turn * right * reach * 0.8) for turn in (1, -1)]
        self.paper.polygon([tip, *wings], fill)


__all__ = ["draw_board", "margins"]
