"""Choices that leave nothing to choose are made at once where all may know that, and asked where it would tell a secret."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulewright.cli.main import main

TOLL = '''
rulebook toll
    "The toll"
    players 2
    seats anna, boris

each player has
    purse: 0..3 = 2, seen by owner
    place: 0..9

play
    repeat 3 times
        for each p in players
            walk(p)
            pay(p)
    check the_end

rule walk(p: player)
    "A player walks; at the third place he has to stop."
    choose step by p for n in 1..2
        "The player walks on."
        require to_the_third: p.place + n <= 3 or n = 1
            "he stops at the third place"
        move "walks {n}"
            p.place gains n

rule pay(p: player)
    "A player pays a toll, or nothing."
    choose toll by p for n in 0..2
        "The player pays."
        require has_it: n <= p.purse
            "there is not so much in the purse"
        move "pays {n}"
            p.purse loses n

end the_end
    "After three turns it is over."
    when 1 = 1
    draw
'''
ASKED = "There is nothing else; the question is asked anyway"


def shown(folder: Path, typed: str, *options: str) -> str:
    path = folder / "toll.rules"
    path.write_text(TOLL)
    command = ["play", str(path), "--seed", "1", "--save", str(folder / "toll.play"), *options]
    result = CliRunner().invoke(main, command, input=typed)
    assert result.exit_code == 0, result.output
    return result.output


# Both walk to the third place; anna pays all she has, boris nothing, and in the third turn both can only walk 1.
TWO_TURNS = "\nwalks 2\npays 2\n\nwalks 2\npays 0\n\nwalks 1\n"


def test_the_only_thing_to_do_is_asked_where_it_tells_a_secret(tmp_path: Path) -> None:
    assert shown(tmp_path, TWO_TURNS + "quit\n").count(ASKED) == 1
    assert "anna: pays 0" not in (tmp_path / "toll.play").read_text()


def test_the_only_thing_to_do_is_done_and_told_where_all_may_know_it(tmp_path: Path) -> None:
    text = shown(tmp_path, TWO_TURNS + "pays 0\n\nwalks 1\npays 0\nquit\n")
    assert "Nothing else is possible:\nanna: walks 1\n" in text
    assert (tmp_path / "toll.play").read_text().endswith("boris: pays 0\nanna: walks 1\n")


def test_alone_against_machines_nothing_is_asked_that_leaves_no_choice(tmp_path: Path) -> None:
    text = shown(tmp_path, "walks 2\npays 2\nwalks 1\nquit\n", "--seats", "anna=human,boris=random")
    assert text.count("Nothing else is possible:\nanna: pays 0\n") == 2
    assert ASKED not in text


def test_what_was_done_by_itself_is_taken_back_with_the_move_before(tmp_path: Path) -> None:
    text = shown(tmp_path, "walks 2\npays 1\nundo\nquit\n", "--seats", "anna=human,boris=random")
    assert "Nothing else is possible:\nanna: walks 1\n" in text
    assert (tmp_path / "toll.play").read_text().endswith("anna: walks 2\n")


def test_what_was_done_by_itself_is_made_again_with_the_move_before(tmp_path: Path) -> None:
    shown(tmp_path, "walks 2\npays 1\nundo\nredo\nquit\n", "--seats", "anna=human,boris=random")
    assert (tmp_path / "toll.play").read_text().endswith("anna: walks 1\n")
