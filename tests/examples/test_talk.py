"""Questions, reactions and secrets of the examples, where the library shows more than a scenario can say."""

import shutil
from pathlib import Path

import labrys
import pytest
from labrys_tools.campaign.games import Broken, Tally
from labrys_tools.campaign.secrets import swap_secrets
from small_games import play, small, write

HERE = Path(__file__).parent


def edited(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of an example with one text replaced."""
    copy = folder / name
    shutil.copytree(HERE / name, copy)
    text = (copy / "game.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copy / "game.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return copy


# -- causes and cascades


def test_what_follows_from_a_burst_is_told_depth_first() -> None:
    game = labrys.load(HERE / "powder")
    state = game.arrange({"b1.load": 2, "map": "..B\n...\nRR.\n"})
    causes = play(state, {"seat": "red", "play": "add-keg", "at": "a1"}).causes
    parents = {cause.number: cause.parent for cause in causes}
    assert all(parent is None or parent < number for number, parent in parents.items())
    bursts = [cause.number for cause in causes if cause.name == "burst"]
    assert len(bursts) == 2

    def above(number: int) -> list[int]:
        parent = parents[number]
        return [] if parent is None else [parent, *above(parent)]

    assert bursts[0] in above(bursts[1])
    # The echoes belong to nothing: each is a job of its own, after the action.
    assert [cause.parent for cause in causes if cause.name == "echo"] == [None, None]


def test_a_cascade_without_measure_is_found_and_one_that_does_not_shrink_stops(tmp_path: Path) -> None:
    bare = edited(tmp_path / "bare", "powder", "    measure: all-kegs\n", "")
    assert "LB608" in [finding.code for finding in labrys.check(bare)]
    wrong = edited(tmp_path / "wrong", "powder", "measure: all-kegs", "measure: 3 + 0 * all-kegs")
    assert [finding.code for finding in labrys.check(wrong) if finding.severity == "error"] == []
    game = labrys.load(wrong)
    state = game.arrange({"b1.load": 2, "map": "..B\n...\nRR.\n"})
    saved = state.to_bytes()
    with pytest.raises(labrys.Fault, match=r"measure.*burst.*burst"):
        state.play(game.decision({"seat": "red", "play": "add-keg", "at": "a1"}))
    assert state.to_bytes() == saved


# -- inside a job


def test_a_save_in_the_middle_of_a_job_restores_it() -> None:
    game, twin = labrys.load(HERE / "ward-duel", players=2), labrys.load(HERE / "ward-duel", players=2)
    hands = {"ash": ["bolt", "counter"], "elm": ["counter", "ward"]}
    state = game.arrange({"phase": "act", "hand": hands, "deck": ["seer"]}, 3)
    steps = [
        {"seat": "ash", "play": "throw", "at": "elm"}, {"seat": "elm", "react": "counter-it"},
        {"seat": "ash", "react": "counter-it"}, {"seat": "elm", "react": "none"}, {"seat": "elm", "react": "raise-ward"},
    ]  # fmt: skip
    for step in steps:
        saved, offered = state.to_bytes(), list(state.decisions)
        again = twin.from_bytes(saved)
        assert (again.to_act, again.question, again.decisions) == (state.to_act, state.question, offered)
        following = state.play(game.decision(step))
        assert again.play(twin.decision(step)).to_bytes() == following.to_bytes()
        assert (state.to_bytes(), state.decisions) == (saved, offered)
        if following.to_act == ():
            break
        state = following


def test_what_changed_between_two_questions_is_seen_at_the_second() -> None:
    game = labrys.load(HERE / "ward-duel", players=2)
    state = game.arrange({"phase": "act", "hand": {"ash": ["bolt"], "elm": ["ward", "mirror"]}}, 3)
    asked = play(state, {"seat": "ash", "play": "throw", "at": "elm"}, {"seat": "elm", "react": "none"})
    assert asked.view("ash").fields["pile"] == {"bolt": 1}
    assert asked.view("ash").fields["elm.hand"] == {"count": 2}
    warded = play(asked, {"seat": "elm", "react": "raise-ward"})
    assert asked.view("ash").fields["pile"] == {"bolt": 1}
    assert warded.view("ash").fields["pile"] == {"bolt": 1, "ward": 1}


# -- secrets


def test_only_the_mage_of_the_seer_is_told_what_it_saw() -> None:
    game = labrys.load(HERE / "ward-duel", players=2)
    given = {"phase": "act", "hand": {"ash": ["seer"], "elm": ["ward", "mirror"]}, "deck": []}
    state = play(game.arrange(given, 3), {"seat": "ash", "play": "ask-the-seer", "about": "elm"}, {"seat": "elm", "react": "none"})
    assert state.log("ash")[-1] == "at.hand: ward, mirror"
    for seat in ("elm", None):
        assert not [line for line in state.log(seat) if "mirror" in line]


def test_bids_are_unseen_until_all_are_there() -> None:
    game = labrys.load(HERE / "sealed-bids", players=3)
    start = game.arrange({"phase": "sale", "stock": ["vase", "vase"]}, 3)
    one, other = (play(start, {"seat": "cy", "answer": {"bid": bid}}) for bid in (1, 4))
    assert one.to_bytes() != other.to_bytes()
    for seat in ("ada", "bob", None):
        assert one.view(seat).fields == other.view(seat).fields
        assert (one.to_act, one.log(seat)) == (other.to_act, other.log(seat))
    both = [{"seat": "cy", "answer": {"bid": 4}}, {"seat": "ada", "answer": {"bid": 2}}]
    assert play(start, *both).to_bytes() == play(start, *reversed(both)).to_bytes()


LEAKY = """
fields:
  top: {of: seat, type: 0..9, seen by: viewer = it}
  stash: {type: list of 0..9 up to 4, seen by: nobody}
  notes: {type: list of 0..9 up to 99}
setup:
  tops: {do: "set white.top to 1\\nset black.top to 5\\nadd 2 to stash\\nadd 3 to stash\\nadd 7 to stash"}
actions:
  go:
    phase: play
    do: |
      BODY
"""


def test_a_question_that_leaks_is_caught_by_swapping_secrets(tmp_path: Path) -> None:
    body = "if next(me).top > 2:\n        ask me: x from 0..3\n        add x to notes"
    leaky = labrys.load(write(tmp_path, LEAKY.replace("BODY", body)))
    with pytest.raises(Broken, match="whether x is asked"):
        for seed in range(20):
            swap_secrets(leaky, seed, Tally())


def test_a_question_in_any_case_gives_nothing_away(tmp_path: Path) -> None:
    body = "ask me: x from 0..3\n      if next(me).top > 2:\n        add x to stash\n        take y from stash\n        set me.top to y"
    tight = small(tmp_path, LEAKY.replace("BODY", body))
    tally = Tally()
    for seed in range(10):
        swap_secrets(tight, seed, tally)
    assert tally.swapped > 100
