"""Commands that draw: picture, replay, and the pages of test, diff and rulebook."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.cli.playthroughs.scripts import open_file
from rulewright.cli.replays.chapters import chapters
from rulewright.cli.replays.frames import film
from rulewright.cli.replays.page import replay_page
from rulewright.pictures.look.syntax import NO_LOOK

PLAYS = Path(__file__).parents[2] / "games" / "tutorial" / "playthroughs"
HOSTILE = '<script>alert(1)</script>'
PLAY = """game tic_tac_toe

# The first <b>comment</b>.
mark "empty"
x: b2
o: a1
expect b2.mark = x
branch "the other corner"
    x: c3
end
# Then the middle row.
x: a2, c2
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.fixture
def play(tmp_path: Path) -> Path:
    path = tmp_path / "game.play"
    path.write_text(PLAY.replace("x: a2, c2", "x: a2\no: a3\nx: c2"))
    return path


# ---- picture -----------------------------------------------------------------------------------


def test_the_picture_of_a_place_in_a_playthrough(play: Path) -> None:
    empty, middle, end = run("picture", play, "--at", "empty"), run("picture", play, "--at", 6), run("picture", play)
    assert [result.exit_code for result in (empty, middle, end)] == [0, 0, 0]
    assert "x to move" in empty.output
    assert 'data-changed="yes"' not in empty.output
    assert "a1: o" in middle.output
    assert "won by x" in end.output
    assert run("picture", play, "--at", 9).output.count("data-value=\"c3\" data-changed=\"yes\"") == 1


def test_the_picture_of_a_beginning_and_of_a_player(tmp_path: Path) -> None:
    assert "Race" in run("picture", "race", "--players", 3).output
    assert "as P1 sees it" in run("picture", "goofspiel", "--seen-by", "P1").output
    png = tmp_path / "x.png"
    assert run("picture", "tic_tac_toe", "--output", png).exit_code == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "exists already" in run("picture", "tic_tac_toe", "--output", png).output


@pytest.mark.parametrize(("arguments", "says"), [
    (("none.play",), "there is no file"), (("nim", "--at", "3"), "--at goes with a playthrough"),
    (("nim", "--output", "x.jpg"), "ends neither in .svg nor in .png"),
    (("nim", "--seen-by", "Zoe"), "there is no player `Zoe`"),
    (("nim", "--look", "wood"), "no file `wood.look`"), (("nothing",), "nothing")])
def test_wrong_use_of_picture(arguments: tuple[str, ...], says: str) -> None:
    result = run("picture", *arguments)
    assert result.exit_code == 2
    assert says in result.output


def test_a_name_without_a_caption_is_its_term_in_the_glossary(tmp_path: Path) -> None:
    main = shutil.copy(PLAYS.parent / "pig.rules", tmp_path)
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "ru.glossary.csv").write_text("concept,term,status,forms,note\nscore,баллы,preferred,,\n")
    assert ">баллы<" in run("picture", main, "--lang", "ru").output
    (tmp_path / "look").mkdir()
    (tmp_path / "look" / "pig.look").write_text('caption ru score "счёт"\n')
    assert ">счёт<" in run("picture", main, "--lang", "ru").output
    assert ">score<" in run("picture", main).output


def test_cards_say_the_sentences_of_rows_as_the_texts_of_a_language_word_them() -> None:
    russian = run("picture", "lancaster", "--lang", "ru").output
    assert "Графство B: 4\N{NO-BREAK SPACE}оруженосца." in unescape(russian)
    assert "County" not in russian
    assert "County B asks for 1: 4 squires." in run("picture", "lancaster").output


@pytest.mark.parametrize("at", ["nowhere", "0", "99"])
def test_a_place_that_is_not_there(play: Path, at: str) -> None:
    result = run("picture", play, "--at", at)
    assert (result.exit_code, "--at" in result.output) == (2, True)


# ---- replay ------------------------------------------------------------------------------------


def data_of(page: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    data = json.loads(match[1])
    assert isinstance(data, dict)
    return data


def test_a_replay_has_the_moves_the_comments_and_the_branches(play: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    assert run("replay", play, "--output", out).exit_code == 0
    data = data_of(out.read_text(encoding="utf-8"))
    assert data["chapters"] == ["", "the other corner"]
    assert [frame[2] for frame in data["frames"]] == ["", "b2", "a1", "a2", "a3", "c2", "", "c3"]
    assert data["frames"][0][5] == ["The first <b>comment</b>."]
    assert data["frames"][3][5] == ["Then the middle row."]
    assert "three_in_a_row" in data["frames"][5][4]
    assert run("replay", play).output == out.read_text(encoding="utf-8")


def test_a_replay_runs_no_script_but_its_own_and_fetches_nothing(play: Path) -> None:
    playthrough, rules = open_file(play)
    seated = rules.seated((HOSTILE, "o"))
    parts = chapters(open_file(play)[0], rules)
    made = film(parts, playthrough.text + f"\n# {HOSTILE}{{{{style}}}}", None, NO_LOOK, "en")
    page = replay_page(made, "en", HOSTILE + "{{data}}")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(scripts[-1].encode()).digest()).decode()
    assert len(scripts) == 1
    assert f"script-src 'sha256-{digest}'" in page
    assert page.count("<script") == 2
    assert not re.search(r"""(src|href)=["'](?!#)""", page)
    assert seated.seats[0] == HOSTILE


def test_a_replay_for_a_player_holds_nothing_that_is_hidden_from_them(tmp_path: Path) -> None:
    pages = []
    for bid in (3, 11):
        path = tmp_path / f"bid{bid}.play"
        path.write_text(f"game goofspiel\n# P1 bids {bid}.\nprize 7\nmark \"{bid}\"\nP1: bids {bid}\nback to \"{bid}\"\n")
        result = run("replay", path, "--seen-by", "P2")
        assert result.exit_code == 0, result.output
        pages.append(result.output.replace(path.name, ""))
    assert pages[0] == pages[1]


# ---- pages of other commands -------------------------------------------------------------------


def test_the_page_of_failures_shows_the_position(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("game tic_tac_toe\nx: b2\nexpect b2.mark = o\no: b2\n")
    page = tmp_path / "failures.html"
    assert run("test", path, "--html", page).exit_code == 1
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 2
    assert "b2 is marked already" in text
    # From the page to the mistake: the lines before, the clause with its place in the rulebook, and the command that goes on.
    assert "   2  x: b2\n<mark>   3  expect b2.mark = o</mark>" in text
    assert "<code>cell_is_empty</code> <small>tic_tac_toe.rules:26</small> a cell is marked already" in text
    command = next(line for line in re.findall("<code>rulewright (trace[^<]*)", text) if "--at" in line)
    assert "require cell_is_empty: no" in run(*shlex.split(unescape(command))).output
    assert "default-src &#x27;none&#x27;" in text or "default-src 'none'" in text
    path.write_text("game tic_tac_toe\nx: b2\n")
    assert run("test", path, "--html", page).exit_code == 0
    assert "Every expectation holds." in page.read_text(encoding="utf-8")


def test_the_page_of_a_comparison_shows_both_positions(tmp_path: Path) -> None:
    page = tmp_path / "diff.html"
    assert run("diff", "tic_tac_toe", "tic_tac_toe:toe_tac_tic", "--plays", 10, "--html", page).exit_code == 1
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 2
    assert "won by x" in text or "won by Anna" in text
    assert run("diff", "nim", "nim:marienbad", "--html", page).exit_code == 2


def test_a_readable_rulebook_shows_its_examples() -> None:
    page = run("rulebook", "carolus_magnus", "--format", "html").output
    assert page.count('<figure class="positions">') > 5
    assert page.count('<figure class="positions">') * 2 == len(re.findall(r'<svg[^>]*class="rw"', page))
