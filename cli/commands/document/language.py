"""`rulewright document language`: report how good the data of a language is, or how it reads a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click

from ....dsl.source.read_limited import bytes_in
from ....translation.document.beginnings import Beginning, beginnings
from ....translation.document.language import WAY_FROM, NoSuchLanguage, language, languages
from ....translation.document.language_test import Aspect, aspects
from ....translation.formats.read_document import UnreadableDocument
from ....translation.formats.recognise import MOST_BYTES, read
from ....translation.pairs.how_read import ReadCode, ReadSentence, how_read
from ...documents.options import lacking_packages
from ...shared.games.options import json_option

# At most how many of what is lacking are listed, alone and with `--words`; how many beginnings of words, and lemmas of one.
LISTED, LISTED_WITH_WORDS, BEGINNINGS, LEMMAS = 12, 60, 60, 10
# How many characters all sentences have at most, and how wide the names of rows are.
LONGEST, NAMES = 10_000, 12


@click.command(epilog='Example: rulewright document language en --sentence "You may not take more than two cards."')
@click.argument("code", metavar="LANG")
@click.option("path", "--document", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Report how much of this text, any text in the language, the data recognises.")
@click.option("texts", "--sentence", multiple=True, metavar="TEXT",
              help="Show how the data reads this text, and nothing else. May be given several times.")
@click.option("--words", "with_words", is_flag=True,
              help="List the beginnings such as `x*` that match words of several kinds, for a person to check, and more of "
                   "what is lacking.")
@json_option
def command(code: str, path: Path | None, texts: tuple[str, ...], with_words: bool, as_json: bool) -> None:
    """Report how good the data is by which Rulewright reads documents in a language.

    The command reads numbers and turns of phrase back, and compares the data with the English data. Exit with 1 if the
    data has mistakes; missing data only lowers the figures. `--words` needs simplemma.

    With `--sentence`, show what the checks of translations see in a text. It lists words with their stems, numbers, and the
    codes of the data with their words.
    """
    if texts and path is not None:
        raise click.UsageError("give either `--document` or `--sentence`")
    if texts and with_words:
        raise click.UsageError("give either `--words` or `--sentence`")
    try:
        if texts:
            _show(code, texts, as_json)
            return
        text = None if path is None else read(bytes_in(path, MOST_BYTES), code).text
        every_aspect = aspects(code, text)
        begun = beginnings(language(code)) if with_words else ()
    except NoSuchLanguage as error:
        raise click.UsageError(str(error)) from None
    except ModuleNotFoundError as error:
        raise lacking_packages(error, f"the data of `{code}`") from None
    except UnreadableDocument as error:
        raise click.UsageError(f"`{path}` {error}") from None
    if as_json:
        record = {"language": code, "aspects": [_record(aspect) for aspect in every_aspect],
                  **({"beginnings": [attrs.asdict(beginning) for beginning in begun]} if with_words else {})}
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        _print(code, every_aspect, LISTED_WITH_WORDS if with_words else LISTED)
        _print_beginnings(begun)
    raise SystemExit(1 if any(aspect.is_mistake for aspect in every_aspect) else 0)


def _print(code: str, every_aspect: tuple[Aspect, ...], most: int) -> None:
    for aspect in every_aspect:
        click.echo(f"{aspect.share:5.0%}  {aspect.good:>4} of {aspect.of:<4}  {aspect.name}")
        if aspect.lacking:
            more = f", and {len(aspect.lacking) - most} more" if len(aspect.lacking) > most else ""
            click.echo(f"       {'wrong' if aspect.is_mistake else 'lacking'}: {', '.join(aspect.lacking[:most])}{more}")
    whole = sum(aspect.share for aspect in every_aspect) / len(every_aspect)
    click.echo(f"{whole:5.0%}  in all, of `{code}`; languages: {', '.join(languages())}")


def _print_beginnings(begun: Sequence[Beginning]) -> None:
    """Print beginnings with the lemmas of the words that they match, and numbers among these."""
    if begun:
        click.echo(f"beginnings that match words of several kinds ({min(len(begun), BEGINNINGS)} of {len(begun)}):")
    for beginning in begun[:BEGINNINGS]:
        numbers = f"; numbers: {', '.join(beginning.numbers[:LEMMAS])}" if beginning.numbers else ""
        click.echo(f"  {beginning.text} ({', '.join(beginning.codes)}): {', '.join(beginning.lemmas[:LEMMAS])}{numbers}")


def _record(aspect: Aspect) -> dict[str, object]:
    return {"name": aspect.name, "good": aspect.good, "of": aspect.of, "share": round(aspect.share, 3),
            "lacking": list(aspect.lacking), "mistake": aspect.is_mistake}


def _show(code: str, texts: Sequence[str], as_json: bool) -> None:
    """Print how some texts are read. Raises NoSuchLanguage and UsageError."""
    size = sum(map(len, texts))
    if size > LONGEST:
        raise click.UsageError(f"`--sentence` has {size:,} characters; at most {LONGEST:,} are read. "
                               "`rulewright validate` reads whole documents")
    # Texts may have signs that no terminal should get, and halves of characters that cannot be printed at all.
    plain = ("".join(sign if sign.isprintable() else " " for sign in text) for text in texts)
    read_sentences = [sentence for text in plain for sentence in how_read(text, code)]
    if not read_sentences:
        raise click.UsageError("`--sentence` has no word")
    if as_json:
        records = [attrs.asdict(sentence) for sentence in read_sentences]
        click.echo(json.dumps({"language": code, "sentences": records}, indent=2, ensure_ascii=False))
        return
    for place, sentence in enumerate(read_sentences):
        click.echo(("\n" if place else "") + sentence.text)
        for name, row in _rows(sentence):
            click.echo(f"  {name:<{NAMES}}{row}")


def _rows(sentence: ReadSentence) -> Iterator[tuple[str, str]]:
    """The rows on a sentence, each with its name; none of what it has nothing of."""
    words = [f"{word.written} > {word.stem}" + (f" ({', '.join(word.meanings)})" if word.meanings else "")
             for word in sentence.words if word.stem is not None]
    numbers = [f"{number.written} = {number.value}, {number.kind}{', weak' if number.weak else ''}"
               for number in sentence.numbers]
    ways = [f"{'from' if way.code == WAY_FROM else 'to'}: {way.written}" for way in sentence.ways]
    for name, row in (("words", words), ("numbers", numbers), ("turns", _coded(sentence.turns)),
                      ("idle", _coded(sentence.idle)), ("contraries", _coded(sentence.contraries)), ("ways", ways),
                      ("parts", sentence.parts if len(sentence.parts) > 1 else ())):
        if row:
            yield name, "; ".join(row) if name != "parts" else " | ".join(row)


def _coded(codes: Sequence[ReadCode]) -> list[str]:
    return [f"{code.code}: {code.written}" for code in codes]
