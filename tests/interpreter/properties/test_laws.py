"""Every law, for every game that ships, with every variant and number of players, in random games."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright.cli.shared.games.names import names_with_variants
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.analysis.properties import CODE_LAWS, LAWS, PropertyResult, hold
from rulewright.interpreter.analysis.properties.law.law import Law
from rulewright.interpreter.analysis.properties.positions import _missing
from rulewright.interpreter.analysis.properties.secrets.noninterference import SECRETS_ARE_KEPT
from rulewright.interpreter.analysis.properties.symmetry.equivariance import SYMMETRIES_HOLD
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.move_codes import decode, encode
from rulewright.testing import PlayedGame, games

from ...shipped import shipped
from .tables import EVERYWHERE, NAMES, assert_holds, each_game, each_name, heres, stem, told

# Positions that are looked at at the end of each game that is played so far.
LOOKED_AT = 2
LONG = [SYMMETRIES_HOLD, SECRETS_ARE_KEPT]


# A law looks long at a position of these, so fewer of their games are drawn.
LARGE = ("carolus_magnus", "lancaster", "emperor_4")
STEPS = 150


def for_many(name: str, check: Callable[[PlayedGame], None], large: int = 2, small: int = 3) -> None:
    """Check drawn games of a rulebook, fewer of a large one."""
    often = large if stem(name).partition(":")[0] in LARGE else small
    drawn = given(games(name, steps=STEPS))(check)
    settings(max_examples=often, deadline=None, suppress_health_check=[HealthCheck.too_slow])(drawn)()


def test_the_games_are_those_that_ship_with_the_variants_that_go_together() -> None:
    assert names_with_variants() == NAMES


@each_game
def test_every_law_of_a_position_holds(name: str) -> None:
    # Secrets and symmetries, which take long, have a test of their own.
    laws = [law for law in LAWS if not law.whole_games and law not in LONG]

    def holds(played: PlayedGame) -> None:
        look(name, played, laws, LOOKED_AT)

    for_many(name, holds)


@pytest.mark.parametrize("law", LONG, ids=lambda law: law.id)
@each_game
def test_a_law_that_takes_long_holds(name: str, law: Law) -> None:
    rules = shipped(name).rules()
    assert law.concerns(rules) == (bool(rules.program.symmetries) if law is SYMMETRIES_HOLD else rules.observer.keeps_secrets)

    def holds(played: PlayedGame) -> None:
        look(name, played, [law], 1)

    if law.concerns(rules):
        for_many(name, holds, large=2, small=2)


def look(name: str, played: PlayedGame, laws: Sequence[Law], most: int) -> None:
    """Hold the last positions of a drawn game against laws."""
    for here in heres(played, most):
        for law in laws:
            if law.concerns(here.rules):
                assert_holds(name, law, here)


@each_game
def test_every_law_of_a_whole_game_holds(name: str) -> None:
    whole = [law for law in LAWS if law.whole_games]

    def holds(played: PlayedGame) -> None:
        look(name, played, whole, 1)

    for_many(name, holds, large=1, small=2)


@each_name
def test_games_end_and_hold_what_is_declared_all_the_way(name: str) -> None:
    game = shipped(name)
    for players in sorted({game.fewest, game.most}):
        rules = game.rules(players)
        played = play_out(rules, Dice(5), invariants=True)
        assert played == play_out(rules, Dice(5))
        assert played.end is not None
        assert rules.program.invariants or rules.program.step_invariants


@each_name
def test_moves_and_their_numbers_are_the_same_thing(name: str) -> None:
    for block in shipped(name).rules().program.blocks:
        for move in getattr(block.end, "moves", ()):
            for code in {0, move.count // 2, move.count - 1}:
                assert encode(move.bound, decode(move.bound, code)) == code


def test_the_page_on_trust_tells_every_law() -> None:
    page = (Path(__file__).parents[3] / "docs" / "trust.md").read_text(encoding="utf-8")
    told = {id: re.sub(r"\[(\w+)\]\(\S+\)", r"\1", says) for id, says in re.findall(r"^\| `(\w+)` \| ([^|]+\.) \|", page, re.M)}
    assert told == {law.id: law.statement for law in (*LAWS, *CODE_LAWS)}


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
def test_every_law_of_a_position_holds_in_many(name: str) -> None:
    laws = [law for law in LAWS if not law.whole_games]

    def holds(played: PlayedGame) -> None:
        look(name, played, laws, 1)

    for_many(name, holds, large=100, small=2_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERYWHERE, ids=stem)
def test_every_law_holds_in_many_games(name: str) -> None:
    game = shipped(name)
    for players in range(game.fewest, game.most + 1):
        rules, whole = game.rules(players), PropertyResult()
        for held in hold(rules, LAWS, range(40), seed=1000):
            whole.add(held)
        for broken in whole.broken.values():
            told(name, rules, broken)
        assert all(whole.looked[law.id] for law in LAWS if law.concerns(rules))


@pytest.mark.parametrize("offered", [[], [0], [0, 1, 2], [3, 4, 9], [9]])
def test_moves_that_are_not_offered_are_counted_without_listing_them(offered: list[int]) -> None:
    others = [code for code in range(10) if code not in offered]
    assert [_missing(offered, place) for place in range(len(others))] == others
