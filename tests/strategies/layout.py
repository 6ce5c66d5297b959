"""A rulebook to the same rulebook, written otherwise."""

from __future__ import annotations

import re
from random import Random

from hypothesis import strategies as st

from rulewright.dsl.source.span import code_of

_SIGN = re.compile(r'"[^"\n]*"|\w+:\w+|\w+|\.\.|[!<>]=|[^\w\s]')


@st.composite
def written_otherwise(draw: st.DrawFn, text: str, comments: bool = True) -> str:
    """A rulebook in its layout with other indentation, spaces, and line breaks inside brackets.

    With `comments` there are more comments and blank lines too, everywhere, each comment another one.
    """
    chance = draw(st.randoms(use_true_random=True))
    out: list[str] = []
    unit = depth = 0
    for line in text.split("\n"):
        code = code_of(line)
        indent = len(line) - len(line.lstrip())
        if code and not indent:
            unit = chance.randint(1, 6)
        if comments and chance.random() < 0.2:
            out += chance.choice(([""], ["", "   ", ""], [" " * chance.randint(0, 12) + f"# {len(out)}"]))
        comment = line[len(code):].strip()
        shaken, depth = _with_other_spaces(code.strip(), chance, depth, comments)
        out += f"{' ' * (indent * unit // 4)}{shaken}{' ' if code and comment else ''}{comment}".split("\n")
        if comments and code and not comment and chance.random() < 0.1:
            out[-1] += f" # at the end of {len(out)}"
    return chance.choice(("\n", "\r\n")).join(out)


def _with_other_spaces(code: str, chance: Random, depth: int, comments: bool) -> tuple[str, int]:
    """A line of code with other spaces, and how many brackets are open at its end."""
    out = ""
    for word in _SIGN.findall(code):
        depth -= word in ")]}"
        # A quantifier and its name stand on one line.
        if depth and not (out[-1:].isalnum() or out[-1:] == "_") and chance.random() < 0.2:
            out += f" # {len(out)} in {code[:3]}" if comments and chance.random() < 0.3 else ""
            out += "\n" + " " * chance.randint(1, 20)
        else:
            needed = (out[-1:].isalnum() or out[-1:] in ('_', '"')) and (word[0].isalnum() or word[0] in '_"')
            out += chance.choice((" ", "  ", "\t") if needed else ("", "", " ", "   ")) if out else ""
        out += word
        depth += word in "([{"
    return out, depth
