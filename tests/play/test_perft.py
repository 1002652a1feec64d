"""The counts of decision sequences that every ruleset states for itself."""

from pathlib import Path
from typing import Any

import labrys
import pytest
import yaml

RULESETS = Path(__file__).parents[2] / "rulesets"
FILES = sorted(RULESETS.glob("*/perft/*.yaml"))
MOST = 250_000  # deeper counts take more than a few seconds
FEW = 600


def named(path: Path) -> str:
    return f"{path.parents[1].name}-{path.stem}"


def position(path: Path, stated: dict[str, Any]) -> labrys.State:
    game = labrys.load(
        path.parents[1],
        players=stated.get("players"),
        variants=stated.get("variants", ()),
        options=stated.get("options"),
    )
    return game.arrange(stated["given"]) if "given" in stated else game.start()


# Their beginnings are dealt at random in more ways than can be counted, or have none that is the same twice.
UNCOUNTED = {"dedale", "escape", "hades-trap", "wall-labyrinth"}


def test_every_ruleset_states_counts() -> None:
    rulesets = {path.parent.name for path in RULESETS.glob("*/game.yaml")}
    assert rulesets - UNCOUNTED == {path.parents[1].name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_stated_counts_are_reached(path: Path) -> None:
    stated = yaml.safe_load(path.read_text(encoding="utf-8"))
    state = position(path, stated)
    before = state.to_bytes()
    wanted = [number for number in stated["counts"] if number <= MOST]
    assert wanted
    assert [labrys.perft(state, depth) for depth in range(1, len(wanted) + 1)] == wanted
    assert state.to_bytes() == before


@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_counts_below_each_decision_add_up(path: Path) -> None:
    stated = yaml.safe_load(path.read_text(encoding="utf-8"))
    state = position(path, stated)
    depth = 2 if len(stated["counts"]) > 1 and stated["counts"][1] <= FEW else 1
    if state.at == "chance":  # chance adds no length
        total = sum(labrys.perft(state.play(given), depth) for given in state.decisions)
        assert total == stated["counts"][depth - 1]
    elif len(state.decisions) <= FEW:
        rows = labrys.divide(state, depth)
        assert [decision for decision, _ in rows] == state.decisions
        assert sum(number for _, number in rows) == stated["counts"][depth - 1]
