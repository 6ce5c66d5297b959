"""Find the lines of a file that stand below a blank line.

Between declarations there is one, unless both have one line only: then it is the author's choice.
Elsewhere a blank line is kept where there is one or more; but none at the beginning of a block, and
none before an `else`.
"""

from __future__ import annotations

from .lines import CodeLine, Entry


def blanks(all_entries: list[Entry]) -> list[bool]:
    """For each line of code and each comment, whether it stands below a blank line."""
    below = _code_below(all_entries)
    return [bool(index) and _is_below_blank(all_entries, index, below[index]) for index in range(len(all_entries))]


def _code_below(all_entries: list[Entry]) -> list[int | None]:
    """For each line, the place of the line of code that it is, or that is next below it."""
    out: list[int | None] = []
    nearest = None
    # From the end, so that one pass finds the nearest line of code below each line.
    for index in range(len(all_entries) - 1, -1, -1):
        nearest = index if isinstance(all_entries[index], CodeLine) else nearest
        out.append(nearest)
    return out[::-1]


def _is_below_blank(all_entries: list[Entry], index: int, below: int | None) -> bool:
    node, before = all_entries[index], all_entries[index - 1]
    if isinstance(before, CodeLine) and node.level > before.level:
        return False
    if below is None:
        return node.blank
    if node.level == 0 and (before.level > 0 or isinstance(before, CodeLine)):
        return node.blank or before.level > 0 or _opens_block(all_entries, below)
    return node.blank and not _is_else(all_entries[below])


def _opens_block(all_entries: list[Entry], index: int) -> bool:
    return any(entry.level > all_entries[index].level for entry in all_entries[index + 1:index + 2])


def _is_else(entry: Entry) -> bool:
    return isinstance(entry, CodeLine) and entry.words[0].kind == "ELSE"
