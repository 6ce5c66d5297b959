"""`rulewright document pairs`: show which sentences of a document are which of its original, the least alike first."""

from __future__ import annotations

import json

import click

from ....translation.pairs.link import Link
from ....translation.pairs.side_by_side import SideBySide
from ...documents.document import Job
from ...documents.options import document_options
from ...shared.games.options import json_option

EXCERPT = 100


@click.command(epilog="Example: rulewright document pairs nim --document nim.de.md --lang de --source nim.md --source-lang en")
@document_options
@json_option
@click.option("--all", "everything", is_flag=True, help="Also list pairs that are surely right: confirmed, or much alike.")
@click.option("--words", is_flag=True, help="List words of the two texts that translate each other.")
def command(job: Job, as_json: bool, everything: bool, words: bool) -> None:
    """Show the pairs of sentences of the document and its original, sentences without a partner, and pairs that have
    moved.

    The least alike pairs come first. `document pair` corrects one. Sentences have the numbers that `validate` prints;
    the command numbers those of the original in the same way.
    """
    texts = job.comparison.required()
    if words:
        _show_words(texts, as_json)
        return
    links = [link for link in texts.links if everything or not _is_sure(link)]
    if as_json:
        click.echo(json.dumps({"pairs": [_record(texts, link) for link in links]}, indent=2, ensure_ascii=False))
        return
    for link in sorted(links, key=lambda link: link.alike):
        click.echo(f"{_alike(link):4.0%}  {_numbers(link.original)} -> {_numbers(link.translation)}{_state(link)}")
        for text, indices in ((texts.original, link.original), (texts.translation, link.translation)):
            for index in indices:
                sentence = text.sentences[index]
                click.echo(f"      {text.language.code} {index + 1} (line {sentence.line}): {_excerpt(sentence.text)}")
    confirmed = sum(link.confirmed for link in texts.links)
    click.echo(f"{len(links)} of {len(texts.links)} pairs shown; {confirmed} confirmed")


# Pairs that are more alike than this need no look.
SURE = 0.6


def _is_sure(link: Link) -> bool:
    return link.confirmed or (bool(link.original and link.translation) and link.alike >= SURE and not link.moved)


def _alike(link: Link) -> float:
    """Return how alike a pair is, from 0 to 1: two headings weigh more than other pairs, as there are few of them."""
    return min(link.alike, 1.0)


def _numbers(indices: tuple[int, ...]) -> str:
    return "+".join(str(index + 1) for index in indices) or "none"


def _state(link: Link) -> str:
    return "  confirmed" if link.confirmed else "  moved" if link.moved else ""


def _excerpt(text: str) -> str:
    return text[:EXCERPT] + ("..." if len(text) > EXCERPT else "")


def _record(texts: SideBySide, link: Link) -> dict[str, object]:
    return {"original": [index + 1 for index in link.original], "translation": [index + 1 for index in link.translation],
            "original_lines": [texts.original.sentences[index].line for index in link.original],
            "lines": [texts.translation.sentences[index].line for index in link.translation],
            "alike": round(_alike(link), 3), "moved": link.moved, "confirmed": link.confirmed,
            "clauses": list(texts.clauses_of(link.original))}


def _show_words(texts: SideBySide, as_json: bool) -> None:
    """Print the words that the texts say for each other, the most frequent first."""
    rows = texts.terms
    if as_json:
        click.echo(json.dumps({"words": [{"original": row.word, "translation": dict(row.others), "sentences": row.seen}
                                         for row in rows]}, indent=2, ensure_ascii=False))
        return
    for row in rows:
        click.echo(f"{row.word}: " + ", ".join(f"{other} {times}" for other, times in row.others))
