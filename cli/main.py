"""The command line's group: commands are loaded when they are used, errors end in exit codes.

Exit codes: 0 success; 1 the input has mistakes, or something that was checked fails; 2 wrong usage.
"""

from __future__ import annotations

import importlib
import re

import click

# Each command with its one line of help, so that `--help` loads no command.
COMMANDS = {
    "games": "List the rulebooks that ship, with players and sizes.",
    "show": "List the clauses of a rulebook.",
    "check": "Compile rulebooks and explain every mistake.",
    "explain": "Explain the code of a diagnostic, and how to mend it.",
    "fmt": "Format rulebook files.",
    "new": "Create a rulebook, a variant and a playthrough to start from.",
    "diff": "Compare two rulebooks by clause, and find where their games diverge.",
    "play": "Play a game in the terminal.",
    "test": "Run playthroughs and report failed expectations.",
    "legal": "List the legal moves at the end of a playthrough.",
    "record": "Write a random game as a playthrough.",
    "export": "Print a playthrough as data: states, choices, events.",
    "migrate": "Adapt a playthrough to changed rules.",
    "simulate": "Play random games and report statistics.",
    "perft": "Count the sequences of moves to a depth.",
    "mutate": "Mutation testing: find rule changes that no playthrough detects.",
    "laws": "Test properties of every game with random games.",
    "rulebook": "Print a readable rulebook made from the rules.",
    "texts": "Report which clauses have a text in a language.",
    "validate": "Check a printed rulebook, in any language, against the rules.",
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

EPILOG = """Exit codes: 0 success; 1 the input has mistakes, or something that was checked fails; 2 wrong usage.

Example: rulewright check carolus_magnus"""
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
            ctx.fail("An argument is empty; perhaps a variable in it has no value.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            # The reader of the output is gone: click ends the command with exit code 1.
            raise
        except Exception as error:
            from .errors import explained

            message, code = explained(error)
            if message is None:
                raise
            click.echo(message, err=True)
            ctx.exit(code)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
             epilog=EPILOG)
@click.version_option(package_name="rulewright", prog_name="rulewright")
def main() -> None:
    """Rulewright: board-game rulebooks as data, checked, explained and played."""
