"""Decisions on a document: a job and what a person decides -> the files that keep it, and a sentence that says so.

Each function writes at once, raises click.UsageError where a decision is impossible, and then writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from attrs import evolve, frozen

from ...dsl.source.diagnostics import counted
from ...translation.decisions import baseline, inquiries
from ...translation.decisions.baseline import AcceptedFinding, without
from ...translation.decisions.findings import OF_PAIRS, Finding
from ...translation.decisions.inquiries import Inquiry
from ...translation.decisions.relock import confirmed, current, freed, marked, seen, unmarked
from ...translation.lock.lock import MARKS, Lock
from ...translation.pairs.judge import ORIGINAL
from ...translation.pairs.link import Link
from ...translation.pairs.saved_pairs import links_of, saved_pairs
from ...translation.pairs.saved_pairs import written as pairs_written
from .document import Job
from .many import ListedDecision


@frozen
class DecisionCommands:
    """The ways to accept a finding and to assign a sentence, as messages name them to the person who decides."""

    accept: str
    assign: str


AT_COMMAND_LINE = DecisionCommands("`rulewright document accept`", "`rulewright document assign`")


def confirm(job: Job, chosen: Sequence[str], others: Sequence[int] = (), commands: DecisionCommands = AT_COMMAND_LINE) -> None:
    """Write to the lock that clauses are stated where `document align` shows first.

    `others` are sentences that state no clause and are as they should be, by index. A usage error for a clause that no
    sentence states, or whose sentence has an open finding. Where there is nothing to confirm no lock is made.
    """
    aligned = job.alignment.aligned
    if not chosen and not others and aligned.lock is None:
        return
    for id, finding in refusals(job, chosen).items():
        raise click.UsageError(f"`{id}` cannot be confirmed, because its sentence has an open finding: {finding.message} "
                               f"[{finding.rule} {finding.id}]; mend the document, or accept the finding with "
                               f"{commands.accept}")
    nowhere = [id for id in chosen if not aligned.anchors[id].sentences]
    if nowhere:
        raise click.UsageError(f"no sentence states {', '.join(nowhere)}; assign one with {commands.assign}")
    # Only the likeliest of several candidates; `document assign` is for a clause that several sentences state.
    places = {id: aligned.stating(id) for id in chosen}
    lock = confirmed(aligned, current(aligned, job.rulebook.facts.name), places)
    for index in others:
        entry = seen(aligned, index, lock.entries[index])
        lock = evolve(lock, entries=(*lock.entries[:index], entry, *lock.entries[index + 1 :]))
    job.files.write_lock(lock)


def refusals(job: Job, chosen: Iterable[str]) -> dict[str, Finding]:
    """The clauses whose likeliest sentence has an open finding, each with the finding.

    A lock records the numbers and turns of phrase of a sentence as right, so that a mistake would not be found again.
    Clauses that the lock has already are no such clauses.
    """
    aligned = job.alignment.aligned
    new = [id for id in chosen if not aligned.is_locked(id)]
    left, _ = without(job.findings.of_document, job.decisions.known.accepted)
    # Reversed, so that of several findings on a sentence the first one stays.
    open_findings = {finding.sentence: finding for finding in reversed(left) if _is_hidden_by_a_lock(finding)}
    numbers = {id: aligned.anchors[id].sentences[0] + 1 for id in new if aligned.anchors[id].sentences}
    return {id: open_findings[number] for id, number in numbers.items() if number in open_findings}


def _is_hidden_by_a_lock(finding: Finding) -> bool:
    """Return whether a finding is about what a sentence says: once confirmed it counts as right, at least without an original.

    Where the original is wrong, the sentence is right.
    """
    return finding.rule.startswith(("accuracy/", OF_PAIRS)) and finding.rule != ORIGINAL and finding.level != "note"


def assign(job: Job, listed: Sequence[ListedDecision]) -> str:
    """Write to the lock which sentences state a clause, or what they are instead: all decisions, or none.

    Return what the first one is, in words. A usage error names the line of a decision that comes from a file.
    """
    # Constants, parameters and functions have no place of their own in a document until a person gives them one.
    aligned = job.alignment.aligned
    also = tuple(decision.what for decision in listed if decision.what not in MARKS and not aligned.has(decision.what))
    job = evolve(job, also=also) if also else job
    lock, messages = current(job.alignment.aligned, job.rulebook.facts.name), []
    for decision in listed:
        try:
            lock, message = _assigned(job, lock, decision)
        except click.UsageError as error:
            raise click.UsageError(f"line {decision.line}: {error.message}") if decision.line else error from None
        messages.append(message)
    job.files.write_lock(lock)
    return messages[0]


def _assigned(job: Job, lock: Lock, decision: ListedDecision) -> tuple[Lock, str]:
    """The lock with one decision, and the decision in words."""
    indices = [job.text.sentence(number) for number in decision.numbers]
    if decision.what in MARKS:
        if not indices:
            raise click.UsageError(f"name the sentences to mark as {decision.what}")
        if decision.play is not None and decision.play not in [playthrough.name for playthrough in job.rulebook.plays]:
            raise click.UsageError(f"there is no playthrough `{decision.play}`")
        lock = marked(job.alignment.aligned, lock, indices, decision.what, decision.play)
        return lock, f"marked {counted(len(indices), 'sentence')} as {decision.what}"
    lock = confirmed(job.alignment.aligned, lock, {job.alignment.clause(decision.what): indices})
    stating = f"is stated by {', '.join(map(str, decision.numbers))}"
    return lock, f"{decision.what} {stating}" if indices else f"the document is silent on {decision.what}"


def accept(job: Job, ids: Sequence[str], reason: str) -> int:
    """Keep findings as accepted, with a reason, and return their number. A usage error for an id that no finding has."""
    if not reason.strip():
        raise click.UsageError("the reason is empty")
    by_id = {finding.id: finding for finding in job.findings.of_document}
    unknown = [id for id in ids if id not in by_id]
    if unknown:
        raise click.UsageError(f"`validate` reports no finding with the id {', '.join(unknown)}")
    new = tuple(AcceptedFinding(id, by_id[id].rule, by_id[id].clause, reason.strip()) for id in dict.fromkeys(ids))
    had = tuple(accepted for accepted in job.decisions.known.accepted if accepted.id not in ids)
    job.files.put(job.files.places.accepted, baseline.written((*had, *new)))
    return len(new)


def ask(job: Job, about: str, text: str) -> str:
    """Keep a question to the publisher about a clause or a finding, in the place of an earlier one.

    An empty text removes it. Return what was done, in words. A usage error for an id that neither a clause nor a finding has.
    """
    text = " ".join(text.split())
    had = tuple(inquiry for inquiry in job.decisions.known.inquiries if inquiry.about != about)
    if text and about not in {finding.id for finding in job.findings.of_document}:
        job.alignment.clause(about)
    if not text and len(had) == len(job.decisions.known.inquiries):
        raise click.UsageError(f"there is no question about `{about}`")
    job.files.put(job.files.places.questions, inquiries.written((*had, *([Inquiry(about, text)] if text else ()))))
    return f"the question about {about} is {'kept' if text else 'removed'}"


def withdraw(job: Job, what: str) -> str:
    """Undo a decision: report an accepted finding again, and leave open where a clause is stated or what a sentence is.

    `what` is the id of a finding or clause, or the number of a sentence that is marked. Return what was done, in words.
    A usage error where nothing was decided.
    """
    left = tuple(accepted for accepted in job.decisions.known.accepted if accepted.id != what)
    if len(left) < len(job.decisions.known.accepted):
        job.files.put(job.files.places.accepted, baseline.written(left))
        return f"{what} is not accepted any more"
    # Behind the accepted findings: the id of a finding may have no letter in it.
    if what.isdecimal() and what.isascii():
        return _unmark(job, int(what))
    lock = job.alignment.aligned.lock
    if lock is None or not (what in lock.silent or any(what in entry.clauses for entry in lock.in_order)):
        raise click.UsageError(f"nothing was decided about `{what}`: it is neither an accepted finding nor a clause in the "
                               "lock")
    was_silent = what in lock.silent
    job.files.write_lock(freed(current(job.alignment.aligned, job.rulebook.facts.name), what))
    return f"the document is not silent on {what} any more" if was_silent else f"{what} is not confirmed any more"


def _unmark(job: Job, number: int) -> str:
    index = job.text.sentence(number)
    entry = job.alignment.aligned.entries.get(index)
    if entry is None or entry.mark is None:
        raise click.UsageError(f"nothing was decided about sentence {number}: it is not marked")
    job.files.write_lock(unmarked(current(job.alignment.aligned, job.rulebook.facts.name), index))
    return f"sentence {number} is not marked any more"


def pair(job: Job, link: Link) -> None:
    """Keep which sentences of the original are which of the document.

    A usage error if both sides name none, or one names a sentence that its text does not have.
    """
    if not link.original and not link.translation:
        raise click.UsageError("one of the two sides has to name a sentence")
    _, left = _pairs_around(job, link)
    _keep_pairs(job, [*left, link])


def unpair(job: Job, link: Link) -> int:
    """Forget the recorded pairs of these sentences, and return how many there were; the command pairs them itself again.

    A usage error if none of them is in a recorded pair, or a text does not have one of them.
    """
    pairs, left = _pairs_around(job, link)
    if not pairs:
        raise click.UsageError("no pair of these sentences is recorded")
    _keep_pairs(job, left)
    return len(pairs)


def _pairs_around(job: Job, link: Link) -> tuple[list[Link], list[Link]]:
    """The recorded pairs that share a sentence with this one, and the others. A sentence is in one pair only."""
    texts = job.comparison.required()
    for indices, count in ((link.original, len(texts.own)), (link.translation, len(texts.other))):
        unknown = next((index for index in indices if not 0 <= index < count), None)
        if unknown is not None:
            raise click.UsageError(f"there is no sentence {unknown + 1}; the text has {count}")
    had = () if job.decisions.saved is None else links_of(job.decisions.saved, texts.original, texts.translation)[0]
    shares = [bool(set(other.original) & set(link.original) or set(other.translation) & set(link.translation)) for other in had]
    return ([other for other, is_there in zip(had, shares, strict=True) if is_there],
            [other for other, is_there in zip(had, shares, strict=True) if not is_there])


def _keep_pairs(job: Job, links: Sequence[Link]) -> None:
    texts = job.comparison.required()
    links = sorted(links, key=lambda other: (other.original, other.translation))
    saved = saved_pairs(job.rulebook.facts.name, texts.original, texts.translation, links)
    job.files.put(job.files.pairs, pairs_written(saved))
