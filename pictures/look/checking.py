"""A look, and the names of its rulebook -> diagnostics."""

from __future__ import annotations

from ...dsl.source.diagnostics import Diagnostics, did_you_mean
from .names import LookNames
from .syntax import Look, NameKind

KINDS: dict[NameKind, str] = {"thing": "nothing", "field": "no field", "board": "no board"}


def check_names(look: Look, names: LookNames, diagnostics: Diagnostics) -> None:
    """Record the names that the rulebook does not have."""
    for kind, word in look.named:
        known = names.known(kind)
        if word.text not in known:
            diagnostics.add(
                "E612", f"{KINDS[kind]} in the rulebook is called `{word.text}`", word.span, help=did_you_mean(word.text, known)
            )


def unknown(look: Look, names: LookNames) -> bool:
    """Return whether a look file speaks of something that the rulebook does not have."""
    return any(word.text not in names.known(kind) for kind, word in look.named)
