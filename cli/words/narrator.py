"""Moves, rolls, events and refusals -> their words in the language of a page, if the rulebook has texts in it.

Moves are typed and saved as the rulebook writes them, in every language; pages show them as the texts word them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import RulebookError
from ...interpreter.game.call_stack import Frame, call_stack
from ...interpreter.game.rules import Rules
from ...interpreter.game.state import Refusal, State
from ...interpreter.game.viewing.event_log import HIDDEN_VALUE, EventRecord
from ...interpreter.game.viewing.observation import UNSEEN, Viewer
from ...interpreter.machine.machine import DecisionPoint
from ...interpreter.playthroughs.running.results import PlaythroughStep
from ...pictures.look.syntax import Look
from ...pictures.rows import in_words
from ...translation.booklet.describe import Describer
from ...translation.booklet.localisation import localisation
from ...translation.booklet.texts import NoTextsInLanguage
from .words import DEFAULT, PageWords


def describer_of(files: Files, players: int, parameters: Mapping[str, str], language: str) -> Describer | None:
    """Return the texts of a rulebook in a language; None in its own, and in one that it has no texts in. It takes seconds."""
    if language == DEFAULT:
        return None
    try:
        return Describer(localisation(files, language, players, parameters))
    except (NoTextsInLanguage, RulebookError):
        return None


def with_rows(look: Look, describer: Describer | None) -> Look:
    """Return a look with the sentences of rows as texts word them."""
    if describer is None or describer.language == DEFAULT:
        return look
    rows = (id for id, node in describer.nodes.items() if isinstance(node, ast.Row))
    sentences = {(describer.language, id): worded[0] for id in rows if (worded := describer.sentence(id, {})) is not None}
    return evolve(look, sentences=sentences)


@frozen
class Narrator:
    """The words for what happens under some rules. Without a teller they are the rulebook's own."""

    rules: Rules
    words: PageWords
    describer: Describer | None

    def frame(self, frame: Frame, around: Frame | None = None) -> str:
        """The sentence of a rule that is being carried out, or of what is asked inside the rule `around` it.

        Where the rulebook's sentence says a value that is in no text, it stands behind.
        """
        own = frame.statement or in_words(frame.clause)
        named, known = self._named(frame.clause), dict((*(around.arguments if around is not None else ()), *frame.arguments))
        # A value that is not at hand cannot be put into another language. The rulebook's own sentence, which has it, then
        # stands behind.
        if all(name in known for name in named):
            return self._sentence(frame.clause, own, {name: known[name] for name in named})
        sentence = self._sentence(frame.clause, own, {})
        return own if sentence == own else f"{sentence} ({own})"

    def stack(self, frames: Sequence[Frame]) -> tuple[str, ...]:
        """The sentences of the rules that are being carried out, and last of what is asked."""
        return tuple(map(self.frame, frames[:-1])) + tuple(self.frame(frames[-1], *frames[-2:-1]) for _ in frames[-1:])

    def choice(self, point: DecisionPoint | None, clause: str, notation: str) -> str:
        """A move or roll of a kind, as the texts write it."""
        if self.describer is None or point is None or notation == UNSEEN:
            return notation
        return self.describer.decided(clause, notation, point.player is None)

    def decided(self, before: State, notation: str) -> str:
        """A move or roll that was made, as the texts write it."""
        point = self.rules.decisions.point(before)
        if point is None or self.describer is None:
            return notation
        # The notation does not say of which kind the move is: the first kind with a text for it counts, and of a roll its
        # clause.
        kinds = dict.fromkeys((*(kind.id for kind in point.kinds), point.clause))
        return next((wording for kind in kinds if (wording := self.choice(point, kind, notation)) != notation), notation)

    def statement(self, clause: str) -> str:
        """The sentence of a clause; nothing of what is no clause."""
        known = self.rules.clauses.get(clause)
        return "" if known is None else self._sentence(clause, known.statement, {})

    def thing(self, name: str) -> str:
        """The term for a thing of the rulebook."""
        return name if self.describer is None else self.describer.word(name)

    def happened(self, before: State, step: PlaythroughStep, viewer: Viewer | None) -> Iterator[str]:
        """The sentences of a step: the purpose of a roll, and the events as far as a viewer sees them."""
        if step.trace.about:
            yield self._about(before, step.trace.about)
        for event in step.trace.happened:
            yield self._event(event, viewer)

    def refusal(self, refusal: Refusal) -> str:
        """The sentence of a clause that refuses a move, behind where the game stands."""
        if self.describer is None or refusal.clause not in self.rules.clauses:
            return refusal.message
        if refusal.why == "rule":
            return self.describer.refusal(refusal.clause, refusal.message)
        text = self._sentence(refusal.clause, self.rules.clauses[refusal.clause].statement, {})
        return f"{self.words.say(f'refused.{refusal.why}')} {text}".strip()

    def _about(self, before: State, about: str) -> str:
        frames = [frame for frame in call_stack(before) if frame.statement == about]
        return self.frame(frames[-1]) if frames else about

    def _event(self, event: EventRecord, viewer: Viewer | None) -> str:
        own = event.sentence(self.rules.clauses[event.name], viewer)
        return self._sentence(event.name, own, dict(zip(event.names, event.words_for(viewer), strict=True)))

    def _sentence(self, clause: str, own: str, values: Mapping[str, str]) -> str:
        """The text of a clause with these values, and behind it those that it does not name; its own words without a text."""
        worded = None if self.describer is None else self.describer.sentence(clause, values)
        if worded is None or self.describer is None:
            return own
        text, named = worded
        # A number alone says nothing, so its name stands before it. A word speaks for itself.
        rest = [f"{self.thing(name)} {word}" if word.isdecimal() else self.thing(word) for name, word in values.items()
                if name not in named and word != HIDDEN_VALUE]
        return f"{text.rstrip('.')}: {', '.join(rest)}." if rest else text

    def _named(self, clause: str) -> tuple[str, ...]:
        """The names that the rulebook's own sentence of a clause fills in."""
        known = self.rules.clauses.get(clause)
        return () if known is None else known.pieces[1::2]
