"""Dédale beside a computation of its own: where tiles may lie, who is shut in, and whom the Minotaur can reach.

The tiles are read from what everybody sees; shapes, turns and walks are worked out here with networkx.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import labrys
import networkx as nx
import pytest

FOLDER = Path(__file__).parents[2] / "rulesets" / "dedale"
Cell = tuple[int, int]
STEP: dict[str, Cell] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
CLOCKWISE = "nesw"
SHAPES = {"straight": "ns", "corner": "ne", "junction": "nes", "crossing": "nesw", "entrance-tile": "nesw", "exit": "nesw"}
TURNS = {"straight": 2, "corner": 4, "junction": 4, "crossing": 1}
LAST = 44  # beyond this row and column, and below the second, nothing is laid


@cache
def game(players: int) -> labrys.Game:
    return labrys.load(FOLDER, players)


def shape(tile: str) -> str:
    return re.sub(r"-\d$", "", tile)


def stars(tile: str) -> int:
    return int(tile[-1]) if tile[-1].isdigit() else 0


def sides(tile: str, turn: int) -> set[str]:
    return {CLOCKWISE[(CLOCKWISE.index(side) + turn) % 4] for side in SHAPES.get(shape(tile), "")}


def back(side: str) -> str:
    return CLOCKWISE[(CLOCKWISE.index(side) + 2) % 4]


def read(name: str) -> Cell:
    letters, digits = re.fullmatch(r"([a-z]+)(\d+)", name).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column, int(digits)


def write(cell: Cell) -> str:
    column, letters = cell[0], ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{cell[1]}"


class Table:
    """The tiles and pawns of a position, as everybody sees them."""

    def __init__(self, state: labrys.State) -> None:
        fields = state.view(None).fields
        self.tiles: dict[Cell, tuple[str, int]] = {}
        for path, value in fields.items():
            name, _, field = path.partition(".")
            if field == "tile" and value != "none":
                self.tiles[read(name)] = (value, int(fields[f"{name}.turn"]))
        found = {seat: fields[f"{seat}-pawn.cell"] for seat in state.game.seats}
        self.pawns: dict[str, Cell] = {seat: read(cell) for seat, cell in found.items() if cell != "none"}
        monster = fields["minotaur-1.cell"]
        self.monster = read(monster) if monster != "none" else None
        self.heading = fields["heading"]

    def opens(self, cell: Cell) -> set[str]:
        return sides(*self.tiles[cell]) if cell in self.tiles else set()

    def beyond(self, cell: Cell, side: str) -> Cell:
        return cell[0] + STEP[side][0], cell[1] + STEP[side][1]

    def corridors(self) -> nx.Graph[Cell]:
        graph: nx.Graph[Cell] = nx.Graph()
        graph.add_nodes_from(self.tiles)
        for cell in self.tiles:
            graph.add_edges_from((cell, there) for side in self.opens(cell) if back(side) in self.opens(there := self.beyond(cell, side)))
        return graph

    def stuck(self) -> set[str]:
        """Who is shut in without a tile two steps away."""
        graph, found = self.corridors(), set()
        for seat, cell in self.pawns.items():
            room = nx.node_connected_component(graph, cell)
            leaks = any(self.tiles[c][0] == "exit" or any(self.beyond(c, s) not in self.tiles for s in self.opens(c)) for c in room)
            if not leaks and 2 not in nx.single_source_shortest_path_length(graph, cell).values():
                found.add(seat)
        return found

    def joins(self, tile: str, turn: int, cell: Cell) -> bool:
        for side in sides(tile, turn):
            there = self.beyond(cell, side)
            if there in self.tiles and self.tiles[there][0] != "exit" and back(side) in self.opens(there):
                return True
        return False

    def laid(self, cell: Cell, tile: str, turn: int) -> Table:
        after = object.__new__(Table)
        after.__dict__ |= self.__dict__ | {"tiles": {**self.tiles, cell: (tile, turn)}}
        return after

    def legal(self, hand: list[str]) -> set[tuple[str, str, int]]:
        """Every tile that may be laid now, where, and how turned; collapses with turn -1."""
        before, found = self.stuck(), set()
        around = {self.beyond(cell, side) for cell in self.tiles for side in CLOCKWISE} | set(self.tiles)
        for tile in set(hand):
            for cell in around:
                if tile == "collapse":
                    if self.tiles.get(cell, ("",))[0] == "exit" and self.laid(cell, tile, 0).stuck() <= before:
                        found.add((tile, write(cell), -1))
                    continue
                if not (1 < cell[0] <= LAST and 1 < cell[1] <= LAST) or shape(tile) not in TURNS:
                    continue
                if cell in self.tiles:
                    under = self.tiles[cell][0]
                    taken = cell in self.pawns.values() or cell == self.monster
                    if shape(under) not in TURNS or stars(tile) <= stars(under) or taken:
                        continue
                for turn in range(TURNS[shape(tile)]):
                    if self.joins(tile, turn, cell) and self.laid(cell, tile, turn).stuck() <= before:
                        found.add((tile, write(cell), turn))
        return found

    def hunted(self) -> bool:
        """Whether the Minotaur could walk to a pawn: never back, never onto an exit, from crossing to crossing at will."""
        assert self.monster is not None
        hubs = [c for c, (tile, _) in self.tiles.items() if shape(tile) in ("crossing", "entrance-tile")]
        graph: nx.DiGraph[tuple[Cell, str]] = nx.DiGraph()
        for cell in self.tiles:
            for came in ("none", *CLOCKWISE):
                for side in self.opens(cell):
                    there = self.beyond(cell, side)
                    open_there = back(side) in self.opens(there) and self.tiles[there][0] != "exit"
                    if open_there and (came == "none" or side != back(came)):
                        graph.add_edge((cell, came), (there, side))
                if cell in hubs:
                    graph.add_edges_from(((cell, came), (hub, "none")) for hub in hubs if hub != cell)
        start = (self.monster, self.heading)
        graph.add_node(start)
        return bool({cell for cell, _ in {start, *nx.descendants(graph, start)}} & set(self.pawns.values()))


def offered(state: labrys.State) -> set[tuple[str, str, int]]:
    found = set()
    for decision in state.decisions:
        if decision.action == "lay":
            found.add((decision.arguments["k"], decision.arguments["at"], int(decision.arguments["q"])))
        elif decision.action == "block":
            found.add(("collapse", decision.arguments["at"], -1))
    return found


def hand_of(state: labrys.State) -> list[str]:
    seat = state.to_act[0]
    return list(state.view(seat).fields[f"{seat}.hand"])


def crowded(pick: random.Random, players: int, monster: bool = False) -> labrys.State:
    """A few tiles close together, pawns among them: positions in which much is closed."""
    kinds = ["straight", "corner", "corner", "junction", "crossing", "straight-1", "corner-1", "junction-2", "corner-3"]
    cells = [(c, r) for c in range(21, 27) for r in range(26, 31) if (c, r) != (23, 29) and pick.random() < 0.7]
    given: dict[str, Any] = {write(cell): {"tile": pick.choice(kinds), "turn": pick.randrange(4)} for cell in cells}
    given["cell"] = {f"{seat}-pawn": write(pick.choice(cells)) for seat in game(players).seats}
    hand = ["straight", "corner", "junction", "crossing", "corner-1", "straight-2", "junction-3", "collapse"]
    given |= {"built": [], "hand": {seat: pick.sample(hand, 3) for seat in game(players).seats}}
    if monster:
        # Without Minotaur tiles in play it stands still, and the test looks on.
        given["minotaur-1.cell"] = write(pick.choice(cells))
        given["heading"] = pick.choice(["none", *CLOCKWISE])
    return game(players).arrange(given, seed=1)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_may_be_laid_in_crowded_labyrinths(players: int) -> None:
    pick, refused = random.Random(players), 0
    for _ in range(12):
        state = crowded(pick, players)
        table = Table(state)
        assert offered(state) == table.legal(hand_of(state))
        refused += sum(table.laid(read(at), k, q).stuck() > table.stuck() for k, at, q in _joining(table, hand_of(state)))
    assert refused > 0


def test_an_exit_is_a_way_out_of_a_tight_corridor() -> None:
    """Tiles packed round an exit, pawns beside it: often the exit is all that is left to them."""
    pick, saved = random.Random(5), 0
    for _ in range(40):
        cells = [(c, r) for c in range(21, 26) for r in range(27, 32) if (c, r) != (23, 29) and pick.random() < 0.85]
        given: dict[str, Any] = {write(c): {"tile": pick.choice(["straight", "corner"]), "turn": pick.randrange(4)} for c in cells}
        beside = [cell for cell in cells if abs(cell[0] - 23) + abs(cell[1] - 29) == 1]
        given["cell"] = {f"{seat}-pawn": write(pick.choice(beside or cells)) for seat in game(2).seats}
        given |= {"built": [], "hand": {seat: ["corner", "straight", "collapse"] for seat in game(2).seats}}
        state = game(2).arrange(given, seed=1)
        table = Table(state)
        assert offered(state) == table.legal(hand_of(state))
        # Without the exit somebody could not stir: so the collapse is refused, and the other tiles are not.
        saved += table.laid((23, 29), "collapse", 0).stuck() > table.stuck()
    assert saved > 0


def _joining(table: Table, hand: list[str]) -> list[tuple[str, str, int]]:
    """Tiles that would continue a path on an empty cell, whoever they shut in."""
    empty = {table.beyond(cell, side) for cell in table.tiles for side in table.opens(cell)} - set(table.tiles)
    kinds = [k for k in set(hand) if shape(k) in TURNS]
    return [(k, write(c), q) for k in kinds for c in empty for q in range(TURNS[shape(k)]) if table.joins(k, q, c)]


def test_the_refusal_names_those_who_would_be_shut_in() -> None:
    pick, named = random.Random(9), 0
    for _ in range(40):
        state = crowded(pick, 4)
        table = Table(state)
        for k, at, q in _joining(table, hand_of(state)):
            new = table.laid(read(at), k, q).stuck() - table.stuck()
            if not new or k == "collapse":
                continue
            refusals = state.why_not("lay", {"k": k, "at": at, "q": q}, state.to_act[0])
            failed = [refusal for refusal in refusals if refusal.tested]
            assert [refusal.guard for refusal in failed] == ["room-to-move"]
            first = next(seat for seat in state.game.seats if seat in new)
            assert failed[0].messages["en"].startswith(state.game.seat_name(first, "en"))
            named += 1
    assert named > 0


@pytest.mark.parametrize("players", [2, 5])
def test_what_may_be_laid_in_random_games(players: int) -> None:
    pick, state = random.Random(players), game(players).start(players)
    while not state.over:
        if state.phase == "acting" and pick.random() < 0.1:
            table = Table(state)
            if state.value("done(lay)") < 2:
                assert offered(state) == table.legal(hand_of(state))
            assert all(cell in table.tiles for cell in table.pawns.values())
        state = state.play(pick.choice(state.decisions))
    assert state.outcome is not None


def test_whom_the_minotaur_can_reach() -> None:
    pick, answers = random.Random(3), []
    for _ in range(60):
        state = crowded(pick, 2, monster=True)
        table = Table(state)
        answers.append(table.hunted())
        assert state.value("lost") == (0 if answers[-1] else 1)
    assert {True, False} == set(answers)


def test_the_entrance_alone_lets_the_minotaur_not_turn_back() -> None:
    """Without a crossing no passage leads anywhere, and through the entrance it goes straight on like anybody."""
    pick, answers = random.Random(4), []
    for _ in range(60):
        cells = [(c, r) for c in range(21, 26) for r in range(21, 26) if (c, r) != (23, 23) and pick.random() < 0.7]
        kinds = ["straight", "corner", "junction"]
        given: dict[str, Any] = {write(cell): {"tile": pick.choice(kinds), "turn": pick.randrange(4)} for cell in cells}
        given["cell"] = {f"{seat}-pawn": write(pick.choice(cells)) for seat in game(2).seats}
        given |= {"built": [], "hand": {seat: ["corner"] * 3 for seat in game(2).seats}}
        given |= {"minotaur-1.cell": "w23", "heading": pick.choice(CLOCKWISE)}
        state = game(2).arrange(given, seed=1)
        answers.append(Table(state).hunted())
        assert state.value("lost") == (0 if answers[-1] else 1)
    assert {True, False} == set(answers)


def test_all_150_tiles_are_somewhere() -> None:
    state, pick = game(3).start(7), random.Random(7)
    for _ in range(120):
        if state.over:
            break
        state = state.play(pick.choice(state.decisions))
        held = [state.value(f"count {field}") for field in ("bag", "gone", "covered", "box", "played")]
        hands = sum(state.value(f"count {seat}.hand") for seat in state.game.seats)
        assert sum(held) + hands + len(Table(state).tiles) == 150
