"""Ctrl-C ends every command at once, quietly, and leaves no process behind."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import labrys
import pytest
from side_table import Run, environment, run, tiny

__all__ = ["run", "tiny"]

COMMAND = [sys.executable, "-m", "labrys_tools"]
# Python ends itself with the signal where it broke into generated code; shells call both 130.
ENDED = (130, -signal.SIGINT)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX signals")


def test_a_game_that_waits_for_a_person_ends(tiny: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", str(tiny)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.read(4) == b"Tiny"
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode in ENDED
    assert said.strip() == b""


@pytest.mark.parametrize(
    "words",
    [
        ["campaign", "TINY", "--games", "100000"],
        ["campaign", "TINY", "--games", "100000", "--jobs", "1"],
        ["bench", "TINY", "--seconds", "3000"],
        ["mistakes", "tic-tac-toe", "--count", "50000", "--jobs", "2"],
        ["test", "quoridor", "--perft", "100000000"],
        ["trace", "quoridor", "--prove"],
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_a_long_command_ends_in_the_middle(tiny: Path, words: list[str]) -> None:
    # Standard error is a terminal, whose bar tells that the work has begun.
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*COMMAND, *(str(tiny) if word == "TINY" else word for word in words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env=environment(),
        start_new_session=True,
    )
    os.close(theirs)
    said = b""
    try:
        while b"%" not in said:
            said += os.read(ours, 1000)
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=60)
        # A terminal whose last process is gone answers with an error on Linux.
        with contextlib.suppress(OSError):
            while chunk := os.read(ours, 1000):
                said += chunk
    finally:
        process.kill()
        os.close(ours)
    assert process.returncode in ENDED
    assert b"Error" not in said
    assert b"Interrupt" not in said


def test_counting_ends(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(labrys, "perft", stopped)
    done = run("perft", tiny, 9)
    assert (done.code, done.out, done.err.strip()) == (130, "", "")


def test_work_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(
        "import sys, threading\n"
        "from labrys_tools.workers import spread\n"
        "def endless(number):\n"
        "    print('begun', flush=True)\n"
        "    threading.Event().wait()\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        list(spread(endless, range(9), 2))\n"
        "    except KeyboardInterrupt:\n"
        "        sys.exit(130)\n",
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.read(5) == b"begun"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode in ENDED
    assert said == b""


def test_a_worker_that_is_killed_is_a_sentence(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(
        "import os\n"
        "from labrys_tools.trouble import sentence_of\n"
        "from labrys_tools.workers import spread\n"
        "def dies(number):\n"
        "    os._exit(9)\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        list(spread(dies, range(9), 2))\n"
        "    except Exception as error:\n"
        "        print(sentence_of(error))\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert "A process of this command was ended from outside" in done.stdout
    assert done.stderr == ""
