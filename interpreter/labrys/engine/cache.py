"""The folder of the user's cache: where it is on each system."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """`LABRYS_CACHE` if set, else the usual place for caches of this system. It need not exist."""
    own = os.environ.get("LABRYS_CACHE")
    if own:
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "labrys" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "labrys"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "labrys"


def writable_cache() -> Path | None:
    """The folder of the cache, or None where there is no home to keep it in."""
    try:
        return cache_folder()
    except RuntimeError:
        return None
