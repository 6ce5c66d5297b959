"""Walk all rules until no label grows any more, and report; then once more, with open draws as secrets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ... import syntax as ast
from ...check import Typing
from ...check.scope.typing import Unit
from ...source.diagnostics import Diagnostics
from ...symbols.symbols import OPEN as OPEN_FUNCTION
from ...symbols.symbols import (
    Ambiguous,
    BoardInfo,
    Builtin,
    ColumnInfo,
    Constant,
    DomainOf,
    EffectInfo,
    EventInfo,
    FaultyName,
    FieldInfo,
    FunctionInfo,
    Local,
    Meaning,
    OwnedName,
    RuleInfo,
    SpaceSet,
    SymbolTable,
)
from ...syntax.walk import nodes_in
from ..call_graph import CallGraph
from .expressions import Labels, params_in
from .growth import Growth
from .open_draws import OpenDraws
from .reports import FlowReceiver, FlowReports
from .secrets import ALL, NOTHING_HIDDEN, OPEN, FlowLabels, HiddenValues
from .statements import block, body
from .walk import Walk


def flows(symbols: SymbolTable, typing: Typing, calls: CallGraph, diagnostics: Diagnostics, warned: bool = True
          ) -> HiddenValues:
    """Report each offer, refusal or message to a player that depends on a value that they must not know.

    If `warned`, warn of what is drawn for all to see, and only kept where not all see it. Gives what not all may know.
    """
    # Most games hide nothing: the walk would find every label open, and report nothing.
    if not _hides_anything(symbols, typing):
        return NOTHING_HIDDEN
    rules = RuleWalks(symbols, typing, calls, FlowReports(diagnostics))
    rules.everything()
    walk, label_of = rules.walk, rules.labels.of
    private = frozenset(walk.private)
    drawing = rules.drawing() if warned and not diagnostics.failed else frozenset()
    owners: tuple[RuleInfo | EffectInfo, ...] = (*symbols.rules.values(), *symbols.effects)
    params = frozenset(param for owner in owners for param in owner.params if label_of.get(param))
    open_rules, drawn = rules.open_at_end, OpenDraws(diagnostics)
    if drawing:
        open_rules -= rules.once_more(drawn, drawing)
        drawn.report()
    labels = FlowLabels({param: label for param in rules.growth.readers if (label := label_of.get(param, OPEN))},
                        {name: label for name, label in walk.entered.items() if label}, rules.labels.functions,
                        drawn.kept_names(), drawn.shown_by)
    return HiddenValues(params, private, labels, open_rules, rules.open_functions())


def _hides_anything(symbols: SymbolTable, typing: Typing) -> bool:
    """Return whether there is anything that not all see, for the numbers of players at this table."""
    announced = any(audience is not None for event in symbols.events.values() for audience in event.audiences)
    return bool(typing.seen_by) or announced or any(
        node.audience is not None or (isinstance(node, ast.Choose) and node.secret) for node in _decided(symbols))


def _decided(symbols: SymbolTable) -> Iterator[ast.Choose | ast.Roll]:
    """Return the choices, rolls and draws of all rules."""
    bodies = [rule.node for rule in symbols.rules.values()] + [rule for rule in (symbols.play,) if rule is not None]
    return (node for node in nodes_in((*bodies, *(effect.bodies for effect in symbols.effects)))
            if isinstance(node, ast.Choose | ast.Roll))


class RuleWalks:
    """Goes over rules until no label grows any more, and then once more to report.

    `labels` are what it finds of names and functions, `walk` has those of conditions.
    """

    def __init__(self, symbols: SymbolTable, typing: Typing, calls: CallGraph, reports: FlowReceiver) -> None:
        self.symbols, self.typing, self.calls = symbols, typing, calls
        self.order = _callers_first(calls)
        self.params = {rule.name: rule.params for rule in symbols.rules.values()}
        self.params |= {name: effect.params for effect in symbols.effects for name in calls.effect_names(effect)}
        self.growth = Growth(readers_of(symbols, calls))
        self.labels = Labels(symbols, typing)
        self.walk = Walk(self.labels, calls, reports, self.growth, block)
        self.ways = {name: (clause, body) for effect in symbols.effects
                     for name, clause, body in zip(calls.effect_names(effect), effect.clauses, effect.bodies, strict=True)}
        self.open_rules: frozenset[str] = frozenset()
        # The rules to which nothing hidden came in the end.
        self.open_at_end: frozenset[str] = frozenset()

    def everything(self) -> None:
        """Walk the whole rulebook, and report."""
        self.open_rules = frozenset(self._open_rules())
        self.settle(frozenset(self.order))
        # Nothing is reported before: a label that still grows would give a report with half its reasons.
        reports = self.walk.reports
        reports.silent = False
        for name in self.order:
            self.rule(name)
        for end in self.symbols.ends:
            reports.clause = end.name
            reports.demand(self.labels.label(end.condition), ALL, end.condition, "E802", "whether the game ends")
        self.open_at_end = frozenset(filter(self._is_open, self.order))
        # Draws may be taken for secrets from here on.
        self.open_rules = frozenset()

    def open_functions(self) -> dict[str, frozenset[int]]:
        """Return the functions whose values hide nothing but what is handed to them, with the parameters that count."""
        return {info.name: frozenset(params) for info, label in self.labels.functions.items()
                if (params := params_in(label, info)) is not None}

    def _open_rules(self) -> Iterator[str]:
        """Yield the rules in which nothing is hidden, but for what they may be handed or carried out under.

        Where that is open too, a walk over such a rule would give every label as OPEN: it adds to none, and demands nothing.
        """
        units: dict[str, Unit | None] = {rule.name: self.typing.units.get(rule) for rule in self.symbols.rules.values()}
        units["play"] = self.typing.units.get(self.symbols.play)
        units |= {name: self.typing.units.get((effect, row)) for effect in self.symbols.effects
                  for row, name in enumerate(self.calls.effect_names(effect))}
        return (name for name in self.order if (unit := units.get(name)) is not None and not unit.decides_in_secret
                and not any(map(self._is_hidden, unit.typing.meanings.values())))

    def _is_hidden(self, meaning: Meaning) -> bool:
        """Return whether a meaning may give something hidden to what uses it."""
        match meaning:
            case FieldInfo():
                return meaning in self.typing.seen_by
            case FunctionInfo():
                return params_in(self.labels.function(meaning), meaning) is None
            case EventInfo():
                return any(audience is not None for audience in meaning.audiences)
            case Builtin():
                return meaning.name == OPEN_FUNCTION
            # What a name holds, and with what a rule or effect is carried out, is looked at where that happens.
            case (Local() | Constant() | ColumnInfo() | EffectInfo() | OwnedName() | RuleInfo() | BoardInfo() | SpaceSet()
                  | DomainOf() | Ambiguous() | FaultyName()):
                return False
            case _:
                assert_never(meaning)

    def _is_open(self, name: str) -> bool:
        """Return whether a rule comes to nothing hidden, as far as labels have grown."""
        return name in self.open_rules and not self.walk.entered.get(name) and not any(
            self.labels.of.get(param) for param in self.params.get(name, ()))

    def settle(self, names: frozenset[str]) -> frozenset[str]:
        """Walk rules, and those that their labels reach, until no label grows; return all that were walked."""
        # A fixed point: labels only grow, and there are finitely many secrets, so it ends. Callers come first, so most labels
        # reach the rules that they are handed to in the same round.
        growth, walked = self.growth, set(names)
        growth.due = set(names)
        while growth.due:
            for name in self.order:
                if name in growth.due:
                    growth.due.discard(name)
                    walked.add(name)
                    self.rule(name)
            growth.due &= set(self.order)
        return frozenset(walked)

    def drawing(self) -> frozenset[str]:
        """Return the rules that draw something for all to see."""
        return frozenset(name for name in self.order if any(
            isinstance(node, ast.Roll) and node.audience is None for node in nodes_in(self._statements(name))))

    def once_more(self, reports: FlowReceiver, names: frozenset[str]) -> frozenset[str]:
        """Go on from the labels that were found, with other reports, in which these rules draw secrets; return all walked."""
        self.walk.reports = reports
        # No label but those that grow now has anything of the draws.
        walked = self.settle(names)
        for name in self.order:
            if name in walked:
                self.rule(name)
        return walked

    # -- rules -------------------------------------------------------------------------------------

    def _rule_of(self, name: str) -> ast.Rule | None:
        """Return a rule or `play` by its name; None for the way of a row to carry out an effect."""
        if name == "play":
            return self.symbols.play
        return self.symbols.rules[name].node if name in self.symbols.rules else None

    def _statements(self, name: str) -> object:
        return self._rule_of(name) or self.ways.get(name, ("", ()))[1]

    def rule(self, name: str) -> None:
        """A rule, `play`, or the way of a row to carry out an effect."""
        if self._is_open(name):
            return
        walk = self.walk
        self.growth.current, walk.reports.rule = name, name
        walk.begin(name)
        rule = self._rule_of(name)
        if rule is not None:
            body(walk, rule, name)
        elif name in self.ways:
            walk.reports.clause, way = self.ways[name]
            walk.block(way)


def readers_of(symbols: SymbolTable, calls: CallGraph) -> dict[Local, tuple[str, ...]]:
    """Return the rules that know each name as a parameter."""
    of_rules = {param: (rule.name,) for rule in symbols.rules.values() for param in rule.params}
    return of_rules | {param: calls.effect_names(effect) for effect in symbols.effects for param in effect.params}


def _callers_first(calls: CallGraph) -> list[str]:
    """Return all rules, each before those that it carries out."""
    done: dict[str, None] = {}
    for start in calls.calls:
        stack = [(start, iter(calls.calls[start]))]
        while stack:
            name, rest = stack[-1]
            called = next((text for text, _ in rest if text not in done), None)
            if called is None:
                stack.pop()
                done.setdefault(name)
            else:
                stack.append((called, iter(calls.calls.get(called, ()))))
    return list(reversed(done))
