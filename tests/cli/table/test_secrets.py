"""Games with secrets at the terminal, and what the commands show of them to one player."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.cli.table.screen import CLEAR

ROOT = Path(__file__).parents[3]
RULEBOOKS = ROOT / "tests" / "secrets" / "rulebooks"
COUNCIL, HANDS = RULEBOOKS / "council.rules", RULEBOOKS / "hands.rules"
PLAYED = ROOT / "tests" / "secrets" / "playthroughs" / "hands.play"


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), input=stdin, prog_name="rulewright")


def screens(seats: str, typed: str, rulebook: Path = COUNCIL, folder: Path | None = None) -> list[str]:
    """What stood on the screen, one text for each time that it was cleared."""
    save = ("--save", folder / "game.play") if folder else ("--save", os.devnull)
    result = run("play", rulebook, "--seed", "1", "--seats", seats, *save, stdin=typed)
    assert "Traceback" not in result.output
    return result.output.split("\f")


PEOPLE = "Anna=human,Boris=human,Cleo=human"
VOTE = "\nfor with 1\n\nagainst with 2\n\nfor with 0\n"


def test_each_is_alone_at_the_screen_and_sees_no_vote_before_the_reveal(tmp_path: Path) -> None:
    shown = screens(PEOPLE, VOTE + "quit\n", folder=tmp_path)
    calls = [text for text in shown if "alone at the screen?" in text]
    names = ["Anna", "Boris", "Cleo", "Boris"]
    assert [re.findall(r"(\w+), alone at the screen", text) for text in calls] == [[name] for name in names]
    anna, boris, cleo = shown[1], shown[3], shown[5]
    assert "Anna: for with 1" in anna
    assert "Anna: (secret)" in boris
    assert "Anna: for with 1" not in boris
    assert "Anna: (secret)" in cleo
    assert "Boris: (secret)" in cleo
    assert "revealed: Anna for with 1, Boris against with 2, Cleo for with 0" in shown[6]


def test_each_sees_only_what_he_may_see() -> None:
    shown = screens(PEOPLE, VOTE + "quit\n")
    rows = {name: next(line for line in shown[place].splitlines() if line.startswith(f"{name} "))
            for name, place in (("Anna", 1), ("Boris", 3))}
    assert rows["Anna"].split()[1] == "3"
    assert rows["Boris"].split()[1] == "3"
    assert all(line.split()[1] == "?" for line in shown[1].splitlines() if line.startswith(("Boris  ", "Cleo  ")))


def test_a_turn_is_told_to_all_as_they_may_know_it() -> None:
    shown = screens("Anna=human,Boris=human", "\naside sword\naside crown\naside shield\nquit\n", HANDS)
    anna = shown[1]
    assert re.search(r"chance: \(secret\), Anna draws (\w+), Anna draws (\w+) "
                     r"-> A card is laid aside face down\. Anna draws a card: \1\. Anna draws a card: \2\. ",
                     " ".join(anna.split()))
    after = shown[2].partition("alone at the screen")[0]
    assert "Anna: (secret)\n" in after
    assert ("chance (Boris draws a card that only they see): (secret) 2 times\n"
            "    -> Boris draws a card (2 times).\n") in after
    assert "aside" not in after


def test_each_is_alone_for_a_secret_choice_where_nothing_else_is_hidden() -> None:
    shown = run("play", "goofspiel", "--seed", "2", "--seats", "Anna=human,Boris=human", "--save", os.devnull,
                stdin="\nbids 3\n\nbids 5\nquit\n").output.split("\f")
    assert "Anna, alone at the screen? press Enter" in shown[0]
    assert "Anna: bids 3" in shown[1]
    assert "Boris, alone at the screen? press Enter" in shown[2]
    assert "Anna: (secret)" in shown[3]
    assert "revealed: Anna bids 3, Boris bids 5" in shown[4]


def test_one_person_against_machines_is_never_sent_away() -> None:
    shown = screens("Anna=human,Boris=random,Cleo=random", "for with 1\nquit\n")
    assert len(shown) == 1
    assert "alone at the screen" not in shown[0]
    assert "Anna: for with 1\nBoris: (secret)\nCleo: " in shown[0]
    assert "revealed: Anna for with 1, Boris " in shown[0]


def test_a_game_without_secrets_is_played_without_clearing() -> None:
    result = run("play", "tic_tac_toe", "--seats", "Anna=human,Boris=human", "--save", os.devnull, stdin="a1\nb1\nquit\n")
    assert "\f" not in result.output
    assert "alone" not in result.output


def test_undo_stops_at_what_was_secret(tmp_path: Path) -> None:
    shown = "".join(screens(PEOPLE, VOTE + "\nundo\nundo!\n\nquit\n", folder=tmp_path))
    assert "something secret was decided or shown; `undo!` takes it back anyway" in shown
    assert "taken back:\n  Cleo: for with 0\n" in shown
    assert (tmp_path / "game.play").read_text().endswith("Anna: secretly for with 1\nBoris: secretly against with 2\n")


def test_moves_typed_together_stop_where_another_is_to_move() -> None:
    shown = screens(PEOPLE, "\nfor with 1, against with 2\nquit\n")
    assert "`against with 2` is skipped: Boris is to move" in shown[1]


def test_a_game_is_taken_up_in_the_middle_of_a_secret_choice(tmp_path: Path) -> None:
    screens(PEOPLE, "\nfor with 1\nquit\n", folder=tmp_path)
    saved = tmp_path / "game.play"
    assert saved.read_text().endswith("\nAnna: secretly for with 1\n")
    output = run("play", "--load", saved, "--save", saved, "--watch", stdin="\nfor with 0\n\nfor with 0\nquit\n").output
    assert output.startswith("Anna: (secret)\n")
    assert "revealed: Anna for with 1, Boris for with 0, Cleo for with 0" in output
    assert saved.read_text().endswith("reveal for with 1, for with 0, for with 0\n")


@pytest.mark.parametrize(("viewer", "aside", "drawn"), [
    ("Anna", "Anna: aside sword", "chance: Anna draws sword   -> card_drawn(Anna, sword)"),
    ("Boris", "Anna: (secret)", "chance: (secret)   -> card_drawn(Anna, ?)"),
    ("spectator", "Anna: (secret)", "chance: (secret)   -> card_drawn(Anna, ?)"),
])
def test_export_shows_the_game_as_one_player_saw_it(viewer: str, aside: str, drawn: str) -> None:
    lines = run("export", PLAYED, "--seen-by", viewer).output.splitlines()
    assert aside in lines
    assert drawn in lines
    assert "chance: (secret)   -> card_buried(?)" in lines
    data = json.loads(run("export", PLAYED, "--seen-by", viewer, "--json").output)
    assert ("Anna.hand[sword]" in data["steps"][-1]["state"]) == (viewer == "Anna")
    assert "deck[sword]" not in data["start"]


def test_export_without_a_viewer_shows_all() -> None:
    assert "Anna: aside sword" in run("export", PLAYED).output
    assert "deck[sword]" in json.loads(run("export", PLAYED, "--json").output)["start"]


def test_legal_shows_choices_to_whom_they_belong(tmp_path: Path) -> None:
    played = tmp_path / "game.play"
    played.write_text(f"game {HANDS}\nplayers Anna, Boris\nburies crown\nAnna draws sword, Anna draws crown\n")
    assert run("legal", played, "--seen-by", "Anna").output == "Anna to move, 2 choices\naside sword\naside crown\n"
    assert run("legal", played, "--seen-by", "Boris").output == "Anna to move\n"
    data = json.loads(run("legal", played, "--seen-by", "Boris", "--json").output)
    assert data["choices"] == []
    assert "Anna.hand[sword]" not in data["state"]
    assert "Boris.hand[sword]" in data["state"]


def test_a_viewer_who_does_not_play_is_wrong_usage() -> None:
    result = run("export", PLAYED, "--seen-by", "Zed")
    assert result.exit_code == 2
    assert "there is no player `Zed`" in result.output


def test_record_writes_what_was_secret_and_revealed(tmp_path: Path) -> None:
    output = tmp_path / "game.play"
    assert run("record", COUNCIL, "--players", 3, "--seed", 4, "--output", output).exit_code == 0
    text = output.read_text()
    assert len(re.findall(r"^P\d: secretly ", text, re.MULTILINE)) == 12
    assert len(re.findall(r"^reveal ", text, re.MULTILINE)) == 4
    assert run("test", output).exit_code == 0


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
def test_a_real_terminal_is_cleared_with_what_it_has_scrolled_away() -> None:
    primary, secondary = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "play", str(COUNCIL), "--seats", PEOPLE, "--save", os.devnull],
        stdin=secondary, stdout=secondary, stderr=secondary, close_fds=True)
    os.close(secondary)
    try:
        output = ""
        for wanted, typed in (("press Enter", "\n"), ("Anna> ", "for with 1\n"), ("Boris, alone", "\n"), ("Boris> ", "quit\n")):
            output += read_until(primary, wanted)
            os.write(primary, typed.encode())
        game.wait(timeout=30)
    finally:
        game.kill()
        os.close(primary)
    assert output.count(CLEAR) == 3
    boris = output.rpartition(CLEAR)[2]
    assert "Anna: (secret)" in boris
    assert "Anna: for with 1" not in boris
    assert "> for with 1" not in boris


def read_until(terminal: int, wanted: str) -> str:
    """What the terminal shows until some words stand there."""
    output, end = "", time.monotonic() + 30
    while wanted not in output:
        assert time.monotonic() < end, output
        if select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 65536).decode()
    return output


PURSES = """
rulebook purses
    players 2

each player has
    gold: 0..9 = 4, seen by owner
    given: 0..9

play
    repeat while some p in players: open(p.gold > 0)
        for each p in players
            choose giving by p
                "{p} gives gold away."
                move "gives {n}" for n in 1..2
                    require enough: n <= p.gold
                        "{p} has only {p.gold} gold"
                    p.gold loses n
                    p.given gains n
                move "keeps all"
                    let kept = open(p.gold)
                    p.given becomes kept
        check over

end over
    "It is over."
    when every p in players: p.given > 2
    draw
"""


def purses(folder: Path, typed: str) -> list[str]:
    (folder / "purses.rules").write_text(PURSES, encoding="utf-8")
    (folder / "game.play").unlink(missing_ok=True)
    return screens("Anna=human,Boris=human", typed, folder / "purses.rules", folder)


def test_the_next_person_takes_a_slip_back_before_he_sits_down(tmp_path: Path) -> None:
    shown = "".join(purses(tmp_path, "\ngives 2\nundo\n\ngives 1\n\nquit\n"))
    assert "taken back:\n  Anna: gives 2\n\nAnna, alone at the screen?" in shown
    assert (tmp_path / "game.play").read_text().endswith("Anna: gives 1\n")


def test_what_is_shown_again_as_before_does_not_keep_a_move_from_being_taken_back(tmp_path: Path) -> None:
    assert "taken back:\n  Boris: gives 1\n" in purses(tmp_path, "\ngives 1\n\ngives 1\nundo\nquit\n")[-1]
    assert "something secret was decided or shown" in purses(tmp_path, "\ngives 1\n\nkeeps all\nundo\nquit\n")[-1]


def test_what_else_is_typed_before_somebody_sits_down_shows_nothing_secret(tmp_path: Path) -> None:
    shown = purses(tmp_path, "\ngives 1\nwhat\nboard\nlog\nquit\n")[-1]
    assert "press Enter first" in shown
    assert re.search(r"^player +given\nAnna +1$", shown, re.MULTILINE), shown
    assert "The game is saved" in shown
