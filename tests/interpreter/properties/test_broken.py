"""Each law can be broken; what breaks it is found, shrunk, and written as a playthrough that comes to the same place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

from rulewright import open_files, testing
from rulewright.cli.main import main
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.properties import (
    LAWS,
    BrokenLaw,
    ReachedPosition,
    breach_of,
    games,
    hold,
    shrunk,
    written,
)
from rulewright.interpreter.analysis.properties.positions import INVARIANTS_HOLD
from rulewright.interpreter.game.moves.explain import Explainer
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import Choice, State
from rulewright.interpreter.game.table.values import Position
from rulewright.interpreter.game.viewing.event_log import PlayedStep
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.lines.writer import lines_of
from rulewright.interpreter.playthroughs.running.results import PlaythroughResult
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

from .tables import assert_holds, heres

COINS = '''
rulebook coins
    "Coins"
    players 2

state
    pot: 0..9 = 3

each player has
    coins: 0..9

play
    repeat 10 times
        for each p in players
            turn(p)
            check pot_is_empty
    check rounds_are_over

rule turn(p: player)
    "{p} takes coins from the pot, or puts one in."
    choose coins_to_take by p
        "A player takes as many coins as he likes."
        move "takes {n}" for n in 1..3
            require enough: pot >= n
                "there are only {pot} coins"
            transfer n from pot to p.coins
        move "puts one in"
            require has_one: p.coins > 0
                "{p} has no coin"
            transfer 1 from p.coins to pot
        move "waits"
            pot gains 0

invariant no_coin_is_lost: pot + (sum p in players: p.coins) = 3
    "There are three coins."

end pot_is_empty
    "When the pot is empty, who has most coins wins."
    when pot = 0
    ranking p in players by p.coins

end rounds_are_over
    "After ten rounds nobody has won."
    when yes
    draw
'''
WAITS = '        move "waits"\n            pot gains 0\n'
ENOUGH = '            require enough: pot >= n\n                "there are only {pot} coins"\n'


def rules_of(*changes: tuple[str, str]) -> Rules:
    """The rules of the coins, with some words exchanged."""
    text = COINS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return open_files(read_text("coins.rules", text)).rules()


def broken_in(rules: Rules, name: str) -> BrokenLaw:
    """The shortest game found in which a law is broken."""
    found = [broken for held in hold(rules, LAWS, range(12), seed=3) for broken in held.broken.values()]
    assert {broken.law.id for broken in found} == {name}
    shortest = shrunk(rules, min(found, key=lambda broken: len(broken.steps)))
    assert all(len(shortest.steps) <= len(broken.steps) for broken in found)
    return shortest


def replayed(rules: Rules, broken: BrokenLaw) -> tuple[PlaythroughResult, str]:
    """What the playthrough of a broken law comes to, and its text."""
    text = written(rules, broken, "coins")
    playthrough = read("broken.play", text)
    assert playthrough.problems == ()
    return PlaythroughRunner(rules, playthrough).run(), text


# ---- Rulebooks that break a law --------------------------------------------------------------------

def test_the_coins_break_no_law() -> None:
    assert [broken.breach for held in hold(rules_of(), LAWS, range(12), seed=3) for broken in held.broken.values()] == []


def test_a_choice_that_leads_to_a_fault_is_found() -> None:
    rules = rules_of((ENOUGH, ""))
    broken = broken_in(rules, "choices_can_be_made")
    assert len(broken.steps) == 1
    result, text = replayed(rules, broken)
    assert "goes wrong" in text
    assert [failure.kind for failure in result.failures] == ["fault"]


def test_a_legal_move_whose_notation_cannot_be_computed_is_found() -> None:
    left = 'function left(n: 1..3): 0..9\n    "What is left in the pot."\n    gives pot - n\n\nplay\n'
    rules = rules_of((ENOUGH, ""), ("play\n", left), ('"takes {n}"', '"leaves {left(n)}"'))
    broken = broken_in(rules, "someone_can_move")
    result, text = replayed(rules, broken)
    assert "# a value out of range: -1" in text
    assert [failure.kind for failure in result.failures] == ["fault"]


def test_a_player_who_cannot_move_is_found() -> None:
    rules = rules_of((WAITS, ""), ("pot >= n", "pot > n + 1"))
    broken = broken_in(rules, "someone_can_move")
    assert [notation for _, notation in broken.steps] == ["takes 1"]
    result, text = replayed(rules, broken)
    assert "# no player can move here\n#   --> coins.rules:21:5\n#   in turn > coins_to_take\n" in text
    assert [failure.kind for failure in result.failures] == ["fault"]
    assert "no player can move here" in str(result.failures[0].actual)


def test_a_game_that_is_left_is_not_counted_as_one_that_ended() -> None:
    assert [held.ended for held in hold(rules_of(), LAWS, range(2), seed=3, limit=1)] == [0, 0]
    assert [held.ended for held in hold(rules_of(), LAWS, range(2), seed=3)] == [1, 1]


def test_an_invariant_that_does_not_hold_is_found() -> None:
    rules = rules_of(("transfer 1 from p.coins to pot", "p.coins loses 1"))
    broken = broken_in(rules, "invariants_hold")
    assert [notation for _, notation in broken.steps][-1] == "puts one in"
    assert len(broken.steps) == 3
    result, text = replayed(rules, broken)
    assert "There are three coins." in text
    assert [failure.kind for failure in result.failures] == ["expectation", "expectation"]


def test_a_step_of_which_an_invariant_does_not_hold_is_found() -> None:
    little = 'invariant little_at_once of each step: pot >= before(pot) - 2\n    "Nobody takes more than two coins."\n'
    rules = rules_of(("end pot_is", f"{little}\nend pot_is"))
    broken = broken_in(rules, "invariants_hold")
    assert [notation for _, notation in broken.steps] == ["takes 3"]
    result, text = replayed(rules, broken)
    assert "# The step: `takes 3`, which changed pot from 3 to 0, P1.coins from 0 to 3" in text
    assert [(failure.kind, failure.message) for failure in result.failures] == [
        ("expectation", "the invariant `little_at_once` does not hold")]


def test_two_choices_that_are_written_alike_are_found() -> None:
    rules = rules_of(('"takes {n}" for n in 1..3', '"takes {n + m}" for n in 1..2, m in 0..1'))
    broken = broken_in(rules, "choices_can_be_made")
    assert "written alike" in broken.breach.what


# ---- Machines that break a law ---------------------------------------------------------------------


def nothing_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reason is known why coins cannot be taken."""
    explain = Explainer.explain

    def explained(explainer: Explainer, position: Position, choice: Choice | str) -> object:
        return None if str(choice).startswith("takes") else explain(explainer, position, choice)

    monkeypatch.setattr(Explainer, "explain", explained)


def steps_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step comes out otherwise each time."""
    step, times = Rules.step, count()

    def stepped(rules: Rules, state: State, choice: Choice | str) -> State:
        after = step(rules, state, choice)
        return State(rules, (*after.slots[:-1], next(times)))

    monkeypatch.setattr(Rules, "step", stepped)


def a_text_without_the_pot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of a position leaves out how many coins are in the pot."""
    text = State.__str__

    def state_text(state: State) -> str:
        return "\n".join(line for line in text(state).splitlines() if not line.startswith("pot =")) + "\n"

    monkeypatch.setattr(State, "__str__", state_text)


def a_record_without_its_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of a game leaves out how it began."""
    def lines(seats: list[str], steps: tuple[PlayedStep, ...]) -> str:
        return lines_of(seats, steps[1:])

    monkeypatch.setattr(games, "lines_of", lines)


# What breaks, the laws that are broken by it, and how many steps it takes to see it.
MACHINES = [
    (nothing_refuses, "others_are_refused", 1),
    (steps_that_differ, "steps_are_pure", 0),
    (a_text_without_the_pot, "text_says_it_all", 1),
    (a_record_without_its_first_step, "games_repeat", 1),
]


@pytest.mark.parametrize(("breaking", "name", "steps"), MACHINES, ids=lambda record: getattr(record, "__name__", None))
def test_a_machine_that_breaks_a_law_is_found(breaking: Callable[[pytest.MonkeyPatch], None], name: str, steps: int,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    rules, law = rules_of(), next(item for item in LAWS if item.id == name)
    breaking(monkeypatch)
    found = [item for held in hold(rules, [law], range(12), seed=3) for item in held.broken.values()]
    broken = shrunk(rules, found[0])
    assert len(broken.steps) == steps
    monkeypatch.undo()
    final = replayed(rules, broken)[0].final
    assert final is not None
    assert breach_of(law, ReachedPosition(final.state, broken.steps)) is None


# ---- Tests that find one ---------------------------------------------------------------------------


def test_what_a_test_finds_is_written_out_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS.replace("transfer 1 from p.coins to pot", "p.coins loses 1"), encoding="utf-8")

    @settings(max_examples=200, deadline=None, database=None, derandomize=True)
    @given(testing.games(str(path), steps=20))
    def holds(played: testing.PlayedGame) -> None:
        for here in heres(played):
            assert_holds(str(path), INVARIANTS_HOLD, here)

    with pytest.raises(AssertionError, match="Broken: Every declared invariant holds") as caught:
        holds()
    found = str(caught.value).partition(":\n")[0]
    again = CliRunner().invoke(main, ["test", found])
    assert again.exit_code == 1
    assert "the invariant `no_coin_is_lost` does not hold" in again.output
    assert len([line for line in Path(found).read_text(encoding="utf-8").splitlines() if line.startswith("P")]) == 3
