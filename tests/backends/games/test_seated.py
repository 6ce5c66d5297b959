"""Games of players with chance of their own, and of seats that may not make some moves, are the same in both machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.balance.items import Item, Items
from rulewright.interpreter.analysis.balance.restricted import Restriction
from rulewright.interpreter.analysis.players.match import seats_for, table_of
from rulewright.interpreter.analysis.players.player import AheadPlayer, Player, RandomPlayer
from rulewright.interpreter.analysis.playouts.faster import faster
from rulewright.interpreter.analysis.playouts.questions import Questions
from rulewright.interpreter.analysis.playouts.search import GreedyPlayer, evaluator_of
from rulewright.interpreter.analysis.playouts.simulate import MAX_STEPS, Followers, Playout, play_out, simulate
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.machine.machine import DecisionPoint, MoveKind
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.series import SeriesDice

from ...balance.game import GAME
from ...shipped import shipped_rules
from .test_watched import said_of, told

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

# A game, the players, and the evaluations of seats; None plays at random.
GAMES = (("pig", 3, ("2 * me.score + at_stake\n7", None, "me.score")),
         ("connect_four", 2, ("count c in cell where c.disc = me\n-(count c in cell where c.disc = next(me))", None)),
         ("goofspiel", 2, ("me.points - next(me).points\nsum n in me.hand: n", "me.points")),
         ("nim", 2, (None, None)))
CASES = [pytest.param(*case, id=case[0]) for case in GAMES]
SEED = 3
# Moves with two values, and a second kind of move, whose codes do not begin at a multiple of its values.
COINS = """rulebook coins
    players 2
enum coin: gold, silver, iron
state
    turns: 0..8
each player has
    score: 0..99
play
    repeat
        for each p in players
            turn(p)
rule turn(p: player)
    choose coins by p
        move takes "takes {coin_1} and {coin_2}" for coin_1 in coin, coin_2 in coin
            require two_coins: coin_1 != coin_2
                "the coins are two"
            if coin_1 = gold
                p.score gains 5
            if coin_2 = gold
                p.score gains 3
        move pays "pays {n}" for n in 1..4
            p.score gains n
    turns gains 1
    check over
end over
    "Four turns each."
    when turns = 8
    ranking p in players by p.score
"""


def seated(rules: Rules, texts: tuple[str | None, ...]) -> list[Player]:
    """Players who look ahead by these evaluations, or play at random."""
    return [RandomPlayer(rules.machines.random_play) if text is None else
            AheadPlayer(GreedyPlayer(rules, evaluator_of(rules, Source("x.evaluation", text)))) for text in texts]


@pytest.mark.parametrize(("game", "players", "texts"), CASES)
def test_seats_with_chance_of_their_own_play_alike(game: str, players: int, texts: tuple[str | None, ...]) -> None:
    rules = shipped_rules(game, players)
    table = table_of(seated(rules, texts))
    assert table is not None
    compiled = faster(rules, keep=False, questions=Questions(table=table))
    module = compiled.simulate(range(6), SEED)
    python = simulate(rules, range(6), SEED, followers=lambda number: table.followers(SEED, number))
    assert told(module) == told(python)
    assert module.playouts == python.playouts


def test_a_seat_that_goes_wrong_does_so_alike() -> None:
    rules = shipped_rules("goofspiel", 2)
    table = table_of(seated(rules, ("the next(me).bid", None)))
    assert table is not None
    compiled = faster(rules, keep=False, questions=Questions(table=table))
    module = said_of(lambda: compiled.simulate(range(2), SEED))
    assert "x.evaluation:1" in module
    assert module == said_of(lambda: simulate(rules, range(2), SEED,
                                              followers=lambda number: table.followers(SEED, number)))


class Noting:
    """Follows a game as others do, and notes the codes."""

    def __init__(self, others: Followers) -> None:
        self.others, self.codes = others, list[int]()

    def choose(self, s: list[int], point: DecisionPoint, dice: Dice) -> tuple[int, int, MoveKind]:
        found = self.others.choose(s, point, dice)
        self.codes.append(found[0])
        return found

    def note(self, s: list[int], kind: MoveKind, code: int, seat: int | None) -> None:
        self.others.note(s, kind, code, seat)


@pytest.mark.parametrize(("game", "players", "texts"), CASES)
def test_a_module_says_which_moves_were_made(game: str, players: int, texts: tuple[str | None, ...]) -> None:
    rules = shipped_rules(game, players)
    found = seated(rules, texts)
    compiled = faster(rules, keep=False, questions=Questions(table=table_of(found), replayed=True))
    for number in (0, 5):
        noting = Noting(seats_for(rules.machines.plain, found, SEED, number))
        play_out(rules, SeriesDice(SEED, number), 30, player=noting)
        assert compiled.moves(number, SEED, 30) == noting.codes


@contextmanager
def counted_in_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The numbers of the barred games that Python plays."""
    found = list[int]()

    def noted(rules: Rules, dice: SeriesDice, limit: int, player: Followers, compare: bool) -> Playout:
        found.append(dice.number)
        return play_out(rules, dice, limit, player=player, compare=compare)

    with monkeypatch.context() as patched:
        patched.setattr("rulewright.interpreter.analysis.balance.restricted.play_out", noted)
        yield found


# About as many items of a game are barred, one after the other.
FEW, MANY = 5, 8


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "players", "texts"), [("metals", 2, None), *GAMES, ("lancaster", 3, None)],
                         ids=["metals", *(case[0] for case in GAMES), "lancaster"])
def test_a_seat_is_kept_from_an_item_alike(game: str, players: int, texts: tuple[str | None, ...] | None, most: int,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    rules = open_files(read_text("metals.rules", GAME)).rules(2) if game == "metals" else shipped_rules(game, players)
    table = None if texts is None else table_of(seated(rules, texts))
    compiled = faster(rules, keep=False, questions=Questions(table=table, barring=True))
    items = Items(rules.machines.plain)
    differ = set[bool]()
    for place, item in enumerate(items.all[:: max(1, len(items.all) // most)]):
        here, there = (
            Restriction(rules, items, item, by, lambda number: None if table is None else table.followers(SEED, number))
            for by in (compiled, None))
        for number, seat in product((1 + place, 40 + place), (0, 1)):
            with counted_in_python(monkeypatch) as in_python:
                found = here.played(seat, number, SEED, 60)
            assert not in_python, "the module plays by itself"
            assert found == there.played(seat, number, SEED, 60)
            free = play_out(rules, SeriesDice(SEED, number), 60, compare=False,
                            player=None if table is None else table.followers(SEED, number))
            differ.add(free != found)
    assert True in differ, "some game goes otherwise"


class Together(Items):
    """Items of which two count as the first of them."""

    def __init__(self, rules: Rules, first: Item, second: Item) -> None:
        super().__init__(rules.machines.plain)
        self.first, self.second = first, second

    def of(self, block: int, code: int) -> list[Item]:
        """Return the items of one code."""
        found = super().of(block, code)
        return [*found, self.first] if self.second in found else found

    def parts(self, item: Item) -> tuple[tuple[tuple[int, tuple[bool, ...]], ...], ...]:
        """Return the open values in which one of both stands."""
        return tuple((*one, *other) for one, other in zip(super().parts(self.first), super().parts(self.second), strict=True))


def test_a_move_is_barred_by_each_of_its_values() -> None:
    rules = open_files(read_text("coins.rules", COINS)).rules(2)
    items = Items(rules.machines.plain)
    compiled = faster(rules, keep=False, questions=Questions(barring=True))
    taking, paying = ([item for item in items.all if item.kind == kind and item.value] for kind in ("takes", "pays"))
    for known, item in [*((items, item) for item in items.all), (Together(rules, taking[0], taking[3]), taking[0]),
                        (Together(rules, paying[1], taking[3]), paying[1])]:
        here, there = (Restriction(rules, known, item, by, lambda number: None) for by in (compiled, None))
        for number, seat in product(range(1, 7), (0, 1)):
            assert here.played(seat, number, SEED, 60) == there.played(seat, number, SEED, 60)


def test_no_limit_is_left_out() -> None:
    rules = shipped_rules("pig", 2)
    compiled = faster(rules, keep=False, questions=Questions(table=table_of(seated(rules, (None, None)))))
    assert compiled.simulate(range(1), SEED, limit=3).playouts[0].end is None
    assert compiled.simulate(range(1), SEED, MAX_STEPS).playouts[0].end is not None
