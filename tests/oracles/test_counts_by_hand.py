"""The counts of decision sequences that the rulesets state, counted again by hand.

`LABRYS_ORACLE_COUNTS=1000000` counts up to a million instead of a few hundred.
"""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path

import pytest
import yaml
from by_hand.kuhn_poker import KuhnPoker
from by_hand.table import Position, perft
from setups import RULESETS, Table

MOST = int(os.environ.get("LABRYS_ORACLE_COUNTS", "2500"))
FILES = sorted(RULESETS.glob("*/perft/*.yaml"))


def named(path: Path) -> str:
    return f"{path.parents[1].name}-{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_stated_counts_are_those_by_hand(path: Path) -> None:
    stated = yaml.safe_load(path.read_text(encoding="utf-8"))
    table = Table(
        path.parents[1].name,
        stated.get("options", {}),
        tuple(stated.get("variants", ())),
        stated.get("players", 2),
    )
    position = table.by_hand(stated.get("given"))
    wanted = (
        list(takewhile(lambda number: number <= MOST, stated["counts"])) or stated["counts"][:1]
    )
    assert [perft(position, depth + 1) for depth in range(len(wanted))] == wanted


def lines(position: Position) -> list[KuhnPoker]:
    if position.end():
        assert isinstance(position, KuhnPoker)
        return [position]
    return [end for decision in position.decisions() for end in lines(position.after(decision))]


def test_every_line_of_kuhn_poker_pays_as_by_hand() -> None:
    game = Table("kuhn-poker").load()
    ends = lines(KuhnPoker())
    assert len(ends) == 30
    for end in ends:
        state = game.start()
        for card in end.cards:
            state = state.play(game.decision({"chance": "draw", "gives": card}))
        for word in end.said:
            state = state.play(game.decision({"seat": state.to_act[0], "play": word}))
        assert state.over
        assert {seat: state.value(f"{seat}.chips") for seat in game.seats} == end.chips()
        for seat, other, card in (
            ("elder", "dealer", end.cards[1]),
            ("dealer", "elder", end.cards[0]),
        ):
            hand = state.view(seat).fields[f"{other}.hand"]
            assert hand == ({"count": 1} if end.said[-1] == "fold" else {card: 1})
