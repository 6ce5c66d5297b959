"""Numbers that name something, as `spaces 9 and 20`, are held against the names that the rules give, and are no counts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulewright.dsl.statements.glossary import glossary_of
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.document.language import language

from ..trails import LANGUAGES, STATED, facts, files, findings, lock_of, text

NAMES = ("accuracy/number-substituted", "accuracy/number-missing", "accuracy/number-unknown", "accuracy/number-changed")


def told(found: Iterable[Finding]) -> set[tuple[str, str | None, str | None, str | None]]:
    return {(finding.level, finding.clause, finding.expected, finding.actual) for finding in found if finding.rule in NAMES}


@pytest.mark.parametrize(("code", "words", "named"), [
    ("en", "Spaces no. 3-5, 8 & 12 are free.", [3, 4, 5, 8, 12]),
    ("en", "From space 3 to 5, on the 12th space.", [3, 4, 5, 12]),
    ("en", "Put on each space 3 walkers, on space 9, 3 walkers.", [9]), ("en", "Go on three spaces, 2 inns.", []),
    ("ru", "на клетку 3 путника, до клетки № 12, на 15-й клетке", [12, 15]), ("ru", "на каждой клетке 3", []),
    ("it", "dalla casella 3 alla 5, casella n. 12, ogni casella 3", [3, 4, 5, 12]),
    ("fr", "les cases de 3 à 5, la case nº 12, la 15e case, chaque case 3", [3, 4, 5, 12, 15]),
    ("es", "de la casilla 3 a la 5, casilla n.º 12, cada casilla 3", [3, 4, 5, 12]),
    ("de", "von Feld 3 bis 5, Feld Nr. 12, auf jedem Feld 3", [3, 4, 5, 12]),
])
def test_a_number_behind_the_noun_of_what_is_called_by_numbers_is_a_name(code: str, words: str, named: list[int]) -> None:
    shown = EvidenceReader(language(code), glossary_of(files(), code), facts().numbered).read(words)
    assert sorted(number for naming in shown.namings for number in naming.covered) == named
    assert [number.value for number in shown.numbers if number.match.kind == "name"] == [n for n in named if n != 4]


def test_it_is_none_where_the_rules_call_nothing_by_numbers() -> None:
    shown = EvidenceReader(language("en"), glossary_of(files(), "en")).read("Spaces 9 and 15 are inns.")
    assert [(number.value, number.match.kind) for number in shown.numbers] == [(9, "cardinal"), (15, "cardinal")]


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_that_are_right_are_no_finding(code: str) -> None:
    assert told(findings(text(code), code, lock_of(code))) == told(findings(text(code), code)) == set()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("old", "new", "wrong"), [
    ("12", "13", ("bridge.footbridge", "12 space", "13 space")), ("9", "8", ("inn.boar", "9 space", "8 space")),
    ("15", "16", ("inn.crown", "15 space", "16 space")), ("3", "2", ("meadow", "3 space, 4 space, 5 space", "2 space")),
])
def test_another_name_is_an_error_once(code: str, old: str, new: str, wrong: tuple[str, str, str]) -> None:
    place = {"12": 0, "9": 1, "15": 1, "3": 2}[old]
    sentence = text(code).strip().split("\n\n")[1 + place]
    changed = text(code, {sentence: sentence.replace(old, new)})
    assert told(findings(changed, code, lock_of(code))) == {("error", *wrong)}
    assert told(findings(changed, code, lock_of(code, changed))) == {("error", *wrong)}  # confirmed by mistake


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_range_that_goes_on_too_far_is_an_error(code: str) -> None:
    sentence = text(code).strip().split("\n\n")[3]
    changed = text(code, {sentence: sentence.replace("5", "7")})
    assert told(findings(changed, code, lock_of(code))) == {("error", "meadow", "5", "7")}
    found = findings(changed, code, lock_of(code, changed))
    assert told(found) == {("error", "meadow", "3 space, 4 space, 5 space", "7 space")}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_list_that_lacks_a_name_has_changed(code: str) -> None:
    sentence = text(code).strip().split("\n\n")[3]
    found = findings(text(code, {sentence: sentence.replace("3", "4")}), code, lock_of(code))
    assert told(found) == {("error", "meadow", "3", "4")}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("old", "new", "clause"), [("12", "13", "bridge.footbridge"), ("9", "8", "inn.boar")])
def test_without_a_lock_another_name_is_found_too(code: str, old: str, new: str, clause: str) -> None:
    found = findings(text(code, {old: new}), code)
    assert {(expected, said) for _, _, expected, said in told(found)} == {(f"{old} space", f"{new} space")}


def test_a_name_that_no_value_has_is_a_note_and_the_rules_are_quoted_in_words() -> None:
    strange = text("en") + "\nSpace 25 is not on the path.\n"
    assert told(findings(strange, "en", lock_of("en"))) == {("note", "walk", None, "25 space")}
    changed = text("en", {"15": "25"})
    messages = [finding.message for finding in findings(changed, "en", lock_of("en")) if finding.level == "error"]
    assert messages == ["the rules name space 15, and this sentence names 25"]


def test_two_row_names_in_one_list_explain_each_other() -> None:
    places = {**STATED, "inn": [], "inn.crown": []}
    assert told(findings(text("en"), "en", lock_of("en", stated=places))) == set()
