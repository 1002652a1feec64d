"""`labrys play --protocol json`: one JSON object a line, in and out, for players and screens that are programs.

Seats that are `human` belong to the program at the other end. See docs/protocol.md.
"""

import json
import sys
from typing import Any

from labrys import Decision, LabrysError, State

from labrys_tools.runner.table import Table
from labrys_tools.scenarios import refusals_of
from labrys_tools.speech import language, say
from labrys_tools.trouble import FINE, sentence_of

_LONGEST = 1_000_000


class Protocol:
    """Sends positions and takes decisions until the game is over, the input ends, or `quit` comes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.aloud = False

    def play(self) -> int:
        table = self.table
        game = table.game
        self._send(
            type="game", game=game.id, title=game.title, seats=list(game.seats), yours=table.people, players=game.players,
            variants=list(game.variants), options=dict(game.options), seed=table.match.setup.seed, clock=game.tick is not None,
        )  # fmt: skip
        while not table.over:
            people = table.to_ask()
            if not people:
                self._others()
                continue
            self._position(people)
            if not self._answered(people):
                return FINE
        self._over()
        return FINE

    def _others(self) -> None:
        before = self.table.state
        self.table.let_others_act()
        done = self.table.match.decisions[-1]
        watching: list[str | None] = [*self.table.people] or [None]
        for seat in watching:
            self._events(seat, None if done.secret else done, before)

    def _position(self, people: list[str]) -> None:
        state = self.table.state
        for seat in people:
            self._send(
                type="state", seat=seat, to_act=list(state.to_act), turn=state.turn, phase=state.phase, question=state.question,
                now=state.now, view=state.view(seat).fields,
                decisions=[
                    {"n": number, "decision": decision.data, "text": decision.text(language())}
                    for number, decision in enumerate(state.decisions, start=1)
                    if decision.seat == seat
                ],
            )  # fmt: skip

    def _answered(self, people: list[str]) -> bool:
        """Takes lines until one is a decision that is played; False where the program leaves."""
        while True:
            line = sys.stdin.readline(_LONGEST)
            if not line:
                return False
            try:
                said = json.loads(line)
                if not isinstance(said, dict):
                    raise ValueError("not an object")
            except (ValueError, RecursionError):
                self._send(type="error", message=say("Send one JSON object a line.", "Envoyez un objet JSON par ligne."))
                continue
            if said.get("quit"):
                return False
            if self._taken(said, people):
                return True

    def _taken(self, said: dict[str, Any], people: list[str]) -> bool:
        state = self.table.state
        try:
            decision = self._meant(said, state)
            if decision is None:
                self._send(type="error", message=say("Send decision, choose, why_not or quit.", "Envoyez decision, choose, why_not ou quit."))
                return False
            if decision.kind != "time" and decision.seat not in people:
                self._send(type="error", message=say("That seat is not yours to decide.", "Ce siège n'est pas à vous."))
                return False
            if "why_not" in said:
                self._refusals(state, decision)
                return False
            refused = self.table.of_a_person(decision)
        except LabrysError as error:
            self._send(type="error", message=sentence_of(error)[0])
            return False
        if refused is not None:
            self._send(type="error", message=refused, refusals=self._why(state, decision))
            return False
        for seat in self.table.people:
            self._events(seat, None if decision.secret and decision.seat != seat else decision, state)
        return True

    def _meant(self, said: dict[str, Any], state: State) -> Decision | None:
        if type(said.get("choose")) is int and 1 <= said["choose"] <= len(state.decisions):
            chosen: Decision = state.decisions[said["choose"] - 1]
            return chosen
        written = said.get("decision", said.get("why_not"))
        return self.table.game.decision(written) if isinstance(written, dict) else None

    def _why(self, state: State, decision: Decision) -> list[dict[str, Any]]:
        found = refusals_of(state, decision)
        return [{"guard": r.guard, "message": r.messages.get(language(), ""), "tested": r.tested} for r in found]

    def _refusals(self, state: State, decision: Decision) -> None:
        legal = decision in state.decisions
        self._send(type="why_not", decision=decision.data, legal=legal, refusals=[] if legal else self._why(state, decision))

    def _events(self, seat: str | None, decision: Decision | None, before: State) -> None:
        state = self.table.state
        told = {"decision": decision.data} if decision is not None else {}
        self._send(type="events", seat=seat, log=state.log(seat, language()), now=state.now, question=before.question, **told)

    def _over(self) -> None:
        outcome = self.table.state.outcome
        told: dict[str, Any] = {}
        if outcome is not None:
            told = {
                "kind": outcome.kind, "winners": list(outcome.winners), "losers": list(outcome.losers), "reason": outcome.reason,
                "ranking": [list(row) for row in outcome.ranking], "scores": outcome.scores,
            }  # fmt: skip
        self._send(type="over", outcome=told, text=self.table.ending())

    def _send(self, **row: Any) -> None:
        sys.stdout.write(json.dumps(row, ensure_ascii=True, default=list) + "\n")
        sys.stdout.flush()


