"""The arguments of a command on a document -> the job: its parts, each worked out once."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import click
from attrs import define, evolve

from ..shared.games.options import GameRequest
from .alignment import ClauseAlignment, OriginalComparison
from .cautions import cautions_of
from .decisions import DecisionFiles, DocumentDecisions
from .findings import Findings
from .rulebook import ComparedRulebook
from .text import DocumentOriginal, DocumentText
from .vocabulary import DocumentVocabulary


@define(slots=False, eq=False)
class Job:
    """A document to compare with a game, and what follows from the text and the decisions on it, each worked out once.

    `also` are clauses that it states on their own, besides those that the lock gives a sentence.
    """

    text: DocumentText
    files: DecisionFiles
    also: tuple[str, ...] = ()
    _original: Job | None = None

    @classmethod
    def of(cls, request: GameRequest, path: Path, code: str, own_lock: Path | None = None,
           source: DocumentOriginal | None = None) -> Job:
        """Return the job that the arguments of a command ask for."""
        rulebook = ComparedRulebook(request)
        text = DocumentText(path, DocumentVocabulary(rulebook, code), source)
        return cls(text, DecisionFiles(rulebook, code, own_lock, source))

    @property
    def rulebook(self) -> ComparedRulebook:
        """The rulebook that it is compared with; an original shares that of its translation."""
        return self.files.rulebook

    @cached_property
    def original(self) -> Job | None:
        """The text that the document translates, as a job of its own."""
        if self._original is not None or self.text.original is None:
            return self._original
        return Job(self.text.original, DecisionFiles(self.rulebook, self.text.original.code))

    @cached_property
    def decisions(self) -> DocumentDecisions:
        """The decisions on it."""
        return DocumentDecisions(self.files, self.text)

    @cached_property
    def comparison(self) -> OriginalComparison:
        """It beside its original."""
        return OriginalComparison(self.text, self.decisions, None if self.original is None else self.original.alignment)

    @cached_property
    def alignment(self) -> ClauseAlignment:
        """It aligned with the clauses of the rulebook."""
        return ClauseAlignment(self.text, self.decisions, self.comparison, self.also)

    @cached_property
    def findings(self) -> Findings:
        """Its findings."""
        return Findings(self.alignment, None if self.original is None else self.original.findings)

    @cached_property
    def cautions(self) -> tuple[str, ...]:
        """Warnings about the whole run."""
        return tuple(cautions_of(self.alignment))

    def caution(self) -> None:
        """Print the warnings about the whole run."""
        for text in self.cautions:
            click.echo(f"warning: {text}", err=True)

    def again(self) -> Job:
        """This job with the document and the decisions on it read again; the rulebook, and the original, stay as they are."""
        return evolve(self, text=self.text.again(), original=self.original)
