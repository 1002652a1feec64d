"""`labrys play` with clocks, questions, reactions and several people at once, from scripts."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from labrys_tools import speech
from labrys_tools.command import main

HERE = Path(__file__).parent
Played = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    speech.choose("en")


@pytest.fixture
def played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Played:
    def play(name: str, script: str, *words: object) -> tuple[int, str]:
        path = tmp_path / "script.txt"
        path.write_text(script, encoding="utf-8")
        lang = [] if "--lang" in words else ["--lang", "en"]
        all_words = ["play", HERE / name, "--script", path, "--seed", 6, *lang, *words]
        code = main([str(word) for word in all_words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return play


def test_a_whole_evening_is_played_from_a_script(played: Played) -> None:
    code, said = played(
        "kettles",
        "- {seat: ada, play: hang, k: tea, place: a1}\n"
        "- {time: 3, seat: ben, play: hang, k: soup, place: b1}\n"
        "- {time: 60}\n"
        "- {seat: ben, answer: {who: ada}}\n"
        "Ada: catch the cat\n"
        "time 90\n",
    )
    assert code == 0
    assert "0 s  Ada, Ben> {seat: ada" in said
    assert "Question: who\n  1 Ada: Ada\n  2 Ada: Ben\n" in said
    assert "25 s  Ada, Ben> {seat: ben, answer" in said
    assert "60 s  Ada, Ben> Ada: catch the cat" in said
    assert said.endswith("Everybody loses.\n")


def test_time_that_cannot_pass_is_explained(played: Played) -> None:
    code, said = played("kettles", "{time: 5}\n{time: 3}\n")
    assert code == 1
    assert "script.txt:2: Time does not run backwards." in said
    code, said = played("quay", "{time: 5}\n")
    assert code == 1
    assert "script.txt:1: Time does not pass here." in said


def test_a_reaction_is_asked_for_and_told_in_both_languages(played: Played) -> None:
    script = "dare the wind\n{react: shield}\nquit\n"
    code, said = played("lanterns", script)
    assert code == 0
    assert "> dare the wind\n    a gust of force 1\n" in said
    assert "Your answer to: gust\n  1 shield the light for 2 oil\n  2 do nothing\n" in said
    assert said.count("a gust of force") == 1
    code, said = played("lanterns", "braver le vent\n2\nquit\n", "--lang", "fr", "--players", 3)
    assert code == 0
    assert "Votre réplique à : gust\n  1 protéger la lumière pour 2 huiles" in said
    assert "    la lumière s'éteint : Rubis\n" in said


def test_what_is_clear_may_be_left_out(played: Played) -> None:
    code, said = played("quay", "1\n{play: recall}\nquit\n")
    assert code == 0
    assert "North> {play: recall}" in said
    # A refused step is refused for what it says, not for what it leaves out.
    code, said = played("quay", "1\n{play: shuffle-along, way: w}\n")
    assert code == 1
    assert "The quay ends there." in said


def test_a_set_is_written_in_any_order(played: Played) -> None:
    code, said = played(
        "quay",
        "{play: place, w: north-worker-1, dock: b1}\n{play: gamble, n: 3}\n"
        "{play: donate, gifts: [cloth, wood], to: south}\nquit\n",
        "--option",
        "purse=5",
    )
    assert code == 0, said


def test_people_and_random_players_act_side_by_side(played: Played) -> None:
    code, said = played("kettles", "wait\n" * 500, "--seat", "ben=random")
    assert code == 0
    assert "Ben: " in said
