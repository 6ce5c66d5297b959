"""Label statements: what is written to which place, under conditions that not all know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    FieldInfo,
    FunctionInfo,
    Local,
    Meaning,
    OwnedName,
    RuleInfo,
    SpaceSet,
    SymbolTable,
    Wrong,
)
from ...syntax.walk import nodes_in
from ..call_graph import CallGraph
from .choices import choose, roll, throw
from .drawn import Drawn
from .expressions import params_in
from .reports import Reports
from .secrets import (
    ALL,
    NOBODY,
    NOTHING_HIDDEN,
    OPEN,
    Audience,
    AudienceKind,
    FoundLabels,
    Hidden,
    Label,
    Secret,
    SeenBy,
    Term,
    merged,
    translated,
)
from .walk import Walk


def flows(symbols: SymbolTable, typing: Typing, calls: CallGraph, diagnostics: Diagnostics, warned: bool = True) -> Hidden:
    """Report each offer, refusal or message to a player that depends on a value that they must not know.

    If `warned`, warn of what is drawn for all to see, and only kept where not all see it. Gives what not all may know.
    """
    # Most games hide nothing: the walk would find every label open, and report nothing.
    if not _hides_anything(symbols, typing):
        return NOTHING_HIDDEN
    walk = Rules(symbols, typing, calls, Reports(diagnostics))
    walk.everything()
    private = frozenset(walk.private)
    drawing = walk.drawing() if warned and not diagnostics.failed else frozenset()
    owners: tuple[RuleInfo | EffectInfo, ...] = (*symbols.rules.values(), *symbols.effects)
    params = frozenset(param for owner in owners for param in owner.params if walk.of.get(param))
    open_rules, drawn = walk.found_open, Drawn(diagnostics)
    if drawing:
        open_rules -= walk.once_more(drawn, drawing)
        drawn.report()
    labels = FoundLabels({param: label for param in walk.readers if (label := walk.of.get(param, OPEN))},
                         {name: label for name, label in walk.entered.items() if label}, walk.functions,
                         drawn.kept_names(), drawn.shown_by)
    return Hidden(params, private, labels, open_rules, walk.open_functions())


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


class Rules(Walk):
    """Goes over rules until no label grows any more, and then once more to report."""

    def __init__(self, symbols: SymbolTable, typing: Typing, calls: CallGraph, reports: Reports) -> None:
        super().__init__(symbols, typing, calls, reports)
        self.order = _callers_first(calls)
        self.params = {rule.name: rule.params for rule in symbols.rules.values()}
        self.params |= {name: effect.params for effect in symbols.effects for name in calls.effect_names(effect)}
        self.readers = {param: (rule.name,) for rule in symbols.rules.values() for param in rule.params}
        self.readers |= {param: calls.effect_names(effect) for effect in symbols.effects for param in effect.params}
        self.ways = {name: (clause, body) for effect in symbols.effects
                     for name, clause, body in zip(calls.effect_names(effect), effect.clauses, effect.bodies, strict=True)}
        self.open_rules: frozenset[str] = frozenset()
        # The rules to which nothing hidden came in the end.
        self.found_open: frozenset[str] = frozenset()

    def everything(self) -> None:
        """Walk the whole rulebook, and report."""
        self.open_rules = frozenset(self._open_rules())
        self.settle(frozenset(self.order))
        # Nothing is reported before: a label that still grows would give a report with half its reasons.
        self.reports.silent = False
        for name in self.order:
            self.rule(name)
        for end in self.symbols.ends:
            self.reports.clause = end.name
            self.reports.demand(self.label(end.condition), ALL, end.condition, "E802", "whether the game ends")
        self.found_open = frozenset(filter(self._is_open, self.order))
        # Draws may be taken for secrets from here on.
        self.open_rules = frozenset()

    def open_functions(self) -> dict[str, frozenset[int]]:
        """Return the functions whose values hide nothing but what is handed to them, with the parameters that count."""
        return {info.name: frozenset(params) for info, label in self.functions.items()
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
                return params_in(self.function(meaning), meaning) is None
            case EventInfo():
                return any(audience is not None for audience in meaning.audiences)
            case Builtin():
                return meaning.name == OPEN_FUNCTION
            # What a name holds, and with what a rule or effect is carried out, is looked at where that happens.
            case (Local() | Constant() | ColumnInfo() | EffectInfo() | OwnedName() | RuleInfo() | BoardInfo() | SpaceSet()
                  | DomainOf() | Ambiguous() | Wrong()):
                return False
            case _:
                assert_never(meaning)

    def _is_open(self, name: str) -> bool:
        """Return whether a rule comes to nothing hidden, as far as labels have grown."""
        return name in self.open_rules and not self.entered.get(name) and not any(
            self.of.get(param) for param in self.params.get(name, ()))

    def settle(self, names: frozenset[str]) -> frozenset[str]:
        """Walk rules, and those that their labels reach, until no label grows; return all that were walked."""
        # A fixed point: labels only grow, and there are finitely many secrets, so it ends. Callers come first, so most labels
        # reach the rules that they are handed to in the same round.
        walked, self.due = set(names), set(names)
        while self.due:
            for name in self.order:
                if name in self.due:
                    self.due.discard(name)
                    walked.add(name)
                    self.rule(name)
            self.due &= set(self.order)
        return frozenset(walked)

    def drawing(self) -> frozenset[str]:
        """Return the rules that draw something for all to see."""
        return frozenset(name for name in self.order if any(
            isinstance(node, ast.Roll) and node.audience is None for node in nodes_in(self._statements(name))))

    def once_more(self, reports: Reports, names: frozenset[str]) -> frozenset[str]:
        """Go on from the labels that were found, with other reports, in which these rules draw secrets; return all walked."""
        self.reports = reports
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
        self.current, self.under, self.loops = name, self.entered.get(name, OPEN), []
        self.reports.rule = name
        rule = self._rule_of(name)
        if rule is not None:
            self.body(rule, name)
        elif name in self.ways:
            self.reports.clause, body = self.ways[name]
            self.block(body)

    def body(self, rule: ast.Rule | ast.RuleException, clause: str) -> None:
        self.reports.clause = clause
        # That the rule itself is carried out shows that no exception applies, so the conditions of all of them are around
        # every body.
        with self.beneath(*(self.label(exception.condition) for exception in rule.exceptions)):
            self.block(rule.body)
            for exception in rule.exceptions:
                self.body(exception, exception.id)

    def block(self, nodes: tuple[ast.Stmt, ...]) -> None:
        """Statements of one scope."""
        for node in nodes:
            self.stmt(node)

    # -- statements --------------------------------------------------------------------------------

    def stmt(self, node: ast.Stmt) -> None:
        match node:
            case ast.Let():
                self.let(node)
            case ast.Var():
                self.grow(self.of, self.typing.locals[node], self.label(node.value))
            case ast.Change():
                self.write(node.place, self.label(node.value))
            case ast.Transfer():
                # Where a supply limits a number, the number shows how much the supply had.
                amount = merged(self.label(node.amount), self.label(node.source) if node.up_to else OPEN)
                self.write(node.source, amount)
                self.write(node.target, amount)
            case ast.Do(call=call) | ast.Announce(event=call):
                assert isinstance(call, ast.Call), "checked to be a call"
                self.carry_out(node, call)
            case ast.If():
                with self.beneath(self.label(node.condition)):
                    self.block(node.then)
                    self.block(node.otherwise)
            case ast.ForEach():
                self.for_each(node, node.binder)
            case ast.Repeat():
                with self.beneath(self.label(node.condition), self.label(node.times), self.left.get(node, OPEN)):
                    self.loop(node, node.body)
            case ast.Check():
                self.public(node, "whether the game ends here")
            case ast.Remember():
                self.public(node, f"whether `{node.history.name}` has the position")
            case ast.Merge():
                self.public(node, "which regions merge", self.label(node.first), self.label(node.second))
            case ast.Leave():
                if self.loops:
                    # What comes after in the loop, and in its later rounds, happens only if the loop was not left: it shows
                    # the conditions here.
                    self.grow(self.left, self._what_is_left(node, self.loops[-1]), self.under)
            case ast.Choose():
                choose(self, node)
            case ast.Roll():
                roll(self, node)
            case ast.Throw():
                throw(self, node)
            case ast.Must():
                # What the rules assert holds in every game, so that it holds shows nothing.
                pass
            case _:
                assert_never(node)

    @staticmethod
    def _what_is_left(node: ast.Leave, loop: ast.Stmt) -> ast.Node:
        """Return the statement that `stop` or `skip` leaves: a loop; in a choice of each player `skip` leaves the move only."""
        return loop.each if node.kind == "skip" and isinstance(loop, ast.Choose) and loop.each is not None else loop

    def for_each(self, node: ast.ForEach, binder: ast.Binder) -> None:
        with self.beneath(*self.each(binder), self.left.get(node, OPEN)):
            self.loop(node, node.body)

    def loop(self, node: ast.Stmt, body: tuple[ast.Stmt, ...]) -> None:
        self.loops.append(node)
        self.block(body)
        self.loops.pop()

    def write(self, place: ast.Expr, label: Label) -> None:
        """A value goes into a place: all who see the place may know what the value depends on."""
        base, at = place, [label, self.under]
        while isinstance(base, ast.Index):
            at.append(self.label(base.key))
            base = base.subject
        meaning = self.typing.meanings[base]
        if isinstance(meaning, Local):
            self.grow(self.of, meaning, merged(*at))
            return
        assert isinstance(meaning, FieldInfo), "checked to be a place"
        subject = base.subject if isinstance(base, ast.Attribute) else None
        if subject is not None:
            at.append(self.label(subject))
        seers = self.seers(meaning, subject)
        # Without `under`, the second: a draw is kept where its value goes, and not where it only decides whether something is
        # written.
        self.reports.kept_at(place, merged(*at[:1], *at[2:]), seers)
        hide = (
            f"if not all see `{meaning.name}`, declare it `seen by {_possible(meaning, self.symbols)}`" if seers == ALL else ""
        )
        self.reports.demand(merged(*at), seers, place, "E802", f"what `{place.span.text}` becomes", hide)

    def seers(self, info: FieldInfo, subject: ast.Expr | None) -> Audience:
        """Return who sees a field."""
        seen_by = self.typing.seen_by.get(info)
        if seen_by is None:
            return ALL
        kind, whose = self.audience(info, subject, seen_by)
        text = "" if subject is None else subject.span.text
        if kind == "side" and info.owner == self.symbols.seating.player:
            text += ".side"
        return NOBODY if kind == "nobody" else Audience("player" if kind == "owner" else "side", whose, text)

    # -- calls -------------------------------------------------------------------------------------

    def carry_out(self, node: ast.Stmt, call: ast.Call) -> None:
        """A rule, an effect or an event with its reactions: labels go with the values, and with the conditions."""
        meaning = self.typing.meanings[call]
        match meaning:
            case RuleInfo():
                self.enter((meaning.name,), meaning.params, call)
            case EffectInfo():
                assert isinstance(call.subject, ast.Attribute), "an effect of a row"
                with self.beneath(self.label(call.subject.subject)):
                    self.enter(self.calls.effect_names(meaning), meaning.params, call)
            case EventInfo():
                self.announce(node, call, meaning)
            case _:
                # The checker lets a statement carry out nothing else.
                raise AssertionError(f"`{call.span.text}` is checked to be a rule, an effect or an event")

    def enter(self, names: tuple[str, ...], params: tuple[Local, ...], call: ast.Call) -> None:
        """Hand labels on to rules, in the names of their parameters."""
        terms: Mapping[Term, Term] = {
            term: ("is", param) for param, argument in zip(params, call.arguments, strict=True)
            if (term := self.term(argument)) is not None}
        for param, argument in zip(params, call.arguments, strict=True):
            self.grow(self.of, param, translated(self.label(argument), terms))
        for name in names:
            self.grow(self.entered, name, translated(self.under, terms))

    def announce(self, node: ast.Stmt, call: ast.Call, event: EventInfo) -> None:
        """Check an announcement: each value goes to its audience, and all learn that it happens.

        In the rules that react, a value is the secret of those who see it.
        """
        self.public(node, f"whether `{event.name}` is announced")
        for rule in self.symbols.rules.values():
            if rule.reacts_to == event.name:
                for number, (param, audience) in enumerate(zip(rule.params, event.audiences, strict=True)):
                    self.grow(self.of, param, OPEN if audience is None else self.announced(event, rule, number, audience))
        for argument, param, audience in zip(call.arguments, event.params, event.audiences, strict=True):
            to = ALL if audience is None else NOBODY
            hide = f"if some players may not know it, declare it `{param.name}: {param.type} seen by ...`" if to == ALL else ""
            if isinstance(audience, int):
                of = call.arguments[audience]
                kind: AudienceKind = "player" if event.params[audience].type == self.symbols.seating.player else "side"
                to = Audience(kind, self.term(of), of.span.text)
            self.reports.kept_at(argument, self.label(argument), to)
            self.reports.demand(self.label(argument), to, argument, "E802", f"what is announced of `{event.name}`", hide)

    def announced(self, event: EventInfo, rule: RuleInfo, number: int, audience: int | str) -> Label:
        """Return the label of a value of an event that not all see, in a rule that reacts to it."""
        at = event.node.params[number].name_span
        if not isinstance(audience, int):
            return (Secret("nobody", None, at.text, at, at),)
        kind: SeenBy = "owner" if event.params[audience].type == self.symbols.seating.player else "side"
        return (Secret(kind, ("is", rule.params[audience]), at.text, at, at),)


def _possible(info: FieldInfo, symbols: SymbolTable) -> str:
    """Return who can be said to see a field that not all see."""
    return "owner" if info.owner in (symbols.seating.player, symbols.seating.side) else "nobody"


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
