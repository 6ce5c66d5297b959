"""Lines with binders to what they make: the values of the names for each, and the word that a text makes of them."""

from __future__ import annotations

import re

from .. import syntax as ast
from ..symbols.symbols import Constant, DomainOf, FaultyName
from ..types.types import EnumType, IntType, name_of, size, values
from .names import Names

MAX_MADE = 1000
# The values of all binders of a line that are looked at, also where `where` leaves most of them out.
MAX_VALUES = 20_000
# Words that an expression never reads as a name.
NO_NAMES = ("yes", "no", "not", "the", "none")
_NAME = re.compile(r"[^\W\d]\w*")


def all_values(names: Names, binders: tuple[ast.Binder, ...], what: str) -> list[tuple[Constant, ...]]:
    """Return the values of binders together; a later binder may refer to earlier ones. `what` names what a line makes.

    Too many are reported, and are none.
    """
    if not _are_binders(names, binders, what):
        return []
    out: list[tuple[Constant, ...]] = [()]
    count = 0
    for binder in binders:
        longer: list[tuple[Constant, ...]] = []
        for constants in out:
            with names.symbols.names.knowing(*constants):
                type_ = _domain(names, binder.domain, what)
                if type_ is None:
                    return []
                count += size(type_)
                if count > MAX_VALUES:
                    return _too_many(names, binder, f"goes through more than {MAX_VALUES} values", "let ranges be shorter")
                longer += ((*constants, known) for known in _values_with_condition(names, binder, type_))
        out = longer
    if len(out) > MAX_MADE:
        return _too_many(names, binders[-1], f"makes more than {MAX_MADE} {what}",
                         "`where` leaves some out, as in `for s in suit, n in 1..9 where n > 2`")
    return out


def _are_binders(names: Names, binders: tuple[ast.Binder, ...], what: str) -> bool:
    """Return whether each binder has a name of its own; report one that has not, and an order."""
    for binder in binders:
        if binder.key is not None:
            names.diagnostics.add("E206", f"{what} have the order of their lines", binder.key.span)
    twice = [binder for i, binder in enumerate(binders) if binder.name in [other.name for other in binders[:i]]]
    for binder in twice:
        names.diagnostics.add("E202", f"`{binder.name}` is already declared here", binder.name_span)
    return not twice


def _too_many(names: Names, binder: ast.Binder, does: str, help: str) -> list[tuple[Constant, ...]]:
    names.diagnostics.add("E106", f"this line {does}", binder.span, help=help)
    return []


def _values_with_condition(names: Names, binder: ast.Binder, type_: IntType | EnumType) -> list[Constant]:
    """Return the values of a type that a line with `for` goes through."""
    out: list[Constant] = []
    for value in values(type_):
        known = Constant(binder.name, type_, value)
        with names.symbols.names.knowing(known):
            if names.holds(binder.condition):
                out.append(known)
    return out


def _domain(names: Names, node: ast.Expr, what: str) -> IntType | EnumType | None:
    """Return a type or a range by its name, known before play."""
    if isinstance(node, ast.RangeOf):
        low, high = names.reader.constant_value(node.low), names.reader.constant_value(node.high)
        return None if low is None or high is None else IntType(low, high)
    meaning = names.reader.lookup(node) if isinstance(node, ast.Name) else None
    if isinstance(meaning, DomainOf):
        return meaning.type
    if not isinstance(meaning, FaultyName):
        names.diagnostics.add("E304", f"a line makes {what} for all values of a type, or for a range", node.span,
                        help="as in `for t in unit_type`, or `for n in 1..3`")
    return None


# ---- Names ---------------------------------------------------------------------------------------


def named(names: Names, shown: ast.Text, *known: Constant) -> str:
    """Return the word that a text makes of known values; nothing where one of its expressions is wrong."""
    with names.symbols.names.knowing(*known):
        parts = [part if isinstance(part, str) else _written(names, part) for part in shown.parts]
    return "".join(parts) if all(parts) else ""


def _written(names: Names, part: ast.Expr) -> str:
    known = names.reader.constant(part)
    return "" if known is None else name_of(*known)


def are_names(names: Names, shown: ast.Text, words: list[str]) -> bool:
    """Return whether all words that a text makes are names; report the first that is none."""
    wrong = next((word for word in words if word and not _NAME.fullmatch(word)), None)
    taken = next((word for word in words if word in NO_NAMES), None)
    if wrong is not None:
        names.diagnostics.add("E206", f"`{wrong}` is not a name", shown.span,
                              help="a name has letters, digits and `_`, and begins with a letter")
    elif taken is not None:
        names.diagnostics.add("E206", f"`{taken}` is a word of the language, not a name", shown.span,
                              help="add something to it, as in `\"card_{s}\"`")
    return wrong is None and taken is None and all(words)


def words_made(names: Names, shown: ast.Text | None, stem: str,
               values: list[tuple[Constant, ...]]) -> dict[str, tuple[Constant, ...]]:
    """Return the names of all that a line makes, by its text or counted, with the values of each; none where that is wrong."""
    if shown is None:
        return {f"{stem}{i + 1}": constants for i, constants in enumerate(values)}
    words = [named(names, shown, *constants) for constants in values]
    if not are_names(names, shown, words):
        return {}
    # The time grows with the square of the words, of which there are at most `MAX_MADE`.
    twice = next((word for i, word in enumerate(words) if word in words[:i]), None)
    if twice is not None:
        names.diagnostics.add("E202", f"this text makes `{twice}` twice", shown.span,
                              help="write every value that differs into it, as in `\"{s}_{n}\" for s in suit, n in 1..3`")
    return dict(zip(words, values, strict=True))
