"""Positions as bytes are the same in both machines: what is legal, the result of each code, and the games on from there."""

from __future__ import annotations

import pytest

import rulewright
from rulewright import RulebookFault, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.analysis.playouts.faster import faster, positions_of
from rulewright.interpreter.analysis.playouts.positions import BY_CHANCE, NOBODY, PlainPositions, Positions

from ..breaks import BREAKS


def both_play(rules: Rules, compiled: Positions, steps: int) -> None:
    """Play on at random in both ways, and compare all that they say on the way."""
    plain = PlainPositions(rules, len(compiled.start()) // rules.program.size)
    position = plain.start()
    assert compiled.start() == position
    for number in range(steps):
        mover, legal = plain.mover(position), plain.legal(position)
        assert (compiled.mover(position), compiled.legal(position)) == (mover, legal)
        assert compiled.packed(compiled.state(position)) == position
        if number % 8 == 0:
            played = plain.playouts(position, 3, range(number, number + 3), 200)
            assert compiled.playouts(position, 3, range(number, number + 3), 200) == played
        if mover == NOBODY:
            break
        code, after = plain.draw(position, 5, number)
        assert compiled.draw(position, 5, number) == (code, after)
        assert compiled.step(position, code) == plain.step(position, code) == after
        position = after


@pytest.mark.parametrize("name", ["carolus_magnus", "shut_the_box", "breakthrough", "pig", "goofspiel"])
def test_positions_are_the_same_in_both_machines(name: str) -> None:
    rules = rulewright.load(name).rules()
    with faster(rules, keep=False).positions() as compiled:
        both_play(rules, compiled, 80)


@pytest.mark.parametrize("plain", [True, False])
def test_what_is_not_legal_is_refused(plain: bool) -> None:
    rules = rulewright.load("nim").rules()
    with positions_of(rules, None if plain else faster(rules, keep=False)) as positions:
        position = positions.start()
        with pytest.raises(ValueError, match="the code 99 is not legal here"):
            positions.step(position, 99)
        while positions.mover(position) != NOBODY:
            _, position = positions.draw(position, 1, 1)
        assert positions.legal(position) == []
        for wrong in (lambda: positions.step(position, 0), lambda: positions.draw(position, 0, 0)):
            with pytest.raises(ValueError, match=r"not legal here|the game is over"):
                wrong()


@pytest.mark.parametrize("plain", [True, False])
def test_faults_are_raised_as_in_python(plain: bool) -> None:
    rules = open_files(read_text("breaks.rules", BREAKS)).rules()
    with positions_of(rules, None if plain else faster(rules, keep=False)) as positions:
        position = positions.start()
        with pytest.raises(RulebookFault) as fault:
            positions.playouts(position, 1, range(1000))
        assert "a value out of range: 2" in str(fault.value)
        with pytest.raises(RulebookFault, match="a value out of range: 2"):
            go_on(positions, position)


def go_on(positions: Positions, position: bytes) -> None:
    """Take the first legal code until something goes wrong."""
    for number in range(1000):
        while positions.mover(position) == BY_CHANCE:
            _, position = positions.draw(position, 1, number)
        position = positions.step(position, positions.legal(position)[0])
