"""A sheet of vector graphics: shapes are put on it in pixels, and it is printed as SVG. All texts are escaped."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

INK, PALE, PAPER = "#2f2a24", "#8d8474", "#fffdf8"
SANS = "DejaVu Sans, Verdana, sans-serif"
MONO = "DejaVu Sans Mono, Consolas, monospace"
# Colour word -> what it is painted with, and what is written on it.
PAINTS = {
    "black": ("#3b3835", "#ffffff"), "white": ("#fbf9f3", "#2f2a24"), "grey": ("#8c867c", "#ffffff"),
    "red": ("#c63a2f", "#ffffff"), "green": ("#2f8a47", "#ffffff"), "yellow": ("#e9b824", "#3a2d00"),
    "blue": ("#2d67b7", "#ffffff"), "magenta": ("#b03a8d", "#ffffff"), "cyan": ("#23909f", "#ffffff"),
    "orange": ("#dd7a24", "#ffffff"), "brown": ("#87583a", "#ffffff"), "purple": ("#6d4ab3", "#ffffff"),
}  # fmt: skip
# What has no colour of its own.
NEUTRAL = ("#6a645b", "#ffffff")
MARK = "#ff9f1c"


def paint(colour: str | None) -> tuple[str, str]:
    return PAINTS.get(colour or "", NEUTRAL)


@dataclass
class Paper:
    """Shapes in the order they are put down."""

    shapes: list[str] = field(default_factory=list)

    def _add(self, tag: str, attributes: Mapping[str, str | float], text: str | None = None) -> None:
        words = [f"{name.replace('_', '-')}={quoteattr(_said(value))}" for name, value in attributes.items()]
        opened = f"<{tag} {' '.join(words)}"
        self.shapes.append(f"{opened}/>" if text is None else f"{opened}>{escape(_printable(text))}</{tag}>")

    def box(self, x: float, y: float, wide: float, high: float, fill: str, **more: str | float) -> None:
        self._add("rect", {"x": x, "y": y, "width": wide, "height": high, "fill": fill, **more})

    def line(
        self, start: tuple[float, float], end: tuple[float, float], colour: str, wide: float, **more: str | float
    ) -> None:
        x1, y1, x2, y2 = *start, *end
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": colour, "stroke_width": wide, **more})

    def disc(self, x: float, y: float, radius: float, fill: str, **more: str | float) -> None:
        self._add("circle", {"cx": x, "cy": y, "r": radius, "fill": fill, **more})

    def polygon(self, points: Iterable[tuple[float, float]], fill: str, **more: str | float) -> None:
        corners = " ".join(f"{_said(x)},{_said(y)}" for x, y in points)
        self._add("polygon", {"points": corners, "fill": fill, **more})

    def write(
        self, x: float, y: float, text: str, size: float, colour: str = INK, anchor: str = "middle", **more: str | float
    ) -> None:
        """A line of text, centred in height on y."""
        where: dict[str, str | float] = {"x": x, "y": y + size * 0.36, "font_size": size, "fill": colour}
        self._add("text", {**where, "text_anchor": anchor, "font_family": SANS, **more}, text)

    def svg(self, wide: float, high: float, title: str, about: Iterable[str]) -> str:
        """The whole drawing. Its title and what it shows are in it as words, for whoever cannot see it."""
        size = f'width="{_said(wide)}" height="{_said(high)}" viewBox="0 0 {_said(wide)} {_said(high)}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
                f"<title>{escape(_printable(title))}</title>",
                f"<desc>{escape(_printable(chr(10).join(about)))}</desc>",
                f'<rect width="100%" height="100%" fill="{PAPER}"/>',
                *self.shapes,
                "</svg>",
                "",
            ]
        )


def _said(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 2):g}"


def _printable(text: str) -> str:
    """XML has no way to write control characters."""
    return "".join(char if char in "\n\t" or char.isprintable() or char == "\u00a0" else " " for char in text)
