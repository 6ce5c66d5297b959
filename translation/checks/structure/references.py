"""Structure: figures, references to sections by name, parts that should add up, sections for numbers of players."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...alignment.aligned import AlignedDocument
from ...decisions.findings import Finding, Rule
from ...document.document import Document
from ...document.words import stems
from . import numbering, sums

_QUOTED = re.compile(r"[\"“«„]([^\"”»“]{3,60})[\"”»“]")


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on the structure of a document."""
    yield from numbering.check(aligned.document)
    yield from _figures(aligned.document)
    yield from _references(aligned.document)
    yield from sums.check(aligned.document)
    yield from _players(aligned)


def _figures(document: Document) -> Iterator[Finding]:
    """Figures without a caption, and captions without a figure; nothing where no caption has a number."""
    spoken: dict[int, int] = {}
    shown: dict[int, int] = {}
    for index, (sentence, evidence) in enumerate(zip(document.sentences, document.evidence, strict=True)):
        for number in evidence.numbers:
            if number.match.kind == "figure":
                (shown if sentence.kind == "caption" else spoken).setdefault(number.value, index)
    for value, index in sorted(spoken.items()) if shown else ():
        if value not in shown:
            yield _at(document, index, "structure/figure", f"the document has no figure {value}", None, str(value))
    for value, index in sorted(shown.items()):
        if value not in spoken:
            yield _at(document, index, "structure/figure", f"no sentence refers to figure {value}", str(value), None)


def _references(document: Document) -> Iterator[Finding]:
    """Quoted names behind `see` that no heading has."""
    headings = [
        frozenset(stems(sentence.text, document.language.stemmer))
        for sentence in document.sentences
        if sentence.kind == "heading"
    ]
    for index, evidence in enumerate(document.evidence):
        labels = document.language.labels.within([word.folded for word in evidence.words])
        for quoted in _QUOTED.findall(evidence.text) if "references" in labels else ():
            named = frozenset(stems(quoted, document.language.stemmer))
            if headings and not any(named <= heading or (heading and heading <= named) for heading in headings):
                yield _at(document, index, "structure/reference",
                          "this sentence refers to a heading that the document does not have", quoted, None)


def _players(aligned: AlignedDocument) -> Iterator[Finding]:
    """Numbers of players with clauses of their own, of which no section speaks, where sections speak of any."""
    document = aligned.document
    named_players = {count for sentence in document.sentences for count in sentence.players}
    own = {aim.clause.players[0] for aim in aligned.targets if len(aim.clause.players) == 1}
    for count in sorted(own - named_players) if named_players else ():
        yield Finding("structure/players",
                      f"the rules have clauses for {count} players alone, and no section is for them", None,
                      expected=str(count))


def _at(document: Document, index: int, rule: Rule, message: str, expected: str | None, actual: str | None) -> Finding:
    sentence = document.sentences[index]
    return Finding(rule, message, None, sentence.number, sentence.line, expected, actual, document.wholes[index])
