"""The last moves at the table: the end of the log of the whole game, worked out for these moves alone."""

from __future__ import annotations

import pytest

from rulewright.cli.table.screen import Screen
from rulewright.cli.table.session.session import TableSession
from rulewright.cli.table.session.summary import SHOWN_MOVES
from rulewright.cli.table.text.speech import render_steps
from rulewright.cli.table.view import View
from rulewright.interpreter.game import game_log
from rulewright.interpreter.game.game_log import log_seen_by
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.running.results import PlaythroughStep
from rulewright.interpreter.runtime.chance import Dice

from ...shipped import shipped_rules


def played(rules: Rules, most: int) -> list[PlaythroughStep]:
    """A random game, or its first steps."""
    state, dice, steps = rules.initial(), Dice(4), list[PlaythroughStep]()
    while not state.is_over and len(steps) < most:
        choice = rules.random_choice(state, dice)
        state, trace = rules.recording.step(state, choice)
        steps.append(PlaythroughStep(choice.player, trace.written(choice), trace, state))
    return steps


@pytest.mark.parametrize("name", ["pig", "goofspiel"])
def test_the_last_moves_are_the_end_of_the_log_of_the_game(name: str) -> None:
    rules = shipped_rules(name)
    steps = played(rules, 30)
    for count in range(len(steps) + 1):
        view = View(TableSession(rules, rules.initial(), "", 1, steps=steps[:count]), Screen(rules, frozenset({0})))
        whole = log_seen_by(steps[:count], view.session.state, view.screen.viewer)
        moves = [place for place, step in enumerate(whole) if step.seat is not None][-SHOWN_MOVES:]
        first = moves[0] if moves else 0
        assert view.recent() == whole[first:]
        for shown in (0, count // 2, count - 1, count, count + 2):
            view.shown_to = max(0, shown)
            missing = whole[max(first, view.shown_to):]
            assert view.unshown_steps() == list(render_steps(rules, missing))


def test_a_long_game_costs_no_more_than_its_last_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, made = shipped_rules("goofspiel"), list[str]()
    steps = played(rules, 30)
    view = View(TableSession(rules, rules.initial(), "", 1, steps=steps), Screen(rules, frozenset({0})))

    def counted(seat: int | None, notation: str, *rest: object) -> object:
        made.append(notation)
        return of(seat, notation, *rest)  # type: ignore[arg-type]  # passed on as they came

    of = game_log.ViewedStep
    monkeypatch.setattr(game_log, "ViewedStep", counted)
    view.unshown_steps()
    assert SHOWN_MOVES <= len(made) < len(steps)
