"""Worked examples: where one is a playthrough too, its numbers are those of the playthrough.

An example belongs to a playthrough if its lock says so, or by its figure: the sentences that begin with one that speaks
of figure 5, up to the next heading, caption or figure, belong to `figure_5_....play`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ..alignment.aligned import AlignedDocument
from ..decisions.findings import Finding
from ..document.document import Document

_FIGURES = re.compile(r"figure((?:_\d+)+)")
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")
_NAME = re.compile(r"[^\W\d]\w*")


@frozen(eq=False)
class PlaythroughNumbers:
    """The numbers of a playthrough: all of them, and those that stand by each word."""

    name: str
    values: frozenset[int]
    by_word: Mapping[str, frozenset[int]]

    @property
    def figures(self) -> frozenset[int]:
        """The figures that it plays, by its name."""
        named = _FIGURES.match(self.name)
        return frozenset(map(int, named[1].strip("_").split("_"))) if named else frozenset()


def play(name: str, text: str, words: Sequence[str]) -> PlaythroughNumbers:
    """The numbers of a playthrough's text. `words` are names, such as those of an enum's values, that have numbers by them."""
    values: set[int] = set()
    by_word: dict[str, set[int]] = {}
    known = frozenset(words)
    for line in text.splitlines():
        code = line.split("#")[0]
        repeats = _repeats(code)
        values |= {int(number) for number in _NUMBER.findall(code)} | set(repeats.values())
        for word in known.intersection(_NAME.findall(code)):
            figures = {int(number) for number in re.findall(rf"\b{word}\]?\s*(?:=\s*)?(\d+)\b", code)}
            figures |= {times for move, times in repeats.items() if word in move.split()}
            by_word.setdefault(word, set()).update(figures)
    return PlaythroughNumbers(name, frozenset(values),
                              {word: frozenset(numbers) for word, numbers in by_word.items() if numbers})


def _repeats(line: str) -> Counter[str]:
    """Return how often each move stands in a line: an example says `two`, and the playthrough has the same move twice."""
    return Counter(text for part in line.partition(":")[2].split(",") if (text := part.strip()))


def check(aligned: AlignedDocument, plays: Sequence[PlaythroughNumbers]) -> Iterator[Finding]:
    """Findings on the numbers of examples."""
    for index, playthroughs in examples(aligned, plays):
        sentence, shown = aligned.document.sentences[index], aligned.document.evidence[index]
        values = frozenset().union(*(playthrough.values for playthrough in playthroughs))
        names = ", ".join(playthrough.name for playthrough in playthroughs)
        whose = f"the playthroughs {names} have" if len(playthroughs) > 1 else f"the playthrough {names} has"
        for counted in shown.numbers:
            if counted.match.kind != "cardinal" or counted.match.weak:
                continue
            by_word = [playthrough.by_word[concept] for playthrough in playthroughs for concept in counted.concepts
                       if concept in playthrough.by_word]
            allowed = frozenset().union(*by_word) if by_word else values
            if counted.value not in allowed:
                about = "/".join(counted.concepts) if by_word else ""
                yield Finding("example/number", f"{whose} no {counted.value} {about}".rstrip(), None, sentence.number,
                              sentence.line, ", ".join(map(str, sorted(allowed))), str(counted.value),
                              aligned.document.wholes[index])


def examples(aligned: AlignedDocument, plays: Sequence[PlaythroughNumbers]) -> Iterator[tuple[int, list[PlaythroughNumbers]]]:
    """The sentences of examples that are played, by index, with the playthroughs."""
    by_name = {playthrough.name: playthrough for playthrough in plays}
    figures = _figures(aligned.document)
    for index in range(len(aligned.document.sentences)):
        entry = aligned.entries.get(index)
        if entry is not None and entry.play is not None and entry.play in by_name:
            yield index, [by_name[entry.play]]
        elif entry is None or entry.mark == "example":
            playthroughs = [playthrough for playthrough in plays if playthrough.figures & figures.get(index, frozenset())]
            if playthroughs:
                yield index, playthroughs


def _figures(document: Document) -> dict[int, frozenset[int]]:
    """The figures of which each sentence tells."""
    out: dict[int, frozenset[int]] = {}
    current: frozenset[int] = frozenset()
    block = -1
    for index, (sentence, shown) in enumerate(zip(document.sentences, document.evidence, strict=True)):
        figures = frozenset(number.value for number in shown.numbers if number.match.kind == "figure")
        if sentence.kind in ("heading", "caption") or (sentence.block != block and not figures):
            current = frozenset()
        elif figures:
            current |= figures
        block = sentence.block
        if current:
            out[index] = current
    return out
