"""What clauses state: numbers and what they count, concepts, modality, who acts, and fingerprints."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.load.loader import find, read
from rulewright.translation.facts.facts import ClauseFacts, RulebookFacts, facts_of

from .games import ENGLISH, RULES, written


@pytest.fixture
def orchard(tmp_path: Path) -> RulebookFacts:
    return facts_of(written(tmp_path, en__glossary__csv=ENGLISH))


def numbers(clause: ClauseFacts) -> list[tuple[int, str | None, tuple[int, ...], bool, str]]:
    return [(number.value, number.concept, number.players, number.required, number.kind) for number in clause.numbers]


def needs(clause: ClauseFacts) -> dict[str, tuple[bool, str]]:
    return {concept.concept: (concept.required, concept.source) for concept in clause.concepts}


def test_a_number_has_a_value_for_each_number_of_players(orchard: RulebookFacts) -> None:
    assert numbers(orchard.clause("baskets")) == [(4, "basket", (2,), True, "stated"), (6, "basket", (3,), True, "stated")]


def test_the_values_with_other_players_are_contrasts(orchard: RulebookFacts) -> None:
    assert numbers(orchard.clause("shade")) == [
        (3, "player", (3,), True, "stated"), (6, "basket", (3,), True, "stated"), (4, "basket", (2,), False, "contrast"),
        (12, "fruit", (3,), False, "derived"), (8, "fruit", (2,), False, "contrast")]


def test_a_clause_is_there_for_some_numbers_of_players(orchard: RulebookFacts) -> None:
    assert orchard.players == (2, 3)
    assert orchard.clause("shade").players == (3,)


def test_a_number_that_is_worked_out_is_derived(orchard: RulebookFacts) -> None:
    assert numbers(orchard.clause("bare")) == [(4, "fruit", (2, 3), True, "derived")]


def test_what_a_constant_counts_is_known_where_the_statement_does_not_tell(tmp_path: Path) -> None:
    rules = RULES.replace("{baskets} baskets stand in the shade", "{baskets} are in the shade")
    facts = facts_of(written(tmp_path, rules, en__glossary__csv=ENGLISH))
    assert numbers(facts.clause("shade"))[1] == (6, "basket", (3,), True, "stated")


def test_a_number_does_not_count_what_stands_behind_a_preposition(tmp_path: Path) -> None:
    rules = RULES.replace("At most {picked} fruits are picked.", "At most {picked} for each tree.")
    facts = facts_of(written(tmp_path, rules, en__glossary__csv=ENGLISH))
    assert [number[1] for number in numbers(facts.clause("picked"))] == [None]


def test_what_is_said_goes_before_what_the_words_tell(tmp_path: Path) -> None:
    rules = RULES.replace("says grass", "says baskets of tree with 2 players, baskets of tree")
    facts = facts_of(written(tmp_path, rules, en__glossary__csv=ENGLISH))
    assert [number[:4] for number in numbers(facts.clause("shade"))] == [
        (3, "player", (3,), True), (6, "tree", (3,), True), (4, "tree", (2,), False), (4, "tree", (2,), True),
        (12, "fruit", (3,), False), (8, "fruit", (2,), False)]


def test_the_values_of_a_row_are_numbers_that_a_text_of_it_may_say(tmp_path: Path) -> None:
    rules = RULES + """
table tool
    "Tools."
    price: 0..9
    row ladder: 7
        "A ladder costs {price} baskets."
"""
    facts = facts_of(written(tmp_path, rules, en__glossary__csv=ENGLISH))
    assert numbers(facts.clause("tool.ladder")) == [(7, "basket", (2, 3), False, "stated")]


def test_concepts_come_from_says_lines_from_words_and_from_rules(orchard: RulebookFacts) -> None:
    assert needs(orchard.clause("shade")) == {
        "grass": (True, "says"), "basket": (True, "statement"), "player": (True, "statement"), "fruit": (False, "says")}
    assert needs(orchard.clause("enough")) == {"tree": (False, "statement")}
    assert needs(orchard.clause("bare")) == {"fruit": (True, "statement"), "tree": (False, "rules")}


def test_the_longest_term_is_found(tmp_path: Path) -> None:
    rules = RULES.replace("the {f} tree is bare", "no fruit tree bears {f}")
    facts = facts_of(written(tmp_path, rules, en__glossary__csv=ENGLISH))
    assert list(needs(facts.clause("enough"))) == ["tree"]


def test_modality_is_in_the_words(orchard: RulebookFacts) -> None:
    assert orchard.clause("pick").modality == ("must", "at_once")
    assert orchard.clause("rest").modality == ("must_not",)
    assert orchard.clause("picked").modality == ("at_most",)
    assert orchard.clause("bare").modality == ("by_lot",)


def test_modality_can_be_said(tmp_path: Path) -> None:
    facts = facts_of(written(tmp_path, RULES.replace("says grass", "says in_order"), en__glossary__csv=ENGLISH))
    assert facts.clause("shade").modality == ("in_order",)
    assert "in_order" not in needs(facts.clause("shade"))


def test_who_acts(orchard: RulebookFacts) -> None:
    actors = {id: orchard.clause(id).actor for id in ("pick", "fruits", "enough", "rest", "bare", "shade")}
    assert actors == {"pick": "player", "fruits": "player", "enough": "player", "rest": "player", "bare": None, "shade": None}


def test_clauses_stand_in_sections_in_the_order_of_the_files(orchard: RulebookFacts) -> None:
    assert [(section.id, section.title, section.within) for section in orchard.sections] == [
        ("before", "Before the game", None), ("playing", "The game", None), ("picking", "Picking", "playing")]
    assert [(clause.id, clause.section) for clause in orchard.clauses if clause.kind != "section"] == [
        ("baskets", None), ("picked", None), ("shade", "before"), ("pick", "picking"), ("fruits", "picking"),
        ("enough", "picking"), ("rest", "picking"), ("bare", "picking")]


def test_what_a_variant_adds_stands_in_no_section_of_the_rulebook(tmp_path: Path) -> None:
    written(tmp_path, en__glossary__csv=ENGLISH)
    path = tmp_path / "dry.rules"
    path.write_text('variant dry of orchard\n\nnote dust\n    "It is dry."\n\n'
                    'replace end bare\n    "When one fruit is left, nobody wins."\n'
                    '    when tree[apple] + tree[pear] < 2\n    draw\n', encoding="utf-8")
    facts = facts_of(read(path))
    assert facts.clause("dust").section is None
    assert facts.clause("bare").section == "picking"


# ---- Fingerprints ----------------------------------------------------------------------------------


def changed_by(tmp_path: Path, old: str, new: str) -> list[str]:
    """The clauses whose fingerprints a change of the rulebook changes."""
    assert old in RULES
    before = {clause.id: clause.fingerprint for clause in facts_of(written(tmp_path)).clauses}
    after = {clause.id: clause.fingerprint for clause in facts_of(written(tmp_path, RULES.replace(old, new))).clauses}
    assert before.keys() == after.keys()
    return [id for id in before if before[id] != after[id]]


@pytest.mark.parametrize(("old", "new", "clauses"), [
    ("must pick", "picks", ["pick"]),
    ("n <= tree[f]", "n < tree[f]", ["enough"]),
    ("picks {n} {f}", "takes {n} {f}", ["fruits"]),
    ("when player_count = 3", "when player_count > 2", ["shade"]),
    ("< 2 * picked", "< 3 * picked", ["bare"]),
])
def test_a_change_of_a_clause_changes_its_fingerprint_and_no_other(
        tmp_path: Path, old: str, new: str, clauses: list[str]) -> None:
    assert changed_by(tmp_path, old, new) == clauses


@pytest.mark.parametrize(("old", "new"), [
    ("baskets  4  6", "baskets  5  6"),
    ("picked = 2", "picked = 3"),
    ("    says grass\n", ""),
    ("\n\nsection playing", "\n\n\n# A remark.\n\nsection playing"),
    ("require enough: n <= tree[f]", "require enough:   n <= tree[f]  # a remark"),
])
def test_values_places_and_layout_change_no_fingerprint(tmp_path: Path, old: str, new: str) -> None:
    assert changed_by(tmp_path, old, new) == []


# ---- A game that ships -----------------------------------------------------------------------------


def test_the_goal_of_a_game_that_ships() -> None:
    facts = facts_of(read(find("carolus_magnus")))
    goal = facts.clause("win_ten_castles")
    assert numbers(goal) == [(10, "castle", (2, 4), True, "stated"), (8, "castle", (3,), True, "stated")]
    assert facts.clause("setup_one_cube_each").actor == "chance"
    assert goal.modality == ("at_once",)
    assert needs(goal)["castle"] == (True, "statement")
    assert numbers(facts.clause("three_goal"))[1:] == [
        (8, "castle", (3,), True, "stated"), (10, "castle", (2, 4), False, "contrast"), (10, "castle", (2,), False, "contrast")]
