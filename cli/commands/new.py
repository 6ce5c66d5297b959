"""`rulewright new`: create a rulebook, a variant and a playthrough that pass `check` and `test`."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import click

from ..shared.files.files import write_folder
from ..shared.files.outputs import OUTPUT_FOLDER

# The templates, with their places in the folder of a rulebook called `my_game`.
TEMPLATES = {
    "game.rules": "my_game.rules",
    "variant.rules": "variants/fewest_wins.rules",
    "game.play": "playthroughs/first_game.play",
}


@click.command(epilog="Example: rulewright new castles")
@click.argument("name", metavar="NAME")
@click.option("--folder", type=OUTPUT_FOLDER, default=Path(), metavar="FOLDER",
              help="Create the new folder in this one.", show_default="the current folder")
def command(name: str, folder: Path) -> None:
    """Create a folder NAME with a small rulebook, a variant and a playthrough, for you to change."""
    if not re.fullmatch(r"[^\W\d]\w*", name):
        raise click.BadParameter("a name begins with a letter; letters, digits and `_` follow", param_hint="NAME")
    home = folder / name
    texts = {place.replace("my_game", name): filled(template, name) for template, place in TEMPLATES.items()}
    write_folder(home, texts)
    for place in texts:
        click.echo(home / place)
    click.echo(f"\nrulewright check {home}\nrulewright test {home}\nrulewright play {home}", err=True)


def filled(template: str, name: str) -> str:
    """Fill a template for a rulebook with this name."""
    text = (files("rulewright") / "cli" / "templates" / template).read_text(encoding="utf-8")
    title = name.replace("_", " ").capitalize()
    return text.replace("my_game", name).replace("My game", title)
