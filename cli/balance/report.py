"""Records of games to a report on the balance of a rulebook, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...dsl.source.diagnostics import counted
from ...interpreter.analysis.balance.course import LEAST_GAMES, CourseFigures, Spread, course_of
from ...interpreter.analysis.balance.fairness import Chances, Fairness, fairness_of
from ...interpreter.analysis.balance.intervals import CONFIDENCE, Estimate
from ...interpreter.analysis.balance.item_uses import ItemUse, item_uses
from ...interpreter.analysis.balance.items import Items
from ...interpreter.analysis.balance.records import Record
from ...interpreter.analysis.balance.restricted import RestrictionLoss
from ...interpreter.analysis.balance.use import ClauseUse, clause_uses
from ...interpreter.analysis.playouts.simulate import sides_of
from ...interpreter.game.rules import Rules
from ..shared.formats.json_values import json_values
from ..shared.games.players import players_named
from .runs import BalanceRun


@frozen
class BalanceReport:
    """The figures of a number of games. `fairness` is None, and `worths` and `lengths` empty, where too few games ended.

    `silent` names the seats that never chose anything, `lengths` are the choices of each game that ended.
    """

    run: BalanceRun
    seats: tuple[str, ...]
    games: int
    ended: int
    course: CourseFigures
    fairness: Fairness | None
    clauses: tuple[ClauseUse, ...]
    item_uses: tuple[ItemUse, ...]
    silent: tuple[str, ...]
    lengths: tuple[int, ...] = ()
    restricted: tuple[RestrictionLoss, ...] = ()

    @property
    def title(self) -> str:
        """The run among others of the same game: its number of players and its parameters."""
        values = "".join(f", {name} = {value}" for name, value in self.run.request.parameters)
        return counted(self.run.players, "player") + values

    @property
    def too_few(self) -> bool:
        """Whether fewer games ended than a statement needs."""
        return self.ended < LEAST_GAMES

    @property
    def too_few_played(self) -> bool:
        """Whether fewer games were played than a statement on all games needs, whether they end or not."""
        return self.games < LEAST_GAMES


def report_of(run: BalanceRun, rules: Rules, records: Sequence[Record]) -> BalanceReport:
    """Return the report on some games of a run; there is at least one."""
    program, seats = rules.program, tuple(rules.seats)
    ended = [record for record in records if record.end is not None]
    silent = tuple(name for seat, name in enumerate(seats) if not any(record.by_seat[seat] for record in records))
    return BalanceReport(
        run, seats, len(records), len(ended),
        course_of(records, program.side_of, [end.id for end in program.ends]),
        fairness_of(records, seats, sides_of(program)), clause_uses(records, rules.analyses.coverable),
        item_uses(records, Items(rules.machines.plain).all), silent,
        # Lengths of games that were cut off would only say where the limit lies.
        tuple(record.choices for record in ended) if len(ended) >= LEAST_GAMES else ())


# ---- As JSON -------------------------------------------------------------------------------------------


def json_report(report: BalanceReport) -> dict[str, object]:
    """Return the report that `balance --json` prints; what cannot be said of so few games is null."""
    run, course = report.run, report.course
    return {
        "rulebook": run.request.name, "set": json_values(dict(run.request.parameters)), "players": run.players,
        "seats": list(report.seats), "seed": run.seed, "players_by": players_named(run.specs), "games": report.games,
        "ended": report.ended, "limit": run.limit, "tries": run.tries, "confidence": CONFIDENCE, "least_games": LEAST_GAMES,
        "too_few_games": report.too_few, "seats_that_never_choose": list(report.silent),
        "course": {
            "metrics": {spread.metric.name.replace(" ", "_"): _spread(spread) for spread in course.spreads},
            "ends": None if report.too_few_played else {end: estimate(share) for end, share in course.ends},
            "not_ended": None if report.too_few_played else estimate(course.unended),
            "uncertainty_over_time": [estimate(part) for part in course.uncertainty]},
        "fairness": None if report.fairness is None else _fairness(report.fairness),
        "clauses": [] if report.too_few_played else [_clause(use) for use in report.clauses],
        "items": [_item(use) for use in report.item_uses],
        "restricted": [_restricted(restricted) for restricted in report.restricted],
    }


def estimate(quantity: Estimate | None) -> dict[str, object] | None:
    """Return an estimate with its interval; null where there is none."""
    if quantity is None:
        return None
    return {"value": quantity.value, "low": quantity.low, "high": quantity.high, "n": quantity.n}


def _spread(spread: Spread) -> dict[str, object]:
    return {"mean": estimate(spread.mean), "min": spread.least, "median": spread.median, "max": spread.most,
            "meaning": spread.metric.meaning, "source": spread.metric.source}


def _fairness(fairness: Fairness) -> dict[str, object]:
    return {"games": fairness.games, "fair_share": fairness.fair, "draws": estimate(fairness.draws),
            "seats": {chances.name: _chances(chances) for chances in fairness.seats},
            "sides": {chances.name: _chances(chances) for chances in fairness.sides},
            "first_player_advantage": estimate(fairness.first), "score_spread": estimate(fairness.spread),
            "margin": estimate(fairness.margin)}


def _chances(chances: Chances) -> dict[str, object]:
    return {"wins": estimate(chances.won), "shared": chances.shared, "share": estimate(chances.share),
            "score": estimate(chances.score)}


def _clause(use: ClauseUse) -> dict[str, object]:
    return {"clause": use.clause, "kind": use.kind, "games": use.games, "share": estimate(use.share),
            "first_after_choices": use.first}


def _item(use: ItemUse) -> dict[str, object]:
    item, effect = use.item, use.effect
    return {"move": item.kind, "of": item.of, "name": item.name or None, "value": item.value or None,
            "games": use.games, "offered": use.offered, "taken": use.taken, "rate": estimate(use.rate),
            "taken_in_games": use.taken_in, "left_in_games": use.left_in,
            "effect": None if effect is None else estimate(effect.difference),
            "p": None if effect is None else effect.p, "q": use.q, "verdict": use.verdict}


def _restricted(restricted: RestrictionLoss) -> dict[str, object]:
    item = restricted.item
    return {"move": item.kind, "of": item.of, "name": item.name or None, "value": item.value or None,
            "games_replayed": restricted.replayed, "loss": estimate(restricted.loss), "q": restricted.q,
            "shown": restricted.is_shown}
