"""At every question of every game the picture, the question and the list of choices fit a terminal of 80 x 24."""

from __future__ import annotations

import contextlib
import io
from functools import partial
from pathlib import Path

import click
import pytest
from attrs import define, field
from rich.cells import cell_len

import rulewright
from rulewright.cli.shared.games.evaluation import adviser_beside
from rulewright.cli.shared.games.names import offered_names
from rulewright.cli.shared.games.players import players_of
from rulewright.cli.table import table as tables
from rulewright.cli.table.keyboard import Keyboard
from rulewright.cli.table.screen import Screen
from rulewright.cli.table.session.session import TableSession
from rulewright.cli.table.text import room
from rulewright.cli.table.view import View
from rulewright.interpreter.analysis.players.spec import Spec
from rulewright.interpreter.playthroughs.lines.writer import header

WIDTH, LINES = 80, 24
# The first has a name that is longer than most boxes.
NAMES = ("Maximiliana_Konstantinopolska", "Boris", "Clara", "Dora", "Emil", "Fritz", "Greta", "Hans", "Ida", "Jan")
QUESTIONS = 4
BEFORE = (0, 7, 20, 45, 70, 120, 210)


class Left(Exception):
    """The person has seen enough questions."""


@define
class Person:
    """A person at the keyboard who makes random moves; `misfits` are the screens at a question that do not fit."""

    session: TableSession
    screen: io.StringIO = field(factory=io.StringIO)
    drawn_at: int = 0
    questions: int = 0
    misfits: list[str] = field(factory=list)

    def answer(self, name: str, prompt_suffix: str, **_: object) -> str:
        """Look at the screen from the last picture on, and type a move."""
        self.questions += 1
        if self.session.state.is_over or self.questions > QUESTIONS:
            raise Left
        shown = f"{self.screen.getvalue()[self.drawn_at:]}{name}{prompt_suffix}"
        wide = [cell_len(click.unstyle(line)) for line in shown.split("\n")]
        if max(wide) > WIDTH or len(wide) > LINES:
            self.misfits.append(shown)
        self.screen.write(f"{name}{prompt_suffix}\n")
        return self.session.random_choice().notation


def misfits(game: str, players: int, before: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Play so many moves at random, then let a person answer; return what did not fit."""
    rules = rulewright.load(game).rules(players, NAMES[:players])
    session = TableSession(rules, rules.initial(), header(rules, game, seed=before), before)
    while not session.state.is_over and len(session.steps) < before:
        session.play(session.random_choice())
    seat, person = before % players, Person(session)
    others = tuple(number for number in range(players) if number != seat)
    session.players = dict(zip(others, players_of(rules, Path(), (Spec("random"),) * len(others), "--seats"), strict=True))
    view = View(session, Screen(rules, frozenset({seat})))
    show = View.show

    def showing(self: View, *arguments: object, **named: object) -> None:
        person.drawn_at = person.screen.tell()
        show(self, *arguments, **named)  # type: ignore[arg-type]  # passed on as they are

    monkeypatch.setattr(View, "show", showing)
    monkeypatch.setattr(click, "prompt", person.answer)
    with contextlib.redirect_stdout(person.screen), contextlib.suppress(Left):
        tables.TerminalTable(view, Keyboard(view, partial(adviser_beside, rules, Path()))).play()
    monkeypatch.setattr(View, "show", show)
    return person.misfits


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    for module in (room, tables):
        monkeypatch.setattr(module, "lines_of_terminal", lambda: LINES)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("game", "players", "before"), [
    ("pig", 9, 5), ("meadows", 3, 45), ("emperor_4", 2, 45),
])
def test_the_picture_fits_where_names_are_long_players_many_or_the_board_large(
        monkeypatch: pytest.MonkeyPatch, game: str, players: int, before: int) -> None:
    assert misfits(game, players, before, monkeypatch) == []


@pytest.mark.slow
@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("game", offered_names())
def test_the_picture_fits_at_every_question_of_every_game(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    loaded = rulewright.load(game)
    for players in range(loaded.fewest, loaded.most + 1):
        for before in BEFORE:
            assert misfits(game, players, before, monkeypatch) == []
