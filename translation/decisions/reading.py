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

from attrs import evolve, frozen

from ...dsl.source.diagnostics import Diagnostics, RulebookError, did_you_mean
from ...dsl.source.span import Source, Span
from ...dsl.statements.sources import source_of
from ..alignment.aligned import AlignedDocument
from .findings import Finding, Rule

Kind = Literal["departs", "partly", "silent", "unreadable", "contradicts"]
# The rule of the finding that reports each kind.
REPORTED: dict[Kind, Rule] = {
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
class Says:
    """A reader's remark, in our own words, on one clause or on the example of a playthrough."""

    kind: Kind
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
    says: tuple[Says, ...]


def parsed(source: Source, clauses: Sequence[str], plays: Sequence[str] | None = None) -> Reading:
    """The reading in a text, of a game with these clauses, and these playthroughs if they are known.

    Raises RulebookError with every line that is wrong.
    """
    diagnostics = Diagnostics()
    lines = [(number, line.rstrip()) for number, line in enumerate(source.lines, 1) if line.strip() and line.lstrip()[0] != "#"]
    head = _HEAD.match(lines[0][1]) if lines else None
    if head is None:
        diagnostics.add("E107", "a reading begins with `reading LANGUAGE of GAME`", _span(source, lines[0][0] if lines else 1))
    edition: str | None = None
    groups: list[list[Says]] = []
    first: dict[str, Span] = {}
    for number, line in lines[1:]:
        code, here = line.strip(), _span(source, number)
        named, spoken, words = _EDITION.match(code), _SAYS.match(code), _WORDS.match(code)
        played = _SAYS_OF_PLAY.match(code)
        if named is not None:
            edition = named[1]
        elif played is not None:
            if plays is not None and played[1] not in plays:
                diagnostics.add("E107", f"there is no playthrough `{played[1]}`", here, help=did_you_mean(played[1], plays))
            groups.append([Says("contradicts", None, "", here, played[1])])
        elif spoken is not None:
            ids = spoken[2].split()
            for unknown in (id for id in ids if id not in clauses):
                diagnostics.add("E107", f"there is no clause `{unknown}`", here, help=did_you_mean(unknown, clauses))
            groups.append([Says(cast(Kind, spoken[1]), id, "", here) for id in ids])
            for id in ids:
                earlier = first.setdefault(id, here)
                if earlier.line != number:
                    diagnostics.add("E107", f"`{id}` is spoken of already", here, related=(("the first is here", earlier),))
        elif words is not None and groups:
            groups[-1] = [evolve(saying, words=f"{saying.words} {words[1]}".strip()) for saying in groups[-1]]
        else:
            diagnostics.add("E107", "this is no line of a reading", here,
                      help="after the head a line is `edition NAME`, `departs CLAUSE`, `partly CLAUSE`, `silent CLAUSE`, "
                           "`unreadable CLAUSE`, `contradicts CLAUSE`, `contradicts play NAME`, or words in quotes below "
                           "one of these")
    if diagnostics.failed or head is None:
        raise RulebookError(diagnostics.sorted())
    return Reading(head[1], head[2], edition, tuple(saying for group in groups for saying in group))


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


def read_with(found: Iterable[Finding], reading: Reading, aligned: AlignedDocument, edition: bool) -> tuple[Finding, ...]:
    """The findings, with what the reading says of clauses in place of what is found on them.

    `edition`: the document is compared with its own edition, whose rules say what it says.
    """
    about = {say.clause: say for say in reading.says if say.clause is not None and say.clause in aligned.anchors}
    out = [finding for finding in found if not _is_told(finding, about, aligned)]
    for clause, saying in about.items():
        if saying.kind == "departs" and edition:
            continue
        anchor = aligned.anchors[clause]
        first = anchor.sentences[0] if anchor.sentences and saying.kind != "silent" else None
        out.append(_finding(saying, aligned, first, aligned.target(clause).clause.statement))
    plays = {aligned.entries[index].play: index for index in sorted(aligned.entries, reverse=True)}
    out += [_finding(say, aligned, plays.get(say.play), None) for say in reading.says if say.play is not None]
    return tuple(out)


def _is_told(finding: Finding, about: Mapping[str, Says], aligned: AlignedDocument) -> bool:
    """Return whether the reading reports the same as a finding."""
    if finding.rule == ILLEGIBLE and finding.sentence is not None:
        return any(id in about and about[id].kind == "unreadable" for id in aligned.claimed.get(finding.sentence - 1, ()))
    spoken_for = finding.rule in SPOKEN_FOR and not finding.since
    return spoken_for and finding.clause is not None and finding.clause in about and not aligned.is_gone(finding.clause)


def _finding(says: Says, aligned: AlignedDocument, index: int | None, expected: str | None) -> Finding:
    sentence = None if index is None else aligned.document.sentences[index]
    return Finding(REPORTED[says.kind], says.words or f"the document {_verb(says.kind)}", says.clause,
                   sentence.number if sentence else None, sentence.line if sentence else None, expected, says.play)


def _verb(kind: Kind) -> str:
    return {"departs": "says it otherwise", "partly": "says it only in part", "silent": "does not say it",
            "unreadable": "cannot be read here", "contradicts": "contradicts itself"}[kind]
