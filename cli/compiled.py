"""Which machine plays many games: `--machine python|wasm|auto`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import click

from ..interpreter.faster import Faster, Unavailable
from ..interpreter.rules import Rules

F = TypeVar("F", bound=Callable[..., object])
MACHINES = ("auto", "python", "wasm")


def machine_option(command: F) -> F:
    """--machine NAME."""
    return click.option("--machine", type=click.Choice(MACHINES), default="auto", show_default=True,
                        help="What plays: rules compiled to WebAssembly, generated Python, or the faster of them that can. "
                        "The games are the same.")(command)


def compiled_rules(rules: Rules, machine: str, only_python: Sequence[str] = ()) -> Faster | None:
    """The compiled rules, or None where Python plays; `only_python` names options that only Python knows.

    What `wasm` cannot play is wrong usage.
    """
    if machine == "python" or (machine == "auto" and only_python):
        return None
    if only_python:
        raise click.UsageError(f"{', '.join(only_python)}: only --machine python can do this")
    try:
        return rules.faster
    except Unavailable as error:
        if machine == "wasm":
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
