"""Playthroughs of small games, with lines that hold and lines that do not."""

from __future__ import annotations

from hypothesis import strategies as st

_LINES = {
    "pig": ("Anna: roll", "Anna: hold", "Boris: roll", "Boris: hold", "Anna: roll, roll, hold", "rolls 4", "rolls 1",
            "rolls 3, 5", "rolls 9", "Anna: Hold", "expect Anna.score = 0", "expect score Boris = 5",
            "expect at_stake > 3 and Anna.score = 1",
            "refuse Boris: hold because roll_or_hold", "refuse Anna: rolls 9", "expect not applied lose_the_turn",
            "expect over by goal_reached, won by Anna",
            "position\n    Anna.score = 95\n    at_stake = 4\n    at turn_of p = Anna", "position\n    Boris.score = 300"),
    "tic_tac_toe": ("Anna: a1", "Boris: b2", "Anna: c3", "Boris: a1", "Anna: B1", "Anna: c9", "Boris: c2", "a1",
                    "expect a1.mark = Anna", "expect choices 8", "expect choices include a1, b1", "expect Boris to move",
                    "refuse Boris: a1 because cell_is_empty", "refuse Anna: a1 because no_clause", "expect not over",
                    "expect over by three_in_a_row", "expect a1.marks = 3", "Zoe: a1",
                    'position "two"\n    a1.mark = Anna\n    b1.mark = Boris', "position\n    a1.mark = Zoe"),
}
_EVERYWHERE = ("auto 3", "auto 2 seed 5", "auto", "play until 1 = 2 at most 2", 'mark "m"', 'back to "m"', 'back to "two"',
               'branch "x"', 'branch "y"', "end", "end", "expect no events", "expect invariants", "# a comment", "",
               'use "x.play"')


@st.composite
def drawn_playthroughs(draw: st.DrawFn) -> str:
    """A playthrough of a small game, with lines that hold and lines that do not."""
    game = draw(st.sampled_from(sorted(_LINES)))
    lines = draw(st.lists(st.one_of(st.sampled_from(_LINES[game]), st.sampled_from(_EVERYWHERE)), max_size=20))
    seed = draw(st.sampled_from(("seed 3\n", "", "rules 000000000000\n", "seed 4\nrules 000000000000\n")))
    return f"game {game}\nplayers Anna, Boris\n{seed}\n" + "".join(f"{line}\n" for line in lines)
