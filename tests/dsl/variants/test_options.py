"""Parameters that are set from outside."""

from __future__ import annotations

from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import Diagnostics

TEXT = """
rulebook case
    players 2..3

enum clan: red, blue

constants
    deal = 2

table law
    points: 0..9
    row glory: 2

parameter hand: 1..5 = 3
parameter first: clan or nobody = red
parameter open: flag = no
parameter pairs: flag = no
    when player_count = 2

play
    must hand > deal - 3 and first = red and open and pairs
    check ends

end over
    when yes
    draw
"""


def reported(players: int = 2, **options: str | int) -> list[tuple[str, str, str | None]]:
    files = read_text("case", TEXT)
    compiled = analyse(files.declarations, players, options, Diagnostics())
    return [
        (diagnostic.code, diagnostic.message, diagnostic.help)
        for diagnostic in compiled.diagnostics
        if diagnostic.level == "error"
    ]


def test_values_are_written_as_in_the_rulebook() -> None:
    assert reported(hand=5, first="blue", open="yes") == []
    assert reported(hand="1", first="nobody", pairs="yes") == []


def test_a_value_outside_the_type_is_refused() -> None:
    assert reported(hand=6) == [("E308", "`6` is not a value of the parameter `hand`", "it takes 1..5")]
    assert reported(hand="") == [("E308", "`` is not a value of the parameter `hand`", "it takes 1..5")]
    assert reported(hand="9" * 5000)[0][0] == "E308"
    assert reported(first="bleu") == [("E308", "`bleu` is not a value of the parameter `first`",
                                       "did you mean `blue`? it takes red, blue, nobody")]
    assert reported(open="perhaps") == [("E308", "`perhaps` is not a value of the parameter `open`", "it takes no, yes")]


def test_a_parameter_that_does_not_apply_is_refused() -> None:
    assert reported(players=3, pairs="yes") == [
        ("E308", "the parameter `pairs` cannot be set for 3 players", "only when player_count = 2")]


def test_an_unknown_parameter_is_refused() -> None:
    assert reported(hnd=3) == [("E308", "unknown parameter `hnd`", "did you mean `hand`?")]
    assert reported(xyz=3) == [("E308", "unknown parameter `xyz`", "there are: hand, first, open, pairs")]


def test_a_constant_is_set_by_a_variant() -> None:
    assert reported(deal=3) == [("E308", "`deal` is a constant, not a parameter",
                                 "a variant can set it; in a file `mine.rules` write\n"
                                 "      variant mine of case\n\n      set deal = 3")]


def test_a_value_of_a_table_is_set_by_a_variant() -> None:
    assert reported(**{"law.glory.points": 6}) == [("E308", "`law.glory.points` is a value of a table, not a parameter",
                                                    "a variant can set it; in a file `mine.rules` write\n"
                                                    "      variant mine of case\n\n      set law.glory.points = 6")]
    assert reported(law=3) == [("E308", "unknown parameter `law`", "there are: hand, first, open, pairs")]


def test_a_number_of_players_that_is_not_allowed_is_refused() -> None:
    assert reported(players=4) == [("E205", "a game for 4 players, where 2..3 can play", None)]
