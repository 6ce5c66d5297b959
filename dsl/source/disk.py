"""Ask about files: the disk itself, texts laid over it that are not saved yet, or either with every answer recorded.

All modules between a path and what a rulebook says ask here, so that an editor can compile what it shows, and a result can be
kept with all that it depends on. `looking_at` changes who answers, in one thread and task.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from attrs import field

from .layout import without_remarks
from .records import define, frozen

# These say that a path leads nowhere, as they do for pathlib; others, such as a lack of permission, are errors.
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)
# What is asked, the path it is asked of, and what else is said.
Question = tuple[str, str, str]
Answer = TypeVar("Answer")
# Contents of files whose digests are kept: a rulebook and its variants ask for the same.
DIGESTS = 128
# A drive that is not ready, a name that cannot be one, and a link in a circle.
_NOTHING_ON_WINDOWS = (21, 123, 1921)


class Disk:
    """The disk itself."""

    def resolved(self, path: Path) -> Path:
        """Return the absolute path of a file, without links; it need not be there."""
        return Path(os.path.realpath(path))  # unlike `resolve`, it bears links that lead in a circle

    def kind(self, path: Path) -> str:
        """Return `file`, `folder`, `other` (such as a pipe), `nothing`, or `lost` for a link that leads nowhere."""
        # In one question to the system: reading a rulebook asks this of many paths.
        try:
            mode = path.stat().st_mode
        except OSError as error:
            if error.errno not in _NOTHING_THERE and getattr(error, "winerror", None) not in _NOTHING_ON_WINDOWS:
                raise
            return "lost" if path.is_symlink() else "nothing"
        except ValueError:
            return "nothing"  # no path that the system takes
        return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"

    def is_pipe(self, path: Path) -> bool:
        """Return whether a path is a named pipe."""
        return path.is_fifo()

    def head(self, path: Path, most: int) -> bytes:
        """Return the first bytes of a file, up to this number. Raises OSError."""
        with path.open("rb") as file:
            return file.read(most)

    def first_line(self, path: Path, most: int) -> str:
        """Return the line that begins a file, without empty lines and comments before it; "" where these bytes have none.

        Raises OSError.
        """
        lines = self.head(path, most).decode("utf-8-sig", "replace").splitlines()
        return next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")

    def matching(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """Return the entries of a folder with a name like this, sorted; a pattern `**/x` also looks in the folders below."""
        return tuple(sorted(folder.glob(pattern)))


@frozen
class Overlay(Disk):
    """Texts laid over the disk, by the resolved paths of their files."""

    texts: Mapping[Path, bytes]

    def kind(self, path: Path) -> str:
        """Return the kind of a path, as for a disk on which the texts are files."""
        return "file" if self.resolved(path) in self.texts else super().kind(path)

    def head(self, path: Path, most: int) -> bytes:
        """Return the first bytes of a file or text. Raises OSError."""
        text = self.texts.get(self.resolved(path))
        return super().head(path, most) if text is None else text[:most]

    def matching(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """Return the files and texts in a folder with a name like this, sorted."""
        parent = self.resolved(folder)
        name = pattern.removeprefix("**/")
        more = {folder / path.relative_to(parent) for path in self.texts if parent in path.parents and (
            path.parent == parent or name != pattern) and fnmatchcase(path.name, name)}
        return tuple(sorted({*super().matching(folder, pattern), *more}))


@define
class Once(Disk):
    """Another view of the disk, which is asked each question once: files count as they were when they were looked at first."""

    of: Disk
    known: dict[tuple[str, Path, object], tuple[Any, OSError | None]] = field(factory=dict)
    # What a recorder notes of a recorded question.
    noted: dict[Question, dict[Question, str]] = field(factory=dict)

    def resolved(self, path: Path) -> Path:
        """Return the absolute path of a file, as it was."""
        return self._once(("resolved", path, None), lambda: self.of.resolved(path))

    def kind(self, path: Path) -> str:
        """Return the kind of a path, as it was."""
        return self._once(("kind", path, None), lambda: self.of.kind(path))

    def is_pipe(self, path: Path) -> bool:
        """Return whether a path is a pipe, as it was."""
        return self._once(("is_pipe", path, None), lambda: self.of.is_pipe(path))

    def head(self, path: Path, most: int) -> bytes:
        """Return the first bytes of a file, as they were. Raises OSError."""
        return self._once(("head", path, most), lambda: self.of.head(path, most))

    def matching(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """Return the entries of a folder with a name like this, as they were."""
        return self._once(("matching", folder, pattern), lambda: self.of.matching(folder, pattern))

    def _once(self, question: tuple[str, Path, object], ask: Callable[[], Answer]) -> Answer:
        if question not in self.known:
            try:
                self.known[question] = ask(), None
            except OSError as error:
                self.known[question] = None, error
        answer: Answer
        answer, wrong = self.known[question]
        if wrong is not None:
            raise wrong
        return answer


# The ending of files that declare: of these, what they declare is recorded besides.
DECLARES = ".rules"


@define
class DiskRecorder(Disk):
    """Another view of the disk, with each answer recorded."""

    of: Disk
    answers: dict[Question, str] = field(factory=dict)

    def resolved(self, path: Path) -> Path:
        """Return the absolute path of a file, recorded."""
        return self._noted(("resolved", str(path), ""), self.of.resolved(path), str)

    def kind(self, path: Path) -> str:
        """Return the kind of a path, recorded."""
        return self._noted(("kind", str(path), ""), self.of.kind(path), str)

    def is_pipe(self, path: Path) -> bool:
        """Return whether a path is a pipe, recorded."""
        return self._noted(("is_pipe", str(path), ""), self.of.is_pipe(path), str)

    def head(self, path: Path, most: int) -> bytes:
        """Return the first bytes of a file, with a digest recorded. Raises OSError, which is recorded too."""
        content = self._answered(("head", str(path), str(most)), lambda: self.of.head(path, most), _digest)
        if path.suffix == DECLARES:
            self.answers["declared", str(path), str(most)] = _declared(content)
        return content

    def first_line(self, path: Path, most: int) -> str:
        """Return the line that begins a file, recorded; not what else is in it. Raises OSError, which is recorded too."""
        return self._answered(("first_line", str(path), str(most)), lambda: self.of.first_line(path, most), str)

    def matching(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """Return the entries of a folder with a name like this, recorded."""
        return self._noted(("matching", str(folder), pattern), self.of.matching(folder, pattern), _listed)

    def _answered(self, question: Question, ask: Callable[[], Answer], digest: Callable[[Answer], str]) -> Answer:
        try:
            return self._noted(question, ask(), digest)
        except OSError as error:
            self.answers[question] = f"error {error.errno}"
            raise

    def _noted(self, question: Question, answer: Answer, digest: Callable[[Answer], str]) -> Answer:
        self.answers[question] = digest(answer)
        return answer


def still_so(answers: Mapping[Question, str]) -> bool:
    """Return whether the present view answers all recorded questions as before."""
    return all(current.get(question) == answer for question, answer, current in _asked_again(answers))


def still_declared(answers: Mapping[Question, str]) -> bool:
    """Return whether the present view answers all recorded questions as before, except for remarks (`layout`)."""
    def is_same(question: Question, answer: str, current: Mapping[Question, str]) -> bool:
        declared = ("declared", *question[1:])
        is_read = question[0] == "head" and declared in answers
        return current.get(question) == answer or (is_read and current.get(declared) == answers[declared])

    return all(is_same(question, answer, current) for question, answer, current in _asked_again(answers))


def answers_now(answers: Mapping[Question, str]) -> dict[Question, str]:
    """Return the answers of the present view to all recorded questions."""
    out: dict[Question, str] = {}
    for question in answers:
        if question[0] != "declared":
            out |= _asked_now(question)
    return out


def _asked_again(answers: Mapping[Question, str]) -> Iterator[tuple[Question, str, Mapping[Question, str]]]:
    """Yield each recorded question and answer, with the answers of the present view."""
    for question, answer in answers.items():
        if question[0] != "declared":
            yield question, answer, _asked_now(question)


def _asked_now(question: Question) -> Mapping[Question, str]:
    """Return the answer of the present view to a recorded question, and what it notes besides."""
    view = _VIEW.get()
    noted = view.noted if isinstance(view, Once) else dict[Question, dict[Question, str]]()
    if question not in noted:
        recorder = DiskRecorder(view)
        _ask_again(recorder, question)
        noted[question] = recorder.answers
    return noted[question]


def _ask_again(recorder: DiskRecorder, question: Question) -> None:
    what, path, more = question
    match what:
        case "head":
            with suppress(OSError):
                recorder.head(Path(path), int(more))
        case "first_line":
            with suppress(OSError):
                recorder.first_line(Path(path), int(more))
        case "matching":
            recorder.matching(Path(path), more)
        case "kind":
            recorder.kind(Path(path))
        case "is_pipe":
            recorder.is_pipe(Path(path))
        case _:
            recorder.resolved(Path(path))


@lru_cache(maxsize=DIGESTS)
def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@lru_cache(maxsize=DIGESTS)
def _declared(content: bytes) -> str:
    return hashlib.sha256(without_remarks(content)).hexdigest()


def _listed(paths: tuple[Path, ...]) -> str:
    return _digest("\0".join(map(str, paths)).encode("utf-8", "surrogateescape"))


_DISK = Disk()
_VIEW: ContextVar[Disk] = ContextVar("view", default=_DISK)


@contextmanager
def looking_at(view: Disk) -> Iterator[None]:
    """Let a view answer all questions in a block."""
    token = _VIEW.set(view)
    try:
        yield
    finally:
        _VIEW.reset(token)


def laid_over(texts: Mapping[Path, bytes]) -> Disk:
    """Return the present view with texts laid over it, also over those that it lays over the disk itself."""
    view = _VIEW.get()
    while isinstance(view, DiskRecorder | Once):
        view = view.of
    return Overlay({**view.texts, **texts} if isinstance(view, Overlay) else dict(texts))


@contextmanager
def asked_once() -> Iterator[None]:
    """Ask each question once in a block, also if it is asked again: no file changes in between."""
    with looking_at(Once(_VIEW.get())):
        yield


@contextmanager
def recorded() -> Iterator[dict[Question, str]]:
    """Record all that a block asks; the answers are complete when it ends."""
    recorder = DiskRecorder(_VIEW.get())
    with looking_at(recorder):
        yield recorder.answers
    outer = _VIEW.get()
    if isinstance(outer, DiskRecorder):
        outer.answers.update(recorder.answers)


# ---- Questions -----------------------------------------------------------------------------------


def resolved(path: Path) -> Path:
    """Return the absolute path of a file, without links; it need not be there."""
    return _VIEW.get().resolved(path)


def is_file(path: Path) -> bool:
    """Return whether a path names a file."""
    return _VIEW.get().kind(path) == "file"


def is_folder(path: Path) -> bool:
    """Return whether a path names a folder."""
    return _VIEW.get().kind(path) == "folder"


def exists(path: Path) -> bool:
    """Return whether a path names anything; a link that leads nowhere names nothing."""
    return _VIEW.get().kind(path) not in ("nothing", "lost")


def is_lost(path: Path) -> bool:
    """Return whether a path is a link that leads to no file."""
    return _VIEW.get().kind(path) == "lost"


def matching(folder: Path, pattern: str) -> tuple[Path, ...]:
    """Return the entries of a folder with a name like this, sorted; a pattern `**/x` also looks in the folders below."""
    return _VIEW.get().matching(folder, pattern)


def head(path: Path, most: int) -> bytes:
    """Return the first bytes of a file, up to this number. Raises OSError."""
    return _VIEW.get().head(path, most)


def first_line(path: Path, most: int) -> str:
    """Return the line that begins a file, as the first bytes up to this number show it. Raises OSError."""
    return _VIEW.get().first_line(path, most)


def content(path: Path, most: int) -> bytes:
    """Return the bytes in a file. Raises OSError, also for a larger file, of which no more is read, and for a pipe.

    What a shell puts in the place of a file is no such pipe.
    """
    # Of a pipe that lies in a folder nobody knows whether anything ever comes.
    if _VIEW.get().is_pipe(path) and path.parts[:2] not in ((os.sep, "dev"), (os.sep, "proc")):
        raise OSError(errno.EINVAL, "it is a pipe", str(path))
    data = head(path, most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most} bytes", str(path))
    return data
