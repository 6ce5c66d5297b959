"""`rulewright document language`: report how good the data of a language is."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ....dsl.source.read_limited import bytes_in
from ....translation.document.language import NoSuchLanguage, languages
from ....translation.document.language_test import Aspect, aspects
from ....translation.formats.read_document import UnreadableDocument
from ....translation.formats.recognise import MOST_BYTES, read
from ...shared.games.options import json_option

# At most how many of what is lacking are listed.
LISTED = 12


@click.command(epilog="Example: rulewright document language pl --document rules.pl.txt")
@click.argument("code", metavar="LANG")
@click.option("path", "--document", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Report how much of this text, any text in the language, the data recognises.")
@json_option
def command(code: str, path: Path | None, as_json: bool) -> None:
    """Report how good the data is by which Rulewright reads documents in a language.

    The command reads numbers and turns of phrase back, and compares the data with the English data. Exit with 1 if the
    data has mistakes; missing data only lowers the figures.
    """
    try:
        text = None if path is None else read(bytes_in(path, MOST_BYTES), code).text
        every_aspect = aspects(code, text)
    except NoSuchLanguage as error:
        raise click.UsageError(str(error)) from None
    except UnreadableDocument as error:
        raise click.UsageError(f"`{path}` {error}") from None
    if as_json:
        record = {"language": code, "aspects": [_record(aspect) for aspect in every_aspect]}
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        _print(code, every_aspect)
    raise SystemExit(1 if any(aspect.is_mistake for aspect in every_aspect) else 0)


def _print(code: str, every_aspect: tuple[Aspect, ...]) -> None:
    for aspect in every_aspect:
        click.echo(f"{aspect.share:5.0%}  {aspect.good:>4} of {aspect.of:<4}  {aspect.name}")
        if aspect.lacking:
            more = f", and {len(aspect.lacking) - LISTED} more" if len(aspect.lacking) > LISTED else ""
            click.echo(f"       {'wrong' if aspect.is_mistake else 'lacking'}: {', '.join(aspect.lacking[:LISTED])}{more}")
    whole = sum(aspect.share for aspect in every_aspect) / len(every_aspect)
    click.echo(f"{whole:5.0%}  in all, of `{code}`; languages: {', '.join(languages())}")


def _record(aspect: Aspect) -> dict[str, object]:
    return {"name": aspect.name, "good": aspect.good, "of": aspect.of, "share": round(aspect.share, 3),
            "lacking": list(aspect.lacking), "mistake": aspect.is_mistake}
