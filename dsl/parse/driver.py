"""Words -> lark's tree of them, by lark's table in half of the time that lark's own loop takes.

A grammar with a level for each strength of operators reduces most words level by level, where each rule only passes its
one child on. Which state is on top behind such a chain depends on the two states on top and the next word alone, so it is
looked up (the elimination of unit reductions: A. V. Aho and J. D. Ullman, "A Technique for Speeding Up LR(k) Parsers",
SIAM J. Comput. 2(2), 1973). Trees, their positions and what is raised are lark's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark import Token, Tree
from lark.common import ParserCallbacks
from lark.exceptions import UnexpectedInput
from lark.grammar import Rule, Terminal
from lark.parse_tree_builder import PropagatePositions
from lark.parsers.lalr_analysis import ParseTableBase, Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser import _Parser
from lark.parsers.lalr_parser_state import ParserState

END = "$END"
Maker = Callable[[list[Any]], object]
# A rule to reduce by: how many values it takes, the symbol that it makes, and how; None where it passes its one value on.
Reduction = tuple[int, str, Maker | None]
# What to do in a state before a word, or behind a symbol: go to a state, or reduce.
Moves = dict[str, int | Reduction]


class Driver(_Parser):
    """lark's loop over the words of a text."""

    def __init__(self, parse_table: ParseTableBase[int], callbacks: ParserCallbacks, debug: bool = False) -> None:
        super().__init__(parse_table, callbacks, debug)
        self._moves: dict[int, Moves] = {}
        # The state on top behind a chain of rules that pass their value on: by the states on top, the lower one first, and
        # the kind of the next word.
        self._behind: dict[tuple[int, int, str], int] = {}

    def parse_from_state(self, state: ParserState[int], last_token: Token | None = None) -> object:
        """Return the tree of the words behind a state. Raises what lark raises."""
        token = last_token
        try:
            for token in state.lexer.lex(state):  # type: ignore[no-untyped-call]  # lark has no types for it
                if not self._is_taken(state, token):
                    state.feed_token(token)
            end = Token.new_borrow_pos(END, "", token) if token else Token(END, "", 0, 1, 1)
            return state.feed_token(end, True)
        except UnexpectedInput as error:
            error.interactive_parser = InteractiveParser(self, state, state.lexer)
            raise

    def _is_taken(self, state: ParserState[int], token: Token) -> bool:
        """Reduce before a word and shift it; return False, before anything is made of it, where it does not fit."""
        kind, states, values = token.type, state.state_stack, state.value_stack
        while True:
            move = self._moves_of(states[-1]).get(kind)
            if type(move) is int:
                states.append(move)
                values.append(token)
                return True
            if type(move) is not tuple:
                return False
            size, symbol, make = move
            if make is None:
                key = states[-2], states[-1], kind
                known = self._behind.get(key)
                if known is None:
                    known = self._behind[key] = self._passed_on(*key)
                states[-1] = known
                continue
            children: list[Any] = []
            if size:
                children = values[-size:]
                del values[-size:], states[-size:]
            to = self._moves_of(states[-1])[symbol]
            assert type(to) is int, "a rule leads to a state"
            states.append(to)
            values.append(make(children))

    def _passed_on(self, below: int, top: int, kind: str) -> int:
        """Return the state on top where no rule before a word of this kind passes its one value on any more."""
        while True:
            move = self._moves_of(top).get(kind)
            if type(move) is not tuple or move[2] is not None:
                return top
            to = self._moves_of(below)[move[1]]
            assert type(to) is int, "a rule leads to a state"
            top = to

    def _moves_of(self, state: int) -> Moves:
        """Return the moves in a state."""
        known = self._moves.get(state)
        if known is None:
            known = self._moves[state] = {
                symbol: argument if action is Shift else self._reduction(argument)
                for symbol, (action, argument) in self.parse_table.states[state].items()}
        return known

    def _reduction(self, rule: Rule) -> Reduction:
        # lark says that these go by names, and looks them up by rules.
        callbacks: dict[Any, Any] = self.callbacks
        make = callbacks[rule]
        if is_passing_on(rule):
            return 1, rule.origin.name, None
        return len(rule.expansion), rule.origin.name, _placing(make) if type(make) is PropagatePositions else make


def is_passing_on(rule: Rule) -> bool:
    """Return whether lark takes the one child of a rule in place of a tree for it, as it is."""
    if len(rule.expansion) != 1 or not rule.options.expand1 or rule.alias or any(rule.options.empty_indices or ()):
        return False
    symbol, = rule.expansion
    return not (symbol.filter_out if isinstance(symbol, Terminal) else symbol.name.startswith("_"))


def _placing(make: PropagatePositions) -> Maker:
    """Return the maker of a tree that also gives the tree its place, as lark's `PropagatePositions` does."""
    build = make.node_builder

    def placed(children: list[Any]) -> object:
        node = build(children)
        if type(node) is Tree:
            _place(node, children)
        return node

    return placed


def _place(tree: Tree[Token], children: Sequence[Any]) -> None:
    """Note where a tree stands: from the first of the children that stand somewhere to the last.

    lark leaves children out of a tree that the grammar needs no more, as brackets. A tree that takes the place of another
    keeps its own place, and as its container the whole that was read.
    """
    # lark's type of places has neither containers nor places that are unknown.
    meta: Any = tree.meta
    first = next(filter(None, map(_where, children)), None)
    if first is None:
        return
    last = next(filter(None, map(_where, reversed(children))))
    if type(first) is Token:
        line, column, start = first.line, first.column, first.start_pos
    else:
        line, column, start = first.container_line, first.container_column, first.container_start_pos
    if type(last) is Token:
        end_line, end_column, end = last.end_line, last.end_column, last.end_pos
    else:
        end_line, end_column, end = last.container_end_line, last.container_end_column, last.container_end_pos
    if meta.empty:
        meta.empty = False
        meta.line, meta.column, meta.start_pos = line, column, start
        meta.end_line, meta.end_column, meta.end_pos = end_line, end_column, end
    meta.container_line, meta.container_column, meta.container_start_pos = line, column, start
    meta.container_end_line, meta.container_end_column, meta.container_end_pos = end_line, end_column, end


def _where(child: object) -> Any:
    """Return the place of a child: a word itself, or the meta of a tree; None where it stands nowhere."""
    if type(child) is Tree:
        meta = child.meta
        return None if meta.empty else meta
    return child if type(child) is Token and child.start_pos is not None else None
