"""Whatever goes wrong, as one sentence and an exit code: never a traceback."""

import errno
from pathlib import Path

from labrys_tools.speech import language, say

FINE, FINDINGS, WRONG_USE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class WrongUse(Exception):
    """The command was asked for something that cannot be done; the text says what."""


class Failed(Exception):
    """The command did what it was asked, and the answer is no; the text says why."""


def sentence_of(error: BaseException) -> tuple[str, int]:
    """What to tell the person, and the exit code."""
    if isinstance(error, WrongUse):
        return str(error), WRONG_USE
    if isinstance(error, Failed):
        return str(error), FINDINGS
    if isinstance(error, OSError):
        return _about_files(error), WRONG_USE
    if isinstance(error, RecursionError):
        return say(
            "This goes deeper than the computer can follow.",
            "Cela va plus profond que l'ordinateur ne peut suivre.",
        ), WRONG_USE
    if isinstance(error, MemoryError):
        return say(
            "There is not enough memory for this.", "La mémoire ne suffit pas pour cela."
        ), WRONG_USE
    if type(error).__name__ == "BrokenProcessPool":
        return say(
            "A process of this command was ended from outside, perhaps for want of memory.",
            "Un processus de cette commande a été arrêté de l'extérieur, peut-être faute de mémoire.",
        ), WRONG_USE
    return _from_library(error) or _own_fault(error)


def _about_files(error: OSError) -> str:
    name = error.filename
    if isinstance(name, bytes):
        name = name.decode(errors="replace")
    if error.errno == errno.ENOENT and name is not None:
        return say(f"There is no file {name}.", f"Il n'y a pas de fichier {name}.")
    reason = reason_of(error)
    if name is None:
        return f"{reason[:1].upper()}{reason[1:]}."
    return say(f"{name}: {reason}.", f"{name} : {reason}.")


def reason_of(error: OSError) -> str:
    """Why the system refuses a file, to stand after its name: the system itself speaks English."""
    reasons = {
        errno.ENOENT: ("there is no such file or folder", "pas de tel fichier ni dossier"),
        errno.EACCES: ("this is not permitted", "ce n'est pas permis"),
        errno.EPERM: ("this is not permitted", "ce n'est pas permis"),
        errno.EISDIR: ("this is a folder, not a file", "c'est un dossier, pas un fichier"),
        errno.ENOTDIR: ("this is not in a folder", "ce n'est pas dans un dossier"),
        errno.EROFS: ("the disk is read-only", "le disque est en lecture seule"),
        errno.ENOSPC: ("the disk is full", "le disque est plein"),
        errno.ENAMETOOLONG: ("the name is too long", "le nom est trop long"),
        errno.ELOOP: ("the links lead in a circle", "les liens tournent en rond"),
        errno.ENXIO: ("this is no file to write to", "on ne peut pas y écrire"),
        errno.EIO: ("the disk does not answer", "le disque ne répond pas"),
    }
    known = reasons.get(error.errno or 0)
    return say(*known) if known else error.strerror or type(error).__name__


def write_file(path: Path, text: str) -> None:
    """Write a report somebody asked for; raises WrongUse where that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = reason_of(error)
        raise WrongUse(
            say(
                f"{path} cannot be written: {reason}.",
                f"{path} ne peut pas être écrit : {reason}.",
            )
        ) from None
    except ValueError:
        raise WrongUse(say("That is no name of a file.", "Ce n'est pas un nom de fichier.")) from None


def quoted(word: str) -> str:
    """A word of the command line within a sentence: an empty one is seen, a giant one is cut."""
    return word[:40] + ("…" if len(word) > 40 else "") if word else '""'


def _from_library(error: BaseException) -> tuple[str, int] | None:
    """The library's own errors carry their sentence in both languages.

    They are recognised by name and shape, so that a failure before the library could be
    imported can still be told.
    """
    findings = getattr(error, "findings", None)
    if findings is not None and hasattr(findings, "render"):
        return str(findings.render(language())), FINDINGS
    message = getattr(error, "message", None)
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if message is not None and not isinstance(message, str) and hasattr(message, "__getitem__"):
        # Rules that break their own bounds are a fault of the ruleset, not of who plays it.
        code = FINDINGS if "RuleFault" in kinds else WRONG_USE
        return str(message[language()]), code
    if "SaveError" in kinds:
        return str(error) or say("The save is broken.", "La sauvegarde est abîmée."), WRONG_USE
    if "LabrysError" in kinds:
        return str(error), FINDINGS
    return None


def _own_fault(error: BaseException) -> tuple[str, int]:
    where = ""
    trace = error.__traceback__
    while trace is not None:
        where = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
        trace = trace.tb_next
    what = f"{type(error).__name__}: {error}".replace("\n", " ")
    return say(
        f"Labrys itself is at fault ({what}, in {where}); "
        "LABRYS_TRACEBACK=1 shows more for a report.",
        f"La faute est à Labrys ({what}, dans {where}) ; "
        "LABRYS_TRACEBACK=1 en montre plus pour un rapport.",
    ), WRONG_USE


def without_escapes(text: str) -> str:
    """A sentence may quote a file's name or a file's content: neither may steer the terminal."""
    if text.isascii() and all(char.isprintable() or char in "\n\t" for char in text):
        return text
    from labrys.source.characters import visible

    return visible(text)
