"""Figures of balance reports from records that are written by hand, with values worked out by hand."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulewright.cli.balance.never import never_offered
from rulewright.cli.balance.text import _not_shown
from rulewright.interpreter.analysis.balance.course import METRICS, course_of
from rulewright.interpreter.analysis.balance.fairness import fairness_of
from rulewright.interpreter.analysis.balance.intervals import (
    Contrast,
    Estimate,
    Observations,
    adjusted,
    bound_of_never,
    contrast,
    mean_of,
    wilson,
)
from rulewright.interpreter.analysis.balance.item_uses import ItemUse, item_uses, verdict_in_words
from rulewright.interpreter.analysis.balance.items import Item
from rulewright.interpreter.analysis.balance.records import OfferCount, Record, shares_of
from rulewright.interpreter.analysis.balance.restricted import RestrictionLoss
from rulewright.interpreter.analysis.balance.use import clause_uses

APART = (0, 1)
METRIC = {metric.name: metric for metric in METRICS}


def record(number: int = 0, end: str | None = "over", winners: tuple[int, ...] = (0,), scores: tuple[int, ...] | None = None,
           outlook: tuple[tuple[float, ...], ...] = (), leads: tuple[int, ...] | None = None,
           applied: dict[str, int] | None = None, uses: dict[tuple[Item, int], OfferCount] | None = None, first: int = 0,
           side_of: tuple[int, ...] = APART) -> Record:
    shares = shares_of(winners, side_of) if end is not None else (0.0,) * len(side_of)
    return Record(number, end, winners, shares, scores, choices=8, rolls=2, turns=6, offered=20, widest=4, forced=2,
                  by_seat=(4, 4), first=first, leads=leads, outlook=outlook, applied=applied or {}, uses=uses or {})


def test_a_wilson_interval_is_that_of_the_formula() -> None:
    # Wilson 1927; the same figures as in Brown, Cai, DasGupta 2001 for 0 of 20: 0 to 0.1611.
    assert (wilson(0, 20).low, round(wilson(0, 20).high, 4)) == (0.0, 0.1611)
    assert (round(wilson(20, 20).low, 4), wilson(20, 20).high) == (0.8389, 1.0)


def test_what_never_came_has_the_bound_of_the_rule_of_three() -> None:
    assert bound_of_never(1000) == pytest.approx(3 / 1000, rel=0.01)


def test_what_comes_never_or_always_has_one_bound_wherever_it_stands() -> None:
    records = [record(number, winners=(0,)) for number in range(60)]
    fairness = fairness_of(records, ("A", "B"), {"A": frozenset({0}), "B": frozenset({1})})
    assert fairness is not None
    never = clause_uses(records, {"a": "rule"})[0].share
    assert never.high == bound_of_never(60)
    course = course_of(records, APART, ["over", "other"])
    assert [course.unended, dict(course.ends)["other"], fairness.draws, fairness.seats[1].won] == [never] * 4
    assert dict(course.ends)["over"].low == fairness.seats[0].won.low == pytest.approx(1 - never.high)


def test_a_mean_has_an_interval_by_its_spread() -> None:
    found = mean_of([1.0, 2.0, 3.0, 4.0])
    assert (found.value, found.n) == (2.5, 4)
    assert found.high - found.value == pytest.approx(1.96 * 1.29099 / 2, rel=1e-3)


def test_p_values_are_corrected_as_benjamini_and_hochberg_do() -> None:
    assert adjusted([0.04, 0.01, 0.03, 0.5]) == pytest.approx([0.04 * 4 / 3, 0.04, 0.04 * 4 / 3, 0.5])
    assert adjusted([]) == []


def test_choices_of_one_game_count_as_one_observation() -> None:
    once = [(Observations(1, float(game % 2)), Observations(1, float(game % 3 == 0))) for game in range(40)]
    often = [(Observations(5, 5 * first.total), Observations(5, 5 * second.total)) for first, second in once]
    assert contrast(once).difference.low == pytest.approx(contrast(often).difference.low)
    assert contrast(once).p == pytest.approx(contrast(often).p)


def test_groups_without_spread_do_not_seem_certain() -> None:
    found = contrast([(Observations(1, 1.0), Observations(1, 0.0))] * 10)
    assert found.difference.value == 1
    assert found.difference.low < 0.9


@pytest.mark.parametrize(("name", "expected"), [
    ("choices", 8), ("turns", 6), ("rounds", 3), ("rolls", 2), ("branching", 2.5), ("widest", 4), ("forced share", 0.25)])
def test_a_course_is_counted(name: str, expected: float) -> None:
    assert METRIC[name].of(record(), APART) == expected


def test_leads_are_those_of_the_expected_result() -> None:
    outlook = ((0.5, 0.5), (0.2, 0.8), (0.36, 0.64), (0.75, 0.25), *[(0.9, 0.1)] * 6)
    found = record(outlook=outlook)
    assert METRIC["expected lead changes"].of(found, APART) == 1
    assert METRIC["decisiveness"].of(found, APART) == pytest.approx(0.7)
    assert METRIC["drama"].of(found, APART) == pytest.approx((0.6**0.5 + 0.28**0.5) / 2)
    assert METRIC["drama"].of(record(outlook=outlook, winners=()), APART) is None


def test_lead_changes_in_points_need_scores() -> None:
    assert METRIC["lead changes"].of(record(leads=(0, 1, 0)), APART) == 2
    assert METRIC["lead changes"].of(record(), APART) is None


def test_uncertainty_is_entropy() -> None:
    assert METRIC["uncertainty"].of(record(outlook=((0.5, 0.5), (1.0, 0.0))), APART) == 0.5


def test_games_that_do_not_end_are_counted_and_not_measured() -> None:
    games = [record(), *[record(end=None, winners=())] * 3]
    found = course_of(games, APART, ["over", "other"])
    assert found.unended.value == 0.75
    assert [(end, share.value) for end, share in found.ends] == [("over", 0.25), ("other", 0)]
    assert found.spreads == ()


def test_fairness_counts_wins_shared_places_and_draws() -> None:
    games = [*[record(winners=(0,))] * 12, *[record(winners=(1,), first=1)] * 6, record(winners=(0, 1)), record(winners=())]
    found = fairness_of(games, ("A", "B"), {"A": frozenset({0}), "B": frozenset({1})})
    assert found is not None
    assert [(seat.won.value, seat.shared) for seat in found.seats] == [(0.6, 1), (0.3, 1)]
    assert found.draws.value == 0.05
    # Seats that chose first won 18 games alone and half of 2.
    assert found.first is not None
    assert found.first.value == pytest.approx(19 / 20 - 0.5)
    assert found.sides == ()


def test_partners_win_together() -> None:
    side_of = (0, 1, 0, 1)
    games = [record(winners=(0, 2), scores=(5, 1, 7, 1), side_of=side_of)] * 20
    found = fairness_of(games, ("A", "B", "C", "D"), {"us": frozenset({0, 2}), "them": frozenset({1, 3})})
    assert found is not None
    assert [(side.name, side.won.value, side.shared) for side in found.sides] == [("us", 1, 0), ("them", 0, 0)]
    assert found.sides[0].score is not None
    assert found.sides[0].score.value == 6
    assert found.margin is not None
    assert found.margin.value == 6


def test_too_few_games_give_no_fairness_and_no_worth() -> None:
    games = [record()] * 19
    assert fairness_of(games, ("A", "B"), {"A": frozenset({0}), "B": frozenset({1})}) is None
    assert item_uses(games, [Item("m")]) == ()


def test_a_clause_that_is_never_applied_has_a_bound() -> None:
    games = [record(applied={"a": 3}), record(applied={"a": 5}), record()]
    used, never = clause_uses(games, {"a": "rule", "b": "end"})
    assert (used.games, used.first) == (2, 4)
    assert (never.games, never.first, never.share.value) == (0, None, 0)
    assert never.share.high == bound_of_never(3)


def test_those_who_take_are_compared_with_those_who_could_have() -> None:
    good, bad, plain, rare = Item("good"), Item("bad"), Item("plain"), Item("rare")
    games = [record(winners=(game % 2,), uses={
        (good, game % 2): OfferCount(1, 1), (good, 1 - game % 2): OfferCount(1, 0), (bad, 1 - game % 2): OfferCount(1, 1),
        (bad, game % 2): OfferCount(1, 0), (plain, 0): OfferCount(3, 3),
        **({(rare, 1): OfferCount(1, 0)} if game < 3 else {})}) for game in range(40)]
    found = item_uses(games, [good, bad, plain, rare, Item("absent")])
    assert [item_use.verdict for item_use in found] == ["better", "worse", "always", "never", "not offered"]
    assert (found[2].offered, found[2].taken, found[0].taken_in, found[0].left_in) == (120, 120, 40, 40)
    assert found[0].q is not None
    assert found[0].q < 0.001


def test_an_interval_beside_no_difference_is_explained_by_the_correction() -> None:
    clear, wide = Estimate(0.1, 0.01, 0.19, 40), Estimate(0.1, -0.02, 0.22, 40)
    item = ItemUse(Item("m"), 40, 80, 40, wilson(40, 80), 20, 20, Contrast(clear, 0.03), 0.3)
    assert verdict_in_words(item) == "no difference shown after the correction for many comparisons (q = 0.30)"
    assert verdict_in_words(evolve(item, effect=Contrast(wide, 0.1))) == "no difference shown"
    assert verdict_in_words(evolve(item, q=0.01)) == "those who take it win more"
    corrected = "no loss shown after the correction for many comparisons (q = 0.30)"
    assert _not_shown(RestrictionLoss(Item("m"), 20, clear, 0.3)) == corrected
    assert _not_shown(RestrictionLoss(Item("m"), 20, wide, 0.3)) == "no loss shown"


def absent(*items: Item) -> list[str]:
    return never_offered([ItemUse(item, 0, 0, 0, None, 0, 0) for item in items])


def test_numbers_in_a_row_that_were_never_offered_are_one_name() -> None:
    bids = [Item("bid", "number", "n", value) for value in ("2", "3", "4", "7")]
    sums = [Item("bid", "number", "m", "8"), Item("ask", "number", "m", "9"), Item("ask", "number", "m", "unlimited")]
    assert absent(*bids, *sums) == ["bid: n = 2 to 4", "bid: n = 7", "bid: m = 8", "ask: m = 9", "ask: m = unlimited"]


def test_a_kind_that_was_never_offered_stands_for_its_values() -> None:
    assert absent(Item("bid"), Item("bid", "number", "n", "1"), Item("ask", "metal", "m", "tin")) == ["bid", "ask: m = tin"]
