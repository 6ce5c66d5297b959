"""lark's trees to syntax: declarations."""

from __future__ import annotations

from typing import Any

import attrs
from lark import Token, Tree

from .. import syntax as ast
from ..source.span import Span
from .boards import BoardBuilder
from .symmetries import SymmetryBuilder


class DeclarationBuilder(BoardBuilder, SymmetryBuilder):
    """Makes declarations, one method for each."""

    def declared(self, node: Any) -> list[ast.Declaration]:
        """What a line in the first column declares; a table of constants declares several."""
        result = getattr(self, "d_" + node.data)(node, self.span(node))
        return result if isinstance(result, list) else [result]

    # -- what the game is made of --------------------------------------------------------------

    def d_rulebook(self, node: Any, at: Span) -> ast.Rulebook:
        name, *items = node.children
        return ast.Rulebook(at, str(name), self.span(name), *self.header(self.span(name), items))

    def header(self, name: Span, items: list[Any]) -> tuple[
            ast.Text | None, int, int, Span, tuple[ast.Name, ...]]:
        """The title, the fewest and most players and where they are said, and the seats."""
        title, fewest, most, players_span = None, 0, 0, name
        seats: tuple[ast.Name, ...] = ()
        for item in items:
            if item.data == "title":
                title = self.text(list(item.children))
            elif item.data == "players_range":
                players_span = self.span(item)
                fewest = self.number(item.children[0])
                most = fewest if item.children[1] is None else self.number(item.children[1])
            else:
                seats = self.names(item.children[0])
        return title, fewest, most, players_span, seats

    def d_use(self, node: Any, at: Span) -> ast.Use:
        return ast.Use(at, str(node.children[0])[1:-1], self.span(node.children[0]))

    def d_section(self, node: Any, at: Span) -> ast.Section:
        name, within, text = node.children
        return ast.Section(at, str(name), self.span(name), self.maybe_word(within), self.needed(text))

    def d_example(self, node: Any, at: Span) -> ast.Example:
        name, path, position, text, *shows = node.children
        return ast.Example(at, str(name), self.span(name), str(path)[1:-1], self.span(path),
                           None if position is None else str(position)[1:-1], self.needed(text),
                           tuple(self.expr(show) for show in shows if show is not None))

    def d_parameter(self, node: Any, at: Span) -> ast.Parameter:
        name, type_, value, assumed, text, when = node.children
        return ast.Parameter(at, str(name), self.span(name), self.type(type_), self.expr(value),
                             self.assumed(assumed), self.statement(text),
                             None if when is None else self.expr(when.children[0]))

    def d_enum(self, node: Any, at: Span) -> ast.Enum:
        name, owner, *members, text = node.children
        conditions = tuple(ast.MemberWhen(self.span(member), self.word(member.children[0]), self.expr(member.children[1]))
                           for member in members if member.children[1] is not None)
        return ast.Enum(at, str(name), self.span(name), self.maybe_word(owner),
                        tuple(self.word(member.children[0]) for member in members), conditions, self.statement(text))

    def d_constants(self, node: Any, at: Span) -> list[ast.Declaration]:
        out: list[ast.Declaration] = []
        for row in node.children:
            name, value, assumed, text = row.children
            out.append(ast.Constant(self.span(row), str(name), self.span(name), (), (self.expr(value),),
                                    self.assumed(assumed), self.maybe_text(text)))
        return out

    def d_constants_by(self, node: Any, at: Span) -> list[ast.Declaration]:
        return list(self.by_players(node))

    def by_players(self, node: Any) -> list[ast.Constant]:
        columns = tuple(self.number(c) for c in node.children if isinstance(c, Token))
        out: list[ast.Constant] = []
        for row in node.children[len(columns):]:
            name, *cells, assumed, text = row.children
            out.append(ast.Constant(self.span(row), str(name), self.span(name), columns,
                                    tuple(self.cell(cell) for cell in cells),
                                    self.assumed(assumed), self.maybe_text(text)))
        return out

    def cell(self, node: Any) -> ast.Expr:
        at = self.span(node)
        if node.data == "cell_name":
            return ast.Name(at, str(node.children[0]))
        *sign, value = [child for child in node.children if child is not None]
        return ast.Integer(at, -self.number(value) if sign else self.number(value))

    def d_sides(self, node: Any, at: Span) -> ast.Sides:
        cases = []
        for case in node.children:
            players = tuple(self.number(c) for c in case.children if isinstance(c, Token))
            teams = tuple((self.word(team.children[0]), tuple(self.number(seat) for seat in team.children[1:]))
                          for team in case.children if isinstance(team, Tree))
            cases.append(ast.SidesCase(self.span(case), players, teams))
        return ast.Sides(at, tuple(cases))

    def d_state(self, node: Any, at: Span) -> ast.Fields:
        return ast.Fields(at, None, tuple(self.field(child) for child in node.children))

    def d_has(self, node: Any, at: Span) -> ast.Fields:
        return ast.Fields(at, self.word(node.children[0]), tuple(self.field(child) for child in node.children[1:]))

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
                seen_when = self.maybe(mark.children[1])
        return ast.Field(self.span(node), str(name), self.span(name), self.type(type_),
                         self.maybe(value), self.assumed(assumed), merge, seen_by, seen_when, aside)

    def d_table(self, node: Any, at: Span) -> ast.Table:
        name, text, *rest = node.children
        columns = tuple(self.table_column(c) for c in rest if c.data == "column")
        effects = tuple(
            ast.Effect(self.span(c), str(c.children[0]), self.span(c.children[0]), self.params(c.children[1]))
            for c in rest if c.data == "effect_head")
        rows = tuple(self.row(c) for c in rest if c.data == "row")
        return ast.Table(at, str(name), self.span(name), self.statement(text), columns, effects, rows, False)

    def d_rows_of(self, node: Any, at: Span) -> ast.Table:
        name, *rows = node.children
        return ast.Table(at, str(name), self.span(name), None, (), (), tuple(self.row(row) for row in rows), True)

    def row(self, node: Any) -> ast.Row:
        settings: list[ast.Setting] = []
        effects: list[tuple[ast.Name, tuple[ast.Stmt, ...]]] = []
        text: ast.Text | None = None
        condition: ast.Expr | None = None
        reason: str | None = None
        name, *items = node.children
        for child in items:
            if child is None:
                continue
            at = self.span(child)
            if child.data == "row_value":
                settings.append(ast.Setting(at, None, self.expr(child.children[0]), self.assumed(child.children[1])))
            elif child.data == "row_setting":
                column, value, assumed = child.children
                settings.append(ast.Setting(at, self.word(column), self.expr(value), self.assumed(assumed)))
            elif child.data == "row_when":
                condition = self.expr(child.children[0])
            elif child.data == "row_assumed":
                reason = self.assumed(child.children[0])
            elif child.data == "row_effect":
                effects.append((self.word(child.children[0]), self.block(child.children[1])))
            else:
                text = self.statement(child)
        marked = tuple(attrs.evolve(setting, assumed=setting.assumed or reason) for setting in settings)
        return ast.Row(self.span(node), str(name), self.span(name), marked, condition, text, tuple(effects))

    def d_pieces(self, node: Any, at: Span) -> ast.Pieces:
        name, owner, text, *rest = node.children
        columns = tuple(self.table_column(child) for child in rest if child.data == "column")
        stock = tuple(self.stock(child) for child in rest if child.data == "piece_stock")
        return ast.Pieces(at, str(name), self.span(name), self.maybe_word(owner), self.statement(text), columns, stock)

    def stock(self, node: Any) -> ast.Stock:
        count, *settings, each = node.children
        return ast.Stock(self.span(node), self.expr(count),
                         tuple(self.marked_value(setting) for setting in settings if setting is not None),
                         None if each is None else self.binder(each))

    # -- what happens --------------------------------------------------------------------------

    def d_event(self, node: Any, at: Span) -> ast.Event:
        name, params, text = node.children
        return ast.Event(at, str(name), self.span(name), self.params(params), self.statement(text))

    def d_function(self, node: Any, at: Span) -> ast.Function:
        name, params, type_, text, body = node.children
        lets, gives, exceptions = self.function_body(body)
        return ast.Function(at, str(name), self.span(name), self.params(params), self.type(type_),
                            self.statement(text), lets, gives, exceptions)

    def function_body(self, node: Any) -> tuple[tuple[ast.Let, ...], ast.Expr, tuple[ast.FunctionException, ...]]:
        lets = tuple(self.let(child) for child in node.children if child.data == "let")
        gives = next(self.expr(child.children[0]) for child in node.children if child.data == "gives")
        exceptions = tuple(self.function_exception(child) for child in node.children
                           if child.data == "function_exception")
        return lets, gives, exceptions

    def function_exception(self, node: Any) -> ast.FunctionException:
        name, over, condition, text, body = node.children
        return ast.FunctionException(self.span(node), str(name), self.span(name), self.maybe_word(over),
                                     self.expr(condition), self.statement(text), *self.function_body(body))

    def d_rule(self, node: Any, at: Span) -> ast.Rule:
        name, params, after, text, *rest = node.children
        reaction = None
        if after is not None:
            _, event, names = after.children
            reaction = ast.Reaction(self.span(after), self.word(event), () if names is None else self.names(names))
        return ast.Rule(at, "rule", str(name), self.span(name), self.params(params), reaction,
                        self.statement(text), *self.rule_body(rest))

    def d_phase(self, node: Any, at: Span) -> ast.Rule:
        name, params, text, *rest = node.children
        return ast.Rule(at, "phase", str(name), self.span(name), self.params(params), None,
                        self.statement(text), *self.rule_body(rest))

    def rule_body(self, rest: list[Any]) -> tuple[tuple[ast.Stmt, ...], tuple[ast.RuleException, ...]]:
        return (tuple(self.stmt(child) for child in rest if child.data != "rule_exception"),
                tuple(self.rule_exception(child) for child in rest if child.data == "rule_exception"))

    def rule_exception(self, node: Any) -> ast.RuleException:
        name, over, condition, text, *inner = node.children
        return ast.RuleException(self.span(node), str(name), self.span(name), self.maybe_word(over),
                                 self.expr(condition), self.statement(text), *self.rule_body(inner))

    def d_play(self, node: Any, at: Span) -> ast.Rule:
        text, *rest = node.children
        name_span = Span(self.source, at.line, at.column, at.line, at.column + len("play"))
        return ast.Rule(at, "play", "play", name_span, (), None, self.statement(text),
                        tuple(self.stmt(child) for child in rest), ())

    # -- how it ends ---------------------------------------------------------------------------

    def d_end(self, node: Any, at: Span) -> ast.End:
        name, text, when, ending = node.children
        binder, tied = None, None
        if ending.data == "winners":
            binder, tied = self.binder(ending.children[0]), ending.children[1]
        elif ending.data == "ranking":
            who, domain, key, order, tied = ending.children
            binder = ast.Binder(self.span(ending), str(who), self.span(who), self.expr(domain), None,
                                self.expr(key), str(order) != "ascending")
        return ast.End(at, str(name), self.span(name), self.statement(text),
                       self.expr(when.children[0]), str(ending.data), binder, tied is not None)

    def d_invariant(self, node: Any, at: Span) -> ast.Invariant:
        name, steps, condition, text = node.children
        holds = self.expr(condition)
        if steps is not None and steps.data == "of_steps":
            event, names = steps.children[0].children[1:]
            holds = ast.Happening(self.span(event).to(holds.span), "every", self.word(event),
                                  () if names is None else self.names(names), None, holds)
        return ast.Invariant(at, str(name), self.span(name), steps is not None, holds, self.statement(text))

    def d_note(self, node: Any, at: Span) -> ast.Note:
        name, condition, text = node.children
        return ast.Note(at, str(name), self.span(name), self.maybe(condition), self.needed(text))

    def d_score(self, node: Any, at: Span) -> ast.Score:
        who, domain, value = node.children
        binder = ast.Binder(at, str(who), self.span(who), self.expr(domain), None, None, False)
        return ast.Score(at, binder, self.expr(value))
