"""Build headers of variants from lark's trees, and what variants change."""

from __future__ import annotations

from typing import Any

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..source.span import Source, Span
from .declarations import DeclarationBuilder
from .expressions import ExpressionBuilder


class VariantBuilder:
    """Makes everything that may stand in the first column of a file, with a builder for each kind of part."""

    def __init__(self, source: Source, line: int, column: int, diagnostics: Diagnostics) -> None:
        self.read = ExpressionBuilder(source, line, column, diagnostics)
        self.declarations = DeclarationBuilder(self.read)
        self.statements, self.boards = self.declarations.statements, self.declarations.boards

    def items(self, node: Any) -> list[ast.Item]:
        """Return the items of a part of a file that begins in its first column."""
        build = getattr(self, "v_" + node.data, None)
        return list(self.declarations.declared(node)) if build is None else list(build(node, self.read.span(node)))

    def v_variant(self, node: Any, span: Span) -> list[ast.Item]:
        name, base, *items = node.children
        parts = self.declarations.header(self.read.span(name), [item for item in items if item is not None])
        rulebook, by_path, variant = self.base(base)
        return [ast.Variant(span, str(name), self.read.span(name), rulebook, by_path, variant, *parts)]

    def base(self, token: Any) -> tuple[ast.Name, bool, ast.Name | None]:
        """`rulebook`, `rulebook:variant` or `"path"`: what is extended, whether by its path, and the variant of it."""
        span = self.read.span(token)
        if token.type == "STRING":
            return ast.Name(span, str(token)[1:-1]), True, None
        rulebook, colon, variant = str(token).partition(":")
        first = Span(span.source, span.line, span.column, span.line, span.column + len(rulebook))
        second = Span(span.source, span.line, first.end_column + 1, span.line, span.end_column)
        return ast.Name(first, rulebook), False, ast.Name(second, variant) if colon else None

    def v_because(self, node: Any, span: Span) -> list[ast.Item]:
        first, more, *parts = node.children
        reason = self.read.text([first, *([] if more is None else more.children)])
        inside = [item for part in parts for item in self.items(part)]
        return [ast.Because(span, reason, tuple(
            item for item in inside if not isinstance(item, ast.Variant | ast.Because)))]

    # -- edits ---------------------------------------------------------------------------------

    def v_set_value(self, node: Any, span: Span) -> list[ast.Item]:
        target, value, assumed, text = node.children
        return [ast.SetValue(span, self.target(target), (), (self.read.expr(value),),
                             self.read.assumed(assumed), self.read.maybe_text(text))]

    def v_set_by(self, node: Any, span: Span) -> list[ast.Item]:
        return [ast.SetValue(player.span, ast.Name(player.name_span, player.name), player.columns, player.values,
                             player.assumed, player.statement) for player in self.declarations.by_players(node)]

    def v_set_column(self, node: Any, span: Span) -> list[ast.Item]:
        target, *values = node.children
        table, _, column = self.target(target).name.rpartition(".")
        out: list[ast.Item] = []
        for child in values:
            row, value, assumed = child.children
            name = ast.Name(self.read.span(row), f"{table}.{row}.{column}".lstrip("."))
            out.append(ast.SetValue(self.read.span(child), name, (), (self.read.expr(value),),
                                    self.read.assumed(assumed), None))
        return out

    def v_replace(self, node: Any, span: Span) -> list[ast.Item]:
        part = node.children[0]
        match part.data:
            case "columns_of":
                name, *columns = part.children
                return [ast.Replace(span, (ast.Table(self.read.span(part), str(name), self.read.span(name), None, tuple(
                    self.boards.table_column(column) for column in columns), (), (), True),))]
            case "choose" | "move" | "require" | "any_exception":
                return [ast.Replace(span, (self.clause(part),))]
        return [ast.Replace(span, tuple(self.declarations.declared(part)))]

    def v_remove(self, node: Any, span: Span) -> list[ast.Item]:
        return [ast.Remove(span, self.target(node.children[0]))]

    def v_add_parts(self, node: Any, span: Span) -> list[ast.Item]:
        target, ahead, *parts = node.children
        before = None if ahead is None else self.read.word(ahead.children[1])
        return [ast.AddParts(span, self.read.word(target), tuple(self.added(part) for part in parts), before)]

    def v_add_words(self, node: Any, span: Span) -> list[ast.Item]:
        target, words = node.children
        return [ast.AddWords(span, self.read.word(target), self.read.names(words))]

    def v_add_statements(self, node: Any, span: Span) -> list[ast.Item]:
        where, target, body = node.children
        return [ast.AddStatements(span, self.read.word(target), self.read.one_of(where), self.statements.block(body))]

    def target(self, node: Any) -> ast.Name:
        """Return the target of a change: a name, or names with dots between them as one."""
        return ast.Name(self.read.span(node), ".".join(str(part) for part in node.children))

    # -- clauses away from what they belong to -------------------------------------------------

    def clause(self, node: Any) -> ast.Choose | ast.Move | ast.Require | ast.LooseException:
        match node.data:
            case "choose":
                return self.statements.choose(node)
            case "move":
                return self.statements.move(node)
            case "require":
                return self.statements.require(node)
        return self.loose_exception(node)

    def added(self, node: Any) -> ast.Part:
        match node.data:
            case "move":
                return self.statements.move(node)
            case "require":
                return self.statements.require(node)
            case "row":
                return self.declarations.row(node)
            case "column":
                return self.boards.table_column(node)
            case "otherwise":
                return ast.Otherwise(self.read.span(node), self.statements.block(node.children[0]))
        return self.loose_exception(node)

    def loose_exception(self, node: Any) -> ast.LooseException:
        name, over, condition, text, *rest = node.children
        rest = [child for child in rest if child is not None]
        gives = [self.read.expr(child.children[0]) for child in rest if child.data == "gives"]
        return ast.LooseException(
            self.read.span(node), str(name), self.read.span(name), self.read.maybe_word(over), self.read.expr(condition),
            self.read.statement(text),
            tuple(self.statements.stmt(child) for child in rest if child.data not in ("gives", "any_exception")),
            gives[0] if gives else None,
            tuple(self.loose_exception(child) for child in rest if child.data == "any_exception"))
