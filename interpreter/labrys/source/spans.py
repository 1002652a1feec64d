"""Where something stands in a file, as people see it: counted from 1, the end not included."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one file. `file` is the name shown to people, such as `my-game/game.yaml`."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: "Span") -> "Span":
        """The stretch from the start of this span to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)
