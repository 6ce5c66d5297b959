"""Results of tasks to a file and back, so that an interrupted run goes on where it stopped.

A line of the file is a task by the digest of all that it depends on, and its result. Results are pickled. The reader
creates only plain values and values of this package, so a file from elsewhere cannot run code.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import pickle
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import click
from attrs import define, field

from ..shared.files.files import write_whole
from .subjects import RulesHashes

FORMAT = 1
PLAIN = {("builtins", name) for name in ("set", "frozenset", "range", "slice", "complex")} | {
    ("collections", "Counter"), ("collections", "OrderedDict"), ("pathlib", "PosixPath"), ("pathlib", "WindowsPath"),
    ("pathlib._local", "PosixPath"), ("pathlib._local", "WindowsPath"), ("re", "_compile")}
OURS = __name__.partition(".")[0]


class _ResultReader(pickle.Unpickler):
    """A reader of pickles of plain values and of frozen data of this package. It creates and calls nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in PLAIN:
            return super().find_class(module, name)
        # A name with a dot would reach into a class, for its methods.
        if module.partition(".")[0] == OURS and "." not in name:
            class_ = super().find_class(module, name)
            if isinstance(class_, type) and attrs.has(class_):
                return class_
        raise pickle.UnpicklingError(f"{module}.{name} is no plain value")


def digest_of(function: Callable[..., object], task: str, rules: RulesHashes) -> str:
    """Return the digest of all that the result of a task depends on; `task` describes the task."""
    parts = (function.__module__, function.__qualname__, task, repr(rules))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


@define(eq=False)
class Results:
    """The results of finished tasks by digest; with a path, each new one is written at once."""

    path: Path | None = None
    by_digest: dict[str, str] = field(factory=dict)

    def of(self, digest: str) -> tuple[object] | None:
        """Return the result of a task in a tuple; None if there is no readable one."""
        line = self.by_digest.get(digest)
        if line is None:
            return None
        try:
            return (_ResultReader(io.BytesIO(zlib.decompress(base64.b64decode(line)))).load(),)
        except Exception:
            # A damaged line, or one of another version: the task is done again.
            return None

    def keep(self, digest: str, result: object) -> None:
        """Write the result of a task."""
        if self.path is not None:
            packed = base64.b64encode(zlib.compress(pickle.dumps(result, protocol=5))).decode()
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([digest, packed]) + "\n")


def results_in(path: Path | None, rules: RulesHashes, command: str) -> Results:
    """Return the results in a file, without an incomplete last line. A new file gets its head.

    A file of another command or of other rules, or one that cannot be read, is wrong usage. Raises OSError.
    """
    if path is None:
        return Results()
    head = json.dumps({"rulewright": "results of tasks", "format": FORMAT, "command": command, "version": rules.version,
                       "rules": [[subject.request.name, subject.players, hash] for subject, hash in rules.hashes]})
    if not path.exists() or not path.stat().st_size:
        write_whole(path, head + "\n")
        return Results(path)
    with path.open(encoding="utf-8", errors="replace") as file:
        if file.readline() != head + "\n":
            raise click.BadParameter(f"`{path}` is not from this command with these rules; name a new file",
                                     param_hint="--resume")
        results = Results(path, dict(filter(None, map(_line, file))))
    _end_last_line(path)
    return results


def _end_last_line(path: Path) -> None:
    """End the last line of a file, so that the next result begins a line; an incomplete one counts as none."""
    with path.open("rb+") as file:
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            file.write(b"\n")


def _line(line: str) -> tuple[str, str] | None:
    try:
        digest, packed = json.loads(line)
    except (ValueError, TypeError):
        return None
    return (digest, packed) if isinstance(digest, str) and isinstance(packed, str) else None
