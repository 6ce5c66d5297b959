"""Declarations that differ, both texts checked -> whether all passes behind the check (`analyses`) find what they found.

Each function here stands for one pass, or for a part of it, and answers by the summaries that are kept. An answer errs on one
side alone: where it cannot be sure, it is no, and the rulebook is checked whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import evolve

from .. import syntax as ast
from ..analyses.call_graph import CallGraph, circles
from ..analyses.conflicts import always_set, conflicts_among
from ..analyses.reachability import bodies_of, verify_bodies, verify_notations
from ..check.scope.typing import Unit
from ..source.diagnostics import Diagnostic, Diagnostics
from ..symbols.symbols import SymbolTable
from ..syntax.alone import Alone, EffectWay, name_of
from .flow import are_open, differ_in_columns, differ_in_types, flows, with_labels
from .in_use import all_used, change_of_uses, is_asked_for, names_unread, reads_more, stay_in_use, unused, words_more
from .pairs import CheckedPair, DeclarationPair, MoreOrLess, is_way_of, paired, with_changes
from .summaries import Summaries, Summary, callers_of, reached_from

_NONE = MoreOrLess()


def mistakes_now(summaries: Summaries, symbols: SymbolTable, differing: Sequence[CheckedPair],
                 besides: MoreOrLess = _NONE, has_heads: bool = False, has_values: bool = False, warned: bool = False,
                 columns: frozenset[str] = frozenset(), by_members: Sequence[tuple[Alone, Unit]] = ()
                 ) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes that the passes find now: those of new declarations that nothing uses, and those in one declaration
    by itself; mostly there are none.

    Return None where a pass may find another mistake, or something else of the other declarations.

    `has_heads` says that some declarations have another head: labels of the kept parameters say nothing of theirs. `has_values`
    says that names have other values, by which conditions may be settled otherwise. With either, nothing is new or gone.
    `warned` says that something is reported of other declarations: what nothing reads may be among it. `columns` are those of
    which a variant sets a value. `by_members` are declarations that stay as they were, but for types with other members, or
    for spaces in other sets.

    Of each declaration that differs, `differing` has its text as it was and as it is, and what the check found of both.
    `symbols` are the names with declarations that are new, and without those that are gone.
    """
    pairs = paired(symbols, differing)
    new = paired(symbols, [(node, node, unit, unit) for node, unit in besides.new])
    gone = paired(symbols, [(node, node, unit, unit) for node, unit in besides.gone])
    all_pairs = (*pairs, *new)
    if not all(pair.was.is_clean and pair.is_.is_clean for pair in all_pairs):
        return None
    known, change = _with_more_or_less(summaries, new, gone), change_of_uses(pairs, new, gone)
    change = Counter({use: more for use, more in change.items() if is_asked_for(symbols, columns, use)})
    if warned and (reads_more(summaries, change, besides) or names_unread(summaries, symbols, besides)):
        return None
    if not all_used(summaries, change, besides) or not symbols.ends or words_more(new) or not (
            stay_in_use(summaries, symbols, change, besides)) or not _wait_alike(known, pairs) or (
            _go_round(known, pairs)) or not all(
            _looks_ahead(known, pair) and _sets_the_same(symbols, pair) for pair in all_pairs):
        return None
    inside = Diagnostics()
    for pair in all_pairs:
        _look_at(known, symbols, pair, inside)
    # How many values a type has counts for these passes alone.
    counting = Diagnostics()
    for pair in paired(symbols, [(node, node, unit, unit) for node, unit in by_members]):
        _look_at(known, symbols, pair, counting)
    if counting.sorted():
        return None
    # What uses a value was read where it stood: its mistakes would be reported there.
    if inside.sorted() and (warned or not inside.failed or any(pair.old is pair.new for pair in pairs)):
        return None
    inside.extend(unused(known, symbols, change, pairs, besides))
    if inside.failed:
        # Information flow is not looked at then, and nothing is compiled.
        return inside.sorted()
    followed = with_labels(known, symbols, new)
    changed = frozenset(pair.name for pair in all_pairs)
    return () if followed is not None and known.suspending == summaries.suspending and known.merging == summaries.merging and (
        are_open(followed, all_pairs, new)) and all(
        (has_heads and not has_values and differ_in_types(pair)) or differ_in_columns(pair) or flows(
            followed, symbols, pair, changed, has_heads) for pair in all_pairs) else None


def all_stop(summaries: Summaries, symbols: SymbolTable, differing: Sequence[CheckedPair]) -> bool:
    """Return whether the mistakes of the check are all: the passes that run in spite of them find none."""
    pairs = paired(symbols, differing)
    return not _go_round(summaries, pairs) and all(_looks_ahead(summaries, pair) for pair in pairs)


def _with_more_or_less(summaries: Summaries, new: Sequence[DeclarationPair], gone: Sequence[DeclarationPair]) -> Summaries:
    """Return the summaries with declarations that are new, and without those that are gone; `with_labels` looks for labels."""
    if not new and not gone:
        return summaries
    lost = {pair.name for pair in gone}
    ways = [pair.new for pair in new if isinstance(pair.new, EffectWay)]
    rules = {name: _with_ways(summary, ways) for name, summary in summaries.rules.items() if name not in lost} | {
        pair.name: pair.after for pair in new if isinstance(pair.new, ast.Rule | EffectWay)}
    functions = {name: summary for name, summary in summaries.functions.items() if name not in lost} | {
        pair.name: pair.after for pair in new if isinstance(pair.new, ast.Function)}
    suspending = callers_of(rules, (name for name, summary in rules.items() if summary.asks))
    merging = callers_of(rules, (name for name, summary in rules.items() if summary.merges))
    own = {pair.name for pair in new}
    return evolve(summaries, rules=rules, functions=functions, reached=summaries.reached - lost,
                  suspending=summaries.suspending | (suspending & own), merging=summaries.merging | (merging & own))


def _with_ways(summary: Summary, ways: Iterable[EffectWay]) -> Summary:
    """Return the summary of a rule that carries out the new ways of effects too, if it carries out one of such an effect."""
    more = {way.name for way in ways if any(is_way_of(name, way) for name in summary.calls)}
    return evolve(summary, calls=summary.calls | more) if more else summary


def _go_round(summaries: Summaries, pairs: Sequence[DeclarationPair]) -> bool:
    """Return whether a rule or function comes back to itself."""
    rules, functions = with_changes(summaries, pairs)
    by_rules = {name: [(called, name) for called in summary.calls] for name, summary in rules.items()}
    by_functions = {name: [(called, name) for called in summary.functions] for name, summary in functions.items()}
    return any(circles(by_rules)) or any(circles(by_functions))


def _wait_alike(summaries: Summaries, pairs: Sequence[DeclarationPair]) -> bool:
    """Return whether the rules that wait and merge are the same, and the game comes to all rules but those that are new."""
    rules, _ = with_changes(summaries, pairs)
    suspending = callers_of(rules, (name for name, summary in rules.items() if summary.asks)) | {"play"}
    merging = callers_of(rules, (name for name, summary in rules.items() if summary.merges))
    # Equal, not only larger: the verdicts that are kept of other declarations rest on which rules wait and merge. A rule that
    # is reached besides is no mistake, so `reached` may grow.
    return (suspending == summaries.suspending and merging == summaries.merging
            and summaries.reached <= reached_from(rules, summaries.supposed))


def _looks_ahead(summaries: Summaries, pair: DeclarationPair) -> bool:
    """Return whether no look ahead comes to a declaration, nor the declaration to a look ahead."""
    if pair.before.looks or pair.after.looks or pair.name in summaries.looked_at:
        return False
    # What it calls now and did not call before may come to a look ahead, which may come back.
    return not summaries.looked_at or _comes_to_none(summaries, (
        *(pair.after.calls - pair.before.calls), *(pair.after.functions - pair.before.functions)))


def _comes_to_none(summaries: Summaries, called: Iterable[str]) -> bool:
    """Return whether nothing that is called, nor what it calls, looks ahead."""
    out, edge = set[str](), list(called)
    while edge:
        name = edge.pop()
        if name not in out:
            out.add(name)
            for known in (summaries.rules.get(name), summaries.functions.get(name)):
                if known is not None and known.looks:
                    return False
                edge += () if known is None else (*known.calls, *known.functions)
    return True


def _look_at(summaries: Summaries, symbols: SymbolTable, pair: DeclarationPair, diagnostics: Diagnostics) -> None:
    """Add to `diagnostics` the mistakes that passes find in a declaration by itself."""
    match pair.new:
        case ast.Rule():
            calls = CallGraph(symbols, pair.is_.typing, {}, set(summaries.suspending), set(summaries.merging))
            verify_bodies(tuple(bodies_of(pair.name, pair.new)), pair.is_.typing, calls, diagnostics)
            conflicts_among(pair.new.exceptions, pair.is_.typing, diagnostics)
        case EffectWay():
            calls = CallGraph(symbols, pair.is_.typing, {}, set(summaries.suspending), set(summaries.merging))
            verify_bodies(((pair.new.clause, pair.new.body),), pair.is_.typing, calls, diagnostics)
        case ast.Function():
            conflicts_among(pair.new.exceptions, pair.is_.typing, diagnostics)
        case ast.End() | ast.Invariant():
            # These have neither statements nor exceptions.
            pass
        case _:
            assert_never(pair.new)


def tell_moves_apart(node: Alone, unit: Unit) -> bool:
    """Return whether nothing is reported of how the moves in a declaration are written."""
    diagnostics = Diagnostics()
    if isinstance(node, ast.Rule):
        verify_notations(tuple(bodies_of(name_of(node), node)), unit.typing, diagnostics)
    elif isinstance(node, EffectWay):
        verify_notations(((node.clause, node.body),), unit.typing, diagnostics)
    return not diagnostics.sorted()


def _sets_the_same(symbols: SymbolTable, pair: DeclarationPair) -> bool:
    """Return whether a reaction always sets the same places: those of another to the same event must not be among them."""
    if not isinstance(pair.old, ast.Rule) or not isinstance(pair.new, ast.Rule) or pair.name not in symbols.rules:
        return True
    return symbols.rules[pair.name].reacts_to is None or (
        always_set(pair.old, pair.was.typing) == always_set(pair.new, pair.is_.typing))
