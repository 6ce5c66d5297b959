"""Figures: numbers of a position that are asked for by name, in the rulebook's own words."""

from __future__ import annotations

from collections.abc import Iterable

from ....dsl.source.span import Source
from ...game.rules import Rules
from ...game.table.conditions import Number

Figure = Number


class WrongFigure(ValueError):
    """A figure that is not written as a name and a number."""


def figures_of(rules: Rules, texts: Iterable[str]) -> dict[str, Figure]:
    """Figures by name; each is given as `laws=sum p in players: p.points[from_laws]`.

    Raises WrongFigure, and RulebookError when a number does not compile.
    """
    return dict(_figure(rules, text) for text in texts)


def _figure(rules: Rules, argument: str) -> tuple[str, Figure]:
    name, equals, text = (part.strip() for part in argument.partition("="))
    if not equals or not name or not text:
        raise WrongFigure(f"--metric {argument!r}: write NAME=EXPR, as in `gold=sum p in players: p.gold`")
    return name, rules.expressions.number(text, Source(f"--metric {name}", text))
