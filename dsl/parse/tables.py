"""Rules of a grammar -> lark's LALR(1) table of them, in a sixth of the time that lark takes itself.

The same table as `lark.parsers.lalr_analysis` makes, but for the numbers of its states: items, states and transitions are
numbers here, and sets of terminals are bits of a number. After F. DeRemer and T. Pennello, "Efficient Computation of LALR(1)
Look-Ahead Sets", ACM TOPLAS 4(4), 1982.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from lark.common import ParserConf
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser

from .driver import Driver

END = "$END"
# What stands behind the last symbol of a rule.
_DONE = -1


class FastParser(LALR_Parser):
    """lark's parser with a table that is made here; a plugin `LALR_Parser` of `lark.Lark`."""

    def __init__(self, parser_conf: ParserConf, debug: bool = False, strict: bool = False) -> None:
        table = None if debug or strict else table_of(parser_conf.rules, parser_conf.start)
        if table is None:
            # lark says what is wrong.
            super().__init__(parser_conf, debug, strict)
            return
        self._parse_table = table  # type: ignore[assignment]  # lark says that its own analysis makes the other table
        self.parser_conf = parser_conf
        self.parser = Driver(table, parser_conf.callbacks, debug)


def table_of(rules: Sequence[Rule], starts: Sequence[str]) -> IntParseTable | None:
    """Return the table of a grammar; None where lark has to decide.

    That is where two rules fit in one place and no priority decides, and where symbols that may stand for nothing follow
    each other in a circle: lark's own sets are larger there.
    """
    grammar = _Grammar(rules, starts)
    automaton = _Automaton(grammar)
    lookaheads = _lookaheads(grammar, automaton)
    if lookaheads is None:
        return None
    states: dict[int, dict[str, tuple[object, object]]] = {}
    for state, moves in enumerate(automaton.moves):
        actions: dict[str, tuple[object, object]] = {grammar.names[symbol]: (Shift, to) for symbol, to in moves.items()}
        reduced = _reductions(grammar, lookaheads.get(state, {}))
        if reduced is None:
            return None
        for terminal, rule in reduced.items():
            # Where both are possible, the parser goes on reading.
            actions.setdefault(grammar.names[terminal], (Reduce, rules[rule]))
        states[state] = actions
    ends = {start: automaton.moves[state][grammar.numbers[NonTerminal(start)]] for start, state in automaton.starts.items()}
    return IntParseTable(states, automaton.starts, ends)  # type: ignore[no-untyped-call]  # lark has no types for it


def _reductions(grammar: _Grammar, lookaheads: dict[int, int]) -> dict[int, int] | None:
    """Return the rule by which a state is left before each terminal; `lookaheads` are the terminals behind each rule."""
    out: dict[int, int] = {}
    tied = 0
    for rule, terminals in lookaheads.items():
        for terminal in _bits(terminals):
            other = out.setdefault(terminal, rule)
            if other == rule:
                continue
            if grammar.priorities[other] == grammar.priorities[rule]:
                tied |= 1 << terminal
            elif grammar.priorities[other] < grammar.priorities[rule]:
                out[terminal] = rule
                tied &= ~(1 << terminal)
    return None if tied else out


class _Grammar:
    """Rules in numbers. An item is a place in a rule: `after[item]` is the symbol behind it, item + 1 the place behind that."""

    def __init__(self, rules: Sequence[Rule], starts: Sequence[str]) -> None:
        self.numbers: dict[Symbol, int] = {}
        self.names: list[str] = []
        self.priorities = [rule.options.priority or 0 for rule in rules]
        # The first item of each rule, and of the rules of each symbol.
        self.first: list[int] = []
        self.begins: dict[int, list[int]] = {}
        self.after: list[int] = []
        self.end = self._number(Terminal(END))
        for rule in rules:
            item = self._add([self._number(symbol) for symbol in rule.expansion])
            self.first.append(item)
            self.begins.setdefault(self._number(rule.origin), []).append(item)
        # Of what is wanted: an item before the whole.
        self.roots = {start: self._add([self._number(NonTerminal(start))]) for start in starts}
        # The rule of each item, and the symbol that each rule is of: none for a whole.
        self.rule = [number for number, rule in enumerate(rules) for _ in range(len(rule.expansion) + 1)]
        self.rule += [len(rules)] * (len(self.after) - len(self.rule))
        self.origin = [*(self.numbers[rule.origin] for rule in rules), _DONE]
        self.nullable = self._nullable()
        # Of each item, whether all that stands behind it may stand for nothing.
        self.may_end = [self.nullable.issuperset(self.symbols(item)) for item in range(len(self.after))]
        self.inside = {symbol: self._begun_by(symbol) for symbol in self.begins}

    def _number(self, symbol: Symbol) -> int:
        number = self.numbers.get(symbol)
        if number is None:
            number = self.numbers[symbol] = len(self.names)
            self.names.append(symbol.name)
        return number

    def _add(self, symbols: list[int]) -> int:
        item = len(self.after)
        self.after += [*symbols, _DONE]
        return item

    def symbols(self, item: int) -> list[int]:
        """Return the symbols behind a place in a rule, up to its end."""
        return self.after[item : self.after.index(_DONE, item)]

    def _nullable(self) -> frozenset[int]:
        """Return the symbols that may stand for nothing."""
        nullable: set[int] = set()
        changed = True
        while changed:
            new = {self.origin[rule] for rule, item in enumerate(self.first) if nullable.issuperset(self.symbols(item))}
            changed, nullable = not new <= nullable, nullable | new
        return frozenset(nullable)

    def _begun_by(self, symbol: int) -> tuple[int, ...]:
        """Return the first items of all rules that a symbol may begin with."""
        out, left, visited = [], [symbol], {symbol}
        while left:
            for item in self.begins[left.pop()]:
                out.append(item)
                first = self.after[item]
                if first in self.begins and first not in visited:
                    visited.add(first)
                    left.append(first)
        return tuple(out)


class _Automaton:
    """The LR(0) states: the items of each, and for each symbol the state behind it."""

    def __init__(self, grammar: _Grammar) -> None:
        self._grammar = grammar
        self._known: dict[tuple[int, ...], int] = {}
        self.items: list[tuple[int, ...]] = []
        self.moves: list[dict[int, int]] = []
        self.starts = {start: self._state((item,)) for start, item in grammar.roots.items()}
        for state, items in enumerate(self.items):  # which grows
            behind: dict[int, list[int]] = {}
            for item in items:
                behind.setdefault(grammar.after[item], []).append(item + 1)
            behind.pop(_DONE, None)
            self.moves[state] |= {symbol: self._state(tuple(sorted(items_behind))) for symbol, items_behind in behind.items()}

    def _state(self, kernel: tuple[int, ...]) -> int:
        if kernel not in self._known:
            self._known[kernel] = len(self.items)
            after, inside = self._grammar.after, self._grammar.inside
            begun = dict.fromkeys(kernel)
            for item in kernel:
                begun.update(dict.fromkeys(inside.get(after[item], ())))
            self.items.append(tuple(begun))
            self.moves.append({})
        return self._known[kernel]


class _Transitions:
    """The moves by symbols that are no terminals, and what may come behind each: `follow`, as bits of terminals."""

    def __init__(self, grammar: _Grammar, automaton: _Automaton) -> None:
        self._grammar, self._automaton = grammar, automaton
        self.numbers = {transition: number for number, transition in enumerate(
            (state, symbol) for state, moves in enumerate(automaton.moves) for symbol in moves if symbol in grammar.begins)}
        # A transition includes what follows another that ends with it.
        self._includes: list[list[int]] = [[] for _ in self.numbers]
        # The state at the end of a rule, the rule, and the transition by the symbol that the rule is of.
        self.ends = [end for state, items in enumerate(automaton.items) for end in self._through(state, items)]
        self.is_circular = False
        self.follow = _united(self._includes, self._read())

    def _through(self, state: int, items: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        """Go through the rules that begin in a state, or go on there."""
        grammar, moves = self._grammar, self._automaton.moves
        for item in items:
            rule = grammar.rule[item]
            number = self.numbers.get((state, grammar.origin[rule]))
            if number is None:
                continue
            current, place = state, item
            while (symbol := grammar.after[place]) != _DONE:
                if symbol in grammar.begins and grammar.may_end[place + 1]:
                    self._includes[self.numbers[current, symbol]].append(number)
                current, place = moves[current][symbol], place + 1
            if grammar.first[rule] == item:
                yield current, rule, number

    def _read(self) -> list[int]:
        """Return the terminals that come right behind each transition, or behind others that may stand for nothing."""
        grammar, moves = self._grammar, self._automaton.moves
        begins = {(state, grammar.numbers[NonTerminal(start)]) for start, state in self._automaton.starts.items()}
        direct, reads = [], []
        for state, symbol in self.numbers:
            to = moves[state][symbol]
            direct.append(sum(1 << behind for behind in moves[to] if behind not in grammar.begins)
                          | ((state, symbol) in begins) << grammar.end)
            reads.append([self.numbers[to, behind] for behind in moves[to] if behind in grammar.nullable])
        try:
            TopologicalSorter(dict(enumerate(reads))).prepare()
        except CycleError:
            self.is_circular = True
        return _united(reads, direct)


def _lookaheads(grammar: _Grammar, automaton: _Automaton) -> dict[int, dict[int, int]] | None:
    """Return, for each state and each rule that ends there, the terminals that may come next; None for a circular grammar."""
    transitions = _Transitions(grammar, automaton)
    if transitions.is_circular:
        return None
    out: dict[int, dict[int, int]] = {}
    for state, rule, number in transitions.ends:
        rules = out.setdefault(state, {})
        rules[rule] = rules.get(rule, 0) | transitions.follow[number]
    return out


def _united(relation: Sequence[Sequence[int]], sets: Sequence[int]) -> list[int]:
    """Return each set, united with those of all that are related to it, directly or not."""
    out, depth, stack = list(sets), [0] * len(sets), list[int]()
    path: list[tuple[int, Iterator[int], int]] = []

    def enter(node: int) -> None:
        stack.append(node)
        depth[node] = len(stack)
        path.append((node, iter(relation[node]), len(stack)))

    def add(node: int, other: int) -> None:
        depth[node] = min(depth[node], depth[other])
        out[node] |= out[other]

    for first in range(len(sets)):
        if not depth[first]:
            enter(first)
        while path:
            node, others, own = path[-1]
            for other in others:
                if not depth[other]:
                    enter(other)
                    break
                add(node, other)
            else:
                path.pop()
                if depth[node] == own:
                    # All above it on the stack are related to each other.
                    for other in stack[own - 1 :]:
                        depth[other], out[other] = len(sets) + 1, out[node]
                    del stack[own - 1 :]
                if path:
                    add(path[-1][0], node)
    return out


def _bits(number: int) -> Iterable[int]:
    """Yield the places of the bits of a number."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
