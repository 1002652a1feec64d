"""The page that builds a boss does what it says, in both languages; the boss plays."""

import random
import re
import shutil
from pathlib import Path

import labrys
import pytest
from labrys.source.findings import Findings
from labrys_tools.proof import Proof, demand, watch
from labrys_tools.scenario_files import read_scenarios
from tutorial_page import DOCS, Heard, agrees, blocks, commands, follow

PAGES = {"en": DOCS / "new-boss.md", "fr": DOCS / "new-boss-fr.md"}
HADES_TRAP = DOCS.parent / "rulesets" / "hades-trap"
FINISHED = ("variants/talos.yaml", "scenarios/talos.yaml")


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[Heard]]]:
    """For each language the copy of a reader who has come to the end, and what was heard."""
    found = {}
    for lang in PAGES:
        folder = tmp_path_factory.mktemp(lang)
        shutil.copytree(HADES_TRAP, folder / "hades-trap")
        found[lang] = (folder / "hades-trap", list(follow(lang, folder, PAGES)))
    return found


@pytest.mark.parametrize("lang", PAGES)
def test_every_command_prints_what_the_page_quotes(
    readers: dict[str, tuple[Path, list[Heard]]], lang: str
) -> None:
    for heard in readers[lang][1]:
        assert agrees(heard.quoted, heard.printed), f"$ {heard.command}\n{heard.printed}"
        assert heard.code == (1 if "LB607" in heard.quoted else 0)


@pytest.mark.parametrize("lang", PAGES)
def test_the_reader_ends_with_the_finished_files(
    readers: dict[str, tuple[Path, list[Heard]]], lang: str
) -> None:
    for name in FINISHED:
        made = (readers[lang][0] / name).read_text(encoding="utf-8")
        assert made == (DOCS / "new-boss" / name).read_text(encoding="utf-8")
    assert len((DOCS / "new-boss" / FINISHED[0]).read_text(encoding="utf-8").splitlines()) < 60


def test_both_languages_show_the_same_files_and_commands() -> None:
    english, french = ([block for block in blocks(lang, PAGES) if block.kind != "console"] for lang in ("en", "fr"))
    assert english == french
    assert commands("en", PAGES) == commands("fr", PAGES)


@pytest.mark.parametrize("lang", PAGES)
def test_what_the_page_links_to_is_there(lang: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", PAGES[lang].read_text(encoding="utf-8")):
        assert (DOCS / link).exists(), link


def test_every_rule_of_the_boss_is_proven(readers: dict[str, tuple[Path, list[Heard]]]) -> None:
    folder = readers["en"][0]
    rules: set[str] = set()
    for scenario in read_scenarios(folder, Findings()):
        if scenario.variants == ("talos",):
            verdict, proven = watch(scenario)
            assert verdict.passed
            for rule, nodes in proven.items():
                assert demand(Proof(rule, scenario, nodes)) is not None, (rule, scenario.name)
                rules.add(rule)
    assert rules == {"TA-001", "TA-002", "TA-003", "TA-004"}


@pytest.mark.parametrize(("players", "variants"), [(2, ("talos",)), (4, ("first-edition", "talos"))])
def test_the_boss_plays_with_both_editions(
    readers: dict[str, tuple[Path, list[Heard]]], players: int, variants: tuple[str, ...]
) -> None:
    game = labrys.load(readers["en"][0], players, variants, {"extra-heroes": True})
    for seed in range(4):
        dice, state = random.Random(seed), game.start(seed)
        while not state.over:
            assert not state.broken()
            state = state.play(dice.choice(state.decisions))
