"""A declaration to a summary: what the passes behind the check (`analyses`) read of it, by names.

Those of all declarations are kept. After a change the passes that follow calls follow the kept names, and the passes that look
at one declaration look at that one. So the verdict of each pass is known without the nodes of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import frozen

from .. import syntax as ast
from ..analyses.call_graph import CallGraph
from ..analyses.information_flow import HiddenValues
from ..analyses.look_ahead import supposed_rules
from ..analyses.unused import columns_read, lays_open, places_in
from ..check.scope.typing import Typing, Unit
from ..symbols.symbols import Constant, EffectInfo, FieldInfo, FunctionInfo, RuleInfo, SymbolTable
from ..syntax.walk import nodes_in

if TYPE_CHECKING:
    from ..driver.compile import Compiled

# Something that a declaration uses: what kind of use it is, and of what.
Use = tuple[str, ...]


@frozen
class Summary:
    """A summary of one declaration: all that the passes behind the check read of it.

    `calls` are the rules and ways of effects that it carries out, and `functions` those that it calls. It `asks` if it hands
    control out itself, by a choice or chance, and `merges` if it merges regions. If it looks ahead, it `looks` at some rules.
    """

    calls: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    asks: bool = False
    merges: bool = False
    looks: frozenset[str] = frozenset()
    uses: frozenset[Use] = frozenset()


@frozen
class Summaries:
    """The results of the passes behind the check for a rulebook, by names; `uses` counts the declarations with each use.

    `rules` and `functions` are the summaries by name, without their uses. `reached` are the rules that the game comes to,
    `supposed` those that something supposes, and `looked_at` what a look ahead comes to. `suspending` and `merging` are those
    of the call graph, `seen_by` the fields that not all see.
    """

    rules: Mapping[str, Summary]
    functions: Mapping[str, Summary]
    uses: Mapping[Use, int]
    reached: frozenset[str]
    supposed: frozenset[str]
    looked_at: frozenset[str]
    suspending: frozenset[str]
    merging: frozenset[str]
    hidden: HiddenValues
    seen_by: Mapping[FieldInfo, str]


# A rulebook and its variants share what the check found of most declarations. It is taken over only where all words mean what
# they meant, so what it calls and uses goes by the same names in each of them.
_KNOWN: WeakKeyDictionary[Unit, Summary] = WeakKeyDictionary()


def summary_of(node: object, unit: Unit, symbols: SymbolTable) -> Summary:
    """Return the summary of a declaration, or of the body of an effect's way, as it was checked."""
    known = _KNOWN.get(unit)
    if known is None:
        known = _KNOWN[unit] = _summary(node, unit, symbols)
    return known


def _summary(node: object, unit: Unit, symbols: SymbolTable) -> Summary:
    typing = unit.typing
    inside = tuple(nodes_in(node))
    graph = CallGraph(symbols, typing)
    return Summary(
        frozenset(name for part in inside if isinstance(part, ast.Do | ast.Announce) for name in graph.called_by(part)),
        frozenset(meaning.name for meaning in typing.meanings.values() if isinstance(meaning, FunctionInfo)),
        any(isinstance(part, ast.Choose | ast.Roll | ast.Throw) for part in inside),
        any(isinstance(part, ast.Merge) for part in inside),
        frozenset(meaning.name for meaning in typing.meanings.values() if isinstance(meaning, RuleInfo)) if any(
            isinstance(part, ast.Supposed | ast.Can) for part in inside) else frozenset(),
        frozenset(_uses(inside, unit, frozenset(info.name for info in symbols.components.fields))))


def _uses(inside: tuple[ast.Node, ...], unit: Unit, fields: frozenset[str]) -> Iterator[Use]:
    """Yield all for which some pass asks whether anything uses it. A use more never makes a mistake, and one less may."""
    typing = unit.typing
    yield from (("named", name) for name in unit.names)
    for meaning in typing.used:
        match meaning:
            case Constant() | FunctionInfo():
                yield "used", type(meaning).__name__, meaning.name
            case _:
                # Nothing reports that other meanings are not used.
                pass
    yield from (("spoken", meaning.name) for meaning in typing.meanings.values() if isinstance(meaning, Constant))
    for part in inside:
        if isinstance(part, ast.Check):
            yield from (("checked", end.name) for end in part.ends)
            if not part.ends:
                yield ("checked",)
    yield from (("column", *column) for column in columns_read(inside, typing))
    places = places_in(inside)
    for part, meaning in typing.meanings.items():
        if isinstance(meaning, FieldInfo) and part not in places.written:
            yield "read", *_field(meaning)
    # A name without a meaning may be that of a field, in a part that is not there with this number of players.
    yield from (("unknown", part.name) for part in places.others if part not in typing.meanings and part.name in fields)
    for base, calls in places.computed:
        if lays_open(calls, typing) and isinstance(info := typing.meanings.get(base), FieldInfo):
            yield "laid open", *_field(info)


def _field(info: FieldInfo) -> Use:
    return info.name, "" if info.owner is None else info.owner.name


# ---- A whole rulebook ------------------------------------------------------------------------------


def summaries_of(compiled: Compiled) -> Summaries:
    """Return the summaries of a rulebook without mistakes."""
    symbols, typing, calls = compiled.symbols, compiled.typing, compiled.calls
    assert symbols is not None, "what has no mistake has its names"
    assert typing is not None, "what has no mistake has its types"
    assert calls is not None, "what has no mistake has its calls"
    rules, functions, others = dict[str, Summary](), dict[str, Summary](), list[Summary]()
    for key, unit in typing.units.items():
        match key:
            case RuleInfo():
                rules[key.name] = summary_of(key.node, unit, symbols)
            case ast.Rule():
                rules["play"] = summary_of(key, unit, symbols)
            case FunctionInfo():
                functions[key.name] = summary_of(key.node, unit, symbols)
            case (EffectInfo() as effect, int(row)):
                rules[calls.effect_names(effect)[row]] = summary_of(effect.bodies[row], unit, symbols)
            case ast.End() | ast.Invariant():
                others.append(summary_of(key, unit, symbols))
            case _:
                # Texts use nothing by which a pass decides: a use of a text does not count, so that more is checked whole.
                pass
    everything = (*rules.values(), *functions.values(), *others)
    uses = Counter(use for summary in everything for use in summary.uses)
    supposed = supposed_rules(symbols, typing)
    return Summaries(_without_uses(rules), _without_uses(functions), dict(uses), reached_from(rules, supposed), supposed,
                     _looked_at(rules, functions, everything, symbols, typing), frozenset(calls.suspending),
                     frozenset(calls.merging), compiled.hidden, typing.seen_by)


def _without_uses(summaries: Mapping[str, Summary]) -> dict[str, Summary]:
    # A change takes the uses of the old text, which is at hand, from the counts. So the uses of each declaration need not be
    # kept.
    return {name: Summary(summary.calls, summary.functions, summary.asks, summary.merges, summary.looks)
            for name, summary in summaries.items()}


def _looked_at(rules: Mapping[str, Summary], functions: Mapping[str, Summary], everything: Iterable[Summary],
               symbols: SymbolTable, typing: Typing) -> frozenset[str]:
    """Return all that looks ahead, and the rules and functions that it comes to."""
    # Scores are no units, and have no summary.
    scores = [tuple(nodes_in(score)) for score in symbols.scores]
    looking = (inside for inside in scores if any(isinstance(node, ast.Supposed | ast.Can) for node in inside))
    edge = [meaning.name for inside in looking for node in inside
            if isinstance(meaning := typing.meanings.get(node), RuleInfo | FunctionInfo)]
    edge += [name for name, summary in (*rules.items(), *functions.items()) if summary.looks]
    edge += [name for summary in everything if summary.looks for name in (*summary.looks, *summary.calls, *summary.functions)]
    out = set[str]()
    while edge:
        name = edge.pop()
        if name not in out:
            out.add(name)
            for known in (rules.get(name), functions.get(name)):
                edge += () if known is None else (*known.calls, *known.functions)
    return frozenset(out)


# ---- Along the calls -------------------------------------------------------------------------------


def reached_from(rules: Mapping[str, Summary], supposed: frozenset[str]) -> frozenset[str]:
    """Return the rules that a game comes to, and those that are only supposed."""
    out, edge = {"play", *supposed}, ["play", *supposed]
    while edge:
        known = rules.get(edge.pop())
        new = () if known is None else known.calls - out
        out.update(new)
        edge += new
    return frozenset(out)


def callers_of(rules: Mapping[str, Summary], these: Iterable[str]) -> frozenset[str]:
    """Return these rules, and all that carry one of them out."""
    callers: dict[str, list[str]] = {}
    for name, summary in rules.items():
        for called in summary.calls:
            callers.setdefault(called, []).append(name)
    out, edge = set[str](), list(these)
    while edge:
        name = edge.pop()
        if name not in out:
            out.add(name)
            edge += callers.get(name, ())
    return frozenset(out)
