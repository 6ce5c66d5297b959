"""A job -> its rows, now; decisions on it, edits of the document, and undo.

A decision is in its file before the desk answers. One thread at a time may use the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click
from attrs import define, field, frozen

from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.read_limited import bytes_in
from ...translation.formats.recognise import MOST_BYTES
from ...translation.lock.lock import MARKS
from ...translation.pairs.link import Link
from ...web.links import token
from ..documents import decide
from ..documents.document import Job
from ..documents.many import ListedDecision
from ..shared.files.files import write_bytes, write_whole
from .edits import edited, where_it_is
from .row_names import renamed
from .rows import DeskRow, clause_key, rows_of

# How many decisions can be undone.
MOST_UNDONE = 200
# What the page has for the ways to decide: its buttons and their keys.
BUTTONS = decide.DecisionCommands("the button Accept (key a)", "the button Assign (key s)")


@frozen
class DecisionRecord:
    """A decision: its words, the row of it, and the files that it changed, each with its bytes before and after."""

    message: str
    row: str
    files: Mapping[Path, tuple[bytes | None, bytes | None]]


@define
class Desk:
    """A document on the desk.

    `problem` is the reason why its newest text cannot be shown, if any. `row` is the key of the row that the next decision is
    about, and after `undo` that of the decision which was taken back. `seen` is the numbering of sentences by which a person
    decides, if they say so. `run` names this run of the program.
    """

    job: Job
    problem: str | None = None
    row: str = ""
    seen: str = ""
    run: str = field(factory=token, init=False)
    _done: list[DecisionRecord] = field(factory=list)
    _file_stamps: dict[Path, tuple[int, int] | None] = field(factory=dict)
    _names: tuple[int, ...] = ()
    _renumbered: int = 0

    def __attrs_post_init__(self) -> None:
        self._names = tuple(sentence.number for sentence in self.job.text.document.sentences)
        self._file_stamps = self._stamps()

    @property
    def rows(self) -> tuple[DeskRow, ...]:
        """The rows of the document, checked."""
        return rows_of(self.job, self._names)

    @property
    def numbering(self) -> str:
        """A name for the numbers that its sentences have now: another one if a sentence has got another number."""
        return f"{self.run} {self._renumbered}"

    @property
    def undoable(self) -> str | None:
        """The decision that `undo` takes back next, in words."""
        return self._done[-1].message if self._done else None

    def confirm(self, clause: str, numbers: tuple[int, ...] = ()) -> str:
        """Confirm a clause, which the person sees in these sentences, if they say so.

        Raises UsageError if no sentence states it, one has an open finding, or it is stated elsewhere now.
        """
        with self._step() as say:
            self._require_numbering()
            clause = self.job.alignment.clause(clause)
            if numbers and sorted(index + 1 for index in self.job.alignment.aligned.stating(clause)) != sorted(numbers):
                raise click.UsageError(f"`{clause}` is now in another sentence than the page showed: look at it again")
            decide.confirm(self.job, [clause], commands=BUTTONS)
            return say(f"{clause} confirmed")

    def assign(self, what: str, numbers: tuple[int, ...]) -> str:
        """Assign sentences to a clause (none: the document is silent on it), or mark them. Raises UsageError."""
        with self._step() as say:
            self._require_numbering()
            if what not in MARKS:
                self.row = clause_key(what)
            return say(decide.assign(self.job, [ListedDecision(what, numbers, None, 0)]))

    def accept(self, finding: str, reason: str) -> str:
        """Accept a finding. Raises UsageError without a reason, and for an unknown finding."""
        with self._step() as say:
            decide.accept(self.job, [finding], reason)
            return say(f"{finding} accepted")

    def ask(self, about: str, text: str) -> str:
        """Keep a question to the publisher, or remove it if it is empty."""
        with self._step() as say:
            return say(decide.ask(self.job, about, text))

    def withdraw(self, what: str) -> str:
        """Undo the decision about a clause, a finding or a sentence."""
        with self._step() as say:
            if what.isdecimal():
                self._require_numbering()
            return say(decide.withdraw(self.job, what))

    def pair(self, link: Link) -> str:
        """Keep which sentences of the original are which of the document."""
        with self._step() as say:
            self._require_numbering()
            decide.pair(self.job, link)
            return say("the pair is kept")

    def edit(self, number: int, was: str, text: str) -> str:
        """Replace a sentence of the document. Raises UsageError if it is no longer `was`, or cannot be edited here."""
        with self._step() as say:
            document = self.job.text
            index = where_it_is(document, number - 1, was)
            write_whole(document.path, edited(document, document.sentence(index + 1), was, text))
            message = say(f"sentence {index + 1} edited")
        # Other words may state another clause, whose row has the sentence now.
        rows = self.rows
        if self.row not in {row.key for row in rows}:
            self.row = next((row.key for row in rows if index in row.stated), self.row)
        return message

    def undo(self) -> str:
        """Take back the last decision. Raises UsageError if there is none, or if a file has changed since."""
        if not self._done:
            raise click.UsageError("there is nothing to undo")
        step = self._done[-1]
        changed = next((path for path, (_, after) in step.files.items() if _content(path) != after), None)
        if changed is not None:
            # Every earlier decision lies below the other program's change, so none of them can be taken back safely.
            self._done.clear()
            raise click.UsageError(f"`{changed}` was changed by another program, so that nothing can be undone")
        for path, (before, _) in step.files.items():
            if before is None:
                path.unlink()
            else:
                write_bytes(path, before)
        self._done.pop()
        self.row = step.row
        self._read_again()
        return f"undone: {step.message}"

    def reload(self) -> bool:
        """Read the files again if one has changed; return whether one has."""
        if self._stamps() == self._file_stamps:
            return False
        self._read_again()
        return True

    @contextmanager
    def _step(self) -> Iterator[Callable[[str], str]]:
        """Make one decision, which calls `say` with its words. Keep what its files were for `undo`, and read them again."""
        messages: list[str] = []

        def say(text: str) -> str:
            messages.append(text)
            return text

        self.reload()  # a decision is about what the files have now
        if self.problem is not None:
            raise click.UsageError(self.problem)
        before = {path: _content(path) for path in self._paths}
        yield say
        # Whatever a decision does, its trace is in these files: undo needs to know nothing of decisions.
        files = {path: (old, new) for path, old in before.items() if (new := _content(path)) != old}
        if files:
            self._done = [*self._done, DecisionRecord(messages[0], self.row, files)][-MOST_UNDONE:]
        self._read_again()

    def _require_numbering(self) -> None:
        """Raise UsageError if a person decides by numbers that sentences do not have any more."""
        if self.seen and self.seen != self.numbering:
            raise click.UsageError("the document has changed, and its sentences have other numbers now: look at them, and "
                                   "decide again")

    def _read_again(self) -> None:
        """Read the files as they are now. If the document cannot be read, the last text stays on the desk."""
        self._file_stamps = self._stamps()
        # The stamps are older than what is read: a change in between is noticed the next time.
        try:
            job = self.job.again()
            job.alignment.aligned  # noqa: B018 - reads everything that can be wrong
            job.findings.of_document  # noqa: B018
        except click.UsageError as error:
            self.problem = error.message
        except RulebookError as error:
            self.problem = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
        except OSError as error:
            self.problem = f"`{self.job.text.path}` cannot be read: {error.strerror or error}"
        else:
            names = renamed(self.job.text.document.wholes, self._names, job.text.document.wholes)
            self._renumbered += names != self._names
            self._names = names
            self.job, self.problem = job, None

    @property
    def _paths(self) -> tuple[Path, ...]:
        places = self.job.files.places
        own = (places.lock, places.accepted, places.questions, self.job.text.path)
        return own if self.job.text.source is None else (*own, self.job.files.pairs)

    def _stamps(self) -> dict[Path, tuple[int, int] | None]:
        return {path: _stamp(path) for path in (*self._paths, self.job.files.places.reading)}


def _stamp(path: Path) -> tuple[int, int] | None:
    """The time and size of a file; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    # The size as well: some file systems count the time in seconds, in which an editor may save twice.
    return status.st_mtime_ns, status.st_size


def _content(path: Path) -> bytes | None:
    return bytes_in(path, MOST_BYTES) if path.is_file() else None
