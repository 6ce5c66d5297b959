"""Measure the checks of pairs on the development texts, in pairs of their languages; no figure of it is reported.

    python bench/development.py [--text NAME] [--to LANG...] [--from LANG...] [--operators NAME...]
        [--most N] [--seed S] [--missed]

The texts of `bench/pairs/development` are rulebooks of invented games in several languages, line by line the same, where
`train` and `abbey` are translated most freely: sentences are joined and parted within a line, and terms are said by pronouns.
Checks and thresholds are made with them at hand; what `bench/translation.py` reports is measured on other texts.
The checks are called directly, without rules.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from booklets import Booklet, booklet_of, sentences, written
from planting import DATA, OPERATORS, Ground, drawn, ground

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document, document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side
from translation import LABELS, LEVELS, Outcome, new_findings, outcome, together

TEXTS = DATA / "development"


def languages(text: str) -> list[str]:
    """The languages of a text."""
    return sorted(path.name.split(".")[1] for path in TEXTS.glob(f"{text}.*.md"))


def path_of(text: str, lang: str) -> Path:
    """The file of a text in a language."""
    return TEXTS / f"{text}.{lang}.md"


def ground_of(text: str, lang: str, original: Booklet) -> Ground:
    """Return what operators plant in: a text in a language, with the data for it."""
    # Nobody has listed the terms of some texts: in those, none stands for another.
    terms = tomllib.loads((TEXTS / "terms.toml").read_text(encoding="utf-8")).get(text, {}).get(lang, ())
    words = {place: sentence.words for place, sentence in enumerate(sentences(original))}
    made = ground(booklet_of(path_of(text, lang)), lang, TEXTS / "plants" / f"{text}.{lang}.plants", words)
    return Ground(made.sentences, {**made.language, "terms": terms}, made.by_hand, words)


def findings(original: Document, text: str, lang: str) -> list[dict[str, object]]:
    """The findings of the checks of pairs, as `validate --json` prints them."""
    found = compared(side_by_side(original, document("here.md", text, lang)))
    return [{"id": f"{row.rule} {row.place} {row.expected} {row.actual}", "level": row.level, "line": row.line,
             "rule": row.rule, "expected": row.expected, "found": row.actual, "message": row.message} for row in _unique(found)]


def _unique(found: Sequence[Finding]) -> Sequence[Finding]:
    return tuple(dict.fromkeys(found))


def measured(source: str, lang: str, asked: argparse.Namespace) -> tuple[list[Outcome], list[dict[str, object]], int]:
    """What is found of the mistakes that are planted, what is found in the untouched text, and its number of sentences."""
    there = path_of(asked.text, source)
    original = document("there.md", there.read_text(encoding="utf-8"), source)
    booklet, made = booklet_of(path_of(asked.text, lang)), ground_of(asked.text, lang, booklet_of(there))
    untouched = findings(original, written(booklet, {}).text, lang)
    before = Counter(f"{finding['id']} {finding['level']}" for finding in untouched)
    outcomes: list[Outcome] = []
    for operator in asked.operators:
        for plants in together(drawn(made, operator, asked.most, asked.seed)):
            text = written(booklet, {place: new for plant in plants for place, new in plant.instead.items()})
            new = new_findings(before, findings(original, text.text, lang))
            outcomes += [outcome(plant, new, text) for plant in plants]
    return outcomes, untouched, len(made.sentences)


def rows(outcomes: Sequence[Outcome], operators: Sequence[str]) -> Iterator[str]:
    """A line for each operator: how many are found, as error and at any level."""
    for operator in operators:
        some = [item for item in outcomes if item.operator == operator]
        if some:
            yield (f"{LABELS[operator]:40} {sum(item.error for item in some) / len(some):.2f} / "
                   f"{sum(item.warning for item in some) / len(some):.2f} of {len(some)}")


def options() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    texts = sorted({path.name.split(".")[0] for path in TEXTS.glob("*.md")})
    parser.add_argument("--text", default="wells", choices=texts, help="the text")
    parser.add_argument("--to", nargs="*", help="languages of the translation; all but English")
    parser.add_argument("--from", nargs="*", help="languages of the original; all", dest="sources")
    parser.add_argument("--operators", nargs="*", default=list(OPERATORS), help="these operators", choices=list(OPERATORS))
    parser.add_argument("--most", type=int, default=10, help="mistakes of each kind in each text")
    parser.add_argument("--seed", type=int, default=1, help="draws the places and the values")
    parser.add_argument("--missed", action="store_true", help="list what was missed, and what is found in untouched texts")
    asked = parser.parse_args()
    asked.to = asked.to or [lang for lang in languages(asked.text) if lang != "en"]
    asked.sources = asked.sources or languages(asked.text)
    return asked


def main() -> None:
    """Measure each pair of languages and all together."""
    asked, everything, alarms, count = options(), list[Outcome](), Counter[str](), 0
    for lang in asked.to:
        for source in (source for source in asked.sources if source != lang):
            start = time.process_time()
            outcomes, untouched, size = measured(source, lang, asked)
            levels = Counter(str(finding["level"]) for finding in untouched)
            everything, alarms, count = [*everything, *outcomes], alarms + levels, count + size
            print(f"{source} to {lang}: {levels['error']} errors, {levels['warning']} warnings, "
                  f"{time.process_time() - start:.0f} s", flush=True)
            if asked.missed:
                print(*(f"    {row['level']} {row['rule']} {row['line']}: {row['message']}" for row in untouched
                        if row["level"] in LEVELS), sep="\n")
                print(*(f"    missed {item.operator} {item.place}: {item.what}" for item in outcomes if not item.warning),
                      *(f"    no error {item.operator} {item.place}: {item.what}" for item in outcomes
                        if item.warning and not item.error and item.operator in LABELS), sep="\n")
    print(*rows(everything, asked.operators), sep="\n")
    errors, warnings = (100 * alarms[level] / count for level in LEVELS)
    print(f"in 100 untouched sentences: {errors:.1f} errors, {warnings:.1f} warnings")


if __name__ == "__main__":
    main()
