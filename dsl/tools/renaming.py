"""Two programs -> whether they are the same but for a name."""

from __future__ import annotations

import re

from ..ir import parts_of
from ..source.clauses import Clause
from ..source.span import Span


def is_same_but_for_name(before: object, after: object, old: str, new: str) -> bool:
    """Return whether two programs, or parts of them, do the same, where the second has the name `new` for what is `old`.

    Places in the source and statements of clauses are not compared: they follow the text.
    """
    # `_` counts as a boundary: names that the compiler makes, such as `lake_forest`, have names of the rulebook in them.
    name = re.compile(rf"(?<![^\W_]){re.escape(old)}(?![^\W_])")
    # A text may name two things of one name, of which one has the new name.
    either = f"(?:{re.escape(old)}|{re.escape(new)})"
    # A stack in place of recursion: programs may be nested more deeply than Python lets calls be.
    left: list[tuple[object, object]] = [(before, after)]
    while left:
        one, other = left.pop()
        if one is other:
            continue
        if isinstance(one, str) and isinstance(other, str):
            if one != other and re.fullmatch(either.join(map(re.escape, name.split(one))), other) is None:
                return False
        elif type(one) is not type(other):
            return False
        elif isinstance(one, Span):
            continue
        elif isinstance(one, Clause) and isinstance(other, Clause):
            left += [(one.id, other.id), (one.kind, other.kind), (one.parent, other.parent)]
        else:
            parts, others = list(parts_of(one)), list(parts_of(other))
            if len(parts) != len(others) or (not parts and one != other):
                return False
            left += zip(parts, others, strict=True)
    return True
