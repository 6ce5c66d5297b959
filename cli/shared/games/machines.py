"""The options for the machine that plays many games: `--machine python|wasm|auto`, `--no-cache`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

import click
from attrs import frozen

from ....interpreter.analysis.playouts.faster import Faster, Unavailable, faster
from ....interpreter.analysis.playouts.questions import NOTHING_ASKED, Questions
from ....interpreter.game.rules import Rules

MACHINES = ("auto", "python", "wasm")


@frozen
class MachineOption:
    """The machine that is asked for, and whether compiled modules are kept in the user's cache folder."""

    name: str
    keep: bool


PYTHON = MachineOption("python", keep=False)


def machine_options(command: Callable[..., object]) -> Callable[..., object]:
    """--machine NAME and --no-cache, as one `MachineOption`."""
    @wraps(command)
    def packed(*arguments: object, machine: str, no_cache: bool, **others: object) -> object:
        return command(*arguments, machine=MachineOption(machine, not no_cache), **others)

    named = click.option("--machine", type=click.Choice(MACHINES), default="auto", show_default=True,
                         help="Choose the machine: rules compiled to WebAssembly, generated Python, or the faster one that "
                         "can. The games are the same.")
    return named(click.option("--no-cache", is_flag=True, help="Neither read nor write compiled rules on disk.")(packed))


def compiled_rules(rules: Rules, machine: MachineOption, questions: Questions = NOTHING_ASKED) -> Faster | None:
    """The compiled rules, which answer these questions about games, or None where Python plays.

    What `wasm` cannot play is wrong usage.
    """
    if machine.name == "python":
        return None
    try:
        return faster(rules, machine.keep, questions)
    except Unavailable as error:
        if machine.name == "wasm":
            raise click.UsageError(f"--machine wasm: {error}") from None
        if error.passes_limit:
            click.echo(f"played in Python, which is slower: {error}", err=True)
        return None


@contextmanager
def broken_off() -> Iterator[Callable[[], bool]]:
    """Work that Ctrl-C breaks off; what was done so far is kept. Gives what says whether that was so."""
    stopped = False

    def is_stopped() -> bool:
        return stopped

    try:
        yield is_stopped
    except KeyboardInterrupt:
        stopped = True
