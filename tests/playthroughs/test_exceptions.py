"""Exceptions of a requirement, and exceptions of these, are counted where they decide, and can be named as the reason."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

RULEBOOK = """rulebook small
    players 2
state
    n: 0..9
    sum: 0..99
play
    repeat
        choose number by P1
            "Somebody says a number."
            move "says {k}" for k in 0..9
                require small: k < 3
                    "{k} is too much"
                    exception even: k mod 2 = 0
                        "Even numbers may be greater."
                        exception six: k > 5
                            "But six and more may not."
                            exception eight: k = 8
                                "Only eight may."
                n becomes k
        check over
end over
    "The ninth ends it."
    when n = 9
    draw
"""


def clauses_of(line: str) -> frozenset[str]:
    rules = open_files(read_text("small.rules", RULEBOOK)).rules(2, ("Anna", "Boris"))
    result = PlaythroughRunner(rules, read("x.play", f"game small\nplayers Anna, Boris\n{line}\n")).run()
    assert result.failures == []
    return frozenset(result.clauses) & {"small", "even", "six", "eight"}


@pytest.mark.parametrize(("line", "counted"), [
    ("Anna: says 2", set()),
    ("Anna: says 4", {"even"}),
    ("Anna: says 8", {"even", "eight"}),
    ("refuse Anna: says 5", {"small"}),
    ("refuse Anna: says 6", {"small", "six"}),
    ("refuse Anna: says 6 because small", {"small", "six"}),
    ("refuse Anna: says 6 because six", {"small", "six"}),
])
def test_exceptions_are_counted_where_they_decide(line: str, counted: set[str]) -> None:
    assert clauses_of(line) == counted
