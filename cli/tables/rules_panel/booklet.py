"""The rules beside the board, from the readable rulebook: as markup with each clause under its id, and sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from attrs import frozen

from ....dsl.load.loader import Files
from ....dsl.source.diagnostics import RulebookError
from ....interpreter.game.rules import Rules
from ....translation.booklet.booklet import printed
from ....translation.booklet.describe import Describer
from ....translation.booklet.localisation import localisation
from ....translation.booklet.pages import Booklet, PrintedClause
from ....translation.booklet.tables import PrintedTable
from ....translation.booklet.texts import NoTextsInLanguage


@frozen
class Book:
    """The rules of a game in words: its title, its rules as markup, what each clause says, and the language of all that.

    `describer` has the words for what happens, where they are not the rulebook's own.
    """

    title: str
    markup: str
    statements: Mapping[str, str]
    language: str
    describer: Describer | None = None


def book_of(rules: Rules, files: Files, parameters: Mapping[str, str], language: str) -> Book:
    """The readable rulebook of a game; in English where it has no texts in the language."""
    for code in dict.fromkeys((language, "en")):
        try:
            words = localisation(files, code, len(rules.seats), parameters)
            booklet = printed(words)
        except (NoTextsInLanguage, RulebookError):
            continue
        items = [item for chapter in booklet.chapters for item in chapter.items if item.kind != "example" and item.text]
        statements = {item.id: "".join(item.headed) for item in items}
        return Book(booklet.title, "".join(_parts(booklet)), statements, code, Describer(words) if code != "en" else None)
    markup = "".join(
        f'<p data-clause="{escape(clause.id, quote=True)}">{escape(clause.statement)}</p>'
        for clause in rules.clauses.values()
        if clause.statement
    )
    return Book(rules.program.title or rules.program.name, markup, {}, "en")


def _parts(booklet: Booklet) -> Iterator[str]:
    for chapter in booklet.chapters:
        if chapter.title:
            yield f"<h{chapter.level + 2}>{escape(chapter.title)}</h{chapter.level + 2}>"
        for item in chapter.items:
            if item.kind != "example":
                yield _item(item)
    for word, items in (
        ("numbers", booklet.numbers),
        ("settled", [item for item, _ in booklet.settled]),
        ("options", [item for item, _ in booklet.options]),
    ):
        if items:
            yield f"<h3>{escape(booklet.words[word])}</h3>"
            yield from map(_item, items)


def _item(item: PrintedClause) -> str:
    article, name, text = item.headed
    sentence = f"{escape(article)}<b>{escape(name)}</b>{escape(text)}" if name else escape(text)
    table = "" if item.table is None else _table(item.table, item.text)
    deep = f' class="deep{min(item.depth, 3)}"' if item.depth else ""
    return f'<div data-clause="{escape(item.id, quote=True)}"{deep}>{f"<p>{sentence}</p>" if sentence else ""}{table}</div>'


def _table(table: PrintedTable, says: str) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in table.head)
    rows = "".join(
        f'<tr data-clause="{escape(row.id, quote=True)}"><th scope="row">{escape(row.cells[0])}</th>'
        f"{''.join(f'<td>{escape(cell)}</td>' for cell in row.cells[1:])}</tr>"
        for row in table.rows
    )
    label = escape(says or table.head[0], quote=True)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
