"""What the example games show of time, chance, refusals, logs and views, by the library."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import labrys
import pytest
from labrys.engine.playing import perft

HERE = Path(__file__).parent


def game(name: str, **choices: Any) -> labrys.Game:
    return labrys.load(HERE / name, **choices)


def play(state: labrys.State, *steps: dict[str, Any]) -> labrys.State:
    for step in steps:
        state = state.play(state.game.decision(step))
    return state


def messages(state: labrys.State, action: str, lang: str, **arguments: Any) -> list[str]:
    return [refusal.messages[lang] for refusal in state.why_not(action, arguments)]


# -- three kettles


def heated() -> labrys.State:
    """Two kettles whose glasses run out at the same moment, the blue one turned first."""
    state = game("kettles", options={"cat": False}).arrange({"map": "S P"})
    state = play(state, {"seat": "ada", "play": "turn", "k": "stew", "g": "blue"})
    return play(state.advance(10), {"seat": "ada", "play": "turn", "k": "soup", "g": "red"})


def test_time_passes_only_forwards() -> None:
    state = heated().advance(12)
    assert state.now == 12
    assert state.advance(12).now == 12
    with pytest.raises(labrys.IllegalDecision, match="backwards"):
        state.advance(11)


def test_a_tick_counts_when_it_is_over() -> None:
    assert heated().advance(24.9).now == 24
    assert heated().advance(24.9).value("stew.stage") == "heating"


def test_timers_due_together_ring_in_the_order_they_were_started() -> None:
    rung = [cause.name for cause in heated().advance(25).causes if cause.kind == "event"]
    assert rung == ["rings blue", "rings red"]


def test_time_does_not_pass_where_there_is_no_clock() -> None:
    with pytest.raises(labrys.IllegalDecision, match="does not pass"):
        game("quay").start(1).advance(5)


def test_a_question_stops_the_clock_and_has_a_default() -> None:
    state = game("kettles").start(1).advance(60)
    assert (state.now, state.question, state.at) == (25, "who", "decision")
    assert state.default == state.decisions[0]
    with pytest.raises(labrys.IllegalDecision):
        state.advance(70)
    assert state.play(state.default).now == 60


def test_moments_replay_byte_for_byte() -> None:
    kitchen = game("kettles", players=3)
    dice, state, taken = random.Random(11), kitchen.start(2), []
    while not state.over:
        decision = dice.choice(state.decisions)
        if state.question is None and dice.random() < 0.2:
            decision = kitchen.decision({"time": state.now + dice.randrange(4)})
        taken.append(decision.data)
        state = state.play(decision)
    assert play(kitchen.start(2), *taken).to_bytes() == state.to_bytes()
    assert any("time" in data for data in taken)


# -- smugglers


def test_a_weighted_die_has_its_probabilities() -> None:
    state = game("smugglers").arrange({"active": "mary"})
    assert state.at == "chance"
    said = {decision.data["gives"]: decision.probability for decision in state.decisions}
    assert said == {"clear": Fraction(3, 4), "fog": Fraction(1, 4)}
    assert [decision.text("fr") for decision in state.decisions] == ["dé : clair", "dé : brume"]


def test_every_chance_of_a_game_sums_to_one() -> None:
    state = game("smugglers", options={"copies": 1}).start()
    dice, points = random.Random(3), set()
    while not state.over:
        if state.at == "chance":
            assert sum(decision.probability or 0 for decision in state.decisions) == 1
            points.add(state.decisions[0].data["chance"])
        state = state.play(dice.choice(state.decisions))
    assert points >= {"shuffle", "draw", "roll"}


def test_a_shuffled_stack_is_each_order_equally_often() -> None:
    cove = game("smugglers", options={"copies": 1, "weather": False})

    def orders(state: labrys.State, odds: Fraction) -> dict[tuple[str, ...], Fraction]:
        if state.decisions[0].data.get("chance") != "shuffle":
            return {tuple(state.value("beach")): odds}
        found: dict[tuple[str, ...], Fraction] = {}
        for outcome in state.decisions:
            for order, part in orders(
                state.play(outcome), odds * (outcome.probability or 0)
            ).items():
                found[order] = found.get(order, Fraction(0)) + part
        return found

    # Six crates, three of them alike patrols: 6! / 3! orders.
    found = orders(cove.start(), Fraction(1))
    assert len(found) == 120
    assert set(found.values()) == {Fraction(1, 120)}


def test_chance_branches_without_length() -> None:
    state = game("smugglers").arrange({"active": "mary", "beach": ["tea", "salt"]})
    assert [perft(state, depth) for depth in (1, 2)] == [2, 6]


def test_a_patron_is_in_nobody_elses_view_or_log() -> None:
    state = game("smugglers").start(1)
    assert "mary.patron" in state.view("mary").fields
    assert "mary.patron" not in state.view("jack").fields
    assert state.view("jack").fields["beach"] == {"count": 12}
    patron = next(line for line in state.draw("jack", "en") if line.startswith("patron"))
    assert patron.startswith("patron: Mary ?, Jack ")


def test_an_event_is_told_in_the_form_its_text_asks_for() -> None:
    cove = game("smugglers", options={"weather": False})
    state = cove.arrange({"active": "mary", "beach": ["silk", "tea"]}, 1)
    state = play(state, {"seat": "mary", "play": "carry"})
    assert state.log("jack", "fr", sentences=True) == ["voici de la soie"]
    assert state.log(None, "en", sentences=True) == ["silk comes up"]


# -- the quay


def test_a_refused_cost_says_what_is_needed_and_what_is_there() -> None:
    given = {"north.coins": 1, "north.stock": {"wood": 1}}
    state = game("quay").arrange(given)
    for lang in ("en", "fr"):
        (said,) = messages(state, "build", lang, p="hull", **{"godmother-of-it": "none"})
        assert "2" in said
        assert "1" in said


def test_texts_have_plurals_forms_and_witnesses() -> None:
    state = game("quay").arrange({"map": "N . . . .", "north.coins": 1})
    assert messages(state, "gamble", "en", n=2) == ["You have 1 coin, not 2"]
    assert messages(state, "gamble", "fr", n=2) == ["Vous avez 1 pièce, pas 2"]
    assert messages(state, "rest", "en") == ["worker 2 (North) could work"]
    assert messages(state, "rest", "fr") == ["ouvrier 2 (Nord) pourrait travailler"]
    along = {"seat": "north", "play": "shuffle-along", "w": "north-worker-1", "way": "e"}
    (found,) = [decision for decision in state.decisions if decision.data == along]
    assert found.text("fr") == "ouvrier 1 (Nord) se décale vers l'est"


@pytest.mark.parametrize("variants", [["dear-boats", "regatta", "gulls"], ["regatta"]])
def test_variants_that_do_not_go_together_are_refused(variants: list[str]) -> None:
    with pytest.raises(labrys.RulesetError):
        game("quay", variants=variants)


def test_the_panel_shows_declared_names() -> None:
    given = {
        "north.stock": {"wood": 2, "cloth": 1},
        "north.boat": ["hull", "sail"],
        "ready": "north",
    }
    drawn = game("quay").arrange(given).draw(None, "fr")
    assert "réserve : Nord [2 bois, toile], Sud [–]" in drawn
    assert "bateau : Nord [coque, voile], Sud [–]" in drawn
    assert "premier bateau : Nord" in drawn
    assert "fatigué : Nord non, Sud non" in drawn


# -- the last lantern


def test_who_is_out_is_asked_no_more() -> None:
    state = game("lanterns", players=4).start(4)
    dice = random.Random(2)
    while not state.over:
        living = state.value("living")
        assert set(state.to_act) <= set(living)
        assert state.active in living
        state = state.play(dice.choice(state.decisions))


def test_what_happens_is_told_below_the_move() -> None:
    state = game("lanterns", players=3).start()
    state = play(state, {"seat": "ruby", "play": "dare"}, {"chance": "roll", "gives": 1})
    assert [decision.text("fr") for decision in state.decisions] == [
        "protéger la lumière pour 2 huiles",
        "ne rien faire",
    ]
    assert state.log(None, "fr", sentences=True) == ["une rafale de force 1"]
    # What was told when the question came is not told again.
    state = play(state, {"seat": "ruby", "react": "none"})
    assert state.log(None, "fr", sentences=True) == ["la lumière s'éteint : Rubis"]
