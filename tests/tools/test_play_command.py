"""`labrys play`: a plain text game to its end."""

from pathlib import Path

import pytest
from side_table import Done, Run, fresh, run, tiny

__all__ = ["run", "tiny"]


def test_random_players_play_to_the_end(run: Run, tiny: Path) -> None:
    done = run("play", tiny, "--seat", "all=random", "--seed", 3)
    assert done.code == 0
    assert done.out.startswith("Tiny · seed 3\n")
    assert "The game is drawn (full)." in done.out


def test_the_same_seed_is_the_same_game(run: Run, tiny: Path) -> None:
    words = ("play", tiny, "--seat", "all=random", "--seed")
    assert run(*words, 5).out == run(*words, 5).out
    assert run(*words, 5).out != run(*words, 6).out


def test_without_a_seed_one_is_picked_and_printed(run: Run, tiny: Path) -> None:
    first = run("play", tiny, "--seat", "all=random").out.splitlines()[0]
    seed = first.rsplit(" ", 1)[1]
    assert seed.isdecimal()
    again = run("play", tiny, "--seat", "all=random", "--seed", seed)
    assert again.out.splitlines()[0] == first


def typed(tiny: Path, text: str, *words: object) -> Done:
    return fresh("play", tiny, "--seed", 1, *words, stdin=text)


def test_numbers_texts_and_written_decisions_are_understood(tiny: Path) -> None:
    done = typed(tiny, "5\n{play: place, goal: a1}\nquit\n")
    assert done.code == 0
    assert "Traceback" not in done.err
    last = done.out[done.out.index("{play: place, goal: a1}") :]
    assert "2 . X ." in last
    assert "1 O . ." in last


def test_a_refused_decision_says_why(tiny: Path) -> None:
    done = typed(tiny, "{play: place, goal: b2}\n{play: place, goal: b2}\nquit\n")
    assert "That cell is taken." in done.out


@pytest.mark.parametrize(
    "entry", ["0", "99", "9" * 30, "zzz", "{", "{play: [", "{a: b}", "x" * 9000]
)
def test_a_wrong_entry_is_explained_and_asked_again(tiny: Path, entry: str) -> None:
    done = typed(tiny, f"{entry}\n5\nquit\n")
    assert done.code == 0
    assert "X" in done.out
    assert "Traceback" not in done.err + done.out
    assert "Labrys itself" not in done.err + done.out


def test_help_is_there(tiny: Path) -> None:
    assert "save F" in typed(tiny, "?\nquit\n").out
    assert "sauvegarder" in typed(tiny, "?\nquit\n", "--lang", "fr").out


def test_an_input_that_ends_early_is_told(tiny: Path) -> None:
    done = typed(tiny, "5\n")
    assert done.code == 1
    assert "The input ended before the game." in done.out


def test_a_script_plays_a_whole_game(run: Run, tiny: Path, tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text(
        "# a game\n- {seat: white, play: place, goal: b2}\n" + "1\n" * 8, encoding="utf-8"
    )
    done = run("play", tiny, "--script", script, "--seed", 1)
    assert done.code == 0, done.err
    assert "The game is drawn (full)." in done.out


def test_a_wrong_line_of_a_script_ends_it_with_its_place(tiny: Path, tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text("1\n{play: place, goal: a3}\n", encoding="utf-8")
    done = fresh("play", tiny, "--script", script)
    assert done.code == 1
    assert "game.txt:2: That cell is taken." in done.err


def test_a_script_that_ends_early_is_told(tiny: Path, tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text("1\n", encoding="utf-8")
    done = fresh("play", tiny, "--script", script)
    assert done.code == 1
    assert "ends before the game does" in done.err


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"1\n" * 600_000])
def test_a_script_that_is_none_is_refused(
    run: Run, tiny: Path, tmp_path: Path, content: bytes
) -> None:
    script = tmp_path / "game.txt"
    script.write_bytes(content)
    done = run("play", tiny, "--script", script)
    assert done.code == 2
    assert "The script" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ["--seat", "green=random"],
        ["--seat", "white=robot"],
        ["--seat", "white"],
        ["--players", "9"],
        ["--option", "colour=3"],
        ["--script", "nowhere.txt"],
        ["--script", "."],
        ["--resume", "nowhere.sav"],
        ["--seed", "x"],
    ],
)
def test_wrong_use_is_refused(run: Run, tiny: Path, words: list[str]) -> None:
    done = run("play", tiny, *words)
    assert done.code == 2
    assert "Labrys itself" not in done.err
    assert done.err.count("\n") == 1


def test_a_save_goes_on_where_it_was(tiny: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.sav"
    assert f"Saved to {save}." in typed(tiny, f"5\nsave {save}\nquit\n").out
    done = typed(tiny, "quit\n", "--resume", save)
    assert done.code == 0
    assert "X" in done.out


@pytest.mark.parametrize("spoil", [b"", b"nonsense", b"\0" * 1000, None])
def test_a_broken_save_is_refused(
    run: Run, tiny: Path, tmp_path: Path, spoil: bytes | None
) -> None:
    save = tmp_path / "game.sav"
    typed(tiny, f"5\nsave {save}\nquit\n")
    save.write_bytes(save.read_bytes()[:-3] if spoil is None else spoil)
    done = run("play", tiny, "--resume", save)
    assert done.code in (1, 2)
    assert done.err.count("\n") == 1
    assert "Labrys itself" not in done.err


def test_a_giant_save_is_not_read(run: Run, tiny: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.sav"
    with save.open("wb") as opened:
        opened.truncate(2**33)
    done = run("play", tiny, "--resume", save)
    assert done.code == 2
    assert "too large" in done.err


def test_saving_where_nothing_can_be_written_goes_on(tiny: Path, tmp_path: Path) -> None:
    done = typed(tiny, f"save {tmp_path}\n5\nquit\n")
    assert done.code == 0
    assert "The game was not saved" in done.out


def test_without_a_game_nothing_is_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("play")
    assert done.code == 2
    assert "Name a game" in done.err
