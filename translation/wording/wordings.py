"""Files of texts to wordings: how a language says each clause, read from `text/LANG.texts`.

    texts of orchard in it

    all_picked 4be1c70a
        "Quando tutti gli alberi sono spogli, vince chi guida in più frutti."

    move fruits_to_pick 09ac31ff
        "coglie {n of fruit}"

Before each text stands what it words (a clause, or a `move` or `roll` by the clause it belongs to; `title`; a `word`
of booklets; a `player` or `piece` of examples) and the fingerprint of the clause that it was written for. Brackets hold
what is said only where a condition holds: `[and {n of fruit} when n > 0]`. A line `leave out` names what booklets do not
print, also only where a condition holds. The texts of a variant are in `text/LANG.VARIANT.texts`. Where several rulebooks
lie in a folder, each has its own, `text/GAME.LANG.texts`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ...dsl.load.loader import Files
from ...dsl.source import disk
from ...dsl.source.chunks import line_span
from ...dsl.source.diagnostics import Diagnostic, Diagnostics
from ...dsl.source.fixes import Fix
from ...dsl.source.read_limited import is_there
from ...dsl.source.records import frozen
from ...dsl.source.span import Source, Span
from ...dsl.statements.glossary import text_folder
from ...dsl.statements.sources import source_of
from . import guesses

# A rulebook is looked at with its variants, one after the other.
FILES_KEPT = 32
Kind = Literal["clause", "move", "roll", "word", "player", "piece", "title"]
# What an entry words, by the word before the id.
KINDS: Mapping[str, Kind] = {"move": "move", "roll": "roll", "word": "word", "player": "player", "piece": "piece"}
ENDING = ".texts"
_HEADER = re.compile(r"texts of (?P<game>[^\W\d]\w*)(?::(?P<variant>[^\W\d]\w*))? in (?P<language>[a-z]+)")
_ENTRY = re.compile(r"(?:(?P<kind>move|roll|word|player|piece) )?(?P<id>[^\W\d][\w.]*)(?: (?P<fingerprint>[0-9a-f]{8}))?")
_LEAVE_OUT = re.compile(r"leave out(?P<ids>(?: +(?!(?:when|and)\b)[^\W\d][\w.]*)+)(?: +when +(?P<condition>.+))?")
# `wrong` comes last: it takes the brackets and braces that begin neither of the first two.
_PIECE = re.compile(r"\[(?P<conditional>[^\[\]]*?) when (?P<condition>[^\[\]{}]+)\]"
                    r"|\{(?P<placeholder>[^{}]*)\}|(?P<plain>[^{}\[\]]+)|(?P<wrong>[{}\[\]])")
_COUNTED = re.compile(r"(?P<value>.+?) of (?P<concept>[^\W\d]\w*)(?:\.(?P<form>[a-z.]+))?")
_NAMED = re.compile(r"(?P<name>[^\W\d]\w*)(?:\.(?P<form>[a-z.]+))?")


@frozen(eq=False)
class Placeholder:
    """A place in a wording to be filled: with a value, a term, or a number with the term that it counts.

    `value` is an expression, or the name of a value of a move or event; a bare word may be a concept instead.
    """

    written: str
    value: str
    concept: str | None
    form: str
    span: Span


@frozen(eq=False)
class ConditionalPart:
    """A part of a wording that is said only where a condition of constants, or of the values of a row, holds."""

    parts: tuple[str | Placeholder, ...]
    condition: str
    span: Span

    @property
    def written(self) -> str:
        """The condition, as it is written."""
        return self.condition


@frozen(eq=False)
class Omission:
    """A part that booklets do not print: the line that says so, and its condition."""

    span: Span
    condition: str | None


@frozen(eq=False)
class Wording:
    """A text, and the fingerprint of the clause that it was written for ("" if none is given).

    `span` is the place of the id; that of `named_span` also has the fingerprint.
    """

    kind: Kind
    id: str
    fingerprint: str
    parts: tuple[str | Placeholder | ConditionalPart, ...]
    span: Span
    named_span: Span
    text_span: Span

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholders in it."""
        return tuple(part for part in flat(self.parts) if isinstance(part, Placeholder))

    @property
    def literal(self) -> str:
        """Its fixed text, with a break where something is filled in."""
        return " . ".join(part for part in flat(self.parts) if isinstance(part, str))

    @property
    def raw(self) -> str:
        """The text as it is written, with what is filled in between braces."""
        return "".join(_raw(part) for part in self.parts)


def is_of(wording: Wording, clauses: Collection[str]) -> bool:
    """Return whether a text words one of some clauses, or a part of one: a clause, a move or a roll in it."""
    return wording.kind in ("clause", "move", "roll") and is_in(wording.id, clauses)


def is_in(id: str, clauses: Collection[str]) -> bool:
    """Return whether a clause is one of some clauses, or lies in one."""
    names = id.split(".")
    return any(".".join(names[:count]) in clauses for count in range(1, len(names) + 1))


def flat(parts: tuple[str | Placeholder | ConditionalPart, ...]) -> Iterator[str | Placeholder]:
    """All parts of a wording, also those that are said only sometimes."""
    for part in parts:
        yield from part.parts if isinstance(part, ConditionalPart) else (part,)


def _raw(part: str | Placeholder | ConditionalPart) -> str:
    if isinstance(part, ConditionalPart):
        return f"[{''.join(map(_raw, part.parts))} when {part.condition}]"
    return part if isinstance(part, str) else f"{{{part.written}}}"


@frozen(eq=False)
class Wordings:
    """The wordings of one file, by kind and id; `left_out` is what booklets do not print."""

    language: str
    variant: str | None
    entries: Mapping[tuple[Kind, str], Wording]
    left_out: Mapping[str, Omission]
    source: Source
    span: Span


def languages_of(files: Files) -> tuple[str, ...]:
    """The languages in which a rulebook, without its variants, is worded."""
    paths = disk.matching(text_folder(files), f"*{ENDING}")
    names = {path.name.removesuffix(ENDING).removeprefix(files.prefix) for path in paths}
    return tuple(sorted(name for name in names if "." not in name))


def language_of(files: Files, name: str) -> str | None:
    """Return the language of the texts in a file of this name; None for any other file."""
    return name.removeprefix(files.prefix).partition(".")[0] if name.endswith(ENDING) else None


def whose(path: Path, game: str) -> tuple[str, str | None]:
    """Return the language of a file of texts, and the name of the variant that it words; None where it words the rulebook."""
    language, _, variant = path.name.removesuffix(ENDING).removeprefix(f"{game}.").partition(".")
    return language, variant or None


def texts_path(files: Files, language: str, variant: str | None) -> Path:
    """The file with the texts of a rulebook or of one of its variants."""
    name = f"{language}{ENDING}" if variant is None else f"{language}.{variant}{ENDING}"
    plain, own = (text_folder(files) / text for text in (name, files.prefix + name))
    return plain if is_there(plain) and not is_there(own) else own


def wordings_of(files: Files, language: str, diagnostics: Diagnostics, naming: re.Pattern[str] | None = None
                ) -> tuple[Wordings, ...]:
    """The wordings of a rulebook and of the variants it is read with, the topmost variant first.

    With `naming`, those in whose lines it is not found are left out: they are not read.
    """
    paths = [texts_path(files, language, name) for name in (*(variant.name for variant in reversed(files.variants)), None)]
    return tuple(read_wordings(path, Path(files.path).stem, diagnostics, naming) for path in paths if is_there(path))


def read_wordings(path: Path, game: str, diagnostics: Diagnostics, naming: re.Pattern[str] | None = None) -> Wordings:
    """The wordings in a file; lines that cannot be read are recorded and left out. `naming` as for `wordings_of`.

    A file that was read a moment ago, with the same text, is not read again.
    """
    wordings, problems = _wordings_in(path, game, source_of(path, diagnostics), naming)
    diagnostics.extend(problems)
    return wordings


@lru_cache(maxsize=FILES_KEPT)
def _wordings_in(path: Path, game: str, source: Source, naming: re.Pattern[str] | None
                 ) -> tuple[Wordings, tuple[Diagnostic, ...]]:
    diagnostics = Diagnostics()
    language, variant = whose(path, game)
    reader = _TextReader(source, diagnostics)
    entries: dict[tuple[Kind, str], Wording] = {}
    is_read = naming is None or naming.search(source.text)
    for wording in reader.wordings(game, variant, language, naming) if is_read else ():
        earlier = entries.setdefault((wording.kind, wording.id), wording)
        if earlier is not wording:
            diagnostics.add(
                "E501", f"a second text for `{wording.id}`", wording.span, related=(("the first is here", earlier.span),)
            )
    return Wordings(language, variant, entries, reader.left_out, source, reader.header), diagnostics.sorted()


class _TextReader:
    """Reads the lines of one file."""

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source, self.diagnostics = source, diagnostics
        self.header = Span(source, 1, 1, 1, 1)
        self.left_out: dict[str, Omission] = {}

    def wordings(self, game: str, variant: str | None, language: str, naming: re.Pattern[str] | None) -> Iterator[Wording]:
        """Read the wordings of the file; with `naming`, those in whose lines it is found."""
        lines = [(number, line) for number, line in enumerate(self.source.lines, 1)
                 if line.strip() and not line.lstrip().startswith("#")]
        if lines:
            self.head(lines[0][0], game, variant, language)
            # Where the header is missing, the first line names a clause that has a text below it.
            if not (len(lines) > 1 and lines[1][1][0].isspace() and _ENTRY.fullmatch(lines[0][1].rstrip())):
                lines.pop(0)
        while lines:
            number, line = lines.pop(0)
            texts: list[tuple[int, str]] = []
            while lines and lines[0][1][0].isspace():
                texts.append(lines.pop(0))
            if naming is not None and not any(map(naming.search, (line, *(text for _, text in texts)))):
                continue
            entry = _ENTRY.fullmatch(line.rstrip())
            unprinted = None if texts else _LEAVE_OUT.fullmatch(line.rstrip())
            if unprinted is not None:
                self.leave_out(number, unprinted)
            elif entry is None or line[0].isspace():
                guess = None if line[0].isspace() else guesses.guessed(line_span(self.source, number))
                help = "a line names a clause; write its text indented below it" if guess is None else guess[0]
                self.wrong(number, "this line names no clause", help, *(() if guess is None else (guess[1],)))
            elif (wording := self.wording(entry, number, texts)) is not None:
                yield wording

    def leave_out(self, number: int, line: re.Match[str]) -> None:
        line_start = line_span(self.source, number)
        for hit in re.finditer(r"\S+", line["ids"]):
            column = line_start.column + line.start("ids") + hit.start()
            span = Span(self.source, number, column, number, column + len(hit[0]))
            self.left_out[hit[0]] = Omission(span, line["condition"])

    def head(self, number: int, game: str, variant: str | None, language: str) -> None:
        self.header = line_span(self.source, number)
        whose = game if variant is None else f"{game}:{variant}"
        right = f"texts of {whose} in {language}"
        match = _HEADER.fullmatch(self.source.line(number).rstrip())
        if match is None or (match["game"], match["variant"], match["language"]) != (game, variant, language):
            self.wrong(number, "the first line does not say whose texts these are", f"write `{right}`",
                       guesses.header(self.header, right))

    def wording(self, entry: re.Match[str], number: int, texts: list[tuple[int, str]]) -> Wording | None:
        line_start = line_span(self.source, number)
        span = Span(self.source, number, line_start.column + entry.start("id"), number, line_start.column + entry.end("id"))
        if not texts:
            self.wrong(number, f"`{entry['id']}` has no text", "write the text indented below, in quotes")
            return None
        parts: list[str | Placeholder | ConditionalPart] = []
        for row, line in texts:
            text = line.strip()
            if len(text) < 2 or text[0] != '"' or text[-1] != '"' or '"' in text[1:-1]:
                self.wrong(row, "this is not a text", 'write a text between two `"` on one line',
                           *guesses.quoted(line_span(self.source, row)))
                return None
            parts += [" "] if parts else []
            parts += self.parts(text[1:-1], row, line.index('"') + 2)
        first, last = line_span(self.source, texts[0][0]), line_span(self.source, texts[-1][0])
        kind: Kind = KINDS[entry["kind"]] if entry["kind"] else "title" if entry["id"] == "title" else "clause"
        named = Span(self.source, number, span.column, number, line_start.column + entry.end())
        return Wording(kind, entry["id"], entry["fingerprint"] or "", tuple(parts), span, named, first.to(last))

    def parts(self, text: str, row: int, column: int) -> Iterator[str | Placeholder | ConditionalPart]:
        for piece in _PIECE.finditer(text):
            span = Span(self.source, row, column + piece.start(), row, column + piece.end())
            inner = (piece["placeholder"] or "").strip()
            if piece["plain"]:
                yield piece["plain"]
            elif piece["condition"]:
                inside = self.parts(piece["conditional"], row, column + piece.start("conditional"))
                yield ConditionalPart(tuple(flat(tuple(inside))), piece["condition"].strip(), span)
            elif piece["wrong"] and piece["wrong"] in "[]":
                self.diagnostics.add(
                    "E501", "brackets hold a part that is said only under a condition", span,
                    help="end it with `when CONDITION`"
                )
            elif not inner:
                self.diagnostics.add("E501", "braces hold a number or a term", span, help="a number, or a term: `{name}`")
            else:
                yield placeholder(inner, span)

    def wrong(self, number: int, message: str, help: str, *fixes: Fix) -> None:
        self.diagnostics.add("E501", message, line_span(self.source, number), help=help, fixes=fixes)


def placeholder(inner: str, span: Span) -> Placeholder:
    """Read the text between two braces."""
    counted = _COUNTED.fullmatch(inner)
    if counted is not None:
        return Placeholder(inner, " ".join(counted["value"].split()), counted["concept"], counted["form"] or "", span)
    named = _NAMED.fullmatch(inner)
    if named is not None:
        return Placeholder(inner, named["name"], None, named["form"] or "", span)
    return Placeholder(inner, " ".join(inner.split()), None, "", span)
