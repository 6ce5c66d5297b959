"""Tell for each rule of pairs and its kinds of evidence what is false in untouched texts, and what is true in planted ones.

    python bench/by_rule.py [--text NAME...] [--operators NAME...] [--most N] [--seed S] [--languages] [--false]

It reads the development texts: untouched, in all pairs of their languages, where every error and warning is false; with
mistakes planted, from English. A row has the level, the rule and its kind of evidence; how many findings are false; how many
planted mistakes it finds; and how many it alone finds, at its level: an error that no other error tells, a warning where
nothing else is found. Those would be lost with it. Rows with the most false findings stand first. `--languages` parts the
rows by the language of the translation, and `--false` lists the false findings with their sentences.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen
from booklets import booklet_of, written
from development import TEXTS, findings, ground_of, languages, path_of
from planting import OPERATORS, Plant, drawn

from rulewright.translation.document.document import document
from translation import LEVELS, lines_of, new_findings, together
from translation import Finding as Found

# What is planted by default: the kinds of mistakes for which there are figures to reach, and others that a person wrote.
PLANTED = ("number_changed", "columns_swapped", "sentence_dropped", "compared", "negated", "hedged", "other",
           "term_replaced", "sentences_swapped", "garbled")
# What tells kinds of evidence apart where a finding names words and not codes: a part of its message.
BY_WORDS = ("and here perhaps", "the original does not say that", "and this sentence says", "letters are missing",
            "can hardly mean")


@frozen
class Kind:
    """A level, a rule and its kind of evidence; the language of the translation, if rows are parted by it."""

    level: str
    rule: str
    evidence: str
    lang: str = ""


@frozen
class Counts:
    """What each kind of finding does: false in untouched texts, true in planted ones, and true where it alone finds."""

    false: Counter[Kind] = field(factory=Counter)
    true: Counter[Kind] = field(factory=Counter)
    alone: Counter[Kind] = field(factory=Counter)


def kind(finding: Found, lang: str) -> Kind:
    """The kind of a finding: of turns of phrase, which of them; of words, what is said of them."""
    said = [part for part in BY_WORDS if part in str(finding["message"])]
    turned = finding["rule"] not in ("pair/term", "fluency/garbled") and not str(finding["rule"]).startswith(
        ("pair/number", "pair/sentence", "accuracy/"))
    evidence = f"{finding['expected'] or '-'} => {finding['found'] or '-'}" if turned else next(iter(said), "")
    return Kind(str(finding["level"]), str(finding["rule"]), evidence, lang)


def of_plant(plant: Plant, here: Sequence[Found], counts: Counts, lang: str) -> None:
    """Count the findings on the lines of one planted mistake."""
    kinds = {kind(finding, lang) for finding in here}
    counts.true.update(kinds)
    errors = {one for one in kinds if one.level == "error"}
    for some in (errors, kinds):
        if len(some) == 1 and (some is errors or not errors):
            counts.alone.update(some)


def count(text: str, asked: argparse.Namespace, counts: Counts) -> Iterator[str]:
    """Count in one text, in all its languages; the lines of what is false."""
    for lang in (lang for lang in languages(text) if lang != "en"):
        shown = lang if asked.languages else ""
        booklet = booklet_of(path_of(text, lang))
        plain = written(booklet, {}).text
        for source in (source for source in languages(text) if source != lang):
            there = path_of(text, source).read_text(encoding="utf-8")
            original = document("there.md", there, source)
            untouched = [row for row in findings(original, plain, lang) if row["level"] in LEVELS]
            counts.false.update(kind(row, shown) for row in untouched)
            yield from (_listed(text, (source, lang), row, there.splitlines(), plain.splitlines()) for row in untouched)
            if source == "en":
                before = Counter(f"{row['id']} {row['level']}" for row in untouched)
                made = ground_of(text, lang, booklet_of(path_of(text, source)))
                for operator in asked.operators:
                    for plants in together(drawn(made, operator, asked.most, asked.seed)):
                        new = written(booklet, {place: what for plant in plants for place, what in plant.instead.items()})
                        found = new_findings(before, findings(original, new.text, lang))
                        for plant in plants:
                            spans = [lines_of(place, new) for place in plant.places]
                            here = [row for row in found if any(a <= _line(row) <= b for a, b in spans)]
                            of_plant(plant, here, counts, shown)


def _line(row: Found) -> int:
    line = row["line"]
    return line if isinstance(line, int) else 0


def _listed(text: str, langs: tuple[str, str], row: Found, own: Sequence[str], other: Sequence[str]) -> str:
    """A false finding with its line in both texts: those of development are line by line the same."""
    line = _line(row) - 1
    return "\n".join((f"{text} {langs[0]} to {langs[1]}, {row['level']} {row['rule']}, line {line + 1}: {row['message']}",
                      *(f"    {lines[line]}" for lines in (own, other) if 0 <= line < len(lines))))


def table(counts: Counts) -> Iterator[str]:
    """The rows, those with the most false findings first."""
    yield "| level | rule | evidence | language | false | true | alone |\n|---|---|---|---|---|---|---|"
    order: Mapping[Kind, tuple[int, int, str]] = {one: (-counts.false[one], counts.alone[one], str(one))
                                                  for one in {*counts.false, *counts.true}}
    for one in sorted(order, key=lambda one: order[one]):
        yield (f"| {one.level} | {one.rule} | {one.evidence} | {one.lang} | {counts.false[one]} | {counts.true[one]} | "
               f"{counts.alone[one]} |")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    texts = sorted({path.name.split(".")[0] for path in TEXTS.glob("*.md")})
    parser.add_argument("--text", nargs="*", default=texts, choices=texts, help="these texts")
    parser.add_argument("--operators", nargs="*", default=list(PLANTED), choices=list(OPERATORS), help="these operators")
    parser.add_argument("--most", type=int, default=20, help="mistakes of each kind in each text")
    parser.add_argument("--seed", type=int, default=1, help="draws the places and the values")
    parser.add_argument("--languages", action="store_true", help="a row for each language of the translation")
    parser.add_argument("--false", action="store_true", help="list what is false, with its sentences")
    asked, counts = parser.parse_args(), Counts()
    for text in asked.text:
        for line in count(text, asked, counts):
            if asked.false:
                print(line, flush=True)
    print(*table(counts), sep="\n")
    print(*(f"{level}: {sum(times for one, times in counts.false.items() if one.level == level)} false, "
            f"{sum(times for one, times in counts.alone.items() if one.level == level)} of {counts.true.total()} found alone"
            for level in LEVELS), sep="\n")


if __name__ == "__main__":
    main()
