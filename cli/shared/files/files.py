"""Write files as a whole, and never over another one by mistake."""

from __future__ import annotations

import difflib
import errno
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


class WouldOverwrite(Exception):
    """A file exists where a new one should be written; `may_be_forced` if --force overwrites it."""

    def __init__(self, message: str, may_be_forced: bool = False) -> None:
        super().__init__(message)
        self.may_be_forced = may_be_forced


def write_new(path: Path, content: str | bytes, force: bool | None = None) -> None:
    """Write a new file; with `force`, replace an existing one. None: the command has no --force.

    Raises WouldOverwrite and OSError; the old file is then unchanged.
    """
    data = content.encode() if isinstance(content, str) else content
    if force or takes_writing(path):
        write_bytes(path, data)
        return
    # `lexists` sees a link that leads nowhere too: writing through it would make a file elsewhere.
    refusal = WouldOverwrite(f"`{path}` exists already", force is not None)
    if os.path.lexists(path):
        raise refusal
    try:
        write_bytes(path, data, is_new=True)
    except FileExistsError:
        raise refusal from None


def require_free(path: Path) -> None:
    """Raise WouldOverwrite or OSError if `write_new` could not write here: for long work that writes at its end."""
    if os.path.lexists(path) and not takes_writing(path):
        raise WouldOverwrite(f"`{path}` exists already")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))


def takes_writing(path: Path) -> bool:
    """Return whether a path is a device or pipe, which is written to and not replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file, as `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes, is_new: bool = False) -> None:
    """Write bytes to a file; after a crash at any point the old or the new file is there.

    A link keeps pointing where it does, and a device or pipe is written to, not replaced.
    Raises OSError; the old file is then unchanged. With `is_new` it raises FileExistsError if there is a file,
    also one that another process has just made.
    """
    # Beside the file that a link names, and not beside the link: a rename only replaces a file within one file system.
    path = path.resolve()
    if path.exists() and not path.is_file():
        with _naming(path), path.open("wb") as device:
            device.write(data)
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            # Before the rename: else a crash can leave the new name with none of its bytes.
            os.fsync(file.fileno())
        if path.exists():
            # mkstemp lets only the owner read; a file that others could read before stays so.
            temporary.chmod(path.stat().st_mode)
        else:
            temporary.chmod(_allowed(0o666))
        if not is_new or not _put_where_nothing_is(temporary, path):
            temporary.replace(path)
    except FileExistsError:
        temporary.unlink(missing_ok=True)
        raise
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name this path in an error of the system."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _put_where_nothing_is(temporary: Path, path: Path) -> bool:
    """Rename a file unless the name is taken; return False on a file system without links, which cannot check this.

    Raises FileExistsError.
    """
    # A link fails where a name is taken, in one step; a test and a rename would leave a gap between them.
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        return False
    temporary.unlink()
    return True


def write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Write a folder with files, by their paths in it; after a crash at any point all of them are there, or no folder.

    Raises WouldOverwrite and OSError; then there is no folder.
    """
    if os.path.lexists(folder):
        raise WouldOverwrite(f"`{folder}` exists already")
    with new_folder(folder.parent):
        temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        try:
            for place, text in texts.items():
                (temporary / place).parent.mkdir(parents=True, exist_ok=True)
                write_whole(temporary / place, text)
            temporary.chmod(_allowed(0o777))
            temporary.rename(folder)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Create a folder and its parents for files to be written there; if the block fails, remove those that were created."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for created in missing:
            with suppress(OSError):
                created.rmdir()
        raise


def _allowed(mode: int) -> int:
    """Return a mode without the bits of the process's umask."""
    # There is no call that only reads the mask.
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask


def diff_of(before: str, after: str, old_name: str, new_name: str) -> str:
    """Return the unified diff of two texts."""
    return "".join(difflib.unified_diff(_lines(before), _lines(after), old_name, new_name))


def _lines(text: str) -> list[str]:
    """Split a text into lines with their ends; only a line feed ends a line."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]
