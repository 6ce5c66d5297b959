"""Declarations that differ, both texts checked -> whether all passes behind the check (`analyses`) find what they found.

Each function here stands for one pass, or for a part of it, and answers by the summaries that are kept. An answer errs on one
side alone: where it cannot be sure, it is no, and the rulebook is checked whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import evolve, frozen

from .. import syntax as ast
from ..analyses.call_graph import CallGraph, circles
from ..analyses.conflicts import always_set, conflicts_among
from ..analyses.information_flow.alone import Text, changes_nothing_else
from ..analyses.information_flow.expressions import Labels, params_in
from ..analyses.information_flow.secrets import Secret
from ..analyses.reachability import (
    bodies_of,
    report_never_checked,
    report_never_run,
    report_unused,
    verify_bodies,
    verify_notations,
)
from ..analyses.unused import report_unread
from ..check.scope.typing import Unit
from ..source.diagnostics import Diagnostic, Diagnostics
from ..symbols.symbols import OPEN, Builtin, Constant, EventInfo, FieldInfo, FunctionInfo, Meaning, SymbolTable
from ..syntax.alone import Alone, Way, name_of
from ..syntax.walk import nodes_in, parts_of
from .alike import have_same_rules
from .besides import Besides, names_of
from .summaries import Summaries, Summary, Use, callers_of, reached_from, summary_of


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


@frozen
class MoreOrLess:
    """The declarations that are new, and those that are gone, with what the check found of those that have a body.

    `new_items` and `gone_items` are all of them. If an end is among them, `play` is the first rule of the game.
    """

    new: tuple[tuple[Alone, Unit], ...] = ()
    gone: tuple[tuple[Alone, Unit], ...] = ()
    new_items: tuple[Besides, ...] = ()
    gone_items: tuple[Besides, ...] = ()
    play: ast.Rule | None = None


_NONE = MoreOrLess()
# The uses of something that are no longer asked for once it is gone.
_BY_NAME = ("used", "spoken", "named")
# The uses of fields and columns by which these are read.
_READS = ("column", "read", "unknown", "laid open")


def mistakes_now(kept: Summaries, symbols: SymbolTable, differing: Sequence[tuple[Alone, Alone, Unit, Unit]],
                 besides: MoreOrLess = _NONE, has_heads: bool = False, has_values: bool = False, warned: bool = False,
                 columns: frozenset[str] = frozenset(), by_members: Sequence[tuple[Alone, Unit]] = ()
                 ) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes that the passes find now: those of new declarations that nothing uses, and those in one declaration
    by itself; mostly there are none.

    Return None where a pass may find another mistake, or something else of the other declarations.

    `has_heads` says that some declarations have another head: labels of the kept parameters say nothing of theirs. `has_values`
    says that names have other values, by which conditions may be settled otherwise. With either, nothing is new or gone.
    `warned` says that something is reported of other declarations: what nothing reads may be among it. `columns` are those of
    which a variant sets a value. `by_members` are declarations that stay as they were, but for types with other members.

    Of each declaration that differs, `differing` has its text as it was and as it is, and what the check found of both.
    `symbols` are the names with declarations that are new, and without those that are gone.
    """
    pairs = _paired(symbols, differing)
    new = _paired(symbols, [(node, node, unit, unit) for node, unit in besides.new])
    gone = _paired(symbols, [(node, node, unit, unit) for node, unit in besides.gone])
    all_pairs = (*pairs, *new)
    if not all(pair.was.is_clean and pair.is_.is_clean for pair in all_pairs):
        return None
    known, change = _with_more_or_less(kept, new, gone), _change_of_uses(pairs, new, gone)
    change = Counter({use: more for use, more in change.items() if _is_asked_for(symbols, columns, use)})
    if warned and (_reads_more(kept, change, besides) or _names_unread(kept, symbols, besides)):
        return None
    if not _all_used(kept, change, besides) or not symbols.ends or _words_more(new) or not (
            _stay_in_use(kept, symbols, change, besides)) or not _wait_alike(known, pairs) or (
            _go_round(known, pairs)) or not all(
            _looks_ahead(known, pair) and _sets_the_same(symbols, pair) for pair in all_pairs):
        return None
    inside = Diagnostics()
    for pair in all_pairs:
        _look_at(known, symbols, pair, inside)
    # How many values a type has counts for these passes alone.
    counting = Diagnostics()
    for pair in _paired(symbols, [(node, node, unit, unit) for node, unit in by_members]):
        _look_at(known, symbols, pair, counting)
    if counting.sorted():
        return None
    # What uses a value was read where it stood: its mistakes would be reported there.
    if inside.sorted() and (warned or not inside.failed or any(pair.old is pair.new for pair in pairs)):
        return None
    inside.extend(_unused(known, symbols, change, pairs, besides))
    if inside.failed:
        # Information flow is not looked at then, and nothing is compiled.
        return inside.sorted()
    followed = _with_labels(known, symbols, new)
    changed = frozenset(pair.name for pair in all_pairs)
    return () if followed is not None and known.suspending == kept.suspending and known.merging == kept.merging and (
        _are_open(followed, all_pairs, new)) and all(
        (has_heads and not has_values and _differ_in_types(pair)) or _flows(followed, symbols, pair, changed, has_heads)
        for pair in all_pairs) else None


def all_stop(kept: Summaries, symbols: SymbolTable, differing: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> bool:
    """Return whether the mistakes of the check are all: the passes that run in spite of them find none."""
    pairs = _paired(symbols, differing)
    return not _go_round(kept, pairs) and all(_looks_ahead(kept, pair) for pair in pairs)


def _is_asked_for(symbols: SymbolTable, columns: frozenset[str], use: Use) -> bool:
    """Return whether it would be reported that nothing has this use."""
    match use:
        case "column", str(name), *_:
            return name in columns
        case "spoken", str(name):
            return any(word.name == name for word in symbols.names.words)
        case "used", kind, str(name) if kind == Constant.__name__:
            # The rows of tables, the words of enums and the like are constants too.
            return name in symbols.constants or any(node.name == name for node in symbols.parameters)
        case _:
            return True


def _paired(symbols: SymbolTable, differing: Sequence[tuple[Alone, Alone, Unit, Unit]]) -> list[_Pair]:
    """Return declarations with their summaries."""
    return [_Pair(name_of(new), old, new, was, is_,
                  summary_of(old, was, symbols), summary_of(new, is_, symbols)) for old, new, was, is_ in differing]


def _change_of_uses(pairs: Sequence[_Pair], new: Sequence[_Pair], gone: Sequence[_Pair]) -> Counter[Use]:
    """Return by how many declarations more or less each thing is used now."""
    change = Counter[Use]()
    for pair in (*pairs, *new):
        change.update(pair.now.uses)
    for pair in (*pairs, *gone):
        change.subtract(pair.before.uses)
    return change


def _all_used(kept: Summaries, change: Counter[Use], besides: MoreOrLess) -> bool:
    """Return whether something still uses all that was used and is not gone: constants, functions, fields, columns, ends."""
    lost = {name for node in besides.gone_items for name in names_of(node)}
    # Only a count that falls can come to nothing. Uses by all declarations that stay are in the counts that are kept.
    return all(kept.uses.get(use, 0) + more > 0 or (use[0] in _BY_NAME and use[-1] in lost) or (
        use[0] == "checked" and use[1:] and (use[1] in lost or kept.uses.get(("checked",), 0) + change["checked",] > 0)) or (
        use[0] in _READS and use[1] in lost) for use, more in change.items() if more < 0)


def _reads_more(kept: Summaries, change: Counter[Use], besides: MoreOrLess) -> bool:
    """Return whether something is read now that was there and no body has read: that nothing reads it may be reported."""
    new = {name for node in besides.new_items for name in names_of(node)}
    return any(more > 0 and use[0] in _READS and use[1] not in new and not kept.uses.get(use, 0)
               for use, more in change.items())


def _names_unread(kept: Summaries, symbols: SymbolTable, besides: MoreOrLess) -> bool:
    """Return whether a new declaration has the name of a field or column that no body reads, such as in its statement."""
    read = {use[1] for use, count in kept.uses.items() if count and use[0] in _READS}
    parts = {info.name for info in symbols.components.fields} | {name for _, name in symbols.names.attributes}
    return any(isinstance(node, ast.Name | ast.Attribute) and node.name in parts and node.name not in read
               for item in besides.new_items for node in nodes_in(item))


def unread_among(symbols: SymbolTable, infos: Sequence[FieldInfo], units: Sequence[tuple[Alone, Unit]],
                 others: Sequence[Besides]) -> tuple[Diagnostic, ...] | None:
    """Return the warnings of fields that are new and that nothing reads; None where a statement may read one.

    `units` are all declarations that may name one and have a body, with what the check found of them; `others` are all that
    are new.
    """
    uses = {use for node, unit in units for use in summary_of(node, unit, symbols).uses}
    words = {node.name for item in others for node in nodes_in(item) if isinstance(node, ast.Name | ast.Attribute)}
    diagnostics = Diagnostics()
    for info in infos:
        owner = "" if info.owner is None else info.owner.name
        if uses.isdisjoint((("read", info.name, owner), ("laid open", info.name, owner), ("unknown", info.name))):
            if info.name in words:
                return None
            report_unread(info, diagnostics)
    return diagnostics.sorted()


def _words_more(new: Sequence[_Pair]) -> bool:
    """Return whether a type in what is new may have a word that nothing speaks of."""
    return any(word.name != "none" for pair in new for word in pair.is_.named)


def _unused(kept: Summaries, symbols: SymbolTable, change: Counter[Use], pairs: Sequence[_Pair], besides: MoreOrLess
            ) -> tuple[Diagnostic, ...]:
    """Return the mistakes of functions and constants that are new and not used, and of rules and ends to which no game comes.

    Nothing that was there names them.
    """
    rules, _ = _with_changes(kept, pairs)
    reached = reached_from(rules, kept.supposed)
    diagnostics = Diagnostics()
    for node in besides.new_items:
        match node:
            case ast.Function() if change["used", FunctionInfo.__name__, node.name] <= 0:
                report_unused(node, diagnostics)
            case ast.Constant() | ast.Parameter() if change["used", Constant.__name__, node.name] <= 0 and (
                    node.name not in symbols.names.used):
                report_unused(node, diagnostics)
            case ast.End() if not any(kept.uses.get(use, 0) + change[use] > 0
                                      for use in (("checked",), ("checked", node.name))):
                report_never_checked(node, besides.play, diagnostics)
            case ast.Rule() if node.name not in reached:
                report_never_run(symbols.rules[node.name], diagnostics)
            case _:
                # Enums may be used by nothing. So are ends, invariants, notes and sections; an event may come to nothing.
                pass
    return diagnostics.sorted()


def _stay_in_use(kept: Summaries, symbols: SymbolTable, change: Counter[Use], besides: MoreOrLess) -> bool:
    """Return whether bodies use all constants, parameters and functions that what is gone names: in heads and texts as well.

    Uses in heads and texts are in no count.
    """
    declared = {*symbols.constants, *(parameter.name for parameter in symbols.parameters), *symbols.functions}
    named = {node.name for item in besides.gone_items for node in nodes_in(item) if isinstance(node, ast.Name)} & declared
    uses = {name: ("used", (FunctionInfo if name in symbols.functions else Constant).__name__, name) for name in named}
    return all(kept.uses.get(use, 0) + change[use] > 0 for use in uses.values())


def _with_more_or_less(kept: Summaries, new: Sequence[_Pair], gone: Sequence[_Pair]) -> Summaries:
    """Return the summaries with declarations that are new, and without those that are gone; `_with_labels` looks for labels."""
    if not new and not gone:
        return kept
    lost = {pair.name for pair in gone}
    ways = [pair.new for pair in new if isinstance(pair.new, Way)]
    rules = {name: _with_ways(one, ways) for name, one in kept.rules.items() if name not in lost} | {
        pair.name: pair.now for pair in new if isinstance(pair.new, ast.Rule | Way)}
    functions = {name: one for name, one in kept.functions.items() if name not in lost} | {
        pair.name: pair.now for pair in new if isinstance(pair.new, ast.Function)}
    suspending = callers_of(rules, (name for name, one in rules.items() if one.asks))
    merging = callers_of(rules, (name for name, one in rules.items() if one.merges))
    own = {pair.name for pair in new}
    return evolve(kept, rules=rules, functions=functions, reached=kept.reached - lost,
                  suspending=kept.suspending | (suspending & own), merging=kept.merging | (merging & own))


def _with_ways(summary: Summary, ways: Iterable[Way]) -> Summary:
    """Return the summary of a rule that carries out the new ways of effects too, if it carries out one of such an effect."""
    more = {way.name for way in ways if any(_is_way_of(name, way) for name in summary.calls)}
    return evolve(summary, calls=summary.calls | more) if more else summary


def _is_way_of(name: str, way: Way) -> bool:
    """Return whether a name is that of the way in which some row carries out the same effect."""
    parts = name.split(".")
    return len(parts) == 3 and parts[0] == way.table and parts[2] == way.effect


def _with_labels(kept: Summaries, symbols: SymbolTable, new: Sequence[_Pair]) -> Summaries | None:
    """Return the summaries with the labels of functions that are new; None where nothing is sure of one.

    Rules that are new count as rules to which nothing hidden comes: `_are_open` looks at what calls them. What comes to one way
    of an effect comes to all.
    """
    ways = [pair.new for pair in new if isinstance(pair.new, Way)]
    others = kept.rules.keys() - {way.name for way in ways}
    rules = {pair.name for pair in new if isinstance(pair.new, ast.Rule)} | {way.name for way in ways if all(
        name in kept.hidden.open_rules for name in others if _is_way_of(name, way))}
    known = evolve(kept, hidden=evolve(kept.hidden, open_rules=kept.hidden.open_rules | rules)) if rules else kept
    left = [pair for pair in new if isinstance(pair.new, ast.Function)]
    while left and kept.hidden.labels is not None:
        # A function that is new may use another. Each round knows one more at least, or ends the loop.
        found = {pair.name: params for pair in left if isinstance(pair.new, ast.Function) and _is_open(known, pair)
                 and (params := _depends_on(known, symbols, pair.new, pair.is_)) is not None}
        if not found:
            return None
        known = evolve(known, hidden=evolve(known.hidden, open_functions={**known.hidden.open_functions, **found}))
        left = [pair for pair in left if pair.name not in found]
    return known


def _are_open(kept: Summaries, pairs: Sequence[_Pair], new: Sequence[_Pair]) -> bool:
    """Return whether nothing hidden is in what is new, nor in what uses it, nor comes to that."""
    names = {pair.name for pair in new}
    users = (pair for pair in pairs if pair.name in names or not names.isdisjoint((*pair.now.calls, *pair.now.functions)))
    return kept.hidden.labels is None or all(
        _is_open(kept, pair) and (not isinstance(pair.new, ast.Rule | Way) or (
            pair.name in kept.hidden.open_rules and not _decides_by_itself(pair)))
        for pair in users if not isinstance(pair.new, ast.Invariant))


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
    """Return whether the rules that wait and merge are the same, and the game comes to all rules but those that are new."""
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
    return not kept.looked_at or _comes_to_none(kept, (
        *(pair.now.calls - pair.before.calls), *(pair.now.functions - pair.before.functions)))


def _comes_to_none(kept: Summaries, called: Iterable[str]) -> bool:
    """Return whether nothing that is called, nor what it calls, looks ahead."""
    out, edge = set[str](), list(called)
    while edge:
        name = edge.pop()
        if name not in out:
            out.add(name)
            for known in (kept.rules.get(name), kept.functions.get(name)):
                if known is not None and known.looks:
                    return False
                edge += () if known is None else (*known.calls, *known.functions)
    return True


def _look_at(kept: Summaries, symbols: SymbolTable, pair: _Pair, diagnostics: Diagnostics) -> None:
    """Add to `diagnostics` the mistakes that passes find in a declaration by itself."""
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


def tell_moves_apart(node: Alone, unit: Unit) -> bool:
    """Return whether nothing is reported of how the moves in a declaration are written."""
    diagnostics = Diagnostics()
    if isinstance(node, ast.Rule):
        verify_notations(tuple(bodies_of(name_of(node), node)), unit.typing, diagnostics)
    elif isinstance(node, Way):
        verify_notations(((node.clause, node.body),), unit.typing, diagnostics)
    return not diagnostics.sorted()


def _sets_the_same(symbols: SymbolTable, pair: _Pair) -> bool:
    """Return whether a reaction always sets the same places: those of another to the same event must not be among them."""
    if not isinstance(pair.old, ast.Rule) or not isinstance(pair.new, ast.Rule) or pair.name not in symbols.rules:
        return True
    return symbols.rules[pair.name].reacts_to is None or (
        always_set(pair.old, pair.was.typing) == always_set(pair.new, pair.is_.typing))


# ---- Information flow ------------------------------------------------------------------------------


def _flows(kept: Summaries, symbols: SymbolTable, pair: _Pair, changed: frozenset[str], has_heads: bool) -> bool:
    """Return whether a declaration shows nothing hidden, and hides no other values than it did."""
    found = kept.hidden.labels
    if found is None:
        return not pair.is_.decides_in_secret
    is_open = _is_open(kept, pair)
    match pair.old, pair.new:
        case ast.Rule(), ast.Rule():
            # Nothing hidden comes to most rules: such a rule adds to no label, and demands nothing.
            was, is_ = Text(pair.old, pair.was.typing), Text(pair.new, pair.is_.typing)
            return (is_open and pair.name in kept.hidden.open_rules and not _decides_by_itself(pair)) or (
                not has_heads and changes_nothing_else(found, kept.seen_by, symbols, pair.name, was, is_, changed))
        case _, Way():
            # The rows of a table share what their effect is handed.
            return is_open and pair.name in kept.hidden.open_rules and not _decides_by_itself(pair)
        case _, ast.Function():
            return is_open and _depends_on(kept, symbols, pair.new, pair.is_) == kept.hidden.open_functions.get(pair.name)
        case _:
            # Nobody is shown what an invariant looks at.
            return is_open or isinstance(pair.new, ast.Invariant)


def _differ_in_types(pair: _Pair) -> bool:
    """Return whether two texts differ in types of their heads alone: the range of a number does not say who sees it."""
    old, new = pair.old, pair.new
    if not isinstance(old, ast.Rule | ast.Function) or not isinstance(new, ast.Rule | ast.Function):
        return old is new
    # Parameters have the same names, and are shown to the same players.
    return type(old) is type(new) and all(have_same_rules(getattr(old, part), getattr(new, part), {ast.Param: "type"})
                                          for part in parts_of(type(new)) if part != "type")


def _is_open(kept: Summaries, pair: _Pair) -> bool:
    """Return whether nothing in a declaration gives it anything hidden, as it was and as it is."""
    return not any(_is_hidden(kept, meaning) for unit in (pair.was, pair.is_) for meaning in unit.typing.meanings.values())


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
