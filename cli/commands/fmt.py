"""`rulewright fmt`: format rulebook files."""

from __future__ import annotations

import difflib
import io
import sys
from collections.abc import Iterator
from os.path import realpath
from pathlib import Path

import click
from attrs import evolve

from ...dsl.source.chunks import MAX_FILE
from ...dsl.source.diagnostics import counted
from ..shared.files.files import write_whole
from ..shared.files.outputs import leads_out
from ..shared.games.formatting import FormatResult, lay_out_files, lay_out_text

STDIN = "-"


@click.command(epilog="Example: rulewright fmt my_games --check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change. Exit with 1 if there are any.")
@click.option("--diff", is_flag=True, help="Write nothing; show the changes.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Format rulebook files: indentation, spaces, blank lines, tables, long lines.

    Each PATH is a file, a folder with `.rules` files, or `-` to format standard input. Formatting never
    changes the rules; the command checks this before it writes. It skips a file that does not parse,
    and exits with 1.
    """
    if STDIN in paths and len(paths) > 1:
        raise click.UsageError("`-` cannot stand beside other paths")
    writes = not (check or diff)
    if STDIN in paths:
        # One byte more than is allowed shows that there is more, without reading all of it.
        text = sys.stdin.buffer.read(MAX_FILE + 1)
        if len(text) > MAX_FILE:
            raise click.UsageError(f"standard input is larger than {MAX_FILE:,} bytes")
        results = [lay_out_text("standard input", text)]
    else:
        results = lay_out_files(list(rulebook_files(paths)))
        results = [_written(result) for result in results] if writes else results
    for result in results:
        if result.problem is not None:
            click.echo(f"{result.problem}\n", err=True)
        elif STDIN in paths and writes:
            # As bytes: a text would get the line ends of the system, and the formatter decides them.
            click.echo(result.after.encode(), nl=False)
        elif diff:
            click.echo("".join(_difference(result)), nl=False)
        elif result.changed:
            click.echo(f"{result.name}: {'formatted' if writes else 'would change'}")
    if STDIN not in paths:
        click.echo(_summary(results, writes), err=diff)
    failed = any(result.problem is not None or (check and result.changed) for result in results)
    raise SystemExit(1 if failed else 0)


def rulebook_files(paths: tuple[str, ...]) -> Iterator[Path]:
    """Yield the `.rules` files among these paths and in these folders, each once, sorted within a folder.

    Folders whose names begin with a dot are skipped: tools keep their own files there.
    """
    visited = set()
    for name in paths:
        path = Path(name)
        if not path.exists():
            raise click.UsageError(f"there is no file or folder `{name}`")
        if path.is_file() and path.suffix != ".rules":
            raise click.UsageError(f"`{name}` is not a rulebook file; their names end in `.rules`")
        for file in sorted(path.rglob("*.rules")) if path.is_dir() else [path]:
            is_hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
            is_left_out = is_hidden or (file.is_dir() and path.is_dir())
            # A link that leads back to itself has no real path; it is reported where it is read.
            real = realpath(file) if path.is_dir() else str(file.resolve())
            if not is_left_out and real not in visited:
                visited.add(real)
                yield file


def _written(result: FormatResult) -> FormatResult:
    """Write the file of a result; return the result, or the reason for the failure."""
    out = leads_out(Path(result.name)) if result.changed else None
    if out is not None:
        return evolve(result, problem=f"Error: `{result.name}` {out}")
    try:
        if result.changed:
            write_whole(Path(result.name), result.after)
    except OSError as error:
        return evolve(result, problem=f"Error: {result.name} cannot be written: {(error.strerror or str(error)).lower()}")
    return result


def _difference(result: FormatResult) -> Iterator[str]:
    before, after = (list(io.StringIO(text, newline="\n")) for text in (result.before, result.after))
    for line in difflib.unified_diff(before, after, result.name, f"{result.name} (formatted)"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _summary(results: list[FormatResult], writes: bool) -> str:
    changed = sum(result.changed for result in results)
    left = sum(result.problem is not None for result in results)
    rest = len(results) - changed - left
    done, same = ("formatted", "unchanged") if writes else ("would change", "formatted already")
    return f"{counted(changed, 'file')} {done}, {rest} {same}" + (f", {left} skipped" if left else "")
