"""Answers to questions about the rules at the table: why a move is refused, what a clause says, where the game stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..interpreter.faults import RulebookFault
from ..interpreter.observation import Viewer
from ..interpreter.record import Told
from ..interpreter.rules import Rules
from ..interpreter.spelling import distance, nearest
from ..interpreter.standing import standing
from ..interpreter.state import Refusal, State
from .speech import points, told, unbroken, wrapped

SHOWN_MOVES = 5


def refused(rules: Rules, state: State, text: str, commands: Iterable[str]) -> Iterator[str]:
    """Why a text that was typed is no move now, in a line or two."""
    if not rules.is_known(state, text):
        notations = [choice.notation for choice in rules.choices(state)]
        near = ", ".join(unbroken(f"`{one}`") for one in nearest(text, notations))
        command = _command_like(text.split()[0].casefold(), notations, commands)
        meant = f"did you mean `{command}`? " if command is not None else ""
        yield wrapped(f"`{text}` is no move of this game; {meant}nearest are {near} ({unbroken('`help` for help')})", hanging=4)
        return
    first = (rules.explain(state, text) or (Refusal("", ""),))[0]
    yield wrapped(f"`{text}` is refused: {first.message}  [{first.clause}]", hanging=4)
    yield wrapped(f"`why {text}` says more", indent=4)


def _command_like(word: str, notations: list[str], commands: Iterable[str]) -> str | None:
    """The command that was perhaps meant; none if the word begins a move."""
    if any(one.casefold().split()[0] == word for one in notations):
        return None
    return next((one for one in commands if distance(word, one) <= len(one) // 4), None)


def why(rules: Rules, state: State, text: str) -> Iterator[str]:
    """The clauses that refuse a move, the deciding one first, each with what it says."""
    refusals = rules.explain(state, text)
    if refusals is None:
        yield f"`{text}` is legal"
        return
    due = {level.clause: level.statement for level in standing(rules, state)}
    elsewhere = [one.clause for one in refusals if one.clause not in due]
    if refusals[0].clause == list(due)[-1] and elsewhere:
        yield f"`{text}` is not possible now. It belongs to"
        yield from _statements(rules, elsewhere, {})
        yield "and now it is the time for"
        yield from _statements(rules, [one.clause for one in refusals if one.clause in due], due)
        return
    yield wrapped(f"`{text}` is refused: {refusals[0].message}  [{refusals[0].clause}]", hanging=4)
    yield from _statements(rules, _with_parents(rules, refusals), due)


def _with_parents(rules: Rules, refusals: tuple[Refusal, ...]) -> Iterator[str]:
    """The clauses that refuse; in place of a requirement, which has spoken already, what it is part of."""
    for refusal in refusals:
        clause = rules.clauses[refusal.clause]
        if clause.kind != "requirement":
            yield clause.id
        if clause.kind in ("requirement", "exception") and clause.parent is not None:
            yield clause.parent


def _statements(rules: Rules, clauses: Iterable[str], due: Mapping[str, str]) -> Iterator[str]:
    """What clauses say, each once; those being carried out, as they say it here."""
    for clause in dict.fromkeys(clauses):
        statement = due.get(clause, rules.clauses[clause].statement)
        if statement:
            yield wrapped(f"{clause}: {statement}", indent=4, hanging=2)


def clause_text(rules: Rules, state: State, wanted: str) -> Iterator[str]:
    """What a clause says, what it is part of, and what is part of it; without a name, what is asked for now."""
    point = rules.point(state)
    name = wanted or (point.clause if point is not None else "")
    found = rules.clauses.get(name)
    if found is None:
        yield f"there is no clause `{name}`; nearest are {', '.join(nearest(name, list(rules.clauses)))}"
        return
    yield wrapped(f"{found.id} ({found.kind}): {found.statement or 'nothing is said'}", hanging=4)
    if found.assumed is not None:
        yield wrapped(f"assumed: {found.assumed}", indent=4, hanging=2)
    parts = [one for one in rules.clauses.values() if one.parent == found.id]
    for part in parts:
        says = f"if not: {part.statement}" if part.kind == "requirement" and part.statement else part.statement
        yield wrapped(f"{part.id} ({part.kind}): {says}", indent=4, hanging=2)
    if found.parent is not None:
        yield f"    part of {found.parent}"


# ---- Where the game stands -----------------------------------------------------------------


def summary(rules: Rules, state: State, steps: list[Told], viewer: Viewer | None) -> Iterator[str]:
    """The rules being carried out, who leads, and the last moves; as far as a viewer sees, if there is one."""
    yield "Where we stand in the rules:"
    for depth, level in enumerate(standing(rules, state)):
        says = level.statement or ", ".join(f"{name} is {value}" for name, value in level.given)
        yield wrapped(f"{level.clause}: {says}" if says else level.clause, indent=2 + 2 * depth, hanging=2)
    yield from _leaders(rules, state if viewer is None else rules.as_seen(state, viewer),
                        f", as far as {seer(rules, viewer)}" if viewer is not None else "")
    if steps:
        yield "The last moves:"
        for line in told(rules, recent(steps)):
            yield f"  {line}"


def seer(rules: Rules, viewer: Viewer) -> str:
    """Who sees: `Anna sees`, `all see`."""
    return f"{rules.seats[viewer]} sees" if isinstance(viewer, int) else "all see"


def recent(steps: list[Told]) -> list[Told]:
    """The last moves of players, and what chance brought between and after them."""
    moves = [i for i, step in enumerate(steps) if step.seat is not None][-SHOWN_MOVES:]
    return steps[moves[0] if moves else 0 :]


def _leaders(rules: Rules, state: State, seen: str) -> Iterator[str]:
    """The scores, and how the players would be ranked if the game ended now by an end that ranks them."""
    try:
        scores = rules.scores(state)
        ranked = {end.id: rules.ranking(state, end.id) for end in rules.program.ends if end.kind == "ranking"}
    except RulebookFault:
        yield f"Nobody can be ranked{seen}."
        return
    if scores is not None:
        yield f"Points{seen}: {points(rules, scores)}."
    for ranking in dict.fromkeys(ranked.values()):
        ends = " or ".join(end for end, one in ranked.items() if one == ranking)
        yield wrapped(f"If it ended now by {ends}{seen}: {_order(rules, ranking)}.", hanging=2)
    if scores is None and not ranked:
        yield "This game counts no points."


def _order(rules: Rules, ranking: tuple[tuple[int, ...], ...]) -> str:
    first, *others = [" and ".join(rules.seats[seat] for seat in group) for group in ranking]
    if not others:
        return f"{first} would be equal"
    return f"{first} would win" + "".join(f", then {group}" for group in others)
