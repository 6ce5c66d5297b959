"""The cases of the folder `cases`: words of a translation, and what one rule finds on their line.

A file has the cases of a rule: `negation.cases` those of `pair/negation`, and `fluency.garbled.cases` those of another group.
A case is a line with what is found, the text, the languages of the original and of the translation, and words of it; and,
behind an arrow, words that stand in their place:

    free puppets en de | zieht blind vier Puppen
    error abbey en de | Mühlen dürfen niemals direkt => Mühlen dürfen auch direkt

The texts are those of `bench/pairs/development`, or else of `bench/pairs/texts`, and with a dot in their names those of
`bench/pairs/first_hour`. What is found is a mistake that only the new words have; as it stands, or where new words say the
same, the line is right:

    free       nothing, or a note
    none       nothing
    note       a note
    found      a warning or an error
    warning    one warning
    error      an error
    doubtful   no error
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

from rulewright.translation.decisions.findings import Finding, Level
from rulewright.translation.document.document import Document, document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .planted import line_of

FOLDER, PAIRS = Path(__file__).parent / "cases", Path(__file__).parents[3] / "bench" / "pairs"
# What the levels of the findings are, by the first word of a case.
EXPECTED: Mapping[str, Callable[[Collection[Level]], bool]] = {
    "free": lambda levels: {*levels} <= {"note"},
    "none": lambda levels: not levels,
    "note": lambda levels: {*levels} == {"note"},
    "found": lambda levels: not {"error", "warning"}.isdisjoint(levels),
    "warning": lambda levels: [*levels] == ["warning"],
    "error": lambda levels: "error" in levels,
    "doubtful": lambda levels: "error" not in levels,
}
# Those of a mistake: without it, the line has nothing, or a note.
MISTAKES = ("found", "warning", "error")


@frozen
class Case:
    """A case: its rule, what is found, its text, the two languages, and its words; `instead` is None for words as they are."""

    rule: str
    expected: str
    text: str
    source: str
    code: str
    words: str
    instead: str | None

    @property
    def is_mistake(self) -> bool:
        """Whether other words make a mistake of a right line."""
        return self.instead is not None and self.expected in MISTAKES

    def levels(self, words: str) -> list[Level]:
        """The levels of what the rule finds on the line, with some words there."""
        plain = text_in(self.text, self.code)
        assert plain.count(self.words) == 1, f"`{self.words}` stands {plain.count(self.words)} times in {self.text}"
        found = _found(self.text, self.source, self.code, plain.replace(self.words, words))
        return [finding.level for finding in found if (finding.line, finding.rule) == (line_of(plain, self.words), self.rule)]


def cases() -> Iterator[Case]:
    """All cases, by their rules."""
    for path in sorted(FOLDER.glob("*.cases")):
        rule = path.stem.replace(".", "/") if "." in path.stem else f"pair/{path.stem}"
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                head, words = line.split(" | ")
                expected, text, source, code = head.split()
                was, arrow, instead = words.partition(" => ")
                yield Case(rule, expected, text, source, code, was, instead if arrow else None)


@cache
def text_in(text: str, code: str) -> str:
    """A text in a language."""
    return _path(text, code).read_text(encoding="utf-8")


def _path(text: str, code: str) -> Path:
    """The file of a text. The original of a whole translation is that of its series, or the invented booklet of its game."""
    game, _, series = text.partition(".")
    whole = (f"first_hour/{text}", f"first_hour/{game}.invented") if series else (f"development/{text}",)
    names = (*whole, f"texts/{game}")
    return next(path for path in (PAIRS / f"{name}.{code}.md" for name in names) if path.is_file())


@cache
def _original(text: str, code: str) -> Document:
    return document("there.md", text_in(text, code), code)


@cache
def _found(text: str, source: str, code: str, here: str) -> tuple[Finding, ...]:
    return compared(side_by_side(_original(text, source), document("here.md", here, code)))
