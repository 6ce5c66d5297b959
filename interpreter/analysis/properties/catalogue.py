"""All laws, in the order of reports."""

from __future__ import annotations

from .conservation.loss import NOTHING_IS_LOST
from .games import GAMES_REPEAT
from .law.law import Law
from .positions import (
    CHOICES_CAN_BE_MADE,
    INVARIANTS_HOLD,
    OTHERS_ARE_REFUSED,
    SOMEONE_CAN_MOVE,
    STEPS_ARE_PURE,
    TEXT_SAYS_IT_ALL,
)
from .secrets.noninterference import SECRETS_ARE_KEPT
from .symmetry.equivariance import SYMMETRIES_HOLD

LAWS: tuple[Law, ...] = (
    SOMEONE_CAN_MOVE, CHOICES_CAN_BE_MADE, OTHERS_ARE_REFUSED, STEPS_ARE_PURE, TEXT_SAYS_IT_ALL, GAMES_REPEAT,
    INVARIANTS_HOLD, NOTHING_IS_LOST, SECRETS_ARE_KEPT, SYMMETRIES_HOLD,
)
