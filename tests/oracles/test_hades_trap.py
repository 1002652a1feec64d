"""Hades Trap beside a computation of its own: tiles that turn, where a hero may go, where the Minotaur comes.

The tiles are read here from their drawings and turned here; positions are those of random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import labrys
import pytest
import yaml

FOLDER = Path(__file__).parents[2] / "rulesets" / "hades-trap"
SOURCE = yaml.safe_load((FOLDER / "board.yaml").read_text(encoding="utf-8"))
WAYS = ("north", "east", "south", "west")
STEP = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
CELLS = SOURCE["tile-legend"]["cells"]
SIDES = SOURCE["tile-legend"]["sides"]
SLOTS = {name: (row, column) for row, line in enumerate(("abc", "dme", "fgh")) for column, name in enumerate(line)}
Spot = tuple[int, int]


@cache
def game(players: int, plain: bool = False) -> labrys.Game:
    options = {"ether": False, "boons": False} if plain else {"extra-heroes": True}
    return labrys.load(FOLDER, players, options=options)


@cache
def drawn(tile: str) -> tuple[dict[Spot, str | None], dict[tuple[Spot, str], str]]:
    """The marks of a tile's cells, and of their sides: `+   +` lines between `  .   .` lines, four columns a cell."""
    lines = [line.ljust(13) for line in SOURCE["tiles"][tile]["map"].splitlines()]
    marks: dict[Spot, str | None] = {}
    sides: dict[tuple[Spot, str], str] = {}
    for row in range(3):
        for column in range(3):
            spot, middle = (row, column), 4 * column + 2
            marks[spot] = CELLS.get(lines[2 * row + 1][middle])
            around = {
                "north": lines[2 * row][middle - 1 : middle + 2], "south": lines[2 * row + 2][middle - 1 : middle + 2],
                "west": lines[2 * row + 1][middle - 2], "east": lines[2 * row + 1][middle + 2],
            }  # fmt: skip
            sides |= {(spot, way): SIDES[sign.strip()] for way, sign in around.items() if sign.strip()}
    return marks, sides


def turned(spot: Spot, quarters: int) -> Spot:
    """Where a cell of a tile comes to, clockwise."""
    for _ in range(quarters):
        spot = (spot[1], 2 - spot[0])
    return spot


class Table:
    """A position as its fields tell it, with walls and threads worked out from the drawings."""

    def __init__(self, state: labrys.State) -> None:
        self.state = state
        # What lies face down is read from the state itself: no seat sees it.
        self.fields = state.view(None).fields
        self.marks: dict[str, str | None] = {}
        self.sides: dict[tuple[str, str], str] = {}
        self.shown: set[str] = set()
        for slot, corner in SLOTS.items():
            tile, quarters = state.value(f"tile on {slot}"), int(self.fields[f"{slot}.turn"])
            marks, sides = drawn(str(tile))
            for spot, mark in marks.items():
                name = self.name(corner, turned(spot, quarters))
                self.marks[name] = mark
                if self.fields[f"{slot}.face-up"]:
                    self.shown.add(name)
            for (spot, way), sign in sides.items():
                self.sides[self.name(corner, turned(spot, quarters)), WAYS[(WAYS.index(way) + quarters) % 4]] = sign
        self.at = {seat: self.fields[f"{seat}-pawn.cell"] for seat in state.game.seats}
        self.boss = self.fields["boss.cell"]

    @staticmethod
    def name(corner: Spot, spot: Spot) -> str:
        return f"{3 * corner[0] + spot[0] + 1}-{3 * corner[1] + spot[1] + 1}"

    @staticmethod
    def beyond(cell: str, way: str, far: int = 1) -> str:
        row, column = (int(number) - 1 for number in cell.split("-"))
        down, right = STEP[way]
        return f"{(row + far * down) % 9 + 1}-{(column + far * right) % 9 + 1}"

    def walled(self, cell: str, way: str) -> bool:
        back = WAYS[(WAYS.index(way) + 2) % 4]
        return self.sides.get((cell, way)) == "wall" or self.sides.get((self.beyond(cell, way), back)) == "wall"

    def held_by_skeleton(self, cell: str) -> bool:
        near = {cell, *(self.beyond(cell, way) for way in WAYS if not self.walled(cell, way))}
        return any(self.fields.get(f"{spot}.skeleton", "none") != "none" for spot in near)

    def steps(self, seat: str) -> set[str]:
        """The ways a standing hero without blessings or powers may go."""
        here = self.at[seat]
        if self.held_by_skeleton(here):
            return set()
        standing = {self.at[s] for s in self.at if not self.fields[f"{s}.stunned"]} | {self.boss}
        return {
            way for way in WAYS
            if not self.walled(here, way) and self.beyond(here, way) in self.shown and self.beyond(here, way) not in standing
        }  # fmt: skip

    def contents(self) -> dict[str, tuple[object, ...]]:
        pawns = {cell: seat for seat, cell in self.at.items()}
        return {
            cell: (*(self.fields.get(f"{cell}.{kind}", "none") for kind in ("amphora", "skeleton")), pawns.get(cell), cell == self.boss)
            for cell in self.marks
        }


def positions(players: int, seeds: range, plain: bool = False) -> Iterator[tuple[labrys.State, labrys.Decision, labrys.State]]:
    for seed in seeds:
        dice, state = random.Random(seed), game(players, plain).start(seed)
        while not state.over:
            decision = dice.choice(state.decisions)
            after = state.play(decision)
            yield state, decision, after
            state = after


def test_walls_threads_and_special_cells_turn_with_their_tiles() -> None:
    compared = 0
    for number, (_, decision, after) in enumerate(positions(3, range(4))):
        if after.over or number % (5 if decision.action in ("twist", "exchange") else 400):
            continue
        table = Table(after)
        for cell in ("1-1", "2-4", "3-9", "5-2", "5-5", "6-8", "7-3", "8-5", "9-9"):
            assert after.value(f"printed({cell})") == (table.marks[cell] or "none")
            for way in WAYS:
                assert after.value(f"side({cell}, {way})") == table.sides.get((cell, way), "none")
                compared += 1
    assert compared > 500


@pytest.mark.parametrize("players", [2, 4])
def test_where_a_hero_may_step(players: int) -> None:
    compared = 0
    for number, (state, _, _) in enumerate(positions(players, range(3))):
        if number % 7 or state.phase != "hero-phase" or state.question is not None or state.value("ap") == 0:
            continue
        seat, fields = state.to_act[0], state.view(None).fields
        if fields[f"{seat}.stunned"] or fields[f"{seat}.fading"] or "combat" in fields[f"{seat}.bar"]:
            continue
        offered = {decision.arguments["way"] for decision in state.decisions if decision.action == "step"}
        assert offered == Table(state).steps(seat)
        compared += 1
    assert compared > 50


def test_everything_moves_along_with_its_tile() -> None:
    twists = swaps = 0
    for state, decision, after in positions(3, range(6)):
        if after.over or after.question is not None or decision.action not in ("twist", "exchange"):
            continue
        if state.value("turn-number") != after.value("turn-number"):
            continue  # with the last point the turn is over, and the boss has moved
        before, now = Table(state).contents(), Table(after).contents()
        goes = {cell: cell for cell in before}
        if decision.action == "twist":
            corner, quarters = SLOTS[decision.arguments["tile-at"]], int(decision.arguments["quarters"])
            goes |= {Table.name(corner, spot): Table.name(corner, turned(spot, quarters)) for spot in drawn("portal")[0]}
            twists += 1
        else:
            one, two = (SLOTS[slot] for slot in decision.arguments["pair"])
            for here, there in ((one, two), (two, one)):
                goes |= {Table.name(here, spot): Table.name(there, spot) for spot in drawn("portal")[0]}
            swaps += 1
        assert {goes[cell]: held for cell, held in before.items()} == now
    assert twists and swaps


def test_where_the_minotaur_comes_and_whom_he_shakes() -> None:
    moved = shaken = 0
    for state, decision, after in positions(3, range(12), plain=True):
        row = state.view(None).fields["row"]
        if decision.action != "stop" or not row or after.over or after.question is not None:
            continue
        table, now = Table(state), Table(after)
        boss, touched = table.boss, set()
        for thread in row:
            way = next(way for way in WAYS if table.fields[f"{way}.arrow"] == thread)
            boss = table.beyond(boss, way, 3)
            touched.add(boss)
            if boss == "5-5":
                boss = table.beyond(boss, way, 3)
                touched.add(boss)
        assert now.boss == boss
        moved += 1
        tiles = {tile_of(cell) for cell in touched}
        for seat, cell in table.at.items():
            held = table.fields[f"{seat}.held"]
            if cell != "none" and seat != decision.seat and not (held["count"] if isinstance(held, dict) else held):
                had = int(table.fields[f"{seat}.tokens"])
                assert int(now.fields[f"{seat}.tokens"]) == (1 if tile_of(cell) in tiles else had)
                assert now.fields[f"{seat}.stunned"] == (table.fields[f"{seat}.stunned"] or cell in touched)
                shaken += tile_of(cell) in tiles
    assert moved > 20
    assert shaken > 10


def tile_of(cell: str) -> Spot:
    row, column = (int(number) - 1 for number in cell.split("-"))
    return row // 3, column // 3


# Differences of the editions in print only.
IN_PRINT = {"HT-D1", "HT-D2", "HT-D13", "HT-D14"}


def test_every_gap_is_cited_by_the_data_and_by_a_scenario_and_told_in_the_notes() -> None:
    rules = yaml.safe_load((FOLDER / "rules.yaml").read_text(encoding="utf-8"))
    wanted = [*rules["gaps"], *(f"HT-D{number}" for number in range(1, 15))]
    cited: set[str] = set()
    for variants in ((), ("hydra", "first-edition"), ("siren", "first-edition"), ("hades", "first-edition"), ("hydra",), ("siren",)):
        cited |= {rule for node in labrys.load(FOLDER, variants=variants).nodes for rule in node.cites}
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (FOLDER / "scenarios").glob("*.yaml")]
    shown = {rule for file in files for scenario in file["scenarios"] for rule in scenario["cites"]}
    assert [gap for gap in wanted if gap not in cited and gap not in IN_PRINT] == []
    assert [gap for gap in wanted if gap not in shown and gap not in IN_PRINT] == []
    for name in ("notes.md", "notes-fr.md"):
        notes = (FOLDER / name).read_text(encoding="utf-8")
        assert [gap for gap in wanted if f"| {gap} |" not in notes] == []
