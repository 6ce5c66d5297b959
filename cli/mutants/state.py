"""Read and write the file of `mutate --resume`: verdicts of this version of the rules and playthroughs, and of earlier ones.

Its lines are heads and verdicts: a head names the rules and playthroughs of the verdicts after it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import click
from attrs import astuple, define, field, frozen

from ...dsl.source.read_limited import text_in
from ...interpreter.analysis.mutation.mutation import Verdict, VerdictKind, Way
from ..shared.files.files import write_whole


@frozen
class StateHead:
    """The input of verdicts: a game, its rules (a hash), and playthroughs (a hash of each)."""

    game: str
    rules: str
    playthroughs: frozenset[str]

    @property
    def line(self) -> str:
        """The head as a line of the file."""
        return json.dumps({"mutants of": self.game, "rules": self.rules, "playthroughs": sorted(self.playthroughs)})


@frozen
class EarlierVerdict:
    """A verdict of an earlier run, with its playthroughs; None if the rules were different."""

    verdict: Verdict
    playthroughs: frozenset[str] | None

    @property
    def still_holds(self) -> bool:
        """Return whether the verdict is still valid, unless a new playthrough notices the mutant."""
        return self.playthroughs is not None and self.verdict.way != "playthrough"


@define(eq=False)
class VerdictMemory:
    """The verdicts on mutants by key: valid ones, and those of earlier runs.

    Without a path nothing is saved.
    """

    head: StateHead
    path: Path | None = None
    verdicts: dict[str, Verdict] = field(factory=dict)
    earlier: dict[str, EarlierVerdict] = field(factory=dict)

    def keep(self, key: str, verdict: Verdict) -> None:
        """Save a verdict at once; a mutant that failed by a bug is tested again the next time."""
        self.verdicts[key] = verdict
        if self.path is not None and verdict.kind != "failed":
            # One line at a time, appended: of a run that is killed, at most the last verdict is lost.
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(key, verdict) + "\n")


def memory(path: Path | None, head: StateHead) -> VerdictMemory:
    """Read the verdicts on the mutants of a game from a file; ignore an incomplete last line.

    A new file gets its head. A file of another game, or one that cannot be read, is a usage error.
    """
    if path is None:
        return VerdictMemory(head)
    verdicts = _read(path, head.game) if path.exists() else {}
    out = VerdictMemory(head, path)
    for key, (made_for, verdict) in verdicts.items():
        if made_for == head:
            out.verdicts[key] = verdict
        else:
            # With other rules a mutant may be another one. Its verdict only says which playthrough is worth trying first.
            out.earlier[key] = EarlierVerdict(verdict, made_for.playthroughs if made_for.rules == head.rules else None)
    text = _text(verdicts, head)
    if not path.exists() or text_in(path, "replace") != text:
        write_whole(path, text)
    return out


def _read(path: Path, game: str) -> Mapping[str, tuple[StateHead, Verdict]]:
    """Return the last verdict on each mutant, with its head."""
    text = text_in(path, "replace")
    verdicts: dict[str, tuple[StateHead, Verdict]] = {}
    head: StateHead | None = None
    # What comes after the last end of line was being written when the run was killed.
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            parts = json.loads(line)
            if isinstance(parts, dict):
                head = StateHead(parts["mutants of"], parts["rules"], frozenset(parts["playthroughs"]))
            elif head is not None:
                verdicts[str(parts[0])] = head, _verdict(*parts[1:])
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            raise click.UsageError(f"line {number} of `{path}` cannot be read; name a new file") from None
    if head is None or head.game != game:
        raise click.UsageError(f"`{path}` was not made for `{game}`; name a new file")
    return verdicts


def _verdict(kind: VerdictKind, by: str, playthrough: str | None, way: Way | None) -> Verdict:
    """Parse a verdict. Raises ValueError."""
    texts = isinstance(by, str) and isinstance(playthrough, str | None)
    if kind not in get_args(VerdictKind) or way not in (None, *get_args(Way)) or not texts:
        raise ValueError
    return Verdict(kind, by, playthrough, way)


def _text(verdicts: Mapping[str, tuple[StateHead, Verdict]], current: StateHead) -> str:
    """Return the new text of the file, with the valid verdicts at its end."""
    lines: list[str] = []
    for head in (*(dict.fromkeys(head for head, _ in verdicts.values() if head != current)), current):
        lines += [head.line, *(_line(key, verdict) for key, (owner, verdict) in verdicts.items() if owner == head)]
    return "\n".join(lines) + "\n"


def _line(key: str, verdict: Verdict) -> str:
    return json.dumps([key, *astuple(verdict)])
