"""Measure what `validate` finds in a translation, with its original and without: planted mistakes, alignment, time.

    python bench/translation.py [--only NAME...] [--most N] [--seed S] [--printed FOLDER] [--flow]
        [--flips] [--json FILE]

It uses only the commands and their JSON. The pairs are those of `bench/pairs`; with `--printed FOLDER` also the printed
rulebooks there (`GAME.LANG.txt`, not part of the project), whose originals are the other printed language or the readable
rulebook of the rules. No lock is used: the games are copied without their `documents`.

A planted mistake counts as found if `validate` reports a finding that it does not report on the untouched text, on a line of
the changed sentence; of a sentence that is missing, on a line from that of the sentence before to that of the sentence behind.
In a printed rulebook, where a line is a paragraph, the line is the paragraph's. Notes do not count. A text gets up to eight
mistakes of one kind at once, at least three sentences between them.

Comparisons, negations, may and must are changed as a person wrote it for the text, and elsewhere by the turns of phrase of its
language (`flips` in `pairs/languages`). With `--flips` the second alone are planted: a person writes in many more ways.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen
from booklets import WIDTH, Booklet, Written, booklet_of, flowing, sentences, written
from click.testing import CliRunner
from planting import DATA, OPERATORS, Ground, Plant, drawn, ground

from rulewright.cli.main import main

ROOT = Path(__file__).parents[1]
LEVELS = ("error", "warning")
# The most places of each kind in each text: many where a share has to be known well, fewer of the others.
MANY, FEW = 60, 15
OF_MANY = ("number_changed", "columns_swapped", "sentence_dropped", "compared", "negated", "hedged", "other",
           "term_replaced")
NORMAL = 1.96  # the quantile of a normal distribution for intervals of 95 %
AT_ONCE, APART = 8, 3  # mistakes of one kind in one text, and the sentences between them
TARGETS = {  # what is aimed at: as error, at any level
    "number_changed": (0.95, 0.98), "columns_swapped": (0.9, 0.95), "sentence_dropped": (0.85, 0.95), "compared": (0.7, 0.9),
    "negated": (0.6, 0.85), "hedged": (0.6, 0.85), "term_replaced": (0.5, 0.85), "sentences_swapped": (None, 0.9),
    "garbled": (None, 0.95),
}
ALARMS = {"error": 1, "warning": 5}  # the most false ones in 100 sentences
LABELS = {
    "number_changed": "number changed", "columns_swapped": "players' columns swapped", "cells_swapped": "other cells swapped",
    "sentence_dropped": "sentence dropped", "compared": "comparison, direction, order flipped",
    "negated": "negation put in or taken out", "hedged": "may and must, exactly and up to",
    "other": "condition, actor, quantity, item, step, reference",
    "term_replaced": "term replaced by another of the game", "sentences_swapped": "sentences swapped, 5 apart",
    "garbled": "garbled", "untranslated": "left untranslated", "shortened": "shortened to half", "repeated": "repeated",
}
Finding = Mapping[str, object]


@frozen
class Pair:
    """A translation and what it is compared with."""

    name: str
    game: str
    lang: str
    booklet: Booklet
    ground: Ground
    source: tuple[str, ...]  # the options that name the original
    players: int = 0
    hand: tuple[tuple[frozenset[int], frozenset[int]], ...] = ()  # original sentences and translated ones, counted from 1
    original: Booklet = ()


# ---- Pairs ---------------------------------------------------------------------------------------


def own_pairs() -> Iterator[Pair]:
    """The pairs that belong to the project."""
    for row in tomllib.loads((DATA / "pairs.toml").read_text(encoding="utf-8"))["pair"]:
        name, (title, source_lang) = row["translation"], row["original"].rsplit(".", 1)
        lang = name.rsplit(".", 1)[1]
        source = DATA / "texts" / f"{row['original']}.md"
        booklet, original = booklet_of(DATA / "texts" / f"{name}.md"), booklet_of(source)
        hand = tuple(alignment(DATA / "alignments" / f"{title}.{source_lang}-{lang}.pairs"))
        words = [sentence.words for sentence in sentences(original)]
        theirs = {new - 1: " ".join(words[old - 1] for old in sorted(olds)) for olds, news in hand for new in news if olds}
        yield Pair(name, row["game"], lang, booklet, ground(booklet, lang, DATA / "plants" / f"{name}.plants", theirs),
                   ("--source", str(source), "--source-lang", source_lang), row["players"], hand, original)


def printed_pairs(folder: Path) -> Iterator[Pair]:
    """The printed rulebooks: compared with the same rulebook in another language, or with what the rules say in Russian."""
    paths = sorted(folder.glob("*.*.txt"))
    for path in paths:
        game, lang = path.name.split(".")[:2]
        others = [other for other in paths if other != path and other.name.startswith(f"{game}.")]
        if (ROOT / "games" / game).is_dir() and (DATA / "languages" / f"{lang}.toml").is_file():
            booklet = booklet_of(path, printed=True)
            source = str(others[0]) if others else "rules"
            yield Pair(path.stem, game, lang, booklet, ground(booklet, lang),
                       ("--source", source, "--source-lang", others[0].name.split(".")[1] if others else lang))


def alignment(path: Path) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """A list made by hand: sentences of the original = sentences of the translation."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            old, new = line.split("=")
            yield frozenset(map(int, old.split())), frozenset(map(int, new.split()))


# ---- The command ---------------------------------------------------------------------------------


class Refused(Exception):
    """The command refuses what it is given; the message says why."""


@define
class Desk:
    """Where documents are written and the command is run on them; games there have no locks."""

    folder: Path
    calls: int = field(default=0)
    seconds: float = field(default=0.0)
    _runner: CliRunner = field(factory=CliRunner)

    def game(self, name: str) -> str:
        """A copy of a game without the documents' locks; `tutorial/race` is a rulebook among others in its folder."""
        folder, _, rulebook = name.partition("/")
        place = self.folder / "games" / folder
        if not place.is_dir():
            shutil.copytree(ROOT / "games" / folder, place, ignore=shutil.ignore_patterns("documents"))
        return str(place / f"{rulebook or folder}.rules")

    def findings(self, pair: Pair, text: str, source: Sequence[str]) -> Sequence[Finding]:
        """The findings of `validate` on a text."""
        self.calls += 1
        document = self.folder / f"{self.calls}.md"
        document.write_text(text, encoding="utf-8")
        out = self.run("validate", self.game(pair.game), "--document", str(document), "--lang", pair.lang, *source,
                       *(("--players", str(pair.players)) if pair.players else ()), "--json")
        document.unlink()
        found = json.loads(out)["findings"]
        assert isinstance(found, list)
        return found

    def run(self, *arguments: str) -> str:
        """What a command prints."""
        start = time.process_time()
        result = self._runner.invoke(main, arguments)
        self.seconds = time.process_time() - start
        if result.exit_code not in (0, 1) or (result.exception is not None and not isinstance(result.exception, SystemExit)):
            raise Refused(result.output.strip() or repr(result.exception))
        return result.stdout


def compares_with_a_source(desk: Desk) -> bool:
    """Return whether `validate` can be given an original."""
    return "--source" in desk.run("validate", "--help")


# ---- Figures -------------------------------------------------------------------------------------


@frozen
class Outcome:
    """A planted mistake: whether a new finding is on its lines, at each level."""

    operator: str
    place: int
    what: str
    error: bool
    warning: bool  # a warning or an error


def together(plants: Sequence[Plant]) -> Iterator[list[Plant]]:
    """Mistakes to plant in one text: a few, far from each other, so that the command runs less often."""
    left = list(plants)
    while left:
        chosen: list[Plant] = []
        for plant in left:
            far = all(abs(one - other) > APART for one in plant.places for made in chosen for other in made.places)
            if far and len(chosen) < AT_ONCE:
                chosen.append(plant)
        left = [plant for plant in left if plant not in chosen]
        yield chosen


def new_findings(before: Counter[str], after: Sequence[Finding]) -> list[Finding]:
    """The errors and warnings that the untouched text does not have."""
    left = Counter(before)
    new = []
    for finding in after:
        key = _key(finding)
        if left[key] > 0:
            left[key] -= 1
        elif finding["level"] in LEVELS:
            new.append(finding)
    return new


def outcome(plant: Plant, new: Sequence[Finding], text: Written) -> Outcome:
    """Look for new findings on the lines of a planted mistake."""
    ranges = [lines_of(place, text) for place in plant.places]
    here = [finding for finding in new if any(first <= _line(finding) <= last for first, last in ranges)]
    return Outcome(plant.operator, plant.places[0] + 1, plant.what, any(finding["level"] == "error" for finding in here),
                   bool(here))


def _key(finding: Finding) -> str:
    return f"{finding['id']} {finding['level']}"


def _line(finding: Finding) -> int:
    line = finding["line"]
    return line if isinstance(line, int) else 0


def lines_of(place: int, text: Written) -> tuple[int, int]:
    """The lines of a sentence; of one that is missing, from the line of the sentence before to that of the one behind."""
    if place in text.lines:
        return text.lines[place]
    behind = [lines[0] for other, lines in text.lines.items() if other > place]
    ahead = [lines[1] for other, lines in text.lines.items() if other < place]
    return max(ahead, default=1), min(behind, default=max(ahead, default=1))


def aligned(desk: Desk, pair: Pair) -> dict[str, object]:
    """How many sentences of the translation the command pairs with those of the original that the hand-made list has.

    The sentences of a line count as one, as in the list; titles and heads of tables are not counted.
    """
    document = desk.folder / f"{pair.name}.md"
    document.write_text(written(pair.booklet, {}).text, encoding="utf-8")
    out = desk.run("document", "pairs", desk.game(pair.game), "--document", str(document), "--lang", pair.lang, *pair.source,
                   *(("--players", str(pair.players)) if pair.players else ()), "--all", "--json")
    theirs: dict[int, set[int]] = {}
    for row in json.loads(out)["pairs"]:
        for line in row["lines"]:
            theirs.setdefault(line, set()).update(row["original_lines"])
    here = {place + 1: lines[0] for place, lines in written(pair.booklet, {}).lines.items()}
    there = {place + 1: lines[0] for place, lines in written(pair.original, {}).lines.items()}
    hand = {here[new]: {there[old] for old in olds} for olds, news in pair.hand for new in news}
    counted = {place + 1: here[place + 1] for place, sentence in enumerate(sentences(pair.booklet))
               if sentence.kind not in ("title", "table head")}
    wrong = [ordinal for ordinal, line in counted.items() if theirs.get(line) != hand[line]]
    return {"aligned": round(1 - len(wrong) / len(counted), 3), "aligned otherwise": wrong}


def measured(desk: Desk, pair: Pair, source: Sequence[str], most: int | None, seed: int, width: int | None,
             only: Sequence[str]) -> dict[str, object]:
    """The figures of a pair: false alarms on the untouched text, planted mistakes found, seconds."""
    booklet = flowing(pair.booklet) if width else pair.booklet
    untouched = desk.findings(pair, written(booklet, {}, width).text, source)
    seconds = desk.seconds
    before = Counter(_key(finding) for finding in untouched)
    count = len(sentences(pair.booklet))
    outcomes: list[Outcome] = []
    for operator in only:
        for plants in together(drawn(pair.ground, operator, most or (MANY if operator in OF_MANY else FEW), seed)):
            text = written(booklet, {place: new for plant in plants for place, new in plant.instead.items()}, width)
            found = new_findings(before, desk.findings(pair, text.text, source))
            outcomes += [outcome(plant, found, text) for plant in plants]
    return {"sentences": count, "seconds": round(seconds, 2),
            "false alarms": {level: round(100 * sum(finding["level"] == level for finding in untouched) / count, 1)
                             for level in LEVELS},
            "untouched": [f"{finding['level']} {finding['rule']} {finding['line']}: {finding['message']}"
                          for finding in untouched if finding["level"] in LEVELS],
            "planted": {operator: _row([item for item in outcomes if item.operator == operator]) for operator in only}}


def _row(outcomes: Sequence[Outcome]) -> dict[str, object]:
    return {"planted": len(outcomes), "error": sum(item.error for item in outcomes),
            "any": sum(item.warning for item in outcomes),
            "missed": [f"{item.place} {item.what}" for item in outcomes if not item.warning]}


# ---- The table -----------------------------------------------------------------------------------


def table(figures: Mapping[str, Mapping[str, dict[str, object]]]) -> Iterator[str]:
    """For each way of comparing: a row for each operator, all pairs together and each alone."""
    for way, of_pairs in figures.items():
        yield f"\n### {way}\n"
        yield f"| as error / at any level | aimed at | all | {' | '.join(of_pairs)} |"
        yield "|---" * (len(of_pairs) + 3) + "|"
        for operator, label in LABELS.items():
            rows = [_planted(figure, operator) for figure in of_pairs.values()]
            if any(row.get("planted") for row in rows):
                aim = " / ".join("-" if share is None else f"{share}" for share in TARGETS.get(operator, (None, None)))
                yield f"| {label} | {aim} | {_shares(rows)}{_intervals(rows)} | {' | '.join(_shares([row]) for row in rows)} |"
        for level, most in ALARMS.items():
            each = [_alarms(figure, level) for figure in of_pairs.values()]
            total = round(sum(each) / len(each), 1)
            yield f"| {level}s on the untouched text, in 100 sentences | {most} | {total} | {' | '.join(map(str, each))} |"
        for key, aim in (("aligned", "0.97"), ("sentences", "-"), ("seconds", "2")):
            if any(key in figure for figure in of_pairs.values()):
                yield f"| {key} | {aim} | | {' | '.join(str(figure.get(key, '-')) for figure in of_pairs.values())} |"
        missed = list(not_reached(list(of_pairs.values())))
        yield "\nNot reached by all together:" + ("\n" if missed else " nothing.")
        yield from (f"- {figure}" for figure in missed)


def not_reached(figures: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """The figures of all pairs together that are below what is aimed at, and the false alarms that are above."""
    for operator, aims in TARGETS.items():
        rows = [_planted(figure, operator) for figure in figures]
        count = sum(row.get("planted", 0) for row in rows)
        for aim, key, name in zip(aims, ("error", "any"), ("as error", "at any level"), strict=True):
            found = sum(row.get(key, 0) for row in rows)
            if count and aim is not None and found < aim * count:
                yield f"{LABELS[operator]} {name}, {found / count:.2f} for {aim}"
    for level, most in ALARMS.items():
        alarms = sum(_alarms(figure, level) for figure in figures) / len(figures)
        if alarms > most:
            yield f"{level}s on untouched text, {alarms:.1f} for {most} in 100 sentences"


def _planted(figure: Mapping[str, object], operator: str) -> Mapping[str, int]:
    planted = figure["planted"]
    assert isinstance(planted, dict)
    row = planted.get(operator, {})
    assert isinstance(row, dict)
    return row


def _alarms(figure: Mapping[str, object], level: str) -> float:
    alarms = figure["false alarms"]
    assert isinstance(alarms, dict)
    return float(alarms[level])


def _shares(rows: Sequence[Mapping[str, int]]) -> str:
    count = sum(row.get("planted", 0) for row in rows)
    if not count:
        return "-"
    return " / ".join(f"{sum(row.get(key, 0) for row in rows) / count:.2f}" for key in ("error", "any")) + f" of {count}"


def _intervals(rows: Sequence[Mapping[str, int]]) -> str:
    """The intervals of 95 % of both shares: Wilson's, which are right for few places and for shares near 1 too."""
    count = sum(row.get("planted", 0) for row in rows)
    if not count:
        return ""
    each = []
    for key in ("error", "any"):
        share, square = sum(row.get(key, 0) for row in rows) / count, NORMAL**2 / count
        middle, reach = share + square / 2, (square * (share * (1 - share) + square / 4)) ** 0.5
        each.append(f"{(middle - reach) / (1 + square):.2f}..{(middle + reach) / (1 + square):.2f}")
    return f" ({', '.join(each)})"


# ---- ---------------------------------------------------------------------------------------------


def options() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], help="these pairs, by a part of their names")
    parser.add_argument("--operators", nargs="*", default=list(OPERATORS), help="these operators", choices=list(OPERATORS))
    parser.add_argument("--ways", nargs="*", default=["with", "without"], help="with the original, without",
                        choices=["with", "without"])
    parser.add_argument("--most", type=int, help=f"mistakes of each kind in each text [{MANY}; {FEW} of some kinds]")
    parser.add_argument("--seed", type=int, default=1, help="draws the places and the values")
    parser.add_argument("--printed", type=Path, help="a folder with printed rulebooks, GAME.LANG.txt")
    parser.add_argument("--flow", action="store_true", help=f"join sentences to paragraphs of {WIDTH} columns")
    parser.add_argument("--flips", action="store_true", help="plant no mistake that a person wrote for the text")
    parser.add_argument("--json", type=Path, help="write all figures, with what was missed, to this file")
    return parser.parse_args()


def all_figures(asked: argparse.Namespace, desk: Desk) -> dict[str, dict[str, dict[str, object]]]:
    """Measure each pair, with its original and without."""
    pairs = [*own_pairs(), *(printed_pairs(asked.printed) if asked.printed else ())]
    if asked.flips:
        pairs = [evolve(pair, ground=evolve(pair.ground, by_hand=())) for pair in pairs]
    ways: dict[str, Callable[[Pair], tuple[str, ...]]] = {
        "with the original": lambda pair: pair.source, "without an original": lambda pair: ()}
    if "with" not in asked.ways or not compares_with_a_source(desk):
        del ways["with the original"]
    if "without" not in asked.ways:
        del ways["without an original"]
    out: dict[str, dict[str, dict[str, object]]] = {}
    for way, source in ways.items():
        for pair in pairs:
            if asked.only and not any(name in pair.name for name in asked.only):
                continue
            try:
                figures = measured(desk, pair, source(pair), asked.most, asked.seed, WIDTH if asked.flow else None,
                                   asked.operators)
                out.setdefault(way, {})[pair.name] = figures | (aligned(desk, pair) if source(pair) and pair.hand else {})
            except Refused as error:
                print(f"{way}: {pair.name} is not measured: {error}", file=sys.stderr, flush=True)
            print(f"{time.process_time():6.0f} s  {way}: {pair.name}", file=sys.stderr, flush=True)
    return out


if __name__ == "__main__":
    asked = options()
    with tempfile.TemporaryDirectory() as folder:
        figures = all_figures(asked, Desk(Path(folder)))
    print("\n".join(table(figures)))
    if asked.json:
        asked.json.write_text(json.dumps(figures, ensure_ascii=False, indent=1), encoding="utf-8")
