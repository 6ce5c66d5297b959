"""The concepts of a game -> the glossary of a language to fill in, with terms from another program's glossary."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path

import click

from ...dsl.source.read_limited import bytes_in, is_there, text_in
from ...dsl.statements.glossary import COLUMNS, Glossary, Term
from ...translation.document.words import fold, folded_words, stem, unique
from ...translation.facts.facts import RulebookFacts
from ...translation.formats.read_document import UnreadableDocument
from ...translation.formats.recognise import MOST_BYTES
from ...translation.formats.term_lists import term_pairs
from ..shared.files.files import new_folder, write_whole
from ..shared.files.outputs import inside
from .alignment import OriginalComparison
from .document import Job

# What stands before the terms that a note proposes.
PROPOSED = "perhaps: "


def write_glossary(job: Job, terms_file: Path | None) -> None:
    """Add a line for each concept without a line to the glossary of the document's language, which is made if there is none.

    `terms_file` is a glossary of another program; its terms also go into the lines to fill in that are there. With an original,
    the note of a line proposes how the two texts say the concept.
    A usage error if the game has no English glossary, or `terms_file` is none.
    """
    english = job.rulebook.facts.english
    if english is None:
        raise click.UsageError("the game has no glossary in `en` (`text/en.glossary.csv` beside the rulebook), which says what "
                               "concepts there are")
    known, proposed = _known(job.text.code, terms_file), _proposed(job.comparison)
    path = inside(job.rulebook.folder, Path(english.source.name).with_name(_name(english, job.text.code)))
    before = text_in(path) if is_there(path) else f"{','.join(COLUMNS)}\n"
    present = _concepts(before)
    after, filled_there = _filled(before, english, known)
    rows = [row for concept in _by_use(job.rulebook.facts, english) if concept not in present
            for row in _rows(english, concept, known, proposed.get(concept, ()))]
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    if rows or filled_there:
        with new_folder(path.parent):
            # The rest stays as it is to the last character: a translator may have remarks and an order of their own in it.
            write_whole(path, after.rstrip("\n") + "\n" + text.getvalue())
    filled = sum(bool(row[1]) for row in rows)
    proposals = sum(PROPOSED in row[-1] for row in rows)
    click.echo(f"{path}: {len(rows) - filled} concepts to fill in, {filled + filled_there} filled from the other glossary; "
               f"{len(present)} were there" + (f"; the notes of {proposals} propose terms of the two texts" if proposals
                                               else ""))


def _name(english: Glossary, code: str) -> str:
    return Path(english.source.name).name.replace("en.glossary", f"{code}.glossary")


def _known(code: str, terms_file: Path | None) -> dict[str, list[str]]:
    """The terms of another glossary, by the English ones."""
    if terms_file is None:
        return {}
    try:
        pairs = term_pairs(bytes_in(terms_file, MOST_BYTES), "en", code)
    except UnreadableDocument as error:
        raise click.UsageError(f"`{terms_file}` {error}") from None
    out: dict[str, list[str]] = {}
    for english, term in pairs:
        out.setdefault(fold(english), []).append(term)
    return out


def _proposed(comparison: OriginalComparison) -> dict[str, tuple[str, ...]]:
    """The words that the document says for the terms of each concept in its original, the most frequent first."""
    original = comparison.original
    if original is None or original.text.vocabulary.glossary is None:
        return {}
    texts, out = comparison.required(), dict[str, tuple[str, ...]]()
    for term in filter(_is_used, original.text.vocabulary.glossary.terms):
        stems = unique(stem(words[0], texts.original.language.stemmer)
                       for written in term.written if len(words := folded_words(written)) == 1)
        renderings = (word for written_stem in stems if written_stem in texts.renderings
                      for word, _ in texts.renderings[written_stem].others)
        out[term.concept] = unique((*out.get(term.concept, ()), *renderings))
    return out


def _filled(text: str, english: Glossary, known: Mapping[str, Sequence[str]]) -> tuple[str, int]:
    """A glossary whose lines to fill in have the terms of another glossary, and how many lines were filled."""
    out, filled = list[str](), 0
    for line in text.splitlines(keepends=True):
        concept, *rest = line.split(",", 2)
        terms = _terms_of(english, concept, known) if len(rest) == 2 and not rest[0] and concept in english.concepts else ()
        if terms:
            filled += 1
            out.append(f"{concept},{_cell(terms[0])},{rest[1]}".rstrip("\n") + "\n")
            out += (f"{concept},{_cell(term)},allowed,,\n" for term in terms[1:])
        else:
            out.append(line)
    return "".join(out), filled


def _cell(text: str) -> str:
    """A cell of a table, in quotation marks where it needs them."""
    out = StringIO()
    csv.writer(out, lineterminator="").writerow([text])
    return out.getvalue()


def _concepts(text: str) -> set[str]:
    """The concepts of which a glossary has a line, with a term or to fill in."""
    rows = csv.reader(StringIO("\n".join(line for line in text.splitlines() if not line.startswith("#"))))
    return {row[0] for row in rows if row} - {COLUMNS[0]}


def _by_use(facts: RulebookFacts, english: Glossary) -> list[str]:
    """The concepts of the English glossary, those of most clauses first."""
    uses = Counter(need.concept for clause in facts.clauses for need in clause.concepts)
    return sorted(english.concepts, key=lambda concept: -uses[concept])


def _rows(english: Glossary, concept: str, known: Mapping[str, Sequence[str]],
          proposed: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The line of a concept, and one for each further term of it; the note says what it is in English, and proposes terms.

    What the English glossary forbids is no term to translate; the note says that too.
    """
    terms = _terms_of(english, concept, known)
    notes = [*map(_in_english, english.terms_of(concept)),
             *([PROPOSED + ", ".join(proposed)] if proposed and not terms else [])]
    yield concept, terms[0] if terms else "", "preferred", "", "; ".join(notes)
    yield from ((concept, text, "allowed", "", "") for text in terms[1:])


def _terms_of(english: Glossary, concept: str, known: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The terms of another glossary for a concept."""
    used = filter(_is_used, english.terms_of(concept))
    return unique(text for term in used for written in term.written for text in known.get(fold(written), ()))


def _is_used(term: Term) -> bool:
    return term.status != "forbidden"


def _in_english(term: Term) -> str:
    text = term.text if _is_used(term) else f"not {term.text}"
    return f"{text} ({term.note})" if term.note else text
