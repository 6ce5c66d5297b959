"""The compiled rules: expressions that hold no other: known values, names, and what is known of a step."""

from __future__ import annotations

from ..source.records import frozen


@frozen
class Const:
    """A known value."""

    value: int


@frozen
class Values:
    """A known list."""

    values: tuple[int, ...]


# INVARIANT: no two loops, open values or parameters of a program have the same name (`Shared.temp`). So passes put parts of it
# into other places without renaming (`rebuild.substituted`). Only a `Let` may give a name again: that of a `var`, and that of a
# parameter whose value it checks.
@frozen
class Temp:
    """A name that lives within one run of operations."""

    name: str


@frozen
class Applied:
    """The test that any of these clauses was applied in the step."""

    clauses: tuple[str, ...]


@frozen
class Decider:
    """The seat that decided the step, or -1 for chance."""
