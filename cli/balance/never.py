"""Items that were never offered to their names, as few as say it: a kind without its values, and numbers in a row as one."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.analysis.balance.item_uses import ItemUse
from ...interpreter.analysis.balance.items import Item


def never_offered(item_uses: Sequence[ItemUse]) -> list[str]:
    """Return names for the items that were never offered, in the order of the report.

    A kind of move that was never offered stands for its values. Whole numbers that follow each other are one name.
    """
    absent = [use.item for use in item_uses if not use.offered]
    kinds = {item.kind for item in absent if item.of == "move"}
    runs: list[tuple[Item, Item]] = []
    # Items come in the order of the rulebook, so numbers that follow each other are neighbours here.
    for item in (item for item in absent if item.of == "move" or item.kind not in kinds):
        if runs and _follows(runs[-1][1], item):
            runs[-1] = runs[-1][0], item
        else:
            runs.append((item, item))
    return [str(first) if first == last else f"{first} to {last.value}" for first, last in runs]


def _follows(item: Item, later: Item) -> bool:
    """Return whether two items are a number and the next one, of the same value of a kind of move."""
    if (item.kind, item.of, item.name) != (later.kind, later.of, later.name):
        return False
    numbers = [part.value.removeprefix("-").isdecimal() for part in (item, later)]
    return all(numbers) and int(later.value) == int(item.value) + 1
