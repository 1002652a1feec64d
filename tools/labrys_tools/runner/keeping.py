"""Where games are kept: a journal of every game a person plays, in a folder of the user's own."""

import os
import sys
import time
from pathlib import Path

ENDING = ".labrys"
# So many finished and unfinished games are kept; older ones that were never named make room.
_KEPT = 100


def games_folder() -> Path:
    """The user's folder of games; `LABRYS_GAMES` names another."""
    named = os.environ.get("LABRYS_GAMES")
    if named:
        return Path(named)
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "labrys" / "games"


def fresh_path(game: str) -> Path:
    """A name for the journal of a new game. Makes the folder; raises OSError where that cannot be done."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    _make_room(folder)
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    for number in range(1000):
        path = folder / f"{game}-{stamp}{f'-{number}' if number else ''}{ENDING}"
        if not path.exists():
            return path
    raise FileExistsError(str(folder))


def latest() -> Path | None:
    """The journal written to last."""
    return max(_journals(games_folder()), key=lambda path: path.stat().st_mtime, default=None)


def _journals(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix == ENDING and path.is_file()]
    except OSError:
        return []


def _make_room(folder: Path) -> None:
    old = sorted(_journals(folder), key=lambda path: path.stat().st_mtime)
    for path in old[: max(0, len(old) - _KEPT)]:
        path.unlink(missing_ok=True)
