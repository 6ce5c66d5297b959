"""`rulewright lsp`: the language server for editors."""

from __future__ import annotations

import click


@click.command(epilog="Example: rulewright lsp")
@click.option("--stdio", is_flag=True, expose_value=False, help="Use the standard streams, as always; editors say so.")
def command() -> None:
    """Serve an editor by the Language Server Protocol, on the standard streams.

    Editors start this command themselves; docs/editors.md says how each is set up. Needs the extra `editor`.
    """
    try:
        from ..editor.server.start import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            # Another missing module is a mistake of ours, and no extra that the user lacks.
            raise
        raise click.ClickException('the language server needs pygls: pip install "rulewright[editor]"') from None
    make_server().start_io()
