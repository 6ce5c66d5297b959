"""A desk to work on a translation at: a game, a printed rulebook of it, and the commands on it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli.main import main


def ask(desk: Path, command: str, *arguments: str) -> Result:
    """What a command on the document says."""
    game = str(desk / "ferry")
    return CliRunner().invoke(main, [*command.split(), game, *arguments, "--document", str(desk / "rules.md"), "--lang", "it"])


def report(desk: Path, *arguments: str) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(ask(desk, "validate", "--json", *arguments).stdout)
    return found


def confirm_all(desk: Path) -> None:
    assert ask(desk, "document confirm", "--min-score", "0.5").exit_code == 0
    assert ask(desk, "document assign", "full_boat", "12").exit_code == 0
    assert ask(desk, "document assign", "enough_on_shore").exit_code == 0
