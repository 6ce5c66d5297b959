"""The table as a new player meets it: how it answers their input."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def played(folder: Path, game: str, typed: str, *options: str) -> str:
    """What is shown to somebody who types these lines and leaves."""
    number = len(list(folder.iterdir()))
    result = CliRunner().invoke(main, ["play", game, "--seed", "7", "--save", str(folder / f"{number}.play"), *options],
                                input=f"{typed}\nquit\n")
    assert result.exit_code == 0, result.output
    return result.output


def magnus(folder: Path, typed: str) -> str:
    return played(folder, "carolus_magnus", typed, "--seats", "Anna=human,Boris=human")


BEFORE_DISCS = "1\n1\n1\n"


def test_what_is_typed_is_read_without_signs_that_a_terminal_obeys(tmp_path: Path) -> None:
    shown = magnus(tmp_path, "\x1b[31mred\x07\n" + "x" * 3000 + "\n\u0661")
    assert "`\x1b" not in shown
    assert "`[31mred` is not a move of this game" in shown
    assert "`" + "x" * 500 + "`" in shown
    assert "`\u0661` is not a move of this game" in shown


def test_the_beginning_says_which_game_it_is_and_how_to_get_help(tmp_path: Path) -> None:
    shown = magnus(tmp_path, "help")
    assert shown.startswith("Carolus Magnus: Anna, Boris. Type a move, or `help`.\n")
    assert "summary      show the running rules" in shown


def test_rolls_that_follow_each_other_share_lines(tmp_path: Path) -> None:
    first = magnus(tmp_path, "").split("\n")[1]
    assert first.startswith("chance: green on T0, red on T1, ")
    assert len(first) <= 100


def test_a_refused_move_is_told_with_its_clause_and_why_says_more(tmp_path: Path) -> None:
    shown = magnus(tmp_path, BEFORE_DISCS + "disc 2\ndisc 2\nwhy disc 2")
    refused = "`disc 2` is refused: another player already shows a 2  [disc_numbers_must_differ]\n"
    assert refused + "    `why disc 2` says more" in shown
    assert "[disc_numbers_must_differ]\n    disc: Each player in turn shows one of the discs they have left." in shown


def test_a_move_at_the_wrong_time_is_told_where_it_belongs_and_what_is_due(tmp_path: Path) -> None:
    shown = magnus(tmp_path, "why disc 3")
    assert "`disc 3` is not possible now. It belongs to\n    disc: " in shown
    assert "and now it is the time for\n    crown_colour: " in shown


def test_a_wrong_text_is_answered_with_the_nearest_moves(tmp_path: Path) -> None:
    shown = magnus(tmp_path, BEFORE_DISCS + "disc 9\nhlep\nsumary\nred")
    assert "`disc 9` is not a move of this game; `9` is not possible there, but 1, 2, 3, 4, 5; nearest are" in shown
    assert "did you mean `help`?" in shown
    assert "did you mean `summary`?" in shown


def test_a_move_may_be_typed_in_capitals(tmp_path: Path) -> None:
    assert "Boris: disc 2" in magnus(tmp_path, BEFORE_DISCS + "Disc  2.")


def test_several_moves_are_typed_at_once_by_name_or_number(tmp_path: Path) -> None:
    shown = magnus(tmp_path, BEFORE_DISCS + "disc 2\ndisc 3\nred to court, 1, red to nowhere")
    assert shown.count("Boris: red to court\n") == 2
    assert "`red to nowhere` is not a move of this game" in shown


@pytest.mark.parametrize(("typed", "answer"), [
    ("99", "there is no choice 99; they are numbered 1 to 5"), ("0", "there is no choice 0"),
    ("why", "nothing of what is asked is refused now"),
    ("save", "save where?"), ("why disc 1", "is not possible now"), ("why takes red", "is legal"),
    ("rules color_available", "(requirement): there is no clan paladin left in the centre\n    part of crown_colour"),
    ("rules crown_colour", "    color_available (requirement): if not: there is no clan paladin left in the centre"),
    ("rules disk", "nothing here is called `disk`; nearest are disc"), ("redo", "there is nothing to make again"),
    # A hint is searched for; the ordinary run asks for those of smaller games.
    pytest.param("hint", "hint: takes ", marks=pytest.mark.slow), (",,", ""), ("9" * 30, "is not a move of this game"),
])
def test_every_question_has_an_answer(tmp_path: Path, typed: str, answer: str) -> None:
    assert answer in magnus(tmp_path, typed)


def test_the_summary_says_where_we_stand_who_leads_and_what_was_played(tmp_path: Path) -> None:
    shown = magnus(tmp_path, BEFORE_DISCS + "2\n3\n1, 1, 1\nemperor 1\nsummary")
    summary = shown[shown.rindex("Where we stand in the rules:"):]
    assert "\n    three_actions_in_sequence: In their turn Boris does three things" in summary
    assert "\n            crown_colour: " in summary
    assert "\nPoints: Anna 0, Boris 1.\n" in summary
    assert "\nIf it ended now: Boris, then Anna.\n" in summary
    assert "\n  Boris: red to court, red to court, red to court, emperor 1\n" in summary.replace("red to T0", "red to court")


HIDDEN = """\
rulebook hands
    "Hands"
    players 2

each player has
    hand: 0..9, seen by owner

play
    repeat
        for each p in players
            take(p)

rule take(p: player)
    "{p} takes."
    choose taking by p
        "He takes one or two."
        move "{n}" for n in 1..2
            p.hand gains n
            check full

end full
    "Whoever has most wins."
    when open(some p in players: p.hand > 6)
    ranking p in players by p.hand

score p in players: p.hand
"""


def test_the_summary_shows_nothing_that_a_player_may_not_see(tmp_path: Path) -> None:
    (tmp_path / "hands.rules").write_text(HIDDEN, encoding="utf-8")
    shown = played(tmp_path, str(tmp_path / "hands.rules"), "\n2\n\n1\n\nsummary", "--seats", "Anna=human,Boris=human")
    assert "Points, as far as Anna sees: Anna 2, Boris 0.\n" in shown
    assert "If it ended now, as far as Anna sees: Anna, then Boris." in shown


def test_a_number_that_is_a_move_is_that_move(tmp_path: Path) -> None:
    rules = HIDDEN.replace("for n in 1..2", "for n in 2..3").replace("rulebook hands", "rulebook numbers")
    (tmp_path / "numbers.rules").write_text(rules, encoding="utf-8")
    shown = played(tmp_path, str(tmp_path / "numbers.rules"), "\n2", "--seats", "Anna=human,Boris=human")
    assert "\nAnna: 2\n" in shown.replace("Anna> ", "\n")


def test_a_game_that_is_taken_up_again_says_what_was_played_last(tmp_path: Path) -> None:
    played(tmp_path, "tic_tac_toe", "a1\nb2")
    result = CliRunner().invoke(main, ["play", "--load", str(tmp_path / "0.play"), "--save", str(tmp_path / "1.play")],
                                input="quit\n")
    assert "Loaded after 2 moves; the last:\nx: a1\no: b2\n" in result.output
    assert f"The game is saved. To continue it:\n  rulewright play --load {tmp_path / '1.play'}\n" in result.output


SCORED = """
rulebook scored
    players 2

enum source: by_luck, by_skill

each player has
    points: 0..9 per source

play
    choose any by P1
        "Points are given."
        move "gives {n}" for n in 1..3
            P2.points[by_skill] gains n
            P2.points[by_luck] gains 1
            P1.points[by_luck] gains 1
    check over

end over
    "All points are given."
    when yes
    ranking p in players by sum s in source: p.points[s]

score p in players: sum s in source: p.points[s]
"""


def test_the_end_tells_who_has_won_and_what_points_are_for_and_can_be_taken_back(tmp_path: Path) -> None:
    (tmp_path / "scored.rules").write_text(SCORED, encoding="utf-8")
    shown = played(tmp_path, str(tmp_path / "scored.rules"), "gives 3\nundo\ngives 2", "--seats", "Anna=human,Boris=human")
    assert shown.count("The game is over: All points are given. [over]\nBoris wins.\n") == 2
    assert "\n          1. Boris  2. Anna\nscore     3         1\nby luck   1         1\nby skill  2         0\n" in shown
    assert "taken back:\n  Anna: gives 3\n" in shown
    assert shown.rindex("\nplayer ") < shown.rindex("The game is over: ") < shown.rindex("by skill")


SOLITAIRE = """
rulebook solitaire
    players 1

board strip: square 3 by 1 of cell
    shown as "{cell.marked}"

each cell has
    marked: 0..1

state
    purse: 0..9

play
    repeat
        choose marking by P1
            "A cell is marked, or gold is put away."
            move "marks {c}" for c in cell
                c.marked becomes 1
            move "saves"
                purse gains 1
        check full

end full
    "All cells are marked."
    when every c in cell: c.marked = 1
    draw
"""


def test_a_board_is_drawn_anew_after_moves_that_change_it_and_else_what_has_changed_is_told(tmp_path: Path) -> None:
    (tmp_path / "solitaire.rules").write_text(SOLITAIRE, encoding="utf-8")
    shown = played(tmp_path, str(tmp_path / "solitaire.rules"), "marks b1\nsaves")
    parts = shown.split("P1> ")
    assert "  1  . 1 .\n" in parts[1]
    assert "now: purse 1\n" in parts[2]
    assert "  1  . 1 .\n" not in parts[2]
