"""The lines of the only point of a loop of random choices to a loop that asks nothing twice.

Play goes on to the same point or leaves the loop, so no block is asked for; passes are counted by the loop itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

COUNTED = "steps += 1"
WIDEST = "if count > widest: widest = count"
DRAWN = re.compile(r"code = ((?:codes|kept_\d+)\[int.*\](?: - \d+)?)")


def alone_in_loop(number: int, case: Sequence[str], lists: Sequence[str]) -> list[str] | None:
    """The loop around the lines of a point, with `lists` of codes; None where it is found out in play which block comes next.

    The first line of the case asks for the block.
    """
    body = [line.removeprefix("    ") for line in case[1:]]
    again, lines = f"block = {number}", list[str]()
    for line in body:
        text = line.strip()
        goes_on = text.removeprefix("block = ")
        # A block that is worked out in play may be this one, and then `break` would leave the loop too early.
        if goes_on != text and text != again and not goes_on.isdigit():
            return None
        if text == again:
            continue
        leaves = text == "continue" and bool(lines) and lines[-1].strip().startswith("block = ")
        lines.append(line.replace("continue", "break") if leaves else line)
    before, lines = _listed_before(lines, lists)
    if len(before) == 1:
        before, lines = _counted_once(before[0], lines)
    pad = "        "
    return [*before, f"{pad}for steps in range(1, limit + 1):", *_named_once(_counted(lines))]


def _counted(lines: Sequence[str]) -> list[str]:
    """The lines, where the loop counts the steps: a pass that leaves before it made one takes it back."""
    place = next(place for place, line in enumerate(lines) if line.strip() == COUNTED)
    return [*(line.replace(": break", ": steps -= 1; break") if line.strip() == "if not count: break" else line
              for line in lines[:place]), *lines[place + 1:]]


def _listed_before(lines: Sequence[str], lists: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines that list codes, before the loop, and the others; a list that may be forgotten is asked for in the loop."""
    before, rest = list[str](), list[str]()
    for line in lines:
        text = line.strip()
        name = next((name for name in lists if text.startswith(f"if {name} is None: ")), None)
        if name is None or any(other.strip() == f"{name} = None" or f": {name} = None" in other for other in lines):
            rest.append(line)
        else:
            before.append(f"        {text.partition(': ')[2]}")
    return before, rest


def _counted_once(listed: str, lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines before the loop and those of it, where the number of codes is kept with the list that loses some of them.

    Nothing comes into the list: where that may be, it is forgotten and listed again. So it never has more than at first.
    """
    name = listed.strip().partition(" = ")[0]
    if f"codes = {name}" not in (line.strip() for line in lines):
        return [listed], list(lines)
    left_out, loses = {f"codes = {name}", "count = len(codes)", WIDEST}, re.compile(rf"\b{name}\.remove\(.*\)$")
    counted = [f"{line}; count -= 1" if loses.search(line) else line for line in lines if line.strip() not in left_out]
    drawn = [line.replace("codes[", f"{name}[") if DRAWN.fullmatch(line.strip()) else line for line in counted]
    return [listed, f"        count = widest = len({name})"], drawn


def _named_once(lines: Sequence[str]) -> list[str]:
    """The lines, with the code that is drawn under the name of its open value, where it has but one."""
    draws = [(place, match[1]) for place, line in enumerate(lines) if (match := DRAWN.fullmatch(line.strip()))]
    copies = [place for place, line in enumerate(lines) if re.fullmatch(r"\w+ = code", line.strip())]
    uses = sum(len(re.findall(r"\bcode\b", line)) for line in lines if not line.strip().startswith("#"))
    # Two uses are the drawing itself and the copy: any more would read a name that is not there any longer.
    if len(draws) != 1 or len(copies) != 1 or uses != 2 or draws[0][0] > copies[0]:
        return list(lines)
    (drawn, value), (copy,) = draws[0], copies
    copied = lines[copy].replace("= code", f"= {value}")
    return [*lines[:drawn], *lines[drawn + 1:copy], copied, *lines[copy + 1:]]
