"""Words and signs of other languages to those of this language.

`HABITS` is the one table of them. The parser asks it about the place where a text does not fit, the
passes that look names up about a name that they do not find.
"""

from __future__ import annotations

import re
from functools import cache

from .fixes import Meant
from .records import frozen

_NEXT_PLAYER = "`next(p)` is the player after `p`; of several, `every q in players where q != p: ...` goes through the others"
_NOTHING = "compare an empty place with `= none`, if its type says `or none`; an empty set or list has `size(...) = 0`"
_FUNCTION = "a `function` gives a value (`function half(n: 0..9): 0..4`), a `rule` changes something (`rule half(p: player)`)"
_LEAVE = "a function ends with `gives value`; a rule ends where its lines end; `stop` leaves a loop"
_NUMBER = "a number is declared with the least and the greatest that it can be: `0..9`"
_WORDS = "a value is one of a few words: `enum colour: red, blue`"
_BRANCHES = "write a branch for each case: `if`, `else if`, `else`"


@frozen
class Habit:
    """A word or sign as it is written elsewhere, and what helps; `instead` is the text for it, where that is one.

    One that `leads` parses as a name by itself; what does not fit is the word after it.
    """

    written: str
    help: str
    leads: bool = False
    instead: str = ""

    @property
    def advice(self) -> str:
        """The help, with the text to write where there is one."""
        return Meant(self.help, self.written, self.instead) if self.instead else self.help


HABITS: tuple[Habit, ...] = (
    # Signs
    Habit("===", "write `=`", instead="="),
    Habit("==", "write `=`", instead="="),
    Habit("!==", "write `!=`", instead="!="),
    Habit("<>", "write `!=`", instead="!="),
    Habit("=>", "write `>=`", instead=">="),
    Habit("=<", "write `<=`", instead="<="),
    Habit("&&", "write `and`", instead="and"),
    Habit("&", "write `and`", instead="and"),
    Habit("||", "write `or`", instead="or"),
    Habit("|", "write `or`", instead="or"),
    Habit("!", "write `not`, or `!=` between two values"),
    Habit("~", "write `not`", instead="not"),
    Habit("//", "whole numbers are divided by `div`; a comment begins with `#`", instead="div"),
    Habit("/*", "a comment begins with `#` and ends with its line"),
    Habit("/", "whole numbers are divided by `div`", instead="div"),
    Habit("%", "the rest of a division is `mod`", instead="mod"),
    Habit("**", "there are no powers: write `x * x`"),
    Habit("^", "there are no powers: write `x * x`"),
    Habit("+=", "write `x gains 1`", instead="gains"),
    Habit("++", "write `x gains 1`"),
    Habit("-=", "write `x loses 1`", instead="loses"),
    Habit("--", "write `x loses 1`"),
    Habit(":=", "write `let x = value` for a new name, `x becomes value` for a change", instead="becomes"),
    Habit("<-", "write `x becomes value`", instead="becomes"),
    Habit("->", "write `x becomes value` for a change, `: type` for what a function gives"),
    Habit("...", "a range is written `1..3`", instead=".."),
    Habit("?", "a value by a condition is written `a if condition else b`"),
    Habit(";", "a statement ends with its line"),
    Habit("'", 'write a text between two `"` on one line'),
    Habit("`", 'write a text between two `"` on one line'),
    Habit("@", "a space is written by its name, as in `b2`"),
    Habit("\\", "a line goes on inside brackets only: put what is long in `(` and `)`"),
    # Conditions
    Habit("elif", "write `else if`", leads=True, instead="else if"),
    Habit("elsif", "write `else if`", leads=True, instead="else if"),
    Habit("elseif", "write `else if`", leads=True, instead="else if"),
    Habit("then", "what happens stands below the line of the `if`, indented by four spaces"),
    Habit("if", "a value by a condition is written `a if condition else b`", leads=True),
    Habit("unless", "write `if not`", leads=True, instead="if not"),
    Habit("switch", _BRANCHES, leads=True),
    Habit("match", _BRANCHES, leads=True),
    Habit("case", _BRANCHES, leads=True),
    Habit("is not", "write `!=`", instead="!="),
    Habit("is", "write `=`", instead="="),
    Habit("isnt", "write `!=`", instead="!="),
    Habit("equals", "write `=`", instead="="),
    Habit("equal", "write `=`", instead="="),
    Habit("xor", "of two flags write `!=`"),
    Habit("contains", "write `value in set`"),
    Habit("includes", "write `value in set`"),
    # Loops, and values to go through
    Habit("while", "write `repeat while`", leads=True, instead="repeat while"),
    Habit("until", "write `repeat while not ...`, or `stop` inside a `repeat`", leads=True),
    Habit("forever", "write `repeat`", leads=True, instead="repeat"),
    Habit("loop", "write `repeat`", leads=True, instead="repeat"),
    Habit("for", "write `for each`", leads=True, instead="for each"),
    Habit("foreach", "write `for each`", leads=True, instead="for each"),
    Habit("range", "a range is written `1..3`"),
    Habit("such", "write `where`", instead="where"),
    Habit("exists", "write `some x in values: condition`", leads=True, instead="some"),
    Habit("exist", "write `some x in values: condition`", leads=True, instead="some"),
    Habit("any", "write `some x in values: condition`", leads=True, instead="some"),
    Habit("all", "write `every x in values: condition`", leads=True, instead="every"),
    Habit("forall", "write `every x in values: condition`", leads=True, instead="every"),
    Habit("break", "`stop` leaves a loop", instead="stop"),
    Habit("continue", "`skip` goes on with the next round of a loop", instead="skip"),
    # Changes, names and parts of a file
    Habit("variables", "fields of the game stand below `state`", instead="state"),
    Habit("globals", "fields of the game stand below `state`", instead="state"),
    Habit("global", "fields of the game stand below `state`", instead="state"),
    Habit("main", "what happens in a game stands below `play`", instead="play"),
    Habit("shuffle", "cards that lie in no order need no shuffling: `draw c from cards where ...` draws one by chance"),
    Habit("ending", "write `end`", instead="end"),
    Habit("ends", "write `end`", instead="end"),
    Habit("option", "a kind of move begins with `move`", instead="move"),
    Habit("action", "a kind of move begins with `move`", instead="move"),
    Habit("return", _LEAVE, leads=True),
    Habit("set", "write `x becomes value`", leads=True),
    Habit("increases", "write `x gains 1`"),
    Habit("increase", "write `x gains 1`", leads=True),
    Habit("increment", "write `x gains 1`", leads=True),
    Habit("decreases", "write `x loses 1`"),
    Habit("decrease", "write `x loses 1`", leads=True),
    Habit("decrement", "write `x loses 1`", leads=True),
    Habit("do", "a rule is carried out by its name and brackets: `deal()`", leads=True),
    Habit("call", "a rule is carried out by its name and brackets: `deal()`", leads=True),
    Habit("random", "write `roll x from 1..6`, or `draw x from values`", leads=True),
    Habit("rand", "write `roll x from 1..6`, or `draw x from values`"),
    Habit("const", "constants stand in a block `constants`, one a line: `width = 8`", leads=True),
    Habit("constant", "constants stand in a block `constants`, one a line: `width = 8`", leads=True),
    Habit("def", _FUNCTION, leads=True),
    Habit("func", _FUNCTION, leads=True),
    Habit("fn", _FUNCTION, leads=True),
    Habit("procedure", _FUNCTION, leads=True),
    Habit("import", "write `use \"file.rules\"`", leads=True, instead="use"),
    Habit("include", "write `use \"file.rules\"`", leads=True, instead="use"),
    Habit("print", "to show a text to players, announce an `event`, or put the text on a move", leads=True),
    # Shapes of boards
    Habit("grid", "a board of squares is a `square`", instead="square"),
    Habit("hexagon", "write `hex`", instead="hex"),
    Habit("hexagonal", "write `hex`", instead="hex"),
    Habit("track", "a board in a row is a `line`, round it is a `ring`", instead="line"),
    Habit("circle", "write `ring`", instead="ring"),
    # Types
    Habit("bool", "write `flag`: its values are `yes` and `no`", instead="flag"),
    Habit("boolean", "write `flag`: its values are `yes` and `no`", instead="flag"),
    Habit("flag", "a flag stands by itself or in `flag per T`; keep those that are yes in a `set of T`"),
    Habit("int", _NUMBER),
    Habit("integer", _NUMBER),
    Habit("number", _NUMBER),
    Habit("string", _WORDS),
    Habit("text", _WORDS),
    Habit("optional", "write `or none` behind the type", leads=True),
    # Values
    Habit("true", "write `yes`", instead="yes"),
    Habit("True", "write `yes`", instead="yes"),
    Habit("false", "write `no`", instead="no"),
    Habit("False", "write `no`", instead="no"),
    Habit("null", _NOTHING),
    Habit("nil", _NOTHING),
    Habit("None", _NOTHING),
    Habit("undefined", _NOTHING),
    Habit("empty", _NOTHING),
    Habit("nothing", _NOTHING),
    Habit("nobody", _NOTHING),
    Habit("count", "`size(...)` says how many there are, `count x in values where ...` how many fulfil a condition",
          instead="size"),
    Habit("sum", "write `sum x in values: x.points`"),
    Habit("len", "how many there are says `size(...)`"),
    Habit("length", "how many there are says `size(...)`"),
    Habit("opponent", _NEXT_PLAYER),
    Habit("opponents", _NEXT_PLAYER),
    Habit("other_player", _NEXT_PLAYER),
)
_BY_NAME = {habit.written: habit for habit in HABITS}


@frozen
class HabitMatch:
    """A habit of another language on a line: the columns from 1, the end exclusive, and the help."""

    column: int
    end: int
    help: str


def help_for(name: str) -> str | None:
    """Return the help for a name that is not known."""
    habit = _BY_NAME.get(name) or _BY_NAME.get(name.lower())
    if habit is None or not habit.instead:
        return None if habit is None else habit.help
    return Meant(habit.help, name, habit.instead)


def habit_at(line: str, column: int) -> HabitMatch | None:
    """Return the habit in a line that makes the word or sign at this column not fit: it is there, or a word leads to it."""
    leading = None
    for habit, pattern in _patterns():
        for match in pattern.finditer(line):
            begin, end = match.span(1)
            if begin < column <= end:
                return HabitMatch(begin + 1, end + 1, habit.advice)
            if habit.leads and column == match.end() + 1:
                leading = HabitMatch(begin + 1, end + 1, habit.advice)
    return leading


@cache
def _patterns() -> tuple[tuple[Habit, re.Pattern[str]], ...]:
    """Return the habits, those first that others are a part of."""
    longest_first = sorted(HABITS, key=lambda habit: -len(habit.written))
    return tuple((habit, re.compile(_pattern(habit))) for habit in longest_first)


def _pattern(habit: Habit) -> str:
    written = re.escape(habit.written)
    word = habit.written[0].isalpha()
    return rf"(?<![\w.])({written})\b[ \t]*" if word else f"({written})"
