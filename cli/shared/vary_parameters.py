"""The same game with one of its parameters at another value."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...dsl.driver.compilation import Compilation
from ...dsl.source.diagnostics import RulebookError
from .loading import game_of, wrong_parameters
from .options import Asked


def with_other_values(asked: Asked) -> Iterator[tuple[Asked, int]]:
    """What is asked for with each parameter at each of its other values, and the fewest players that allow it.

    Of a range of numbers, or of many words, the two ends are taken. Raises NoSuchRulebook, and RulebookError when the
    rulebook has mistakes, or has some with such a value.
    """
    files, given = asked.files(), dict(asked.parameters)
    for name, value in Compilation(files, asked.game().fewest, given).other_values:
        try:
            players = game_of(files, {**given, name: value}, asked.players).fewest
        except RulebookError as error:
            # It cannot be set for so many players, or beside what else is set.
            if not wrong_parameters(error):
                raise
        else:
            yield evolve(asked, parameters=tuple({**given, name: value}.items())), players
