"""What a player sees in a plain text game: the board, whose turn it is, the numbered choices."""

import shutil
import textwrap
from collections.abc import Sequence

from labrys import Decision, Game, State

from labrys_tools.seats import named
from labrys_tools.speech import language, say

# More choices than this scroll the board off a common screen.
MOST_SHOWN = 60
# A few choices longer than this read better one below the other.
_SHORT = 12


def board(state: State, viewer: str | None) -> str:
    """The board and the panel as one seat sees them."""
    return "\n".join(state.draw(viewer, language()))


def choice_list(
    choices: Sequence[Decision], among: Sequence[int] = (), all_of_them: bool = False
) -> str:
    """The choices with their numbers, in columns; the numbers are those of the whole list."""
    indices = list(among) or list(range(len(choices)))
    hidden = 0 if all_of_them else max(0, len(indices) - MOST_SHOWN)
    # Where several people may act, each choice says whose it is.
    several = len({decision.seat for decision in choices}) > 1
    texts = [move(choices[i]) if several else choices[i].text(language()) for i in indices]
    cells = [f"{i + 1:>3} {text}" for i, text in zip(indices, texts, strict=True)]
    cells = cells[: len(cells) - hidden]
    lines = columns(cells)
    if hidden:
        lines.append(and_more(hidden))
    return "\n".join(lines)


def and_more(hidden: int) -> str:
    """The line for choices that are not shown."""
    return say(
        f"    … and {hidden} more: type all, or part of a choice",
        f"    … et {hidden} autres : tapez tout, ou un bout de choix",
    )


def move(decision: Decision) -> str:
    """A decision with the name of who takes it: `White: e2-e4`."""
    text = decision.text(language())
    if decision.seat is None:
        return text
    return f"{named(decision.game, decision.seat)}{say(': ', ' : ')}{text}"


def question(state: State) -> str:
    """What is asked, for the line above the choices; empty where a seat acts freely."""
    asked = state.question
    if asked is None:
        return ""
    words = state.game.label(asked, language())
    if any(decision.kind == "react" for decision in state.decisions):
        return say(f"Your answer to: {words}", f"Votre réplique à : {words}")
    return say(f"Question: {words}", f"Question : {words}")


def clock(game: Game, state: State) -> str:
    """The time on the clock before a line; empty in a game without one."""
    return f"{state.now:g} s  " if any(node.kind == "clock" for node in game.nodes) else ""


def columns(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells), default=0) + 2
    across = max(1, min((shutil.get_terminal_size((80, 24)).columns - 1) // width, len(cells)))
    if len(cells) <= 6 and width > _SHORT:
        across = 1
    down = -(-len(cells) // across) if cells else 0
    return ["".join(cell.ljust(width) for cell in cells[row::down]).rstrip() for row in range(down)]


def folded(sentence: str) -> str:
    """A sentence broken between words where the screen ends."""
    return textwrap.fill(sentence, max(20, shutil.get_terminal_size((1000, 24)).columns - 1))


def ending(game: Game, state: State) -> str:
    """How the game ended, in a sentence."""
    outcome = state.outcome
    if outcome is None:
        return ""
    winners = ", ".join(named(game, seat) for seat in outcome.winners)
    said = {
        "won": say(f"{winners} won.", f"Victoire : {winners}."),
        "drawn": say("The game is drawn.", "La partie est nulle."),
        "all-win": say("Everybody wins.", "Tout le monde gagne."),
        "all-lose": say("Everybody loses.", "Tout le monde perd."),
        "ranked": say("The game is over.", "La partie est finie."),
    }.get(outcome.kind, outcome.kind)
    lines = [said if not outcome.reason else f"{said[:-1]} ({outcome.reason})."]
    if outcome.scores:
        scores = outcome.scores.items()
        colon = say(":", " :")
        lines.append(", ".join(f"{named(game, seat)}{colon} {score}" for seat, score in scores))
    return "\n".join(lines)
