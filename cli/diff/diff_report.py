"""Report the differences between two rulebooks as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.source.diagnostics import counted
from ...dsl.tools.diff import ClauseChange, ClauseSide
from ...interpreter.analysis.divergence import Divergence
from ..playthroughs.naming import named_here
from ..shared.games.names import shown_place
from .side_by_side import DivergenceGroup, PlayReport, RulebookComparison

# The most values of a divergence, and the most failed games, that the text shows.
SHOWN = 6


# ---- JSON ----------------------------------------------------------------------------------------


def as_json_report(comparison: RulebookComparison, plays: PlayReport | None) -> dict[str, object]:
    """Return the report that `diff --json` prints."""
    report: dict[str, object] = {"changes": [
        {"clause": change.id, "kind": change.kind, "what": change.what, "differs": list(change.differs),
         "a": _side(change.a), "b": _side(change.b)} for change in comparison.changes],
        "players": {"both": list(comparison.both), "only_a": list(comparison.only_a), "only_b": list(comparison.only_b)}}
    if plays is not None:
        # INVARIANT: names of fields never change, as scripts read them. So `parted` stays, although the text says *diverge*.
        report["plays"] = {
            "tried": sum(plays.games.values()), "games": {str(players): games for players, games in plays.games.items()},
            "playthroughs": plays.playthroughs, "playthroughs_left_out": plays.left_out, "positions": plays.positions,
            "games_parted": plays.diverged, "failed": list(plays.failed), "parted": [_group(group) for group in plays.groups]}
    return report


def _side(side: ClauseSide | None) -> dict[str, object] | None:
    if side is None:
        return None
    return {"statement": side.statement, "code": list(side.code), "file": side.span.source.name, "line": side.span.line,
            "end_line": side.span.end_line, "reason": side.reason}


def _group(group: DivergenceGroup) -> dict[str, object]:
    divergence = group.example.divergence
    return {
        "clause": divergence.causes[0] if divergence.causes else None, "differs": list(divergence.roots),
        "applied": list(divergence.clauses), "kind": divergence.kind, "a": list(divergence.a), "b": list(divergence.b),
        "games": {str(players): games for players, games in group.games.items()}, "playthroughs": group.playthroughs,
        "first_game": group.first, "shown_by": group.example.game, "playthrough": group.text, "file": group.file}


# ---- Text ----------------------------------------------------------------------------------------


def text_report(comparison: RulebookComparison, plays: PlayReport | None) -> Iterator[str]:
    """Yield the lines of the report."""
    names = comparison.a.name, comparison.b.name
    if not comparison.changes:
        yield "no clause differs"
    for change in comparison.changes:
        yield from _change(change, names)
    if comparison.changes:
        yield ""
        yield counted(len(comparison.changes), "difference")
    for name, only in zip(names, (comparison.only_a, comparison.only_b), strict=True):
        if only:
            yield f"only {name} is for {_listed(only)} players"
    if plays is not None and not comparison.both:
        yield "nothing was played: no number of players is common to both"
    elif plays is not None:
        yield from _plays(comparison, plays, names)


def _change(change: ClauseChange, names: tuple[str, str]) -> Iterator[str]:
    yield f"{change.kind} {change.what} {change.id}"
    reasons = dict.fromkeys(side.reason for side in (change.a, change.b) if side is not None and side.reason)
    yield from (f"    because {reason}" for reason in reasons)
    for name, side, sign in ((names[0], change.a, "-"), (names[1], change.b, "+")):
        if side is not None:
            yield f"    {name} ({shown_place(side.span)})"
            yield from [f"        {side.statement}"] if side.statement else []
            yield from (f"      {sign} {line}" for line in side.code)


def _plays(comparison: RulebookComparison, plays: PlayReport, names: tuple[str, str]) -> Iterator[str]:
    games = sum(plays.games.values())
    yield ""
    yield (f"{counted(games, 'random game')} and {counted(plays.playthroughs, 'playthrough')} played side by side, "
           f"{counted(plays.positions, 'position')} compared: "
           + (f"{plays.diverged} of the games and playthroughs diverge" if plays.diverged else "none of them diverge"))
    if plays.left_out:
        yield f"{counted(plays.left_out, 'playthrough')} left out, for parameters that {names[1]} does not have or sets"
    if plays.failed:
        yield f"{counted(len(plays.failed), 'game')} could not be compared, by a bug of rulewright:"
        yield from (f"    {text}" for text in plays.failed[:SHOWN])
    if plays.groups:
        yield ""
        yield from _table(comparison, plays)
    for number, group in enumerate(plays.groups, 1):
        yield ""
        yield f"{number}. {group.example.divergence.kind}: {_causes(group.example.divergence)}"
        for name, has in zip(names, (group.example.divergence.a, group.example.divergence.b), strict=True):
            yield f"    {name}: {'; '.join(has[:SHOWN]) or '-'}" + (" ..." if len(has) > SHOWN else "")
        yield from _shown(group, names)


def _shown(group: DivergenceGroup, names: tuple[str, str]) -> Iterator[str]:
    """Yield the playthrough of a divergence or its file; without one, the game with the divergence."""
    game = group.example.game
    if group.file is not None:
        yield f"    {group.file}"
    elif group.text is not None:
        yield from (f"    | {line}".rstrip() for line in named_here(group.text).rstrip().split("\n"))
    else:
        where = game if isinstance(game, str) else f"random game {game + 1}"
        yield f"    no playthrough of {names[0]} can show this; it is in {where}"


def _causes(divergence: Divergence) -> str:
    return ", ".join(divergence.causes) + (f" (through {', '.join(divergence.through)})" if divergence.through else "")


def _table(comparison: RulebookComparison, plays: PlayReport) -> Iterator[str]:
    """Yield a table of divergences: the number of games by number of players, and of playthroughs."""
    head = ["", "divergence", "by", *(counted(players, "player") for players in comparison.both), "playthroughs", "first in"]
    totals = ["", "", "", *(f"of {plays.games[players]}" for players in comparison.both), f"of {plays.playthroughs}", ""]
    rows = [[f"{number}.", group.example.divergence.kind, ", ".join(group.example.divergence.causes),
             *(str(group.games.get(players, 0)) for players in comparison.both), str(group.playthroughs),
             f"game {group.first}" if group.first is not None else "a playthrough"]
            for number, group in enumerate(plays.groups, 1)]
    widths = [max(len(row[i]) for row in (head, totals, *rows)) for i in range(len(head))]
    for row in (head, totals, *rows):
        # Words begin on one line, numbers end on one.
        cells = (cell.ljust(width) if i in (1, 2, len(head) - 1) else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths, strict=True)))
        yield "  ".join(cells).rstrip()


def _listed(numbers: tuple[int, ...]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last
