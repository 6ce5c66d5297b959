"""The numbers of sections and lists: whether one is doubled, missing or out of order, and whether what is referred to is there.

A list begins with 1 and counts on; lists lie in each other. Titles (`5. Attack`, `Phase 2: Votes`, `2.3 Walls`) are counted
through the whole document, items of lists as far as their section goes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from attrs import frozen

from ...decisions.findings import Finding, Rule
from ...document.blocks import is_title
from ...document.document import Document
from ...document.language import Language
from ...document.sentences import Sentence

Path = tuple[int, ...]

_PATH = r"\d{1,2}(?:\.\d{1,2})*"
_ITEM = re.compile(r"\(?(\d{1,2})([.)]+)\s*")
# The number of a title has several parts, or a sign behind it; or it stands behind one word, as in `Phase 2: Votes`.
_TITLE = re.compile(rf"({_PATH})([.):]?)\s+\S")
_WORDED = re.compile(r"(?:[^\w\s]\s+)?([^\W\d_]+)\s+(\d{1,2})\s*(?:[:.)–—-](?=\s|$)|$)")
_REFERRED = re.compile(rf"[\s.°№]*({_PATH})(?!\w)")
# How many titles have numbers in a document that numbers its sections.
NUMBERED = 2


@frozen
class _Number:
    """The number of a title or an item, by its parts, and what it is one of: what is of several kinds is in several lists."""

    index: int
    path: Path
    kind: str


def check(document: Document) -> Iterator[Finding]:
    """Findings on the numbers of titles and lists, and on references to sections by their numbers."""
    numbers = [number for index, sentence in enumerate(document.sentences)
               if (number := _number(index, sentence, document.language)) is not None]
    for kind in dict.fromkeys(number.kind for number in numbers):
        yield from _of_kind(document, [number for number in numbers if number.kind == kind])
    titles = {number.path for number in numbers if number.kind.startswith("title")}
    if len(titles) >= NUMBERED:
        yield from _references(document, titles)


def _number(index: int, sentence: Sentence, language: Language) -> _Number | None:
    """The number of a sentence, if it is a title or begins an item that has one."""
    mark = _ITEM.fullmatch(sentence.mark)
    if mark is not None:
        section = 0 if sentence.section is None else sentence.section.number
        is_item = sentence.kind == "item" and not is_title(sentence.text)
        return _Number(index, (int(mark[1]),), f"item {section} {mark[2]}" if is_item else "title")
    titled, worded = _TITLE.match(sentence.text), _WORDED.match(sentence.text)
    if sentence.kind != "heading" or (titled is None and worded is None):
        return None
    if titled is None and worded is not None:
        is_section = any(code == "sections" for code, _ in language.labels.at([worded[1].casefold()], 0))
        return _Number(index, (int(worded[2]),), "title" if is_section else worded[1].casefold())
    if titled is not None and (titled[2] or "." in titled[1]):
        path = tuple(map(int, titled[1].split(".")))
        return _Number(index, path, " ".join(("title", *map(str, path[:-1]))))
    return None


def _of_kind(document: Document, numbers: Sequence[_Number]) -> Iterator[Finding]:
    """Yield the mistakes in the numbers of one kind, in their order."""
    lists: list[int] = []  # the last number of each list that goes on, the outermost first
    for number, after in zip(numbers, [*numbers[1:], None], strict=True):
        part = number.path[-1]
        goes_on = [depth for depth, last in enumerate(lists) if last + 1 == part]
        if goes_on:
            lists[goes_on[-1]:] = [part]
        elif part <= 1:
            lists.append(part)
        elif lists:
            expected = lists[-1] + 1
            is_other = part < expected or (after is not None and after.path[-1] == expected + 1)
            lists[-1] = expected if is_other else part
            yield _flaw(document, number, expected, is_other)


def _flaw(document: Document, number: _Number, expected: int, is_other: bool) -> Finding:
    actual, right = (".".join(map(str, (*number.path[:-1], last))) for last in (number.path[-1], expected))
    flaw = f"number {actual} stands where {right} should" if is_other else f"number {right} is missing before {actual}"
    return _at(document, number.index, "structure/numbering", flaw, right, actual)


def _references(document: Document, titles: Collection[Path]) -> Iterator[Finding]:
    """Numbers of sections that are referred to, and no section has."""
    for index, shown in enumerate(document.evidence):
        for word in shown.words if document.sentences[index].kind != "heading" else ():
            labels = document.language.labels.at([word.folded], 0)
            named = _REFERRED.match(shown.text, word.end) if any(code == "sections" for code, _ in labels) else None
            if named is not None and tuple(map(int, named[1].split("."))) not in titles:
                message = f"this sentence refers to section {named[1]}, and no section has that number"
                yield _at(document, index, "structure/reference", message, named[1], None)


def _at(document: Document, index: int, rule: Rule, message: str, expected: str, actual: str | None) -> Finding:
    sentence = document.sentences[index]
    return Finding(rule, message, None, sentence.number, sentence.line, expected, actual, document.wholes[index])
