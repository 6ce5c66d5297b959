"""Sentences at the table whose numbers a variant sets: nouns of the glossary follow the numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

DUEL = '''rulebook duel
    "Duel"
    players 1

table arrow
    "What is shot."
    range: 0..9
    dice: 0..9
    row fire: 1, 2
        "An arrow strikes at most {range} hex away, with {dice} dice for each of {range} wounds."

note arrows
    "There are {count a in arrow} arrows, {sum a in arrow: a.dice} dice in all, {max a in arrow: a.range} hex far, and"
    "{count a in arrow where a.dice > 2} strong ones; the weakest has {min a in arrow: a.dice} dice."

state
    shot: 0..9

play
    repeat
        choose shooting by P1
            "An arrow is shot."
            move "{a}" for a in arrow
                shot gains a.dice
        check over

end over
    "All is over."
    when shot > 3
    draw
'''
GLOSSARY = """concept,term,status,forms,note
hex,hex,preferred,pl=hexes,
die,die,preferred,pl=dice,
wound,wound,preferred,pl=wounds,
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A rulebook with a glossary, and a variant of it."""
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.glossary.csv").write_text(GLOSSARY)
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "far.rules").write_text(
        'variant far of "duel.rules"\n    "Far"\n\nset arrow.fire.range = 3\nset arrow.fire.dice = 1\n')
    return tmp_path


@pytest.mark.parametrize(("file", "row"), [
    ("duel.rules", "An arrow strikes at most 1 hex away, with 2 dice for each of 1 wound."),
    ("far.rules", "An arrow strikes at most 3 hexes away, with 1 die for each of 3 wounds."),
])
def test_a_noun_follows_its_number(duel: Path, file: str, row: str) -> None:
    assert rulewright.load(str(duel / file)).rules(1).clauses["arrow.fire"].statement == row


def test_a_sentence_has_numbers_of_all_rows_of_a_table(duel: Path) -> None:
    said = [rulewright.load(str(duel / file)).rules(1).clauses["arrows"].statement for file in ("duel.rules", "far.rules")]
    assert said == ["There are 1 arrows, 2 dice in all, 1 hex far, and 0 strong ones; the weakest has 2 dice.",
                    "There are 1 arrows, 1 die in all, 3 hexes far, and 0 strong ones; the weakest has 1 die."]
