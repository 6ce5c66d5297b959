"""Keep in the user's cache folder what takes long to make: bytes under the digest of what they are made from.

Nothing kept is ever needed: what is missing, damaged or cannot be written is made again. Several processes may
use a folder at once. What is kept may hold pickles, which can run code when they are read; so a folder in which others
may write is not used.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path

import platformdirs
from attrs import frozen

MAGIC = b"rulewright kept 2\n"
# A file begins so, with a checksum behind it: files are damaged by chance, and no one else may write them.
HEAD = len(MAGIC) + 4
# The folder is searched for old results once in this number of new files.
PRUNED_EVERY = 64
# Set to anything, it means that nothing is read from or written to the user's cache folder.
SWITCH = "RULEWRIGHT_NO_CACHE"


@frozen
class CacheStore:
    """A folder with files of one kind; the `most` that were used last are kept."""

    folder: Path
    most: int

    def read(self, key: str) -> bytes | None:
        """Return the bytes kept under a key, if they are there and whole."""
        try:
            content = (self.folder / key).read_bytes()
        except OSError:
            return None
        payload = content[HEAD:]
        if content[:HEAD] != _head(payload):
            return None
        with suppress(OSError):
            os.utime(self.folder / key)
        return payload

    def write(self, key: str, payload: bytes) -> None:
        """Keep bytes under a key; where that fails, they are not kept."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=".")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_head(payload) + payload)
                Path(name).replace(self.folder / key)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            # A digest is as good as a die.
            if int(key[:8], 16) % PRUNED_EVERY == 0:
                self._prune()

    def forget(self, key: str) -> None:
        """Remove the bytes kept under a key, which could not be used."""
        with suppress(OSError):
            (self.folder / key).unlink(missing_ok=True)

    def _prune(self) -> None:
        """Remove the files that were not used for longest."""
        with os.scandir(self.folder) as entries:
            by_age = sorted((entry.stat().st_mtime, entry.path) for entry in entries)
        for _, path in by_age[: -self.most]:
            Path(path).unlink(missing_ok=True)


def _head(payload: bytes) -> bytes:
    """Return the beginning of a file: a checksum that takes a tenth of the time of a digest."""
    return MAGIC + zlib.crc32(payload).to_bytes(4, "big")


def user_store(kind: str, most: int) -> CacheStore | None:
    """Return the store of a kind in the user's cache folder; None where nothing may be kept."""
    folder = cache_folder() / kind
    return CacheStore(folder, most) if is_kept(cache_folder()) and is_kept(folder) else None


def cache_folder() -> Path:
    """Return the user's cache folder of this program, which may not be there yet."""
    return platformdirs.user_cache_path("rulewright", appauthor=False)


def is_kept(folder: Path) -> bool:
    """Return whether results may be kept in a folder: it belongs to the user alone, or is not there yet."""
    if os.environ.get(SWITCH):
        return False
    if sys.platform == "win32":
        return True
    try:
        status = folder.stat()
    except OSError:
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def digest_of(*parts: bytes) -> str:
    """Return a key for what is made from some bytes, in this order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def version_of_code(*folders: str) -> bytes:
    """Return a digest of which program this is: the version of Python, and where the files in these folders of the package
    are, how long, and when they were written. Reading the files would take much longer than asking for that.
    """
    root = Path(__file__).parent.parent.parent
    stamps = [sys.version]
    for folder in folders or sorted(path.name for path in root.iterdir() if path.is_dir() and path.name != "games"):
        _stats(str(root / folder), stamps)
    return digest_of("".join(stamps).encode("utf-8", "surrogateescape")).encode()


def _stats(folder: str, stamps: list[str]) -> None:
    """Add the names, sizes and times of all files in a folder and in those below it."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    _stats(entry.path, stamps)
            else:
                status = entry.stat()
                stamps.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}\n")


def code_in(*folders: Path) -> bytes:
    """Return a digest of all Python files directly in some folders, and of the version of Python."""
    files = [file for folder in folders for file in sorted(folder.glob("*.py"))]
    version = ".".join(map(str, sys.version_info)).encode()
    return digest_of(version, *(part for file in files for part in (file.name.encode(), file.read_bytes()))).encode()
