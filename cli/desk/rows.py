"""An aligned document, its findings and decisions -> the rows of the desk, in the order of the document.

A row is a clause with its sentences, or a sentence that states none, or a finding that has neither. Each sentence of the
document stands in a row as what it states, and each finding beside the sentence that it is about.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Literal

from attrs import evolve, field, frozen

from ...translation.alignment.aligned import AlignedDocument
from ...translation.decisions.findings import LEVELS, Finding, Rule
from ...translation.document.sentences import Sentence
from ..documents.alignment import OriginalComparison
from ..documents.document import Job

# A sentence is open if no clause claims it, and a candidate if one does that has a likelier sentence.
State = Literal["confirmed", "silent", "guess", "missing", "marked", "open", "candidate", "whole"]
# What has changed since a person confirmed a clause, though its sentences are the same.
_CHANGED: tuple[Rule, ...] = ("accuracy/anchor-outdated", "structure/moved")
# What a person has decided, and what is no clause and no sentence.
_PLACED: tuple[State, ...] = ("confirmed", "silent", "marked", "whole")


@frozen
class DeskRow:
    """A row.

    `key` is its id on the page; `clause` the id of its clause, `perhaps_of` those that have its sentence as a candidate;
    `sentences` are the document's, `original` those of the original that belong to them, both by index; `perhaps` are
    sentences that evidence suggests for a clause that has none;
    `findings` are open, `accepted` have their reasons; `questions` are kept for the publisher, by what they are about. `place`
    orders the rows: the index of a sentence, or of the one behind which a sentence is missing. A person has marked the
    sentence of a row that `is_marked`. Its clause or sentences are not as a person has confirmed them if it `has_changed`.
    """

    key: str
    state: State
    clause: str | None = None
    sentences: tuple[int, ...] = ()
    perhaps: tuple[int, ...] = ()
    perhaps_of: tuple[str, ...] = ()
    original: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()
    accepted: tuple[tuple[Finding, str], ...] = ()
    questions: Mapping[str, str] = field(factory=dict)
    percent: str = ""
    mark: str | None = None
    place: float = -1.0
    is_marked: bool = False
    has_changed: bool = False

    @property
    def stated(self) -> tuple[int, ...]:
        """The sentences that state its clause: of candidates only the likeliest, which is what `confirm` writes."""
        return self.sentences[:1] if self.state == "guess" else self.sentences

    @property
    def shown(self) -> tuple[int, ...]:
        """The sentences that it shows whole: those that state its clause, and others that its findings are about."""
        about = (finding.sentence - 1 for finding in (*self.findings, *(finding for finding, _ in self.accepted))
                 if finding.sentence is not None)
        return tuple(dict.fromkeys((*self.stated, *about)))

    @property
    def behind(self) -> int | None:
        """The index of the sentence behind which one is missing."""
        findings = (*self.findings, *(finding for finding, _ in self.accepted))
        places = (finding.behind - 1 for finding in findings if finding.sentence is None and finding.behind is not None)
        return None if self.sentences else next(places, None)

    @property
    def candidates(self) -> tuple[int, ...]:
        """The other sentences that may state its clause."""
        return tuple(index for index in (*self.sentences, *self.perhaps) if index not in self.shown)

    @property
    def level(self) -> str:
        """The highest level of its findings, or `none`."""
        return next((level for level in LEVELS if any(finding.level == level for finding in self.findings)), "none")

    @property
    def is_decided(self) -> bool:
        """Return whether a person has decided something about it, in this run or an earlier one."""
        return self.state in ("confirmed", "silent") or self.is_marked or bool(self.accepted) or bool(self.questions)

    @property
    def is_done(self) -> bool:
        """Return whether the row needs no decision: it has no error or warning, and a person has placed its clause."""
        is_placed = self.state in _PLACED or (self.clause is None and not self.sentences)
        return self.level not in ("error", "warning") and is_placed

    @property
    def is_todo(self) -> bool:
        """Return whether it needs a decision. A candidate without an error or warning waits for that on its clause."""
        return not self.is_done and (self.state != "candidate" or self.level in ("error", "warning"))


def clause_key(clause: str) -> str:
    """The key of the row of a clause."""
    return f"c-{clause}"


def rows_of(job: Job, names: Sequence[int]) -> tuple[DeskRow, ...]:
    """The rows of a document; `names` are those of its sentences, by which a page knows their rows."""
    findings = tuple(job.findings.of_document)
    why = {accepted.id: accepted.why for accepted in job.decisions.known.accepted}
    questions = {inquiry.about: inquiry.text for inquiry in job.decisions.known.inquiries}
    aligned = job.alignment.aligned
    clauses = tuple(_clauses(aligned))
    stated = {index: row.key for row in reversed(clauses) for index in row.stated}
    bare = [*clauses, *_sentences(aligned, stated, names)]
    rows = {row.key: row for row in bare}
    mine: dict[str, list[Finding]] = {}
    for finding in findings:
        # A finding that belongs to no clause and no sentence makes a row for itself.
        key = _row_of(finding, rows, stated, names)
        if key not in rows:
            rows[key] = DeskRow(key, "missing" if finding.place else "whole", place=_behind(finding))
        mine.setdefault(key, []).append(finding)
    filled = (_with_original(job.comparison, _filled(row, mine.get(row.key, ()), why, questions)) for row in rows.values())
    # Sorting is stable: clauses of one sentence stay in the order of the rulebook.
    return tuple(sorted(filled, key=lambda row: row.place))


def _clauses(aligned: AlignedDocument) -> Iterator[DeskRow]:
    """A row for each clause. One without a sentence stands behind the clause before it.

    A clause on which the document is silent, as a person says, stands where it did before that decision.
    """
    place = -0.5
    for aim in aligned.targets:
        anchor = aligned.anchors[aim.id]
        is_silent = aligned.lock is not None and aim.id in aligned.lock.silent
        state: State = ("confirmed" if aligned.is_locked(aim.id) else "silent" if is_silent
                        else "guess" if anchor.sentences else "missing")
        weighed = aligned.where_not_silent[aim.id] if is_silent else anchor
        # Behind the clause before it and before the next sentence, and in the order of the rulebook among others without one.
        place = weighed.sentences[0] if weighed.sentences else place + 0.001
        # Of a clause that is not here only the nearest, which is what a person has rejected if they decided on a guess.
        perhaps = weighed.shown[:1] if is_silent else anchor.perhaps if state == "missing" else ()
        changed = state == "confirmed" and any(index in aligned.entries and not aligned.is_confirmed(index)
                                               for index in anchor.sentences)
        yield DeskRow(clause_key(aim.id), state, aim.id, anchor.sentences, perhaps, percent=aligned.percent(aim.id),
                      place=place, has_changed=changed)


def _sentences(aligned: AlignedDocument, stated: Container[int], names: Sequence[int]) -> Iterator[DeskRow]:
    """A row for each sentence that states no clause; a clause may still have it among its candidates."""
    for index, sentence in enumerate(aligned.document.sentences):
        if index not in stated:
            mark = aligned.mark(index) or (sentence.kind if sentence.kind in ("heading", "caption") else None)
            clauses = tuple(aligned.claimed.get(index, ()))
            state: State = "marked" if mark else "candidate" if clauses else "open"
            yield DeskRow(f"s-{names[index]}", state, sentences=(index,), perhaps_of=clauses, mark=mark, place=index,
                          is_marked=aligned.mark(index) not in (None, sentence.kind))


def _row_of(finding: Finding, rows: Mapping[str, DeskRow], stated: Mapping[int, str],
            names: Sequence[int]) -> str:
    """The key of the row to which a finding belongs: its clause, or the first one that its sentence states, or the sentence."""
    if finding.clause is not None and clause_key(finding.clause) in rows:
        return clause_key(finding.clause)
    if finding.sentence is not None:
        return stated.get(finding.sentence - 1, f"s-{names[finding.sentence - 1]}")
    return f"f-{finding.id}"


def _behind(finding: Finding) -> float:
    """The place of a finding without a sentence: behind the sentence that it names, or at the beginning."""
    return -1.0 if finding.behind is None else finding.behind - 0.5


def _filled(row: DeskRow, findings: Sequence[Finding], why: Mapping[str, str], questions: Mapping[str, str]) -> DeskRow:
    changed = any(finding.rule in _CHANGED for finding in findings)
    about = [*(finding.id for finding in findings), *([row.clause] if row.clause is not None else [])]
    return evolve(
        row, has_changed=row.has_changed or (row.state == "confirmed" and changed),
        findings=tuple(finding for finding in findings if finding.id not in why),
        accepted=tuple((finding, why[finding.id]) for finding in findings if finding.id in why),
        questions={id: questions[id] for id in about if id in questions})


def _with_original(comparison: OriginalComparison, row: DeskRow) -> DeskRow:
    """The row with the sentences of the original that belong to it: partners of its sentences, or those that a finding misses.

    A clause that is not here has those of the sentence that comes nearest.
    """
    texts = comparison.texts
    if texts is None:
        return row
    mine = set(row.shown or (row.perhaps if row.state == "silent" else ()))
    findings = (*row.findings, *(finding for finding, _ in row.accepted))
    missed = {finding.place for finding in findings if finding.sentence is None}
    own = (index for link in texts.links for index in link.original
           if mine & set(link.translation) or (not link.translation and texts.original.wholes[index] in missed))
    return evolve(row, original=tuple(dict.fromkeys(own)))


def sentences_of(comparison: OriginalComparison, row: DeskRow) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """The sentences of a row: those of the original, and those of the document."""
    texts = comparison.texts
    own = () if texts is None else tuple(texts.original.sentences[index] for index in row.original)
    return own, tuple(comparison.text.document.sentences[index] for index in row.shown)
