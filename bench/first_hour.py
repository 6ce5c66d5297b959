"""Try a translator's first hour: twelve mistakes at once in a translation, and one command.

    python bench/first_hour.py [--only NAME...] [--write FOLDER]

Three translations of `bench/pairs` get the mistakes of `pairs/first_hour`; the Spanish booklet for 3 players stays as it is.
The texts `pairs/first_hour/GAME.SERIES.LANG.md` are whole translations: `rules` and `booklet` of readable rulebooks for 2
players, as these were when they were translated. Those of `rules` of Lancaster and Emperor-4 leave the examples out, and so do
their originals here. `free`, `fresh`, `last`, `again`, `invented` and `final` are of English booklets in `pairs/texts` or
beside them. `sealed` and `rulebook` are of these and of readable rulebooks, with their examples. All are also
tried as they are, and with each mistake alone. The data for Slovak, Hungarian, Catalan, Ukrainian and Slovene lies in
`pairs/first_hour/languages`: copy it to `translation/document/languages` (the letters, `*.txt`, to the folder `letters` there)
to try these. Each text is compared with its original by one `validate`, without a lock and without a glossary of its own.
`--write` also writes the documents, with their originals, to try it by hand.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen
from booklets import Booklet, Sentence, Written, booklet_of, sentences, written
from planting import DATA, Ground

from rulewright.translation.document.language import languages
from translation import LEVELS, Desk, Finding, Pair, Refused, compares_with_a_source, lines_of, new_findings, own_pairs

UNTOUCHED = "carolus_magnus_3.es"
HOURS = DATA / "first_hour"
# The series of the booklet that several series translate; the language of the originals; games that are no folder of `games`.
INVENTED = "invented"
ORIGINAL, TUTORIALS = "en", {"race": "tutorial/race"}


@frozen
class Mistake:
    """A mistake of the hour: its kind, and the sentences that it is in, counted from 0."""

    kind: str
    places: tuple[int, ...]


def with_mistakes(booklet: Booklet, path: Path, only: str = "") -> tuple[Written, tuple[Mistake, ...]]:
    """Put all mistakes of a file into a booklet, or only that of a kind; rows of one kind are one mistake."""
    instead: dict[int, Sequence[Sentence]] = {}
    made: dict[str, tuple[int, ...]] = {}
    for kind, old, new in (row for row in _rows(path) if only in ("", row[0])):
        (place, sentence), = ((place, sentence) for place, sentence in enumerate(sentences(booklet)) if old in sentence.text)
        words = sentence.words.replace(old, new)
        if words == sentence.words:
            raise ValueError(f"{path.name}: {old!r} is not within the words of a sentence")
        instead[place] = (evolve(sentence, words=words),) if words.strip() else ()
        made[kind] = (*made.get(kind, ()), place)
    return written(booklet, instead), tuple(Mistake(kind, places) for kind, places in made.items())


def _rows(path: Path) -> Iterator[tuple[str, str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, change = line.split(" | ", 1)
            old, _, new = change.partition(" =>")
            yield kind, old, new.removeprefix(" ")


def seen(mistakes: Sequence[Mistake], findings: Sequence[Finding], text: Written) -> Iterator[tuple[str, str]]:
    """For each mistake: its kind, and the highest level of a finding on its lines, or `-`."""
    for mistake in mistakes:
        here = {finding["level"] for finding in findings if _on([mistake], finding, text)}
        yield mistake.kind, next((level for level in LEVELS if level in here), "-")


def false_alarms(mistakes: Sequence[Mistake], findings: Sequence[Finding], text: Written) -> list[Finding]:
    """The errors and warnings that are on no line of a mistake."""
    return [finding for finding in findings if finding["level"] in LEVELS and not _on(mistakes, finding, text)]


def _on(mistakes: Sequence[Mistake], finding: Finding, text: Written) -> bool:
    spans = [lines_of(place, text) for mistake in mistakes for place in mistake.places]
    return any(first <= (_line(finding) or 0) <= last for first, last in spans)


def _line(finding: Finding) -> int | None:
    line = finding["line"]
    return line if isinstance(line, int) else None


def report(desk: Desk, pair: Pair, source: Sequence[str], write: Path | None) -> Iterator[str]:
    """The lines for one document: each mistake, and what is false."""
    path = HOURS / f"{pair.name}.plants"
    text, mistakes = with_mistakes(pair.booklet, path) if path.is_file() else (written(pair.booklet, {}), ())
    if write is not None:
        write.mkdir(parents=True, exist_ok=True)
        (write / f"{pair.name}.md").write_text(text.text, encoding="utf-8")
        if source and source[1] != "rules":
            shutil.copy(source[1], write)
    try:
        found = desk.findings(pair, text.text, source)
    except Refused as error:
        yield f"{pair.name}: {error}"
        return
    levels = list(seen(mistakes, found, text))
    yield f"{pair.name}: {sum(level != '-' for _, level in levels)} of {len(levels)} seen, {desk.seconds:.1f} s"
    yield from (f"  {kind}: {level}" for kind, level in levels)
    yield from _listed("elsewhere", false_alarms(mistakes, found, text))


def alone(desk: Desk, pair: Pair) -> Iterator[str]:
    """The lines for a text as it is, and with each of its mistakes alone: what is new then."""
    untouched = [row for row in desk.findings(pair, written(pair.booklet, {}).text, pair.source) if row["level"] in LEVELS]
    before = Counter(f"{row['id']} {row['level']}" for row in untouched)
    levels = Counter(str(row["level"]) for row in untouched)
    yield f"{pair.name} as it is: {levels['error']} errors, {levels['warning']} warnings"
    path = HOURS / f"{pair.name}.plants"
    for kind in dict.fromkeys(kind for kind, _, _ in _rows(path)):
        text, mistakes = with_mistakes(pair.booklet, path, kind)
        new = new_findings(before, desk.findings(pair, text.text, pair.source))
        yield f"  {kind} alone: {dict(seen(mistakes, new, text))[kind]}, elsewhere {len(false_alarms(mistakes, new, text))}"


def _listed(title: str, alarms: Sequence[Finding]) -> Iterator[str]:
    yield f"  {title}: {len(alarms)}"
    yield from (f"    {alarm['level']} {alarm['rule']} line {alarm['line']}: {alarm['message']}" for alarm in alarms)


def original_of(game: str, series: str) -> Path:
    """The English original of a whole translation: that of its series, or the invented booklet of its game."""
    named = (HOURS / f"{game}.{name}.{ORIGINAL}.md" for name in (series, INVENTED))
    return next((path for path in named if path.is_file()), DATA / "texts" / f"{game}.{ORIGINAL}.md")


def whole() -> Iterator[Pair]:
    """The whole translations of `pairs/first_hour`, each with its English original."""
    for path in sorted(HOURS.glob("*.*.*.md")):
        game, series, lang, _ = path.name.split(".")
        if lang == ORIGINAL:
            continue
        booklet = booklet_of(path)
        original = original_of(game, series)
        yield Pair(path.stem, TUTORIALS.get(game, game), lang, booklet, Ground(sentences(booklet), {}),
                   ("--source", str(original), "--source-lang", ORIGINAL), 2 if original.parent == HOURS else 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", help="these texts", default=())
    parser.add_argument("--write", type=Path, help="write the documents to this folder")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        compared = compares_with_a_source(desk)
        for pair in own_pairs():
            tried = pair.name == UNTOUCHED or (HOURS / f"{pair.name}.plants").is_file()
            if tried and pair.name in (asked.only or [pair.name]):
                print("\n".join(report(desk, pair, pair.source if compared else (), asked.write)))
        for pair in whole():
            if pair.lang not in languages():
                print(f"{pair.name} is not tried: there is no data for `{pair.lang}`")
            elif pair.name in (asked.only or [pair.name]):
                print(*report(desk, pair, pair.source, asked.write), *alone(desk, pair), sep="\n", flush=True)
