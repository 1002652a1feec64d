"""The words a person may type besides choices, in English and French, and what each does."""

from labrys_tools.screen import folded
from labrys_tools.speech import say

# Word: (English, French, other spellings, what it does in both languages).
_WORDS: dict[str, tuple[str, str, tuple[str, ...], tuple[str, str]]] = {
    "help": ("help", "aide", ("?", "h"), ("this help", "cette aide")),
    "rules": ("rules [WORD]", "règles [MOT]", ("regles", "rule"), ("the rules behind what you may do, or behind a word", "les règles de ce que vous pouvez faire, ou d'un mot")),
    "why": ("why", "pourquoi", (), ("what led to what, since the last decision", "ce qui a mené à quoi, depuis la dernière décision")),
    "all": ("all", "tout", (), ("every choice", "tous les choix")),
    "map": ("map", "carte", ("board", "plateau"), ("the board again", "le plateau encore")),
    "log": ("log", "histoire", (), ("all decisions so far", "toutes les décisions jusqu'ici")),
    "hint": ("hint", "conseil", (), ("what the computer would do", "ce que ferait l'ordinateur")),
    "undo": ("undo", "annuler", (), ("take the last decision back", "reprendre la dernière décision")),
    "redo": ("redo", "refaire", (), ("play again what was taken back", "rejouer ce qui a été repris")),
    "save": ("save F", "sauver F", ("sauvegarder",), ("keep the game in the file F", "sauvegarder la partie dans le fichier F")),
    "load": ("load F", "charger F", (), ("go on with the game of the file F", "continuer la partie du fichier F")),
    "resign": ("resign", "abandonner", (), ("give up", "abandonner la partie")),
    "quit": ("quit", "quitter", ("exit", "q"), ("leave the game", "quitter la partie")),
}  # fmt: skip


def word_of(line: str) -> tuple[str, str]:
    """The word a line begins with, and the rest; an empty word if it is none of them."""
    first, _, rest = line.strip().partition(" ")
    typed = first.casefold()
    for word, (en, fr, more, _) in _WORDS.items():
        if typed in (word, en.split()[0], fr.split()[0], *more):
            return word, rest.strip()
    return "", ""


def spellings() -> list[str]:
    """The words in the language chosen, for completion."""
    return [say(en, fr).split()[0] for en, fr, _, _ in _WORDS.values()]


def help_text() -> str:
    how = say(
        "Type the number of a choice, its text or part of it (Tab completes), or a written decision such as "
        "{play: move, from: e2, to: e4}. A refused decision says why.",
        "Tapez le numéro d'un choix, son texte ou un bout (Tab complète), ou une décision écrite comme "
        "{play: move, from: e2, to: e4}. Une décision refusée dit pourquoi.",
    )
    rows = [(say(en, fr), say(*what)) for en, fr, _, what in _WORDS.values()]
    width = max(len(word) for word, _ in rows)
    return "\n".join([folded(how), *(f"  {word:<{width}}  {what}" for word, what in rows)])
