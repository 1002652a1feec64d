"""Escape beside computations of its own: what the chambers are, where the platform goes, and what becomes of dice and gems."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import labrys
import pytest
from labrys_tools.proof import read_case

FOLDER = Path(__file__).parents[2] / "rulesets" / "escape"
BOTH = ("trap-chambers", "time-chambers")
CLOCKWISE = "nesw"
STEP = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

# Doorways with the stairs in the south, what lets one in, and the gem place: how many levels, by what.
CHAMBERS = """
start-chamber nesw AA -     exit-chamber s   AK -     torch-shrine sne AT 3T    torch-altar  sne AT 3T
key-shrine    snw  AK 3K    key-altar    snw AK 3K    corridor     sn  AA -     lamp-room    sne AT 1T
lock-room     snw  AK 1K    lit-vault    sew AT 1K    locked-forge sew AK 1T    crossing     snew AA -
lit-crossing  snew AT -     smithy       se  AK 1T    strongroom   sw  AT 1K    locked-hall  sne AK -
lit-hall      snw  AT -     brazier-hall sne AA 1T    coffer-hall  snw AA 1K
torch-abyss   sn   AT -     key-abyss    sn  AK -     summoning    snew AA -    platform     sne AA -
slide         snew AA -
gem-curfew    sne  AT -     mask-curfew  snw AK -     start-curfew sew AT -     move-curfew  sn  AK -
dice-lava     sne  AA -     gem-lava     snw AA -     torch-chamber sew AT -    sacrificial  snew AA -
"""


@cache
def game(players: int, variants: tuple[str, ...] = BOTH) -> labrys.Game:
    return labrys.load(FOLDER, players, variants=variants)


def chambers() -> dict[str, tuple[set[str], str, str]]:
    words = CHAMBERS.split()
    rows = [words[at : at + 4] for at in range(0, len(words), 4)]
    return {name: (set(sides), symbols, gems) for name, sides, symbols, gems in rows}


def test_every_chamber_is_as_the_list_says() -> None:
    table = chambers()
    assert len(table) == 2 + 17 + 5 + 8
    state = game(2).arrange({"tile": dict(zip(_cells(len(table)), table, strict=True))}, seed=1)
    for cell, (name, (sides, symbols, gems)) in zip(_cells(len(table)), table.items(), strict=True):
        assert {side for side in CLOCKWISE if state.value(f"opens({cell}, {side})")} == sides, name
        price = {kind: symbols.count(kind[0].upper()) for kind in ("torches", "keys")}
        assert state.value(f"entry-walkers({cell})") == symbols.count("A")
        assert {kind: state.value(f"entry-{kind}({cell})") for kind in price} == price, name
        assert state.value(f"gem-levels({cell})") == (0 if gems == "-" else int(gems[0])), name
        if gems != "-":
            assert state.value(f"gem-symbol({cell}) = key") == (gems[1] == "K"), name
    held = [int(gems[0]) for _, _, gems in table.values() if gems != "-"]
    assert sum(held) == 4 * 3 + 8


def _cells(count: int) -> list[str]:
    names = [f"{column}{row}" for row in (1, 3, 5) for column in "abcdefghijklm"]
    return names[:count]


# -- where the platform goes


def _angle(cell: tuple[int, int]) -> float:
    """Clockwise from north, round the Start at 7, 7."""
    return math.atan2(cell[0] - 7, cell[1] - 7) % math.tau


def _dock(tiles: dict[tuple[int, int], tuple[str, int]], at: tuple[int, int], stairs: str) -> tuple[int, int] | None:
    """The free place, first in the clockwise sense, at whose stairs side a chamber opens; the same angle is a whole circle."""
    table, best = chambers(), []
    for column in range(1, 14):
        for row in range(1, 14):
            beyond = (column + STEP[stairs][0], row + STEP[stairs][1])
            if (column, row) in tiles or (column, row) == at or beyond not in tiles or beyond == at:
                continue
            name, turn = tiles[beyond]
            sides = {CLOCKWISE[(CLOCKWISE.index(side) + turn) % 4] for side in table[name][0]}
            if CLOCKWISE[(CLOCKWISE.index(stairs) + 2) % 4] in sides:
                turned = (_angle((column, row)) - _angle(at)) % math.tau
                turned = math.tau if turned < 1e-9 or turned > math.tau - 1e-9 else turned
                best.append((round(turned, 9), abs(column - at[0]) + abs(row - at[1]), -row, column))
    found = min(best, default=None)
    return None if found is None else (found[3], -found[2])


def _named(cell: tuple[int, int]) -> str:
    return f"{'abcdefghijklm'[cell[0] - 1]}{cell[1]}"


def test_the_platform_goes_clockwise_to_the_first_place() -> None:
    pick, waits = random.Random(4), 0
    kinds = [name for name in chambers() if name not in ("platform", "start-chamber")]
    for _ in range(40):
        way = pick.choice(CLOCKWISE)
        at = (7 + STEP[way][0], 7 + STEP[way][1])
        tiles = {(7, 7): ("start-chamber", 0)}
        for _ in range(pick.choice((2, 6, 14))):
            cell = (pick.randint(2, 12), pick.randint(2, 12))
            if cell not in (at, (7, 7)):
                tiles[cell] = (pick.choice(kinds), pick.randrange(4))
        laid = {_named((column, row)): "none" for column in range(1, 14) for row in range(1, 14)}
        laid |= {_named(cell): name for cell, (name, _) in tiles.items()}
        given: dict[str, Any] = {
            "tile": laid,
            "turn": {_named(cell): turn for cell, (_, turn) in tiles.items()},
            "stack": ["platform"],
            "red.dice": ["walker"] * 5,
        }
        state = game(2).arrange(given, seed=1)
        state = state.play(state.game.decision({"seat": "red", "play": "discover", "way": way}))
        wanted = _dock(tiles, at, CLOCKWISE[(CLOCKWISE.index(way) + 2) % 4])
        assert state.value("red.waiting") == (wanted is None)
        assert state.view(None).fields["red-adventurer.cell"] == _named(wanted or at)
        assert state.value(f"turn on {_named(wanted or at)}") == str(CLOCKWISE.index(way))
        waits += wanted is None
    assert 0 < waits < 40


# -- dice and gems


@pytest.mark.parametrize("players", [1, 3])
def test_what_becomes_of_dice_and_gems_in_games_of_the_policy(players: int) -> None:
    """Counted from what everybody sees; a locked die leaves its place only when freed, lost, sacrificed or given back."""
    pick, played = random.Random(players), set()
    for seed in range(2):
        state = game(players).start(seed)
        while not state.over:
            fields = state.view(None).fields
            seats = state.game.seats
            dice = sum(sum(fields[f"{seat}.dice"].values()) for seat in seats)
            altar = sum(fields[f"{seat}.altar"] != "none" for seat in seats)
            assert dice + altar + fields["lost-dice"] == (7 if players == 1 else 5 * players)
            placed = sum(value for path, value in fields.items() if path.endswith(".gems"))
            assert fields["depot"] + fields["spare"] + fields["gem-box"] + placed == 25
            for seat in seats:
                cell = fields[f"{seat}-adventurer.cell"]
                assert (cell == "none") == fields[f"{seat}.escaped"]
                assert cell == "none" or fields[f"{cell}.tile"] != "none"
            locked = {seat: fields[f"{seat}.dice"].get("black-mask", 0) for seat in seats}
            decision = labrys.by_policy(state, pick)
            played.add(decision.action)
            state = state.play(decision)
            if decision.action in ("roll", "enter", "discover", "place-gems", "climb", "summon", "do-task"):
                after = state.view(None).fields
                asked = state.question is not None
                lost = after["lost-dice"] - fields["lost-dice"] + altar
                for seat in seats:
                    assert asked or lost or after[f"{seat}.dice"].get("black-mask", 0) >= locked[seat]
            assert not state.broken()
    assert {"roll", "unlock", "discover", "enter", "place-gems"} <= played


def test_a_locked_die_that_is_used_is_noticed(tmp_path: Path) -> None:
    copy = tmp_path / "escape"
    shutil.copytree(FOLDER, copy)
    text = (copy / "actions.yaml").read_text(encoding="utf-8")
    wrong = text.replace("      take-up(me, key, keys)\n", "      take-up(me, black-mask, keys)\n")
    assert wrong != text
    (copy / "actions.yaml").write_text(wrong, encoding="utf-8")
    broken = []
    for folder in (FOLDER, copy):
        state = labrys.load(folder, 1).arrange({"red.dice": ["key", "black-mask", "torch", "torch", "torch", "torch", "torch"]}, seed=1)
        roll = {"seat": "red", "play": "roll", "walkers": 0, "keys": 1, "torches": 0, "golds": 0}
        broken.append(state.play(state.game.decision(roll)).broken())
    assert broken == [[], ["locked-dice-stay-locked"]]


# -- gaps, journal, drawing


def test_every_gap_that_affects_play_is_cited_by_the_data_and_by_a_scenario() -> None:
    case, scenarios = read_case(FOLDER)
    cited = {rule for variants in ((), BOTH) for node in game(2, variants).nodes for rule in node.cites}
    told = {rule for scenario in scenarios for rule in scenario.cites}
    # That the base rules come from elsewhere, and that two words mean gems, is nothing to play.
    assert set(case.gaps) - cited == set(case.gaps) - told == {"ES-G1", "ES-G35"}
    notes = [(FOLDER / name).read_text(encoding="utf-8") for name in ("notes.md", "notes-fr.md")]
    assert all(f"| {gap} |" in text for gap in case.gaps for text in notes)


def test_a_game_in_real_time_plays_again_from_its_journal(tmp_path: Path) -> None:
    """The journal has a mark of the state's bytes with every decision; a mark that differs is told by `replay`."""
    journal = tmp_path / "journal.txt"
    words = ["escape", "--players", "2", "--variant", BOTH[0], "--variant", BOTH[1], "--seed", "3"]
    first = _run("play", *words, "--seat", "all=policy", "--journal", str(journal))
    again = _run("replay", str(journal), "--speed", "0")
    count = len(journal.read_text(encoding="utf-8").splitlines()) - 1
    assert first.splitlines()[-1] == again.splitlines()[-1]
    assert f"{count}/{count}" in again


def test_a_game_of_the_policy_plays_again_from_what_was_written_to_the_same_bytes() -> None:
    state, pick, written = game(3).start(11), random.Random(11), []
    while not state.over:
        if state.question is None and pick.random() < 0.05:
            decision = state.game.decision({"time": state.now + 1.5})
        else:
            decision = labrys.by_policy(state, pick)
        written.append(json.dumps(decision.data))
        state = state.play(decision)
    again = game(3).start(11)
    for line in written:
        again = again.play(again.game.decision(json.loads(line)))
    assert again.to_bytes() == state.to_bytes()


def _run(*words: str) -> str:
    command = [sys.executable, "-m", "labrys_tools", *words, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, stdin=subprocess.DEVNULL)
    return done.stdout


def test_the_temple_is_drawn_with_its_sand_and_everybody_s_dice() -> None:
    given = {
        "tile": {"f7": "lamp-room", "h7": "torch-altar", "g8": "gem-curfew", "g6": "mask-curfew"},
        "turn": {"f7": 3, "h7": 1, "g8": 0, "g6": 2},
        "h7.used": True, "h7.gems": 2, "depot": 5,
        "green-at": "g8", "green-run": 2, "green-queue": ["g6"],
        "red-adventurer.cell": "h7",
        "red.dice": ["key", "key", "torch", "black-mask", "walker"],
    }  # fmt: skip
    picture = game(2).arrange(given, seed=1).picture("red", "en", width=100)
    lines = picture.lines()
    assert [line[:27].rstrip() for line in lines[:14]] == [
        "          +--   --+",
        "          |  1 AT |",
        "8         |",
        "          |   gg  |",
        "  +--   --+--   --+-------+",
        "  |   AT  |  S AA |   AT  |",
        "7             Y       R",
        "  |   t   |       |   **  |",
        "  +-------+--   --+--   --+",
        "          |  2 AK |",
        "6         |",
        "          |   w   |",
        "          +--   --+",
        "      f       g       h",
    ]
    beside = [line[27:].strip() for line in lines]
    assert "next gong: 180 s" in beside
    assert beside[beside.index("Red") + 1] == "dice: [adventurer, 2 key, torch, black mask]"
    assert {row.sign: row.name for row in picture.legend}["w"] == "marker: waits for sand, in this place"


def test_a_golden_mask_for_one_die_is_for_nobody_else() -> None:
    state = game(2).arrange({"red.dice": ["golden-mask", "black-mask", "key", "key", "key"]}, seed=1)
    wanted = {"seat": "red", "play": "unlock", "one": "red", "two": "none"}
    texts = {d.text("fr") for d in state.decisions if d.action == "unlock" and d.arguments["two"] == "none" and d.arguments["one"] == "red"}
    assert state.game.decision(wanted) in state.decisions
    assert texts == {"masque d'or pour Rouge et personne"}
