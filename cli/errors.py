"""Turn errors of the library into messages and exit codes."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from ..dsl.load.loader import NoSuchRulebook
from ..dsl.source.diagnostics import Diagnostic, RulebookError, render
from ..interpreter.game.game import WrongPlayers
from ..interpreter.runtime.faults import IllegalChoice, RulebookFault
from .playthroughs.scripts import WrongPlaythrough
from .shared.files.files import WouldOverwrite
from .table.session.saving import NotSaved
from .tasks.cluster import NoCluster
from .tasks.subjects import OtherRules

# What keeps a stream from being written. Every file that is written is named in its error.
NO_ROOM_OR_CLOSED = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT)


def rendered(diagnostics: Sequence[Diagnostic]) -> str:
    """Render diagnostics and their count as text."""
    count = sum(diagnostic.level == "error" for diagnostic in diagnostics)
    return "\n".join(map(render, diagnostics)) + f"\n{count} mistake{'s' if count != 1 else ''}"


def explained(error: Exception) -> tuple[str | None, int]:
    """Return the message for the user and the exit code; the message is None for a bug of ours."""
    match error:
        case RulebookError() | WrongPlaythrough():
            return rendered(error.diagnostics), 1
        case NoSuchRulebook():
            return f"Error: {error}", 2
        case WrongPlayers():
            return f"Error: {error}", 2
        case WouldOverwrite():
            return f"Error: {error}; choose another name, or {'give --force' if error.may_be_forced else 'remove it first'}", 2
        case NotSaved():
            return f"Error: the game cannot be saved: {error.reason}", 1
        case RulebookFault():
            return f"Error: rulebook fault: {error}", 1
        # How pathlib says it before Python 3.13.
        case RuntimeError() if str(error).startswith("Symlink loop"):
            return f"Error: a link leads back to itself: {str(error).removeprefix('Symlink loop from ')}", 2
        case NoCluster():
            return f"Error: {error}", 2
        case OtherRules():
            return f"Error: {error}", 1
        case BrokenProcessPool():
            return "Error: something outside stopped a process; perhaps there was too little memory", 1
        case IllegalChoice():
            return f"Error: {error}", 1
        case PermissionError() | IsADirectoryError() | FileNotFoundError() | FileExistsError():
            return f"Error: {error.strerror}: {error.filename}", 2
        case OSError() if error.filename is None and error.errno in NO_ROOM_OR_CLOSED:
            return f"Error: standard output cannot be written: {(error.strerror or str(error)).lower()}", 1
        case OSError():
            return f"Error: {error.strerror or error}" + (f": {error.filename}" if error.filename else ""), 1
        case _:
            # Any other exception is a bug of ours: its traceback is shown.
            return None, 1
