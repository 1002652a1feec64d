"""Whatever goes wrong, as one sentence and an exit code: never a traceback."""

import errno

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
    return _from_library(error) or _own_fault(error)


def _about_files(error: OSError) -> str:
    name = error.filename
    if isinstance(name, bytes):
        name = name.decode(errors="replace")
    where = "" if name is None else str(name)
    reasons = {
        errno.ENOENT: ("There is no file {}.", "Il n'y a pas de fichier {}."),
        errno.EACCES: ("The file {} may not be opened.", "Le fichier {} ne peut pas être ouvert."),
        errno.EISDIR: ("{} is a folder, not a file.", "{} est un dossier, pas un fichier."),
        errno.ENOTDIR: ("{} is not in a folder.", "{} n'est pas dans un dossier."),
        errno.EROFS: ("The file {} cannot be written.", "Le fichier {} ne peut pas être écrit."),
        errno.ENOSPC: ("The disk is full. {}", "Le disque est plein. {}"),
    }
    known = reasons.get(error.errno or 0)
    if known is not None:
        return " ".join(say(*known).format(where).split())
    reason = error.strerror or type(error).__name__
    return say(f"{where or 'A file'}: {reason}.", f"{where or 'Un fichier'} : {reason}.")


def _from_library(error: BaseException) -> tuple[str, int] | None:
    """The library's own errors carry their sentence in both languages.

    They are recognised by name and shape, so that a failure before the library could be
    imported can still be told.
    """
    findings = getattr(error, "findings", None)
    if findings is not None and hasattr(findings, "render"):
        return str(findings.render(language())), FINDINGS
    message = getattr(error, "message", None)
    if message is not None and not isinstance(message, str) and hasattr(message, "__getitem__"):
        return str(message[language()]), WRONG_USE
    kinds = {kind.__name__ for kind in type(error).__mro__}
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
