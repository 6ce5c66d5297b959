"""Try a translator's first hour: twelve mistakes at once in a translation, and one command.

    python bench/first_hour.py [--write FOLDER]

Three translations of `bench/pairs` get the mistakes of `pairs/first_hour`; the Spanish booklet for 3 players stays as it is.
Each is compared with its original by one `validate`, without a lock and without a glossary of its own. `--write` also
writes the documents, with their originals, to try it by hand.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen
from booklets import Booklet, Sentence, Written, sentences, written
from planting import DATA

from translation import LEVELS, Desk, Finding, Pair, Refused, compares_with_a_source, lines_of, own_pairs

UNTOUCHED = "carolus_magnus_3.es"


@frozen
class Mistake:
    """A mistake of the hour: its kind, and the sentence that it is in, counted from 0."""

    kind: str
    place: int


def with_mistakes(booklet: Booklet, path: Path) -> tuple[Written, tuple[Mistake, ...]]:
    """Put all mistakes of a file into a booklet."""
    instead: dict[int, Sequence[Sentence]] = {}
    made = []
    for kind, old, new in _rows(path):
        (place, sentence), = ((place, sentence) for place, sentence in enumerate(sentences(booklet)) if old in sentence.text)
        words = sentence.words.replace(old, new)
        instead[place] = (evolve(sentence, words=words),) if words.strip() else ()
        made.append(Mistake(kind, place))
    return written(booklet, instead), tuple(made)


def _rows(path: Path) -> Iterator[tuple[str, str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, change = line.split(" | ", 1)
            old, _, new = change.partition(" =>")
            yield kind, old, new.removeprefix(" ")


def seen(mistakes: Sequence[Mistake], findings: Sequence[Finding], text: Written) -> Iterator[tuple[str, str]]:
    """For each mistake: its kind, and the highest level of a finding on its lines, or `-`."""
    for mistake in mistakes:
        first, last = lines_of(mistake.place, text)
        here = {finding["level"] for finding in findings if first <= (_line(finding) or 0) <= last}
        yield mistake.kind, next((level for level in LEVELS if level in here), "-")


def false_alarms(mistakes: Sequence[Mistake], findings: Sequence[Finding], text: Written) -> list[Finding]:
    """The errors and warnings that are on no line of a mistake."""
    spans = [lines_of(mistake.place, text) for mistake in mistakes]
    return [finding for finding in findings if finding["level"] in LEVELS
            and not any(first <= (_line(finding) or 0) <= last for first, last in spans)]


def _line(finding: Finding) -> int | None:
    line = finding["line"]
    return line if isinstance(line, int) else None


def report(desk: Desk, pair: Pair, source: Sequence[str], write: Path | None) -> Iterator[str]:
    """The lines for one document: each mistake, and what is false."""
    path = DATA / "first_hour" / f"{pair.name}.plants"
    text, mistakes = with_mistakes(pair.booklet, path) if path.is_file() else (written(pair.booklet, {}), ())
    if write is not None:
        write.mkdir(parents=True, exist_ok=True)
        (write / f"{pair.name}.md").write_text(text.text, encoding="utf-8")
        shutil.copy(pair.source[1], write)
    try:
        found = desk.findings(pair, text.text, source)
    except Refused as error:
        yield f"{pair.name}: {error}"
        return
    levels = list(seen(mistakes, found, text))
    yield f"{pair.name}: {sum(level != '-' for _, level in levels)} of {len(levels)} seen, {desk.seconds:.1f} s"
    yield from (f"  {kind}: {level}" for kind, level in levels)
    alarms = false_alarms(mistakes, found, text)
    yield f"  elsewhere: {len(alarms)}"
    yield from (f"    {alarm['level']} {alarm['rule']} line {alarm['line']}: {alarm['message']}" for alarm in alarms)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, help="write the documents to this folder")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        compared = compares_with_a_source(desk)
        for pair in own_pairs():
            if pair.name == UNTOUCHED or (DATA / "first_hour" / f"{pair.name}.plants").is_file():
                print("\n".join(report(desk, pair, pair.source if compared else (), asked.write)))
