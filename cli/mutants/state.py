"""A file to what is known of mutants, and back: verdicts that hold, and those found with other rules or playthroughs.

Its lines are heads and verdicts: a head says for which rules and playthroughs the verdicts after it were found.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import click
from attrs import astuple, define, field, frozen

from ...dsl.source.read_limited import text_in
from ...interpreter.analysis.mutation.mutation import Fate, Verdict, Way
from ..shared.files import write_whole


@frozen
class Head:
    """What verdicts were found for: a game, its rules (a hash), and playthroughs (a hash of each)."""

    game: str
    rules: str
    playthroughs: frozenset[str]

    @property
    def line(self) -> str:
        """The head as a line of the file."""
        return json.dumps({"mutants of": self.game, "rules": self.rules, "playthroughs": sorted(self.playthroughs)})


@frozen
class Earlier:
    """A verdict of an earlier run, and the playthroughs that it was found with; None where the rules were others."""

    verdict: Verdict
    tried: frozenset[str] | None

    @property
    def still_holds(self) -> bool:
        """Whether it holds still, unless a playthrough that is new notices the mutant."""
        return self.tried is not None and self.verdict.way != "playthrough"


@define(eq=False)
class Memory:
    """What is known of mutants by their keys: verdicts that hold, and those of earlier runs.

    Without a path it is kept nowhere.
    """

    head: Head
    path: Path | None = None
    verdicts: dict[str, Verdict] = field(factory=dict)
    earlier: dict[str, Earlier] = field(factory=dict)

    def keep(self, key: str, verdict: Verdict) -> None:
        """Take in a verdict, and write it down at once; what failed by a bug is tried again the next time."""
        self.verdicts[key] = verdict
        if self.path is not None and verdict.fate != "failed":
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(key, verdict) + "\n")


def memory(path: Path | None, head: Head) -> Memory:
    """What a file knows of the mutants of a game; a last line that was cut off counts as not there.

    A file that is not there gets its head. One of another game, or that cannot be read, is a usage error.
    """
    if path is None:
        return Memory(head)
    found = _read(path, head.game) if path.exists() else {}
    out = Memory(head, path)
    for key, (made_for, verdict) in found.items():
        if made_for == head:
            out.verdicts[key] = verdict
        else:
            out.earlier[key] = Earlier(verdict, made_for.playthroughs if made_for.rules == head.rules else None)
    anew = _text(found, head)
    if not path.exists() or text_in(path, "replace") != anew:
        write_whole(path, anew)
    return out


def _read(path: Path, game: str) -> Mapping[str, tuple[Head, Verdict]]:
    """The last verdict on each mutant, with the head that it stands under."""
    text = text_in(path, "replace")
    found: dict[str, tuple[Head, Verdict]] = {}
    head: Head | None = None
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            parts = json.loads(line)
            if isinstance(parts, dict):
                head = Head(parts["mutants of"], parts["rules"], frozenset(parts["playthroughs"]))
            elif head is not None:
                found[str(parts[0])] = head, _verdict(*parts[1:])
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            raise click.UsageError(f"line {number} of `{path}` cannot be read; name a new file") from None
    if head is None or head.game != game:
        raise click.UsageError(f"`{path}` was not made for `{game}`; name a new file")
    return found


def _verdict(fate: Fate, by: str, playthrough: str | None, way: Way | None) -> Verdict:
    """A verdict as it stands in a file. Raises ValueError for what is none."""
    texts = isinstance(by, str) and isinstance(playthrough, str | None)
    if fate not in get_args(Fate) or way not in (None, *get_args(Way)) or not texts:
        raise ValueError
    return Verdict(fate, by, playthrough, way)


def _text(found: Mapping[str, tuple[Head, Verdict]], now: Head) -> str:
    """The file anew, with the verdicts that hold at its end."""
    lines: list[str] = []
    for head in (*(dict.fromkeys(head for head, _ in found.values() if head != now)), now):
        lines += [head.line, *(_line(key, verdict) for key, (of, verdict) in found.items() if of == head)]
    return "\n".join(lines) + "\n"


def _line(key: str, verdict: Verdict) -> str:
    return json.dumps([key, *astuple(verdict)])
