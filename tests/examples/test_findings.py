"""What the checker finds about questions, offers and secrets."""

from pathlib import Path

import pytest
from small_games import findings

FIELDS = """
enums: {card: [axe, bow, cup]}
fields:
  hand: {of: seat, type: bag of card up to 5, seen by: owner, counted by: all}
  bid: {of: seat, type: 0..9, seen by: owner}
  pot: 0..99
"""


def acted(*lines: str) -> str:
    body = "\n".join(f"      {line}" for line in lines)
    return f"\nactions:\n  go:\n    phase: play\n    do: |\n{body}\n"


ASK = ("  ask me: x from 0..3", "  pot += x at most 99")
PAUSES = {
    "a condition": acted("if next(me).bid > 2:", *ASK),
    "a body that may be left": acted("if next(me).bid > 2:", "  finish", *(line[2:] for line in ASK)),
    "a value that was set": acted("let y = 0", "set y to me.bid", "if y > 2:", *ASK),
    "a value set on a condition": acted("let y = 0", "if me.bid > 2:", "  set y to 1", "if y = 1:", *ASK),
    "a number of times": acted("repeat me.bid times:", *ASK),
    "a loop": acted("for k in those k in cards with me.hand[k] > 0:", *ASK),
    "an answer": acted("ask me: k from those k in cards with me.hand[k] > 0", "  else finish", "if k = axe:", *ASK),
    "a draw": acted("draw k from me.hand", "if k = axe:", *ASK),
    "an event": acted("if me.bid > 2:", "  quiz()") + "events:\n  quiz: {do: \"ask active: x from 0..3\\npot += x at most 99\"}\n",
    "an argument": acted("quiz(me.bid)")
    + "events:\n  pass-on: {given: {n: 0..9}, do: \"if n > 2:\\n  ask active: x from 0..3\\n  pot += x at most 99\"}\n"
    + "  quiz: {given: {n: 0..9}, do: \"let m = n + 0\\npass-on(m)\"}\n",
    "a phase": acted("if me.bid > 2:", "  enter phase inner")
    + "phases:\n  play: {who: active}\n  inner: {who: active, enter: pot += 1 at most 99}\n",
}  # fmt: skip


@pytest.mark.parametrize("way", PAUSES)
def test_a_question_that_something_hidden_leads_to_is_found(way: str, tmp_path: Path) -> None:
    assert findings(tmp_path, FIELDS + PAUSES[way]) == ["secret-pause"]


def offered(offer: str, more: str = "", head: str = "changed pot(old, new)") -> str:
    return f"triggers:\n  glance:\n    after: {head}\n{more}    offer: {{{offer}, text: {{en: glance, fr: regarder}}}}\n    do: |\n      set next(active).bid to 0\n"


OFFERS = {
    "if": offered("to: seats, if: active.bid > 2"),
    "to": offered("to: those s in seats with s.bid > 2"),
    "the trigger's if": offered("to: seats", "    if: active.bid > 2\n"),
    "another's secret in may": offered("to: seats, may: active.bid > 2"),
    "the change of a hidden field": offered("to: seats", head="changed bid(s, old, new)").replace("next(active).bid to 0", "pot to 0"),
}


@pytest.mark.parametrize("part", OFFERS)
def test_an_offer_that_gives_something_hidden_away_is_found(part: str, tmp_path: Path) -> None:
    act = acted("pot += 1 at most 99", "set me.bid to 2")
    assert findings(tmp_path, FIELDS + act + OFFERS[part]) == ["secret-read"]


SOUND = {
    "an offer may depend on what its seat sees": acted("pot += 1 at most 99") + offered("to: seats, may: me.bid > 2"),
    "an offer names its seat": acted("pot += 1 at most 99") + offered("to: active, may: active.bid > 2"),
    "how many are counted by all": acted("if any next(me).hand:", *ASK) + offered("to: seats, if: count active.hand > 1"),
    "the asked seat's own": acted("ask next(me): k from those k in cards with next(me).hand[k] > 0", "  else finish", "pot += 1 at most 99"),
    "a range is never empty": acted("ask me: x from 1..3", "pot += x at most 99"),
}


@pytest.mark.parametrize("why", SOUND)
def test_nothing_is_found_where_nothing_leaks(why: str, tmp_path: Path) -> None:
    assert findings(tmp_path, FIELDS + SOUND[why]) == []


def test_a_trigger_on_a_change_that_nothing_makes_is_read_all_the_same(tmp_path: Path) -> None:
    listening = "triggers:\n  odd:\n    after: changed bid(s, old, new)\n    do: |\n      pat += 1\n"
    assert findings(tmp_path, FIELDS + acted("pot += 1 at most 99") + listening) == ["never-raised", "unknown-name"]


def test_a_queued_trigger_cannot_keep_a_set(tmp_path: Path) -> None:
    playing = "actions:\n  go: {phase: play, choose: {them: some of cells}, do: pot += 1 at most 99}\n"
    heard = "triggers:\n  echo:\n    after: played go(by, them)\n{later}    do: |\n      pot += count them at most 99\n"
    assert findings(tmp_path, FIELDS + playing + heard.replace("{later}", "    later: true\n")) == ["cannot-wait"]
    assert findings(tmp_path, FIELDS + playing + heard.replace("{later}", "")) == []


def test_a_comment_may_stand_between_any_two_lines(tmp_path: Path) -> None:
    body = (
        "# first", "if pot > 3:", "  # inside", "  pot += 1 at most 99", "  # after", "# outside", "else:", "  pot += 2 at most 99",
        "ask me: x from those n in (0..2) with n > pot", "  # before the else", "  else finish", "# below", "", "# and on",
        "pot += x at most 99", "# last",
    )  # fmt: skip
    assert findings(tmp_path, FIELDS + acted(*body)) == []


def test_a_loop_needs_its_condition_and_its_body(tmp_path: Path) -> None:
    phases = "phases:\n  play: {who: active, next: round}\n  round: {enter: pot += 1 at most 99, PART}\n"
    act = acted("pot += 1 at most 99")
    assert findings(tmp_path, FIELDS + act + phases.replace("PART", "while: pot < 9")) == ["missing-key"]
    assert findings(tmp_path, FIELDS + act + phases.replace("PART", "each: pot += 1 at most 99")) == ["missing-key"]


def test_what_cannot_be_taken_back_is_not_tried(tmp_path: Path) -> None:
    guard = "guards:\n  small:\n    that: pot < 9\n    else: {en: Too much, fr: Trop}\n"
    for line in ("roll d from 1 to 6", "draw k from me.hand", "tell me: pot", "win me", "ask me: x from 1..2"):
        tried = acted("try keeping small:", f"  {line}", "else:", "  pot += 1 at most 99")
        assert findings(tmp_path, FIELDS + guard + tried) == ["not-here"]
