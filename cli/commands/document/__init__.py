"""`rulewright document`: the commands on a printed rulebook and its lock, each a module of its own name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import click

from ...shared.process.lazy_group import LazyGroup


class DocumentGroup(LazyGroup):
    """The commands, in the order in which a translator uses them."""

    package: ClassVar[str] = __name__
    helps: ClassVar[Mapping[str, str]] = {
        "align": "Show which sentence states which clause.",
        "pairs": "Show which sentences translate which sentences of the original.",
        "pair": "Pair sentences of the original with sentences of the document.",
        "confirm": "Confirm the sentences that `document align` shows first.",
        "assign": "Assign sentences to a clause, or mark them as stating no rule.",
        "accept": "Accept findings, with the reason.",
        "withdraw": "Undo a decision about a clause or a finding.",
        "ask": "Record a question to the publisher.",
        "update": "Find the sentences of the lock again after an edit.",
        "terms": "List the terms that the document uses for each concept.",
        "questions": "List the questions to the publisher.",
        "language": "Report how good the data of a language is.",
    }


@click.group(cls=DocumentGroup, epilog="Example: rulewright document align carolus_magnus --document rules.txt --lang ru")
def command() -> None:
    """Align a printed rulebook with the rules of GAME, and record what you confirm in a lock.

    `rulewright validate` checks the document. Run it first: a lock records the document as it is, mistakes included.
    """
