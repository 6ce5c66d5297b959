"""Secret choices and hidden things: playthroughs, records and what each player is shown of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright import SPECTATOR, open_files
from rulewright.cli.playthroughs.scripts import open_rules, read_file
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.properties.secrets.paired_run import compared
from rulewright.interpreter.game.call_stack import call_stack
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.game_log import ViewedStep, log_seen_by
from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.table.decisions import CHANCE
from rulewright.interpreter.game.viewing.event_log import PlayedStep
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.lines.writer import header, lines_of
from rulewright.interpreter.playthroughs.running.results import Failure
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

HERE = Path(__file__).parent
RULEBOOKS = sorted((HERE / "rulebooks").glob("*.rules"))
PLAYTHROUGHS = sorted((HERE / "playthroughs").glob("*.play"))


@pytest.fixture(scope="module")
def council() -> Game:
    return rulewright.load(str(HERE / "rulebooks" / "council.rules"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_passes(path: Path) -> None:
    playthrough = read_file(path)
    assert playthrough.problems == ()
    assert PlaythroughRunner(open_rules(playthrough), playthrough, read_file).run().failures == []


def failures(council: Game, text: str) -> list[Failure]:
    playthrough = read("x.play", "game council\nplayers Anna, Boris\n" + text)
    assert playthrough.problems == ()
    return PlaythroughRunner(council.rules(2, ("Anna", "Boris")), playthrough).run().failures


@pytest.mark.parametrize(("lines", "message", "actual"), [
    ("reveal\n", "nothing is revealed here", "no secret choice has ended"),
    ("Anna: for with 0\nreveal\n", "nothing is revealed here", "no secret choice has ended"),
    ("Anna: for with 0\nBoris: for with 1\nreveal for with 1, for with 0\n", "other choices are revealed",
     "for with 0, for with 1"),
    ("Anna: for with 0\nexpect Boris sees ballot_cast by Anna\n", "Boris cannot see ballot_cast by Anna", "hidden"),
    ("Anna: for with 0\nexpect Anna cannot see ballot_cast by Anna\n", "Anna sees ballot_cast by Anna", "visible"),
    ("expect Boris sees ballot_cast by Anna\n", "there is no `ballot_cast by Anna`", "ballot_cast by Anna"),
    ("Anna: for with 0\nBoris: for with 0\nAnna: secretly buys 0\n", "`secretly buys 0` is not a move", "buys 0"),
    ("Anna: for with 0\nBoris: for with 0\nexpect Anna sees no events\n", "Anna sees other events",
     "vote_taken(2, 0)"),
    ("Anna: for with 0\nBoris: for with 0\nexpect Anna sees events zork\n", "there is no event `zork`", "zork"),
])
def test_what_is_not_so_is_told(council: Game, lines: str, message: str, actual: str) -> None:
    first = failures(council, lines)[0]
    assert message in first.message
    assert actual in first.actual


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("players", [2, 4])
def test_a_written_game_reads_back_to_the_same_end_from_any_point(path: Path, players: int) -> None:
    rules = rulewright.load(str(path)).rules(players)
    dice, state = Dice(7), rules.initial()
    played: list[PlayedStep] = []
    states = [state]
    while not state.is_over:
        choice = rules.random_choice(state, dice)
        state, trace = rules.recording.step(state, choice)
        played.append(PlayedStep(choice.player, choice.notation, trace))
        states.append(state)
    for count in range(len(played) + 1):
        text = header(rules, path.stem) + lines_of(rules.seats, played[:count])
        result = PlaythroughRunner(rules, read("x.play", text)).run()
        assert result.failures == []
        assert result.final is not None
        assert result.final.state == states[count]
        assert rules.state_from_text(str(states[count])) == states[count]


def test_a_record_says_what_was_chosen_secretly_and_what_was_revealed(council: Game) -> None:
    rules = council.rules(2, ("Anna", "Boris"))
    state, played = rules.initial(), []
    for seat, move in ((0, "for with 1"), (1, "for with 0"), (0, "buys 0"), (1, "buys 1")):
        state, trace = rules.recording.step(state, move)
        played.append(PlayedStep(seat, move, trace))
    assert lines_of(rules.seats, played) == (
        "Anna: secretly for with 1\nBoris: secretly for with 0\nreveal for with 1, for with 0\nAnna: buys 0\nBoris: buys 1\n")


def test_a_log_tells_secret_choices_when_they_are_revealed(council: Game) -> None:
    rules = council.rules(3, ("Anna", "Boris", "Cleo"))
    state, played = rules.initial(), []
    logs: dict[int, list[list[str]]] = {}
    for seat, move in ((0, "for with 1"), (1, "for with 0"), (2, "for with 2")):
        state, trace = rules.recording.step(state, move)
        played.append(PlayedStep(seat, move, trace))
        logs[seat] = [[told.notation for told in log_seen_by(played, state, viewer)] for viewer in (0, 1, 2, SPECTATOR)]
    assert logs[1] == [["for with 1", "(secret)"], ["(secret)", "for with 0"], ["(secret)"] * 2, ["(secret)"] * 2]
    assert logs[2] == [["for with 1", "for with 0", "for with 2"]] * 4


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_two_games_side_by_side_have_the_logs_of_whole_games(path: Path) -> None:
    rules = rulewright.load(str(path)).rules(3)
    count = changed = 0
    for seed in range(3):
        last: list[ViewedStep] = []
        for twins, first, second in compared(rules.initial(), 0, Dice(seed), 30):
            logs = [log_seen_by(played, state, 0) for played, state in zip(twins.played, twins.states, strict=True)]
            assert [first["hears of"], second["hears of"]] == logs
            changed += last != logs[0][: len(last)]
            count, last = count + 1, logs[0]
    assert count > 10
    # A choice in a secret round, revealed later, changes in the log.
    assert bool(changed) == (path.stem in ("bids", "council"))


def test_nothing_is_carried_out_before_the_reveal_and_then_in_the_order_of_asking() -> None:
    game = rulewright.load(str(HERE / "rulebooks" / "bids.rules"))
    state = game.initial(3)
    while game.to_move(state) is CHANCE:
        state = game.step(state, game.choices(state)[0])
    asked = []
    before = game.observe(state, SPECTATOR)
    for _ in range(3):
        asked.append(game.to_move(state))
        seen = {name: value for name, value in game.observe(state, SPECTATOR).items() if " by " not in name}
        assert seen == before
        state = game.step(state, "bids 2")
    assert asked == [1, 2, 0]
    assert game.observe(state, SPECTATOR)["P1.won"] == "1"


def test_choices_and_refusals_are_those_of_the_player_who_chooses(council: Game) -> None:
    state = council.step(council.initial(2), "for with 2")
    assert council.to_move(state) == 1
    assert [str(choice) for choice in council.choices(state)] == [
        f"{way} with {n}" for way in ("for", "against") for n in range(3)]
    assert [refusal.message for refusal in council.explain(state, "for with 3") or ()] == ["P2 has only 2 markers"]


def test_what_a_player_sees_of_a_secret_choice(council: Game) -> None:
    state = council.step(council.initial(3), "against with 2")
    assert council.observe(state, 0)["ballot_cast by P1"] == "against with 2"
    assert council.observe(state, 1)["ballot_cast by P1"] == "(secret)"
    assert council.observe(state, SPECTATOR)["ballot_cast by P1"] == "(secret)"
    assert "against" not in state.rules.state_text.write_view(state, 1)
    assert "vote_against" in str(state)


def test_what_a_player_sees_of_fields(council: Game) -> None:
    three, two = council.initial(3), council.initial(2)
    assert "P2.gold" not in council.observe(three, 0)
    assert council.observe(three, 1)["P2.gold"] == "3"
    assert "P1.gold" not in council.observe(three, SPECTATOR)
    assert council.observe(two, 0)["P2.gold"] == "3"


NAMED = """
rulebook named
    players 2

play
    choose speech by each p in players for n in 1..3 secretly
        move "{p} says {n}"
    check over

end over
    when yes
    draw
"""


def test_what_was_chosen_is_written_as_it_was_for_him_who_chose() -> None:
    rules = open_files(read_text("named.rules", NAMED)).rules()
    state, trace = rules.recording.step(rules.initial(), "P1 says 2")
    assert rules.observer.observe(state, 0)["speech by P1"] == "P1 says 2"
    assert trace.revealed == ()
    assert [made.notation for made in rules.recording.step(state, "P2 says 3")[1].revealed] == ["P1 says 2", "P2 says 3"]


NESTED = """
rulebook nested
    players 3

each player has
    count: 0..9

play
    choose outer by each p in players for n in 0..3 secretly
        move "outer {n}"
            if n = 0
                skip
            choose inner by each q in players where q != p for m in 0..n secretly
                move "inner {m}"
                    q.count gains m
                    if m = 0
                        stop
            p.count gains 1
            if n = 3
                stop
    check over

end over
    when yes
    ranking p in players by p.count
"""


def counts(moves: str) -> list[str]:
    """How many each has at the end of a game of secret choices within secret choices."""
    rules = open_files(read_text("nested.rules", NESTED)).rules()
    state = rules.initial()
    for move in moves.split(", "):
        state = rules.step(state, move)
    assert state.is_over
    return [rules.cells.value(state, f"P{i}.count") for i in (1, 2, 3)]


def test_a_move_that_is_carried_out_may_ask_for_another_secret_choice() -> None:
    assert counts("outer 0, outer 1, outer 0, inner 1, inner 1") == ["1", "1", "1"]


def test_stop_ends_the_carrying_out_and_skip_goes_on_with_the_next() -> None:
    assert counts("outer 3, outer 1, outer 1, inner 2, inner 3") == ["1", "2", "3"]
    assert counts("outer 1, outer 0, outer 2, inner 0, inner 1, inner 2, inner 2") == ["3", "2", "1"]


OBEYED = """
rulebook obeyed
    players 2

each player has
    mood: 0..9, seen by owner

play
    for each p in players
        draw k from 1..3 seen by p
        obey(p, k, 1)
    check over

rule obey(p: player, k: 1..3, times: 1..3)
    "{p} obeys {k}, {times} times."
    choose answer by p
        "{p} answers to {k}."
        move "yes"
            p.mood becomes k

end over
    when yes
    ranking p in players by p.mood
"""


def test_what_a_rule_is_given_is_shown_only_where_all_may_know_it() -> None:
    rules = open_files(read_text("obeyed.rules", OBEYED)).rules()
    levels = call_stack(rules.step(rules.initial(), "roll 2"))
    assert levels[0].statement == "P1 obeys ?, 1 times."
    assert levels[0].arguments == (("p", "P1"), ("k", "?"), ("times", "1"))
    assert levels[1].statement == "P1 answers to 2."


def test_a_state_that_is_over_has_forgotten_what_was_chosen() -> None:
    rules = rulewright.load(str(HERE / "rulebooks" / "bids.rules")).rules(2)
    state = rules.initial()
    dice = Dice(1)
    while not state.is_over:
        state = rules.step(state, rules.random_choice(state, dice))
    assert isinstance(state, State)
    assert all(slot == 0 for slot in state.slots[rules.machines.plain.first_local:])


SAME_NAMES = """
rulebook purses
    players 2

enum chest: iron

each player has
    gold: 0..9 = 3, seen by owner

each chest has
    gold: 0..9 = 5

play
    choose anything by P1
        "Something is done."
        move "waits"
    check over

end over
    "It is over."
    when yes
    draw
"""


def test_a_field_is_hidden_by_its_own_mark_and_not_by_that_of_another_of_its_name() -> None:
    rules = open_files(read_text("purses.rules", SAME_NAMES)).rules(2)
    assert rules.observer.observe(rules.initial(), 0) == {"P1.gold": "3", "iron.gold": "5"}
