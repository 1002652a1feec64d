"""Decisions as people write them, and back: an action, an answer, a reaction, an outcome of chance, time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from labrys.engine.errors import IllegalDecision
from labrys.engine.run import ANSWER, NATURE, PASS, REACT, TIME, WAIT, Block, Offer
from labrys.engine.telling import fill, name_of, show
from labrys.engine.values import parse_value, value_name
from labrys.language.types import Type

if TYPE_CHECKING:
    from labrys.engine.game import Game
    from labrys.graph.actions import Action

_PLAIN = {"pass": PASS, "wait": WAIT}
_TEXTS = {
    "pass": {"en": "pass", "fr": "passer"},
    "wait": {"en": "wait", "fr": "attendre"},
    "none": {"en": "do nothing", "fr": "ne rien faire"},
}


_CHANCES = {
    "roll": {"en": "roll", "fr": "dé"},
    "draw": {"en": "draw", "fr": "tirage"},
    "shuffle": {"en": "shuffle", "fr": "mélange"},
}


@dataclass(frozen=True)
class Decision:
    """What a seat may do, or an outcome of chance. Decisions compare by what they say."""

    seat: str | None
    kind: str
    action: str
    offer: Offer
    arguments: dict[str, Any] = field(default_factory=dict)
    probability: Fraction | None = None
    game: Any = None
    # The position it is told for, and the question it answers.
    block: Block | None = None
    site: int = -1
    given: tuple[Any, ...] = ()
    # What kind of thing chance gives, where it has names.
    domain: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and (self.kind, self.offer) == (other.kind, other.offer)

    def __hash__(self) -> int:
        return hash((self.kind, self.offer))

    @property
    def data(self) -> dict[str, Any]:
        """The written form."""
        told = {name: _plain(value) for name, value in self.arguments.items()}
        if self.kind == "chance":
            return {"chance": self.action, **told}
        if self.kind == "time":
            return told
        if self.kind == "answer":
            return {"seat": self.seat, "answer": told}
        if self.kind == "react":
            return {"seat": self.seat, "react": self.action}
        return {"seat": self.seat, "play": self.action, **told}

    def __str__(self) -> str:
        if self.kind == "chance":
            return f"{self.action}: {self.arguments.get('gives')}"
        if self.kind == "time":
            return f"time {self.arguments.get('time')}"
        told = " ".join(f"{name}={_shown(value)}" for name, value in self.arguments.items())
        return f"{self.seat} {self.action} {told}".replace("  ", " ").strip()

    @property
    def secret(self) -> bool:
        """An answer the others do not see: it comes from something hidden, or all answer unseen."""
        if self.kind != "answer" or self.site < 0:
            return False
        asked = self.game.program.sites[self.site]
        return not asked["public"] or asked["mode"] == "each"

    def text(self, lang: str = "en") -> str:
        """The text of the move for people."""
        return decision_text(self, lang)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)


# -- from offers

def decision_of(game: Game, offer: Offer, block: Block | None = None, site: int = -1, given: Mapping[int, tuple[Any, ...]] | None = None) -> Decision:
    """The decision an offer stands for; `site` is the question it answers."""
    seat = game.seats[offer[0]] if offer[0] >= 0 else None
    code = offer[1]
    about = {"game": game, "block": block, "site": site}
    if code in (PASS, WAIT):
        return Decision(seat, "play", "pass" if code == PASS else "wait", offer, **about)  # type: ignore[arg-type]
    if code == TIME:
        return Decision(None, "time", "time", offer, {"time": round(offer[2] * game.world.tick, 6)}, **about)  # type: ignore[arg-type]
    if code == REACT:
        names = game.program.sites[site]["offers"]
        return Decision(seat, "react", names[offer[2]] if offer[2] >= 0 else "none", offer, **about)  # type: ignore[arg-type]
    if code == ANSWER:
        asked = game.program.sites[site]
        told = {asked["ask"]: value_name(game.world, asked["kind"], offer[2])}
        return Decision(seat, "answer", asked["ask"], offer, told, **about)  # type: ignore[arg-type]
    action = game.program.actions[code]
    fixed = (given or {}).get(code, ())
    return Decision(seat, "play", action.name, offer, _arguments(game, action, offer), given=fixed, **about)  # type: ignore[arg-type]


def _arguments(game: Game, action: Action, offer: Offer) -> dict[str, Any]:
    named: dict[str, Any] = {}
    values = offer[2:]
    for (name, kind), value in zip(action.params, values, strict=False):
        named[name] = value_name(game.world, kind, value)
    rest = values[len(action.params) :]
    if rest:
        names = list(dict.fromkeys((name, kind) for name, kind, _ in action.chosen))
        many = {name for name, _, site in action.chosen if game.program.sites[site]["many"]}
        for index, value in enumerate(rest):
            name, kind = names[index % len(names)]
            told = value_name(game.world, kind, value)
            named[name] = (*named.get(name, ()), told) if name in many else told
    return named


# -- from what people write

def read_decision(game: Game, data: Mapping[str, Any]) -> Decision:
    """A decision from its written form; whether it is legal is another question."""
    if "chance" in data:
        gives = data.get("gives", data.get("chance"))
        return Decision(None, "chance", "chance", (), {"gives": str(gives)}, game=game)
    if "time" in data and "play" not in data and "answer" not in data and "react" not in data:
        return decision_of(game, (NATURE, TIME, to_ticks(game, data["time"])))
    seat = data.get("seat")
    if seat is None and len(game.seats) == 1:
        seat = game.seats[0]
    if seat is not None and seat not in game.seats:
        raise _wrong(f"There is no seat {seat}.", f"Il n'y a pas de place {seat}.")
    number = game.seats.index(seat) if seat is not None else -1
    if "react" in data:
        # Which question it answers is known only in a position; the name is kept until then.
        return Decision(seat, "react", str(data["react"]), (number, REACT), game=game)
    if "answer" in data:
        answer = data["answer"]
        told = {str(name): value for name, value in answer.items()} if isinstance(answer, Mapping) else {"": answer}
        return Decision(seat, "answer", next(iter(told), ""), (number, ANSWER), told, game=game)
    return _action(game, seat, number, data)


def _action(game: Game, seat: str | None, number: int, data: Mapping[str, Any]) -> Decision:
    name = data.get("play")
    if name in _PLAIN and not any(a.name == name for a in game.program.actions):
        return Decision(seat, "play", str(name), (number, _PLAIN[str(name)]), game=game)
    action = next((a for a in game.program.actions if a.name == name), None)
    if action is None:
        raise _wrong(f"There is no action {name}.", f"Il n'y a pas d'action {name}.")
    values: list[int] = []
    for param, kind in action.params:
        if param not in data:
            raise _wrong(f"{name} needs `{param}`.", f"{name} demande `{param}`.")
        values.append(parse_value(game.world, kind, data[param]))
    values += _chosen(game, action, data)
    offer = (number, action.index, *values)
    return Decision(seat, "play", action.name, offer, _arguments(game, action, offer), game=game)


def _chosen(game: Game, action: Action, data: Mapping[str, Any]) -> list[int]:
    """Values chosen inside the body: one name may stand for several, written as a list."""
    queues = {}
    for name, kind, _ in action.chosen:
        given = data.get(name, [])
        queues[name] = [parse_value(game.world, kind, item) for item in (given if isinstance(given, (list, tuple)) else [given])]
    if len(queues) == 1:
        return next(iter(queues.values()))
    found: list[int] = []
    while any(queues.values()):
        for queue in queues.values():
            if queue:
                found.append(queue.pop(0))
    return found


def to_ticks(game: Game, seconds: Any) -> int:
    try:
        # A tick counts when it is over; the little more makes up for what floats cannot hold.
        return math.floor(float(str(seconds).removesuffix("s").strip()) / game.world.tick + 1e-6)
    except (ValueError, OverflowError):
        raise _wrong(f"{seconds} is no time.", f"{seconds} n'est pas un temps.") from None


def matching(decision: Decision, known: list[Decision]) -> Decision | None:
    """The open decision that a written answer, reaction or outcome means."""
    for other in known:
        if other == decision:
            return other
        if other.kind != decision.kind or (decision.seat is not None and other.seat != decision.seat):
            continue
        if decision.kind == "react" and other.action == decision.action:
            return other
        if decision.kind == "chance" and str(other.arguments["gives"]) == str(decision.arguments["gives"]):
            return other
        if decision.kind == "answer":
            name, value = next(iter(other.arguments.items()))
            given = decision.arguments.get(name, decision.arguments.get(""))
            if _same(given, value):
                return other
    return None


def _same(given: Any, value: Any) -> bool:
    if isinstance(value, tuple):
        return isinstance(given, (list, tuple)) and sorted(map(str, given)) == sorted(map(str, value))
    return str("none" if given is None else given).lower() == str(value).lower()


def _wrong(en: str, fr: str) -> IllegalDecision:
    return IllegalDecision(en, fr)


# -- for people

def decision_text(decision: Decision, lang: str) -> str:
    game, offer = decision.game, decision.offer
    world = game.world
    if decision.kind == "chance":
        colon = " : " if lang == "fr" else ": "
        return f"{_CHANCES.get(decision.action, {}).get(lang, decision.action)}{colon}{_outcome(decision, lang)}"
    if decision.kind == "time":
        return f"{decision.arguments.get('time'):g} s"
    if decision.action in _TEXTS and (decision.kind == "react" or offer[1] < 0):
        return _TEXTS[decision.action][lang]
    if decision.kind == "react":
        site = game.program.sites[decision.site]
        text = site["texts"][offer[2]].get(lang)
        return str(text) if text else decision.action.replace("-", " ")
    if decision.kind == "answer":
        if len(offer) < 3:
            return _shown(next(iter(decision.arguments.values()), ""))
        return show(world, game.program.sites[decision.site]["kind"], offer[2], lang)
    action = game.program.actions[offer[1]]
    told: dict[str, tuple[Type, Any]] = {
        name: (kind, value) for (name, kind), value in zip(action.params, offer[2:], strict=False)
    }
    for name, kind, site in action.chosen:
        values = [parse_value(world, kind, item) for item in _listed(decision.arguments.get(name, ()))]
        if values and not game.program.sites[site]["many"]:
            told[name] = (kind, values[0])
        else:
            from labrys.language.types import ListOf, Maybe

            told[name] = (ListOf(kind.of if isinstance(kind, Maybe) else kind, 64), values)
    if action.telling >= 0 and decision.block is not None:
        extra = game.flow.f[action.telling](decision.block, offer[0], *decision.given, *offer[2 : 2 + len(action.params)])
        told |= {gap.name: (gap.type, value) for gap, value in zip(action.gaps, extra, strict=True)}
    template = action.text.get(lang)
    if not isinstance(template, str):
        shown = " ".join(f"{name} {show(world, kind, value, lang)}" for name, (kind, value) in told.items())
        return f"{action.name.replace('-', ' ')} {shown}".strip()
    return fill(world, template, lang, told)


def _outcome(decision: Decision, lang: str) -> str:
    """What chance gives, by its declared name."""
    gives, world = str(decision.arguments.get("gives")), decision.game.world
    for domain in world.domains.values() if decision.domain else ():
        if domain.name == decision.domain and gives in domain.values:
            return name_of(world, domain.name, domain.values.index(gives), lang)
    return gives


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]
