"""The documents -> their examples, what a reader's file holds at each of them, and what comes of compiling one."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from rulewright.dsl.driver.compile import Compiled, analyse
from rulewright.dsl.load.loader import Files, read_text
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.syntax import Rulebook

from .blocks import Block, blocks, changed

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / "cli" / "explanations").rglob("*.md"), ROOT / "README.md"])
BLOCKS = [block for path in DOCUMENTS for block in blocks(path, ROOT)]
RULES = [block for block in BLOCKS if block.language == "rules"]


def tagged(*kinds: str) -> list[Block]:
    return [block for block in RULES if (block.words[0] if block.words else "") in kinds]


def compiled(block: Block, text: str, *variants: str) -> list[Compiled]:
    """What comes of a rulebook and variants of it, for each number of players it allows."""
    return analysed(read_text(str(block), text, *variants))


class Numbers(Enum):
    """The numbers of players that an example is compiled for."""

    ALL = "every number that it allows"
    MOST = "the largest one alone"


def analysed(files: Files, compiled_for: Numbers = Numbers.ALL) -> list[Compiled]:
    """Compile files that are read, for numbers of players that they allow."""
    header = next((declaration for declaration in files.declarations if isinstance(declaration, Rulebook)), None)
    numbers = range(header.fewest, header.most + 1) if header is not None and header.fewest else range(2, 3)
    out = []
    for players in numbers if compiled_for is Numbers.ALL else numbers[-1:]:
        diagnostics = Diagnostics()
        diagnostics.extend(files.diagnostics.sorted())
        out.append(analyse(files.declarations, players, {}, diagnostics))
    return out


def file_at(block: Block) -> str | None:
    """What the reader's file holds at a block of a page: a whole rulebook, changed step by step."""
    text: str | None = None
    for item in RULES:
        if item.document == block.document and item.line <= block.line:
            if item.words == ("whole",) or (item.words[:1] == ("error",) and len(item.words) == 2):
                text = item.text
            elif item.words[:1] == ("step",):
                assert text is not None, f"{item} changes nothing"
                text = changed(text, item.text)
    return text
