"""A wrong entry explained: what it was taken for, which rule refuses it, and the nearest choices."""

import difflib
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from labrys import Decision, Game, LabrysError, State
from labrys.engine.primitives import Fault
from labrys.engine.telling import name_of
from labrys.language.types import Member, Number, Type

from labrys_tools.scenarios import refusals_of
from labrys_tools.speech import language, say
from labrys_tools.trouble import sentence_of

_WORDS = re.compile(r"[^\s,;:>→]+")
_GAPS = re.compile(r"\{([^}]*)\}")
_MOST_TRIED = 40
# So many ways to fill the gaps of a move's text are tried.
_MOST_FILLED = 500


def explained(game: Game, state: State, seats: Sequence[str], text: str) -> str | None:
    """What the words of an entry mean as an action that is refused, and why; None if they mean nothing."""
    words = _WORDS.findall(text.replace("-", " ")) if " " not in text.strip() else _WORDS.findall(text)
    best: tuple[int, str] | None = None
    tried = 0
    for decision in itertools.chain(_as_moves_read(game, state, seats, text), _readings(game, state, seats, words)):
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
        if action.chosen or action.given or len(rest) != len(names) or not names:
            continue
        for seat, spelt in itertools.product(seats[:1], (rest, [word.casefold() for word in rest])):
            try:
                data = {"seat": seat, "play": action.name, **dict(zip(names, map(_value, spelt), strict=True))}
                decision = _placed(state, game.decision(data))
                decision.text(language())
                yield decision
                break
            except (LabrysError, Fault, LookupError, ArithmeticError):
                continue


def _as_moves_read(game: Game, state: State, seats: Sequence[str], text: str) -> Iterator[Decision]:
    """Actions that would read exactly like an entry, if they were offered."""
    typed, lang = text.strip().casefold(), language()
    for action in game.program.actions:
        template = action.text.get(lang)
        if action.chosen or action.given or not action.params or not isinstance(template, str):
            continue
        pieces = _GAPS.split(template)
        pattern = "".join("(.*?)" if odd % 2 else re.escape(piece.casefold()) for odd, piece in enumerate(pieces))
        fits = re.fullmatch(pattern, typed)
        if fits is None:
            continue
        said = dict(zip(pieces[1::2], fits.groups(), strict=True))
        options = [_values(game, kind, said.get(name)) for name, kind in action.params]
        for values in itertools.islice(itertools.product(*options), _MOST_FILLED):
            try:
                names = (name for name, _ in action.params)
                decision = _placed(state, game.decision({"seat": seats[0], "play": action.name, **dict(zip(names, values, strict=True))}))
                if decision.text(lang).casefold() == typed:
                    yield decision
            except (LabrysError, Fault, LookupError, ArithmeticError):
                # A value no such action can have, or a text that has nothing to name.
                continue


def _placed(state: State, decision: Decision) -> Decision:
    """The decision as it would be told in this position, to who may take it."""
    return replace(decision, block=state.game.flow.masked(state.block, decision.offer[0]))


def _values(game: Game, kind: Type, said: str | None) -> list[object]:
    """The values a parameter may have; only the one that was said, where the text names it."""
    if isinstance(kind, Number):
        return list(range(kind.low, min(kind.high, kind.low + _MOST_FILLED) + 1)) if said is None else [_value(said)]
    if not isinstance(kind, Member):
        return [] if said is None else [said]
    domain = game.world.domains[kind.domain]
    rows = [(value, name_of(game.world, domain.name, index, language())) for index, value in enumerate(domain.values)]
    return [value for value, name in rows if said is None or said in (value.casefold(), name.casefold())]


def _value(word: str) -> object:
    return int(word) if word.isdecimal() and len(word) < 9 else word


def nearest(choices: Sequence[Decision], text: str) -> list[int]:
    """The numbers of the choices that read most like an entry."""
    typed = text.casefold()
    said = [decision.text(language()).casefold() for decision in choices]
    scored = sorted(((_alike(typed, each), -index) for index, each in enumerate(said)), reverse=True)
    return sorted(-index for score, index in scored[:3] if score >= 0.5)


def _alike(typed: str, said: str) -> float:
    """From 0 to 1: by the letters they share in order, or, for moves of a few signs, place by place."""
    same = sum(one == other for one, other in zip(typed, said, strict=False))
    return max(same / max(len(typed), len(said), 1), difflib.SequenceMatcher(None, typed, said).ratio())


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
