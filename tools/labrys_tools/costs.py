"""What a game costs before and beside playing: import, loading, the size and copy of a state."""

import copy
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import labrys

from labrys_tools.speech import say
from labrys_tools.trouble import Failed

_IMPORT = "import time; t = time.perf_counter(); import labrys; print(time.perf_counter() - t)"
_LOAD = (
    "import sys, time, labrys; t = time.perf_counter(); "
    "labrys.load(sys.argv[1]).start(1); print(time.perf_counter() - t)"
)
_BUILD = _LOAD.replace("load(sys.argv[1])", "load(sys.argv[1], engine='native')")
_COPIES = 2000


@dataclass(frozen=True)
class Costs:
    """Times in seconds, sizes in bytes."""

    ruleset: str
    cold_load: float
    warm_load: float
    state_bytes: int
    copy: float
    # With the native engine, where there is a compiler.
    cold_native: float | None = None
    warm_native: float | None = None


def import_time() -> float:
    """The time of `import labrys` in a fresh process."""
    return min(_fresh(_IMPORT) for _ in range(3))


def costs(folder: Path, native: bool = False) -> Costs:
    """Loading with an empty cache and with a filled one, each in a process of its own."""
    with tempfile.TemporaryDirectory() as empty:
        cold = _fresh(_LOAD, str(folder), cache=empty)
        warm = min(_fresh(_LOAD, str(folder), cache=empty) for _ in range(3))
        cold_native = _fresh(_BUILD, str(folder), cache=empty) if native else None
        warm_native = _fresh(_BUILD, str(folder), cache=empty) if native else None
    game = labrys.load(folder)
    state = game.start(1)
    start = time.perf_counter()
    for _ in range(_COPIES):
        copy.copy(state)
    spent = (time.perf_counter() - start) / _COPIES
    return Costs(game.id, cold, warm, len(state.to_bytes()), spent, cold_native, warm_native)


def _fresh(code: str, *words: str, cache: str | None = None) -> float:
    # The fresh Python must find the Labrys that asks, whatever this one's path was made of.
    here = str(Path(labrys.__file__).parents[1])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    if cache is not None:
        environment["LABRYS_CACHE"] = cache
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise Failed(
            say(
                f"A fresh Python could not load it: {last}",
                f"Un Python neuf n'a pu charger : {last}",
            )
        )
    return float(done.stdout)
