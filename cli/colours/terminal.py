"""Text that commands print -> coloured text on a terminal: diagnostics, and lines of rulebooks in them; clauses."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

import click

# The head of a diagnostic, and the other lines that `render` writes below it.
_HEAD = re.compile(r"(error|warning)\[\w+\](?=: )")
_PLACE = re.compile(r" +--> (?P<file>.+):\d+:\d+")
_LINE = re.compile(r"(?P<gutter> *\d+ \|)(?P<code> .*)?")
_MARK = re.compile(r"(?P<gutter> +\|)(?P<mark> +\^+)?")
_HELP = re.compile(r"   = help(?=:)")
_COLOURS = {"error": "red", "warning": "yellow"}
# A clause as `show` lists it: its id, and behind it its kind and place.
_CLAUSE = re.compile(r"(?P<id> *[^\W\d][\w.]*)(?P<value>.*?)(?P<rest>  \(.*\))")


def is_coloured(stream: TextIO) -> bool:
    """Return whether text on a stream has colours: on a terminal, unless NO_COLOR (https://no-color.org) asks for none."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str, stream: TextIO | None = None) -> str:
    """Return rendered diagnostics with colours, if the stream (standard output) shows them; any other text as it is."""
    if not is_coloured(sys.stdout if stream is None else stream):
        return text
    level, ending, out = "", "rules", list[str]()
    for line in text.split("\n"):
        head, place = _HEAD.match(line), _PLACE.fullmatch(line)
        if head is not None:
            level = head[1]
            out.append(click.style(head[0], fg=_COLOURS[level], bold=True) + click.style(line[head.end() :], bold=True))
        elif not level:
            out.append(line)
        elif place is not None:
            ending = place["file"].rpartition(".")[2]
            out.append(click.style(line, fg="cyan"))
        else:
            out.append(_below(line, level, ending))
    return "\n".join(out)


def _below(line: str, level: str, ending: str) -> str:
    """Return a line of a diagnostic below its place with colours."""
    code, mark, help = _LINE.fullmatch(line), _MARK.fullmatch(line), _HELP.match(line)
    if code is not None:
        return click.style(code["gutter"], fg="cyan") + highlighted(code["code"] or "", ending)
    if mark is not None:
        return click.style(mark["gutter"], fg="cyan") + (
            click.style(mark["mark"], fg=_COLOURS[level], bold=True) if mark["mark"] else "")
    if help is not None:
        return click.style(help[0], fg="green", bold=True) + line[help.end() :]
    return line


def coloured_clause(line: str, stream: TextIO | None = None) -> str:
    """Return a line of a list of clauses with colours: the id, and what stands behind it."""
    match = _CLAUSE.fullmatch(line) if is_coloured(sys.stdout if stream is None else stream) else None
    if match is None:
        return line
    return click.style(match["id"], fg="blue", bold=True) + match["value"] + click.style(match["rest"], fg="cyan")


def highlighted(code: str, ending: str) -> str:
    """Return a line of a file with the colours of its language, by the ending of the file."""
    # Loading Pygments takes longer than to print a few diagnostics; only a terminal asks for it.
    from pygments.token import Comment, Keyword, Literal, Name

    from .lexers import LEXERS

    lexer = LEXERS.get(f".{ending}")
    if lexer is None:
        return code
    colours = {Comment: "bright_black", Keyword: "blue", Literal.String: "green", Literal.Number: "cyan",
               Name.Function: "magenta", Name.Tag: "magenta"}
    blanks = code[: len(code) - len(code.lstrip())]
    parts = ((part, next((colours[kind] for kind in token.split() if kind in colours), None))
             for token, part in lexer(stripnl=False, ensurenl=False).get_tokens(code.lstrip()))
    return blanks + "".join(part if colour is None else click.style(part, fg=colour) for part, colour in parts)
