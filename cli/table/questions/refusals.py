"""Explain refused moves: the clauses with their statements, and the parts of a move that do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ....dsl import ir
from ....dsl.source.clauses import Clause
from ....interpreter.game.call_stack import call_stack
from ....interpreter.game.move_patterns import Shapes, is_kind_here, written_with
from ....interpreter.game.moves.notation import Notations, text_of
from ....interpreter.game.refusals import refused_now
from ....interpreter.game.state import Refusal, State
from ....interpreter.game.table.decisions import Decisions
from ....interpreter.game.table.spelling import distance, nearest
from ....interpreter.machine.machine import DecisionPoint
from ..text.speech import unbroken, wrapped
from .listing import has_in_order


def refused(state: State, text: str, commands: Iterable[str]) -> Iterator[str]:
    """Explain in a few lines why a typed text is not a legal move now."""
    rules = state.rules
    notations = [choice.notation for choice in rules.decisions.choices(state)]
    if not rules.notations.is_known(text):
        text = _in_full(rules.notations, state, text, notations) or text
    if not rules.notations.is_known(text):
        out_of_domain = _wrong_part(rules.decisions, state, text, notations)
        near = ", ".join(unbroken(f"`{word}`") for word in nearest(text, notations))
        command = _command_like(text.split()[0].casefold(), notations, commands)
        meant = f"did you mean `{command}`? " if command is not None else f"{out_of_domain}; " if out_of_domain else ""
        yield wrapped(f"`{text}` is not a move of this game; {meant}nearest are {near} ({unbroken('`help` for help')})",
                      hanging=4)
        return
    first = (rules.explainer.explain(state, text) or (Refusal("", ""),))[0]
    refusal = wrapped(f"`{text}` is refused: {first.message}  [{first.clause}]", hanging=4)
    yield refusal
    if list(why(state, text)) != [refusal]:
        yield wrapped(f"`why {text}` says more", indent=4)


def _in_full(game: Notations, state: State, text: str, notations: list[str]) -> str | None:
    """Return a move of this game that is not possible now and that shares several words with the text."""
    words = text.casefold().split()
    if len(words) < 2 or any(has_in_order(notation.casefold().split(), words) for notation in notations):
        return None
    typed = (word for word in written_with(state, words) if has_in_order(word.casefold().split(), words))
    elsewhere = (example for example in Shapes(game).examples if has_in_order(example.casefold().split(), words))
    # What is left out of a move of this choice could be anything, and would be refused for what it was filled in with.
    return next(typed, None) or next((word for word in elsewhere if not is_kind_here(state, word)), None)


def _command_like(word: str, notations: list[str], commands: Iterable[str]) -> str | None:
    """Return the command that the text may mean; nothing if the word begins a move."""
    if any(notation.casefold().split()[0] == word for notation in notations):
        return None
    # One slip for four letters: short commands must be typed right, or any short move would look like one of them.
    return next((command for command in commands if distance(word, command) <= len(command) // 4), None)


def why(state: State, text: str) -> Iterator[str]:
    """List the clauses that refuse a move with their statements, the deciding one first."""
    rules = state.rules
    refusals = rules.explainer.explain(state, text)
    if refusals is None:
        yield f"`{text}` is legal"
        return
    due = {level.clause: level.statement for level in call_stack(state)}
    elsewhere = [refusal.clause for refusal in refusals if refusal.clause not in due]
    if refusals[0].clause == list(due)[-1] and elsewhere:
        yield f"`{text}` is not possible now. It belongs to"
        yield from _statements(rules.clauses, elsewhere, {})
        yield "and now it is the time for"
        yield from _statements(rules.clauses, [refusal.clause for refusal in refusals if refusal.clause in due], due)
        return
    first = refusals[0]
    yield wrapped(f"`{text}` is refused: {first.message}  [{first.clause}]", hanging=4)
    yield from _statements(rules.clauses, [parent for parent in _with_parents(rules.clauses, refusals)
                                   if rules.clauses[parent].statement != first.message], due)


def _with_parents(clauses: Mapping[str, Clause], refusals: tuple[Refusal, ...]) -> Iterator[str]:
    """The clauses that refuse; a requirement, whose message is shown already, is replaced by its parent."""
    for refusal in refusals:
        clause = clauses[refusal.clause]
        if clause.kind != "requirement":
            yield clause.id
        if clause.kind in ("requirement", "exception") and clause.parent is not None:
            yield clause.parent


def _statements(known: Mapping[str, Clause], clauses: Iterable[str], due: Mapping[str, str]) -> Iterator[str]:
    """The statements of clauses, each once; those of running rules with their present values."""
    for clause in dict.fromkeys(clauses):
        statement = due.get(clause, known[clause].statement)
        if statement:
            yield wrapped(f"{clause}: {statement}", indent=4, hanging=2)


# ---- Values that do not fit --------------------------------------------------------------------


def _wrong_part(decisions: Decisions, state: State, text: str, notations: list[str]) -> str:
    """Return the part of a move that is not possible there; nothing if there is none, or if the notation differs."""
    point = decisions.point(state)
    for pattern in () if point is None else _patterns(decisions.program, point):
        parts = re.fullmatch(pattern, text)
        known = [match.groups() for match in (re.fullmatch(pattern, notation) for notation in notations) if match is not None]
        for i, part in enumerate(parts.groups() if parts is not None else ()):
            words = dict.fromkeys(pair[i] for pair in known)
            if words and part not in words and part != text:
                some = ", ".join(list(words)[:12]) + (", ..." if len(words) > 12 else "")
                return f"`{part}` is not possible there, but {some}"
    return ""


def _patterns(program: ir.Program, point: DecisionPoint) -> Iterator[str]:
    """The notation of each kind of move, as a pattern with a group for each value."""
    for number in range(len(point.kinds)):
        parts = text_of(program, point, number).parts
        if any(isinstance(part, ir.TextPart) for part in parts):
            yield "".join(re.escape(part) if isinstance(part, str) else "(.+?)" for part in parts)


# ---- What is refused now -----------------------------------------------------------------------


def all_refused(decisions: Decisions, state: State) -> Iterator[str]:
    """For each requirement of what is asked now that refuses something: a move that it refuses, why, and how many."""
    refused_moves = refused_now(decisions, state)
    for moves in refused_moves:
        others = f", and {moves.others} more" if moves.others else ""
        yield wrapped(f"`{moves.notation}`{others}: {moves.message or 'this is required'}  [{moves.clause}]", hanging=4)
    if not refused_moves:
        yield "nothing of what is asked is refused now"
