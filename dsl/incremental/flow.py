"""Declarations that differ -> whether the information flow of all others is as it was, and nothing hidden is shown in these."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from .. import syntax as ast
from ..analyses.information_flow.alone import RuleText, changes_nothing_else, has_same_label, hides_nothing
from ..analyses.information_flow.expressions import Labels, params_in
from ..analyses.information_flow.secrets import Secret
from ..check.scope.typing import Unit
from ..symbols.symbols import OPEN, Builtin, Constant, EventInfo, FieldInfo, FunctionInfo, Meaning, SymbolTable
from ..syntax.alone import EffectWay
from ..syntax.walk import nodes_in, parts_of
from .alike import have_same_rules, settled
from .pairs import DeclarationPair, is_way_of
from .summaries import Summaries


def with_labels(summaries: Summaries, symbols: SymbolTable, new: Sequence[DeclarationPair]) -> Summaries | None:
    """Return the summaries with the labels of functions that are new; None where nothing is sure of one.

    Rules that are new count as rules to which nothing hidden comes: `are_open` looks at what calls them. What comes to one way
    of an effect comes to all.
    """
    ways = [pair.new for pair in new if isinstance(pair.new, EffectWay)]
    others = summaries.rules.keys() - {way.name for way in ways}
    rules = {pair.name for pair in new if isinstance(pair.new, ast.Rule)} | {way.name for way in ways if all(
        name in summaries.hidden.open_rules for name in others if is_way_of(name, way))}
    hidden = evolve(summaries.hidden, open_rules=summaries.hidden.open_rules | rules)
    known = evolve(summaries, hidden=hidden) if rules else summaries
    left = [pair for pair in new if isinstance(pair.new, ast.Function)]
    while left and summaries.hidden.labels is not None:
        # A function that is new may use another. Each round knows one more at least, or ends the loop.
        labelled = {pair.name: params for pair in left if isinstance(pair.new, ast.Function) and _is_open(known, pair)
                    and (params := _depends_on(known, symbols, pair.new, pair.is_)) is not None}
        if not labelled:
            return None
        known = evolve(known, hidden=evolve(known.hidden, open_functions={**known.hidden.open_functions, **labelled}))
        left = [pair for pair in left if pair.name not in labelled]
    return known


def are_open(summaries: Summaries, pairs: Sequence[DeclarationPair], new: Sequence[DeclarationPair]) -> bool:
    """Return whether nothing hidden is in what is new, nor in what uses it, nor comes to that."""
    names = {pair.name for pair in new}
    users = (pair for pair in pairs if pair.name in names or not names.isdisjoint((*pair.after.calls, *pair.after.functions)))
    return summaries.hidden.labels is None or all(
        _is_open(summaries, pair) and (not isinstance(pair.new, ast.Rule | EffectWay) or (
            pair.name in summaries.hidden.open_rules and not _decides_by_itself(pair)))
        for pair in users if not isinstance(pair.new, ast.Invariant))


def flows(summaries: Summaries, symbols: SymbolTable, pair: DeclarationPair, changed: frozenset[str], has_heads: bool) -> bool:
    """Return whether a declaration shows nothing hidden, and hides no other values than it did."""
    flow_labels = summaries.hidden.labels
    if flow_labels is None:
        return not pair.is_.decides_in_secret
    is_open = _is_open(summaries, pair)
    match pair.old, pair.new:
        case ast.Rule(), ast.Rule():
            # Nothing hidden comes to most rules: such a rule adds to no label, and demands nothing.
            was, is_ = RuleText(pair.old, pair.was.typing), RuleText(pair.new, pair.is_.typing)
            return (is_open and pair.name in summaries.hidden.open_rules and not _decides_by_itself(pair)) or (
                not has_heads and changes_nothing_else(flow_labels, summaries.seen_by, symbols, pair.name, was, is_, changed))
        case _, EffectWay():
            # The rows of a table share what their effect is handed.
            return is_open and pair.name in summaries.hidden.open_rules and not _decides_by_itself(pair)
        case ast.Function(), ast.Function():
            # Of a function that invariants and scores alone call, nobody asks what it hides.
            if all(info.name != pair.name for info in flow_labels.functions):
                return True
            if is_open:
                return _depends_on(summaries, symbols, pair.new, pair.is_) == summaries.hidden.open_functions.get(pair.name)
            return has_same_label(
                flow_labels, summaries.seen_by, symbols, (pair.old, pair.was.typing), (pair.new, pair.is_.typing))
        case _, ast.End():
            # All see whether the game ends. The ranking of the players is no secret then.
            return is_open or hides_nothing(flow_labels, summaries.seen_by, symbols, pair.new.condition, pair.is_.typing)
        case _:
            # Nobody is shown what an invariant looks at.
            return is_open or isinstance(pair.new, ast.Invariant)


def differ_in_types(pair: DeclarationPair) -> bool:
    """Return whether two texts differ in types of their heads alone: the range of a number does not say who sees it."""
    old, new = pair.old, pair.new
    if not isinstance(old, ast.Rule | ast.Function) or not isinstance(new, ast.Rule | ast.Function):
        return old is new
    # Parameters have the same names, and are shown to the same players.
    return type(old) is type(new) and all(have_same_rules(getattr(old, part), getattr(new, part), {ast.Param: "type"})
                                          for part in parts_of(type(new)) if part != "type")


def differ_in_columns(pair: DeclarationPair) -> bool:
    """Return whether a declaration stays as it was, but for values of columns, and these settle no condition otherwise."""
    def known(unit: Unit) -> list[tuple[object, ...]]:
        settles = (settled(node.left, unit) for node in nodes
                   if isinstance(node, ast.Binary) and node.operator in ("and", "or"))
        constants = ((meaning.name, meaning.value) for meaning in map(unit.typing.meanings.get, nodes)
                     if isinstance(meaning, Constant))
        return [*((settles_as,) for settles_as in settles), *constants]

    nodes = tuple(nodes_in(pair.new))
    return pair.old is pair.new and known(pair.was) == known(pair.is_)


def _is_open(summaries: Summaries, pair: DeclarationPair) -> bool:
    """Return whether nothing in a declaration gives it anything hidden, as it was and as it is."""
    return not any(_is_hidden(summaries, meaning) for unit in (pair.was, pair.is_) for meaning in unit.typing.meanings.values())


def _decides_by_itself(pair: DeclarationPair) -> bool:
    """Return whether a declaration has a draw, which is followed to where it is kept, or decides where not all see it."""
    return pair.was.decides_in_secret or pair.is_.decides_in_secret or any(
        isinstance(node, ast.Roll | ast.Throw) for root in (pair.old, pair.new) for node in nodes_in(root))


def _is_hidden(summaries: Summaries, meaning: Meaning) -> bool:
    """Return whether a meaning may give something hidden to what uses it."""
    match meaning:
        case FieldInfo():
            return meaning in summaries.seen_by
        case FunctionInfo():
            return meaning.name not in summaries.hidden.open_functions
        case EventInfo():
            return any(audience is not None for audience in meaning.audiences)
        case Builtin():
            return meaning.name == OPEN
        case _:
            # Constants, columns and the like are printed in the rulebook. A local has what its own value or a caller gives it:
            # both are looked at themselves.
            return False


def _depends_on(summaries: Summaries, symbols: SymbolTable, node: ast.Function, unit: Unit) -> frozenset[int] | None:
    """Return the parameters on which the label of a function's value depends, by their numbers; None if on anything else."""
    def stands_for(info: FunctionInfo, number: int) -> Secret:
        param = info.params[number]
        return Secret("param", ("is", param), param.name, node.span, node.span)

    labels = Labels(symbols, unit.typing)
    for info in symbols.functions.values():
        params = summaries.hidden.open_functions.get(info.name)
        if params is not None and info.name != node.name:
            labels.functions[info] = tuple(stands_for(info, number) for number in sorted(params))
    own = evolve(symbols.functions[node.name], node=node)
    numbers = params_in(labels.function(own), own)
    return None if numbers is None else frozenset(numbers)
