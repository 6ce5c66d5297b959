"""A desk with the ferry: a printed rulebook in Italian, perhaps beside an English original."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.cli.desk.desk import Desk
from rulewright.cli.documents.document import Job
from rulewright.cli.documents.text import DocumentOriginal
from rulewright.cli.shared.games.options import GameRequest

from ..translation.documents.ferries import GAME, printed


def laid_out(folder: Path) -> Path:
    """The game and a printed rulebook in Italian with a mistake, twelve crates for eleven, in a folder."""
    shutil.copytree(GAME.parent, folder / "ferry")
    document = folder / "rules.md"
    document.write_text(printed("it").replace("ha 11 casse", "ha 12 casse"), encoding="utf-8")
    return document


def job_of(document: Path, source: Path | None = None) -> Job:
    asked = GameRequest(str(document.parent / "ferry"), (), (), None)
    return Job.of(asked, document, "it", source=None if source is None else DocumentOriginal(str(source), "en"))


def desk_of(document: Path) -> Desk:
    return Desk(job_of(document))
