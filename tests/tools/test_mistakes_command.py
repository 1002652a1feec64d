"""`labrys mistakes`: the checker is measured with mistakes of many kinds."""

import json
import re
from pathlib import Path

import pytest
from labrys.source.folder import list_rulesets
from labrys_tools.mistakes.ground import Ground
from labrys_tools.mistakes.measure import KINDS, seed_mistakes
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]


def test_mistakes_are_many_different_and_of_many_kinds() -> None:
    mistakes = seed_mistakes(list_rulesets(), 320, seed=1)
    assert len(mistakes) == 320
    kinds = {mistake.kind for mistake in mistakes}
    assert len(kinds) >= 40
    per_kind = [sum(mistake.kind == kind for mistake in mistakes) for kind in kinds]
    assert max(per_kind) <= 3 * 320 / len(kinds)
    assert len({(m.ruleset, m.file, m.files[m.file]) for m in mistakes}) == 320


def test_every_kind_stands_in_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "checking.md"
    rows = re.findall(r"^\| ([a-z ]+) \| [0-9]+ \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(KINDS)


def test_every_ruleset_is_spoilt() -> None:
    spoilt = {mistake.ruleset for mistake in seed_mistakes(list_rulesets(), 320, seed=1)}
    assert spoilt == {folder.name for folder in list_rulesets()}


def test_a_mistake_spoils_one_file_at_the_lines_it_names() -> None:
    grounds = {folder.name: Ground.of(folder) for folder in list_rulesets()}
    for mistake in seed_mistakes(list_rulesets(), 200, seed=2):
        good = grounds[mistake.ruleset].files
        changed = [name for name, text in mistake.files.items() if good.get(name) != text]
        assert changed == [mistake.file]
        assert all(
            1 <= line <= mistake.files[mistake.file].count("\n") + 1 for line in mistake.lines
        )


def test_the_same_seed_makes_the_same_mistakes(tiny: Path) -> None:
    assert seed_mistakes([tiny], 30, seed=4) == seed_mistakes([tiny], 30, seed=4)
    assert seed_mistakes([tiny], 30, seed=4) != seed_mistakes([tiny], 30, seed=5)


def test_a_faulty_ruleset_is_no_ground(run: Run, tiny: Path) -> None:
    (tiny / "rules.yaml").write_text("labrys: 1\n", encoding="utf-8")
    done = run("mistakes", tiny)
    assert done.code == 1
    assert "tiny is no good ruleset to begin with" in done.err


def test_the_figures_are_counted(run: Run, tiny: Path) -> None:
    answer = json.loads(run("mistakes", tiny, "--count", 25, "--json", "--jobs", 1).out)
    assert answer["mistakes"] == 25
    assert answer["placed"] <= answer["reported"] <= 25
    assert sum(row["mistakes"] for row in answer["kinds"].values()) == 25
    assert len(answer["missed"]) == 25 - answer["placed"]
    assert set(answer["kinds"]) <= set(KINDS)


QUICK = ("breakthrough", "chess", "connect-four", "hex", "kuhn-poker", "pig", "quoridor", "tic-tac-toe")


@pytest.mark.parametrize("seed", [11])
def test_the_checker_finds_nearly_all_and_says_where(run: Run, seed: int) -> None:
    # Among the quick ones there is something for every kind; `labrys mistakes` alone spoils all rulesets.
    done = run("mistakes", *QUICK, "--count", len(KINDS) * 2, "--seed", seed, "--missed", "--jobs", 1)
    assert done.code == 0, done.out + done.err
