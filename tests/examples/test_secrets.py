"""What nobody but one seat may know shows in no question, no log and no offer of another."""

from pathlib import Path

import labrys
from small_games import findings, play, small

FIELDS = """
enums: {card: [axe, bow, cup]}
fields:
  hand: {of: seat, type: bag of card up to 5, seen by: owner, counted by: all}
  bid: {of: seat, type: 0..9, seen by: owner}
  open: truth
  top: {of: seat, type: 0..9, seen by: viewer = it or open}
  notes: {type: list of 0..9 up to 99}
"""
GO = {"seat": "white", "play": "go"}


def acted(*lines: str) -> str:
    body = "\n".join(f"      {line}" for line in lines)
    return f"\nactions:\n  go:\n    phase: play\n    do: |\n{body}\n"


def test_a_seat_with_nothing_to_choose_from_is_asked_if_that_is_its_secret(tmp_path: Path) -> None:
    rules = FIELDS + acted("ask black: k from those k in cards with black.hand[k] > 1", "  else finish", "add 1 to notes")
    game = small(tmp_path, rules)
    for cards, answers in (([], ["none"]), (["axe", "bow"], ["none"]), (["axe", "axe"], ["axe"])):
        state = play(game.arrange({"hand": {"black": cards}}), GO)
        assert state.to_act == ("black",)
        assert [decision.data["answer"]["k"] for decision in state.decisions] == answers
        again = game.from_bytes(state.to_bytes())
        assert again.decisions == state.decisions
        after = play(state, {"seat": "black", "answer": {"k": answers[0]}})
        assert after.value("count notes") == (answers != ["none"])


def test_what_everybody_sees_is_not_asked_in_vain(tmp_path: Path) -> None:
    rules = FIELDS + acted("ask black: n from those n in (1..3) with n in notes", "  else finish", "add n to notes")
    game = small(tmp_path, rules)
    assert play(game.start(), GO).active == "black"
    assert play(game.arrange({"notes": [2]}), GO).value("notes") == (2, 2)
    assert play(game.arrange({"notes": [2, 3]}), GO).to_act == ("black",)


def test_each_seat_is_asked_whatever_it_holds(tmp_path: Path) -> None:
    rules = FIELDS + acted("ask each of seats: k from those k in cards with me.hand[k] > 0", "for s in seats:", "  if k[s] exists:", "    add 1 to notes")
    game = small(tmp_path, rules)
    state = play(game.arrange({"hand": {"white": [], "black": ["cup"]}}), GO)
    assert state.to_act == ("white", "black")
    state = play(state, {"seat": "black", "answer": {"k": "cup"}}, {"seat": "white", "answer": {"k": "none"}})
    assert state.value("notes") == (1,)


def test_a_seat_that_can_play_nothing_is_asked_if_that_is_its_secret(tmp_path: Path) -> None:
    rules = FIELDS + acted("ask black to play burn()", "  else finish", "add 1 to notes") + """
  burn:
    phase: asked
    require:
      rich:
        that: me.bid > 2
        else: {en: "You bid too little", fr: "Vous avez trop peu misé"}
    do: add 2 to notes
"""
    game = small(tmp_path, rules)
    poor = play(game.arrange({"black.bid": 2}), GO)
    assert [str(decision) for decision in poor.decisions] == ["black pass"]
    assert poor.why_not("burn", {}, "black")[0].guard == "rich"
    assert play(poor, {"seat": "black", "play": "pass"}).value("notes") == ()
    rich = play(game.arrange({"black.bid": 3}), GO)
    assert [str(decision) for decision in rich.decisions] == ["black burn"]
    assert play(rich, {"seat": "black", "play": "burn"}).value("notes") == (2, 1)


def test_a_field_hidden_by_a_condition_is_blank_in_questions_and_offers(tmp_path: Path) -> None:
    rules = FIELDS + acted("ask white: n from those n in (0..9) with n = black.top", "  else finish", "add n to notes") + """
triggers:
  glance:
    after: changed open(old, new)
    offer: {to: white, may: black.top > 4, text: {en: look, fr: regarder}}
    do: |
      add 9 to notes
  opening:
    after: played go(by)
    do: |
      set open to not open
"""
    game = small(tmp_path, rules)
    state = play(game.arrange({"black.top": 7}), GO)
    assert [decision.data["answer"]["n"] for decision in state.decisions] == [0]
    state = play(state, {"seat": "white", "answer": {"n": 0}})
    assert [str(decision) for decision in state.decisions] == ["white glance", "white none"]
    shut = play(game.arrange({"black.top": 7, "open": True}), GO)
    assert [decision.data["answer"]["n"] for decision in shut.decisions] == [7]
    shut = play(shut, {"seat": "white", "answer": {"n": 7}})
    assert [str(decision) for decision in shut.decisions] == ["white none"]


LOGGED = FIELDS + acted("sound(1)", "pay(me.bid)", "if me.bid > 2:", "  boast()", "  cry()", "set me.bid to 1", "tell black: me.hand") + """
events:
  sound: {given: {n: 0..9}, do: add n to notes, text: {en: "sound {n}", fr: "son {n}"}}
  pay: {given: {n: 0..9}, do: "sound(n)\\nif n > 2:\\n  boast()", text: {en: "pays {n}", fr: "paie {n}"}}
  boast: {do: add 7 to notes, text: {en: boast, fr: fanfare}}
  cry: {do: add 8 to notes, public: true, text: {en: cry, fr: cri}}
triggers:
  purse: {after: "changed bid(s, old, new)", do: add 5 to notes}
  rich: {after: sound(n), if: active.bid > 2, do: add 6 to notes}
"""


def test_the_log_of_a_seat_tells_nothing_hidden(tmp_path: Path) -> None:
    game = small(tmp_path, LOGGED)
    rich, poor = (play(game.arrange({"white.bid": bid, "hand": {"white": ["axe"]}}), GO) for bid in (5, 2))
    assert poor.log("white") == ["White: go", "  sound 0..9", "  pays 0..9", "    sound 0..9"]
    # Only what an event makes public tells that White is rich.
    assert [line for line in rich.log("white") if line != "  cry"] == poor.log("white")
    assert rich.log("black", "fr")[-2:] == ["  cri", "me.hand : axe"]


def test_the_log_tells_only_what_is_new_since_the_last_answer(tmp_path: Path) -> None:
    rules = FIELDS + acted("sound(1)", "tell white: 3", "ask black: n from 1..2", "sound(2)", "ask black: m from 1..2", "sound(m)") + """
events:
  sound: {given: {n: 0..9}, do: add n to notes, text: {en: "sound {n}", fr: "son {n}"}}
"""
    game = small(tmp_path, rules)
    first = play(game.start(), GO)
    assert first.log("white") == ["White: go", "  sound 1", "3: 3"]
    second = play(first, {"seat": "black", "answer": {"n": 1}})
    assert second.log("white") == ["  sound 2"]
    third = play(second, {"seat": "black", "answer": {"m": 2}})
    assert third.log("white") == ["  sound 2"]
    assert [cause.name for cause in third.causes] == ["go", "sound", "sound", "sound"]


def test_a_secret_answer_is_asked_for_even_if_there_is_only_one(tmp_path: Path) -> None:
    rules = FIELDS + acted("ask black: k from those k in cards with black.hand[k] > 0", "  else finish", "add 1 to notes")
    game = small(tmp_path, rules)
    state = play(game.arrange({"hand": {"black": ["cup"]}}), GO)
    assert len(state.decisions) == 1 and state.to_act == ("black",)
    assert findings(tmp_path, rules) == [] and isinstance(state, labrys.State)


def test_the_log_tells_what_happened_not_what_was_meant_to(tmp_path: Path) -> None:
    rules = FIELDS + acted("hit(2)", "hit(7)", "hit(9)") + """
events:
  hit: {given: {n: 0..9}, needs: n > 0, do: add n to notes, text: {en: "{n|one hit|hits}: {n}", fr: "{n|coup|coups} : {n}"}}
triggers:
  soften: {before: hit(n), if: n = 2, do: alter n to 1}
  parry: {before: hit(n), if: n = 7, do: cancel}
  vanish: {before: hit(n), if: n = 9, do: alter n to 0}
"""
    game = small(tmp_path, rules)
    state = play(game.start(), GO)
    assert state.value("notes") == (1,)
    assert state.log("black") == ["White: go", "  one hit: 1", "    soften", "  parry", "  vanish"]
    assert state.log(None, "fr")[1] == "  coup : 1"
    assert [(c.kind, c.name, c.arguments) for c in state.causes][1::2] == [
        ("event", "hit", (1,)), ("cancelled", "hit", (7,)), ("cancelled", "hit", (0,)),
    ]  # fmt: skip
