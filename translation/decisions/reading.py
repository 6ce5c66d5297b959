"""Readings: what a document says of clauses where it departs from the rules, is silent, contradicts itself, or cannot be read.

    reading fr of nim
    edition french

    departs take_some
        "One to four matches are taken."
    silent misere_end
    unreadable first_player
        "Who begins is lost at the end of a line."
    contradicts play figure_2
        "Five matches lie there, and then four."

Several clauses may stand on a line, with blanks between them; the words below are said of each. A document contradicts
itself on a clause, or in an example, which is named by its playthrough. A reading that can be played is an edition: a
variant of the rulebook that says what the document says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

from attrs import define, evolve, field, frozen

from ...dsl.source.diagnostics import Diagnostics, RulebookError, did_you_mean
from ...dsl.source.span import Source, Span
from ...dsl.statements.sources import source_of
from ..alignment.aligned import AlignedDocument
from .findings import Finding, Rule

ReadingKind = Literal["departs", "partly", "silent", "unreadable", "contradicts"]
# The rule of the finding that reports each kind.
REPORTED: dict[ReadingKind, Rule] = {
    "departs": "reading/departs", "partly": "reading/partly", "silent": "reading/silent", "unreadable": "reading/unreadable",
    "contradicts": "reading/contradicts"}

_HEAD = re.compile(r"reading (\w+) of (\w+)$")
_EDITION = re.compile(r"edition (\w+)$")
_SAYS = re.compile(r"(departs|partly|silent|unreadable|contradicts) ([\w.]+(?: [\w.]+)*)$")
_SAYS_OF_PLAY = re.compile(r"contradicts play ([\w.-]+)$")
_WORDS = re.compile(r'"([^"]*)"$')

# What is said of a clause by its reading, and so by no other finding.
SPOKEN_FOR: tuple[Rule, ...] = (
    "accuracy/number-missing", "accuracy/number-substituted", "accuracy/number-unit", "accuracy/clause-missing",
    "accuracy/clause-weak", "accuracy/contradiction", "terminology/required-missing", "accuracy/number-unknown")
# The reading reports what cannot be read; its garbled signs are not reported again.
ILLEGIBLE: Rule = "fluency/garbled"


@frozen
class ReadingRemark:
    """A reader's remark, in our own words, on one clause or on the example of a playthrough."""

    kind: ReadingKind
    clause: str | None
    words: str
    span: Span
    play: str | None = None


@frozen
class Reading:
    """A reading: of which game, in which language, the edition that plays it, and what it says clause by clause."""

    language: str
    game: str
    edition: str | None
    remarks: tuple[ReadingRemark, ...]


def parsed(source: Source, clauses: Sequence[str], plays: Sequence[str] | None = None) -> Reading:
    """The reading in a text, of a game with these clauses, and these playthroughs if they are known.

    Raises RulebookError with every line that is wrong.
    """
    lines = [(number, line.rstrip()) for number, line in enumerate(source.lines, 1) if line.strip() and line.lstrip()[0] != "#"]
    head = _HEAD.match(lines[0][1]) if lines else None
    read = _Lines(clauses, plays)
    if head is None:
        read.diagnostics.add("E107", "a reading begins with `reading LANGUAGE of GAME`",
                             _span(source, lines[0][0] if lines else 1))
    for number, line in lines[1:]:
        read.line(line.strip(), _span(source, number))
    if read.diagnostics.failed or head is None:
        raise RulebookError(read.diagnostics.sorted())
    return Reading(head[1], head[2], read.edition, tuple(remark for group in read.groups for remark in group))


@define
class _Lines:
    """The statements of the lines so far; a group has those of one line, on one clause or on several."""

    clauses: Sequence[str]
    plays: Sequence[str] | None
    edition: str | None = None
    groups: list[list[ReadingRemark]] = field(factory=list)
    diagnostics: Diagnostics = field(factory=Diagnostics)
    _first: dict[str, Span] = field(factory=dict)

    def line(self, code: str, span: Span) -> None:
        """Take in a line. Record what is wrong with it."""
        if (named := _EDITION.match(code)) is not None:
            self.edition = named[1]
        elif (played := _SAYS_OF_PLAY.match(code)) is not None:
            self._of_play(played[1], span)
        elif (spoken := _SAYS.match(code)) is not None:
            self._of_clauses(cast(ReadingKind, spoken[1]), spoken[2].split(), span)
        elif (words := _WORDS.match(code)) is not None and self.groups:
            self.groups[-1] = [evolve(remark, words=f"{remark.words} {words[1]}".strip()) for remark in self.groups[-1]]
        else:
            self._wrong("this is not a line of a reading", span,
                        "after the head a line is `edition NAME`, `departs CLAUSE`, `partly CLAUSE`, `silent CLAUSE`, "
                        "`unreadable CLAUSE`, `contradicts CLAUSE`, `contradicts play NAME`, or words in quotes below "
                        "one of these")

    def _of_play(self, name: str, span: Span) -> None:
        if self.plays is not None and name not in self.plays:
            self._wrong(f"there is no playthrough `{name}`", span, did_you_mean(name, self.plays))
        self.groups.append([ReadingRemark("contradicts", None, "", span, name)])

    def _of_clauses(self, kind: ReadingKind, ids: Sequence[str], span: Span) -> None:
        for unknown in (id for id in ids if id not in self.clauses):
            self._wrong(f"there is no clause `{unknown}`", span, did_you_mean(unknown, self.clauses))
        self.groups.append([ReadingRemark(kind, id, "", span) for id in ids])
        for id in ids:
            earlier = self._first.setdefault(id, span)
            if earlier.line != span.line:
                self.diagnostics.add("E107", f"`{id}` has a line already", span, related=(("the first is here", earlier),))

    def _wrong(self, message: str, span: Span, help: str | None) -> None:
        self.diagnostics.add("E107", message, span, help=help)


def whose(source: Source) -> tuple[str, str] | None:
    """The game and the language that a reading says it is of; None where it does not begin as a reading."""
    first = next((line.strip() for line in source.lines if line.strip() and line.lstrip()[0] != "#"), "")
    head = _HEAD.match(first)
    return None if head is None else (head[2], head[1])


def edition_in(path: Path) -> str | None:
    """Return the name of the edition that the reading at a path names, if it names one."""
    source = source_of(path, Diagnostics())
    lines = () if source is None else source.lines
    return next((named[1] for line in lines if (named := _EDITION.match(line.strip())) is not None), None)


def _span(source: Source, line: int) -> Span:
    text = source.line(line)
    return Span(source, line, len(text) - len(text.lstrip()) + 1, line, max(len(text), 1) + 1)


def read_with(findings: Iterable[Finding], reading: Reading, aligned: AlignedDocument, edition: bool) -> tuple[Finding, ...]:
    """The findings, with what the reading says of clauses in place of what is found on them.

    `edition`: the document is compared with its own edition, whose rules say what it says.
    """
    about = {remark.clause: remark
             for remark in reading.remarks if remark.clause is not None and remark.clause in aligned.anchors}
    out = [finding for finding in findings if not _is_in_reading(finding, about, aligned)]
    for clause, remark in about.items():
        if remark.kind == "departs" and edition:
            continue
        anchor = aligned.anchors[clause]
        first = anchor.sentences[0] if anchor.sentences and remark.kind != "silent" else None
        out.append(_finding(remark, aligned, first, aligned.target(clause).clause.statement))
    # In reverse, so that the first sentence of each playthrough stays.
    plays = {aligned.entries[index].play: index for index in sorted(aligned.entries, reverse=True)}
    out += [_finding(remark, aligned, plays.get(remark.play), None) for remark in reading.remarks if remark.play is not None]
    return tuple(out)


def _is_in_reading(finding: Finding, about: Mapping[str, ReadingRemark], aligned: AlignedDocument) -> bool:
    """Return whether the reading reports the same as a finding."""
    if finding.rule == ILLEGIBLE and finding.sentence is not None:
        return any(id in about and about[id].kind == "unreadable" for id in aligned.claimed.get(finding.sentence - 1, ()))
    spoken_for = finding.rule in SPOKEN_FOR and not finding.since
    return spoken_for and finding.clause is not None and finding.clause in about and not aligned.is_gone(finding.clause)


def _finding(remark: ReadingRemark, aligned: AlignedDocument, index: int | None, expected: str | None) -> Finding:
    sentence = None if index is None else aligned.document.sentences[index]
    return Finding(REPORTED[remark.kind], remark.words or f"the document {_verb(remark.kind)}", remark.clause,
                   sentence.number if sentence else None, sentence.line if sentence else None, expected, remark.play)


def _verb(kind: ReadingKind) -> str:
    return {"departs": "says it otherwise", "partly": "says it only in part", "silent": "does not say it",
            "unreadable": "cannot be read here", "contradicts": "contradicts itself"}[kind]
