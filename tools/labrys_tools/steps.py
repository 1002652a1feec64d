"""Written decisions, whole or in part, and the decisions a state offers."""

from typing import Any

from labrys import Decision, Game, State

from labrys_tools.speech import say

_KINDS = ("play", "answer", "react", "chance", "time")


class NoSuchStep(Exception):
    """A written decision that cannot be played here; the text says why."""


def written(value: Any) -> Any:
    """A value as it is written, so that 4 and "4", or true and "true", are the same."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return {str(key): written(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [written(item) for item in value]
    return str(value)


def matches(decision: Decision, pattern: dict[str, Any]) -> bool:
    """Whether a decision says everything the pattern says; it may say more.

    `{chance: 4}` is short for any chance that gives 4.
    """
    said = written(decision.data)
    wanted = written(pattern)
    if "chance" in wanted and "gives" not in wanted and said.get("gives") == wanted["chance"]:
        wanted = {"gives": wanted.pop("chance"), **wanted}
    return _within(wanted, said)


def _within(part: Any, whole: Any) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


def offered(state: State, pattern: dict[str, Any]) -> list[Decision]:
    """The decisions of the state that say what the pattern says.

    Where the pattern is one of them word for word, it is that one alone: `{play: pass}`
    must not be doubtful because another decision says more.
    """
    found = [decision for decision in state.decisions if matches(decision, pattern)]
    exact = [decision for decision in found if written(decision.data) == written(pattern)]
    return exact or found


def filled(state: State, pattern: dict[str, Any]) -> dict[str, Any]:
    """The pattern with the parameters for which only one value is ever offered.

    So a step that leaves out what is clear is refused for what it says, not for what it leaves out.
    """
    alike = [
        decision
        for decision in state.decisions
        if decision.kind == "play"
        and decision.action == pattern.get("play")
        and pattern.get("seat", decision.seat) == decision.seat
    ]
    more: dict[str, Any] = {}
    for name in alike[0].arguments if alike else ():
        values = [decision.data.get(name) for decision in alike]
        if name not in pattern and all(value == values[0] for value in values):
            more[name] = values[0]
    return {**pattern, **more}


def chosen(game: Game, state: State, pattern: dict[str, Any]) -> Decision:
    """The decision a step of a scenario means, legal or not; raises NoSuchStep if it is unclear."""
    for key in ("seat", "play", "react"):
        if isinstance(pattern.get(key), (list, dict)):
            raise NoSuchStep(
                say(
                    f"{shown(pattern)}: `{key}` takes one word",
                    f"{shown(pattern)} : `{key}` demande un seul mot",
                )
            )
    found = offered(state, pattern)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        some = ", ".join(str(decision) for decision in found[:3])
        raise NoSuchStep(
            say(
                f"{shown(pattern)} may mean {len(found)} decisions: {some} …",
                f"{shown(pattern)} peut désigner {len(found)} décisions : {some} …",
            )
        )
    if "seat" not in pattern and "chance" not in pattern and "time" not in pattern:
        if len(state.to_act) != 1:
            raise NoSuchStep(
                say(
                    f"{shown(pattern)} names no seat, and {_who(state)} may act",
                    f"{shown(pattern)} ne nomme pas de siège, et {_who(state)} peut agir",
                )
            )
        pattern = {"seat": state.to_act[0], **pattern}
    if not any(kind in pattern for kind in _KINDS):
        raise NoSuchStep(
            say(
                f"{shown(pattern)} is no decision: it needs one of {', '.join(_KINDS)}",
                f"{shown(pattern)} n'est pas une décision : il faut {', '.join(_KINDS)}",
            )
        )
    if "chance" in pattern and state.at != "chance":
        raise NoSuchStep(
            say(
                f"{shown(pattern)}: nothing is left to chance here",
                f"{shown(pattern)} : rien n'est laissé au hasard ici",
            )
        )
    if "chance" in pattern:
        gives = ", ".join(str(d.data.get("gives")) for d in state.decisions[:8])
        raise NoSuchStep(
            say(
                f"{shown(pattern)}: chance does not give this here (it gives: {gives or '-'})",
                f"{shown(pattern)} : le hasard ne donne pas cela ici (il donne : {gives or '-'})",
            )
        )
    return game.decision(pattern)


def _who(state: State) -> str:
    return ", ".join(state.to_act) or say("nobody", "personne")


def shown(pattern: dict[str, Any]) -> str:
    """A written decision on one line, as it would stand in a file."""
    return _flow(written(pattern))


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return str(value)
