"""Secrets: what a value depends on that not all see, and who may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Literal, assert_never

from attrs import evolve, field

from ...source.records import frozen
from ...source.span import Span
from ...symbols.symbols import FunctionInfo, Local

# How a player or side is written, in the form of nested tuples: `("is", local)`, `("of", term, field)`.
Term = tuple[object, ...]


# Closed: where a pass decides by who sees something, mypy reports a kind that it does not know.
SeenBy = Literal["owner", "side", "nobody"]
SecretKind = Literal["owner", "side", "nobody", "param", "drawn"]
AudienceKind = Literal["all", "player", "side", "nobody"]


# Labels are compared and merged again and again, so the hash of a secret is computed once.
@frozen(cache_hash=True)
class Secret:
    """Something that not all see: `owner` sees it, a `side`, or `nobody`; a `param`, not known yet; or what is `drawn` openly.

    `whose` is the term of the player or side, None for one who is not known. `name` is what is
    hidden, `declared` where its audience is, `read` where a value came to depend on it.
    """

    kind: SecretKind
    whose: Term | None
    name: str
    declared: Span = field(eq=False)
    read: Span = field(eq=False)


# The secrets that a value depends on, each once, in the order they were found.
Label = tuple[Secret, ...]


@frozen
class Audience:
    """The audience of a value: `all`, a `player` or a `side` by its term, or `nobody`; `text` is how it is written."""

    kind: AudienceKind
    whose: Term | None = None
    text: str = field(default="", eq=False)


@frozen
class FlowLabels:
    """The labels of parameters, of the conditions under which rules are carried out, and of functions, with those of draws.

    `kept_draws` are the names of open draws that come to a place that not all see, and `shown_by` the rules that show each of
    them to all, by its name.
    """

    of: Mapping[Local, Label]
    entered: Mapping[str, Label]
    functions: Mapping[FunctionInfo, Label]
    kept_draws: tuple[str, ...]
    shown_by: Mapping[str, frozenset[str]]


@frozen
class HiddenValues:
    """The values that not all may know: parameters of rules by name, and the offers of some choices.

    `labels` are those that were found, if anything is hidden at all. Then nothing hidden comes to `open_rules`; and the value
    of each of `open_functions` hides no more than what is handed to it, in the parameters with these numbers.
    """

    params: frozenset[Local] = frozenset()
    choices: frozenset[str] = frozenset()
    labels: FlowLabels | None = None
    open_rules: frozenset[str] = frozenset()
    open_functions: Mapping[str, frozenset[int]] = field(factory=dict)


NOTHING_HIDDEN = HiddenValues()

ALL = Audience("all")
NOBODY = Audience("nobody")
OPEN: Label = ()


def merged(*labels: Iterable[Secret]) -> Label:
    """Return the label of what depends on all of these."""
    some = [label for label in labels if label]
    if not some:
        return OPEN
    # Most values depend on one other or on none: a label holds each secret once already.
    if len(some) == 1 and isinstance(some[0], tuple):
        return some[0]
    return tuple(dict.fromkeys(chain.from_iterable(some)))


def side_of(player: Term | None) -> Term | None:
    """Return the term of a player's side."""
    return None if player is None else ("of", player, "side")


def may_know(secret: Secret, audience: Audience) -> bool:
    """Return whether everybody in an audience sees what is secret to others."""
    match audience.kind:
        # What goes to nobody leaks nothing, even if its owner is not known. In all other cases an unknown owner is refused.
        case "nobody":
            return True
        case "all":
            return False
        case "side":
            # What only its owner sees is hidden from the others of the same side.
            return secret.whose is not None and secret.kind == "side" and secret.whose == audience.whose
        case "player":
            return secret.whose is not None and secret.whose == (
                audience.whose if secret.kind == "owner" else side_of(audience.whose))
        case _:
            assert_never(audience.kind)


# ---- Terms ---------------------------------------------------------------------------------------


def mentions(term: object, local: Local) -> bool:
    """Return whether a term speaks of a name."""
    return term is local or (isinstance(term, tuple) and any(mentions(part, local) for part in term))


def lasts(term: object) -> bool:
    """Return whether a term means the same player from here on, whatever happens."""
    # Bound names stay as they are; what a field or a `var` holds may be another player by the next statement.
    return not isinstance(term, tuple) or (term[:1] not in (("field",), ("var",)) and all(map(lasts, term[1:])))


def replaced(term: object, by: dict[Local, Term | None]) -> object:
    """Return a term with names replaced by what they stand for; None where that has no term."""
    if isinstance(term, tuple):
        if len(term) == 2 and term[0] == "is" and isinstance(term[1], Local) and term[1] in by:
            return by[term[1]]
        parts = tuple(replaced(part, by) for part in term)
        return None if any(new is None for new, old in zip(parts, term, strict=True) if old is not None) else parts
    return term


# ---- Labels that leave the place they were found in ------------------------------------------------


def lasting(label: Label) -> Label:
    """Return a label for later: whose a secret is, is not known any more where that may change."""
    if all(lasts(secret.whose) for secret in label):
        return label
    return merged(secret if lasts(secret.whose) else evolve(secret, whose=None) for secret in label)


def without(label: Label, local: Local) -> Label:
    """Return a label outside the scope of a name: its secrets belong to a player who is not named there."""
    if not any(mentions(secret.whose, local) for secret in label):
        return label
    return merged(evolve(secret, whose=None) if mentions(secret.whose, local) else secret for secret in label)


def translated(label: Label, terms: Mapping[Term, Term]) -> Label:
    """Return a label in the names of a rule that is carried out, which knows some terms by its parameters."""
    def known(term: Term | None) -> Term | None:
        if term is None or term in terms or term[0] == "known":
            return None if term is None else terms.get(term, term)
        parts = tuple(known(part) if isinstance(part, tuple) else part for part in term[1:])
        # What has no name in the rule that is carried out becomes an unknown player there, which no audience equals: the strict
        # reading.
        return None if term[0] in ("is", "var", "field") or None in parts else (term[0], *parts)

    return merged(evolve(secret, whose=known(secret.whose)) for secret in label)


def renamed(label: Label, by: dict[Local, Term | None], read: Span) -> Label:
    """Return a label in the names of a caller, as read at the place of the call."""
    def one_of(secret: Secret) -> Secret:
        whose = replaced(secret.whose, by)
        assert whose is None or isinstance(whose, tuple), "a term"
        return evolve(secret, whose=whose, read=read)

    return merged(one_of(item) for item in label)
