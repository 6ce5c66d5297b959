"""Locks: what a person has confirmed of a document, without a word of it.

A lock is a text file of JSON lines: a head, then a line for each sentence with its fingerprint, the clauses that
it states or a mark for what it is instead, the numbers and turns of phrase that it had, and then a line for each
clause on which the document is silent. A sentence that stated a clause and is gone keeps its line, with `"gone": true`
and the number of the sentence behind which it stood, until a person has said where the clause is stated now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.source.span import Source, Span
from ..document.bounds import Bound
from ..document.fingerprints import HASHES, Fingerprint

FORMAT = 1
# What a sentence can be that states no rule, or, if it is an example, states one by the way.
EXAMPLE = "example"
MARKS = ("heading", "caption", "flavour", EXAMPLE, "strategy", "advice", "component", "unreadable", "credit")
STATUSES = ("open", "confirmed", "suspect")
MOST_SENTENCES = 5_000
_HASH = re.compile(r"[0-9a-f]+")


@frozen
class LockEntry:
    """The record of one sentence.

    `clauses` maps the clauses that a person says it states to the fingerprints they had then; `numbers` are the values in
    the sentence, in its order where they are `in_order`, `turns` the codes of its turns of phrase, such as `at_least`,
    `bounds` those that stand by a number, `concepts` those of the glossary that it names; `play` is the playthrough of
    which an example tells. The `number` of one that is `gone` is that of the sentence behind which it stood, 0 at the
    beginning.
    """

    number: int
    print: Fingerprint
    status: str = "open"
    clauses: Mapping[str, str] = field(factory=dict)
    mark: str | None = None
    numbers: tuple[int, ...] = ()
    turns: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    play: str | None = None
    gone: bool = False
    in_order: bool = False
    bounds: tuple[Bound, ...] = ()


@frozen
class Lock:
    """The record of a document: its sentences in order, and the clauses on which it is silent.

    `gone` are the sentences that stated a clause and are no longer there.
    """

    game: str
    language: str
    document: str
    entries: tuple[LockEntry, ...]
    silent: tuple[str, ...] = ()
    gone: tuple[LockEntry, ...] = ()

    @property
    def in_order(self) -> tuple[LockEntry, ...]:
        """All entries, those of sentences that are gone where they stood."""
        return tuple(sorted((*self.entries, *self.gone), key=lambda entry: entry.number))

    def entries_of(self, clause: str) -> tuple[LockEntry, ...]:
        """The sentences that state a clause."""
        return tuple(entry for entry in self.entries if clause in entry.clauses)


def parsed(source: Source) -> Lock:
    """The lock in a text. Raises RulebookError, with the line that cannot be read."""
    rows = [(number, row_of(source, number, line)) for number, line in enumerate(source.lines, 1) if line.strip()]
    if not rows or rows[0][1].get("lock") != FORMAT:
        raise unreadable(source, 1, f"this is not a lock of format {FORMAT}")
    # A document has no more sentences; the other half is for those that are gone and for silent clauses.
    if len(rows) > 2 * MOST_SENTENCES:
        raise unreadable(source, 1, f"a lock is of at most {MOST_SENTENCES:,} sentences")
    head = rows[0][1]
    entries: list[LockEntry] = []
    silent: list[str] = []
    for number, row in rows[1:]:
        try:
            if "silent" in row:
                silent.append(str(row["silent"]))
            else:
                entries.append(_entry(row))
        # JSON as Python reads it has `Infinity`, of which `int` makes an OverflowError.
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise unreadable(source, number, f"this is not a line of a lock: {error}") from None
    return Lock(
        str(head.get("game")),
        str(head.get("language")),
        str(head.get("document")),
        tuple(entry for entry in entries if not entry.gone),
        tuple(silent),
        tuple(entry for entry in entries if entry.gone),
    )


def unreadable(source: Source, line: int, message: str) -> RulebookError:
    """The mistake of a file beside a document that cannot be read."""
    diagnostics = Diagnostics()
    diagnostics.add("E107", message, Span(source, line, 1, line, len(source.line(line)) + 1))
    return RulebookError(diagnostics.sorted())


def row_of(source: Source, number: int, line: str) -> dict[str, object]:
    """The JSON object on a line of a file beside a document. Raises RulebookError."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise unreadable(source, number, f"this is not JSON: {error}") from None
    if not isinstance(row, dict):
        raise unreadable(source, number, "this is not a JSON object")
    return row


def _entry(row: Mapping[str, object]) -> LockEntry:
    hashes, clauses = row["h"], row.get("clauses", {})
    if not isinstance(hashes, list) or not isinstance(clauses, dict):
        raise TypeError("`h` is a list and `clauses` an object")
    whole, sim, samples, length = hashes
    # Under `numbers` the order says nothing; only from `said` can a check tell that two have changed places.
    in_order = "said" in row
    numbers, turns, concepts = (_list(row, name) for name in ("said" if in_order else "numbers", "turns", "concepts"))
    mark, play, status = row.get("mark"), row.get("play"), str(row["status"])
    if status not in STATUSES or (mark is not None and mark not in MARKS):
        raise ValueError(f"a sentence is not `{status}`, or not `{mark}`")
    return LockEntry(int(str(row["n"])), _print(str(whole), str(sim), str(samples), int(length)), status,
                     {str(id): str(print) for id, print in clauses.items()}, None if mark is None else str(mark),
                     tuple(map(int, numbers)), tuple(turns), tuple(concepts), None if play is None else str(play),
                     row.get("gone") is True, in_order, tuple(map(_bound, _list(row, "bounds"))))


def _bound(text: str) -> Bound:
    turn, value = text.split()
    return turn, int(value)


def _print(whole: str, sim: str, samples: str, length: int) -> Fingerprint:
    hashes = whole, sim, samples
    if tuple(map(len, hashes)) != HASHES or not all(map(_HASH.fullmatch, hashes)) or length < 0:
        raise ValueError("`h` is not a fingerprint of a sentence")
    return Fingerprint(whole, sim, samples, length)


def _list(row: Mapping[str, object], name: str) -> list[str]:
    value = row.get(name, [])
    if not isinstance(value, list):
        raise TypeError(f"`{name}` is a list")
    return list(map(str, value))


def written(lock: Lock) -> str:
    """A lock as the text of its file."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(lock))


def _rows(lock: Lock) -> Iterator[dict[str, object]]:
    yield {"lock": FORMAT, "game": lock.game, "language": lock.language, "document": lock.document,
           "sentences": len(lock.entries)}
    for entry in lock.in_order:
        row: dict[str, object] = {
            "n": entry.number,
            "h": [entry.print.whole, entry.print.sim, entry.print.samples, entry.print.length],
            "status": entry.status,
        }
        numbers = "said" if entry.in_order else "numbers"
        bounds = [f"{turn} {value}" for turn, value in entry.bounds]
        more = {"clauses": dict(entry.clauses), "mark": entry.mark, numbers: list(entry.numbers), "turns": list(entry.turns),
                "bounds": bounds, "concepts": list(entry.concepts), "play": entry.play, "gone": entry.gone}
        yield row | {name: value for name, value in more.items() if value}
    for clause in lock.silent:
        yield {"silent": clause}
