"""Whatever is wrong with the words or files given, the answer is one sentence in the right language."""

from pathlib import Path

import pytest
from side_table import Done, Run, fresh, run, tiny, write

__all__ = ["run", "tiny"]


def assert_told(done: Done, code: int, sentence: str) -> None:
    assert done.code == code
    assert sentence in done.err
    assert done.err.count("\n") == 1
    assert "Labrys itself" not in done.err


WITH_VARIANTS = [
    ["play", "--seat", "all=random"],
    ["check"],
    ["trace"],
    ["graph"],
    ["perft", "1"],
    ["campaign", "--games", "1", "--jobs", "1"],
]


@pytest.mark.parametrize("words", WITH_VARIANTS, ids=lambda words: words[0])
@pytest.mark.parametrize("variant", ["flat", "", "../tiny", "x" * 5000])
def test_an_unknown_variant_is_wrong_use(
    run: Run, tiny: Path, words: list[str], variant: str
) -> None:
    done = run(words[0], tiny, *words[1:], "--variant", variant)
    assert_told(done, 2, "tiny has no variant")
    assert done.out == ""


def test_an_unknown_variant_is_answered_with_the_known_ones(run: Run) -> None:
    done = run("play", "tic-tac-toe", "--variant", "x", "--lang", "fr")
    assert_told(done, 2, "tic-tac-toe n'a pas de variante x ; il y a misere.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "9" * 30], "is too large a number"),
        (["--players", ""], '"" is not a whole number of at least 1'),
        (["--players", "²"], "is not a whole number"),
        (["--seed", "-1"], "is not a whole number of at least 0"),
        (["--option", "size=9999999999999999999999"], "number from 2 to 5"),
        (["--seat", "=random"], "There is no seat"),
        (["--lang", "xx"], "invalid choice"),
    ],
)
def test_wrong_numbers_and_names_are_told(
    run: Run, tiny: Path, words: list[str], sentence: str
) -> None:
    assert_told(run("play", tiny, "--seat", "all=random", *words), 2, sentence)


@pytest.mark.parametrize(
    "words",
    [
        ["campaign", "tic-tac-toe", "--games", "1000001"],
        ["campaign", "tic-tac-toe", "--jobs", "62"],
        ["mistakes", "tic-tac-toe", "--count", "999999999999999999"],
        ["perft", "tic-tac-toe", "9" * 5000],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_a_number_nothing_could_be_made_ready_for_is_refused(run: Run, words: list[str]) -> None:
    done = run(*words)
    assert_told(done, 2, "is too large a number; at most")
    assert len(done.err) < 200


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--lang"], '--lang "": choose en or fr.'),
        (["--lang", "de", "list"], "--lang de: choose en or fr."),
        (["--lang=de", "list"], "--lang de: choose en or fr."),
        (["help", "nonsense"], "There is no command nonsense."),
        (["explain", "LB101", "--all"], "Either one code or --all"),
        (["perft", "tic-tac-toe", "1", "--named", "x"], "name the file with --from"),
        (["test", "tic-tac-toe", "--junit", "nowhere/x"], "nowhere/x cannot be written"),
        (["x" * 5000], "There is no command"),
    ],
    ids=lambda words: " ".join(words)[:40] if isinstance(words, list) else "",
)
def test_words_that_do_not_fit_are_told(run: Run, words: list[str], sentence: str) -> None:
    assert_told(run(*words), 2, sentence)


def test_list_says_what_to_type_for_a_broken_ruleset(run: Run, tiny: Path) -> None:
    (tiny / "game.yaml").write_text("labrys: 1\n", encoding="utf-8")
    assert f"`labrys check {tiny}`" in run("list", tiny).err


def test_a_broken_ruleset_without_scenarios_does_not_pass(run: Run, tmp_path: Path) -> None:
    folder = write(tmp_path / "tiny", {"game.yaml": "a: [\n"})
    done = run("test", folder)
    assert done.code == 1
    assert "tiny/game.yaml:2:1: error LB101" in done.err


def test_a_scenario_file_alone_is_named_with_its_ruleset(run: Run, tiny: Path) -> None:
    (tiny / "scenarios" / "x.yaml").write_text("scenario: x\nwhen: 3\n", encoding="utf-8")
    assert "tiny/scenarios/x.yaml:2:7: error" in run("test", tiny / "scenarios" / "x.yaml").err


POSITIONS = {
    "a list": "- 1\n",
    "nothing": "",
    "only comments": "# nothing\n",
    "no position": "given: 3\n",
    "a map of another board": "given: {map: x}\n",
    "an unknown field": "given: {colour: 3}\n",
    "an unknown seat": "given: {active: nobody}\n",
    "an unknown phase": "given: {phase: nowhere}\n",
    "an unknown action": "when: [{play: fly}]\n",
    "a step that is none": "when: [3]\n",
    "an empty step": "when: [{}]\n",
    "a step outside the board": "when: [{play: place, goal: z9}]\n",
    "chance where there is none": "when: [{chance: 4}]\n",
}


@pytest.mark.parametrize("what", POSITIONS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_wrong_position_is_a_finding_with_its_place(
    run: Run, tiny: Path, tmp_path: Path, what: str, lang: str
) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(POSITIONS[what], encoding="utf-8")
    done = run("perft", tiny, 1, "--from", path, "--lang", lang)
    assert (done.code, done.out) == (1, "")
    assert "position.yaml:1" in done.err
    assert "Labrys itself" not in done.err
    assert "La faute est" not in done.err


LINES = {
    "{play: place": "This cannot be read",
    "{": "This cannot be read",
    "{play: place, goal: 99999999999999999999}": "the number is too large",
    "{chance: 4}": "nothing is left to chance here.",
    "{answer: {a: b}}": "That is not offered here.",
    "{react: none}": "That is not offered here.",
    "{time: 4}": "Time does not pass here.",
    "{}": "may mean 9 decisions",
    "{play: [a], b: {c: d}}": "`play` takes one word.",
    "{seat: [a], play: place}": "`seat` takes one word.",
    "{seat: white}": "may mean 9 decisions",
    "{seat: green, play: place, goal: a1}": "There is no seat green.",
    "save": "Write: save FILE.",
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_a_script_that_cannot_be_played_says_why(
    run: Run, tiny: Path, tmp_path: Path, line: str
) -> None:
    script = tmp_path / "game.txt"
    script.write_text(f"# a script\n{line}\n", encoding="utf-8")
    done = run("play", tiny, "--script", script)
    assert_told(done, 1, LINES[line])
    assert "game.txt:2: " in done.err


def test_a_save_under_an_impossible_name_is_told_and_the_game_goes_on(tiny: Path) -> None:
    for name, reason in (("a\0b", "that is no name of a file"), ("no/where", "there is no such")):
        done = fresh("play", tiny, stdin=f"save {name}\nquit\n")
        assert done.code == 0
        assert f"The game was not saved: {reason}" in done.out


def test_reasons_of_the_system_are_given_in_french(tiny: Path) -> None:
    done = fresh("play", tiny, "--lang", "fr", stdin="save nulle/part\nquit\n")
    assert "La partie n'est pas sauvegardée : pas de tel fichier ni dossier." in done.out


def test_a_ruleset_for_a_billion_players_is_no_billion_games(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "players: 2\n" in text
    game.write_text(
        text.replace("players: 2\n", "players: {from: 2, to: 2000000000}\n"), encoding="utf-8"
    )
    assert run("campaign", tiny, "--games", 1, "--jobs", 1).code in (0, 1)


def test_rules_that_never_end_are_a_finding(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8")
    text += "setup:\n  endless:\n    do: |\n      repeat 2000000000 times:\n        let x = 1\n"
    game.write_text(text, encoding="utf-8")
    done = run("play", tiny, "--seat", "all=random")
    assert done.code == 1
    assert "fault" in done.err


def test_a_game_that_cannot_be_built_does_not_pass(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("rows: size", "rows: 2000000000")
    game.write_text(text, encoding="utf-8")
    (tiny / "scenarios" / "first.yaml").unlink()
    assert run("test", tiny).code == 1
