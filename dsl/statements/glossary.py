"""Read glossaries: the terms of a language for what a game speaks of, in `text/LANG.glossary.csv`.

    concept,term,status,forms,note
    tower,tower,preferred,pl=towers,
    tower,spire,forbidden,pl=spires,a spire is something else in other games

A line without a term is one to fill in. `status` is preferred (the default), allowed or forbidden. `forms` are the forms
of the term by names of the author's choice, with `_` for a blank; texts take them by these names. Rulebooks in one folder
share its glossaries; `text/GAME.LANG.glossary.csv` is that of one of them alone.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from attrs import field

from ..load.loader import Files
from ..source import disk
from ..source.diagnostics import Diagnostic, Diagnostics, did_you_mean
from ..source.fixes import in_place
from ..source.read_limited import is_there
from ..source.records import frozen
from ..source.span import Source, Span
from .languages import MODALITIES, PLURALS
from .sources import source_of

Status = Literal["preferred", "allowed", "forbidden"]
COLUMNS = ("concept", "term", "status", "forms", "note")
FOLDER = "text"
ENDING = ".glossary.csv"
# A rulebook is looked at with its variants, one after the other, and most of their texts are the same.
TEXTS_KEPT = 8192
FILES_KEPT = 32
# Two letters of any alphabet that touch make one word.
_WORD = re.compile(r"\w+(?:['’\-]\w+)*")


@frozen(eq=False)
class Term:
    """A word or phrase for a concept, with its forms by name."""

    concept: str
    text: str
    status: Status
    forms: Mapping[str, str]
    note: str
    span: Span

    @property
    def written(self) -> tuple[str, ...]:
        """The term and all its forms, each once: everything by which it is found in a text."""
        return tuple(dict.fromkeys((self.text, *self.forms.values())))


@frozen
class OpenLine:
    """A line of a glossary that names a concept and has no term for it yet."""

    concept: str
    span: Span


@frozen(eq=False)
class Match:
    """A term where it stands in a text, from one character to another."""

    term: Term
    begin: int
    end: int


@frozen(eq=False)
class Glossary:
    """The terms of a game in one language, in the order of the file; `open` are the lines that still have to be filled in."""

    language: str
    terms: tuple[Term, ...]
    source: Source
    open: tuple[OpenLine, ...] = ()
    _by_first: Mapping[str, tuple[tuple[tuple[str, ...], Term], ...]] = field(init=False, repr=False)
    _by_concept: Mapping[str, tuple[Term, ...]] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        by_first: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
        for term in self.terms:
            for text in term.written:
                words = tuple(_words(text))
                if words:
                    by_first.setdefault(words[0], []).append((words, term))
        # By their first word, so that a search of a text looks at few terms for each of its words.
        longest_first = {word: tuple(sorted(entries, key=lambda pair: -len(pair[0]))) for word, entries in by_first.items()}
        # The class is frozen; its two indexes are made once, here.
        object.__setattr__(self, "_by_first", longest_first)
        order = get_args(Status)
        by_concept: dict[str, list[Term]] = {}
        for term in self.terms:
            by_concept.setdefault(term.concept, []).append(term)
        object.__setattr__(self, "_by_concept", {
            concept: tuple(sorted(terms, key=lambda term: order.index(term.status))) for concept, terms in by_concept.items()})

    @property
    def is_of_one(self) -> bool:
        """Whether its file is for one rulebook of a folder, and not for all."""
        return Path(self.source.name).name != f"{self.language}{ENDING}"

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts that have a term."""
        return tuple(self._by_concept)

    def terms_of(self, concept: str) -> tuple[Term, ...]:
        """Return all terms of a concept, the preferred one first."""
        return self._by_concept.get(concept, ())

    def preferred(self, concept: str) -> Term | None:
        """Return the term to use for a concept."""
        # The preferred one comes first.
        first = self.terms_of(concept)[:1]
        return first[0] if first and first[0].status == "preferred" else None

    def matches_in(self, text: str) -> Iterator[Match]:
        """The terms in a text, from its beginning on; of those that begin with a word the longest, and none inside another."""
        return iter(_matches_in(self, text))

    def search(self, text: str) -> Iterator[Match]:
        """Find the terms in a text, as `matches_in`, which remembers the texts that were asked for last."""
        matches = [*_WORD.finditer(text)]
        words = tuple(match[0].casefold() for match in matches)
        index = 0
        while index < len(words):
            longest = 1
            for phrase, term in self._by_first.get(words[index], ()):
                if longest <= len(phrase) and words[index : index + len(phrase)] == phrase:
                    # Several terms of this length may have the same words, for other concepts: each of them is a match.
                    yield Match(term, matches[index].start(), matches[index + len(phrase) - 1].end())
                    longest = len(phrase)
            index += longest


@lru_cache(maxsize=TEXTS_KEPT)
def _matches_in(glossary: Glossary, text: str) -> tuple[Match, ...]:
    return tuple(glossary.search(text))


def _words(text: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(text)]


# ---- Reading -------------------------------------------------------------------------------------


def text_folder(files: Files) -> Path:
    """Return the folder with the glossaries and texts of a rulebook."""
    return Path(files.path).parent / FOLDER


def glossary_of(files: Files, language: str, diagnostics: Diagnostics | None = None) -> Glossary | None:
    """Return the glossary of a rulebook in a language, or None if it has none; mistakes in it are recorded in `diagnostics`."""
    return glossary_beside(Path(files.path), language, diagnostics)


def glossary_file(main: Path, language: str) -> Path:
    """Return the file with the glossary of the rulebook with this main file: its own, or that of its folder."""
    shared, own = (main.parent / FOLDER / f"{name}{ENDING}" for name in (language, f"{main.stem}.{language}"))
    return own if is_there(own) else shared


def glossary_beside(main: Path, language: str, diagnostics: Diagnostics | None = None) -> Glossary | None:
    """Return the glossary of the rulebook with this main file, as `glossary_of`."""
    path = glossary_file(main, language)
    return read_glossary(path, Diagnostics() if diagnostics is None else diagnostics) if is_there(path) else None


def glossaries_of(files: Files, diagnostics: Diagnostics | None = None) -> tuple[Glossary, ...]:
    """Return all glossaries of a rulebook, by the codes of their languages; mistakes in them are recorded in `diagnostics`."""
    names = [path.name.removesuffix(ENDING).rpartition(".") for path in disk.matching(text_folder(files), f"*{ENDING}")]
    languages = {language for game, _, language in names if game in ("", Path(files.path).stem)}
    return tuple(
        glossary for language in sorted(languages) if (glossary := glossary_of(files, language, diagnostics)) is not None
    )


def read_glossary(path: Path, diagnostics: Diagnostics) -> Glossary:
    """Return the terms in a file; lines that cannot be read are recorded and left out.

    A file that was read a moment ago, with the same text, is not read again.
    """
    glossary, problems = _glossary_in(path, source_of(path, diagnostics))
    diagnostics.extend(problems)
    return glossary


@lru_cache(maxsize=FILES_KEPT)
def _glossary_in(path: Path, source: Source) -> tuple[Glossary, tuple[Diagnostic, ...]]:
    diagnostics = Diagnostics()
    language = path.name.removesuffix(ENDING).rpartition(".")[2]
    if language not in PLURALS:
        diagnostics.add("E504", f"the language `{language}` is not known", Span(source, 1, 1, 1, 1),
                  help=did_you_mean(language, PLURALS) or f"the known ones are {', '.join(sorted(PLURALS))}")
    terms: list[Term] = []
    unfilled: list[OpenLine] = []
    head: list[str] | None = None
    for number, line in enumerate(source.lines, 1):
        span = Span(source, number, 1, number, len(line) + 1)
        cells = [] if line.startswith("#") else _cells(line, span, diagnostics)
        if not any(cells):
            continue
        if head is None:
            head = _head(cells, span, diagnostics)
            continue
        if _is_to_fill_in(dict(zip(head, cells, strict=False))):
            unfilled.append(OpenLine(cells[head.index("concept")], span))
            continue
        term = _term(dict(zip(head, cells, strict=False)), source, number, diagnostics)
        if term is not None and _fits(term, terms, diagnostics):
            terms.append(term)
    return Glossary(language, tuple(terms), source, tuple(unfilled)), diagnostics.sorted()


def _cells(line: str, span: Span, diagnostics: Diagnostics) -> list[str]:
    """Return the values of a line; one that cannot be read is recorded, and has none."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], strict=True), [])]
    except csv.Error as error:
        diagnostics.add("E504", f"this line cannot be read: {error}", span,
                  help="separate values by commas, and end a value in quotes with a quote")
        return []


def _is_to_fill_in(row: Mapping[str, str]) -> bool:
    """Return whether a line names a concept, and leaves its term open."""
    return not row.get("term") and not row.get("forms") and re.fullmatch(r"[^\W\d]\w*", row.get("concept", "")) is not None


def _head(cells: list[str], span: Span, diagnostics: Diagnostics) -> list[str]:
    unknown = [cell for cell in cells if cell not in COLUMNS]
    if unknown or cells[:2] != list(COLUMNS[:2]):
        diagnostics.add("E504", f"the first line names the columns, and `{(unknown or cells)[0]}` is none", span,
                  help=f"write `{','.join(COLUMNS)}`", fixes=(in_place(span, ",".join(COLUMNS)),))
    return cells if not unknown else list(COLUMNS)


def _term(row: dict[str, str], source: Source, number: int, diagnostics: Diagnostics) -> Term | None:
    span = Span(source, number, 1, number, len(source.line(number)) + 1)
    concept, text = row.get("concept", ""), row.get("term", "")
    status = row.get("status", "") or "preferred"
    if not re.fullmatch(r"[^\W\d]\w*", concept) or not text:
        diagnostics.add("E504", "a line gives a concept, in one word, and a term for it", span)
    elif concept in MODALITIES:
        diagnostics.add("E504", f"`{concept}` is a concept of every game, with words of its own in each language", span)
    elif status not in get_args(Status):
        diagnostics.add("E504", f"`{status}` is not a status of a term", span,
                  help=did_you_mean(status, get_args(Status)) or f"it is one of {', '.join(get_args(Status))}")
    else:
        forms = dict(_forms(row.get("forms", ""), span, diagnostics))
        kind = next(arg for arg in get_args(Status) if arg == status)
        return Term(concept, text, kind, forms, row.get("note", ""), span)
    return None


def _forms(cell: str, span: Span, diagnostics: Diagnostics) -> Iterator[tuple[str, str]]:
    for item in cell.split():
        name, equals, text = item.partition("=")
        if equals and text and re.fullmatch(r"[a-z.]+", name):
            yield name, text.replace("_", " ")
        else:
            diagnostics.add(
                "E504", f"`{item}` is not a form of a term", span, help="forms are written `pl=stones`, with `_` for a blank"
            )


def _fits(term: Term, others: list[Term], diagnostics: Diagnostics) -> bool:
    """Return whether a term goes with those before it; what does not is recorded."""
    for other in others:
        if other.concept == term.concept and other.text == term.text:
            diagnostics.add("E504", f"`{term.text}` is a term of `{term.concept}` already", term.span,
                      related=(("it stands here", other.span),))
            return False
        if other.concept == term.concept and other.status == term.status == "preferred":
            diagnostics.add("E504", f"`{term.concept}` has a preferred term already", term.span,
                      related=(("it stands here", other.span),), help="make one of them `allowed`")
            return False
    return True
