"""A wrong entry explained: what it was taken for, which rule refuses it, and the nearest choices."""

import difflib
import itertools
import re
from collections.abc import Iterator, Sequence

from labrys import Decision, Game, LabrysError, State

from labrys_tools.scenarios import refusals_of
from labrys_tools.speech import language, say
from labrys_tools.trouble import sentence_of

_WORDS = re.compile(r"[^\s,;:>→]+")
_MOST_TRIED = 40


def explained(game: Game, state: State, seats: Sequence[str], text: str) -> str | None:
    """What the words of an entry mean as an action that is refused, and why; None if they mean nothing."""
    words = _WORDS.findall(text.replace("-", " ")) if " " not in text.strip() else _WORDS.findall(text)
    best: tuple[int, str] | None = None
    tried = 0
    for decision in _readings(game, state, seats, words):
        tried += 1
        if tried > _MOST_TRIED:
            break
        try:
            refusals = [each for each in refusals_of(state, decision) if each.tested]
        except LabrysError as error:
            refusals, why = [], sentence_of(error)[0]
        else:
            why = " ".join(_ended(str(each.messages[language()])) for each in refusals)
        if not why:
            continue
        # The reading that the fewest rules refuse is the likeliest.
        rank = (10 if refusals and refusals[0].guard in ("choice", "phase", "turn", "question") else 0) + len(refusals)
        if best is None or rank < best[0]:
            understood = say("Understood as: ", "Compris : ") + decision.text(language())
            best = (rank, f"{understood}. {why}")
    return best[1] if best else None


def _readings(game: Game, state: State, seats: Sequence[str], words: list[str]) -> Iterator[Decision]:
    """Actions whose parameters these words can be, in order; the action's own name may stand first."""
    for action in game.program.actions:
        names = [name for name, _ in action.params]
        rest = words
        own = {action.name.casefold(), game.label(action.name, language()).casefold()}
        if words and words[0].casefold() in own:
            rest = words[1:]
        if action.chosen or len(rest) != len(names) or not names:
            continue
        for seat, spelt in itertools.product(seats[:1], (rest, [word.casefold() for word in rest])):
            try:
                yield game.decision({"seat": seat, "play": action.name, **dict(zip(names, map(_value, spelt), strict=True))})
                break
            except LabrysError:
                continue


def _value(word: str) -> object:
    return int(word) if word.isdecimal() and len(word) < 9 else word


def nearest(choices: Sequence[Decision], text: str) -> list[int]:
    """The numbers of the choices that read most like an entry."""
    typed = text.casefold()
    said = [decision.text(language()).casefold() for decision in choices]
    close = difflib.get_close_matches(typed, said, n=3, cutoff=0.5)
    return sorted({said.index(each) for each in close})


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
