"""What a player sees in a plain text game: the board, whose turn it is, the numbered choices."""

import shutil
from collections.abc import Sequence

from labrys import Decision, Game, State

from labrys_tools.seats import named
from labrys_tools.speech import language, say

# More choices than this scroll the board off a common screen.
MOST_SHOWN = 60


def board(state: State, viewer: str | None) -> str:
    """The board and the panel as one seat sees them."""
    return "\n".join(state.draw(viewer, language()))


def choice_list(
    choices: Sequence[Decision], among: Sequence[int] = (), all_of_them: bool = False
) -> str:
    """The choices with their numbers, in columns; the numbers are those of the whole list."""
    indices = list(among) or list(range(len(choices)))
    hidden = 0 if all_of_them else max(0, len(indices) - MOST_SHOWN)
    cells = [f"{i + 1:>3} {choices[i].text(language())}" for i in indices[: len(indices) - hidden]]
    lines = _columns(cells)
    if hidden:
        lines.append(
            say(
                f"    … and {hidden} more: type all, or part of a choice",
                f"    … et {hidden} autres : tapez all, ou un bout de choix",
            )
        )
    return "\n".join(lines)


def _columns(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells), default=0) + 2
    across = max(1, min((shutil.get_terminal_size((80, 24)).columns - 1) // width, len(cells)))
    if len(cells) <= 6:
        across = 1
    down = -(-len(cells) // across) if cells else 0
    return ["".join(cell.ljust(width) for cell in cells[row::down]).rstrip() for row in range(down)]


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
        lines.append(", ".join(f"{named(game, seat)}: {score}" for seat, score in scores))
    return "\n".join(lines)


def help_text() -> str:
    return say(
        "Type the number of a choice, its text or part of it, or a written decision such as\n"
        "{play: move, from: e2, to: e4}. A refused decision says why.\n"
        "  all     every choice      board   the board again\n"
        "  save F  write a save      quit    leave the game      ?  this help",
        "Tapez le numéro d'un choix, son texte ou un bout, ou une décision écrite comme\n"
        "{play: move, from: e2, to: e4}. Une décision refusée dit pourquoi.\n"
        "  all     tous les choix    board   le plateau encore\n"
        "  save F  sauvegarder       quit    quitter             ?  cette aide",
    )
