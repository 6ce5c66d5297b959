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
        first, second = left.pop()
        if first is second:
            continue
        if isinstance(first, str) and isinstance(second, str):
            if first != second and re.fullmatch(either.join(map(re.escape, name.split(first))), second) is None:
                return False
        elif type(first) is not type(second):
            return False
        elif isinstance(first, Span):
            continue
        elif isinstance(first, Clause) and isinstance(second, Clause):
            left += [(first.id, second.id), (first.kind, second.kind), (first.parent, second.parent)]
        else:
            parts, others = list(parts_of(first)), list(parts_of(second))
            if len(parts) != len(others) or (not parts and first != second):
                return False
            left += zip(parts, others, strict=True)
    return True
