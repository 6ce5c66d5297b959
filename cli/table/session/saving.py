"""Save a game: each line is on the disk before the move counts, and only one process writes a file.

A process locks the file while it plays, if the system has locks. On every system it checks before it writes that
nobody else has changed the file.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ...shared.files.files import write_new, write_whole

try:
    import fcntl
except ImportError:  # There are no such locks on Windows.
    fcntl = None  # type: ignore[assignment]  # tells that the module is missing

IN_USE = "another process plays this game in the same file"
CHANGED = "another program has changed the file"
GONE = "the file is gone"


class NotSaved(Exception):
    """The file of a game could not be written and is unchanged. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SaveFile:
    """The file of a game, which this process alone writes until it closes it.

    `is_broken` means that a line could not be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_broken = False
        self._handle: int | None = None
        self._size = 0

    @classmethod
    def made(cls, path: Path, text: str) -> SaveFile:
        """Create a file with a text. Raises WouldOverwrite if there is one already, NotSaved and OSError."""
        write_new(path, text)
        return cls.taken_up(path)

    @classmethod
    def taken_up(cls, path: Path) -> SaveFile:
        """Open an existing file to continue it. Raises NotSaved if another process writes it, and OSError."""
        file = cls(path)
        file._claim()
        return file

    def __enter__(self) -> SaveFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Unlock the file for other processes."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def append(self, line: str) -> None:
        """Add a whole line. Raises NotSaved; the file is then unchanged."""
        try:
            self._see_that_it_is_unchanged()
            append_line(self.path, line)
            self._size += len(line.encode())
        except OSError as error:
            raise self._broken(error) from error

    def write(self, text: str) -> None:
        """Replace the text of the file by the whole game. Raises NotSaved; the file is then unchanged."""
        try:
            self._see_that_it_is_unchanged()
            # This puts a new file in the place of the old one, so the lock has to be taken on the new one.
            write_whole(self.path, text)
            self._claim()
        except OSError as error:
            raise self._broken(error) from error

    def _broken(self, error: OSError) -> NotSaved:
        self.is_broken = True
        return NotSaved((error.strerror or str(error)).lower())

    def _claim(self) -> None:
        """Lock the file at the path, which was just written or is about to be read."""
        if not self.path.is_file():
            return
        while True:
            handle = os.open(self.path, os.O_RDWR)
            try:
                _lock(handle)
                status = os.fstat(handle)
                # Between opening and locking another process may have replaced the file: then the lock is on one that nobody
                # reads any more.
                is_there = os.path.samestat(status, self.path.stat())
            except BaseException:
                os.close(handle)
                raise
            if is_there:
                break
            # Another process has put a new file in its place.
            os.close(handle)
        self.close()
        self._handle, self._size = handle, status.st_size

    def _see_that_it_is_unchanged(self) -> None:
        """Raise NotSaved if another process has changed the file."""
        if self._handle is None:
            return
        status: os.stat_result | None = None
        with suppress(FileNotFoundError):
            status = self.path.stat()
        if status is None or not os.path.samestat(status, os.fstat(self._handle)) or status.st_size != self._size:
            self.is_broken = True
            raise NotSaved(GONE if status is None else CHANGED)


def _lock(handle: int) -> None:
    """Lock a file for this process, if the system has locks. Raises NotSaved if another process has locked it."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise NotSaved(IN_USE) from None
    except OSError:
        # Some file systems have no locks.
        return


def append_line(path: Path, line: str) -> None:
    """Add a whole line to a file and sync it to the disk. Raises OSError; the file is then unchanged."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    before = os.fstat(handle)
    try:
        data = line.encode("utf-8")
        while data:
            # The system may write less than it is given, such as when the disk becomes full.
            data = data[os.write(handle, data):]
        if stat.S_ISREG(before.st_mode):
            os.fsync(handle)
    except OSError:
        if stat.S_ISREG(before.st_mode):
            # Half a line would be read as a move: the file goes back to its last whole line.
            os.ftruncate(handle, before.st_size)
        raise
    finally:
        os.close(handle)
