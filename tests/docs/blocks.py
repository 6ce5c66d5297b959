"""Markdown to blocks: the fenced examples of a document, and the frames some of them stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

FRAMES = Path(__file__).parent / "frames"
FENCE = re.compile(r"```(\w*)[ ]*(.*)")


@frozen
class Block:
    """One fenced example: its language and the words after it, its text and where it begins."""

    document: str
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def blocks(path: Path, root: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a Markdown file in order; a block is named by the path of its file from `root`."""
    name = path.relative_to(root).as_posix()
    lines: list[str] = []
    language, words, start = "", "", 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.fullmatch(line)
        if fence is not None and not start:
            language, words, start, lines = fence[1], fence[2], number, []
        elif line == "```" and start:
            yield Block(name, start, language, tuple(words.split()), "\n".join(lines) + "\n")
            start = 0
        elif start:
            lines.append(line)
    assert not start, f"{name}:{start} is not closed"


def framed(text: str, place: str) -> str:
    """A whole rulebook: the frame that has this place, with the text put there.

    A place is a line `#- place` in a frame; the text is indented as the mark is.
    """
    for frame in sorted(FRAMES.glob("*.rules")):
        whole = frame.read_text(encoding="utf-8")
        mark = re.search(rf"^([ ]*)#- {place}$", whole, re.MULTILINE)
        if mark is not None:
            indented = "\n".join(f"{mark[1]}{line}".rstrip() for line in text.splitlines())
            return whole[: mark.start()] + indented + whole[mark.end() :]
    raise LookupError(f"no frame has a place `{place}`")


def changed(text: str, step: str) -> str:
    """A rulebook after a step of the tutorial: declarations of the same name replaced, others added.

    A declaration is known by its first two words: `rule sow`, `each hole`, `play`.
    """
    declarations = dict(_declarations(text))
    declarations |= dict(_declarations(step))
    return "\n\n".join(declarations.values()) + "\n"


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^(?=\w)", text, flags=re.MULTILINE):
        if re.match(r"\w", part):
            yield " ".join(re.findall(r"\w+", part.split("\n", 1)[0])[:2]), part.strip()
