"""lark's parser of a grammar -> plain text, and back: no state and no rule is read before a text comes to it.

The text is JSON, with the words in the order in which they are tried, the rules, and a line for each state of the table. Such
a line names the states to which symbols lead, and the rules by which the state is left: `12 15-17|4:0 9:2` leads to the states
12, 15, 16 and 17. By rule 4 it is left before each word of the first set of words. `entered` says by which symbol each state is
entered. A symbol that begins with `=` is a word that a tree holds, and one with `-` a word that a tree leaves out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import lark
from attrs import frozen
from lark import Tree
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import BasicLexer, PatternRE, PatternStr, TerminalDef
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift

from .scanner import Terminals

# The form of the text: another number for another form.
FORM = 1
# What is done in a state before a word, or behind a symbol: lark's action, and the state or rule that it takes.
Action = tuple[object, object]


@frozen(eq=False)
class ParserParts:
    """The parts of a parser: the words, the table of states, the makers of trees by rule, and the rules."""

    vocabulary: Terminals
    table: IntParseTable
    makers: dict[Any, Any]
    rules: Sequence[Rule]


def written(parser: lark.Lark) -> str:
    """Return a parser as text. Raises ValueError where a grammar has what the text has no place for."""
    # lark has no types for these parts.
    front: Any = parser.parser
    table: IntParseTable = front.parser._parse_table
    words: BasicLexer = front.lexer.lexer.root_lexer
    if any(terminal.pattern.flags for terminal in words.terminals):
        raise ValueError("a word has flags")
    symbols, sets = _Numbers(), _Numbers()
    rules = {id(rule): number for number, rule in enumerate(parser.rules)}
    rows, entered = [], [-1] * len(table.states)
    terminals = {symbol.name: symbol for rule in parser.rules for symbol in rule.expansion if isinstance(symbol, Terminal)}
    for row in table.states.values():
        left: dict[int, list[int]] = {}
        targets = []
        for name, (action, to) in row.items():
            symbol = symbols.of(_as_text(terminals.get(name) or _symbol_called(name)))
            if action is Shift:
                targets.append(cast(int, to))
                entered[targets[-1]] = symbol
            else:
                left.setdefault(rules[id(to)], []).append(symbol)
        before = [f"{rule}:{sets.of(' '.join(map(str, sorted(kinds))))}" for rule, kinds in left.items()]
        rows.append("|".join([_ranges(sorted(targets)), *([" ".join(before)] if before else [])]))
    parts = {
        "words": [_word(words, terminal) for terminal in words.terminals],
        "ignored": sorted(words.ignore_types),
        "starts": {start: [state, table.end_states[start]] for start, state in table.start_states.items()},
        "rules": [_rule(rule, symbols) for rule in parser.rules],
        "symbols": list(symbols), "sets": list(sets), "entered": entered, "states": rows,
    }
    return "{" + ",\n".join(f"{json.dumps(name)}: {_lines(part)}" for name, part in parts.items()) + "}\n"


def read(text: str) -> ParserParts:
    """Return the parts of a parser from its text. Raises ValueError, KeyError and TypeError for a text of another form."""
    parts = json.loads(text)
    terminals = [TerminalDef(name, PatternStr(value) if kind == "str" else PatternRE(value), priority)
                 for name, kind, value, priority, _, _ in parts["words"]]
    values = {terminal.name: terminal.pattern.value for terminal in terminals}
    vocabulary = Terminals(
        terminals, frozenset(word[0] for word in parts["words"] if word[4]), frozenset(parts["ignored"]),
        {word[0]: {values[kind]: kind for kind in word[5]} for word in parts["words"] if word[5]})
    rules = _Rules(parts["rules"], [_symbol(name) for name in parts["symbols"]])
    starts: Mapping[str, Sequence[int]] = parts["starts"]
    states = _States(parts["states"], parts["entered"], parts["sets"], rules)
    table = IntParseTable(states, *({start: pair[end] for start, pair in starts.items()} for end in (0, 1)))  # type: ignore[no-untyped-call]  # lark has no types for it
    return ParserParts(vocabulary, table, _Makers(), rules)


class _Numbers(dict[str, int]):
    """Texts with numbers, in the order in which they came."""

    def of(self, text: str) -> int:
        return self.setdefault(text, len(self))


class _Rules(Sequence[Rule]):
    """The rules of a grammar by their numbers, each made when it is asked for."""

    def __init__(self, written: Sequence[Any], symbols: Sequence[Symbol]) -> None:
        self.symbols, self._written = symbols, written
        self._made: dict[int, Rule] = {}

    def __len__(self) -> int:
        return len(self._written)

    def __getitem__(self, number: Any) -> Any:
        if number not in self._made:
            origin, expansion, alias, keep_all_tokens, expand1, empty = self._written[number]
            # lark's type says that a rule without such places has an empty tuple.
            places: Any = None if empty is None else tuple(digit == "1" for digit in empty)
            options = RuleOptions(bool(keep_all_tokens), bool(expand1), None, None, places)
            symbols = [self.symbols[symbol] for symbol in expansion]
            rule = Rule(cast(NonTerminal, self.symbols[origin]), symbols, 0, alias, options)
            self._made[number] = rule
        return self._made[number]


class _States(dict[int, dict[str, Action]]):
    """The actions in each state, read when a text comes to it."""

    def __init__(self, rows: Sequence[str], entered: Sequence[int], sets: Sequence[str], rules: _Rules) -> None:
        super().__init__()
        self._rows, self._entered, self._sets, self._rules = rows, entered, sets, rules

    def __missing__(self, state: int) -> dict[str, Action]:
        targets, _, left = self._rows[state].partition("|")
        symbols = self._rules.symbols
        row: dict[str, Action] = {symbols[self._entered[to]].name: (Shift, to) for to in _in_ranges(targets)}
        for pair in left.split():
            rule, _, kinds = pair.partition(":")
            reduce = Reduce, self._rules[int(rule)]
            row.update((symbols[int(kind)].name, reduce) for kind in self._sets[int(kinds)].split())
        self[state] = row
        return row


class _Makers(dict[Rule, Any]):
    """lark's makers of trees by rule, each made when a text comes to the rule."""

    def __missing__(self, rule: Rule) -> Any:
        maker: Any = ParseTreeBuilder([rule], Tree, propagate_positions=True, maybe_placeholders=True).create_callback()  # type: ignore[no-untyped-call]  # lark has no types for it
        self[rule] = maker[rule]
        return self[rule]

    def __bool__(self) -> bool:
        """Return that there are makers: lark takes none for a parser that makes no trees."""
        return True


def _word(words: BasicLexer, terminal: TerminalDef) -> list[object]:
    """Return a word as JSON: name, kind and text of its pattern, priority, whether it may hold the end of a line, and the words
    of fixed characters within it.
    """
    pattern = terminal.pattern
    within = [] if pattern.type == "str" else [
        other.name for other in words.terminals if other.pattern.type == "str" and other.priority == terminal.priority
        and (match := words.re.match(pattern.value, other.pattern.value)) and match[0] == other.pattern.value]
    return [terminal.name, pattern.type, pattern.value, terminal.priority, int(terminal.name in words.newline_types), within]


def _rule(rule: Rule, symbols: _Numbers) -> list[object]:
    options = rule.options
    if options.template_source:
        raise ValueError("a rule comes from a template")
    empty = None if options.empty_indices is None else "".join(str(int(is_empty)) for is_empty in options.empty_indices)
    return [symbols.of(_as_text(rule.origin)), [symbols.of(_as_text(symbol)) for symbol in rule.expansion], rule.alias,
            int(options.keep_all_tokens), int(options.expand1), empty]


def _symbol_called(name: str) -> Symbol:
    """Return a symbol that stands in no rule, as the end of a text, or only before the colon of one."""
    return Terminal(name) if name.isupper() else NonTerminal(name)


def _as_text(symbol: Symbol) -> str:
    return f"{'-' if symbol.filter_out else '='}{symbol.name}" if isinstance(symbol, Terminal) else str(symbol.name)


def _symbol(text: str) -> Symbol:
    return Terminal(text[1:], text[0] == "-") if text[0] in "=-" else NonTerminal(text)


def _ranges(numbers: Sequence[int]) -> str:
    """Return rising numbers as text: each run as its first and last number."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("-".join(map(str, run)) for run in runs)


def _in_ranges(text: str) -> Iterable[int]:
    for run in text.split():
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _lines(part: Any) -> str:
    """Return a part as JSON, with a line for each of many."""
    if isinstance(part, list) and any(isinstance(item, (str, list)) for item in part):
        return "[\n" + ",\n".join(json.dumps(item, separators=(",", ":")) for item in part) + "]"
    return json.dumps(part, separators=(",", ":"))
