"""A rulebook and a language -> its terms and our wording of its clauses in the language."""

from __future__ import annotations

from functools import cached_property

from attrs import define

from ...dsl.statements.glossary import Glossary, glossary_of
from ...translation.alignment.targets import WordingOf
from ...translation.alignment.wording import wording_in
from .rulebook import ComparedRulebook


@define(slots=False, eq=False)
class DocumentVocabulary:
    """The terms of a rulebook and the wording of its clauses in a language, each worked out once."""

    rulebook: ComparedRulebook
    code: str

    @cached_property
    def glossary(self) -> Glossary | None:
        """Its terms in the language."""
        return glossary_of(self.rulebook.files, self.code)

    @cached_property
    def wording(self) -> WordingOf:
        """Our own wording of each clause in the language."""
        return wording_in(self.rulebook.files, self.rulebook.facts, self.glossary, self.code)
