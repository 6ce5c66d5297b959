"""Requirements are tested as soon as the values they speak of are known, unless they rely on what stands above them."""

from __future__ import annotations

from rulewright import open_files
from rulewright.dsl import ir
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.backends.plan.early import EarlyTests
from rulewright.interpreter.game.rules import Rules

FAIR = '''
rulebook fair
    "The fair"
    players 2
    seats anna, boris

enum ware: cup, bowl, jug

table stall
    "The stalls."
    sells: ware or none
    beside: offer
    row first: cup, small
    row second: none, large
    row third: jug, small

table offer
    "What is offered."
    ware: ware or none = none
    dear: flag = no
    row small: jug
    row large

each player has
    gold: 0..9 = 5
    wants: set of ware = {jug}

state
    price: 0..9 per ware = 2

function wanted(s: stall): flag
    "Whether the first player wants what a stall sells."
    gives (the s.sells) in P1_wants()

function P1_wants(): set of ware
    "What the first player wants."
    gives anna.wants

play
    choose deal by anna
        "A deal is made."
        move "buys {s} in {n} parts for {w}" for s in stall, n in 1..3, w in ware where s.sells = w
            require has_gold: anna.gold > 0
            require parts_are_small: n < 3
            require ware_is_cheap: price[w] < 3
            require is_wanted: wanted(s)
            require is_wanted_in_parts: n = 1 or s.sells = jug
                exception only_cups: s.sells = cup and n = 2
            require sold_on_offer: (first o in offer where o.ware = w) != none
            require nothing_dear_beside: not s.beside.dear
            anna.gold loses 1
    check it_is_over

end it_is_over
    "The game is over at once."
    when 1 = 1
    draw
'''


def rules() -> Rules:
    return open_files(read_text("fair.rules", FAIR)).rules()


def plan(text: str) -> list[tuple[str, int]]:
    """The requirements of the only move of a rulebook in the order of their tests, each with its level."""
    program = open_files(read_text("fair.rules", text)).rules().program
    (move,) = next(block.end.moves for block in program.blocks if isinstance(block.end, ir.ChooseMove))
    return [(guard.id, level) for level, guard in EarlyTests(program).planned(move)]


def test_a_requirement_waits_only_for_the_values_it_speaks_of() -> None:
    assert dict(plan(FAIR)) == {
        "has_gold": 0, "parts_are_small": 2, "ware_is_cheap": 3,
        # What may go wrong waits for all values, of which there may be none.
        "is_wanted": 3, "is_wanted_in_parts": 2, "sold_on_offer": 3,
        # A row that a row names is there.
        "nothing_dear_beside": 1,
    }


def test_what_may_go_wrong_does_not_wait_for_values_that_there_surely_are() -> None:
    always = FAIR.replace("w in ware where s.sells = w", "w in ware")
    # It comes after the requirements that stand above it.
    assert dict(plan(always))["is_wanted"] == 3
    first = always.replace("            require ware_is_cheap: price[w] < 3\n", "")
    # And after all others that are tested with it.
    assert plan(first)[-1] == ("is_wanted", 2)
    perhaps = first.replace("w in ware", "w in anna.wants")
    assert dict(plan(perhaps))["is_wanted"] == 3


def test_what_is_offered_is_what_no_requirement_refuses() -> None:
    game = rules()
    state = game.initial()
    offered = [choice.notation for choice in game.decisions.choices(state)]
    assert offered == ["buys third in 1 parts for jug", "buys third in 2 parts for jug"]
    everything = [f"buys {s} in {n} parts for {w}" for s in ("first", "second", "third") for n in (1, 2, 3)
                  for w in ("cup", "bowl", "jug")]
    assert [text for text in everything if game.explainer.explain(state, text) is None] == offered


LEAPS = '''
rulebook leaps
    "Leaps"
    players 1
    seats anna

board field: square 4 by 4 of square

each square has
    man: flag

state
    bound_for: set of square

function beyond(s: square): flag
    "Whether a man stands above a square."
    gives (the shift(s, up)).man

play
    choose leap by anna for s in square
        "A man leaps."
        require not_at_the_edge: row(s) < 4
        move over "over {s} to {t}" for t in square
            require man_above: beyond(s)
            require is_free: not t.man
            require man_above_still: beyond(s)
        move into "from {s} into {t}" for t in bound_for
            require none_beyond: not beyond(s)
        move some_of "from {s} to one of {t}" for t in square where not beyond(t)
            require one_beyond: beyond(s)
        move pass "stays on {s}"
            require is_far: row(s) > 0
        otherwise
            bound_for becomes {}
    check it_is_over

end it_is_over
    "The game is over at once."
    when 1 = 1
    draw
'''


def test_a_requirement_that_can_go_wrong_waits_for_values_that_may_not_be_there() -> None:
    program = open_files(read_text("leaps.rules", LEAPS)).rules().program
    moves = next(block.end.moves for block in program.blocks if isinstance(block.end, ir.ChooseMove))
    early = EarlyTests(program)
    levels = {move.id: {guard.id: level for level, guard in early.planned(move)} for move in moves}
    assert {move.id: tuple(levels[move.id][guard.id] for guard in move.guards) for move in moves} == {
        # All squares follow, whatever the position; but a test above may keep one from going wrong.
        "over": (1, 1, 2, 2),
        # A set may be empty; a value may have a condition that goes wrong first.
        "into": (1, 2), "some_of": (1, 2), "pass": (1, 1),
    }
