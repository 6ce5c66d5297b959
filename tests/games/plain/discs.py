"""The discs of Carolus Magnus: a record of what was shown to who may show what, and who acts when."""

from __future__ import annotations

ROUNDS_OF_DISCS = 5
ALL = frozenset({1, 2, 3, 4, 5})


class Discs:
    """The discs that were shown, in this round and since the players last took theirs back."""

    def __init__(self, seats: list[str], first: str) -> None:
        start = seats.index(first)
        self.choosing = seats[start:] + seats[:start]
        self.shown: dict[str, int] = {}
        self.spent: dict[str, set[int]] = {seat: set() for seat in seats}
        self.rounds = 0

    @property
    def chooser(self) -> str:
        """Who shows a disc next: in the first round round the table, later those who acted earlier."""
        return self.choosing[0 if self.is_round_over else len(self.shown)]

    @property
    def is_round_over(self) -> bool:
        """Whether all have shown a disc."""
        return len(self.shown) == len(self.choosing)

    def left(self, seat: str) -> set[int]:
        """The discs that a player still has; after five rounds they have all of them again."""
        back = self.is_round_over and self.rounds % ROUNDS_OF_DISCS == 0
        return set(ALL) if back else set(ALL) - self.spent[seat]

    def on_the_table(self) -> set[int]:
        """The discs that others show in the round in which somebody shows one next."""
        return set() if self.is_round_over else set(self.shown.values())

    def may_show(self, seat: str) -> set[int]:
        """A disc that the player still has and nobody shows; any that they have, if all of those are shown."""
        return self.left(seat) - self.on_the_table() or self.left(seat)

    def show(self, seat: str, disc: int) -> None:
        """Show a disc. After the last one the players act from the lowest on; of two alike the earlier one first."""
        if self.is_round_over:
            self.shown = {}
            if self.rounds % ROUNDS_OF_DISCS == 0:
                self.spent = {text: set() for text in self.spent}
        self.shown[seat] = disc
        self.spent[seat].add(disc)
        if self.is_round_over:
            self.rounds += 1
            self.choosing = sorted(self.choosing, key=lambda text: self.shown[text])
