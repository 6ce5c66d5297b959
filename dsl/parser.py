"""Text to syntax: read declarations with the grammar. The one module that knows lark.

lark's trees are untyped; this module is the door through which they become the typed nodes of
`syntax`, and the only place where `Any` is allowed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from . import syntax as ast
from .diagnostics import Diagnostics
from .layout import Chunk, cut
from .spans import Source, Span

MAX_TREE_DEPTH = 120


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012  (lark's class interface)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _lark() -> Lark:
    return Lark.open_from_package(
        "rulewright", "rulebook.lark", ("grammar",), parser="lalr", postlex=_Blocks(),
        start=["declaration", "expression"], propagate_positions=True, maybe_placeholders=True,
    )


def parse(source: Source, found: Diagnostics) -> list[ast.Declaration]:
    """The declarations of one file, without those that do not parse."""
    declarations: list[ast.Declaration] = []
    for chunk in cut(source, found):
        tree = _tree(chunk.text, "declaration", source, chunk.line, 1, found)
        if tree is not None:
            declarations += _Builder(source, chunk.line, 1, found).declarations(tree)
    return declarations


def parse_expression(source: Source, line: int, column: int, text: str,
                     found: Diagnostics) -> ast.Expr | None:
    """The expression that stands in `source` from this line and column on, or None."""
    tree = _tree(text, "expression", source, line, column, found)
    return None if tree is None else _Builder(source, line, column, found).expr(tree.children[0])


def tokens(source: Source) -> Iterator[tuple[int, int, str, str]]:
    """The words of a file as the grammar sees them: line, column, kind, text."""
    found = Diagnostics()
    for chunk in cut(source, found):
        parser = _lark().parse_interactive(chunk.text, start="declaration")
        try:
            for token in parser.iter_parse():
                yield (token.line or 0) + chunk.line - 1, token.column or 0, token.type, str(token)
        except (UnexpectedInput, DedentError):
            return


def _tree(text: str, start: str, source: Source, line: int, column: int,
          found: Diagnostics) -> Tree[Token] | None:
    try:
        tree = _lark().parse(text, start=start)
    except UnexpectedToken as error:
        where = _token_span(error.token, source, line, column)
        if error.token.type == "$END":
            last = [token for token in error.token_history or [] if token]
            where = _token_span(last[-1], source, line, column) if last else where
        found.add("E101", f"{_described(error.token)} does not fit here", where,
                  help=_expectation(error.accepts or error.expected or set(), error.token))
        return None
    except UnexpectedCharacters as error:
        at = _place(source, line, column, error.line, error.column)
        found.add("E101", f"the character `{error.char}` does not fit here", at,
                  help='a text stands between two `"` on one line' if error.char == '"' else None)
        return None
    except DedentError:
        found.add("E102", "the lines of this block are not indented alike",
                  Span(source, line, 1, line, len(source.line(line)) + 1),
                  help="indent each level by four spaces")
        return None
    if _depth(tree) > MAX_TREE_DEPTH:
        found.add("E106", f"nested deeper than {MAX_TREE_DEPTH} levels",
                  Span(source, line, 1, line, len(source.line(line)) + 1))
        return None
    return tree


def _depth(tree: Tree[Token]) -> int:
    deepest, stack = 0, [(tree, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        stack += [(child, depth + 1) for child in node.children if isinstance(child, Tree)]
    return deepest


def _place(source: Source, line: int, column: int, row: int, col: int) -> Span:
    row, col = row + line - 1, col + (column - 1 if row == 1 else 0)
    return Span(source, row, col, row, col + 1)


def _token_span(token: Token, source: Source, line: int, column: int) -> Span:
    row = (token.line or 1) + line - 1
    col = (token.column or 1) + (column - 1 if (token.line or 1) == 1 else 0)
    if token.type in ("_NL", "_INDENT", "_DEDENT"):
        text = source.line(row)
        return Span(source, row, len(text.rstrip()) or 1, row, len(text) + 1)
    return Span(source, row, col, row, col + len(token))


def _described(token: Token) -> str:
    match token.type:
        case "_NL":
            return "the end of the line"
        case "$END":
            return "the end of the declaration"
        case "_INDENT":
            return "a deeper indentation"
        case "_DEDENT":
            return "the end of the block"
    return f"`{token}`"


_WORDS = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "QUANTIFIER": "a quantifier",
    "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "LBRACE": "`{`", "RBRACE": "`}`",
    "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`", "EQUAL": "`=`", "$END": "the end of the text",
}


def _expectation(expected: set[str], token: Token) -> str | None:
    operators = {"PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE", "COUNT", "FIRST"}
    names = sorted(_WORDS.get(one, f"`{one.lower()}`") for one in expected
                   if one not in operators and not one.startswith("__"))
    if token.type == "QUANTIFIER":
        return "put it in parentheses"
    if re.fullmatch(r"[a-z]+", token) and token.type != "NAME" and "NAME" in expected:
        return f"`{token}` is a word of the language; choose another name"
    return f"expected {', '.join(names)}" if 0 < len(names) <= 9 else None


class _Builder:
    """Turns lark's trees into syntax nodes, one method for each family of rules."""

    def __init__(self, source: Source, line: int, column: int, found: Diagnostics) -> None:
        self.source, self.line, self.column, self.found = source, line, column, found

    # -- places ------------------------------------------------------------------------------

    def span(self, node: Any) -> Span:
        meta = node if isinstance(node, Token) else node.meta
        if getattr(meta, "line", None) is None:
            return Span(self.source, self.line, 1, self.line, 1)
        shift = self.column - 1
        line, end = meta.line + self.line - 1, meta.end_line + self.line - 1
        column = meta.column + (shift if meta.line == 1 else 0)
        end_column = meta.end_column + (shift if meta.end_line == 1 else 0)
        if isinstance(node, Tree) and end > line and end_column == 1:
            end, end_column = line, len(self.source.line(line)) + 1
        return Span(self.source, line, column, end, end_column)

    # -- texts -------------------------------------------------------------------------------

    def text(self, tokens: list[Token]) -> ast.Text:
        """Strings on lines of their own make one text, joined by spaces."""
        parts: list[str | ast.Expr] = []
        for i, token in enumerate(tokens):
            if i:
                parts.append(" ")
            parts += self._text_parts(token)
        return ast.Text(self.span(tokens[0]).to(self.span(tokens[-1])), tuple(parts))

    def _text_parts(self, token: Token) -> Iterator[str | ast.Expr]:
        at = self.span(token)
        for piece in re.finditer(r"\{([^{}]*)\}|([^{}]+)|([{}])", token[1:-1]):
            if piece[2]:
                yield piece[2]
            elif piece[3]:
                self.found.add("E101", f"a single `{piece[3]}` in a text", at,
                               help="braces hold an expression: `{name}`")
            else:
                inner = piece[1]
                expr = parse_expression(self.source, at.line, at.column + 2 + piece.start(), inner,
                                        self.found)
                if expr is not None:
                    yield expr

    def statement(self, node: Any) -> ast.Text | None:
        return None if node is None else self.text(list(node.children))

    # -- declarations ------------------------------------------------------------------------

    def declarations(self, tree: Tree[Token]) -> list[ast.Declaration]:
        node: Any = tree.children[0]
        build = getattr(self, "d_" + node.data)
        result = build(node, self.span(node))
        return result if isinstance(result, list) else [result]

    def d_rulebook(self, node: Any, at: Span) -> ast.Rulebook:
        title, fewest, most = None, 0, 0
        seats: tuple[str, ...] = ()
        for item in node.children[1:]:
            if item.data == "title":
                title = self.text(list(item.children))
            elif item.data == "players_range":
                fewest = int(item.children[0])
                most = int(item.children[1] or fewest)
            else:
                seats = self.names(item.children[0])
        return ast.Rulebook(at, str(node.children[0]), title, fewest, most, seats)

    def d_use(self, node: Any, at: Span) -> ast.Use:
        return ast.Use(at, node.children[0][1:-1])

    def d_parameter(self, node: Any, at: Span) -> ast.Parameter:
        name, type_, value, assumed, text, when = node.children
        return ast.Parameter(at, str(name), self.span(name), self.type(type_), self.expr(value),
                             self.assumed(assumed), self.statement(text),
                             None if when is None else self.expr(when.children[0]))

    def d_enum(self, node: Any, at: Span) -> ast.Enum:
        name, members, text = node.children
        return ast.Enum(at, str(name), self.span(name), self.names(members), self.statement(text))

    def d_constants(self, node: Any, at: Span) -> list[ast.Declaration]:
        out: list[ast.Declaration] = []
        for row in node.children:
            name, value, assumed, text = row.children
            out.append(ast.Constant(self.span(row), str(name), self.span(name), (),
                                    (self.expr(value),), self.assumed(assumed),
                                    None if text is None else self.text([text])))
        return out

    def d_constants_by(self, node: Any, at: Span) -> list[ast.Declaration]:
        columns = tuple(int(c) for c in node.children if isinstance(c, Token))
        out: list[ast.Declaration] = []
        for row in node.children[len(columns):]:
            name, *cells, assumed, text = row.children
            values = tuple(self.cell(cell) for cell in cells)
            out.append(ast.Constant(self.span(row), str(name), self.span(name), columns, values,
                                    self.assumed(assumed), None if text is None else self.text([text])))
        return out

    def cell(self, node: Any) -> ast.Expr:
        at = self.span(node)
        if node.data == "cell_name":
            return ast.Name(at, str(node.children[0]))
        *sign, value = [child for child in node.children if child is not None]
        return ast.Integer(at, -int(value) if sign else int(value))

    def d_sides(self, node: Any, at: Span) -> ast.Sides:
        cases = []
        for case in node.children:
            players = tuple(int(c) for c in case.children if isinstance(c, Token))
            teams = tuple((str(team.children[0]), tuple(int(seat) for seat in team.children[1:]))
                          for team in case.children if isinstance(team, Tree))
            cases.append(ast.SidesCase(self.span(case), players, teams))
        return ast.Sides(at, tuple(cases))

    def d_board(self, node: Any, at: Span) -> ast.Board:
        name, shape, region, *items = node.children
        parts = shape.children
        space, first, last, width, height = None, None, None, None, None
        if shape.data in ("ring", "line"):
            space, first, last = (str(part) for part in parts)
        elif shape.data == "square":
            width, height, space = self.expr(parts[0]), self.expr(parts[1]), str(parts[2])
        else:
            space = str(parts[0])
        links: list[tuple[str, ...]] = []
        rows: list[str] = []
        legend: list[tuple[str, str]] = []
        shown = None
        for item in items:
            if item is None:
                continue
            if item.data == "links":
                links.append(tuple(str(child) for child in item.children))
            elif item.data == "map":
                rows += [str(child)[1:-1] for child in item.children]
            elif item.data == "legend":
                legend.append((str(item.children[0]), str(item.children[1])))
            else:
                shown = self.text(list(item.children))
        return ast.Board(at, str(name), self.span(name), str(shape.data), space,
                         None if region is None else str(region), first, last, width, height,
                         tuple(links), tuple(rows), tuple(legend), shown)

    def d_state(self, node: Any, at: Span) -> ast.Fields:
        return ast.Fields(at, None, tuple(self.field(child) for child in node.children))

    def d_has(self, node: Any, at: Span) -> ast.Fields:
        return ast.Fields(at, str(node.children[0]),
                          tuple(self.field(child) for child in node.children[1:]))

    def field(self, node: Any) -> ast.Field:
        name, type_, value, assumed, *marks = node.children
        merge, seen_by, seen_when = None, None, None
        for mark in marks:
            if mark.data in ("merge_adds", "merge_keeps"):
                merge = str(mark.data).removeprefix("merge_")
            else:
                seen_by = str(mark.children[0].children[0])
                seen_when = None if mark.children[1] is None else self.expr(mark.children[1])
        return ast.Field(self.span(node), str(name), self.span(name), self.type(type_),
                         self.maybe(value), self.assumed(assumed), merge, seen_by, seen_when)

    def d_table(self, node: Any, at: Span) -> ast.Table:
        name, text, *rest = node.children
        columns = tuple(
            ast.Column(self.span(c), str(c.children[0]), self.type(c.children[1]), self.maybe(c.children[2]))
            for c in rest if c.data == "column")
        effects = tuple(
            ast.Effect(self.span(c), str(c.children[0]), self.params(c.children[1]))
            for c in rest if c.data == "effect_head")
        rows = tuple(self.row(c) for c in rest if c.data == "row")
        return ast.Table(at, str(name), self.span(name), self.statement(text), columns, effects, rows, False)

    def d_rows_of(self, node: Any, at: Span) -> ast.Table:
        name, *rows = node.children
        return ast.Table(at, str(name), self.span(name), None, (), (),
                         tuple(self.row(row) for row in rows), True)

    def row(self, node: Any) -> ast.Row:
        settings: list[ast.Setting] = []
        effects: list[tuple[str, tuple[ast.Stmt, ...]]] = []
        text: ast.Text | None = None
        for child in node.children[1:]:
            if child is None:
                continue
            at = self.span(child)
            if child.data == "row_value":
                settings.append(ast.Setting(at, None, self.expr(child.children[0]),
                                            self.assumed(child.children[1])))
            elif child.data == "row_setting":
                column, value, assumed = child.children
                settings.append(ast.Setting(at, str(column), self.expr(value), self.assumed(assumed)))
            elif child.data == "row_effect":
                effects.append((str(child.children[0]), self.block(child.children[1])))
            else:
                text = self.statement(child)
        name = node.children[0]
        return ast.Row(self.span(node), str(name), self.span(name), tuple(settings), text, tuple(effects))

    def d_pieces(self, node: Any, at: Span) -> ast.Pieces:
        name, owner, text, *rest = node.children
        fields = tuple(self.field(child) for child in rest if child.data == "field")
        stock = tuple(
            (int(child.children[0]),
             tuple((str(s.children[0]), self.expr(s.children[1])) for s in child.children[1:]))
            for child in rest if child.data == "piece_stock")
        return ast.Pieces(at, str(name), None if owner is None else str(owner),
                          self.statement(text), fields, stock)

    def d_event(self, node: Any, at: Span) -> ast.Event:
        name, params, text = node.children
        return ast.Event(at, str(name), self.span(name), self.params(params), self.statement(text))

    def d_function(self, node: Any, at: Span) -> ast.Function:
        name, params, type_, text, body = node.children
        lets, gives, exceptions = self.function_body(body)
        return ast.Function(at, str(name), self.span(name), self.params(params), self.type(type_),
                            self.statement(text), lets, gives, exceptions)

    def function_body(self, node: Any) -> tuple[tuple[ast.Let, ...], ast.Expr, tuple[ast.FunctionException, ...]]:
        lets: list[ast.Let] = []
        gives: ast.Expr | None = None
        exceptions: list[ast.FunctionException] = []
        for child in node.children:
            if child.data == "let":
                lets.append(ast.Let(self.span(child), str(child.children[0]), self.expr(child.children[1])))
            elif child.data == "gives":
                gives = self.expr(child.children[0])
            else:
                name, over, condition, text, body = child.children
                inner = self.function_body(body)
                exceptions.append(ast.FunctionException(
                    self.span(child), str(name), self.span(name), _str(over), self.expr(condition),
                    self.statement(text), *inner))
        assert gives is not None, "the grammar asks for `gives`"
        return tuple(lets), gives, tuple(exceptions)

    def d_rule(self, node: Any, at: Span) -> ast.Rule:
        name, params, after, text, *rest = node.children
        body, exceptions = self.rule_body(rest)
        reaction = None
        if after is not None:
            event, names = after.children
            reaction = (str(event), () if names is None else self.names(names))
        return ast.Rule(at, str(node.data), str(name), self.span(name), self.params(params), reaction,
                        self.statement(text), body, exceptions)

    def d_phase(self, node: Any, at: Span) -> ast.Rule:
        name, params, text, *rest = node.children
        body, exceptions = self.rule_body(rest)
        return ast.Rule(at, "phase", str(name), self.span(name), self.params(params), None,
                        self.statement(text), body, exceptions)

    def rule_body(self, rest: list[Any]) -> tuple[tuple[ast.Stmt, ...], tuple[ast.RuleException, ...]]:
        exceptions = []
        for child in rest:
            if child.data == "rule_exception":
                name, over, condition, text, *inner = child.children
                body, nested = self.rule_body(inner)
                exceptions.append(ast.RuleException(
                    self.span(child), str(name), self.span(name), _str(over), self.expr(condition),
                    self.statement(text), body, nested))
        return (tuple(self.stmt(child) for child in rest if child.data != "rule_exception"),
                tuple(exceptions))

    def d_play(self, node: Any, at: Span) -> ast.Rule:
        text, *rest = node.children
        return ast.Rule(at, "play", "play", Span(self.source, at.line, at.column, at.line, at.column + 4),
                        (), None, self.statement(text), tuple(self.stmt(child) for child in rest), ())

    def d_end(self, node: Any, at: Span) -> ast.End:
        name, text, when, ending = node.children
        binder = None
        if ending.data == "winners":
            binder = self.binder(ending.children[0])
        elif ending.data == "ranking":
            who, domain, key, order = ending.children
            binder = ast.Binder(self.span(ending), str(who), self.span(who), self.expr(domain), None,
                                self.expr(key), str(order) != "ascending")
        return ast.End(at, str(name), self.span(name), self.statement(text),
                       self.expr(when.children[0]), str(ending.data), binder)

    def d_invariant(self, node: Any, at: Span) -> ast.Invariant:
        name, condition, text = node.children
        return ast.Invariant(at, str(name), self.span(name), self.expr(condition), self.statement(text))

    def d_note(self, node: Any, at: Span) -> ast.Note:
        name, condition, text = node.children
        statement = self.statement(text)
        assert statement is not None
        return ast.Note(at, str(name), self.span(name), self.maybe(condition), statement)

    def d_score(self, node: Any, at: Span) -> ast.Score:
        who, domain, value = node.children
        binder = ast.Binder(at, str(who), self.span(who), self.expr(domain), None, None, False)
        return ast.Score(at, binder, self.expr(value))

    def names(self, node: Any) -> tuple[str, ...]:
        return tuple(str(child) for child in node.children)

    def assumed(self, node: Any) -> str | None:
        return None if node is None else str(node.children[0])[1:-1]

    def params(self, node: Any) -> tuple[ast.Param, ...]:
        if node is None:
            return ()
        return tuple(ast.Param(self.span(c), str(c.children[0]), self.type(c.children[1]))
                     for c in node.children if c is not None)

    # -- types -------------------------------------------------------------------------------

    def type(self, node: Any) -> ast.TypeNode:
        at = self.span(node)
        children = node.children
        match node.data:
            case "type":
                result = self.type(children[0])
                for index in reversed(children[1:]):
                    result = ast.PerType(at, result, self.type(index))
                return result
            case "type_or":
                base = self.type(children[0])
                extras = tuple(str(child) for child in children[1:])
                return ast.UnionType(at, base, extras) if extras else base
            case "type_range":
                return ast.RangeType(at, self.expr(children[0]), self.expr(children[1]))
            case "type_name":
                return ast.NamedType(at, str(children[0]))
            case "type_set":
                return ast.SetType(at, self.type(children[0]))
            case "type_list":
                return ast.ListType(at, self.type(children[0]), self.expr(children[1]))
        assert node.data == "type_flag", node.data
        return ast.FlagType(at)

    # -- statements --------------------------------------------------------------------------

    def block(self, node: Any) -> tuple[ast.Stmt, ...]:
        return tuple(self.stmt(child) for child in node.children)

    def stmt(self, node: Any) -> ast.Stmt:
        build: Callable[[Any, Span], ast.Stmt] = getattr(self, "s_" + node.data)
        return build(node, self.span(node))

    def s_let(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Let(at, str(node.children[0]), self.expr(node.children[1]))

    def s_var(self, node: Any, at: Span) -> ast.Stmt:
        name, type_, value = node.children
        return ast.Var(at, str(name), self.type(type_), self.maybe(value))

    def _change(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Change(at, str(node.data), self.expr(node.children[0]), self.expr(node.children[1]))

    s_becomes = s_gains = s_loses = _change

    def s_transfer(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Transfer(at, *(self.expr(child) for child in node.children))

    def s_call(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Do(at, self.expr(node.children[0]))

    def s_if_stmt(self, node: Any, at: Span) -> ast.Stmt:
        condition, then, *rest = node.children
        otherwise: tuple[ast.Stmt, ...] = () if rest[-1] is None else self.block(rest[-1])
        for other in reversed(rest[:-1]):
            otherwise = (ast.If(self.span(other), self.expr(other.children[0]),
                                self.block(other.children[1]), otherwise),)
        return ast.If(at, self.expr(condition), self.block(then), otherwise)

    def s_for_stmt(self, node: Any, at: Span) -> ast.Stmt:
        return ast.ForEach(at, self.binder(node.children[0]), self.block(node.children[1]))

    def s_repeat_times(self, node: Any, at: Span) -> ast.Stmt:
        times = next(c for c in node.children if not isinstance(c, Token))
        return ast.Repeat(at, None, self.expr(times), self.block(node.children[-1]))

    def s_repeat_while(self, node: Any, at: Span) -> ast.Stmt:
        condition, *rest, body = [c for c in node.children if not isinstance(c, Token)]
        return ast.Repeat(at, self.expr(condition), self.maybe(rest[0]), self.block(body))

    def s_repeat_forever(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Repeat(at, None, None, self.block(node.children[0]))

    def s_roll(self, node: Any, at: Span) -> ast.Stmt:
        _, name, domain, condition, weight, notation = node.children
        return ast.Roll(at, str(name), self.span(name), self.expr(domain), self.maybe(condition),
                        self.maybe(weight), None if notation is None else self.text([notation]))

    def s_announce(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Announce(at, self.expr(node.children[0]))

    def s_check_all(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Check(at, ())

    def s_check_some(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Check(at, self.names(node.children[0]))

    def s_merge(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Merge(at, self.expr(node.children[0]), self.expr(node.children[1]))

    def s_stop(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Leave(at, "stop")

    def s_skip(self, node: Any, at: Span) -> ast.Stmt:
        return ast.Leave(at, "skip")

    def s_require_now(self, node: Any, at: Span) -> ast.Stmt:
        condition, message = node.children
        return ast.Must(at, self.expr(condition), None if message is None else self.text([message]))

    def s_choose(self, node: Any, at: Span) -> ast.Stmt:
        name, player, binders, secret, text, *rest = node.children
        otherwise = rest[-1]
        each = self.binder(player.children[0]) if player.data == "chooser_each" else None
        by = ast.Name(each.name_span, each.name) if each else self.expr(player)
        return ast.Choose(
            at, str(name), self.span(name), each, by, self.binders(binders), secret is not None,
            self.statement(text), tuple(self.require(c) for c in rest[:-1] if c.data == "require"),
            tuple(self.move(c) for c in rest[:-1] if c.data == "move"),
            None if otherwise is None else self.block(otherwise.children[0]))

    def move(self, node: Any) -> ast.Move:
        name, notation, binders, text, *rest = node.children
        rest = [child for child in rest if child is not None]
        return ast.Move(self.span(node), _str(name), self.text([notation]), self.binders(binders),
                        self.statement(text),
                        tuple(self.require(c) for c in rest if c.data == "require"),
                        tuple(self.stmt(c) for c in rest if c.data != "require"))

    def require(self, node: Any) -> ast.Require:
        name, condition, text, *exceptions = node.children
        return ast.Require(self.span(node), str(name), self.span(name), self.expr(condition),
                           self.statement(text), self.require_exceptions(exceptions))

    def require_exceptions(self, nodes: list[Any]) -> tuple[ast.RequireException, ...]:
        out = []
        for node in nodes:
            if node is not None:
                name, over, condition, text, *inner = node.children
                out.append(ast.RequireException(
                    self.span(node), str(name), self.span(name), _str(over), self.expr(condition),
                    self.statement(text), self.require_exceptions(inner)))
        return tuple(out)

    def binders(self, node: Any) -> tuple[ast.Binder, ...]:
        return () if node is None else tuple(self.binder(child) for child in node.children)

    def binder(self, node: Any) -> ast.Binder:
        name, domain, condition, key, order = node.children
        return ast.Binder(self.span(node), str(name), self.span(name), self.expr(domain),
                          self.maybe(condition), self.maybe(key), str(order) == "descending")

    # -- expressions -------------------------------------------------------------------------

    def maybe(self, node: Any) -> ast.Expr | None:
        return None if node is None else self.expr(node)

    def expr(self, node: Any) -> ast.Expr:
        at, children = self.span(node), node.children
        match str(node.data):
            case "integer":
                return ast.Integer(at, int(children[0]))
            case "name":
                return ast.Name(at, str(children[0]))
            case "yes" | "no":
                return ast.Flag(at, node.data == "yes")
            case "attribute":
                return ast.Attribute(at, self.expr(children[0]), str(children[1]))
            case "index":
                return ast.Index(at, self.expr(children[0]), self.expr(children[1]))
            case "called":
                arguments = tuple(self.expr(child) for child in children[1:] if child is not None)
                return ast.Call(at, self.expr(children[0]), arguments)
            case "arithmetic" | "compare":
                return ast.Binary(at, str(children[1]), self.expr(children[0]), self.expr(children[2]))
            case "and_" | "or_" | "member" | "not_member" | "starting_with":
                word = {"and_": "and", "or_": "or", "member": "in", "not_member": "not in",
                        "starting_with": "starting with"}[node.data]
                return ast.Binary(at, word, self.expr(children[0]), self.expr(children[-1]))
            case "not_" | "negative" | "the":
                word = {"not_": "not", "negative": "-", "the": "the"}[node.data]
                return ast.Unary(at, word, self.expr(children[-1]))
            case "range_":
                return ast.RangeOf(at, self.expr(children[0]), self.expr(children[1]))
            case "if_expr":
                return ast.Conditional(at, *(self.expr(child) for child in children))
            case "quantified":
                return ast.Quantified(at, str(children[0]), self.binder(children[1]), self.expr(children[2]))
            case "counted" | "first_of":
                kind = "count" if node.data == "counted" else "first"
                return ast.Quantified(at, kind, self.binder(children[1]), None)
            case "tuple_":
                return ast.TupleOf(at, tuple(self.expr(child) for child in children))
            case "set_items" | "list_items":
                items = tuple(self.expr(child) for child in children if child is not None)
                return ast.Collection(at, str(node.data).removesuffix("_items"), items)
        assert node.data in ("set_of", "list_of"), node.data
        return ast.Comprehension(at, str(node.data).removesuffix("_of"), self.binder(children[0]))


def _str(token: Any) -> str | None:
    return None if token is None else str(token)
