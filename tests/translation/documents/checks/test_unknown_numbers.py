"""Numbers that the rules do not have of what they count are errors without a lock, where enough tells that they are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.translation.alignment.aligned import align_document
from rulewright.translation.alignment.targets import targets
from rulewright.translation.alignment.wording import wording_in
from rulewright.translation.checks import checked, error_seeding
from rulewright.translation.checks.numbers import probable, unknown
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.document.language import language
from rulewright.translation.facts.facts import ClauseFacts, RulebookFacts, StatedFacts

from ..alignment.test_locks import lock_of
from ..ferries import aligned, facts, files, findings, glossary, printed, read_as

FULL = "A player whose boat has 11 crates wins at once."
HEAVY = "The 20 crates and the 4 crates are heavy.\n\nThe 20 crates and the 4 crates are of wood."
ASIDE = "Put 16 crates aside."


def numbers(text: str) -> list[tuple[str, str | None, str | None, str]]:
    """What is found on numbers in an English rulebook, but for notes."""
    return [(finding.rule.partition("/")[2], finding.clause, finding.actual, finding.level) for finding in findings(text, "en")
            if "number" in finding.rule and finding.level != "note"]


def text(old: str = "", new: str = "") -> str:
    assert old in printed("en")
    return printed("en").replace(old, new, 1)


@pytest.mark.parametrize(("old", "new", "level"), [
    ("Put the twenty crates", "Put all that there is", "note"), ("", "", "warning"),
    ("## The end", f"{HEAVY}\n\n## The end", "error")])
def test_a_number_that_the_rules_do_not_have_is_the_worse_the_more_others_they_all_have(old: str, new: str, level: str) -> None:
    found = findings(f"{text(old, new)}\n\n{ASIDE}\n", "en")
    assert [finding.level for finding in found if finding.rule == "accuracy/number-unknown"] == [level]


def test_a_number_that_the_rules_do_not_have_is_wrong_even_beside_the_right_one() -> None:
    two = text(FULL, "A player whose boat has 12 crates wins at once, since 11 crates fill a boat.")
    assert numbers(two) == [("number-substituted", "full_boat", "12 crate", "error")]
    assert numbers(two.replace("12", "11")) == []


@pytest.mark.parametrize("reckoned", [
    "Once there were 20 crates; of them 13 crates are wet and 7 crates dry.",
    "In 3 rows of 5 crates there lie 15 crates.",
    "With 2 dice he may load 3 crates, then 3, and once 4: these are 13 crates.",
])
def test_a_number_that_follows_from_others_is_not_unknown(reckoned: str) -> None:
    said = f"{printed('en').partition('# The game for 3')[0]}\n\n{reckoned}\n"
    assert {"13 crate", "15 crate"}.isdisjoint(finding.actual for finding in findings(said, "en"))
    strange = findings(said.replace("13", "18").replace("15", "18"), "en")
    assert "18 crate" in {finding.actual for finding in strange}


def test_what_is_left_over_for_so_many_players_is_not_unknown() -> None:
    said = printed("en") + "\n\nPut 17 crates aside.\n"  # each of three has taken one of the twenty
    assert "accuracy/number-unknown" not in {finding.rule for finding in findings(said, "en")}
    assert "accuracy/number-unknown" in {finding.rule for finding in findings(said.replace("17", "16"), "en")}


def strange(said: str) -> list[tuple[str | None, str | None]]:
    """The numbers that are wrong by what the rules have of their noun: the clause, and the number that is said."""
    found = unknown.check(aligned(said, "en"))
    return [(finding.clause, finding.actual) for finding in found if finding.rule == "accuracy/number-substituted"]


def test_a_sentence_that_says_what_is_left_need_not_say_the_number_of_its_clause() -> None:
    said = text(FULL, "A player whose boat has so many that 9 crates are left of all wins at once.")
    assert strange(said) == []  # twenty less eleven
    assert strange(said.replace("9", "10")) == [("full_boat", "10 crate")]


def test_a_number_that_follows_from_others_is_wrong_where_its_sentence_is_that_of_a_clause_and_says_no_other() -> None:
    assert strange(text(FULL, "A player whose boat has 3 rows of 5 crates, so 15 crates, wins at once.")) == [
        ("full_boat", "5 crate"), ("full_boat", "15 crate")]
    assert strange(text() + "\n\nIn 3 rows of 5 crates there lie 15 crates.\n") == []


def test_the_number_for_other_players_is_wrong_in_a_section_even_beside_the_right_one() -> None:
    end = text("## The end", "## The end with 2 players")
    both = "A player whose boat has 7 crates wins at once, since 11 crates fill a boat."
    assert numbers(end) == []
    assert numbers(end.replace(FULL, both)) == [("number-substituted", "full_boat", "7 crate", "error")]


def test_the_number_for_other_players_is_wrong_even_where_another_clause_has_it() -> None:
    both = "A player whose boat has 7 crates wins at once, since 11 crates fill a boat."
    found = read_as(text("## The end", "## The end with 2 players").replace(FULL, both), "en")
    rules = greater(4, by=3)  # seven crates may be loaded
    aims = targets(rules, found.reader, wording_in(files(), rules, glossary("en"), "en"))
    wrong = [(finding.clause, finding.actual) for finding in unknown.check(align_document(found, rules, aims))
             if finding.level == "error"]
    assert wrong == [("full_boat", "7 crate")]


def test_a_number_that_is_nothing_for_some_players_is_compared_for_the_others() -> None:
    found = read_as(text("has 11 crates", "has 8 crates"), "en")
    rules = greater(11, by=-11)
    aims = targets(rules, found.reader, wording_in(files(), rules, glossary("en"), "en"))
    document = align_document(found, rules, aims)
    assert [(each.expected, each.actual) for each in probable.check(document, document.target("full_boat"))] == [
        ("7 crate", "8 crate")
    ]


def test_a_number_of_another_edition_is_not_wrong() -> None:
    found = read_as(text("has 11 crates", "has 12 crates"), "en")
    aims = targets(facts(), found.reader, wording_in(files(), facts(), glossary("en"), "en"))
    for editions, rules in ((tuple, {"accuracy/number-substituted"}), (lambda: (greater(),), set())):
        document = align_document(found, facts(), aims, editions=editions)
        assert {each.rule for each in checked(document) if each.level == "error"} == rules


def greater(value: int = 11, by: int = 1) -> RulebookFacts:
    """The rules with one of the numbers greater, as an edition with greater boats."""
    def states(clause: ClauseFacts) -> StatedFacts:
        known = facts().clause(clause.id).states
        numbers = tuple(evolve(each, value=value + by) if each.value == value else each for each in known.numbers)
        return evolve(known, numbers=numbers)

    return evolve(facts(), clauses=tuple(evolve(clause, states_of=states) for clause in facts().clauses))


@pytest.mark.parametrize("behind", ["It comes after {} rounds.", "For that, {} rounds have to be over."])
def test_a_number_may_stand_in_the_sentence_beside_the_one_that_states_its_clause(behind: str) -> None:
    storm = "After eight rounds the storm comes, and the boat with the most crates wins."
    said = "When the storm comes, the boat with the most crates wins. " + behind
    assert numbers(text(storm, said.format("eight"))) == []
    assert [number[1:] for number in numbers(text(storm, said.format("two dozen")))] == [("storm", "24 round", "error")]


@pytest.mark.parametrize(("said", "concepts"), [
    ("The crates get wet: 3.", ()), ("The crates lie in 3.", ()), ("Of crates there are 3.", ("crate",)),
    ("The crates stood 5:3.", ()), ("His crates, the third.", ()), ("The crates a third time.", ())])
def test_a_number_counts_a_term_before_it_only_if_no_other_word_may_be_counted(said: str, concepts: tuple[str, ...]) -> None:
    shown = EvidenceReader(language("en"), glossary("en")).read(said)
    assert {number.concepts for number in shown.numbers} == {concepts}


def test_one_wrong_number_is_told_once() -> None:
    changed = text("has 11 crates", "has 12 crates")
    assert numbers(changed) == [("number-substituted", "full_boat", "12 crate", "error")]


@pytest.mark.parametrize("code", ["en", "it", "fr", "es", "de", "ru"])
def test_without_a_lock_every_changed_number_that_a_clause_states_is_an_error(code: str) -> None:
    confirmed = aligned(printed(code), code, lock_of(code))
    errors = [error for error in error_seeding.seeded_errors(confirmed, glossary(code), "number_changed") if error.stated]
    aims = targets(facts(), confirmed.document.reader, wording_in(files(), facts(), glossary(code), code))
    before = checked(align_document(confirmed.document, facts(), aims))
    scores = [error_seeding.scored(error, before, checked(align_document(error.document, facts(), aims))) for error in errors]
    assert len(scores) >= 6
    assert [score.seeded.what for score in scores if not score.as_error] == []




@pytest.mark.parametrize(("spaces", "unknown"), [(31, []), (32, ["32 space"])])
def test_how_many_spaces_a_board_has_is_known_although_no_clause_says_it(
        spaces: int, unknown: list[str], tmp_path: Path) -> None:
    document = tmp_path / "race.en.md"
    document.write_text(f"# The race\n\n## The track\n\nThe track has {spaces} spaces.\n\n"
                        "Two spaces of the track are inns.\n\nTwo spaces of the track lead somewhere else.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["validate", "race", "--document", str(document), "--lang", "en", "--json"])
    assert [found["found"] for found in json.loads(result.output)["findings"]
            if found["rule"] == "accuracy/number-unknown"] == unknown
