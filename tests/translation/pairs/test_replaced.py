"""Terms in the place of others: how telling a word is that is left, and how likely two stand in each other's places."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from rulewright.translation.pairs.checks import forms, replaced, unlinked
from rulewright.translation.pairs.checks.unlinked import UnlinkedWord
from rulewright.translation.pairs.side_by_side import Pair

from .ferries import beside, line_of, new, text_in

GONE = UnlinkedWord("crate", met=6, sure=0.9, partner="kist", whole=True, place=0.5)
COME = UnlinkedWord("boot", met=6, sure=0.9, partner="boat", whole=True, place=0.5)


def pair_of(words: str) -> Pair:
    """The pair of a German sentence of the ferry with these words."""
    line = line_of("de", words)
    return next(pair for pair in beside(text_in("de"), "de").pairs if any(shown.sentence.line == line for shown in pair.other))


def score(gone: UnlinkedWord, come: UnlinkedWord, words: str = "höchstens vier", lost: int = 1,
          is_beside: bool = False) -> float:
    return unlinked._score(pair_of(words), gone, come, lost, is_beside)


def test_two_terms_that_are_always_said_in_one_way_are_surely_in_each_others_places() -> None:
    assert score(GONE, COME) >= replaced.SURELY
    assert score(evolve(GONE, met=1, sure=0.2), evolve(COME, met=1, sure=0.2)) < replaced.LIKELY


def test_a_word_that_the_sentence_before_names_is_perhaps_said_by_a_pronoun_there() -> None:
    assert score(GONE, COME, is_beside=True) < score(GONE, COME)


def test_a_heading_is_translated_more_freely_than_a_rule() -> None:
    assert score(GONE, COME, "## ") < score(GONE, COME)


def test_a_word_that_is_linked_here_is_less_likely_gone_and_less_likely_new() -> None:
    assert score(evolve(GONE, tie=0.2), COME) < score(GONE, COME)
    assert score(GONE, evolve(COME, tie=0.2)) < score(GONE, COME)


def test_names_of_two_things_that_many_games_have_are_likelier_in_each_others_places() -> None:
    assert score(evolve(GONE, thing=1), evolve(COME, thing=1)) > score(GONE, COME) > score(evolve(GONE, thing=-1), COME)


def test_everyday_and_linked_words_are_weighed_less_but_not_left_out() -> None:
    assert GONE.weight > evolve(GONE, plain=True).weight > 0
    assert GONE.weight > evolve(GONE, tie=1.0).weight > 0
    assert evolve(GONE, met=1).weight < GONE.weight == evolve(GONE, met=60).weight


def test_what_usually_says_a_word_has_not_come_in_its_place() -> None:
    assert unlinked._are_apart(GONE, COME)
    assert not unlinked._are_apart(GONE, evolve(COME, stem="kist"))
    assert not unlinked._are_apart(evolve(GONE, partner="pomost"), evolve(COME, stem="pomość"))
    assert not unlinked._are_apart(GONE, evolve(COME, partner="crate"))


def test_forms_of_a_word_count_together_where_they_begin_alike_or_say_the_same() -> None:
    seen = Counter({"mnich": 5, "mnis": 2, "młyn": 3})
    said = [(("mnich", "monk"), 5), (("mnis", "monk"), 2), (("młyn", "mill"), 3)]
    assert forms.forms_of(seen, said) == {"mnis": "mnich"}
    assert forms.forms_of(seen, [*said[:1], (("mnis", "bowl"), 2), *said[2:]]) == {}


def test_a_term_in_the_place_of_another_is_reported_with_both() -> None:
    (finding,) = [finding for finding in new("de", "Ein Boot ohne Kisten kann", "Ein Boot ohne Würfel kann")
                  if finding.rule == "pair/term"]
    assert "`Würfel`" in finding.message
    assert "`crates`" in finding.message
