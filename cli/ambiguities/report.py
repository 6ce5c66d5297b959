"""Alternatives with their weights to a report: the open questions of a rulebook, those that matter most first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from attrs import evolve, frozen

from ...dsl.source.clauses import Clause
from ...dsl.source.read_limited import text_in
from ..playthroughs.naming import named_here
from ..shared.formats.json_values import json_value, json_values
from ..shared.games.options import GameRequest
from ..shared.games.players import players_named
from .alternatives import Alternative
from .weights import Weight

Pair = tuple[Alternative, Weight]


@frozen
class Question:
    """An open question: a clause, with its alternatives and their weights, the heaviest first."""

    clause: str
    kind: str
    statement: str
    answers: tuple[Pair, ...]
    files: tuple[str | None, ...] = ()

    @property
    def rank(self) -> tuple[float, ...]:
        """The key by which questions are sorted."""
        return self.answers[0][1].rank


def questions_of(weighed: Sequence[Pair]) -> list[Question]:
    """Return the open questions, those that matter most first; of equal ones, in the order of the rulebook."""
    by_clause: dict[tuple[str, str], list[Pair]] = {}
    for pair in weighed:
        by_clause.setdefault((pair[0].kind, pair[0].clause), []).append(pair)
    questions = [Question(clause, kind, pairs[0][0].statement,
                          tuple(sorted(pairs, key=lambda pair: pair[1].rank, reverse=True)))
                 for (kind, clause), pairs in by_clause.items()]
    # Sorting keeps the order of equal ones, also in reverse.
    return sorted(questions, key=lambda question: question.rank, reverse=True)


def json_report(request: GameRequest, games: int, seed: int, questions: Sequence[Question],
                untried: Sequence[Clause]) -> dict[str, object]:
    """Return the report that `ambiguities --json` prints."""
    return {"rulebook": request.name, "set": json_values(dict(request.parameters)), "seed": seed,
            "players_by": players_named(None),
            "games": games,
            "questions": [_question(number, question) for number, question in enumerate(questions, 1)],
            "untried": [{"clause": clause.id, "kind": clause.kind, "assumed": clause.assumed} for clause in untried]}


def _question(number: int, question: Question) -> dict[str, object]:
    files = question.files or (None,) * len(question.answers)
    return {"rank": number, "clause": question.clause, "kind": question.kind, "statement": question.statement,
            "answers": [_answer(*pair, file) for pair, file in zip(question.answers, files, strict=True)]}


def _answer(alternative: Alternative, weight: Weight, file: str | None) -> dict[str, object]:
    return {"value": json_value(alternative.value), "other": json_value(alternative.other), "players": alternative.players,
            "games": weight.games,
            "games_parted": weight.diverged, "games_with_other_moves": weight.moves, "games_with_other_winners": weight.winners,
            "first_difference_after": weight.first, "error": weight.wrong, "playthrough": weight.text, "file": file}


def text_report(questions: Sequence[Question], untried: Sequence[Clause]) -> Iterator[str]:
    """Yield the lines of the report."""
    for number, question in enumerate(questions, 1):
        yield f"{number}. {question.clause}  ({question.kind})"
        if question.statement:
            yield f"    {question.statement}"
        for place, (alternative, weight) in enumerate(question.answers):
            yield f"    {_change(alternative)}: {_weight_line(weight)}"
            if question.files and question.files[place] is not None:
                yield f"        {question.files[place]}"
        first = question.answers[0][1]
        if first.text is not None and not question.files:
            yield from (f"        {line}" for line in named_here(first.text).strip().splitlines() if line)
    if untried:
        yield f"assumed, without a value that could be another: {', '.join(clause.id for clause in untried)}"


def _change(alternative: Alternative) -> str:
    match alternative.kind:
        case "reading":
            return f"with {alternative.other}"
        case "assumed":
            return f"`{alternative.other}` instead of `{alternative.value}`"
        case _:
            return f"{alternative.other} instead of {alternative.value}"


def _weight_line(weight: Weight) -> str:
    if weight.wrong is not None:
        return f"cannot be played ({weight.wrong})"
    if not weight.diverged and not weight.winners:
        return f"no difference in {weight.games} games"
    first = "" if weight.first is None else f", at first after {weight.first:g} choices and rolls"
    return (f"another winner in {weight.winners} of {weight.games} games, other moves in {weight.moves}, "
            f"any difference in {weight.diverged}{first}")


# ---- Read again --------------------------------------------------------------------------------------


@frozen
class ReportedQuestion:
    """An open question as a report has it: its clause, and what to ask."""

    clause: str
    text: str


def read_again(path: Path, name: str) -> list[ReportedQuestion]:
    """Return the open questions of a report in JSON, the heaviest first.

    A file that is no report, or one on another rulebook, is wrong usage.
    """
    try:
        report = json.loads(text_in(path))
        if report["rulebook"] != name:
            raise click.BadParameter(f"`{path}` is a report on {report['rulebook']}, not on {name}", param_hint="--weighed")
        return [ReportedQuestion(str(question["clause"]), _asked(question)) for question in report["questions"]]
    except OSError as error:
        raise click.BadParameter(f"`{path}` cannot be read: {error.strerror}", param_hint="--weighed") from None
    # A file of another program may be JSON too: what it lacks shows as one of these, and says the same.
    except (ValueError, KeyError, TypeError, UnicodeDecodeError):
        raise click.BadParameter(f"`{path}` is not a report of `rulewright ambiguities --json`",
                                 param_hint="--weighed") from None


def _asked(question: dict[str, object]) -> str:
    answers = question["answers"]
    assert isinstance(answers, list), "a question has answers"
    others = ", or ".join(f"`{_word(answer['other'])}`" for answer in answers)
    first = answers[0]
    return (f"{question['statement']} The rules take `{_word(first['value'])}`. Is that right, or {others}? "
            f"(another winner in {first['games_with_other_winners']}, other moves in {first['games_with_other_moves']} "
            f"of {first['games']} games)")


def _word(value: object) -> str:
    """Return a value of JSON as a rulebook writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_word, value)) if isinstance(value, list) else str(value)


def with_files(question: Question, files: Sequence[str | None]) -> Question:
    """Return a question with the files of its playthroughs."""
    return evolve(question, files=tuple(files))
