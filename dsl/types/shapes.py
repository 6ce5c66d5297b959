"""The shapes of boards by name: words of the grammar to `ShapeName`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

# Closed: where a pass, a picture or a playthrough decides by shape, mypy reports a shape that it does not know.
ShapeName = Literal["square", "hex", "ring", "line", "graph", "edges", "corners"]
SHAPES: Mapping[str, ShapeName] = {name: name for name in get_args(ShapeName)}
