"""First values of a field that are said for one thing only: a space of a board, a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import syntax as ast
from ..symbols.constants import NotKnown, ToldAlready
from ..symbols.symbols import FieldInfo
from ..types.types import UNKNOWN
from .typing import start_of

if TYPE_CHECKING:
    from .rulebook import Checker


def slots_of(checker: Checker, info: FieldInfo, setting: ast.Setting) -> tuple[int, ...] | None:
    """The slots of one part of a field, or None where the value is wrong."""
    cell = start_of(info.type, setting.value)
    if checker.value(setting.value, cell) == UNKNOWN:
        return None
    try:
        return checker.slots(setting.value, cell)
    except ToldAlready:
        return None
    except NotKnown as error:
        checker.complain("E307", f"this {error.reason}", error.node.span,
                         help="a field begins with numbers, constants, parameters and words")
    return None
