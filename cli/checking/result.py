"""A file to check, the result of checking it, and what the result depends on."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.records import frozen

# What a result depends on: questions to the disk, with what it answered.
Answers = Mapping[disk.Question, str]


@frozen
class CheckedFile:
    """A file with the variants and parameters that it is checked with.

    `blocks` is the size of what was played before, of the rulebook that it is a variant of and of its other variants.
    """

    path: str
    variants: tuple[str, ...]
    parameters: tuple[str, ...]
    blocks: int


@frozen
class CheckResult:
    """The diagnostics of a file; `blocks` is its size, and `skipped` says that it was too large to be played besides."""

    diagnostics: tuple[Diagnostic, ...]
    blocks: int = 0
    skipped: bool = False


# The limit on blocks, of a rulebook with the variants beside it. Building the machine takes longest.
MOST_BLOCKS = 1_500


def is_skipped(blocks: int, played: int) -> bool:
    """Return whether rules of this size are not played, behind others of this size; the first are always played."""
    return bool(blocks) and bool(played) and played + blocks > MOST_BLOCKS
