"""Pages and help texts -> their sentences of prose; none is too long to read aloud in one breath."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from itertools import chain
from pathlib import Path

import click
import pytest

from rulewright.cli.main import main

ROOT = Path(__file__).parent.parent
# CONTRIBUTING asks for fewer than 25.
MOST_WORDS = 24
# The benchmarks are a record of measurements: their sentences name the machine, the texts and the figures beside each other.
MOST_WORDS_OF_RECORDS = 30
RECORDS = ("bench/README.md",)
BLOCK = re.compile(r"^( *)```.*?^\1```\s*?$|<!--.*?-->", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]+`")
BULLET = re.compile(r"\A[-*+]\s+")
# Headings, quotations, pictures and the blocks of MkDocs are no sentences; tables have some in their cells.
NO_PROSE = ("|", "#", ">", "![", "!!!", "???", "<", "---", "::")
# A sentence ends where the next begins with a capital, code or a link; a colon ends one too.
END = re.compile(r"(?<=[.!?:])[)\"*_]*\s+(?=[\"(*_\[`]*[A-Z0-9`])")


def paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs and points of lists of a page, each on one line, with the number of its first line."""
    lines: list[str] = []
    start = 0
    text = BLOCK.sub(lambda block: "\n" * block.group().count("\n"), page)
    for number, line in enumerate([*text.split("\n"), ""], 1):
        stripped = line.strip()
        # A line that is set in by four begins a block of code, unless it goes on with a point of a list.
        ends = not stripped or stripped.startswith(NO_PROSE) or (line.startswith("    ") and not lines)
        if lines and (ends or BULLET.match(stripped)):
            yield start, " ".join(lines)
            lines = []
        if not ends:
            start = start if lines else number
            lines.append(BULLET.sub("", stripped, count=1))


def points(page: str) -> Iterator[tuple[int, str]]:
    """Yield the points in the cells of the tables of a page, with their lines: a semicolon ends one, as in a list."""
    text = BLOCK.sub(lambda block: "\n" * block.group().count("\n"), page)
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("|"):
            yield from ((number, point) for point in re.split(r"\||;", CODE.sub("`code`", line)))


def sentences(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph; code counts as one word, and the address of a link as none."""
    yield from END.split(re.sub(r"\]\([^)]*\)", "]", CODE.sub("`code`", paragraph)))


def words(sentence: str) -> int:
    """The number of words in a sentence."""
    return sum(re.search(r"\w", word) is not None for word in sentence.split())


def long_sentences(page: str, most: int = MOST_WORDS) -> Iterator[str]:
    """Yield the sentences of a page that have more words than `most`, with their lines."""
    for line, paragraph in chain(paragraphs(page), points(page)):
        yield from (f"{line}: {sentence}" for sentence in sentences(paragraph) if words(sentence) > most)


PATTERNS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", *RECORDS, "docs/**/*.md", "cli/explanations/**/*.md")
PAGES = [path.relative_to(ROOT).as_posix() for pattern in PATTERNS for path in sorted(ROOT.glob(pattern))]


def test_pages_have_no_sentence_that_is_too_long() -> None:
    assert len(PAGES) > 200
    assert [f"{page}:{found}" for page in PAGES for found in long_sentences(
        (ROOT / page).read_text(encoding="utf-8"), MOST_WORDS_OF_RECORDS if page in RECORDS else MOST_WORDS)] == []


def helps(command: click.Command, name: str = "rulewright") -> Iterator[tuple[str, str]]:
    """Yield the texts of help of a command, of its options and of the commands in it."""
    context = click.Context(command, info_name=name)
    # A docstring is set in, which would make its paragraphs code.
    yield name, cleandoc(command.help or "")
    yield from ((f"{name} {param.name}", param.help or "") for param in command.params if isinstance(param, click.Option))
    if isinstance(command, click.Group):
        for nested in command.list_commands(context):
            below = command.get_command(context, nested)
            assert below is not None, "a command that is listed is there"
            yield from helps(below, f"{name} {nested}")


def test_help_has_no_sentence_that_is_too_long() -> None:
    texts = list(helps(main))
    assert len(texts) > 100
    assert [f"{name}:{found}" for name, text in texts for found in long_sentences(text.replace("\b", ""))] == []


def test_the_second_paragraph_of_help_is_read() -> None:
    command = click.Command("inner", help=f"""Short.

        {'word ' * (MOST_WORDS + 1)}.
        """)
    assert [name for name, text in helps(command) for _ in long_sentences(text)] == ["rulewright"]


LONG = "word " * (MOST_WORDS + 1)


@pytest.mark.parametrize("page", [
    f"{LONG}.", f"Short.\n\n- One.\n- {LONG.replace(' ', chr(10), 1)}.", f"See [this {LONG}](there.md).",
    f"`a b` and {LONG}: more.", f"| a | b |\n|---|---|\n| short | Short. {LONG} |",
])
def test_a_long_sentence_is_found(page: str) -> None:
    assert len(list(long_sentences(page))) == 1


def test_a_record_may_have_longer_sentences() -> None:
    assert list(long_sentences(LONG, MOST_WORDS_OF_RECORDS)) == []
    assert len(list(long_sentences("word " * (MOST_WORDS_OF_RECORDS + 1), MOST_WORDS_OF_RECORDS))) == 1


@pytest.mark.parametrize("page", [
    f"```\n{LONG}\n```", f"| {'word ' * 20}; {'word ' * 20} | {'word ' * 20} |",
    f"# {LONG}", f"`{LONG}` is code.", "Fifteen short words. " * 9, f"> {LONG}",
    f"{'word ' * 20}: {'Word ' * 20}.", f"- {'word ' * 20}\n- {'word ' * 20}",
])
def test_short_sentences_points_and_code_are_none(page: str) -> None:
    assert list(long_sentences(page)) == []
