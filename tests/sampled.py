"""Cases of which the ordinary run takes a sample; `pytest -m slow` runs the others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from _pytest.mark import ParameterSet


def sampled(cases: Sequence[object], every: int) -> list[ParameterSet]:
    """Mark all cases as slow but the first and each n-th after it.

    Args:
        cases: The values of one or more parameters of a test; a tuple has a value for each.
        every: Of this number of cases, the ordinary run takes one.

    Returns:
        The cases in the same order, for `pytest.mark.parametrize`.
    """
    params = [case if isinstance(case, ParameterSet) else pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)
              for case in cases]
    return [param if place % every == 0 else pytest.param(*param.values, id=param.id, marks=[*param.marks, pytest.mark.slow])
            for place, param in enumerate(params)]
