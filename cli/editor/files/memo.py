"""Results that depend on files. Each is kept with its questions about files, and made again when an answer changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from attrs import define, field

from ....dsl.source import disk
from ....dsl.source.disk import Question

Value = TypeVar("Value")


@define
class Memo(Generic[Value]):
    """The results that were asked for last, at most `most`."""

    most: int
    _values: OrderedDict[Hashable, tuple[dict[Question, str], Value]] = field(factory=OrderedDict)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the present result for a key. Raises whatever `make` raises."""
        known = self._values.get(key)
        if known is not None and disk.still_so(known[0]):
            self._values.move_to_end(key)
            return known[1]
        with disk.recorded() as answers:
            value = make()
        self._values[key] = answers, value
        while len(self._values) > self.most:
            self._values.popitem(last=False)
        return value
