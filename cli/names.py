"""The names of the rulebooks that ship, without reading any of them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def shipped_names() -> list[str]:
    """The names, sorted."""
    root = Path(str(files("rulewright") / "games"))
    names = {path.stem for path in root.glob("*/*.rules") if path.stem == path.parent.name}
    names |= {path.stem for path in (root / "tutorial").glob("*.rules")}
    return sorted(names)
