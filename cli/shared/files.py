"""Files that are never half written, and never overwritten by mistake."""

from __future__ import annotations

import difflib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


class WouldOverwrite(Exception):
    """There is a file already where a new one should be written; `may_be_forced` where --force writes over it."""

    def __init__(self, said: str, may_be_forced: bool = False) -> None:
        super().__init__(said)
        self.may_be_forced = may_be_forced


def write_new(path: Path, content: str | bytes, force: bool | None = None) -> None:
    """Write a file that is not there yet; with `force`, in place of one that is. None: that cannot be asked for.

    Raises WouldOverwrite and OSError; what was there before is then as it was.
    """
    data = content.encode() if isinstance(content, str) else content
    if force or _takes_writing(path):
        write_bytes(path, data)
        return
    there = WouldOverwrite(f"`{path}` is there already", force is not None)
    if os.path.lexists(path):
        raise there
    try:
        write_bytes(path, data, is_new=True)
    except FileExistsError:
        raise there from None


def _takes_writing(path: Path) -> bool:
    """Whether a path is a device or pipe, which is written to and not replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file, as `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes, is_new: bool = False) -> None:
    """Put bytes into a file; after a crash at any point the old or the new file is there.

    A link keeps pointing where it does, and a device or pipe is written to, not replaced.
    Raises OSError; the old file is then as it was. One that `is_new` is not put in the place of another,
    also not of one that somebody else has made meanwhile: that raises FileExistsError.
    """
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
            os.fsync(file.fileno())
        if path.exists():
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
    """Give a file its name, if nothing has it; False on a file system without links, where that cannot be asked for.

    Raises FileExistsError.
    """
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        return False
    temporary.unlink()
    return True


def write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Make a folder with files in it, by their paths there; after a crash at any point all of them are there, or no folder.

    Raises WouldOverwrite and OSError; no folder is there then.
    """
    if os.path.lexists(folder):
        raise WouldOverwrite(f"`{folder}` is there already")
    with made(folder.parent):
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
def made(folder: Path) -> Iterator[None]:
    """Make a folder, with those it lies in, for something that is written there; where that fails, what was made goes again."""
    missing = [item for item in (folder, *folder.parents) if not item.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for item in missing:
            with suppress(OSError):
                item.rmdir()
        raise


def _allowed(mode: int) -> int:
    """A mode without what new files may not have."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask


def diff_of(before: str, after: str, old_name: str, new_name: str) -> str:
    """What differs between two texts, as a unified diff."""
    return "".join(difflib.unified_diff(_lines(before), _lines(after), old_name, new_name))


def _lines(text: str) -> list[str]:
    """Lines with their ends; only a line feed ends a line."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]
