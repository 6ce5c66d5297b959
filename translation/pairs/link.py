"""Links between sentences of an original and of a translation that say the same."""

from __future__ import annotations

from attrs import frozen


@frozen
class Link:
    """Sentences of the original and of the translation that say the same, by index; one side may be empty.

    `alike` is how alike they are, from 0 to 1; `moved`: they stand in different places; `confirmed`: a person says so.
    """

    original: tuple[int, ...]
    translation: tuple[int, ...]
    alike: float = 0.0
    moved: bool = False
    confirmed: bool = False
