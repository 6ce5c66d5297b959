"""The names of generated functions and tables, by what they are for. No other module, and nobody outside, knows them.

A function of a kind of move has the number of its block and of the kind in its name. The rulebook's own names cannot
reach these: its functions begin with `f_`, and its other names end in `_` and a number and live inside one function.
"""

from __future__ import annotations

import re

STATE = "s"

# What notes the clauses applied, those that did something, events, values shown, and entries into phases.
CLAUSES, DID, EVENTS, OPENED, ENTRIES = "H", "D", "E", "O", "C"
SEATS = "SEATS"
# The listener of functions that trace.
WATCH = "watch"

# The loop of random choices, and how many blocks it may carry out between two of them.
RUN, MAX_BLOCKS = "run", "MAX_BLOCKS"

# -- the program as a whole ----------------------------------------------------------------------


def table(number: int) -> str:
    return f"T{number}"


def own_table(number: int) -> str:
    """A table of an expression that is no part of the program."""
    return f"X{number}"


def board(number: int) -> str:
    return f"B{number}"


def merger(board: str) -> str:
    """Return the name of the function that merges regions of a board."""
    return f"{board}_merge"


def function(name: str) -> str:
    """A function of the rulebook."""
    return f"f_{name}"


def rule(number: int) -> str:
    """A rule that asks for nothing."""
    return f"r{number}"


def text(number: int) -> str:
    return f"t{number}"


def end(number: int) -> str:
    """Return whether an end has come."""
    return f"e{number}"


def end_value(number: int) -> str:
    """Return the name of the function by whose value an end ranks players or sides."""
    return f"w{number}"


def invariant(number: int) -> str:
    return f"i{number}"


def step_invariant(number: int) -> str:
    return f"j{number}"


def score(number: int) -> str:
    return f"score{number}"


def pieces_alike(number: int) -> str:
    """Return the name of the value that is the same for all pieces of a kind that are alike."""
    return f"A{number}"


def key(number: int) -> str:
    """Return the name of the function that distinguishes the values of a type that holds such pieces."""
    return f"U{number}"


def words(number: int) -> str:
    """A list of words in which names of seats stand."""
    return f"N{number}"


# -- blocks --------------------------------------------------------------------------------------


def block(number: int) -> str:
    return f"b{number}"


def player(block: int) -> str:
    return f"p{block}"


def statement(block: int) -> str:
    return f"y{block}"


def audience(block: int) -> str:
    return f"v{block}"


def weight(block: int) -> str:
    return f"c{block}"


# -- kinds of moves ------------------------------------------------------------------------------


def legal(block: int, kind: int = 0) -> str:
    return f"o{block}_{kind}"


def possible(block: int, kind: int) -> str:
    return f"a{block}_{kind}"


def listed(block: int) -> str:
    """The function that lists all kinds of move that share something."""
    return f"l{block}"


def refused(block: int, kind: int) -> str:
    return f"g{block}_{kind}"


def notation(block: int, kind: int = 0) -> str:
    return f"n{block}_{kind}"


def message(block: int, kind: int, guard: int) -> str:
    return f"m{block}_{kind}_{guard}"


def lifting(block: int, kind: int) -> str:
    return f"x{block}_{kind}"


def looked(block: int, kind: int) -> str:
    """The function that lists the requirements and exceptions that are looked at."""
    return f"k{block}_{kind}"


def note(block: int, kind: int = 0) -> str:
    return f"h{block}_{kind}"


# What is worked out once for all moves of a position.
SHARED = "shared"

# -- copies --------------------------------------------------------------------------------------

# What stands in the names of functions between a number and the name of the same function for one row.
_FOR_ALL = "_for_all_"


def for_all_rows(number: int, function: str) -> str:
    """The copy of a function that is called for all rows of a table, and notes none of them."""
    return f"_{number}{_FOR_ALL}{function}"


def original(name: str) -> str:
    """The function that a name is a copy of; the name itself where it is none."""
    copy = re.fullmatch(rf"_\d+{_FOR_ALL}(.*)", name)
    return name if copy is None else copy[1]
