"""Rewrite declarations by the touches of a layer; a node that is not touched stays the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from .. import syntax as ast
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import line_in_front
from ..syntax.walk import parts_of
from .index import WITHOUT_NAMED, NodeIndex, a, holder_of, kind_of, name_of, named
from .touches import LayerTouch

_LISTS: dict[type[ast.Node], dict[type[ast.Node], str]] = {
    ast.Choose: {ast.Require: "requires", ast.Move: "moves"},
    ast.Move: {ast.Require: "requires"},
    ast.Table: {ast.Row: "rows", ast.Column: "columns"},
    ast.Pieces: {ast.Column: "columns"},
    ast.Rule: {ast.LooseException: "exceptions"},
    ast.RuleException: {ast.LooseException: "exceptions"},
    ast.Function: {ast.LooseException: "exceptions"},
    ast.FunctionException: {ast.LooseException: "exceptions"},
    ast.Require: {ast.LooseException: "exceptions"},
    ast.RequireException: {ast.LooseException: "exceptions"},
}
"""What may be added to what, and where it is kept."""


class Rewriter:
    """Rewrites declarations by the touches of one layer."""

    def __init__(self, touches: tuple[LayerTouch, ...], index: NodeIndex, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.whole = {touch.id: touch for touch in touches if touch.whole}
        self.added: dict[str, list[LayerTouch]] = {}
        self.cells: dict[str, list[tuple[str, ast.SetValue]]] = {}
        self.removed: dict[str, dict[str, LayerTouch]] = {}
        for touch in touches:
            if isinstance(touch.edit, ast.AddStatements) and touch.edit.where == "before":
                # The last that is put before the others comes to stand nearest to the rule.
                self.added.setdefault(touch.id, []).insert(0, touch)
            elif not touch.whole:
                self.added.setdefault(touch.id, []).append(touch)
            holder, _, part = touch.id.rpartition(".")
            if isinstance(touch.edit, ast.SetValue) and touch.id not in index.by_id:
                self.cells.setdefault(holder, []).append((part, touch.edit))
            elif isinstance(touch.edit, ast.Remove):
                self.removed.setdefault(holder, {})[part] = touch
        self.touched = {*self.whole, *self.added, *self.cells, *self.removed}

    def rewritten(self, declarations: Iterable[ast.Declaration]) -> list[ast.Declaration]:
        """Return the declarations with all that is changed in them."""
        out: list[ast.Declaration] = []
        for declaration in declarations:
            # It stays the same object: the compiler reuses what it knows of a declaration by identity (decision 15).
            if not self.is_touched(declaration):
                out.append(declaration)
                continue
            out += self.nodes((declaration,), None)  # type: ignore[arg-type]  # a declaration is replaced by declarations
        return out

    def is_touched(self, declaration: ast.Declaration) -> bool:
        """Return whether a layer touches anything in a declaration; a row is also touched through its table."""
        return any(id in self.touched or id.rpartition(".")[0] in self.removed
                   for id in (declared.id for declared in named((declaration,))))

    # -- nodes ---------------------------------------------------------------------------------

    def nodes(self, old: tuple[object, ...], holder: ast.Node | None) -> tuple[object, ...]:
        """Return the parts of a tuple, each rewritten; what is removed is left out."""
        out: list[object] = []
        for node in old:
            if isinstance(node, ast.Node):
                out += self.node(node, holder)
            else:
                out.append(self.nodes(node, holder) if isinstance(node, tuple) else node)
        # By identity: to compare by value would walk through whole trees again and again.
        return old if len(out) == len(old) and all(a is b for a, b in zip(out, old, strict=True)) else tuple(out)

    def node(self, node: ast.Node, holder: ast.Node | None) -> tuple[ast.Node, ...]:
        """Return the rewritten node: itself, its replacement, or nothing."""
        if type(node) in WITHOUT_NAMED:
            return (node,)
        own = name_of(node, holder)
        touch = self.whole.get(own[0]) if own is not None else None
        if touch is not None:
            match touch.edit:
                case ast.Remove():
                    return ()
                case ast.SetValue():
                    return (set_value(node, touch, self.diagnostics),)
                case _:
                    # Of the other edits, `replace` alone touches a whole.
                    assert touch.part is not None, "what is replaced has a replacement"
                    return fitted(touch.part, node, self.diagnostics)
        # Parts first, then what is added to the whole: an addition is never looked into for what its own layer changes.
        before = node
        node = self.inside(node, holder_of(node, holder))
        if own is not None:
            node = self.shortened(node, own[0])
            for added in self.added.get(own[0], ()):
                node = self.extended(node, added)
            for column, edit in self.cells.get(own[0], ()):
                node = self.cell(node, column, edit)
        if isinstance(before, ast.Choose) and isinstance(node, ast.Choose) and not node.moves:
            self.left_empty(before)
            return (before,)
        return (node,)

    def shortened(self, node: ast.Node, id: str) -> ast.Node:
        """Return a node without the parts that are removed and have no id of their own, and a row without lost columns."""
        removed = self.removed.get(id, {})
        match node:
            case ast.Enum() if removed:
                left = tuple(word for word in node.members if word.name not in removed)
                if not left:
                    self.diagnostics.add("E703", f"the enum `{id}` has no word left", removed[node.members[-1].name].span)
                return attrs.evolve(node, members=left or node.members)
            case ast.Choose() if "otherwise" in removed:
                return attrs.evolve(node, otherwise=None)
            case ast.Row():
                lost = self.removed.get(id.rpartition(".")[0], {})
                left_over = tuple(
                    setting for setting in node.settings if setting.column is None or setting.column.name not in lost
                )
                return attrs.evolve(node, settings=left_over) if len(left_over) < len(node.settings) else node
            case _:
                # All other parts that can be removed have ids of their own.
                return node

    def left_empty(self, choice: ast.Choose) -> None:
        """Record that all moves of a choice have been removed."""
        last = self.whole.get(choice.moves[-1].id.name) if choice.moves[-1].id else None
        self.diagnostics.add("E703", f"the choice `{choice.id}` has no move left", last.span if last else choice.id_span,
                       help="remove the choice, or replace the move instead of removing it")

    def inside(self, node: ast.Node, holder: ast.Node | None) -> ast.Node:
        """Return a node with its parts rewritten."""
        changed: dict[str, Any] = {}
        for name in parts_of(type(node)):
            old = getattr(node, name)
            new: object = old
            if isinstance(old, tuple):
                new = self.nodes(old, holder)
            elif isinstance(old, ast.Node):
                new = self.node(old, holder)[0]
            if new is not old:
                changed[name] = new
        return attrs.evolve(node, **changed) if changed else node

    # -- additions -----------------------------------------------------------------------------

    def extended(self, node: ast.Node, touch: LayerTouch) -> ast.Node:
        """Return a node with what is added to it."""
        match touch.edit, node:
            case ast.AddWords(words=words), ast.Enum():
                return attrs.evolve(node, members=node.members + words)
            case ast.AddStatements(where="before", body=body), ast.Rule() | ast.RuleException() | ast.Move():
                return attrs.evolve(node, body=body + node.body)
            case ast.AddStatements(body=body), ast.Rule() | ast.RuleException() | ast.Move():
                return attrs.evolve(node, body=node.body + body)
            case ast.AddParts(parts=parts, before=before), _:
                for part in parts:
                    node = self.part(node, part, touch, before)
                return node
            case _:
                # Anything else is an addition that does not fit the node: reported below.
                pass
        what = "words" if isinstance(touch.edit, ast.AddWords) else "statements"
        self.diagnostics.add("E206", f"{what} cannot be added to {a(kind_of(node))}", touch.span)
        return node

    def part(self, node: ast.Node, part: ast.Node, touch: LayerTouch, before: ast.Name | None) -> ast.Node:
        """Return a node with one part more, behind those of its kind or before one of them."""
        if isinstance(node, ast.Choose) and isinstance(part, ast.Otherwise):
            if node.otherwise is not None:
                self.diagnostics.add("E702", f"the choice `{node.id}` has an `otherwise` already", part.span,
                               help=f"add a line `remove {node.id}.otherwise` to put this in its place",
                               fixes=(line_in_front(touch.span, f"remove {node.id}.otherwise"),))
            return attrs.evolve(node, otherwise=part.body)
        place = _LISTS.get(type(node), {}).get(type(part))
        if place is None:
            what = "column" if isinstance(part, ast.Column) else kind_of(part)
            self.diagnostics.add("E206", f"{a(what)} cannot be added to {a(kind_of(node))}", part.span,
                           related=((f"`{touch.id}` is {a(kind_of(node))}", touch.span),))
            return node
        new: tuple[ast.Node, ...] = (part,)
        if isinstance(part, ast.LooseException):
            new = fitted(part, node, self.diagnostics)
        parts = getattr(node, place)
        index = len(parts) if before is None else self.place_of(before, node, parts, touch)
        return attrs.evolve(node, **{place: parts[:index] + new + parts[index:]})

    def place_of(self, before: ast.Name, node: ast.Node, parts: tuple[ast.Node, ...], touch: LayerTouch) -> int:
        """Return the place of the part of this name in a node; report a name that is missing, and return the end."""
        pairs = (name_of(part, node) for part in parts)
        names = ["" if pair is None else pair[0].rpartition(".")[2] for pair in pairs]
        if before.name in names:
            return names.index(before.name)
        self.diagnostics.add("E701", f"`{touch.id}` has nothing of this kind that is called `{before.name}`", before.span,
                       help=did_you_mean(before.name, filter(None, names)))
        return len(parts)

    def cell(self, node: ast.Node, column: str, edit: ast.SetValue) -> ast.Node:
        """Return a row with another value in a column."""
        assert isinstance(node, ast.Row), "only rows have columns"
        # A column has no number for its name, so that values in order and named ones do not meet.
        settings = {setting.column.name if setting.column else f"{i}": setting for i, setting in enumerate(node.settings)}
        span = edit.target.span
        settings[column] = ast.Setting(span, ast.Name(span, column), edit.values[0], edit.assumed)
        return attrs.evolve(node, settings=tuple(settings.values()))


# ---- Values and exceptions ------------------------------------------------------------------------


def set_value(node: ast.Node, touch: LayerTouch, diagnostics: Diagnostics) -> ast.Node:
    """Return a parameter or constant with another value."""
    edit = touch.edit
    assert isinstance(edit, ast.SetValue), "what sets a value says which"
    match node:
        case ast.Parameter() if not edit.columns:
            return attrs.evolve(node, span=edit.span, name_span=touch.span, value=edit.values[0], assumed=edit.assumed,
                                set_by=touch.span, statement=edit.statement or node.statement)
        case ast.Constant():
            return attrs.evolve(node, span=edit.span, name_span=touch.span, columns=edit.columns, values=edit.values,
                                assumed=edit.assumed, statement=edit.statement or node.statement)
        case ast.Parameter():
            diagnostics.add("E206", f"the parameter `{node.name}` has one value for all numbers of players", touch.span)
        case _:
            # Only parameters and constants have a value to set.
            diagnostics.add("E206", f"`{touch.id}` is {a(kind_of(node))}, and has no value to set", touch.span,
                      help="write `replace` and the new declaration")
    return node


def fitted(new: ast.Node, old: ast.Node, diagnostics: Diagnostics) -> tuple[ast.Node, ...]:
    """Return the replacement of a node, or an addition to it, as the kind of node that belongs there."""
    if not isinstance(new, ast.LooseException):
        return (new,)
    if isinstance(old, ast.Require | ast.RequireException):
        return (_of_require(new, diagnostics),)
    if isinstance(old, ast.Function | ast.FunctionException):
        return tuple(_of_function(new, diagnostics))
    return (_of_rule(new, diagnostics),)


def _of_require(exception: ast.LooseException, diagnostics: Diagnostics) -> ast.RequireException:
    if exception.body or exception.gives:
        diagnostics.add(
            "E206", "an exception of a requirement only says when the requirement does not count", exception.id_span
        )
    return ast.RequireException(
        exception.span,
        exception.id,
        exception.id_span,
        exception.over,
        exception.condition,
        exception.statement,
        tuple(_of_require(inner, diagnostics) for inner in exception.exceptions),
    )


def _of_rule(exception: ast.LooseException, diagnostics: Diagnostics) -> ast.RuleException:
    if exception.gives:
        diagnostics.add("E206", "an exception of a rule says what happens, and gives no value", exception.gives.span)
    return ast.RuleException(
        exception.span,
        exception.id,
        exception.id_span,
        exception.over,
        exception.condition,
        exception.statement,
        exception.body,
        tuple(_of_rule(inner, diagnostics) for inner in exception.exceptions),
    )


def _of_function(exception: ast.LooseException, diagnostics: Diagnostics) -> list[ast.Node]:
    lets = tuple(part for part in exception.body if isinstance(part, ast.Let))
    if exception.gives is None or len(lets) < len(exception.body):
        diagnostics.add("E206", "an exception of a function gives another value; it cannot change anything", exception.id_span,
                  help="write `let` lines, and then `gives` and the value")
        return []
    inner = [part for inside in exception.exceptions for part in _of_function(inside, diagnostics)]
    return [
        ast.FunctionException(
            exception.span,
            exception.id,
            exception.id_span,
            exception.over,
            exception.condition,
            exception.statement,
            lets,
            exception.gives,
            tuple(part for part in inner if isinstance(part, ast.FunctionException)),
        )
    ]
