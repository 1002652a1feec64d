"""`words` may name actions, parameters, phases, questions and reactions: what people are asked is in their language."""

from pathlib import Path

import labrys
import pytest
from labrys import Game
from test_reactions import GAME

WORDS = """\
words:
  parry: {en: parry card, fr: carte de parade}
  poke: {en: to poke, fr: piquer}
  strike: {en: the blow, fr: le coup}
  soften: {en: soften it, fr: l'amortir}
  playing: {en: play, fr: en jeu}
  n: {en: how hard, fr: {plain: force, to: avec force}}
"""


def written(folder: Path, words: str) -> Path:
    game = GAME.replace('poke: {phase: playing, do: "strike(next(me), 3)"}', 'poke: {phase: playing, choose: {n: 1..3}, do: "strike(next(me), n)"}')
    assert "choose: {n:" in game
    (folder / "game.yaml").write_text(game + words, encoding="utf-8")
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return labrys.load(written(tmp_path, WORDS))


def test_actions_parameters_phases_and_reactions_have_names_for_people(game: Game) -> None:
    assert [game.label(name, "fr") for name in ("poke", "n", "playing", "soften")] == ["piquer", "force", "en jeu", "l'amortir"]
    assert game.label("poke") == "to poke"
    state = game.start(1).play(game.decision({"seat": "white", "play": "poke", "n": 3}))
    assert state.question is not None
    assert game.label(state.question, "fr") == "le coup"


def test_what_words_does_not_name_goes_by_its_own_name(tmp_path: Path) -> None:
    bare = labrys.load(written(tmp_path, ""))
    assert bare.label("poke", "fr") == "poke"
    assert bare.label("some-thing") == "some thing"


def test_a_word_that_names_nothing_is_found(tmp_path: Path) -> None:
    assert not [finding for finding in labrys.check(written(tmp_path, WORDS)) if "poke" in finding.message("en")]
    (found,) = [f for f in labrys.check(written(tmp_path, WORDS.replace("  poke:", "  pokes:"))) if "pokes" in f.message("en")]
    assert found.severity == "error"
    assert "poke" in str(found.fix)
