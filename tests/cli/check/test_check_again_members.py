"""`check` after a row, a word or a parameter of an event has changed reports what it reports without anything kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulewright.cli.checking import texts
from rulewright.cli.checking.result import CheckResult
from rulewright.dsl.incremental.cached import CachedRulebook

from .conftest import Report
from .test_check_again import DICE
from .test_check_again_besides import write_texts

TABLE = """enum hue: pale, dark
    "Hues."

table cup
    "Cups."
    holds: 0..9
    hue_of: hue = pale
    row small: 2
        "A small cup holds {holds}."
    row large: 5, dark
        "A large cup holds {holds}."

each player has
    from_cup: cup or none = small

event shaken(p: player)
    "{p} shakes."

function held_by(p: player): 0..9
    "What the cup of {p} holds."
    gives p.from_cup.holds if p.from_cup != none and p.from_cup.hue_of != dark else 5

"""
RULEBOOK = DICE.replace("end over\n", TABLE + "end over\n").replace("min(5, die)", "min(5, max(held_by(p), die))").replace(
    "    check over\n", "    announce shaken(p)\n    check over\n")
WORDED = """hue
    "Оттенки."

cup
    "Кубки, всего {sum c in cup: c.holds}."

cup.small
    "В малом {holds}."

cup.large
    "В большом {holds}."

shaken
    "{p} трясёт."

word dark
    "тёмный"

word large
    "большой"
"""
WIDE = '    row wide: 4\n        "A wide cup holds {holds}."\n'
# What is written in place of what: whether the rest is left alone, and a part of what is reported.
EDITS = {
    "a row": ("    row large", WIDE + "    row large", True, "1 clause has no text in `ru`: `cup.wide`"),
    "a row without a statement": ("    row large", "    row wide: 4\n    row large", True, "dice.rules: "),
    "a row with a forbidden term": (
        "    row large", WIDE.replace("A wide cup", "It of pebbles") + "    row large", True, "forbids"),
    "a row less": (
        '    row large: 5, dark\n        "A large cup holds {holds}."\n', "", True, "there is no clause `cup.large`"),
    "a row less, of which a text words the name": (
        '    row large: 5, dark\n        "A large cup holds {holds}."\n', "", True, "there is no word `large`"),
    "a last word": ("hue: pale, dark", "hue: pale, dark, bright", True, "write `hue "),
    "a first word": ("hue: pale, dark", "hue: bright, pale, dark", True, "write `hue "),
    "a row with a mistake": ("    row large", WIDE.replace("4", "40") + "    row large", False, "error["),
    "a parameter of an event": ("shaken(p: player)\n    \"{p}", "shaken(q: player)\n    \"{q}", True, "`p` is neither"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_members_that_differ_are_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool], edit: str
                                                          ) -> None:
    before, now, is_alone, said = EDITS[edit]
    assert RULEBOOK.count(before) == 1
    write_texts(tmp_path, WORDED)
    first = report(RULEBOOK)
    assert "error[" not in first, first
    changed = RULEBOOK.replace(before, now)
    again = report(changed)
    assert left_alone[-1:] == [is_alone]
    assert again == report(changed, "--no-cache")
    assert said in again


VARIANTS = {
    "few_cups": 'variant few_cups of dice\n\nbecause "Fewer."\n    remove cup.large\n',
    "pale_cups": 'variant pale_cups of dice\n\nbecause "Paler."\n    set cup.small.hue_of = dark\n'}
LARGE = '    row large: 5, dark\n        "A large cup holds {holds}."\n'


def test_what_a_variant_takes_away_is_gone_already(tmp_path: Path, report: Report, left_alone: list[bool]) -> None:
    (tmp_path / "variants").mkdir()
    for name, text in VARIANTS.items():
        (tmp_path / "variants" / f"{name}.rules").write_text(text, encoding="utf-8")
    write_texts(tmp_path, WORDED)
    first = report(RULEBOOK)
    assert "error[" not in first, first
    left_alone.clear()
    now = RULEBOOK.replace(LARGE, "")
    again = report(now)
    assert left_alone == [True, True, True]
    assert again == report(now, "--no-cache")
    assert "there is no `cup.large` to change" in again


def test_texts_of_a_rulebook_are_looked_at_without_its_variants(
        tmp_path: Path, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "pale_cups.rules").write_text(VARIANTS["pale_cups"], encoding="utf-8")
    write_texts(tmp_path, WORDED)
    asked, all_texts = list[int](), texts._with_all_texts

    def noted(result: CheckResult, kept: CachedRulebook, changed: Mapping[str, str]) -> CheckResult | None:
        asked.append(len(kept.variants))
        return all_texts(result, kept, changed)

    report(RULEBOOK)
    monkeypatch.setattr(texts, "_with_all_texts", noted)
    now = RULEBOOK.replace(LARGE, "")
    again = report(now)
    assert again == report(now, "--no-cache")
    # What the rulebook's own texts word is gone, and nothing else of them differs.
    assert asked == []
