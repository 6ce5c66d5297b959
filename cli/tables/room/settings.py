"""The settings of a table, as a form gives them and as the head of a saved game keeps them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...words.words import DEFAULT, is_language

# Settings of a table in the head of a saved game.
_LANGUAGE, _DICE, _BY_HAND = "language", "dice", "by_hand"


@frozen
class Settings:
    """The settings of a table: whether people enter what chance decides, and the language of captions and rules."""

    by_hand: bool = False
    language: str = DEFAULT

    @classmethod
    def read(cls, table: Sequence[tuple[str, str]], language: str) -> Settings:
        """The settings that a saved game keeps; where it keeps no language, this one."""
        known = dict(table)
        saved_language = known.get(_LANGUAGE, "")
        return cls(known.get(_DICE) == _BY_HAND, saved_language if is_language(saved_language) else language)

    def written(self, others: Sequence[tuple[str, str]] = ()) -> tuple[tuple[str, str], ...]:
        """These settings as a saved game keeps them, and the other ones of its table."""
        dice = ((_DICE, _BY_HAND),) if self.by_hand else ()
        return ((_LANGUAGE, self.language), *dice, *(other for other in others if other[0] not in (_LANGUAGE, _DICE)))
