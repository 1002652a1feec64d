"""The types of the language. Every value is an integer; a type says which, and what they stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

LEAST, MOST = -(2**31) + 1, 2**31 - 1
# The empty value of an optional integer; domains use -1.
NO_NUMBER = -(2**31)


@dataclass(frozen=True, slots=True)
class Truth:
    def __str__(self) -> str:
        return "truth"


@dataclass(frozen=True, slots=True)
class Number:
    """An integer within bounds known at load time."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Member:
    """A value of a declared domain: a seat, a cell, a word of an enumeration."""

    domain: str
    size: int

    def __str__(self) -> str:
        return self.domain


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `none` and of a piece of text that was already reported as wrong."""

    wrong: bool = False

    def __str__(self) -> str:
        return "none"


Single: TypeAlias = Truth | Number | Member


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value that may be missing (`none`)."""

    of: Single

    def __str__(self) -> str:
        return f"{self.of}?"


@dataclass(frozen=True, slots=True)
class SetOf:
    of: Single

    def __str__(self) -> str:
        return f"set of {self.of}"


@dataclass(frozen=True, slots=True)
class ListOf:
    of: Single
    most: int

    def __str__(self) -> str:
        return f"list of {self.of}"


@dataclass(frozen=True, slots=True)
class BagOf:
    of: Member
    most: int

    def __str__(self) -> str:
        return f"bag of {self.of}"


Type: TypeAlias = Truth | Number | Member | Maybe | SetOf | ListOf | BagOf | Nothing
TRUTH = Truth()
WRONG = Nothing(True)
NONE = Nothing()


def empty_of(kind: Type) -> int:
    """The integer that stands for the empty value of an optional type."""
    inner = kind.of if isinstance(kind, Maybe) else kind
    return NO_NUMBER if isinstance(inner, Number) else -1


def bounds(kind: Type) -> tuple[int, int]:
    """Least and greatest integer a value of the type may be (empty value apart)."""
    if isinstance(kind, Maybe):
        low, high = bounds(kind.of)
        return (min(low, -1), high) if not isinstance(kind.of, Number) else (NO_NUMBER, high)
    if isinstance(kind, Number):
        return kind.low, kind.high
    if isinstance(kind, Member):
        return 0, kind.size - 1
    return 0, 1


def single(kind: Type) -> Single | None:
    """The type without its `?`, if it is one value at all."""
    if isinstance(kind, Maybe):
        return kind.of
    return kind if isinstance(kind, (Truth, Number, Member)) else None


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of the one type may stand where the other is wanted; ranges are tested at run time."""
    if given == WRONG or wanted == WRONG:
        return True
    if isinstance(wanted, Maybe):
        if isinstance(given, Nothing):
            return True
        return fits(given.of if isinstance(given, Maybe) else given, wanted.of)
    if isinstance(wanted, Number) and isinstance(given, Number):
        return given.low <= wanted.high and given.high >= wanted.low
    if isinstance(wanted, Member) and isinstance(given, Member):
        return wanted.domain == given.domain
    if isinstance(wanted, SetOf) and isinstance(given, (SetOf, ListOf, BagOf)):
        return fits(given.of, wanted.of) or isinstance(given.of, Number) == isinstance(wanted.of, Number) is True
    if isinstance(wanted, ListOf) and isinstance(given, ListOf):
        return fits(given.of, wanted.of)
    return isinstance(given, type(wanted)) and isinstance(wanted, Truth)
