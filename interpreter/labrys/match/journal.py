"""The journal of a match on disk: lines are only ever added, each reaches the disk before the game goes on.

A process that is killed loses at most the line it was writing; the next one to open the journal cuts that off.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from labrys.engine.errors import SaveError
from labrys.match.locking import lock
from labrys.match.record import Record, Setup, line_of, read_record

MOST_BYTES = 64_000_000
_HEAD = b'{"journal":'


class Busy(SaveError):
    """Another process is playing from this journal."""


class Journal:
    """An open journal. Only one process at a time has it; reading alone (`read`) is always possible."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path, self._file = path, file

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Journal:
        """A new journal. Raises FileExistsError rather than write over anything."""
        journal = cls(path, path.open("xb", buffering=0))
        lock(journal._file)
        journal.add(setup.row())
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, Record]:
        """An existing journal, to go on with. What is damaged at its end is kept beside it and cut off."""
        journal = cls(path, path.open("r+b", buffering=0))
        try:
            if not lock(journal._file):
                raise Busy(f"{path} is being played from by another process.", f"{path} sert déjà à un autre processus.")
            data = _limited(journal._file, path)
            record = read_record(data)
            if record.damaged:
                _keep_beside(path, data[record.whole :])
                journal._file.truncate(record.whole)
            journal._file.seek(record.whole)
        except BaseException:
            journal.close()
            raise
        return journal, record

    def add(self, row: Mapping[str, Any]) -> None:
        """Adds one line and waits until the disk has it."""
        line = line_of(row)
        start = self._file.tell()
        try:
            if self._file.write(line) != len(line):
                raise OSError("the line was written in part only")
            os.fsync(self._file.fileno())
        except OSError:
            # A full disk: take the half line away again, so that the next one begins where it should.
            self._file.seek(start)
            self._file.truncate(start)
            raise

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def read(path: Path) -> Record:
    """What a journal holds, without taking it from whoever plays."""
    with path.open("rb") as file:
        return read_record(_limited(file, path))


def is_journal(path: Path) -> bool:
    """Whether a file begins as journals do."""
    try:
        with path.open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD
    except (OSError, ValueError):
        return False


def _limited(file: BinaryIO, path: Path) -> bytes:
    data = b""
    while part := file.read(MOST_BYTES + 1 - len(data)):
        data += part
    if len(data) > MOST_BYTES:
        raise SaveError(f"{path} is too large for a journal.", f"{path} est trop gros pour un journal.")
    return data


def _keep_beside(path: Path, tail: bytes) -> None:
    """Nothing is thrown away: what could not be read stays in a file of its own."""
    try:
        with path.with_name(path.name + ".damaged").open("ab") as beside:
            beside.write(tail)
    except OSError:
        return
