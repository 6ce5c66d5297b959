"""Build declarations from lark's trees."""

from __future__ import annotations

from typing import Any

import attrs
from lark import Token, Tree

from .. import syntax as ast
from ..source.span import Span
from .boards import BoardBuilder
from .expressions import ExpressionBuilder
from .statements import StatementBuilder
from .symmetries import SymmetryBuilder


class DeclarationBuilder:
    """Makes declarations, one method for each; boards, symmetries and statements have builders of their own."""

    def __init__(self, read: ExpressionBuilder) -> None:
        self.read = read
        self.statements = StatementBuilder(read)
        self.boards = BoardBuilder(read)
        self.symmetries = SymmetryBuilder(read)

    def declared(self, node: Any) -> list[ast.Declaration]:
        """Return the declarations of a line in the first column; a table of constants has several."""
        result = getattr(self, "d_" + node.data)(node, self.read.span(node))
        return result if isinstance(result, list) else [result]

    def d_board(self, node: Any, span: Span) -> ast.Board:
        return self.boards.board(node, span)

    def d_symmetry(self, node: Any, span: Span) -> ast.Symmetry:
        return self.symmetries.symmetry(node, span)

    # -- what the game is made of --------------------------------------------------------------

    def d_rulebook(self, node: Any, span: Span) -> ast.Rulebook:
        name, *items = node.children
        return ast.Rulebook(span, str(name), self.read.span(name), *self.header(self.read.span(name), items))

    def header(self, name: Span, items: list[Any]) -> tuple[
            ast.Text | None, int, int, Span, tuple[ast.Name, ...]]:
        """Return the title, the fewest and most players and where they are said, and the seats."""
        title, fewest, most, players_span = None, 0, 0, name
        seats: tuple[ast.Name, ...] = ()
        for item in items:
            if item.data == "title":
                title = self.read.text(list(item.children))
            elif item.data == "players_range":
                players_span = self.read.span(item)
                fewest = self.read.number(item.children[0])
                most = fewest if item.children[1] is None else self.read.number(item.children[1])
            else:
                seats = self.read.names(item.children[0])
        return title, fewest, most, players_span, seats

    def d_use(self, node: Any, span: Span) -> ast.Use:
        return ast.Use(span, str(node.children[0])[1:-1], self.read.span(node.children[0]))

    def d_section(self, node: Any, span: Span) -> ast.Section:
        name, within, text = node.children
        return ast.Section(span, str(name), self.read.span(name), self.read.maybe_word(within), self.read.needed(text))

    def d_example(self, node: Any, span: Span) -> ast.Example:
        name, path, position, text, *shows = node.children
        return ast.Example(span, str(name), self.read.span(name), str(path)[1:-1], self.read.span(path),
                           None if position is None else str(position)[1:-1], self.read.needed(text),
                           tuple(self.read.expr(show) for show in shows if show is not None))

    def d_parameter(self, node: Any, span: Span) -> ast.Parameter:
        name, type_, value, assumed, text, when = node.children
        return ast.Parameter(span, str(name), self.read.span(name), self.read.type(type_), self.read.expr(value),
                             self.read.assumed(assumed), self.read.statement(text),
                             None if when is None else self.read.expr(when.children[0]))

    def d_enum(self, node: Any, span: Span) -> ast.Enum:
        name, owner, *words, text = node.children
        members = [word for word in words if word is not None and word.data == "enum_member"]
        words_node = next((word for word in words if word is not None and word.data == "enum_made"), None)
        conditional = [(member, *member.children) for member in members if member.children[1] is not None]
        conditions = tuple(ast.MemberWhen(self.read.span(member), self.read.word(word), self.read.expr(condition))
                           for member, word, condition in conditional)
        return ast.Enum(span, str(name), self.read.span(name), self.read.maybe_word(owner),
                        tuple(self.read.word(member.children[0]) for member in members), conditions, self.read.statement(text),
                        None if words_node is None else self.made_words(words_node))

    def made_words(self, node: Any) -> ast.MadeWords:
        shown, binders = node.children
        return ast.MadeWords(self.read.span(node), self.read.text([shown]), self.read.binders(binders))

    def d_constants(self, node: Any, span: Span) -> list[ast.Declaration]:
        out: list[ast.Declaration] = []
        for row in node.children:
            name, value, assumed, text = row.children
            out.append(ast.Constant(self.read.span(row), str(name), self.read.span(name), (), (self.read.expr(value),),
                                    self.read.assumed(assumed), self.read.maybe_text(text)))
        return out

    def d_constants_by(self, node: Any, span: Span) -> list[ast.Declaration]:
        return list(self.by_players(node))

    def by_players(self, node: Any) -> list[ast.Constant]:
        columns = tuple(self.read.number(c) for c in node.children if isinstance(c, Token))
        out: list[ast.Constant] = []
        for row in node.children[len(columns):]:
            name, *cells, assumed, text = row.children
            out.append(ast.Constant(self.read.span(row), str(name), self.read.span(name), columns,
                                    tuple(self.cell(cell) for cell in cells),
                                    self.read.assumed(assumed), self.read.maybe_text(text)))
        return out

    def cell(self, node: Any) -> ast.Expr:
        span = self.read.span(node)
        if node.data == "cell_name":
            return ast.Name(span, str(node.children[0]))
        *sign, value = [child for child in node.children if child is not None]
        return ast.Integer(span, -self.read.number(value) if sign else self.read.number(value))

    def d_sides(self, node: Any, span: Span) -> ast.Sides:
        cases = []
        for case in node.children:
            players = tuple(self.read.number(c) for c in case.children if isinstance(c, Token))
            teams = tuple((self.read.word(team.children[0]), tuple(self.read.number(seat) for seat in team.children[1:]))
                          for team in case.children if isinstance(team, Tree))
            cases.append(ast.SidesCase(self.read.span(case), players, teams))
        return ast.Sides(span, tuple(cases))

    def d_state(self, node: Any, span: Span) -> ast.Fields:
        return ast.Fields(span, None, tuple(self.field(child) for child in node.children))

    def d_has(self, node: Any, span: Span) -> ast.Fields:
        return ast.Fields(span, self.read.word(node.children[0]), tuple(self.field(child) for child in node.children[1:]))

    def field(self, node: Any) -> ast.Field:
        name, type_, value, assumed, *marks = node.children
        merge, seen_by, seen_when, aside = None, None, None, False
        for mark in marks:
            if mark.data == "aside_mark":
                aside = True
            elif mark.data in ("merge_adds", "merge_keeps"):
                merge = str(mark.data).removeprefix("merge_")
            else:
                seen_by = str(mark.children[0].children[0])
                seen_when = self.read.maybe(mark.children[1])
        return ast.Field(self.read.span(node), str(name), self.read.span(name), self.read.type(type_),
                         self.read.maybe(value), self.read.assumed(assumed), merge, seen_by, seen_when, aside)

    def d_table(self, node: Any, span: Span) -> ast.Table:
        name, text, *rest = node.children
        columns = tuple(self.boards.table_column(c) for c in rest if c.data == "column")
        effects = tuple(
            ast.Effect(self.read.span(c), str(c.children[0]), self.read.span(c.children[0]), self.read.params(c.children[1]))
            for c in rest if c.data == "effect_head")
        rows = tuple(self.row(c) for c in rest if c.data == "row")
        return ast.Table(span, str(name), self.read.span(name), self.read.statement(text), columns, effects, rows, False)

    def d_rows_of(self, node: Any, span: Span) -> ast.Table:
        name, *rows = node.children
        return ast.Table(span, str(name), self.read.span(name), None, (), (), tuple(self.row(row) for row in rows), True)

    def row(self, node: Any) -> ast.Row:
        settings: list[ast.Setting] = []
        effects: list[tuple[ast.Name, tuple[ast.Stmt, ...]]] = []
        text: ast.Text | None = None
        condition: ast.Expr | None = None
        reason: str | None = None
        binders: tuple[ast.Binder, ...] = ()
        name, shown, *items = node.children
        for child in items:
            if child is None:
                continue
            span = self.read.span(child)
            if child.data == "row_value":
                settings.append(ast.Setting(span, None, self.read.expr(child.children[0]),
                                            self.read.assumed(child.children[1])))
            elif child.data == "row_setting":
                column, value, assumed = child.children
                settings.append(ast.Setting(span, self.read.word(column), self.read.expr(value), self.read.assumed(assumed)))
            elif child.data == "row_made":
                binders = self.read.binders(child.children[0])
            elif child.data == "row_when":
                condition = self.read.expr(child.children[0])
            elif child.data == "row_assumed":
                reason = self.read.assumed(child.children[0])
            elif child.data == "row_effect":
                effects.append((self.read.word(child.children[0]), self.statements.block(child.children[1])))
            else:
                text = self.read.statement(child)
        marked = tuple(attrs.evolve(setting, assumed=setting.assumed or reason) for setting in settings)
        return ast.Row(self.read.span(node), str(name), self.read.span(name), marked, condition, text, tuple(effects),
                       self.read.maybe_text(shown), binders)

    def d_pieces(self, node: Any, span: Span) -> ast.Pieces:
        name, owner, text, *rest = node.children
        columns = tuple(self.boards.table_column(child) for child in rest if child.data == "column")
        lines = tuple(self.piece_line(child) for child in rest if child.data == "piece_stock")
        shown = tuple(self.read.text(list(child.children)) for child in rest if child.data == "piece_shown")
        return ast.Pieces(span, str(name), self.read.span(name), self.read.maybe_word(owner), self.read.statement(text),
                          columns, lines, shown)

    def piece_line(self, node: Any) -> ast.PieceLine:
        count, *settings, binders = node.children
        return ast.PieceLine(self.read.span(node), self.read.expr(count),
                             tuple(self.boards.marked_value(setting) for setting in settings if setting is not None),
                             self.read.binders(binders))

    # -- what happens --------------------------------------------------------------------------

    def d_event(self, node: Any, span: Span) -> ast.Event:
        name, params, text = node.children
        return ast.Event(span, str(name), self.read.span(name), self.read.params(params), self.read.statement(text))

    def d_function(self, node: Any, span: Span) -> ast.Function:
        name, params, type_, text, body = node.children
        lets, gives, exceptions = self.function_body(body)
        return ast.Function(span, str(name), self.read.span(name), self.read.params(params), self.read.type(type_),
                            self.read.statement(text), lets, gives, exceptions)

    def function_body(self, node: Any) -> tuple[tuple[ast.Let, ...], ast.Expr, tuple[ast.FunctionException, ...]]:
        lets = tuple(self.statements.let(child) for child in node.children if child.data == "let")
        gives = next(self.read.expr(child.children[0]) for child in node.children if child.data == "gives")
        exceptions = tuple(self.function_exception(child) for child in node.children
                           if child.data == "function_exception")
        return lets, gives, exceptions

    def function_exception(self, node: Any) -> ast.FunctionException:
        name, over, condition, text, body = node.children
        return ast.FunctionException(self.read.span(node), str(name), self.read.span(name), self.read.maybe_word(over),
                                     self.read.expr(condition), self.read.statement(text), *self.function_body(body))

    def d_rule(self, node: Any, span: Span) -> ast.Rule:
        name, params, after, text, *rest = node.children
        reaction = None
        if after is not None:
            _, event, names = after.children
            reaction = ast.Reaction(self.read.span(after), self.read.word(event),
                                    () if names is None else self.read.names(names))
        return ast.Rule(span, "rule", str(name), self.read.span(name), self.read.params(params), reaction,
                        self.read.statement(text), *self.rule_body(rest))

    def d_phase(self, node: Any, span: Span) -> ast.Rule:
        name, params, text, *rest = node.children
        return ast.Rule(span, "phase", str(name), self.read.span(name), self.read.params(params), None,
                        self.read.statement(text), *self.rule_body(rest))

    def rule_body(self, rest: list[Any]) -> tuple[tuple[ast.Stmt, ...], tuple[ast.RuleException, ...]]:
        return (tuple(self.statements.stmt(child) for child in rest if child.data != "rule_exception"),
                tuple(self.rule_exception(child) for child in rest if child.data == "rule_exception"))

    def rule_exception(self, node: Any) -> ast.RuleException:
        name, over, condition, text, *inner = node.children
        return ast.RuleException(self.read.span(node), str(name), self.read.span(name), self.read.maybe_word(over),
                                 self.read.expr(condition), self.read.statement(text), *self.rule_body(inner))

    def d_play(self, node: Any, span: Span) -> ast.Rule:
        text, *rest = node.children
        name_span = Span(self.read.source, span.line, span.column, span.line, span.column + len("play"))
        return ast.Rule(span, "play", "play", name_span, (), None, self.read.statement(text),
                        tuple(self.statements.stmt(child) for child in rest), ())

    # -- how it ends ---------------------------------------------------------------------------

    def d_end(self, node: Any, span: Span) -> ast.End:
        name, text, when, ending = node.children
        binder, tied = None, None
        if ending.data == "winners":
            binder, tied = self.read.binder(ending.children[0]), ending.children[1]
        elif ending.data == "ranking":
            who, domain, key, order, tied = ending.children
            binder = ast.Binder(self.read.span(ending), str(who), self.read.span(who), self.read.expr(domain), None,
                                self.read.expr(key), str(order) != "ascending")
        return ast.End(span, str(name), self.read.span(name), self.read.statement(text),
                       self.read.expr(when.children[0]), self.read.one_of(ending.data), binder, tied is not None)

    def d_invariant(self, node: Any, span: Span) -> ast.Invariant:
        name, steps, condition, text = node.children
        holds = self.read.expr(condition)
        if steps is not None and steps.data == "of_steps":
            event, names = steps.children[0].children[1:]
            holds = ast.Happening(self.read.span(event).to(holds.span), "every", self.read.word(event),
                                  () if names is None else self.read.names(names), None, holds)
        return ast.Invariant(span, str(name), self.read.span(name), steps is not None, holds, self.read.statement(text))

    def d_note(self, node: Any, span: Span) -> ast.Note:
        name, condition, text = node.children
        return ast.Note(span, str(name), self.read.span(name), self.read.maybe(condition), self.read.needed(text))

    def d_score(self, node: Any, span: Span) -> ast.Score:
        who, domain, value = node.children
        binder = ast.Binder(span, str(who), self.read.span(who), self.read.expr(domain), None, None, False)
        return ast.Score(span, binder, self.read.expr(value))
