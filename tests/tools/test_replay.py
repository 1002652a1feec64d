"""Games that were kept: replayed forwards and backwards, drawn, mended, and met by rules that have changed."""

import re
import sys
from pathlib import Path

import pytest
from side_table import Run, fresh, run, tiny

__all__ = ["run", "tiny"]

on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture
def kept(run: Run, tiny: Path, tmp_path: Path) -> Path:
    """A game of the tiny ruleset to its end, in a journal."""
    path = tmp_path / "game.labrys"
    assert run("play", tiny, "--seat", "all=random", "--seed", 3, "--journal", path).code == 0
    return path


def positions(text: str) -> list[str]:
    return re.findall(r"^\d/9", text, re.MULTILINE)


def test_a_game_is_replayed_by_decision_and_by_event(run: Run, kept: Path) -> None:
    done = run("replay", kept, "--speed", 0)
    assert done.code == 0
    assert positions(done.out) == [f"{n}/9" for n in range(10)]
    assert len(re.findall("^White: ", done.out, re.MULTILINE)) == 5
    assert "The game is drawn (full)." in done.out
    by_event = run("replay", kept, "--speed", 0, "--events")
    assert [line for line in by_event.out.splitlines() if line] == [line for line in done.out.splitlines() if line]
    later = run("replay", kept, "--at", 7, "--lang", "fr", "--plain")
    assert positions(later.out) == ["7/9", "8/9", "9/9"]
    assert "La partie est nulle" in later.out


@pytest.mark.parametrize("words", [["--at", "10"], ["--speed", "-1"], ["--speed", "nan"], ["--seat", "green"]])
def test_wrong_use_is_refused(run: Run, kept: Path, words: list[str]) -> None:
    done = run("replay", kept, *words)
    assert done.code == 2
    assert done.err.count("\n") == 1


def test_what_is_no_journal_is_refused(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear all", encoding="utf-8")
    for path in (other, tmp_path / "nothing", tmp_path):
        done = run("replay", path)
        assert done.code == 2
        assert "Labrys itself" not in done.err


@on_a_terminal
def test_forwards_and_backwards_by_hand(kept: Path, tmp_path: Path) -> None:
    from terminal_window import Window

    with Window(tmp_path, "replay", kept) as window:
        for line, wanted in (("", "1/9"), ("", "2/9"), ("b", "1/9"), ("5", "5/9"), ("e", "6/9"), ("b", "5/9"), ("play 0", "drawn.*")):
            window.asked(">")
            window.enter(line)
            window.until(rf"{wanted}\n>\Z")
        window.asked(">")
        window.enter("")
        window.until("There is nothing further that way.")
        window.enter("nonsense")
        window.until("Enter: next decision")
        window.asked(">")
        window.enter("q")
        assert window.ended() == 0


def test_a_position_of_a_kept_game_is_drawn(run: Run, kept: Path, tmp_path: Path) -> None:
    picture = tmp_path / "x.svg"
    assert run("draw", kept, "--at", 4, "-o", picture).code == 0
    svg = picture.read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    shown = run("draw", kept, "--at", 4).out
    assert (len(re.findall(r"\bX\b", shown.split("\n\n")[0])), len(re.findall(r"\bO\b", shown.split("\n\n")[0]))) == (2, 2)
    assert run("draw", kept).out != shown
    assert run("draw", kept, "--at", 99).code == 2


def changed(tiny: Path) -> None:
    """From now on the middle is taken from the start."""
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "that: goal holds nothing" in text
    game.write_text(text.replace("that: goal holds nothing", "that: goal holds nothing and goal.row != 2"), encoding="utf-8")


def test_a_game_of_changed_rules_goes_on_where_they_part(run: Run, tiny: Path, tmp_path: Path) -> None:
    kept, more = tmp_path / "game.labrys", tmp_path / "more.labrys"
    typed = fresh("play", tiny, "--seed", 1, "--journal", kept, stdin="a1\nb1\na2\nquit\n")
    assert typed.code == 0, typed.err
    before = kept.read_bytes()
    changed(tiny)
    done = fresh("play", "--resume", kept, "--journal", more, stdin="quit\n")
    assert done.code == 0, done.err
    assert re.search(r"The rules have changed since this game was saved: they part at decision \d of 3\.", done.out)
    # The old file is left as it was; what is played from here goes to a new one.
    assert kept.read_bytes() == before
    assert more.exists()
    looked = run("replay", kept)
    assert looked.code == 0
    assert "The rules have changed" in looked.err


def test_texts_may_change_and_the_game_goes_on(tiny: Path, tmp_path: Path) -> None:
    kept = tmp_path / "game.labrys"
    fresh("play", tiny, "--seed", 1, "--journal", kept, stdin="a1\nquit\n")
    game = tiny / "game.yaml"
    game.write_text("# A new edition.\n" + game.read_text(encoding="utf-8"), encoding="utf-8")
    done = fresh("play", "--resume", kept, stdin="b1\nquit\n")
    assert "have changed" not in done.out + done.err
    assert kept.read_text(encoding="utf-8").count("decision") == 2


def test_a_half_written_tail_is_cut_off_with_a_message(tiny: Path, tmp_path: Path) -> None:
    kept = tmp_path / "game.labrys"
    fresh("play", tiny, "--seed", 1, "--journal", kept, stdin="a1\nb1\nquit\n")
    whole = kept.read_bytes()
    kept.write_bytes(whole + whole.splitlines()[-1][:20])
    looked = fresh("replay", kept)
    assert "The end of the file is damaged; the rest is shown." in looked.err
    done = fresh("play", "--resume", kept, stdin="c1\nquit\n")
    assert "The end of the file was damaged" in done.out
    assert kept.read_bytes().startswith(whole)
    assert (tmp_path / "game.labrys.damaged").read_bytes() == whole.splitlines()[-1][:20]
    again = fresh("play", "--resume", kept, stdin="quit\n")
    assert "damaged" not in again.out
    assert "1 X O X" in again.out


@on_a_terminal
def test_two_processes_do_not_play_from_one_file(tiny: Path, tmp_path: Path) -> None:
    from terminal_window import Window

    kept = tmp_path / "game.labrys"
    with Window(tmp_path, "play", tiny, "--journal", kept) as window:
        window.asked("White>")
        window.enter("a1")
        window.asked("Black>")
        refused = fresh("play", "--resume", kept, stdin="b1\n")
        assert refused.code == 2
        assert "is being played from by another process" in refused.err
        # Looking on is possible all the while.
        assert "1/1" in fresh("replay", kept).out
        window.enter("b1")
        window.asked("White>")
        window.kill()
    assert fresh("play", "--resume", kept, stdin="c1\nquit\n").code == 0
    assert kept.read_text(encoding="utf-8").count('"decision"') == 3
