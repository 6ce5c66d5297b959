"""A place in a program that was made again -> where it is now.

The places of a kept program are not kept. The declaration with the place is lowered once more, and has all of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..check.rulebook import check_alone
from ..lower.again import sites_of
from ..source.span import Span
from . import environment
from .cached import CachedRulebook
from .recheck import RecheckedProgram
from .relocation import place_now
from .users import part_with


def place_in_program(cached: CachedRulebook, texts: Mapping[str, str], rechecked: RecheckedProgram, span: Span) -> Span | None:
    """Return where a place in a program that was made again is now; None where that cannot be said.

    `texts` are the files that differ.
    """
    if environment.has_place(span):
        return place_now(span, cached.texts, texts)
    site = next((site for site, known in enumerate(rechecked.program.sites) if known.span is span), None)
    # A program is made again for some numbers of players alone, where the others have nothing that differs.
    code = next(code for code in map(environment.read_code, cached.code) if code.program.players == rechecked.program.players)
    key = None if site is None else next(
        (key for key, placed in code.units.items() if placed.begin.sites <= site < placed.end.sites), None)
    node = None if key is None else part_with(cached, key)
    if site is None or node is None:
        return None
    sites = sites_of(code, rechecked.program, rechecked.symbols, node, check_alone(rechecked.symbols, node))
    return place_now(sites[site].span, cached.texts, texts)
