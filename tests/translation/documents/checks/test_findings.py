"""Errors planted in documents are found, in six languages; documents without errors have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.statements.glossary import read_glossary
from rulewright.translation.alignment.aligned import align_document
from rulewright.translation.checks import checked, error_seeding, once_for_each_cause
from rulewright.translation.decisions.findings import LEVELS, RULES, Finding, Rule
from rulewright.translation.decisions.relock import confirmed, current
from rulewright.translation.document.document import document

from ..alignment.test_locks import lock_of
from ..ferries import GAME, LANGUAGES, STATED, align_read, aligned, facts, findings, glossary, printed

DOCS = Path(__file__).parents[4] / "docs"
# A change to the printed rulebook, and the finding that it must make.
PLANTED = [
    ("en", "has 11 crates", "has 12 crates", "accuracy/number-substituted", "full_boat"),
    ("it", "ha 11 casse", "ha 12 casse", "accuracy/number-substituted", "full_boat"),
    ("ru", "11 ящиков, сразу", "12 ящиков, сразу", "accuracy/number-substituted", "full_boat"),
    ("fr", "a 11 caisses", "a des caisses", "accuracy/number-missing", "full_boat"),
    ("es", "tiene 11 cajas", "tiene doce cajas", "accuracy/number-substituted", "full_boat"),
    ("de", "acht Runden", "neun Runden", "accuracy/number-substituted", "storm"),
    ("en", "at most four", "at least four", "accuracy/contradiction", "load"),
    ("it", "al massimo quattro", "almeno quattro", "accuracy/contradiction", "load"),
    ("fr", "au plus quatre", "au moins quatre", "accuracy/contradiction", "load"),
    ("es", "como máximo cuatro", "al menos cuatro", "accuracy/contradiction", "load"),
    ("de", "höchstens vier", "mindestens vier", "accuracy/contradiction", "load"),
    ("ru", "не более четырёх", "не менее четырёх", "accuracy/contradiction", "load"),
    ("ru", "по часовой", "против часовой", "accuracy/contradiction", "begin"),
    ("de", "im Uhrzeigersinn", "gegen den Uhrzeigersinn", "accuracy/contradiction", "begin"),
    ("en", "may not be taken", "may be taken", "accuracy/contradiction", "never_unloaded"),
    ("en", "has 11 crates", "has $y$ crates", "fluency/garbled", "full_boat"),
    ("en", "his own choice", "his x choice", "fluency/garbled", "loading"),
    ("en", "his own choice", "his 0!n choice", "fluency/garbled", "loading"),
]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_document_without_errors_has_no_errors_and_no_warnings(code: str) -> None:
    assert [finding for finding in findings(printed(code), code) if finding.level != "note"] == []
    assert [finding for finding in findings(printed(code), code, lock_of(code)) if finding.level != "note"] == []


@pytest.mark.parametrize(("code", "old", "new", "rule", "clause"), PLANTED)
def test_a_planted_error_is_found_where_it_is(code: str, old: str, new: str, rule: str, clause: str) -> None:
    assert old in printed(code)
    found = {(finding.rule, finding.clause) for finding in findings(printed(code).replace(old, new), code, lock_of(code))}
    assert (rule, clause) in found


@pytest.mark.parametrize(("code", "old", "new", "rule", "clause"), [pair for pair in PLANTED if pair[0] == "en"])
def test_without_a_lock_something_is_found_on_the_clause(code: str, old: str, new: str, rule: str, clause: str) -> None:
    found = [finding for finding in findings(printed(code).replace(old, new), code) if finding.level != "note"]
    assert clause in {finding.clause for finding in found}, rule


# Every operator is tried in each language; the ordinary run has one of each family.
@pytest.mark.parametrize("code", [code if code in ("de", "it", "ru") else pytest.param(code, marks=pytest.mark.slow)
                                  for code in LANGUAGES])
def test_with_a_lock_every_bound_number_that_is_changed_is_an_error(code: str) -> None:
    lock = lock_of(code)
    scores = list(error_seeding.tested(aligned(printed(code), code, lock), glossary(code),
                                  lambda document: checked(align_read(document, code, lock)), 20, 1))
    by_kind = {operator: [score for score in scores if score.seeded.operator == operator]
               for operator in ("number_changed", "sentence_dropped", "turn_flipped")}
    assert all(by_kind.values())
    assert [score.seeded.what for some in by_kind.values() for score in some if not score.as_error] == []
    assert sum(score.collateral for score in scores) == 0


@pytest.mark.parametrize("code", [text for text in LANGUAGES if text != "en"])
def test_a_sentence_left_in_english_is_told(code: str) -> None:
    lines = printed(code).split("\n\n")
    lines[STATED["boat_each"] - 1] = "Each player takes a boat of one colour."
    found = [finding for finding in findings("\n\n".join(lines), code) if finding.rule == "accuracy/untranslated"]
    assert [finding.sentence for finding in found] == [STATED["boat_each"]]


def test_a_figure_without_a_caption_and_a_section_that_is_not_there_are_told() -> None:
    text = printed("en") + "\nLook at fig. 2 and fig. 3 (see \"Unloading\").\n\nfig. 3\n"
    found = {(finding.rule, finding.actual or finding.expected) for finding in findings(text, "en")}
    assert ("structure/figure", "2") in found
    assert ("structure/figure", "3") not in found
    assert ("structure/reference", "Unloading") in found


@pytest.mark.parametrize(("code", "look", "caption"), [
    ("it", 'Guardate la fig. 2 e la fig. 3 (vedere "Scaricare").', "fig. 3"),
    ("ru", "Это видно на рис. 2 и рис. 3 (см. «Разгрузка»).", "рис. 3"),
    ("fr", "Regardez la fig. 2 et la fig. 3 (voir «Décharger»).", "fig. 3"),
    ("es", "Aquí están la fig. 2 y la fig. 3 (véase «Descargar»).", "fig. 3"),
    ("de", "Das zeigen Abb. 2 und Abb. 3 (siehe „Entladen“).", "Abb. 3"),
])
def test_the_structure_is_read_in_every_language(code: str, look: str, caption: str) -> None:
    found = {(finding.rule, finding.actual) for finding in findings(f"{printed(code)}\n{look}\n\n{caption}\n", code)}
    assert ("structure/figure", "2") in found
    assert ("structure/figure", "3") not in found
    assert "structure/reference" in {rule for rule, _ in found}


def test_a_number_of_players_without_a_section_is_told() -> None:
    text = printed("en").replace("# The Ferry", "# The Ferry for 2 players").split("# The game for 3")[0]
    assert ("structure/players", "3") in {(finding.rule, finding.expected) for finding in findings(text, "en")}


def test_every_rule_has_a_level_and_says_what_it_is_about() -> None:
    assert tuple(RULES) == get_args(Rule)
    assert all(level in LEVELS and text for level, text in RULES.values())


def test_every_rule_stands_in_a_table_of_the_documentation() -> None:
    shown = {name for page in ("translations", "translator")
             for line in (DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")
             for name in rules_in(line.split("|")[1])}
    assert set(RULES) - shown == set()


def rules_in(cell: str) -> Iterator[str]:
    """The rules in a cell of a table, where others of a folder follow the first: ``pair/number-missing`, `-added``."""
    folder = begin = ""
    for name in re.findall(r"`([a-z/-]+)`", cell):
        if "/" in name:
            folder, begin = name.split("/")[0], name.rpartition("-")[0]
        yield name if "/" in name else f"{begin}{name}" if name.startswith("-") else f"{folder}/{name}"


def test_a_letter_that_is_a_term_of_the_glossary_is_meant(tmp_path: Path) -> None:
    signs = tmp_path / "en.glossary.csv"
    known = (GAME.parent / "text" / "en.glossary.csv").read_text(encoding="utf-8").rstrip()
    text = printed("en").replace("his own choice", "his x choice")
    for row, garbled in (("", True), ("\nload,x,allowed,,a sign", False)):
        signs.write_text(known + row + "\n", encoding="utf-8")
        terms = read_glossary(signs, Diagnostics())
        found = checked(align_document(document("ferry", text, "en", terms), facts(), ()))
        assert ("fluency/garbled" in {finding.rule for finding in found}) is garbled


def test_a_word_with_a_sign_in_it_is_told_whole_and_an_address_is_none() -> None:
    text = printed("en").replace("onto his boat", "onto h#s b%@t")
    assert [finding.actual for finding in findings(text, "en") if finding.rule == "fluency/garbled"] == ["h#s b%@t"]
    address = printed("en") + "\nWrite to ferry@example.com.\n"
    assert "fluency/garbled" not in {finding.rule for finding in findings(address, "en")}


@pytest.mark.parametrize("order", [("storm", "loading"), ("loading", "storm")])
def test_a_turn_of_phrase_is_told_of_the_clause_whose_part_of_the_sentence_it_stands_in(order: tuple[str, str]) -> None:
    text = printed("en").replace("How many crates he loads is his own choice.",
                                 "After eight rounds the storm comes; it always is his own choice how many crates he loads.")
    item = aligned(text, "en")
    lock = confirmed(item, current(item, "ferry"), {id: [8] for id in order})
    found = [
        finding for finding in findings(text.replace("always", "never"), "en", lock) if finding.rule == "accuracy/contradiction"
    ]
    assert [(each.clause, each.expected, each.actual) for each in found] == [("loading", "always", "never")]


def test_two_numbers_of_one_value_are_two_mistakes_and_one_number_is_one() -> None:
    def number(rule: Rule, expected: str, found: str | None) -> Finding:
        return Finding(rule, rule, "load", 9, 17, expected, found)

    item = aligned(printed("en"), "en")
    both = [number("accuracy/number-substituted", "4 crate", "5 crate"),
            number("accuracy/number-substituted", "4 boat", "5 boat"), number("accuracy/number-changed", "4", "5")]
    assert once_for_each_cause(both, item) == both[:2]
    other = [number("accuracy/number-changed", "30", "36"), number("accuracy/number-substituted", "10 crate", "36 crate")]
    assert once_for_each_cause(other, item) == other[:1]


def test_a_word_for_two_concepts_is_named(tmp_path: Path) -> None:
    rows = (GAME.parent / "text" / "en.glossary.csv").read_text(encoding="utf-8").rstrip()
    (tmp_path / "en.glossary.csv").write_text(rows + "\nvessel,boat,allowed,,\n", encoding="utf-8")
    terms = read_glossary(tmp_path / "en.glossary.csv", Diagnostics())
    found = checked(align_document(document("ferry", printed("en"), "en", terms), facts(), ()))
    assert [finding.message.partition(" (")[0] for finding in found if finding.rule == "terminology/ambiguous"] == [
        "`boat` stands for boat and vessel"]


def test_endings_of_numbers_and_roman_numbers_are_no_lone_letters() -> None:
    text = printed("ru") + "\nКороль Генрих V ждёт 3-х игроков.\n"
    assert "fluency/garbled" not in {finding.rule for finding in findings(text, "ru")}
    assert "fluency/garbled" in {finding.rule for finding in findings(text.replace("3-х", "три х"), "ru")}


@pytest.mark.parametrize(("code", "old", "new"), [
    ("en", "has 11 crates", "has 12 crates"), ("it", "ha 11 casse", "ha 12 casse"), ("de", "acht Runden", "neun Runden")])
def test_without_a_lock_another_number_of_what_a_clause_counts_is_an_error_and_the_clause_stays_where_it_is(
        code: str, old: str, new: str) -> None:
    before, after = aligned(printed(code), code), aligned(printed(code).replace(old, new), code)
    errors = [finding for finding in checked(after) if finding.level == "error"]
    assert [error.rule for error in errors] == ["accuracy/number-substituted"]
    assert [anchor.sentences for anchor in after.anchors.values()] == [anchor.sentences for anchor in before.anchors.values()]


@pytest.mark.parametrize(("old", "new", "expected", "found"), [
    ("has 11 crates", "has 7 crates", "11 crate", "7 crate"),
    ("7 crates wins (not 11)", "6 crates wins (not 11)", "7 crate", "6 crate")])
def test_without_a_lock_the_number_for_other_players_is_another_number(old: str, new: str, expected: str, found: str) -> None:
    errors = [finding for finding in findings(printed("en").replace(old, new), "en") if finding.level == "error"]
    assert {(error.rule, error.expected, error.actual) for error in errors} == {
        ("accuracy/number-substituted", expected, found)}


@pytest.mark.parametrize(("said", "told"), [("he needs 12.", {("full_boat", "12 crate")}), ("he needs 12 or 13.", set())])
def test_without_a_lock_a_number_without_a_noun_is_another_where_it_is_alone(said: str, told: set[tuple[str, str]]) -> None:
    text = printed("en").replace("whose boat has 11 crates wins at once.", f"whose boat is full wins at once: {said}")
    found = findings(text, "en")
    assert {(finding.clause, finding.actual) for finding in found if finding.rule == "accuracy/number-substituted"} == told


def test_without_a_lock_a_clause_that_nothing_states_is_a_warning() -> None:
    text = printed("en").replace("storm", "boat").replace("eight rounds", "that")
    parts = text.split("\n\n")
    found = findings("\n\n".join(parts[: STATED["storm"] - 1] + parts[STATED["storm"] :]), "en")
    assert {(finding.clause, finding.level) for finding in found if finding.rule == "accuracy/clause-missing"} == {
        ("storm", "warning")
    }


def test_a_number_that_is_told_to_be_another_is_not_told_to_be_unknown_too() -> None:
    found = findings(printed("en").replace("has 11 crates", "has 12 crates"), "en")
    assert [finding.rule for finding in found if (finding.actual or "").startswith("12")] == ["accuracy/number-substituted"]


def test_what_can_be_done_with_none_is_what_cannot_be_done_with_any() -> None:
    text = printed("en").replace("A crate that is on a boat may not be taken off it again.",
                                 "Of the crates that are on a boat none may be taken off it again.")
    assert "accuracy/contradiction" not in {finding.rule for finding in findings(text, "en")}
    other = text.replace("none may be taken", "each may be taken")
    assert ("accuracy/contradiction", "never_unloaded") in {(finding.rule, finding.clause) for finding in findings(other, "en")}
