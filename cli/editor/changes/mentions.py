"""A file beside a rulebook <-> the names that it mentions: playthroughs, texts, glossaries, evaluations, look files, locks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from ....dsl.source import disk
from ....dsl.source.span import Source, Span, code_of
from ...shared.files.places import play_files_in
from ..files.names import NameUse, RulebookNames

# The files beside a rulebook, by folder, that may mention what is declared in it.
PATTERNS = ("text/*.texts", "evaluations/*.evaluation", "look/*.look", "documents/*.lock", "documents/*.accepted",
            "documents/*.reading")
LONGEST = 2_000_000
_WORD = re.compile(r"(?:[^\W\d]\w*\.)*[^\W\d]\w*")
_QUOTED = re.compile(r'"[^"]*"')
# The parts of a line of a lock that name clauses and concepts; the other words are those of locks.
_IN_LOCK = re.compile(r'"(?P<part>clauses|concepts|silent)": (?P<names>\{[^}]*\}|\[[^\]]*\]|"[^"]*")')
# The clause that an entry of a file of texts words; a number behind its id counts its moves or rolls.
_WORDED = re.compile(r"(?:(?:move|roll) +)?(?P<id>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?!\w)")
_BRACES = re.compile(r"\{[^}]*\}")
_FILLED = re.compile(r"\{[^}]*\}|\bwhen\b[^\]]*\]")


def files_beside(main: Path) -> Iterator[Path]:
    """Yield the playthroughs and other files that belong to a rulebook, as far as they lie in its folder or below."""
    folder = main.parent
    yield from play_files_in(folder)
    for pattern in PATTERNS:
        name, _, files = pattern.partition("/")
        yield from disk.matching(folder / name, files)


def read(path: Path) -> Source | None:
    """Return the text of a file as the editor shows it; None if it cannot be read."""
    try:
        return Source(str(path), disk.content(path, LONGEST).decode("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def mentions(source: Source, id: str) -> Iterator[Span]:
    """Yield the places where a file mentions a thing, by the last part of its id."""
    name = re.compile(rf"(?<![\w.]){re.escape(id)}(?!\w)|(?<!\w){re.escape(id.rpartition('.')[2])}(?!\w)")
    for number, line in enumerate(source.lines, 1):
        for begin, end in _parts(Path(source.name).suffix, line):
            for hit in name.finditer(line, begin, end):
                last = hit.end() - len(id.rpartition(".")[2])
                yield Span(source, number, last + 1, number, hit.end() + 1)


def mentions_in_texts(source: Source, name: str, ids: Collection[str]) -> Iterator[Span]:
    """Yield the places where the texts of some clauses, by their ids, mention a name that stands behind no dot."""
    word, owner = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)"), ""
    for number, line in enumerate(source.lines if Path(source.name).suffix == ".texts" else (), 1):
        if line[:1].isspace():
            for begin, end in _parts(".texts", line) if owner in ids else ():
                yield from (Span(source, number, hit.start() + 1, number, hit.end() + 1)
                            for hit in word.finditer(line, begin, end))
        elif line and not line.startswith("#"):
            head = _WORDED.match(line)
            owner = "" if head is None else head["id"]


def is_concept_of_lock(span: Span) -> bool:
    """Return whether a mention stands in a lock, among the concepts of a sentence."""
    parts = _IN_LOCK.finditer(span.source.line(span.line)) if Path(span.source.name).suffix == ".lock" else ()
    return any(part["part"] == "concepts" and part.start() < span.column <= part.end() for part in parts)


def mentioned(source: Source, line: int, column: int, names: RulebookNames) -> NameUse | None:
    """Return the thing that a file mentions at a place, with the place of its name; None where no thing is mentioned."""
    text = source.line(line)
    for begin, end in _parts(Path(source.name).suffix, text):
        for hit in _WORD.finditer(text, begin, end):
            if hit.start() < column <= hit.end() + 1:
                return _named_by(source, line, hit, column - 1, names)
    return None


def _named_by(source: Source, line: int, hit: re.Match[str], column: int, names: RulebookNames) -> NameUse | None:
    """Return the thing that a name with its owners stands for, up to the part at a place."""
    dot = hit[0].find(".", column - hit.start())
    id = hit[0] if dot < 0 else hit[0][:dot]
    name = id.rpartition(".")[2]
    declared = names.declared.get(id) or (names.behind_dot if "." in id else names.by_name).get(name)
    last = hit.start() + len(id) + 1
    return None if declared is None else NameUse(Span(source, line, last - len(name), line, last), declared)


def _parts(suffix: str, line: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a line in which names stand."""
    match suffix:
        case ".lock":
            for part in _IN_LOCK.finditer(line):
                yield from ((hit.start() + 1, hit.end() - 1) for hit in _QUOTED.finditer(line, *part.span("names")))
        case ".accepted":
            yield from ((hit.start() + 1, hit.end() - 1) for hit in _QUOTED.finditer(line) if " " not in hit[0])
        case ".texts" | ".reading":
            if line[:1].isspace():
                yield from ((hit.start(), hit.end()) for hit in _FILLED.finditer(line))
            elif not line.startswith("#"):
                yield 0, len(line)
        case _:
            code = code_of(line)
            index = 0
            for hit in _QUOTED.finditer(code):
                yield index, hit.start()
                # The texts of a rulebook name things between braces.
                yield from (brace.span() for brace in _BRACES.finditer(code, *hit.span()) if suffix == ".rules")
                index = hit.end()
            yield index, len(code)
