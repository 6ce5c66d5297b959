"""The sentences of the folder `read`, and the turns of phrase that each says.

A file has the sentences of a language. A line has the turns of phrase, and a sentence that says just these; what it says more
than once has the number behind it. Where `...` stands, it may say others, but none that has a `-`:

    without*2 | The tent is untouched, and the well unexplored.
    since ... | From the fourth night on, roll a die.
    -exactly ... | Posez-la sur la pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from rulewright.translation.document.document import document
from rulewright.translation.pairs.reading import read_for_pairs

FOLDER = Path(__file__).parent / "read"
# What stands where a sentence may say more; what stands before a turn of phrase that it does not say, and before a number.
MORE, NOT, TIMES = "...", "-", "*"


@frozen
class ReadSentence:
    """A sentence in a language: how often it says which turns of phrase; with `more`, it may say others."""

    code: str
    text: str
    says: Mapping[str, int]
    more: bool

    def read(self) -> dict[str, int]:
        """How often the sentence says which of these turns of phrase, and which others where it may say no others."""
        shown, = read_for_pairs(document("here.md", self.text, self.code))
        return {turn: times for turn, times in shown.turns.items() if not self.more or turn in self.says}


def sentences_read() -> Iterator[ReadSentence]:
    """All sentences, by their languages."""
    for path in sorted(FOLDER.glob("*.read")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                turns, text = line.split("| ", 1)
                says = dict(map(_times, (turn for turn in turns.split() if turn != MORE)))
                yield ReadSentence(path.stem, text, says, MORE in turns.split())


def _times(turn: str) -> tuple[str, int]:
    """A turn of phrase with how often it is said."""
    code, _, times = turn.removeprefix(NOT).partition(TIMES)
    return code, 0 if turn.startswith(NOT) else int(times or 1)
