"""What a scenario's `then` demands of a state: one function a key, each a complaint or nothing."""

from collections.abc import Callable
from typing import Any

from labrys import LabrysError, State

from labrys_tools.speech import say
from labrys_tools.steps import offered, shown, written
from labrys_tools.trouble import sentence_of

Complaint = str | None


def complaints(state: State, then: dict[str, Any]) -> list[str]:
    """Everything in `then` that is not so, except `illegal`, which is about a step."""
    found: list[str] = []
    for key, wanted in then.items():
        if key == "illegal":
            continue
        for item in wanted if key in _EACH and isinstance(wanted, list) else [wanted]:
            complaint = _ask(_WORDS[key], state, item)
            if complaint is not None:
                found.append(f"{key}: {complaint}")
    return found


def _ask(word: Callable[[State, Any], Complaint], state: State, wanted: Any) -> Complaint:
    try:
        return word(state, wanted)
    except LabrysError as error:
        return sentence_of(error)[0]


def _holds(state: State, wanted: Any) -> Complaint:
    text = written(wanted)
    return None if state.holds(text) else say(f"{text} does not hold", f"{text} n'est pas vrai")


def _to_act(state: State, wanted: Any) -> Complaint:
    seats = written(wanted if isinstance(wanted, list) else [wanted])
    seats = [] if seats == ["none"] else seats
    if sorted(state.to_act) == sorted(seats):
        return None
    return _instead(", ".join(state.to_act) or "none")


def _offered(state: State, wanted: Any) -> Complaint:
    if offered(state, wanted):
        return None
    some = ", ".join(str(decision) for decision in state.decisions[:4])
    return say(f"{shown(wanted)} is not offered", f"{shown(wanted)} n'est pas proposé") + (
        f" ({some} …)" if some else ""
    )


def _not_offered(state: State, wanted: Any) -> Complaint:
    found = offered(state, wanted)
    if not found:
        return None
    return say(f"{found[0]} is offered", f"{found[0]} est proposé")


def _decisions(state: State, wanted: Any) -> Complaint:
    number = len(state.decisions)
    return None if number == wanted else _instead(number)


def _over(state: State, wanted: Any) -> Complaint:
    if state.over is bool(wanted):
        return None
    if state.over:
        return say("the game is over", "la partie est finie") + f" ({_outcome(state)})"
    return say("the game goes on", "la partie continue")


def _winner(state: State, wanted: Any) -> Complaint:
    if wanted == "all":
        return _kind(state, "all-win")
    return _winners(state, [wanted])


def _winners(state: State, wanted: Any) -> Complaint:
    won = () if state.outcome is None else state.outcome.winners
    if sorted(won) == sorted(written(wanted)):
        return None
    return _instead(_outcome(state))


def _drawn(state: State, wanted: Any) -> Complaint:
    outcome = state.outcome
    if outcome is None or outcome.kind != "drawn":
        return _instead(_outcome(state))
    # `drawn: true` asks for a draw, whatever its reason.
    if wanted is True or written(outcome.reason) == written(wanted):
        return None
    return _instead(_outcome(state))


def _lose(state: State, wanted: Any) -> Complaint:
    if wanted == "all":
        return _kind(state, "all-lose")
    lost = () if state.outcome is None else state.outcome.losers
    return None if written(wanted) in lost else _instead(_outcome(state))


def _scores(state: State, wanted: Any) -> Complaint:
    return _table(dict(state.outcome.scores) if state.outcome else {}, wanted)


def _ranking(state: State, wanted: Any) -> Complaint:
    return _table(dict(state.outcome.ranking) if state.outcome else {}, wanted)


def _table(found: dict[str, int], wanted: Any) -> Complaint:
    """Every row that is wanted is there as it is wanted."""
    rows = written(wanted)
    if isinstance(rows, dict) and all(written(found.get(seat)) == value for seat, value in rows.items()):
        return None
    return _instead(", ".join(f"{seat}: {value}" for seat, value in found.items()) or "-")


def _map(state: State, wanted: Any) -> Complaint:
    places = state.differences(str(wanted))
    if not places:
        return None
    drawn = "\n".join(state.draw())
    named = ", ".join(places[:6]) + (" …" if len(places) > 6 else "")
    return say(f"otherwise at {named}", f"autrement en {named}") + f"\n{drawn}"


def _hidden(state: State, wanted: Any) -> Complaint:
    seat, field = written(wanted["seat"]), written(wanted["field"])
    fields = state.view(seat).fields
    if field not in fields or _only_counted(fields[field]):
        return None
    return say(f"{seat} sees {field}", f"{seat} voit {field}") + f" = {written(fields[field])}"


def _only_counted(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"count"}


def _kind(state: State, kind: str) -> Complaint:
    if state.outcome is not None and state.outcome.kind == kind:
        return None
    return _instead(_outcome(state))


def _outcome(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return say("the game goes on", "la partie continue")
    named = [outcome.kind, ", ".join(outcome.winners), outcome.reason or ""]
    return " ".join(word for word in named if word)


def _instead(found: object) -> str:
    return say(f"it is {found} instead", f"c'est {found} en réalité")


_WORDS: dict[str, Callable[[State, Any], Complaint]] = {
    "holds": _holds,
    "to-act": _to_act,
    "offered": _offered,
    "not-offered": _not_offered,
    "decisions": _decisions,
    "over": _over,
    "winner": _winner,
    "winners": _winners,
    "drawn": _drawn,
    "lose": _lose,
    "scores": _scores,
    "ranking": _ranking,
    "map": _map,
    "hidden": _hidden,
}
_EACH = frozenset({"holds", "offered", "not-offered", "hidden"})
