"""From C text to a loaded library: finds a compiler, builds once, keeps the result in the user's cache."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

from labrys.engine.cache import cache_folder
from labrys.engine.errors import NoCompiler, UsageError

FLAGS = ("-std=gnu11", "-O2", "-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-w")
SANITIZE = ("-g", "-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DCHECKED")
VERSION = 2
_SUFFIX = ".dll" if sys.platform == "win32" else ".so"
# Libraries that could not be kept, by key: built once in a process all the same.
_unkept: dict[str, ctypes.CDLL] = {}


def compiler() -> list[str]:
    """The command of a C compiler: CC, the system's own, or the one the `ziglang` package brings."""
    own = shlex.split(os.environ.get("CC") or "")
    if own and shutil.which(own[0]):
        return own
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return [found]
    try:
        import ziglang  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise NoCompiler(
            "The native engine needs a C compiler: install gcc or clang, or `pip install labrys[native]`.",
            "Le moteur natif demande un compilateur C : installez gcc ou clang, ou faites `pip install labrys[native]`.",
        ) from None
    return [sys.executable, "-m", ziglang.__name__, "cc"]


@lru_cache(maxsize=4)
def _identity(command: tuple[str, ...]) -> str:
    """What tells one compiler from another: its first line about itself."""
    try:
        told = subprocess.run([*command, "--version"], capture_output=True, text=True, errors="replace", check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(str(error)) from None
    return told.stdout.split("\n")[0]


def ready() -> None:
    """Builds and loads next to nothing: raises what a game would. Raises NoCompiler and UsageError."""
    library("#if defined(_WIN32)\n__declspec(dllexport)\n#else\n__attribute__((visibility(\"default\")))\n#endif\nint lb_words(void) { return 0; }\n")


def library(source: str, sanitize: bool = False) -> ctypes.CDLL:
    """The library of a C text, built now or found in the cache. Raises NoCompiler and UsageError."""
    command = compiler()
    flags = [*FLAGS[:1], *SANITIZE, *FLAGS[2:]] if sanitize else list(FLAGS)
    flags += ["-shared"] if sys.platform == "win32" else ["-shared", "-fPIC"]
    facts = [str(VERSION), *command, _identity(tuple(command)), *flags, sys.platform, platform.machine(), source]
    key = hashlib.sha256("\n".join(facts).encode()).hexdigest()[:32]
    folder = _folder()
    found = _kept(folder, key) if folder is not None else _unkept.get(key)
    if found is not None:
        return found
    # Without a folder to keep it in, the file is gone as soon as it is loaded: a loaded library needs none.
    # (Windows holds on to it, and empties its folder for such files itself.)
    with tempfile.TemporaryDirectory(prefix="labrys-", ignore_cleanup_errors=True) as work:
        built = _compile(command, flags, source, Path(work))
        if folder is not None:
            found = _keep(built, folder, key)
        if found is None:
            found = _unkept[key] = _load(built)
        return found


def _compile(command: list[str], flags: list[str], source: str, work: Path) -> Path:
    text, built = work / "game.c", work / f"game{_SUFFIX}"
    try:
        text.write_text(source, encoding="ascii")
        told = subprocess.run(
            [*command, *flags, "-o", str(built), str(text)], capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        raise _failed(str(error)) from None
    if told.returncode != 0 or not built.exists():
        lines = told.stderr.strip().split("\n")
        raise _failed(next((line for line in lines if "error" in line), lines[0]) or str(told.returncode))
    return built


def _load(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise _failed(str(error)) from None


# -- the cache

def _kept(folder: Path, key: str) -> ctypes.CDLL | None:
    """The library of a key, if the cache has it whole. A file is named by what it holds, and a spoilt one removed:
    loading it could end the process."""
    try:
        for path in sorted(folder.glob(f"labrys-{key}.*{_SUFFIX}")):
            if path.name == _name(key, path):
                return ctypes.CDLL(str(path))
            path.unlink(missing_ok=True)
    except OSError:
        return None
    return None


def _name(key: str, path: Path) -> str:
    return f"labrys-{key}.{hashlib.sha256(path.read_bytes()).hexdigest()[:32]}{_SUFFIX}"


def _keep(built: Path, folder: Path, key: str) -> ctypes.CDLL | None:
    """Puts the file into the cache in one step, so that no other process sees half of it; None if it cannot be kept."""
    part = folder / f"labrys-{key}.{secrets.token_hex(8)}.part"
    try:
        made = folder / _name(key, built)
        try:
            shutil.copyfile(built, part)
            part.chmod(0o700)
            os.replace(part, made)
        finally:
            part.unlink(missing_ok=True)
        return ctypes.CDLL(str(made))
    except OSError:
        return None


def _folder() -> Path | None:
    """The folder of built libraries: the user's own, closed to others; None if it cannot be written."""
    try:
        folder = cache_folder() / "native"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if sys.platform != "win32":
            state = folder.stat()
            # A link into the user's own folders may still be another's, who can turn it.
            if {state.st_uid, folder.lstat().st_uid} != {os.getuid()}:
                raise UsageError(
                    f"The cache folder {folder} belongs to somebody else; name another with LABRYS_CACHE.",
                    f"Le dossier de cache {folder} appartient à quelqu'un d'autre ; indiquez-en un avec LABRYS_CACHE.",
                )
            if state.st_mode & 0o077:
                folder.chmod(0o700)
        return folder if os.access(folder, os.W_OK | os.X_OK) else None
    except (OSError, RuntimeError, ValueError):
        # RuntimeError: a user without a home. ValueError: a name that no folder can have.
        return None


def _failed(why: str) -> UsageError:
    return UsageError(f"The native engine could not be built: {why}", f"Le moteur natif n'a pas pu être compilé : {why}")


__all__ = ["NoCompiler", "compiler", "library", "ready"]
