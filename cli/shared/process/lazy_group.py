"""Groups of commands that import the module of a command when the command is used; a command can be a group in turn."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

import click

# The exit code of what was broken off by Ctrl-C, with which shells say so.
INTERRUPTED = 130
# An option with nothing behind its `=`.
EMPTY_VALUE = re.compile(r"--[\w-]+=")


class LazyGroup(click.Group):
    """A group of commands, each the `command` of a module of `package` that has its name.

    `helps` has the one line of help of each command, so that `--help` imports none of them.
    """

    package: ClassVar[str]
    helps: ClassVar[Mapping[str, str]]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.helps)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.loaded(cmd_name) if cmd_name in self.helps else None

    def loaded(self, name: str) -> click.Command:
        """Import a command."""
        command: click.Command = importlib.import_module(f"{self.package}.{name}").command
        return command

    def every_command(self, before: str = "") -> Iterator[tuple[str, click.Command]]:
        """Import every command, those of inner groups too, each with the words that call it, as `document align`."""
        for name in self.helps:
            command = self.loaded(name)
            yield f"{before}{name}", command
            if isinstance(command, LazyGroup):
                yield from command.every_command(f"{before}{name} ")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.helps.items()))

    def resolve_command(self, ctx: click.Context,
                        args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.helps and not args[0].startswith("-"):
            ctx.fail(f"There is no command `{args[0]}`.{self._hint(args[0])}")
        # In a script `--seed=$SEED` without a value would else be read as something that the user never meant.
        if any(arg == "" or EMPTY_VALUE.fullmatch(arg) for arg in args[1:]):
            ctx.fail("An argument is empty; perhaps a variable in it has no value.")
        return super().resolve_command(ctx, args)

    def _hint(self, name: str) -> str:
        """Suggest the command whose last word is nearest, so that `algn` finds `document align`."""
        import difflib

        full_names = {name.rpartition(" ")[2]: name for name, _ in self.every_command()} | {name: name for name in self.helps}
        near = difflib.get_close_matches(name, full_names, n=1)
        return f" Did you mean `{full_names[near[0]]}`?" if near else ""
