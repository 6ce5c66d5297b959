"""A report on the balance of a rulebook to lines of text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ...interpreter.analysis.balance.course import LEAST_GAMES, CourseFigures, Spread
from ...interpreter.analysis.balance.fairness import Chances, Fairness
from ...interpreter.analysis.balance.intervals import Estimate
from ...interpreter.analysis.balance.item_uses import FALSE_SHARE, ItemUse, verdict_in_words
from ...interpreter.analysis.balance.restricted import RestrictionLoss
from ...interpreter.analysis.balance.use import ClauseUse
from ..shared.games.options import with_parameters
from ..shared.games.players import players_named
from .never import never_offered
from .report import BalanceReport

# A smaller difference of two figures is that of rounding.
LEAST_APART = 1e-9


def lines_of(report: BalanceReport) -> Iterator[str]:
    """Yield the lines of a report."""
    run = report.run
    yield (f"{with_parameters(run.request.name, run.request.parameters)}: {report.games} games for {run.players} "
           f"by {players_named(run.specs)}, seed {run.seed}; intervals of 95 % in brackets")
    yield from _course(report)
    if report.fairness is not None:
        yield from ("", "Fairness", *_fairness(report.fairness))
    if not report.too_few_played:
        yield from ("", "Clauses", *_clauses(report.clauses, report.games))
    if report.item_uses:
        yield from ("", "Moves and values", *_items(report.item_uses))
    if report.restricted and not report.too_few:
        yield from ("", "Restricted play: the share in victories that a seat loses when it may not use",
                    *_restricted(report.restricted))


def _course(report: BalanceReport) -> Iterator[str]:
    yield from ("", "Course")
    if report.too_few:
        yield f"    {too_few_games(report)}"
    if not report.too_few_played:
        yield from _ends(report.course)
    yield from map(_spread, report.course.spreads)
    if report.course.uncertainty:
        shown = "  ".join(f"{part.value:.2f}" for part in report.course.uncertainty)
        yield f"    {'uncertainty over time':24} {shown}"
    if report.silent:
        yield f"    never choose anything: {', '.join(report.silent)}"


def too_few_games(report: BalanceReport) -> str:
    """Say that too few games ended, and how many are needed."""
    return (f"too few games for a statement: {report.ended} of {report.games} ended within {report.run.limit:,} choices "
            f"and rolls, and {LEAST_GAMES} are needed; {_more(report)}")


def _more(report: BalanceReport) -> str:
    """The option that lets more games end."""
    return "play more with --games" if report.games < LEAST_GAMES else more_ended()


def more_ended() -> str:
    """Name the options that let more games end, where enough were played."""
    return "let them go on with --limit, or play more with --games"


def _ends(course: CourseFigures) -> Iterator[str]:
    for end, share in course.ends:
        yield f"    ended by {end:15} {percent(share)}"
    yield f"    {'not ended':24} {percent(course.unended)}"


def _spread(spread: Spread) -> str:
    least, middle, most = (short(value) for value in (spread.least, spread.median, spread.most))
    return f"    {spread.metric.name:24} {interval(spread.mean)}  from {least} to {most}, median {middle}"


def _fairness(fairness: Fairness) -> Iterator[str]:
    for chances in (*fairness.seats, *fairness.sides):
        yield f"    {chances.name:24} won {_chances(chances)}"
    yield f"    {'draws':24} {percent(fairness.draws)}"
    if fairness.first is not None:
        clear = "" if fairness.first.excludes(0) else "  (no advantage shown)"
        yield f"    {'first player advantage':24} {points(fairness.first)}{clear}"
    if fairness.spread is not None:
        yield f"    {'score spread':24} {interval(fairness.spread)}"
    if fairness.margin is not None:
        yield f"    {'margin of the best':24} {interval(fairness.margin)}"


def _chances(chances: Chances) -> str:
    shared = f", shared {chances.shared}" if chances.shared else ""
    score = "" if chances.score is None else f", score {interval(chances.score)}"
    return f"{percent(chances.won)}{shared}{score}"


def _clauses(uses: Sequence[ClauseUse], games: int) -> Iterator[str]:
    wide = max((len(use.clause) for use in uses), default=0)
    never = [use for use in uses if not use.games]
    for use in uses:
        if use.games:
            first = "" if use.first is None else f", first after {choices(use.first)}"
            yield f"    {use.clause:{wide}}  {use.games:>5} games{first}"
    if never:
        yield f"    never in {games} games (so in at most {100 * never[0].share.high:.2g} % of games):"
        yield from (f"        {use.clause} ({use.kind})" for use in never)


def _items(item_uses: Sequence[ItemUse]) -> Iterator[str]:
    wide = max(len(str(use.item)) for use in item_uses)
    yield from (_item_line(use, wide) for use in item_uses if use.offered)
    if absent := never_offered(item_uses):
        yield f"    never offered: {', '.join(absent)}"
    for verdict, words in (("better", "worth it"), ("worse", "not worth it")):
        named = [str(use.item) for use in item_uses if use.verdict == verdict]
        yield f"    {words}: {', '.join(named) if named else 'none shown'}"
    yield f"    (of those named, about {100 * FALSE_SHARE:.0f} % are expected to be chance)"


def _item_line(use: ItemUse, wide: int) -> str:
    assert use.rate is not None, "it was offered"
    effect = "" if use.effect is None else f", {points(use.effect.difference)} when taken"
    return (f"    {use.item!s:{wide}}  offered {use.offered:>6}, taken {100 * use.rate.value:.0f} %{effect}; "
            f"{verdict_in_words(use)}")


def _restricted(games: Sequence[RestrictionLoss]) -> Iterator[str]:
    wide = max(len(str(restricted.item)) for restricted in games)
    for restricted in games:
        if restricted.loss is None:
            yield f"    {restricted.item!s:{wide}}  too few games ended"
        elif not restricted.replayed:
            yield f"    {restricted.item!s:{wide}}  never taken, so nothing is lost"
        else:
            shown = "" if restricted.is_shown else f"  {_not_shown(restricted)}"
            yield f"    {restricted.item!s:{wide}}  {points(restricted.loss)}{shown}"
    for words, sign in (("worth having", 1), ("better without", -1)):
        named = [str(restricted.item) for restricted in games
                 if restricted.is_shown and restricted.loss is not None and sign * restricted.loss.value > 0]
        yield f"    {words}: {', '.join(named) if named else 'none shown'}"


def _not_shown(restricted: RestrictionLoss) -> str:
    """Say that no loss is shown; where the interval alone excludes 0, name the correction for many comparisons."""
    if restricted.loss is not None and restricted.q is not None and restricted.loss.excludes(0):
        return f"no loss shown after the correction for many comparisons (q = {restricted.q:.2f})"
    return "no loss shown"


# ---- Numbers ---------------------------------------------------------------------------------------------


def choices(count: float) -> str:
    """Return a number of choices.

    >>> choices(1.0), choices(1.5)
    ('1 choice', '1.5 choices')
    """
    return f"{count:g} choice{'' if count == 1 else 's'}"


def percent(share: Estimate) -> str:
    """Return a share with its interval, in percent."""
    return f"{100 * share.value:.1f} % [{100 * share.low:.1f} to {100 * share.high:.1f}]"


def points(difference: Estimate) -> str:
    """Return a difference of shares with its interval, in points of a hundred."""
    return f"{100 * difference.value:+.1f} points [{100 * difference.low:+.1f} to {100 * difference.high:+.1f}]"


def interval(mean: Estimate) -> str:
    """Return a mean with its interval."""
    return f"{short(mean.value)} [{short(mean.low)} to {short(mean.high)}]"


def short(value: float, apart: float = 0.0) -> str:
    """Return a number with as many places as are of use; a difference of `apart` shows by two digits.

    >>> short(541.26), short(12.34), short(0.4567)
    ('541', '12.3', '0.46')
    >>> short(0.0712, 0.0034), short(0.0746, 0.0034)
    ('0.0712', '0.0746')
    """
    # Three digits or so: with the usual numbers of games, the others are chance.
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    needed = 1 - math.floor(math.log10(abs(apart))) if abs(apart) > LEAST_APART else 0
    return f"{value:.{max(places, needed)}f}"
