"""Actions: each number stands for one move, whatever the choice, and its name says which."""

from __future__ import annotations

import pytest

from ..shipped import shipped_rules

pytest.importorskip("numpy", reason="NumPy is not installed")

import numpy as np

from rulewright.adapters.actions import Actions
from rulewright.dsl import ir

GAMES = [("tic_tac_toe", 2), ("carolus_magnus", 3), ("lancaster", 2)]


def choices(program: ir.Program) -> list[tuple[int, ir.ChooseMove]]:
    return [(block.id, block.end) for block in program.blocks if isinstance(block.end, ir.ChooseMove)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_codes_become_actions_and_come_back(name: str, players: int) -> None:
    rules = shipped_rules(name, players)
    actions = Actions(rules)
    for block, end in choices(rules.program):
        for option in end.moves:
            for code in (option.first, option.first + option.count - 1):
                action = actions.of_code(block, code)
                assert actions.code_of(block, action) == code
                assert actions.name(action).partition("(")[0] == option.id


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_each_action_has_a_name_of_its_own(name: str, players: int) -> None:
    actions = Actions(shipped_rules(name, players))
    assert len({actions.name(action) for action in range(actions.n)}) == actions.n


def test_one_move_at_two_choices_is_one_action() -> None:
    rules = shipped_rules("lancaster", 2)
    actions = Actions(rules)
    offered = [option.id for _, end in choices(rules.program) for option in end.moves]
    assert len(actions.kinds) == len(set(offered))


def test_masks_of_many_positions_are_those_of_each() -> None:
    rules = shipped_rules("carolus_magnus", 2)
    actions = Actions(rules)
    blocks = np.array([block for block, _ in choices(rules.program)])
    most = max(move.first + move.count for _, end in choices(rules.program) for move in end.moves)
    codes = np.random.default_rng(1).random((len(blocks), most)) < 0.5
    masks = actions.masks(blocks, codes)
    assert all((masks[row] == actions.mask(int(block), codes[row])).all() for row, block in enumerate(blocks))
    for row in range(len(blocks)):
        some = np.flatnonzero(masks[row])
        back = actions.codes(np.repeat(blocks[row], len(some)), some)
        assert codes[row, back].all()
    assert (actions.codes(blocks, np.full(len(blocks), actions.n)) == -1).all()


def test_a_number_that_is_no_action_is_refused() -> None:
    actions = Actions(shipped_rules("tic_tac_toe"))
    for wrong in (-1, actions.n):
        with pytest.raises(ValueError, match=r"no action: there are 9"):
            actions.name(wrong)
