"""`rulewright dap`: the debug adapter for editors."""

from __future__ import annotations

import sys

import click


@click.command(epilog="Example: rulewright dap")
def command() -> None:
    """Run a debug server for an editor (Debug Adapter Protocol), on the standard streams.

    The editor steps through the moves of a playthrough, on and back, with breakpoints on lines of the rulebook and on clauses.
    Editors start this command themselves; docs/editors.md describes the settings of each.
    """
    from ..debugger.adapter import Adapter
    from ..debugger.wire import Wire

    # As bytes: the protocol counts them, and a text stream would change the ends of lines on Windows.
    Adapter(Wire(sys.stdin.buffer, sys.stdout.buffer)).serve()
