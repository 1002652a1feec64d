"""The wall labyrinth beside a computation of its own, at every wall, door and rock: what is offered, what is refused, and why.

Games are played at random, boards are packed with walls, and pawns are locked up behind doors whose keys lie behind doors.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import labrys
import pytest
from wall_table import STOCK, Table, cell, cells, edges, placements, written

FOLDER = Path(__file__).parents[2] / "rulesets" / "wall-labyrinth"
# How many refusals of one position are also asked for their reason.
ASKED = 2


@cache
def game(players: int, level: int = 1) -> labrys.Game:
    return labrys.load(FOLDER, players, options={"level": level})


def compare(state: labrys.State, action: str, name: str, found: dict[str, list[str]], seen: Counter[str]) -> None:
    """The engine offers exactly what walls nobody in; of the rest it says whom it would."""
    offered = {decision.arguments[name] for decision in state.decisions if decision.action == action}
    assert offered == {at for at, lost in found.items() if not lost}
    refused = {at: lost for at, lost in found.items() if lost}
    seen.update({f"{action} offered": len(offered), f"{action} refused": len(refused)})
    for at, lost in sorted(refused.items())[:ASKED]:
        failed = [refusal for refusal in state.why_not(action, {name: at}, state.to_act[0]) if refusal.tested]
        assert [refusal.guard for refusal in failed] == ["right-of-passage"]
        for lang in ("en", "fr"):
            assert failed[0].messages[lang].startswith(state.game.seat_name(lost[0], lang))


def compare_all(state: labrys.State, table: Table, spot: str | None, seen: Counter[str]) -> None:
    """Everything that may be built now: a wall for the token at `spot`, or a door or a rock."""
    seat = state.to_act[0]
    for one in table.living:
        assert state.holds(f"has-route({one})") == (one in table.routes)
    if spot is not None:
        compare(state, "raise-wall", "at", {written(sides): lost for sides, lost in table.buildable(seat, spot).items()}, seen)
    elif state.phase == "acting":
        compare(state, "put-door", "side", table.doors_to_put(seat), seen)
        compare(state, "put-rock", "at", table.rocks_to_put(seat), seen)


def asked_spot(state: labrys.State, table: Table, last: labrys.Decision | None) -> str | None:
    """The token for which a wall is being chosen."""
    if state.question != "play":
        return None
    if last is not None and last.kind == "answer":
        return str(last.arguments["spot"])
    (spot,) = [c for c in table.fields["pending"] if table.tokens[c] == state.to_act[0]]
    return spot


def taken_away(before: Table, after: Table, built: str | None) -> list[tuple[str, str]]:
    """Tokens of players in the game that went without a wall."""
    gone = before.tokens.keys() - after.tokens.keys() - {built}
    return [(before.tokens[c], c) for c in sorted(gone) if before.tokens[c] in after.living]


@pytest.mark.parametrize(("players", "level"), [(2, 2), (3, 1), (4, 2)])
def test_every_wall_door_and_rock_of_random_games(players: int, level: int) -> None:
    pick, seen = random.Random(10 * players + level), Counter[str]()
    for seed in range(2):
        state = game(players, level).start(seed)
        last: labrys.Decision | None = None
        before: Table | None = None
        built: str | None = None
        while not state.over:
            table = Table(state)
            if before is not None and before.rocks == table.rocks:
                for owner, at in taken_away(before, table, built):
                    assert all(table.buildable(owner, at).values())
                    seen["no wall fits"] += 1
            spot = asked_spot(state, table, last)
            kind = pick.choice(sorted({str(decision.action) for decision in state.decisions}))
            last = pick.choice([decision for decision in state.decisions if str(decision.action) == kind])
            # Doors and rocks are looked at whenever one is put, and now and then besides.
            if spot or kind in ("put-door", "put-rock") or pick.random() < 0.05:
                compare_all(state, table, spot, seen)
            before, built, state = table, spot, state.play(last)
    assert seen["raise-wall offered"] and seen["raise-wall refused"] and seen["put-door offered"] and seen["put-rock offered"]


def packed(pick: random.Random, players: int, level: int) -> tuple[labrys.State, str]:
    """All walls but two a player stand, as far as they fit without walling anybody in; doors, rocks, pawns and keys anywhere.

    Also gives the cell of a token whose owner is to build there.
    """
    seats, ground = game(players, level).seats, sorted(cells(players))
    kept = {seat: Counter(pick.sample(sorted(Counter(STOCK).elements()), 2)) for seat in seats}
    spots = pick.sample(ground, 2 * players)
    given: dict[str, Any] = {
        "active": pick.choice(seats),
        "tokens": dict.fromkeys(seats, 3 if players == 4 else 1),
        "cell": {f"{seat}-{thing}": spots.pop() for seat in seats for thing in ("pawn", "key")},
        "walls": {seat: sorted(kept[seat].elements()) for seat in seats},
    }
    table = Table(game(players, level).arrange(given, seed=1))
    for seat in seats:
        for kind in (Counter(STOCK) - kept[seat]).elements():
            fits = [sides for sides, shape in placements(players).items() if shape == kind and not sides & table.walls]
            # Across somebody's way rather than anywhere: so the ways grow long and few.
            likely = sorted(pick.sample(fits, min(20, len(fits))), key=lambda sides: -table.in_the_way(sides))
            for sides in likely:
                if not table.shut_in(sides):
                    table = table.built(walls=table.walls | sides)
                    given |= {f"{side}.wall": seat for side in sides}
                    break
    for seat in seats:
        side, at = pick.choice(sorted(edges(players).keys() - table.walls - table.doors.keys())), pick.choice(ground)
        if pick.random() < 0.5 and not table.shut_in(door=side, owner=seat):
            table = table.built(doors={**table.doors, side: seat})
            given |= {f"{side}.door": seat, f"{seat}.doors": 0}
        if pick.random() < 0.5 and at not in table.pawns.values() and not table.shut_in(rock=at, owner=seat):
            table = table.built(rocks={**table.rocks, at: seat})
            given |= {f"{at}.rock": seat, f"{seat}.rocks": 0}
    crossed = {at for walks in table.routes.values() for walk in walks for at in walk}
    spot = pick.choice(sorted(crossed - set(table.pawns.values())))
    given |= {f"{spot}.token": pick.choice(seats), "pending": [spot]}
    return game(players, level).arrange(given, seed=1), spot


@pytest.mark.parametrize(("players", "level"), [(2, 1), (3, 2), (4, 1)])
def test_every_wall_door_and_rock_of_boards_packed_with_walls(players: int, level: int) -> None:
    pick, seen = random.Random(players), Counter[str]()
    for _ in range(10):
        state, spot = packed(pick, players, level)
        if state.question == "play":
            compare_all(state, Table(state), spot, seen)
            state = state.play(pick.choice(state.decisions))
        compare_all(state, Table(state), None, seen)
    assert min(seen[f"{action} {what}"] for action in ("raise-wall", "put-door", "put-rock") for what in ("offered", "refused")) > 0


def locked_up(pick: random.Random) -> labrys.State:
    """Blue in a corridor of four cells: three doors in a row, keys anywhere, and a gap at its end for the fourth door.

    In row 11 Blue stands on the own colour and must be able to move.
    """
    x, y = pick.randrange(1, 6), pick.choice([3, 4, 6, 7, 9, 11])
    corridor = [cell(x + i, y) for i in range(4)]
    joints = [f"{at}e" for at in corridor]
    around = {side for side, ends in edges(4).items() if len(set(ends) & set(corridor)) == 1} - {joints[3]}
    colours = pick.sample(["blue", "green", "red", "yellow"], 4)
    given: dict[str, Any] = {"active": colours[3], "tokens": dict.fromkeys(colours, 3)}
    given |= {f"{side}.wall": "red" for side in around}
    given |= {f"{joint}.door": colour for joint, colour in zip(joints[:3], colours, strict=False)}
    given |= {f"{colour}.doors": 0 for colour in colours[:3]}
    given["cell"] = {"blue-pawn": corridor[0]}
    for number, colour in enumerate(colours):
        # Mostly where it can be found before it is needed, sometimes too late or nowhere near.
        near = pick.choice(corridor[: number + 1])
        given["cell"][f"{colour}-key"] = pick.choice([near, near, near, corridor[3], "b2"] if number < 3 else [near, "b2"])
    if pick.random() < 0.3:
        given |= {f"{pick.choice(corridor[1:])}.rock": (owner := pick.choice(colours)), f"{owner}.rocks": 0}
    return game(4).arrange(given, seed=1)


def test_doors_whose_keys_lie_behind_doors() -> None:
    pick, seen, chains = random.Random(3), Counter[str](), Counter[int]()
    for _ in range(30):
        state = locked_up(pick)
        table = Table(state)
        chains[len(table.route("blue"))] += 1
        compare_all(state, table, None, seen)
    # No route at all, and routes by way of two and of three keys.
    assert chains[0] and chains[3] and chains[4]
    assert seen["put-door refused"] and seen["put-rock refused"]


def test_the_board_and_the_pieces_are_those_of_the_rules() -> None:
    for players in (2, 3, 4):
        shown = game(players).start(1).view(None).fields
        assert {path.removesuffix(".wall") for path in shown if path.endswith(".wall")} == edges(players).keys()
        assert {path.removesuffix(".token") for path in shown if path.endswith(".token")} == cells(players)
        assert all(shown[f"{seat}.walls"] == STOCK for seat in game(players).seats)
