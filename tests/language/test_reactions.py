"""Reactions: a trigger may alter what happens, and be asked for by what everybody can count."""

from pathlib import Path

import labrys
import pytest
from labrys import Game

GAME = """\
labrys: 1
game: parry
title: {en: Parry, fr: Parade}
players: 2
seats:
  white: {name: {en: White, fr: Blancs}}
  black: {name: {en: Black, fr: Noirs}}
enums: {card: [parry, dud]}
fields:
  hurt: {of: seat, type: 0..9}
  hand: {of: seat, type: list of card up to 2, seen by: owner, counted by: all}
setup:
  deal: {do: "add dud to black.hand\\nadd parry to black.hand"}
turns: {first: white, phase: playing}
phases: {playing: {actions: 1}}
actions:
  poke: {phase: playing, do: "strike(next(me), 3)"}
events:
  strike:
    given: {p: seat, n: 0..3}
    do: |
      p.hurt += n
triggers:
  soften:
    before: strike(p, n)
    offer: {to: p, if: any p.hand and count p.hand > 1, may: parry in p.hand}
    do: |
      alter n to n - 2
limit: {turns: 4, do: game drawn limit}
"""


@pytest.fixture(params=["python", "native"])
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Game:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return labrys.load(tmp_path, engine=request.param)


def test_an_offer_alters_an_argument(game: Game) -> None:
    state = game.start(1).play(game.decision({"seat": "white", "play": "poke"}))
    parried = state.play(game.decision({"seat": "black", "react": "soften"}))
    taken = state.play(game.decision({"seat": "black", "react": "none"}))
    assert parried.holds("black.hurt = 1")
    assert taken.holds("black.hurt = 3")


def test_who_carries_nothing_is_not_asked(game: Game) -> None:
    """How many cards somebody holds is counted by all, so it may decide whether a question is asked."""
    state = game.start(1).play(game.decision({"seat": "white", "play": "poke"}))
    state = state.play(game.decision({"seat": "black", "react": "none"}))
    struck = state.play(game.decision({"seat": "black", "play": "poke"}))
    assert struck.holds("white.hurt = 3")


CAUSES = """labrys: 1
game: chain
title: {en: Chain, fr: Chaîne}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}}
  blue: {name: {en: Blue, fr: Bleu}}
fields: {alarms: 0..9}
turns: {first: red, phase: playing}
phases: {playing: {who: active, actions: 1}}
actions:
  knock: {phase: playing, do: "ring()"}
  warn: {phase: playing, do: "announce()"}
  whisper: {phase: playing, do: "hush()"}
events:
  ring: {do: ""}
  announce: {do: "ring()"}
  hush: {do: "ring()"}
triggers:
  alarm: {after: ring(), if: not cause(announce), do: alarms += 1}
limit: {turns: 9, do: game drawn limit}
"""
QUIET = """labrys: 1
variant: quiet
title: {en: Quiet, fr: Calme}
about: {en: "Whispers count for nothing.", fr: "Les murmures ne comptent pas."}
change: {triggers.alarm.if: base and not cause(hush)}
"""


def test_a_cause_named_only_in_what_a_variant_keeps_is_known(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(CAUSES)
    (tmp_path / "variants" / "quiet.yaml").write_text(QUIET)
    for variants, alarms in (((), (1, 0, 1)), (("quiet",), (1, 0, 0))):
        game = labrys.load(tmp_path, variants=variants)
        after = [game.start(1).play(game.decision({"seat": "red", "play": name})) for name in ("knock", "warn", "whisper")]
        assert tuple(state.value("alarms") for state in after) == alarms


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(("armour", "hurt"), [("true", 0), ("false", 3)])
def test_a_trigger_whose_condition_the_options_settle(tmp_path: Path, engine: str, armour: str, hurt: int) -> None:
    plain = GAME.replace("offer: {to: p, if: any p.hand and count p.hand > 1, may: parry in p.hand}", "if: armour and p.hurt < 9")
    options = "options: {armour: {type: truth, start: true, text: {en: armour, fr: armure}}}\nfields:"
    (tmp_path / "game.yaml").write_text(
        plain.replace("fields:", options).replace("alter n to n - 2", "cancel"), encoding="utf-8"
    )
    for settled in (False, True):
        game = labrys.load(tmp_path, options={"armour": armour == "true"}, engine=engine, covering=settled and engine == "python")
        state = game.start(1).play(game.decision({"seat": "white", "play": "poke"}))
        assert state.value("black.hurt") == hurt
