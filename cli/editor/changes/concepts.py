"""A word of a rulebook that is a concept of its glossaries -> the edits that give the concept another name in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ....dsl.source import disk
from ....dsl.source.search_path import rulebook_below
from ....dsl.source.span import Span, code_of
from ....dsl.statements.glossary import ENDING, FOLDER
from ..files.rulebooks import RulebookKey, Rulebooks, variants_beside
from .edits import Edit
from .mentions import read

_FINGERPRINT = re.compile(r"\b[0-9a-f]{8}\b")


def concept_edits(main: Path, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits of the rows of a concept, in the glossaries of a rulebook in all languages."""
    return tuple(edit for path in _glossaries(main) for edit in _rows(path, old, new))


def sharing(main: Path) -> list[RulebookKey]:
    """Return the rulebooks that read the glossaries of a rulebook: it, those beside it, and the variants of all of them."""
    mains = [main, *(path for path in disk.matching(main.parent, "*.rules") if path != main and _is_rulebook(path))]
    return [key for main_file in mains for key in (RulebookKey(main_file), *variants_beside(main_file))]


def is_in_others(main: Path, word: str) -> bool:
    """Return whether another rulebook in the folder, or a variant of another, writes a word: the concept is that of both."""
    name = re.compile(rf"\b{re.escape(word)}\b")
    sources = (read(other.main) for other in sharing(main) if not _is_of(other.main, main))
    return any(source is not None and any(name.search(code_of(line)) for line in source.lines) for source in sources)


def reports(rulebooks: Rulebooks, keys: Iterable[RulebookKey], names: Mapping[str, str] | None = None) -> list[str]:
    """Return the diagnostics of rulebooks, their texts and glossaries, with new names (`names`) in place of old ones."""
    problems = (problem for rulebook in keys
                for problem in (*rulebooks.open(rulebook).diagnostics, *rulebooks.of_texts(rulebook)))
    texts = sorted({f"{problem.code} {Path(problem.span.source.name).name} {_FINGERPRINT.sub('', problem.message)}"
                    for problem in problems})
    for old, new in (names or {}).items():
        texts = [re.sub(rf"\b{re.escape(old)}\b", new, text) for text in texts]
    return sorted(texts)


def _glossaries(main: Path) -> Iterator[Path]:
    for path in disk.matching(main.parent / FOLDER, f"*{ENDING}"):
        game, _, _ = path.name.removesuffix(ENDING).rpartition(".")
        # A glossary without a game in its name serves all rulebooks of the folder.
        if game in ("", main.stem):
            yield path


def _rows(path: Path, old: str, new: str) -> Iterator[Edit]:
    """Yield the edits of the rows of a glossary whose first value, the concept, has a name."""
    source = read(path)
    concept = re.compile(rf'\s*"?(?P<name>{re.escape(old)})"?\s*(?:,|$)')
    for number, line in enumerate(() if source is None else source.lines, 1):
        hit = concept.match(line)
        if source is not None and hit is not None:
            yield Edit(Span(source, number, hit.start("name") + 1, number, hit.end("name") + 1), new)


def _is_of(path: Path, main: Path) -> bool:
    """Return whether a file begins a rulebook or one of its variants."""
    below = rulebook_below(path)
    return below is not None and disk.resolved(below) == disk.resolved(main)


def _is_rulebook(path: Path) -> bool:
    """Return whether a file begins a rulebook, and is not part of one."""
    try:
        return disk.first_line(path, 100_000).startswith("rulebook ")
    except OSError:
        return False
