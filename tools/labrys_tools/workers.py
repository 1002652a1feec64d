"""Work spread over processes: results in order of the work, Ctrl-C without a storm of messages."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from labrys_tools import speech

Task = TypeVar("Task")
Result = TypeVar("Result")


def cores() -> int:
    """How many processes make sense on this machine."""
    return max(1, os.cpu_count() or 1)


def spread(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None = None
) -> Iterator[Result]:
    """`work` done for every task, in order. With one job or one task no process is started.

    `work` must be a function of a module, and tasks and results plain values.
    """
    number = min(jobs or cores(), len(tasks))
    if number <= 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(number, initializer=_begin, initargs=(speech.language(),))
    try:
        yield from pool.map(work, tasks)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin(lang: str) -> None:
    # The parent alone hears Ctrl-C; the workers end when it does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    speech.choose(lang)
