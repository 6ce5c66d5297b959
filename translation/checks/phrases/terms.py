"""Check terms: those that the glossary forbids, several for one concept, and concepts that a clause needs and lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....dsl.source.diagnostics import counted
from ....dsl.statements.glossary import Term
from ...alignment.aligned import AlignedDocument
from ...decisions.findings import Finding, Rule
from ...decisions.since_confirmed import changed, differs

# A second name counts as mixed in, and not as a slip of the glossary, when it is used so often.
OFTEN = 3
NAMED = ("named", "names")


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on terms: one for each term, not for each place where it stands."""
    yield from _forbidden_and_mixed(aligned)
    yield from _needed(aligned)
    yield from _changed(aligned)


def _forbidden_and_mixed(aligned: AlignedDocument) -> Iterator[Finding]:
    uses: dict[str, Counter[str]] = {}
    first: dict[str, int] = {}
    terms: dict[str, Term] = {}
    shared: dict[frozenset[str], Counter[str]] = {}
    for index, shown in enumerate(aligned.document.evidence):
        for mention in shown.mentions:
            if len(mention.concepts) > 1:
                shared.setdefault(frozenset(mention.concepts), Counter())[mention.terms[0].text] += 1
                first.setdefault("|".join(sorted(mention.concepts)), index)
            for term in mention.terms if len(mention.concepts) == 1 else ():
                uses.setdefault(term.concept, Counter())[term.text] += 1
                first.setdefault(term.text, index)
                terms[term.text] = term
    for concept, names in uses.items():
        for text, times in names.items():
            if terms[text].status == "forbidden":
                yield _about(aligned, first[text], "terminology/forbidden",
                             f"the glossary forbids `{text}` for {concept} ({counted(times, 'use')})", concept, text)
        often = [text for text, times in names.most_common() if times >= OFTEN and terms[text].status != "forbidden"]
        if len(often) > 1:
            called = " and ".join(f"`{text}`" for text in often)
            yield _about(aligned, first[often[1]], "terminology/inconsistent", f"the document calls {concept} {called}",
                         often[0], ", ".join(often[1:]))
    for concepts, words in shared.items():
        names_of = sorted(concepts)
        terms_of = " or ".join(f"`{word}`" for word, _ in words.most_common())
        yield _about(aligned, first["|".join(names_of)], "terminology/ambiguous",
                     f"{terms_of} stands for {' and '.join(names_of)} ({counted(words.total(), 'use')})", None,
                     ", ".join(names_of))


def _about(aligned: AlignedDocument, index: int, rule: Rule, message: str, expected: str | None, actual: str) -> Finding:
    sentence = aligned.document.sentences[index]
    return Finding(rule, message, None, sentence.number, sentence.line, expected, actual)


def _needed(aligned: AlignedDocument) -> Iterator[Finding]:
    """Concepts that a clause must name, that its sentences and their paragraphs do not, nor the heading above them."""
    glossary = {term.concept for shown in aligned.document.evidence for mention in shown.mentions for term in mention.terms}
    for aim in aligned.targets:
        anchor = aligned.anchors[aim.id]
        if not anchor.sentences or not aligned.is_sure(aim.id):
            continue
        sentence = aligned.document.sentences[anchor.sentences[0]]
        paragraphs = {aligned.document.sentences[index].block for index in anchor.sentences}
        near = {*(index - 1 for index in anchor.sentences if index),
                *(index for index, item in enumerate(aligned.document.sentences) if item.block in paragraphs)}
        if sentence.section is not None:
            near.add(sentence.section.number - 1)
        named = {concept for index in near for concept in aligned.document.evidence[index].concepts}
        missing = [concept for concept, required in aim.concepts.items()
                   if required and concept != "player" and concept in glossary and concept not in named]
        if missing and len(missing) < len(aim.concepts):
            yield Finding("terminology/required-missing", f"the document does not name {', '.join(missing)} here",
                          aim.id, sentence.number, sentence.line, ", ".join(missing), None)


def _changed(aligned: AlignedDocument) -> Iterator[Finding]:
    """Concepts that were named when a sentence was confirmed, and those that are named now.

    It is an error where a clause speaks of what is gone, and none of those stated there speaks of what has come.
    """
    for index, entry in aligned.entries.items():
        if aligned.is_confirmed(index) or not entry.clauses or not entry.concepts:
            continue
        was, current = set(entry.concepts), set(aligned.document.evidence[index].concepts)
        lost, new = was - current, current - was
        if not lost:
            continue
        gone, come = ", ".join(sorted(lost)), ", ".join(sorted(new))
        needed = {id: _spoken_of(aligned, id) for id in entry.clauses}
        clause = next((id for id, concepts in needed.items() if lost & concepts), None)
        if clause is not None and new - set().union(*needed.values()):
            yield changed(aligned, index, "accuracy/term-substituted", differs(gone, come, NAMED), clause, gone, come)
        else:
            first = next(iter(entry.clauses))
            yield changed(aligned, index, "terminology/changed", differs(gone, "", NAMED), first, gone, come)


def _spoken_of(aligned: AlignedDocument, clause: str) -> set[str]:
    """The concepts that a clause speaks of; none of a clause that this edition does not have."""
    return set(aligned.target(clause).concepts) if aligned.has(clause) else set()
