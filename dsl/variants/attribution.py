"""Trace mistakes in a rulebook to the changes of its variants that cause them.

What a variant changes may no longer fit the rest of the rulebook. Such a mistake is reported where the
change is made, with the place in the rulebook beside it. It is one that the rulebook does not have
without its variants; its cause is a change of a name that stands on the faulty line, or else of
one that the clause around it uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from .. import syntax as ast
from ..source.diagnostics import Diagnostic
from ..source.fixes import line_in_front
from ..source.span import Span
from . import NamedNode, NodeIndex, used_names

MAX_PLACES = 4
# Mistakes that are about what is *not* there: nothing needs a name any more because the change took its only use away.
_UNUSED = ("E401", "E405")
_LEFT = re.compile(r"(?<=the )(?:constant|parameter|function|rule|phase) `(\w+)`(?= never runs|$)")
_NAME = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r"`([^`]*)`")
_Key = tuple[str, str, Span]


def at_their_causes(diagnostics: Iterable[Diagnostic], declarations: Iterable[ast.Declaration], changes: ast.Alterations,
                    unchanged: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics of a rulebook with variants; `unchanged` are those that it has without them."""
    # Spans tell the two compilations apart: nodes that no variant touches are the same nodes, with the same places.
    before = {(diagnostic.code, diagnostic.message, diagnostic.span) for diagnostic in unchanged}
    causes = _Causes(NodeIndex(declarations), changes.changes)
    out: dict[_Key, Diagnostic] = {}
    for diagnostic in diagnostics:
        is_old = (diagnostic.code, diagnostic.message, diagnostic.span) in before
        changes_behind = [] if is_old else causes.find(diagnostic)
        # Of a change that is wrong itself, a diagnostic says so already: what follows from it would only be said twice.
        if changes_behind and all(change.faulty for change in changes_behind):
            continue
        # One change may break ten places. They become one diagnostic, with the places beside it.
        attributed = _attributed(diagnostic, changes_behind)
        key = (attributed.code, attributed.message, attributed.span)
        out[key] = attributed if key not in out else _with_place(out[key], attributed.related)
    return list(out.values())


def _attributed(diagnostic: Diagnostic, causes: list[ast.Alteration]) -> Diagnostic:
    """Return a mistake where its only cause is, or where it was with notes of its several causes."""
    unused = _LEFT.search(diagnostic.message) if causes and diagnostic.help is None else None
    if unused is not None:
        diagnostic = attrs.evolve(diagnostic, help=f"if nothing needs it any more, take it away too: `remove {unused[1]}`",
                                  fixes=(line_in_front(causes[0].span, f"remove {unused[1]}"),))
    if len(causes) == 1:
        lost = "it is needed here" if causes[0].removes else "it does not fit here"
        where = "it stands here" if diagnostic.code in _UNUSED else lost
        return attrs.evolve(diagnostic, message=f"with this change, {diagnostic.message}", span=causes[0].span,
                            related=((where, diagnostic.span), *diagnostic.related))
    return attrs.evolve(
        diagnostic, related=(*diagnostic.related, *((f"`{change.id}` is changed here", change.span) for change in causes))
    )


def _with_place(diagnostic: Diagnostic, places: tuple[tuple[str, Span], ...]) -> Diagnostic:
    """Return a mistake that a change brings about in one place more; of many only the first few are shown."""
    more = tuple(place for place in places if place not in diagnostic.related)
    return attrs.evolve(diagnostic, related=(*diagnostic.related, *more)[:MAX_PLACES])


class _Causes:
    """Finds the changes that a mistake comes from."""

    def __init__(self, index: NodeIndex, changes: tuple[ast.Alteration, ...]) -> None:
        self.index = index
        self.changes = changes

    def find(self, diagnostic: Diagnostic) -> list[ast.Alteration]:
        """Return the changes in other files that a mistake comes from, by the first way in which any is found."""
        changes = [change for change in self.changes if change.span.source is not diagnostic.span.source]
        if not changes:
            return []
        quoted_names = {word for quoted in _QUOTED.findall(diagnostic.message) for word in _NAME.findall(quoted)}
        if diagnostic.code in _UNUSED:
            return [change for change in changes if quoted_names & change.used]
        line = {word for number in range(diagnostic.span.line, diagnostic.span.end_line + 1)
                for word in _NAME.findall(diagnostic.span.source.line(number))}
        # From the surest to the vaguest: names in the message or under its mark, names on the same line, names that the clause
        # uses. The first way that leads to any change decides, so a vague one never adds causes to a sure one.
        ways = (quoted_names | set(_NAME.findall(diagnostic.span.text)), line, self.used_around(diagnostic.span))
        return next((naming for names in ways if (naming := [change for change in changes if names & change.names])), [])

    def used_around(self, span: Span) -> set[str]:
        """Return the names that the clause around a place uses, and those that what they name uses in turn."""
        # The innermost clause around the place: of those that hold it, the one that begins last.
        around = [named for named in self.index.by_id.values() if _holds(named.node.span, span)]
        names = used_names(max(around, key=_begins)) if around else set()
        by_name: dict[str, list[NamedNode]] = {}
        for named in self.index.by_id.values():
            by_name.setdefault(named.id.rpartition(".")[2], []).append(named)
        # Uses of uses, until nothing is added. Rules are left out: what another rule does is no reason for a mistake here,
        # but the type of a field, the value of a constant and what a function gives are.
        edge = set(names)
        while edge:
            edge = {name for used in edge for named in by_name.get(used, ()) if not isinstance(named.node, ast.Rule)
                    for name in used_names(named)} - names
            names |= edge
        return names


def _begins(named: NamedNode) -> tuple[int, int]:
    return named.node.span.line, named.node.span.column


def _holds(outer: Span, inner: Span) -> bool:
    return outer.source is inner.source and (outer.line, outer.column) <= (inner.line, inner.column) and (
        (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column))
