"""The command line's group: commands are loaded when they are used, errors end in exit codes.

Exit codes: 0 fine; 1 the input fell short (mistakes in a rulebook, a failed expectation);
2 wrong usage.
"""

from __future__ import annotations

import importlib
import re

import click

# Each command with its one line of help, so that `--help` loads none of them.
COMMANDS = {
    "games": "The rulebooks that ship, with players and sizes.",
    "show": "What a rulebook says, clause by clause.",
    "check": "Compile rulebooks and explain every mistake.",
    "explain": "What a code of a diagnostic means, and how to mend it.",
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
    "anchor": "Which sentence of a document states which clause.",
    "confirm": "Confirm that clauses are stated where `anchor` says.",
    "move": "Say which sentences state a clause, or what they are instead.",
    "reanchor": "Take a lock over to a document that has changed.",
    "accept": "Let findings on a document stand, with the reason.",
    "terms": "How a document calls what the rules speak of.",
    "questions": "What to ask the publisher about a document.",
    "build": "Write a rulebook as a module of WebAssembly.",
    "dump": "Print a stage of the compiler.",
}

# An option with nothing behind its `=`.
EMPTY_VALUE = re.compile(r"--[\w-]+=")


class LazyGroup(click.Group):
    """A group that imports the module of a command when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f".commands.{cmd_name}", __package__)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context,
                        args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean `{near[0]}`?" if near else ""
            ctx.fail(f"There is no command `{args[0]}`.{hint}")
        if any(arg == "" or EMPTY_VALUE.fullmatch(arg) for arg in args[1:]):
            ctx.fail("An argument is empty; perhaps a variable that it was made of has no value.")
        return super().resolve_command(ctx, args)

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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
             epilog="Example: rulewright check carolus_magnus")
@click.version_option(package_name="rulewright", prog_name="rulewright")
def main() -> None:
    """Rulewright: board-game rulebooks as data, checked, explained and played."""
