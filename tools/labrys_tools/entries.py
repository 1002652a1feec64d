"""What a player types, turned into a decision, a word of the game, or a reason why not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from labrys import Decision, Game, LabrysError, State
from labrys.source.findings import Findings
from labrys.source.reader import read_text
from labrys.source.schema import to_plain

from labrys_tools.scenarios import refusals_of
from labrys_tools.screen import move
from labrys_tools.speech import language, say
from labrys_tools.steps import NoSuchStep, chosen, filled, offered
from labrys_tools.trouble import sentence_of

# A longer line is no move; somebody has sent a file to the wrong place.
_LONGEST = 2000


@dataclass(frozen=True)
class Entry:
    """Either a decision, or a sentence about why there is none, or a shorter list to choose from."""

    decision: Decision | None = None
    sentence: str = ""
    among: tuple[int, ...] = ()
    # Time that passes before the decision.
    first: Decision | None = None


def understand(game: Game, state: State, choices: Sequence[Decision], text: str) -> Entry:
    """The decision meant by a number, a move's text or part of it, or a written decision."""
    text = text.strip()
    if len(text) > _LONGEST:
        return Entry(sentence=say("That line is too long.", "Cette ligne est trop longue."))
    if text.isdecimal():
        return _numbered(choices, text)
    word, _, rest = text.partition(" ")
    if word == "time" and rest:
        text = f"{{time: {rest}}}"
    if text.startswith("{"):
        return _written(game, state, text)
    return _worded(choices, text)


def _numbered(choices: Sequence[Decision], text: str) -> Entry:
    number = int(text[:9])
    if 1 <= number <= len(choices):
        return Entry(choices[number - 1])
    return Entry(
        sentence=say(
            f"There is no choice {text[:9]}: the numbers go from 1 to {len(choices)}.",
            f"Il n'y a pas de choix {text[:9]} : les numéros vont de 1 à {len(choices)}.",
        )
    )


def _worded(choices: Sequence[Decision], text: str) -> Entry:
    lang, typed = language(), text.casefold()
    texts = [decision.text(lang).casefold() for decision in choices]
    # `Ben: wait` where several people may wait.
    whose = [move(decision).casefold() for decision in choices]
    if any(typed in said for said in whose) and not any(typed in said for said in texts):
        texts = whose
    for test in (str.__eq__, str.startswith, str.__contains__):
        found = [index for index, said in enumerate(texts) if test(said, typed)]
        if len(found) == 1:
            return Entry(choices[found[0]])
        if found:
            sentence = say(
                f"{len(found)} choices fit; take one by its number.",
                f"{len(found)} choix conviennent ; prenez-en un par son numéro.",
            )
            return Entry(sentence=sentence, among=tuple(found))
    return Entry(
        sentence=say(
            "None of the choices reads like that. Type a number, part of a choice, or ? for help.",
            "Aucun choix ne se lit ainsi. Tapez un numéro, un bout de choix, ou ? pour l'aide.",
        )
    )


def _written(game: Game, state: State, text: str) -> Entry:
    findings = Findings()
    tree = read_text(text, say("your entry", "votre saisie"), findings)
    if tree is None or findings.has_errors():
        return _unread(findings)
    pattern: dict[str, Any] = to_plain(tree, findings)
    if findings.has_errors():
        return _unread(findings)
    if "time" not in pattern:
        return _meant(game, state, pattern)
    # `{time: 30}` lets time pass; a step may follow at that moment.
    rest = {key: value for key, value in pattern.items() if key != "time"}
    try:
        passing = game.decision({"time": pattern["time"]})
        later = state.play(passing)
    except LabrysError as error:
        return Entry(sentence=sentence_of(error)[0])
    if not rest:
        return Entry(passing)
    entry = _meant(game, later, rest)
    return entry if entry.decision is None else Entry(entry.decision, first=passing)


def _meant(game: Game, state: State, pattern: dict[str, Any]) -> Entry:
    if not _fitting(state, pattern):
        return Entry(sentence=_not_offered())
    try:
        found = offered(state, pattern)
        if len(found) == 1:
            return Entry(found[0])
        decision = chosen(game, state, filled(state, pattern))
        if decision in state.decisions:
            return Entry(decision)
        refusals = refusals_of(state, decision)
    except NoSuchStep as error:
        return Entry(sentence=_ended(str(error)))
    except LabrysError as error:
        return Entry(sentence=sentence_of(error)[0])
    reasons = [str(refusal.messages[language()]) for refusal in refusals if refusal.tested]
    return Entry(sentence=" ".join(f"{_ended(reason)}" for reason in reasons) or _not_offered())


def _unread(findings: Findings) -> Entry:
    why = next(iter(findings)).message(language())
    return Entry(sentence=_ended(say("This cannot be read: ", "Ceci est illisible : ") + why))


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def _fitting(state: State, pattern: dict[str, Any]) -> bool:
    """Whether an answer is written where something is asked, and a reaction where one is offered."""
    kinds = {decision.kind for decision in state.decisions}
    return all(kind in kinds for kind in ("answer", "react") if kind in pattern)


def _not_offered() -> str:
    return say("That is not offered here.", "Cela n'est pas proposé ici.")
