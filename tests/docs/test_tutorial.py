"""The tutorial does what it says, in both languages: its files are written, its commands run."""

import re
from pathlib import Path

import labrys
import pytest
from tutorial_page import DOCS, PAGES, Heard, agrees, blocks, commands, follow

STEPS = [
    pytest.param(lang, number, id=f"{lang}-{number}-{command}")
    for lang in PAGES
    for number, command in enumerate(commands(lang))
]
# What a command of the tutorial finds wrong on purpose, by the words that say so.
FINDING = re.compile(r"LB\d{3} (?!\w+-)|failed|en échec|missing|manquent|a-way-for-all", re.ASCII)


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[Heard]]]:
    """For each language the folder of a reader who has come to the end, and what was heard."""
    found = {}
    for lang in PAGES:
        folder = tmp_path_factory.mktemp(lang)
        found[lang] = (folder, list(follow(lang, folder)))
    return found


@pytest.mark.parametrize(("lang", "number"), STEPS)
def test_a_command_prints_what_the_page_quotes(
    readers: dict[str, tuple[Path, list[Heard]]], lang: str, number: int
) -> None:
    heard = readers[lang][1][number]
    assert agrees(heard.quoted, heard.printed), f"$ {heard.command}\n{heard.printed}"


@pytest.mark.parametrize(("lang", "number"), STEPS)
def test_a_command_fails_only_where_the_page_shows_a_finding(
    readers: dict[str, tuple[Path, list[Heard]]], lang: str, number: int
) -> None:
    heard = readers[lang][1][number]
    shown = not heard.command.startswith("labrys explain") and FINDING.search(heard.quoted)
    assert heard.code == (1 if shown else 0)


def test_both_languages_show_the_same_files() -> None:
    english, french = (
        [block for block in blocks(lang) if block.kind != "console"] for lang in ("en", "fr")
    )
    assert english == french


def test_both_languages_run_the_same_commands() -> None:
    assert commands("en") == commands("fr")


@pytest.mark.parametrize("lang", PAGES)
def test_every_block_is_a_file_or_a_command(lang: str) -> None:
    assert all(block.mark or block.kind == "console" for block in blocks(lang))


@pytest.mark.parametrize("lang", PAGES)
def test_the_reader_ends_with_the_finished_folder(
    readers: dict[str, tuple[Path, list[Heard]]], lang: str
) -> None:
    assert contents(readers[lang][0] / "ashlar") == contents(DOCS / "tutorial/ashlar")


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.yaml")
    }


def test_the_mistake_on_purpose_is_found_on_its_line(
    readers: dict[str, tuple[Path, list[Heard]]],
) -> None:
    for lang in PAGES:
        found = [heard.printed for heard in readers[lang][1] if "blok" in heard.printed]
        assert len(found) == 1
        assert "game.yaml:61:11:" in found[0]
        assert "LB401" in found[0]


@pytest.mark.parametrize(("guarded", "count"), [(True, 638), (False, 698)])
def test_the_right_of_passage_forbids_sixty_games_of_three_moves(
    readers: dict[str, tuple[Path, list[Heard]]], tmp_path: Path, guarded: bool, count: int
) -> None:
    folder = tmp_path / "ashlar"
    folder.mkdir()
    game = (readers["en"][0] / "ashlar/game.yaml").read_text(encoding="utf-8")
    if not guarded:
        game = game.replace("    ensure: [right-of-passage]\n", "")
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    states = [labrys.load(folder, options={"size": 3}).start(seed=1)]
    for _ in range(3):
        states = [state.play(move) for state in states for move in state.decisions]
    assert len(states) == count


@pytest.mark.parametrize("lang", PAGES)
def test_what_the_page_links_to_is_there(lang: str) -> None:
    page = PAGES[lang].read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", page):
        assert (DOCS / link).exists(), link


def test_a_quotation_is_compared_line_by_line() -> None:
    assert agrees("a\n…\nd", "a\nb\nc\nd")
    assert agrees("seed …, b", "seed 12, b")
    assert not agrees("a\n…\nd", "a\nb\nc\nd e")
    assert not agrees("a …", "a b\nc")
