"""Error seeding: put errors into a document, one at a time, and see which of them the checks find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Literal, TypeVar, assert_never, get_args

from attrs import evolve, frozen

from ...dsl.statements.glossary import Glossary
from ..alignment.aligned import AlignedDocument
from ..alignment.targets import Target
from ..decisions.findings import Finding
from ..document.document import Document
from ..document.features import Evidence, NumberMention
from ..document.language import OPPOSITES, Language
from ..document.sentences import SectionHeading, Sentence
from ..document.words import Word, fold

T = TypeVar("T")

Operator = Literal["number_changed", "number_garbled", "sentence_dropped", "sentences_swapped", "term_swapped", "turn_flipped",
                   "untranslated"]
OPERATORS: tuple[Operator, ...] = get_args(Operator)
OF_NUMBERS: tuple[Operator, ...] = ("number_changed", "number_garbled")


@frozen(eq=False)
class SeededError:
    """A document with one error: of which kind, on which clause, in which sentence (its index before), and what it is.

    `clauses` are all that the sentence states; `stated`: the error is in a number that one of them states, with its noun.
    """

    operator: Operator
    clause: str
    index: int
    what: str
    document: Document
    clauses: frozenset[str]
    stated: bool = False


@frozen(eq=False)
class _Change:
    """A sentence with an error: what the error is, the text with it, and whether it is in a number that a clause states."""

    what: str
    text: str
    stated: bool = False


@frozen
class SeedingScore:
    """The results of the checks for an error: as an error, at any level, and how many errors they found elsewhere."""

    seeded: SeededError
    as_error: bool
    at_all: bool
    collateral: int


def seeded_errors(aligned: AlignedDocument, glossary: Glossary | None, operator: Operator) -> Iterator[SeededError]:
    """Make every error of one kind that the sentences of clauses allow."""
    for clause, index in _sites(aligned) if operator not in OF_NUMBERS else _claimed(aligned):
        clauses = frozenset((clause, *aligned.claimed.get(index, ())))
        for what, document, stated in _documents(aligned, glossary, operator, clause, index):
            yield SeededError(operator, clause, index, what, document, clauses, stated)


def sampled(errors: Sequence[SeededError], most: int, seed: int) -> list[SeededError]:
    """Draw at most `most` of them by a seed, in their order."""
    chosen = sorted(Random(seed).sample(range(len(errors)), min(most, len(errors))))
    return [errors[place] for place in chosen]


def scored(error: SeededError, before: Sequence[Finding], after: Sequence[Finding]) -> SeedingScore:
    """Score an error by the findings without it and with it."""
    known = {finding.id for finding in before}
    new = [finding for finding in after if finding.id not in known and finding.level != "note"]
    number = error.index + 1
    near = {number, number + 1} if error.operator == "sentences_swapped" else {number}
    on_it = [finding for finding in new if finding.clause in error.clauses or finding.sentence in near]
    elsewhere = [finding for finding in new if finding not in on_it and finding.level == "error"]
    return SeedingScore(error, any(finding.level == "error" for finding in on_it), bool(on_it), len(elsewhere))


# ---- Where and what ------------------------------------------------------------------------------


def _sites(aligned: AlignedDocument) -> Iterator[tuple[str, int]]:
    """The clauses with the sentence that states each best; a sentence is a site for the first clause that it states."""
    taken: set[int] = set()
    for aim in aligned.targets:
        sentences = aligned.anchors[aim.id].sentences
        if sentences and sentences[0] not in taken:
            taken.add(sentences[0])
            yield aim.id, sentences[0]


def _claimed(aligned: AlignedDocument) -> Iterator[tuple[str, int]]:
    """The sentences that state clauses, each with the first of them."""
    yield from ((clauses[0], index) for index, clauses in sorted(aligned.claimed.items()))


def _documents(aligned: AlignedDocument, glossary: Glossary | None, operator: Operator, clause: str,
               index: int) -> Iterator[tuple[str, Document, bool]]:
    """Make the documents with an error in one sentence: what the error is, and whether it is in a number that a clause has."""
    match operator:
        case "sentence_dropped":
            if len(aligned.anchors[clause].sentences) == 1:
                yield "", _dropped(aligned.document, index), False
        case "sentences_swapped":
            if _can_swap(aligned, index):
                yield "", _swapped(aligned.document, index), False
        case "number_changed" | "number_garbled" | "term_swapped" | "turn_flipped" | "untranslated":
            for change in _changes(aligned, glossary, operator, clause, index):
                yield change.what, replaced(aligned.document, index, change.text), change.stated
        case _:
            assert_never(operator)


OfWords = Literal["number_changed", "number_garbled", "term_swapped", "turn_flipped", "untranslated"]


def _changes(aligned: AlignedDocument, glossary: Glossary | None, operator: OfWords, clause: str,
             index: int) -> Iterator[_Change]:
    """Make the erroneous versions of a sentence."""
    shown = aligned.document.evidence[index]
    match operator:
        case "number_changed" | "number_garbled":
            for counted in _bound(aligned, clause, index):
                new = "x" if operator == "number_garbled" else str(counted.value + 1)
                text = _spliced(shown.text, shown.words, counted.match.first, counted.match.size, new)
                yield _Change(f"{counted.value} -> {new}", text, _is_stated(aligned, clause, index, counted))
        case "term_swapped":
            if glossary is not None:
                yield from _terms(aligned, glossary, clause, index)
        case "turn_flipped":
            yield from _turns(shown.text, shown.words, aligned.document.language)
        case "untranslated":
            if aligned.document.language.code != "en":
                yield _Change("en", aligned.target(clause).clause.statement.replace("{", "").replace("}", ""))
        case _:
            assert_never(operator)


def _bound(aligned: AlignedDocument, clause: str, index: int) -> Iterator[NumberMention]:
    """The numbers of a sentence that are numbers of its clauses: what is changed there changes a rule."""
    values = {number.value for aim in _aims(aligned, clause, index) for group in (*aim.required, *aim.implied)
              for number in group}
    for counted in aligned.document.evidence[index].numbers:
        if counted.value in values and not counted.match.weak and counted.match.kind in ("cardinal", "ordinal"):
            yield counted


def _is_stated(aligned: AlignedDocument, clause: str, index: int, counted: NumberMention) -> bool:
    """Return whether a clause of a sentence states a number with the noun that stands by it there."""
    return any(number.value == counted.value and number.concept in counted.concepts
               for aim in _aims(aligned, clause, index) for group in aim.required for number in group)


def _aims(aligned: AlignedDocument, clause: str, index: int) -> list[Target]:
    return [aligned.target(id) for id in aligned.claimed.get(index, [clause])]


def _terms(aligned: AlignedDocument, glossary: Glossary, clause: str, index: int) -> Iterator[_Change]:
    """A term of the clause replaced by the term of another concept that is used in the document."""
    shown, concepts = aligned.document.evidence[index], aligned.target(clause).concepts
    used = sorted({concept for evidence in aligned.document.evidence for concept in evidence.concepts} - set(shown.concepts))
    for place, mention in enumerate(shown.mentions):
        if set(mention.concepts) & set(concepts) and used:
            other = used[(index + place) % len(used)]
            term = glossary.preferred(other)
            if term is not None:
                yield _Change(f"{mention.concepts[0]} -> {other}",
                              _spliced(shown.text, shown.words, mention.place, mention.size, term.text))
                return


def _turns(text: str, words: Sequence[Word], language: Language) -> Iterator[_Change]:
    """The first turn of phrase that has an opposite, turned round."""
    folded = [word.folded for word in words]
    opposite = dict(reversed(OPPOSITES)) | {b: a for a, b in reversed(OPPOSITES)}
    for place in range(len(folded)):
        for code, size in language.polarity.at(folded, place)[:1]:
            if code in opposite and not language.polarity_words[opposite[code]][0].endswith("*"):
                other = language.polarity_words[opposite[code]][0]
                yield _Change(f"{code} -> {opposite[code]}", _spliced(text, words, place, size, other))
                return


def _spliced(text: str, words: Sequence[Word], first: int, size: int, new: str) -> str:
    return text[: words[first].start] + new + text[words[first + size - 1].end :]


# ---- The document with it ------------------------------------------------------------------------


def replaced(document: Document, index: int, text: str) -> Document:
    """The document with another text in the place of one sentence."""
    sentences, evidence = list(document.sentences), list(document.evidence)
    sentences[index] = evolve(sentences[index], text=text)
    evidence[index] = document.reader.read(text)
    return _with(document, sentences, evidence)


def _dropped(document: Document, index: int) -> Document:
    sentences = [evolve(sentence, number=place + 1, section=_section_without(document, sentence.section, index))
                 for place, sentence in enumerate(_but(document.sentences, index))]
    return _with(document, sentences, _but(document.evidence, index))


def _section_without(document: Document, section: SectionHeading | None, index: int) -> SectionHeading | None:
    """A section after a sentence is dropped; what stood below a heading that is dropped belongs to the section above."""
    if section is not None and section.number == index + 1:
        return document.sentences[index - 1].section if index else None
    return section if section is None or section.number <= index else evolve(section, number=section.number - 1)


def _but(items: Sequence[T], index: int) -> list[T]:
    return [item for place, item in enumerate(items) if place != index]


def _can_swap(aligned: AlignedDocument, index: int) -> bool:
    sentences = aligned.document.sentences
    return index + 1 in aligned.claimed and fold(sentences[index].text) != fold(sentences[index + 1].text)


def _swapped(document: Document, index: int) -> Document:
    """The document with a sentence and the next in each other's place."""
    sentences, evidence = list(document.sentences), list(document.evidence)
    sentence, other = sentences[index], sentences[index + 1]
    sentences[index], sentences[index + 1] = evolve(sentence, text=other.text), evolve(other, text=sentence.text)
    evidence[index], evidence[index + 1] = evidence[index + 1], evidence[index]
    return _with(document, sentences, evidence)


def _with(document: Document, sentences: Sequence[Sentence], evidence: Sequence[Evidence]) -> Document:
    return Document(document.name, document.text, document.language, document.reader, tuple(sentences),
                    known_evidence=tuple(evidence))


Check = Callable[[Document], Sequence[Finding]]


def tested(aligned: AlignedDocument, glossary: Glossary | None, check: Check, most: int, seed: int) -> Iterator[SeedingScore]:
    """Seed errors of every kind, at most `most` of each, and score how a check finds them."""
    before = check(aligned.document)
    for operator in OPERATORS:
        for error in sampled(list(seeded_errors(aligned, glossary, operator)), most, seed):
            yield scored(error, before, check(error.document))
