"""Declarations that differ, both texts checked -> whether all passes behind the check (`analyses`) find what they found.

Each function here stands for one pass, or for a part of it, and answers by the summaries that are kept. An answer errs on one
side alone: where it cannot be sure, it is no, and the rulebook is checked whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from attrs import evolve, frozen

from .. import syntax as ast
from ..analyses.call_graph import CallGraph, circles
from ..analyses.conflicts import always_set, conflicts_among
from ..analyses.information_flow.alone import Text, changes_nothing_else
from ..analyses.information_flow.expressions import Labels, params_in
from ..analyses.information_flow.secrets import Secret
from ..analyses.reachability import bodies_of, verify_bodies
from ..check.scope.typing import Unit
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import OPEN, Builtin, EventInfo, FieldInfo, FunctionInfo, Meaning, SymbolTable
from ..syntax.alone import Alone, Way, name_of
from ..syntax.walk import nodes_in
from .summaries import Summaries, Summary, callers_of, reached_from, summary_of


@frozen
class _Pair:
    """A declaration as it was and as it is, with what the check and a summary say of both; `name` is its own."""

    name: str
    old: Alone
    new: Alone
    was: Unit
    is_: Unit
    before: Summary
    now: Summary


def all_hold(kept: Summaries, symbols: SymbolTable, differing: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> bool:
    """Return whether no pass finds a mistake now, and all find the same of the other declarations.

    Of each declaration that differs, `differing` has its text as it was and as it is, and what the check found of both.
    """
    pairs = _paired(symbols, differing)
    if not all(pair.was.is_clean and pair.is_.is_clean for pair in pairs):
        return False
    changed = frozenset(pair.name for pair in pairs)
    return _all_used(kept, pairs) and _wait_alike(kept, pairs) and not _go_round(kept, pairs) and all(
        _looks_ahead(kept, pair) and _flows(kept, symbols, pair, changed) and _by_itself(kept, symbols, pair) for pair in pairs)


def all_stop(kept: Summaries, symbols: SymbolTable, differing: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> bool:
    """Return whether the mistakes of the check are all: the passes that run in spite of them find none."""
    pairs = _paired(symbols, differing)
    return not _go_round(kept, pairs) and all(_looks_ahead(kept, pair) for pair in pairs)


def _paired(symbols: SymbolTable, differing: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> list[_Pair]:
    """Return declarations with their summaries."""
    return [_Pair(name_of(new), old, new, was, is_,
                  summary_of(old, was, symbols), summary_of(new, is_, symbols)) for old, new, was, is_ in differing]


def _all_used(kept: Summaries, pairs: Sequence[_Pair]) -> bool:
    """Return whether something still uses all that was used: constants, functions, fields, columns, words, ends."""
    change = Counter[tuple[str, ...]]()
    for pair in pairs:
        change.update(pair.now.uses)
        change.subtract(pair.before.uses)
    # Only a count that falls can come to nothing. Uses by all declarations that stay are in the counts that are kept.
    return all(kept.uses.get(use, 0) + more > 0 for use, more in change.items() if more < 0)


def _with_changes(kept: Summaries, pairs: Sequence[_Pair]) -> tuple[dict[str, Summary], dict[str, Summary]]:
    """Return the summaries of all rules and functions, as they are now."""
    rules, functions = dict(kept.rules), dict(kept.functions)
    for pair in pairs:
        if isinstance(pair.new, ast.Function):
            functions[pair.name] = pair.now
        elif isinstance(pair.new, ast.Rule):
            rules[pair.name] = pair.now
    return rules, functions


def _go_round(kept: Summaries, pairs: Sequence[_Pair]) -> bool:
    """Return whether a rule or function comes back to itself."""
    rules, functions = _with_changes(kept, pairs)
    by_rules = {name: [(called, name) for called in one.calls] for name, one in rules.items()}
    by_functions = {name: [(called, name) for called in one.functions] for name, one in functions.items()}
    return any(circles(by_rules)) or any(circles(by_functions))


def _wait_alike(kept: Summaries, pairs: Sequence[_Pair]) -> bool:
    """Return whether the rules that wait and merge are the same, and the game comes to all rules."""
    rules, _ = _with_changes(kept, pairs)
    suspending = callers_of(rules, (name for name, one in rules.items() if one.asks)) | {"play"}
    merging = callers_of(rules, (name for name, one in rules.items() if one.merges))
    # Equal, not only larger: the verdicts that are kept of other declarations rest on which rules wait and merge. A rule that
    # is reached besides is no mistake, so `reached` may grow.
    return (suspending == kept.suspending and merging == kept.merging
            and kept.reached <= reached_from(rules, kept.supposed))


def _looks_ahead(kept: Summaries, pair: _Pair) -> bool:
    """Return whether no look ahead comes to a declaration, nor the declaration to a look ahead."""
    if pair.before.looks or pair.now.looks or pair.name in kept.looked_at:
        return False
    # What it calls now and did not call before may come to a look ahead, which may come back.
    return not kept.looked_at or (pair.now.calls <= pair.before.calls and pair.now.functions <= pair.before.functions)


def _by_itself(kept: Summaries, symbols: SymbolTable, pair: _Pair) -> bool:
    """Return whether the passes that look at each declaration by itself find nothing in it."""
    diagnostics = Diagnostics()
    match pair.new:
        case ast.Rule():
            calls = CallGraph(symbols, pair.is_.typing, {}, set(kept.suspending), set(kept.merging))
            verify_bodies(tuple(bodies_of(pair.name, pair.new)), pair.is_.typing, calls, diagnostics)
            conflicts_among(pair.new.exceptions, pair.is_.typing, diagnostics)
        case Way():
            calls = CallGraph(symbols, pair.is_.typing, {}, set(kept.suspending), set(kept.merging))
            verify_bodies(((pair.new.clause, pair.new.body),), pair.is_.typing, calls, diagnostics)
        case ast.Function():
            conflicts_among(pair.new.exceptions, pair.is_.typing, diagnostics)
        case ast.End() | ast.Invariant():
            # These have neither statements nor exceptions.
            pass
        case _:
            assert_never(pair.new)
    return not diagnostics.sorted() and _sets_the_same(symbols, pair)


def _sets_the_same(symbols: SymbolTable, pair: _Pair) -> bool:
    """Return whether a reaction always sets the same places: those of another to the same event must not be among them."""
    if not isinstance(pair.old, ast.Rule) or not isinstance(pair.new, ast.Rule) or pair.name not in symbols.rules:
        return True
    return symbols.rules[pair.name].reacts_to is None or (
        always_set(pair.old, pair.was.typing) == always_set(pair.new, pair.is_.typing))


# ---- Information flow ------------------------------------------------------------------------------


def _flows(kept: Summaries, symbols: SymbolTable, pair: _Pair, changed: frozenset[str]) -> bool:
    """Return whether a declaration shows nothing hidden, and hides no other values than it did."""
    found = kept.hidden.labels
    if found is None:
        return not pair.is_.decides_in_secret
    is_open = not any(_is_hidden(kept, meaning) for unit in (pair.was, pair.is_) for meaning in unit.typing.meanings.values())
    match pair.old, pair.new:
        case ast.Rule(), ast.Rule():
            # Nothing hidden comes to most rules: such a rule adds to no label, and demands nothing.
            was, is_ = Text(pair.old, pair.was.typing), Text(pair.new, pair.is_.typing)
            return (is_open and pair.name in kept.hidden.open_rules and not _decides_by_itself(pair)) or changes_nothing_else(
                found, kept.seen_by, symbols, pair.name, was, is_, changed)
        case _, Way():
            # The rows of a table share what their effect is handed.
            return is_open and pair.name in kept.hidden.open_rules and not _decides_by_itself(pair)
        case _, ast.Function():
            return is_open and _depends_on(kept, symbols, pair.new, pair.is_) == kept.hidden.open_functions.get(pair.name)
        case _:
            # Nobody is shown what an invariant looks at.
            return is_open or isinstance(pair.new, ast.Invariant)


def _decides_by_itself(pair: _Pair) -> bool:
    """Return whether a declaration has a draw, which is followed to where it is kept, or decides where not all see it."""
    return pair.was.decides_in_secret or pair.is_.decides_in_secret or any(
        isinstance(node, ast.Roll | ast.Throw) for root in (pair.old, pair.new) for node in nodes_in(root))


def _is_hidden(kept: Summaries, meaning: Meaning) -> bool:
    """Return whether a meaning may give something hidden to what uses it."""
    match meaning:
        case FieldInfo():
            return meaning in kept.seen_by
        case FunctionInfo():
            return meaning.name not in kept.hidden.open_functions
        case EventInfo():
            return any(audience is not None for audience in meaning.audiences)
        case Builtin():
            return meaning.name == OPEN
    return False


def _depends_on(kept: Summaries, symbols: SymbolTable, node: ast.Function, unit: Unit) -> frozenset[int] | None:
    """Return the parameters on which the label of a function's value depends, by their numbers; None if on anything else."""
    def stands_for(info: FunctionInfo, number: int) -> Secret:
        param = info.params[number]
        return Secret("param", ("is", param), param.name, node.span, node.span)

    labels = Labels(symbols, unit.typing)
    for info in symbols.functions.values():
        params = kept.hidden.open_functions.get(info.name)
        if params is not None and info.name != node.name:
            labels.functions[info] = tuple(stands_for(info, number) for number in sorted(params))
    own = evolve(symbols.functions[node.name], node=node)
    found = params_in(labels.function(own), own)
    return None if found is None else frozenset(found)
