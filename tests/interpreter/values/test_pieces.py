"""Pieces: alike ones are one in a choice, all count in a draw, and they are called by what they are."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from rulewright import RulebookFault, open_files
from rulewright.cli.table.drawing.picture import picture
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.results import Failure
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

HEAD = '''
rulebook camp
    "The camp"
    players 2..3

table beast
    "The beasts."
    copies: 0..4
    row wolf: 3
    row bear: 1 when player_count > 2
    row owl:  2

pieces knight of each player
    "Each player has four knights of strength 1, one of which is away, and one of strength 2."
    strength: 1..2
    3 with strength = 1
    1 with strength = 1, at = away
    1 with strength = 2

pieces monster
    "The monsters, as many as the table says."
    kind: beast
    b.copies with kind = b for b in beast

each knight has
    at: camp or tent or away = camp
    rank: 0..3{seen}

each monster has
    keeper: player or none

each player has
    guards: set of knight
    march: list of knight up to 3

state
    captain: knight or none
    medals: 0..3 per knight
    round: 0..9
'''
TAIL = '''
play
    repeat 4 times
        for each p in players
            act(p)
        round gains 1
    check over

end over
    "Over."
    when every m in monster: m.keeper != none or m.keeper = none and round > 0
    draw
'''
ACT = '''
function mark(k: knight): 0..31
    "What is said of a knight elsewhere, as a number."
    let held = (1 if k in k.owner.guards else 0) + (2 if k in k.owner.march else 0) + (4 if captain = k else 0)
    gives held + 8 * medals[k]

rule act(p: player)
    "A player does something with a knight of his."
    choose deed by p for k in knight where k.owner = p
        "A knight does something."
        move move_out "{k.strength} {k.at} {mark(k)} goes away"
            require not_away: k.at != away
                "he is away"
            k.at becomes away
        move guard "{k.strength} {k.at} {mark(k)} guards"
            p.guards gains k
        move marches "{k.strength} {k.at} {mark(k)} marches"
            require room: p.march = []
                "the march is full"
            p.march gains k
        move leads "{k.strength} {k.at} {mark(k)} leads"
            captain becomes k
        move is_honoured "{k.strength} {k.at} {mark(k)} is honoured"
            require below_three: medals[k] < 3
                "he has three medals"
            medals[k] gains 1
'''


def rules_of(act: str, seen: str = "", players: int = 2) -> Rules:
    return open_files(read_text("camp", HEAD.replace("{seen}", seen) + act + TAIL)).rules(players)


def offered(rules: Rules, *moves: str, kind: str = "") -> list[str]:
    state = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    return [choice.notation for choice in rules.decisions.choices(state) if kind in choice.notation]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of(ACT)


def test_alike_pieces_are_offered_once(rules: Rules) -> None:
    assert offered(rules, kind="goes") == ["1 camp 0 goes away", "2 camp 0 goes away"]
    assert offered(rules, kind="guards") == ["1 camp 0 guards", "1 away 0 guards", "2 camp 0 guards"]


@pytest.mark.parametrize(("move", "mark"), [("guards", 1), ("marches", 2), ("leads", 4), ("is honoured", 8)])
def test_what_speaks_of_a_piece_tells_it_apart(rules: Rules, move: str, mark: int) -> None:
    assert offered(rules, f"1 camp 0 {move}", "1 camp 0 guards", kind="goes away") == [
        f"1 camp {mark} goes away", "1 camp 0 goes away", "2 camp 0 goes away"]


def test_pieces_of_which_something_is_hidden_are_all_told_apart() -> None:
    rules = rules_of('''
rule act(p: player)
    "A player sends a knight away."
    choose deed by p for k in knight where k.owner = p and k.at = camp
        "A knight goes away."
        move "{k} goes away"
            k.at becomes away
            k.rank becomes 2
''', ", seen by nobody")
    assert offered(rules) == [f"P1.knight{n} goes away" for n in (1, 2, 3, 5)]


def test_two_open_pieces_make_each_pair_of_sorts_once() -> None:
    rules = rules_of('''
rule act(p: player)
    "A player sends two knights away."
    choose deed by p
        "Two knights go away."
        move "{k.strength} and {o.strength}" for k in knight where k.owner = p and k.at = camp, o in knight
            require both_his: o.owner = p and o.at = camp
                "he has no such knight"
            require two: k != o
                "these are the same"
            k.at becomes away
            o.at becomes away
''')
    assert offered(rules) == ["1 and 1", "1 and 2", "2 and 1"]
    state = rules.step(rules.initial(), "1 and 1")
    assert [rules.cells.value(state, f"P1.knight{n}.at") for n in (1, 2, 3)] == ["away", "away", "camp"]


def test_a_name_that_the_move_speaks_of_tells_its_piece_apart() -> None:
    rules = rules_of('''
rule act(p: player)
    "A knight is named, and then he or another goes away."
    choose naming by p for k in knight where k.owner = p and k.at = camp
        "A knight is named."
        move "names {k.strength}"
            choose going by p for o in knight where o.owner = p and o.at = camp
                "He goes, or another."
                move "{o.strength} goes, {o = k}"
                    o.at becomes away
                    if o = k
                        captain becomes k
''')
    assert offered(rules, "names 1") == ["1 goes, yes", "1 goes, no", "2 goes, no"]


def test_two_moves_that_are_not_the_same_and_written_alike_are_a_fault() -> None:
    rules = rules_of('''
rule act(p: player)
    "A player sends a knight away."
    choose deed by p for k in knight where k.owner = p
        "A knight goes away."
        move "{k.strength} goes away"
            k.at becomes away
''')
    state = rules.initial()
    with pytest.raises(RulebookFault, match="two moves that are not the same are both written `1 goes away`"):
        rules.decisions.choices(state)
    with pytest.raises(RulebookFault, match="both written `1 goes away`"):
        rules.step(state, "1 goes away")
    assert rules.cells.value(rules.step(state, "2 goes away"), "P1.knight5.at") == "away"


DRAW = '''
rule act(p: player)
    "A player meets a monster."
    draw m from monster where m.keeper = none as "{p} meets {m.kind}"
    m.keeper becomes p
    roll d from [1, 1, 2, 1] as "rolls {d}"
    round becomes d
'''


@pytest.mark.parametrize(("players", "weights"), [(2, {"wolf": 3, "owl": 2}), (3, {"wolf": 3, "bear": 1, "owl": 2})])
def test_a_draw_counts_every_piece_of_those_that_are_alike(players: int, weights: dict[str, int]) -> None:
    rules = rules_of(DRAW, players=players)
    state = rules.initial()
    assert {choice.notation: choice.weight for choice in rules.decisions.choices(state)} == {
        f"P1 meets {kind}": weight for kind, weight in weights.items()}
    state = rules.step(state, "P1 meets wolf")
    assert {choice.notation: choice.weight for choice in rules.decisions.choices(state)} == {"rolls 1": 3, "rolls 2": 1}
    state = rules.step(state, "rolls 1")
    assert rules.decisions.choices(state)[0].weight == weights["wolf"] - 1


def test_a_draw_comes_as_often_as_its_pieces_are_many() -> None:
    rules = rules_of(DRAW)
    state = rules.initial()
    dice = Dice(5)
    drawn = [rules.random_choice(state, dice).notation for _ in range(2000)]
    assert 1100 < drawn.count("P1 meets wolf") < 1300


def failures(rules: Rules, lines: str) -> list[Failure]:
    return PlaythroughRunner(rules, read("camp.play", f"game camp\nplayers Anna, Boris\n{lines}")).run().failures


POSITION = '''
position
    knight of Anna: 2 with strength = 1, at = tent
    knight of Anna: all with strength = 1, at = away, rank = 2
    monster: 1 with kind = owl, keeper = Boris
    captain = Boris.knight5
'''


def test_a_position_calls_pieces_by_what_they_are() -> None:
    rules = open_files(read_text("camp", HEAD.replace("{seen}", "") + ACT + TAIL)).rules(2, ("Anna", "Boris"))
    assert failures(rules, POSITION + '''
expect (count k in knight where k.owner = Anna and k.at = tent) = 2
expect (count k in knight where k.at = away and k.rank = 2) = 2 and (count k in knight where k.rank > 0) = 2
expect (count m in monster where m.keeper = Boris) = 1 and monster4.keeper = Boris and (the captain).strength = 2
expect Anna.knight5.at = camp
refuse Anna: 1 away 0 goes away because not_away
Anna: 1 tent 0 goes away
expect (count k in knight where k.owner = Anna and k.at = tent) = 1
''') == []


@pytest.mark.parametrize(("line", "message"), [
    ("knight of Anna: 5 with strength = 1, at = tent", "4 such pieces are left for"),
    ("knight of Anna: 2 with strength = 2", "1 such piece is left for"),
    ("knight: 1 with strength = 2", "write `knight of Anna: 1 with ...`"),
    ("monster of Anna: 1 with kind = owl", "a monster has no owner here"),
    ("knight of Carl: 1", "`Carl` is not one of Anna, Boris"),
    ("knight of Anna: 1 with rnak = 2", "a knight has no `rnak` did you mean `rank`?"),
    ("knight of Anna: 1 with strength = 3", "`3` is not a number in 1..2"),
    ("knight of Anna: 1 with strength", "write `name = value`"),
    ("knights of Anna: 1 with strength = 1", "there is no `knights of Anna: 1 with strength`"),
])
def test_a_line_of_pieces_that_cannot_be_says_why(line: str, message: str) -> None:
    rules = open_files(read_text("camp", HEAD.replace("{seen}", "") + ACT + TAIL)).rules(2, ("Anna", "Boris"))
    told = failures(rules, f"position\n    {line}\n")
    assert [failure.line for failure in told] == [4]
    assert message in f"{told[0].message} {told[0].actual}"


def test_the_table_shows_pieces_by_what_they_are() -> None:
    rules = open_files(read_text("camp", HEAD.replace("{seen}", "") + ACT + TAIL)).rules(2, ("Anna", "Boris"))
    out = io.StringIO()
    Console(file=out, width=100).print(picture(rules, rules.step(rules.initial(), "1 camp 0 goes away")))
    shown = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert shown[:2] == ["knight strength", "Anna away 1, 1; camp 1, 1, 2"]
    assert "3 x wolf, owl, owl" in shown


@pytest.mark.parametrize("players", [2, 3])
def test_games_with_pieces_are_text_and_back(players: int) -> None:
    rules = rules_of(ACT, players=players)
    for seed in range(3):
        states: list[State] = []
        assert play_out(rules, Dice(seed), watch=states.append).end == "over"
        assert [rules.state_from_text(str(state)).slots[2:] for state in states[-3:]] == [
            state.slots[2:] for state in states[-3:]]
