"""`rulewright lsp`: the language server for editors."""

from __future__ import annotations

import click


@click.command(epilog="Example: rulewright lsp")
@click.option("--stdio", is_flag=True, expose_value=False,
              help="Use the standard streams, as the command always does; some editors pass this.")
def command() -> None:
    """Run a language server for an editor (Language Server Protocol), on the standard streams.

    Editors start this command themselves; docs/editors.md describes the settings of each. The command needs the
    extra `editor`.
    """
    try:
        from ..editor.server.start import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            # Another missing module is a mistake of ours, and no extra that the user lacks.
            raise
        raise click.ClickException('the language server needs pygls: pip install "rulewright[editor]"') from None
    make_server().start_io()
