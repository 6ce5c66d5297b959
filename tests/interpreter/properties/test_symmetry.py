"""Declared symmetries: those that are true hold, and those that are not are found, with what is not the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright import open_files
from rulewright.dsl import ir
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.properties import LAWS, BrokenLaw, PropertyResult, hold, shrunk, written
from rulewright.interpreter.analysis.properties.symmetry.equivariance import SYMMETRIES_HOLD
from rulewright.interpreter.analysis.properties.symmetry.relabellings import relabellings
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

BASKETS = '''
rulebook baskets
    "Baskets"
    players 2..4

enum fruit: apple, pear, plum

sides
    with 2, 3 players: each player
    with 4 players: TEAMS

state
    tree: 0..4 per fruit = 4
    turn: player = P1
    last: fruit or none
    tasted: set of fruit
    taken: list of fruit up to 12

each player has
    basket: 0..4 per fruit

pieces dog of each player
    "Each player has two dogs."
    2

each dog has
    place: home or fruit = home

symmetry alike: WHAT
    "This makes no difference."

play
    opening()
    repeat
        pick()

rule opening
    "OPENING begins."
    choose beginner by OPENING
        "The first player says who begins."
        move "{p} begins" for p in players
            turn becomes p

rule pick
    "A player picks a fruit, and sets a dog on it."
    choose picking by turn for f in fruit
        "The player names the fruit."
        require enough: tree[f] > 0
            "no {f} is left"
        move pick_one "picks {f}"
            require allowed: ALLOWED
                "not this one"
            transfer 1 from tree[f] to turn.basket[f]
            taken gains f
            tasted gains f
            last becomes f
        move set_dog "sets {d} on {f}" for d in dog where d.owner = turn
            require at_home: d.place = home
                "the dog is away"
            d.place becomes f
        otherwise
            tree becomes {}
    check all_picked
    turn becomes next(turn)

end all_picked
    "When all is picked, who has most kinds wins."
    when every f in fruit: tree[f] = 0
    winners p in players where RANKED
'''
FAIR = {"TEAMS": "odd is seats 1 and 3, even is seats 2 and 4", "WHAT": "fruit renamed", "OPENING": "P1",
        "ALLOWED": "yes", "RANKED": "p.basket != {}"}


def baskets(players: int, **changes: str) -> Rules:
    text = BASKETS
    for word, meant in (FAIR | changes).items():
        text = text.replace(word, meant)
    return open_files(read_text("baskets.rules", text)).rules(players)


def breach(rules: Rules, games: int = 12) -> BrokenLaw | None:
    """The first game in which the symmetry is broken, shortened."""
    whole = PropertyResult()
    for held in hold(rules, [SYMMETRIES_HOLD], range(games), seed=2):
        whole.add(held)
        if whole.broken:
            break
    return next((shrunk(rules, broken) for broken in whole.broken.values()), None)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("what", ["fruit renamed", "seats rotated except in opening"])
def test_a_true_symmetry_holds(what: str, players: int) -> None:
    assert breach(baskets(players, WHAT=what)) is None


# What is not alike, and how it shows.
UNTRUE = {
    "a member that a rule names": ({"ALLOWED": "f != apple or size(taken) > 2"}, "is not offered"),
    "a member that decides who wins": ({"RANKED": "p.basket[apple] > 1"}, "others have won"),
    "a seat that a rule names": ({"WHAT": "seats rotated except in opening", "ALLOWED": "turn != P2 or f != plum"}, "offered"),
    "a seat that begins": ({"WHAT": "seats rotated"}, "P1 is to move and not P2"),
    "a seat that wins": ({"WHAT": "seats rotated except in opening", "RANKED": "p = P2"}, "others have won"),
}


@pytest.mark.parametrize("what", UNTRUE)
def test_an_untrue_symmetry_is_found_and_its_playthrough_replays(what: str) -> None:
    changes, said = UNTRUE[what]
    rules = baskets(2, **changes)
    found = breach(rules)
    assert found is not None
    assert said in found.breach.what
    playthrough = read("apart.play", written(rules, found, "baskets"))
    assert playthrough.problems == ()
    assert PlaythroughRunner(rules, playthrough).run().failures == []


def test_where_both_games_go_wrong_they_are_the_same() -> None:
    too_short = baskets(2, **{"up to 12": "up to 3"})
    for laws in (LAWS, [SYMMETRIES_HOLD]):
        broken = {item.law.id for held in hold(too_short, laws, range(12), seed=2) for item in held.broken.values()}
        assert broken == {"choices_can_be_made"}


@pytest.mark.parametrize("fruit", ["apple", "pear", "plum"])
def test_a_game_that_goes_wrong_with_other_labels_only_is_not_the_same(fruit: str) -> None:
    rules = baskets(2, **{"last becomes f": f'last becomes f\n            must f != {fruit} "not this one"'})
    found = [broken for held in hold(rules, [SYMMETRIES_HOLD], range(20), seed=2) for broken in held.broken.values()]
    assert any("rulebook fault" in broken.breach.what for broken in found if broken.law is SYMMETRIES_HOLD)


def test_sides_stay_together_when_seats_are_rotated() -> None:
    crossed = baskets(4, WHAT="seats rotated except in opening")
    beside = baskets(4, WHAT="seats rotated except in opening", TEAMS="odd is seats 1 and 2, even is seats 3 and 4")
    ways = [
        [relabelling.description for relabelling in relabellings(rules.program, rules.program.symmetries[0])]
        for rules in (crossed, beside)
    ]
    assert ways == [["everybody 1 seat on", "everybody 2 seats on", "everybody 3 seats on"], ["everybody 2 seats on"]]


def test_relabelling_back_gives_the_same_position() -> None:
    rules = baskets(3, WHAT="seats rotated")
    there, back = relabellings(rules.program, rules.program.symmetries[0])
    state = rules.initial()
    for move in ("P2 begins", "picks pear", "picks plum", "sets P1.dog1 on pear"):
        state = rules.step(state, move)
    assert there.state(state) != state
    assert back.state(there.state(state)) == state


def test_a_symmetry_that_does_not_count_for_these_players_is_not_looked_at() -> None:
    assert not SYMMETRIES_HOLD.concerns(baskets(2, WHAT="fruit renamed when player_count = 3"))
    assert SYMMETRIES_HOLD.concerns(baskets(3, WHAT="fruit renamed when player_count = 3"))


def test_a_variant_changes_and_removes_a_symmetry(tmp_path: Path) -> None:
    text = BASKETS
    for word, meant in FAIR.items():
        text = text.replace(word, meant)
    (tmp_path / "baskets.rules").write_text(text, encoding="utf-8")
    for name, edit in (("without", "remove alike\n"), ("other", 'replace symmetry alike: seats rotated\n    "Seats."\n')):
        (tmp_path / f"{name}.rules").write_text(f"variant {name} of baskets\n\n{edit}", encoding="utf-8")
    declared = [rulewright.load(str(tmp_path / "baskets.rules"), variants=[name]).rules(2).program.symmetries
                for name in ("without", "other")]
    assert [[symmetry.parts for symmetry in symmetries] for symmetries in declared] == [[], [(ir.SeatsRotated(None),)]]


GIFTS = """
rulebook gifts
    players 3

enum good: wood, ore, grain

symmetry alike: WHAT
    "This makes no difference."

state
    turn: player = P1
    moves: 0..9

each player has
    goods: 0..9 per good = {wood: 3, ore: 3, grain: 2}
    got: 0..99

play
    "The players pay and give."
    repeat
        if moves < 9
            let p = turn
            choose payment by p
                "{p} pays two goods."
                move pays "pays {paid}" for paid in amount of g in good from 0..p.goods[g]
                    require two: (sum g in good: paid[g]) = 2
                        "two goods"
                    p.goods loses paid
                    p.goods[grain] gains 1
            choose gift by p
                "{p} gives three coins to others."
                move gives "gives {share}" for share in amount of q in players from 0..3
                    require three: (sum q in players: share[q]) = 3 and share[p] = 0
                        "three coins"
                    for each q in players
                        q.got gains share[q]
            moves gains 1
            turn becomes next(turn)
        check over

end over
    "The game ends after nine turns."
    when moves = 9
    ranking p in players by p.got + p.goods[wood] + p.goods[ore]
"""


@pytest.mark.parametrize("what", ["good exchanged wood - ore", "seats rotated"])
def test_the_kinds_of_an_amount_change_with_the_names_of_their_type(what: str) -> None:
    rules = open_files(read_text("gifts.rules", GIFTS.replace("WHAT", what))).rules(3)
    assert breach(rules, games=2) is None
