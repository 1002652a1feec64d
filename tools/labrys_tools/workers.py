"""Work spread over processes: results in order of the work, Ctrl-C without a storm of messages."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from labrys_tools import speech
from labrys_tools.parser import MOST_JOBS

Task = TypeVar("Task")
Result = TypeVar("Result")


def cores() -> int:
    """How many processes make sense on this machine."""
    return max(1, min(os.cpu_count() or 1, MOST_JOBS))


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
        # Not `pool.map`: it cancels what waits behind the pool's back, which then complains of it.
        with _deaf():
            waiting = deque(pool.submit(work, task) for task in tasks)
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        # Python would wait for every task that has begun, and one may take minutes.
        for worker in multiprocessing.active_children():
            worker.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    # Not left to the interpreter's end, where its threads complain of pipes that are closed.
    pool.shutdown(wait=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Hold Ctrl-C back while processes start: half-born ones would shout at it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(lang: str) -> None:
    # The parent alone hears Ctrl-C; the workers end when it does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    speech.choose(lang)
