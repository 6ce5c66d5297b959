"""`rulewright perft`: count the sequences of moves to a depth."""

from __future__ import annotations

import json

import click

from ...interpreter.machine.perft import divide
from ..shared.compiled import AskedMachine, compiled_rules, machine_options
from ..shared.options import Asked, game_options, json_option


@click.command(epilog="Example: rulewright perft tic_tac_toe --depth 5")
@game_options
@json_option
@click.option("--depth", "-d", type=click.IntRange(min=1), required=True, metavar="N",
              help="Count sequences of N choices and rolls.")
@machine_options
def command(asked: Asked, as_json: bool, depth: int, machine: AskedMachine) -> None:
    """Count the sequences of exactly N choices and rolls, split by the first one."""
    rules = asked.rules()
    compiled, start = compiled_rules(rules, machine), list(rules.initial().slots)
    split = divide(rules.machine, start, depth) if compiled is None else \
        divide(rules.machine, start, depth, lambda state, left: compiled.perft(tuple(state), left))
    leaves = sum(split.values())
    if as_json:
        click.echo(json.dumps({"depth": depth, "leaves": leaves, "split": split}, indent=2, ensure_ascii=False))
        return
    for notation, count in split.items():
        click.echo(f"{notation:24} {count}")
    click.echo(f"{'leaves':24} {leaves}")
