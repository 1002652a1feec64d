"""No game reads or writes where it must not, whatever a save says: played under the sanitizers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from labrys import NoCompiler
from labrys.native.build import compiler
from twin_games import EXAMPLES, MORE, ROOT, RULESETS, Table, tables

NAMES = ("libasan.so", "libclang_rt.asan-x86_64.so", "libclang_rt.asan-aarch64.so")


def sanitizer() -> str | None:
    """The library that must be loaded before Python; None where the compiler has none."""
    if sys.platform != "linux":
        return None
    try:
        command = compiler()
    except NoCompiler:
        return None
    for name in NAMES:
        told = subprocess.run([*command, f"-print-file-name={name}"], capture_output=True, text=True, check=False)
        found = Path(told.stdout.strip() or name)
        if found.is_absolute() and found.exists():
            return str(found.resolve())
    return None


PRELOADED = sanitizer()
pytestmark = pytest.mark.skipif(PRELOADED is None, reason="the C compiler brings no sanitizer")


def played(*words: str) -> subprocess.CompletedProcess[str]:
    paths = [ROOT / "interpreter", ROOT / "tools", Path(__file__).parent]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "LD_PRELOAD": str(PRELOADED),
        # Python itself keeps what it has to its end.
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )


# A process for every game would start Python more than it plays.
PARTS = [[*RULESETS, *EXAMPLES][part::4] for part in range(4)]


@pytest.mark.parametrize("folders", PARTS, ids=lambda part: "+".join(path.name for path in part))
def test_nothing_is_read_or_written_out_of_place(folders: list[Path]) -> None:
    wanted = [Table(folder) for folder in folders]
    if MORE > 1:
        wanted = [table for folder in folders for table in tables(folder) if not table.options]
    words = ["|".join([str(t.folder), str(t.players or ""), *t.variants]) for t in wanted]
    done = played(str(Path(__file__).parent / "sanitized.py"), str(MORE), *words)
    assert done.returncode == 0, done.stdout[-400:] + done.stderr[:4000]
    assert len(done.stdout.splitlines()) == len(words)


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("int a[3]; int lb_words(int at) { return a[at]; }", "out of bounds"),
        ("int *a; int lb_words(int at) { return a[at]; }", "SEGV"),
        ("int lb_words(int by) { return 2147483647 / (by - 3); }", "division by zero"),
    ],
)
def test_the_sanitizer_would_find_it(body: str, finding: str) -> None:
    code = f"from labrys.native.build import library; library('''{body}'''.replace('int lb', '__attribute__((visibility(\"default\"))) int lb'), True).lb_words(3)"
    done = played("-c", code)
    assert done.returncode != 0
    assert finding in done.stderr
