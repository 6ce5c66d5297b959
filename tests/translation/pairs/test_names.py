"""Names of letters and a number, as `S12`: another number is a mistake, other letters or a noun in their place are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.dsl.load.loader import find, read
from rulewright.dsl.statements.glossary import glossary_of
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.facts.facts import facts_of
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

ENGLISH = """# The Race

Each player takes two pawns of one colour.

All pawns begin on space S0, at the start of the track.

A pawn that stops on the bridge (S6) goes on to S12.

A pawn that stops on the pit (S25) goes back to S15.

The inns are the Boar on S9 and the Crown on S20.

The first player whose pawns have all reached the finish wins.
"""
GERMAN = """# Das Rennen

Jeder Spieler nimmt sich zwei Figuren einer Farbe.

Alle Figuren beginnen auf Feld S0, am Start der Strecke.

Eine Figur, die auf der Brücke (S6) stehen bleibt, zieht weiter nach S12.

Eine Figur, die auf der Grube (S25) stehen bleibt, geht zurück nach S15.

Die Gasthäuser sind der Eber auf S9 und die Krone auf S20.

Der erste Spieler, dessen Figuren alle das Ziel erreicht haben, gewinnt.
"""
Told = tuple[str, str | None, str | None]


def told(german: str, english: str = ENGLISH) -> list[Told]:
    found: list[Finding] = [*compared(side_by_side(document("en.md", english, "en"), document("de.md", german, "de")))]
    return [(finding.rule, finding.expected, finding.actual) for finding in found if finding.rule.startswith("pair/number")]


@pytest.mark.parametrize(("was", "now", "expected"), [
    ("nach S12", "nach S13", [("pair/number", "S12", "S13")]),
    ("auf S20", "auf S2", [("pair/number", "S20", "S2")]),
    (" (S6)", "", [("pair/number-missing", "S6", None)]),
    ("zurück nach S15", "zurück nach S15 oder S16", [("pair/number-added", None, "S16")]),
])
def test_another_number_of_a_name_is_reported(was: str, now: str, expected: list[Told]) -> None:
    assert told(GERMAN) == []
    assert told(GERMAN.replace(was, now)) == expected


def test_names_in_each_others_sentences_are_reported() -> None:
    swapped = GERMAN.replace("S12", "@").replace("S15", "S12").replace("@", "S15")
    assert told(swapped) == [("pair/number", "S12", "S15"), ("pair/number", "S15", "S12")]


@pytest.mark.parametrize("called", ["F", "Feld ", "Nr. "])
def test_the_letters_may_be_translated_and_may_be_a_noun(called: str) -> None:
    german = GERMAN.replace("Feld S", "S")
    for number in (0, 6, 9, 12, 15, 20, 25):
        german = german.replace(f"S{number} ", f"{called}{number} ").replace(f"S{number})", f"{called}{number})")
        german = german.replace(f"S{number}.", f"{called}{number}.").replace(f"S{number},", f"{called}{number},")
    assert "S12" not in german
    assert f"{called}12" in german
    assert told(german) == []


def test_names_are_read_between_characters_that_are_words() -> None:
    english = "# The Race\n\nThe pawn on the bridge (S6) goes on to S12.\n\nThe pawn in the pit (S25) goes back to S15.\n"
    japanese = "# レース\n\n橋(S6)の駒はS13へ進みます。\n\n穴(S25)の駒はS15へ戻ります。\n"
    found = compared(side_by_side(document("en.md", english, "en"), document("ja.md", japanese, "ja")))
    assert [(finding.expected, finding.actual) for finding in found if finding.rule == "pair/number"] == [("S12", "S13")]


def validated(folder: Path, german: str, english: str | None = None) -> list[str]:
    (folder / "de.md").write_text(german, encoding="utf-8")
    (folder / "en.md").write_text(english or "", encoding="utf-8")
    source = () if english is None else ("--source", str(folder / "en.md"), "--source-lang", "en")
    result = CliRunner().invoke(main, ["validate", "race", "--document", str(folder / "de.md"), "--lang", "de", *source])
    return [line.partition(": ")[2] for line in result.stdout.splitlines() if "[pair/" in line or "[fluency/" in line]


def test_the_rules_decide_which_name_is_wrong(tmp_path: Path) -> None:
    (error,) = validated(tmp_path, GERMAN.replace("nach S12", "nach S13"), ENGLISH)
    assert error.startswith("error: shortcut.bridge: the original says `S12` (line 7 of the original), and this sentence says "
                            "`S13`; the rules agree with the original")
    (warning,) = validated(tmp_path, GERMAN, ENGLISH.replace("to S12", "to S13"))
    assert "the rules agree with this sentence, so the original is wrong" in warning


def test_a_name_of_the_rules_is_not_garbled(tmp_path: Path) -> None:
    assert validated(tmp_path, GERMAN) == []
    (warning,) = validated(tmp_path, GERMAN.replace("nach S12", "nach S45"))
    assert "the author can hardly mean `S45`" in warning


def test_a_name_whose_letters_are_translated_is_not_garbled_beside_its_original(tmp_path: Path) -> None:
    assert validated(tmp_path, GERMAN.replace("nach S12", "nach F12"), ENGLISH) == []


# The pit takes a pawn forward, and the sentence on the pawn that goes forward is left out.
TRACK = """The track has spaces numbered from S0 to S30. Two spaces of the track lead somewhere else.
The bridge on space S6 takes a pawn forward to space S12. The pit on space S25 takes a pawn back to space S15.
Two spaces of the track are inns: the Boar on S9 is near the start, and the Crown on S20 lies towards the finish.

The player rolls the die and moves one of their pawns forward by that number of spaces.
The player chooses which of their pawns to move, but they must move one if they can.
A pawn that is already at the finish may not be moved. A pawn may not go past the finish.
The pawn goes forward space by space. A player who can move none of their pawns loses the turn."""
TOR = """Tor składa się z pól oznaczonych od S0 do S30. Dwa pola prowadzą w inne miejsce.
Most na polu S6 przenosi pionek naprzód, na pole S21. Dół na polu S25 przenosi pionek naprzód na pole S15.
Na torze stoją też dwie karczmy: „Pod Dzikiem” na S9, blisko mety, oraz „Pod Koroną” na S20, bliżej mety.

Gracz rzuca kostką i przesuwa jeden ze swoich pionków do tyłu o tyle pól, ile wypadło.
Przeciwnik wybiera, którym pionkiem pójdzie, ale jeśli może się ruszyć, to musi.
Pionka, który jest już na mecie, wolno ruszać. Pionek nie może minąć mety.
Kto nie może ruszyć żadnym pionkiem, traci turę."""


def test_names_pair_two_sentences_though_one_says_the_contrary() -> None:
    files = read(find("race"))
    numbered = facts_of(files).numbered
    texts = side_by_side(document("en.md", TRACK, "en", glossary_of(files, "en"), numbered),
                         document("pl.md", TOR, "pl", None, numbered))
    assert [link.translation for link in texts.links if 3 in link.original] == [(3,)]
    assert [link.translation for link in texts.links if 9 in link.original] == [()]
