"""Vary the parameters of a game: the same game with one of them at another value."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ....dsl.driver.compilation import Compilation
from ....dsl.source.diagnostics import RulebookError
from .loading import game_of, wrong_parameters
from .options import GameRequest


def with_other_values(request: GameRequest) -> Iterator[tuple[GameRequest, int]]:
    """Yield the game with each parameter at each of its other values, and the smallest number of players that allows it.

    A range of numbers and a long list of words give their two ends only. Raises NoSuchRulebook, and RulebookError when the
    rulebook has mistakes, or has some with such a value.
    """
    files, values = request.files(), dict(request.parameters)
    for name, value in Compilation(files, request.game().fewest, values).other_values:
        try:
            players = game_of(files, {**values, name: value}, request.players).fewest
        except RulebookError as error:
            # These players, or the other parameters, do not allow this value.
            if not wrong_parameters(error):
                raise
        else:
            yield evolve(request, parameters=tuple({**values, name: value}.items())), players
