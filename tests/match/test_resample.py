"""Positions drawn from what a seat sees: they agree with it, and with nothing else of the truth."""

import random
from functools import cache
from pathlib import Path

import labrys
import pytest
from labrys import Game, State
from labrys.engine.run import store_words
from labrys.match import hidden
from labrys.match.resample import Resampler, resample
from labrys_tools.campaign.guesses import again, guess
from labrys_tools.engines import why_not_native

ROOT = Path(__file__).resolve().parents[2]
ENGINE = "python" if why_not_native() is not None else "native"
WITH_SECRETS = ("rulesets/kuhn-poker", "rulesets/dedale", "rulesets/hades-trap", "tests/examples/sealed-bids", "tests/examples/ward-duel")

# A job that draws a card nobody sees, rolls a die everybody sees, lets both choose unseen, and then asks.
PEEK = """labrys: 1
game: peek
title: {en: Peek, fr: Coup d'œil}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}}
  blue: {name: {en: Blue, fr: Bleu}}
enums:
  card: [ace, king, queen, jack, ten, nine]
  face: [blank, star, moon, sun]
fields:
  deck: {type: list of card up to 6, seen by: nobody, counted by: all}
  hand: {of: seat, type: card?, seen by: owner}
  spied: {of: seat, type: set of card, seen by: owner, counted by: all}
  luck: {of: seat, type: 0..9, start: 4, seen by: owner}
  shown: {type: face?}
  bets: {type: 0..3}
setup:
  deck:
    do: |
      for c in cards:
        add c to deck
      shuffle deck
      for s in seats:
        draw c from deck
        set s.hand to c
      draw c from deck
      add c to blue.spied
turns: {first: red, phase: playing}
phases:
  playing: {who: active, actions: 1, next: turn-end}
actions:
  try-luck:
    phase: playing
    do: |
      set bets to 0
    then: |
      roll n as face
      set shown to n
      draw c from deck
      set blue.hand to c
      ask each of seats: bid from 0..2
      ask red: more from 0..1
      set bets to more
limit: {turns: 4, do: game drawn limit}
"""


@cache
def _game(folder: str) -> Game:
    return labrys.load(ROOT / folder, engine=ENGINE)


@pytest.fixture(params=["python", "native"])
def peek(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    if request.param == "native" and ENGINE == "python":
        pytest.skip("there is no C compiler here")
    (tmp_path / "game.yaml").write_text(PEEK, encoding="utf-8")
    return labrys.load(tmp_path, engine=request.param)


def _walk(game: Game, seed: int, most: int) -> list[State]:
    """Positions of a random game: some in which a seat is to decide, and those in the middle of a job."""
    dice, state, found = random.Random(seed), game.start(seed), []
    for number in range(most):
        if state.over:
            break
        if number % 4 == 0 or state.question is not None:
            found.append(state)
        state = state.play(dice.choice(state.decisions))
    return found


@pytest.mark.parametrize("folder", WITH_SECRETS)
def test_the_seat_sees_the_same_and_may_decide_the_same(folder: str) -> None:
    dice = random.Random(1)
    changed = 0
    for state in _walk(_game(folder), 3, 40):
        for seat in state.to_act:
            drawn = resample(state, seat, dice)
            assert drawn is not None
            assert drawn.view(seat).fields == state.view(seat).fields
            assert [d for d in drawn.decisions if d.seat == seat] == [d for d in state.decisions if d.seat == seat]
            assert (drawn.to_act, drawn.question) == (state.to_act, state.question)
            changed += drawn != state
    assert changed > 0


@pytest.mark.parametrize("folder", WITH_SECRETS)
def test_two_truths_that_look_the_same_give_the_same(folder: str) -> None:
    """Other contents by exchanges, another generator: for the same dice the same position comes out."""
    dice, compared = random.Random(5), 0
    for seed in range(6 if folder.endswith("kuhn-poker") else 2):
        for state in _walk(_game(folder), seed, 40):
            seat = state.to_act[0]
            other = guess(state, seat, dice)
            if other is None or other.view(seat).fields != state.view(seat).fields or other.to_act != state.to_act:
                continue
            if not _same_story(Resampler(state, seat), Resampler(other, seat)):
                continue
            one, two = resample(again(state), seat, random.Random(9)), resample(_reseeded(other), seat, random.Random(9))
            assert one is not None and one == two
            compared += 1
    assert compared > 2


def _same_story(one: Resampler, other: Resampler) -> bool:
    """Whether the seat saw the same at every stop of a job so far."""
    return len(one.stops) == len(other.stops) and all(
        (left.site, left.kind, left.told) == (right.site, right.kind, right.told)
        and hidden.same_sight(left.block, left.hidden, right.block, right.hidden)
        for left, right in zip(one.stops, other.stops, strict=True)
    )


def _reseeded(state: State) -> State:
    base, job, entries = state.origin
    base = base[:]
    store_words(base, state.game.flow.rng, 123456789)
    return state.game.go(base, job, entries)


def test_a_game_without_secrets_gets_another_future(tmp_path: Path) -> None:
    state = labrys.load(ROOT / "rulesets/pig").start(1)
    drawn = resample(state, state.to_act[0], random.Random(2))
    assert drawn is not None and drawn != state
    rng = state.game.flow.rng
    assert drawn.block[:rng] == state.block[:rng]


def test_everything_that_may_lie_there_comes_up_and_nothing_else() -> None:
    game = _game("rulesets/kuhn-poker")
    state = game.start(1)
    mine = state.view("elder").fields["elder.hand"]
    dealt = [resample(state, "elder", random.Random(seed)) for seed in range(40)]
    hands = {tuple(found.view("dealer").fields["dealer.hand"]) for found in dealt if found is not None}
    assert hands == {(card,) for card in ("jack", "queen", "king")} - {tuple(mine)}


def test_chance_and_answers_that_were_not_shown_are_drawn_again(peek: Game) -> None:
    state = peek.start(3).play(peek.start(3).decisions[0])
    state = _answer(_answer(state, "red", 1), "blue", 2)
    assert state.question == "more"
    bids, hands, lucks, spied = set(), set(), set(), set()
    resampler = Resampler(state, "red")
    for seed in range(60):
        drawn = resampler.draw(random.Random(seed))
        assert drawn is not None
        assert drawn.view("red").fields == state.view("red").fields
        _, _, entries = drawn.origin
        # Red's own bid and the die stand; Blue's bid and the card drawn do not.
        bids.add(tuple(entry[1:] for entry in entries if peek.program.sites[entry[0]].get("ask") == "bid"))
        theirs = drawn.view("blue").fields
        hands.add(theirs["blue.hand"])
        lucks.add(theirs["blue.luck"])
        spied.add(tuple(theirs["blue.spied"]))
    assert bids == {((0, 1), (1, bid)) for bid in range(3)}
    assert len(hands) == 5
    assert len(lucks) > 5
    assert len(spied) == 5 and all(len(cards) == 1 for cards in spied)


def _answer(state: State, seat: str, value: int) -> State:
    return state.play(next(d for d in state.decisions if d.seat == seat and d.offer[2] == value))


def test_what_is_drawn_holds_every_thing_as_often_as_before(peek: Game) -> None:
    state = peek.start(3)
    drawn = resample(state, "red", random.Random(1))
    assert drawn is not None
    cards = [_cards(each) for each in (state, drawn)]
    assert cards[0] == cards[1] == sorted(range(6))


def _cards(state: State) -> list[int]:
    found = []
    for viewer in (0, 1):
        for field, index in hidden.Hidden(state.game, state.block, viewer).places:
            if field.name == "hand" and index != viewer:
                found += [thing.value for thing in hidden.held(state.block, field, index)]
    deck = next(field for field in state.game.world.layout if field.name == "deck")
    spied = next(field for field in state.game.world.layout if field.name == "spied")
    found += [thing.value for thing in hidden.held(state.block, deck, 0)]
    mask = state.block[spied.slot + 1]
    return sorted([*found, *(value for value in range(6) if mask >> value & 1)])


def test_nothing_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labrys.match.resample.ATTEMPTS", 0)
    state = _game("rulesets/kuhn-poker").start(1)
    assert resample(state, "elder", random.Random(1)) is None
