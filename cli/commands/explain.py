"""`rulewright explain`: the page of a code or of a function of the language."""

from __future__ import annotations

import difflib
import re

import click

from ...dsl.source.diagnostics import CODES
from ..explanations import function_names, page_of


@click.command(epilog="Example: rulewright explain E801")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Explain the code of a diagnostic, such as E801, or a function of the language, such as `ray`.

    The page explains the code, and shows an example and a way to mend it. Without NAME, list all codes and functions.
    Exit with 2 if there is no such code or function.
    """
    if name is None:
        for code, meaning in CODES.items():
            click.echo(f"{code}  {meaning}")
        click.echo(f"functions: {', '.join(function_names())}")
        return
    # Codes are written in capitals and functions in small letters; people type either.
    page = page_of(name) or page_of(name.upper()) or page_of(name.lower())
    if page is None:
        raise click.UsageError(f"There is no code or function `{name}`.{_hint(name)}")
    click.echo(as_text(page), nl=False)


def _hint(name: str) -> str:
    # A lower cutoff for codes: of four characters, two wrong ones leave only half alike.
    near = (difflib.get_close_matches(name.upper(), CODES, n=1, cutoff=0.5)
            or difflib.get_close_matches(name.lower(), function_names(), n=1))
    return f" Did you mean `{near[0]}`?" if near else " `rulewright explain` lists them all."


def as_text(page: str) -> str:
    """Turn a page of Markdown into text for a terminal: fenced blocks indented, no signs for titles and stress.

    >>> print(as_text("# Title\\n\\n**To mend it:** write\\n\\n```rules\\na = 1\\n```\\n"), end="")
    Title
    <BLANKLINE>
    To mend it: write
    <BLANKLINE>
        a = 1
    """
    out, fenced = [], False
    for line in page.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            out.append(f"    {line}".rstrip())
        else:
            out.append(re.sub(r"\*\*(.+?)\*\*", r"\1", line.removeprefix("# ")))
    return "\n".join(out) + "\n"
