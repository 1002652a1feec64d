"""Which engine runs a command: the one asked for, and Python's where the native one cannot be built."""

from functools import cache

from labrys import LabrysError

from labrys_tools.speech import say
from labrys_tools.terminal import err
from labrys_tools.trouble import sentence_of, without_escapes

ENGINES = ("python", "native")


@cache
def why_not_native() -> str | None:
    """Why nothing can be compiled here, in a sentence; None if it can. Asked once in a process."""
    from labrys.native import build

    try:
        build.ready()
    except LabrysError as error:
        return sentence_of(error)[0]
    return None


def engine_for(wanted: str) -> str:
    """The engine to run on. If it is not the one wanted, standard error says why, once."""
    if wanted != "native":
        return wanted
    why = why_not_native()
    if why is None:
        return "native"
    _tell(why)
    return "python"


def engines_for(wanted: list[str] | None) -> list[str]:
    """The engines to measure: those named, else all that run here."""
    return list(dict.fromkeys(engine_for(engine) for engine in wanted or ENGINES))


@cache
def _tell(why: str) -> None:
    goes_on = say("; the Python engine goes on.", " ; le moteur Python continue.")
    err(without_escapes(why.rstrip(". ") + goes_on))
