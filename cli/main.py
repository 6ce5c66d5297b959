"""The command line's group: the commands with their one line of help; errors end in exit codes.

Exit codes: 0 success; 1 the input has mistakes, something that was checked fails, or nothing reads the output any more; 2 wrong
usage; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import ClassVar

import click

from .shared.process.lazy_group import INTERRUPTED, LazyGroup

# Each command with its one line of help, so that `--help` loads no command.
COMMANDS = {
    "games": "List the rulebooks that ship, with players and sizes.",
    "show": "List the clauses of a rulebook.",
    "check": "Compile rulebooks and explain every mistake.",
    "explain": "Explain the code of a diagnostic, and how to mend the mistake.",
    "fmt": "Format rulebook files.",
    "new": "Create a rulebook, a variant and a playthrough to start from.",
    "diff": "Compare two rulebooks by clause, and find where their games diverge.",
    "play": "Play a game in the terminal.",
    "serve": "Play games in the browser.",
    "test": "Run playthroughs and report failed expectations.",
    "legal": "List the legal moves at the end of a playthrough.",
    "record": "Play a game at random, or by players that think, and write a playthrough.",
    "export": "Print a playthrough as data: states, choices and events.",
    "picture": "Draw a position as SVG or PNG.",
    "replay": "Write a playthrough as a page that replays it.",
    "trace": "Carry out the moves of a playthrough statement by statement.",
    "migrate": "Adapt a playthrough to changed rules.",
    "learn": "Learn an evaluation of positions from games that the program plays against itself.",
    "simulate": "Play games at random, or by players that think, and report statistics.",
    "balance": "Report how games run, how fair they are, and which clauses and moves matter.",
    "ambiguities": "Rank the open questions of a rulebook by how much each matters in play.",
    "perft": "Count the sequences of moves to a depth.",
    "mutate": "Mutation testing: find rule changes that no playthrough detects.",
    "laws": "Test properties of every game with random games.",
    "rulebook": "Print a readable rulebook made from the rules.",
    "texts": "Report which clauses have a text in a language.",
    "validate": "Check a printed rulebook, in any language, against the rules.",
    "review": "Review a printed rulebook in the browser.",
    "document": "Align a printed rulebook with the rules and record the result in a lock: align, confirm, assign, ...",
    "build": "Compile a rulebook to a module of WebAssembly.",
    "lsp": "Run a language server for an editor.",
    "dap": "Run a debug server for an editor: step through a playthrough.",
    "dump": "Print the output of a stage of the compiler.",
}

EPILOG = """Exit codes: 0 success; 1 the input has mistakes, something that was checked fails, or nothing reads the output any
more; 2 wrong usage; 130 stopped by Ctrl-C.

Example: rulewright check carolus_magnus"""


class Main(LazyGroup):
    """All commands; an error of the library ends in a message and an exit code."""

    package: ClassVar[str] = f"{__package__}.commands"
    helps: ClassVar[Mapping[str, str]] = COMMANDS

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (KeyboardInterrupt, click.Abort):
            click.echo("Aborted!", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # Nothing reads the output any more: click ends the command with exit code 1.
            raise
        except Exception as error:
            from .colours.terminal import coloured
            from .errors import explained
            from .shared.process.encodings import discard_unwritten

            message, code = explained(error)
            if message is None:
                raise
            discard_unwritten()
            click.echo(coloured(message, sys.stderr), err=True)
            ctx.exit(code)


@click.group(cls=Main, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
             epilog=EPILOG)
@click.version_option(package_name="rulewright", prog_name="rulewright")
def main() -> None:
    """Rulewright: board-game rulebooks as data, checked, explained and played."""
