"""The command line's group: the commands with their one line of help; errors end in exit codes.

Exit codes: 0 fine; 1 the input fell short (mistakes in a rulebook, a failed expectation);
2 wrong usage.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import click

from .shared.lazy_group import LazyGroup

# Each command with its one line of help, so that `--help` loads none of them.
COMMANDS = {
    "games": "The rulebooks that ship, with players and sizes.",
    "show": "What a rulebook says, clause by clause.",
    "check": "Compile rulebooks and explain every mistake.",
    "fmt": "Lay out rulebook files in the one way.",
    "new": "Make a new rulebook, a variant and a playthrough to begin with.",
    "diff": "What differs between two rulebooks, and where they part in play.",
    "play": "Play a game in the terminal.",
    "test": "Run playthroughs and report what is not so.",
    "legal": "The choices at the end of a playthrough.",
    "record": "Write a random game as a playthrough.",
    "export": "A playthrough as data: states, choices, events.",
    "migrate": "Take a playthrough over to changed rules.",
    "simulate": "Play many games at random and report on them.",
    "perft": "Count the ways a game can go, to a depth.",
    "mutate": "Change a rulebook in small steps, and see what notices.",
    "laws": "Hold a game against the laws that every game keeps.",
    "rulebook": "A readable rulebook made from the rules.",
    "texts": "How far a rulebook is worded in a language.",
    "validate": "Hold a printed rulebook, in any language, against the rules.",
    "document": "Align a printed rulebook with the rules and keep its lock: align, confirm, assign, ...",
    "dump": "Print a stage of the compiler.",
}


class Main(LazyGroup):
    """All commands; an error of the library ends in a message and an exit code."""

    package: ClassVar[str] = f"{__package__}.commands"
    helps: ClassVar[Mapping[str, str]] = COMMANDS

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            # Nobody reads any more what is printed: click ends the command with exit code 1.
            raise
        except Exception as error:
            from .errors import explained

            message, code = explained(error)
            if message is None:
                raise
            click.echo(message, err=True)
            ctx.exit(code)


@click.group(cls=Main, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
             epilog="Example: rulewright check carolus_magnus")
@click.version_option(package_name="rulewright", prog_name="rulewright")
def main() -> None:
    """Rulewright: board-game rulebooks as data, checked, explained and played."""
