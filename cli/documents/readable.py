"""A rulebook -> its readable rulebook as the text of an original, with the clauses that each line states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import click
from attrs import frozen

from ...dsl.load.loader import Files
from ...interpreter.game.game import Game
from ...translation.booklet.booklet import printed
from ...translation.booklet.describe import Describer
from ...translation.booklet.localisation import localisation
from ...translation.booklet.pages import Booklet
from ...translation.booklet.texts import NoTextsInLanguage
from ...translation.document.document import Document, document
from ...translation.facts.facts import RulebookFacts
from ..booklet.examples import PlayedExample, WrongExample, examples
from ..booklet.markdown import as_markdown

# A document that is longer than a readable rulebook by this factor may have its examples too.
LONGER = 1.1
# The ids behind what clauses say.
_IDS = re.compile(r" `([\w.]+(?:, [\w.]+)*)`")


@frozen
class ReadableRulebook:
    """The text of a readable rulebook, and the clauses that each of its lines states, by the line's number."""

    text: str
    clauses: Mapping[int, tuple[str, ...]]

    @cached_property
    def stated(self) -> frozenset[str]:
        """The clauses that it states; it states no others."""
        return frozenset(clause for clauses in self.clauses.values() for clause in clauses)

    def unstated(self, clauses: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """The clauses among those asked for that it does not state, each with no sentence."""
        return {clause: () for clause in clauses if clause not in self.stated}

    def sentences(self, document: Document, clause_ids: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """The sentence that states each clause, by index, in the document that its text was read to; none for the others."""
        by_line = {sentence.line: index for index, sentence in reversed(list(enumerate(document.sentences)))}
        return self.unstated(clause_ids) | {clause: (by_line[line],) for line, clauses in self.clauses.items()
                                            if line in by_line
                                            for clause in clauses}


def readable(files: Files, facts: RulebookFacts, code: str, players: int, settings: Mapping[str, str],
             game: Callable[[], Game], length: int) -> ReadableRulebook:
    """The readable rulebook of a game for one number of players. A usage error if there is none in the language.

    It has examples, for which `game` is played, if a document of `length` sentences is rather a translation with them.
    """
    try:
        words = localisation(files, code, players, dict(settings), facts)
        booklet = printed(words)
    except NoTextsInLanguage as error:
        raise click.UsageError(f"--source rules: {error}") from None
    bare = _readable(booklet, {})
    has_examples = any(item.kind == "example" for chapter in booklet.chapters for item in chapter.items)
    bare_length = _length(bare, code) if has_examples else 0
    if not has_examples or length < LONGER * bare_length:
        return bare
    try:
        whole = _readable(booklet, examples(booklet, files, game(), Describer(words)))
    except WrongExample as error:
        raise click.UsageError(f"--source rules: {error}") from None
    # A translation has the examples or has not. With the wrong original, each example would count as left out or added.
    return bare if abs(bare_length - length) <= abs(_length(whole, code) - length) else whole


def _length(text: ReadableRulebook, code: str) -> int:
    return len(document("", text.text, code).sentences)


def _readable(booklet: Booklet, shown: Mapping[str, PlayedExample]) -> ReadableRulebook:
    lines, clauses = list[str](), dict[int, tuple[str, ...]]()
    for number, line in enumerate(as_markdown(booklet, shown, ids=True).splitlines(), 1):
        ids = tuple(id for hit in _IDS.findall(line) for id in hit.split(", "))
        if ids:
            clauses[number] = ids
        lines.append(_IDS.sub("", line))
    return ReadableRulebook("\n".join(lines), clauses)
