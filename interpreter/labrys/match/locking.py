"""One writer at a time: a lock on an open file that the system takes away when its process ends, however it ends."""

from __future__ import annotations

import os
from typing import BinaryIO

# Windows locks bytes, and nobody may read those: one far behind the end of every journal.
_FAR = 1 << 40


def lock(file: BinaryIO) -> bool:
    """Takes the lock of an open file; False if another process has it. Where there are no locks, True."""
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(file)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks.
        return True
    return True


def _lock_on_windows(file: BinaryIO) -> bool:
    try:
        import msvcrt
    except ImportError:
        return True
    here = file.tell()
    try:
        os.lseek(file.fileno(), _FAR, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    finally:
        os.lseek(file.fileno(), here, os.SEEK_SET)
    return True
