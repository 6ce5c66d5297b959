"""`rulewright rulebook`: Markdown and HTML, and examples that are played."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

from ...translation.texts.games import ENGLISH, RULES, RUSSIAN, TEXTS, fingerprints, written

EXAMPLE = '''
example windy from "wind.play" at "all there"
    "The wind comes, and Anna picks."
    shows tree
'''

PLAY = '''game orchard
players Anna, Boris

position "before"
    at pick p = Boris

wind in the pear
Boris: rests

position "all there"
    at pick p = Anna
    tree[pear] = 1

wind in the apple
refuse Anna: picks 2 pear because enough
Anna: picks 2 apple
'''


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rulebook", *words])


@pytest.fixture
def game(tmp_path: Path) -> str:
    rules = RULES + EXAMPLE
    texts = TEXTS.format(**fingerprints(written(tmp_path, rules)))
    texts += '\nplayer Anna\n    "Анна"\n'
    written(tmp_path, rules, en__glossary__csv=ENGLISH, ru__glossary__csv=RUSSIAN, ru__texts=texts)
    (tmp_path / "wind.play").write_text(PLAY, encoding="utf-8")
    return str(tmp_path / "orchard.rules")


def test_markdown_has_sections_clauses_numbers_and_true_examples(game: str) -> None:
    text = run(game, "--players", "2").output.replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith("# The orchard\n\n*for 2 players*\n\n## The game\n\n### Picking\n\nThe player must pick")
    assert "\n  - *Not allowed:* the fruit tree is bare\n" in text
    assert "\n## The numbers at a glance\n\n- There are 4 baskets on the grass.\n" in text
    assert text.count("**Example.**") == 1
    example = text[text.index("**Example.**"):text.index("##", text.index("**Example.**"))]
    assert "> - tree: apple 4, pear 1\n" in example
    assert "> - **Chance:** wind in the apple\n" in example
    assert "> - *Not allowed:* **Anna:** picks 2 pear — the pear tree is bare\n" in example
    assert "> - **Anna:** picks 2 apple\n" in example
    assert "> | tree, apple | 4 | 2 |\n" in example
    assert "rests" not in example


def test_an_example_is_worded_in_the_language(game: str) -> None:
    text = run(game, "--lang", "ru").output.replace("\N{NO-BREAK SPACE}", " ")
    assert "> - **Анна:** берёт 2 плода: apple\n" in text
    assert "> - *Нельзя:* **Анна:** берёт 2 плода: pear — the pear tree is bare\n" in text


def test_an_example_lays_open_what_it_shows_and_nothing_else_that_is_hidden(game: str) -> None:
    path = Path(game)
    rules = path.read_text(encoding="utf-8").replace("tree[f] loses n", "tree[f] loses n\n            p.purse gains 1")
    rules = rules.replace("state\n    tree", "each player has\n    purse: 0..9 = 3, seen by owner\n\nstate\n    tree")
    path.write_text(rules, encoding="utf-8")
    assert "purse" not in run(game).output
    path.write_text(rules.replace("shows tree", "shows tree, Anna.purse"), encoding="utf-8")
    text = run(game).output
    assert "> - Anna, purse: 3\n" in text
    assert "> | Anna, purse | 3 | 4 |\n" in text
    assert "Boris, purse" not in text


def test_an_example_shows_no_field_that_texts_leave_out(game: str) -> None:
    own = Path(game).parent / "text" / "en.texts"
    # It is played by two, also where it is shown to three.
    for players, shown in (("2", False), ("3", True)):
        own.write_text(f"texts of orchard in en\n\nleave out tree when player_count = {players}\n", encoding="utf-8")
        assert all(("| tree, apple |" in run(game, "--players", text).output) == shown for text in ("2", "3"))


PAIRS = """rulebook pairs
    "Pairs"
    players 2..4

sides
    with 2, 3 players: each player
    with 4 players: white is seats 1 and 3, black is seats 2 and 4

state
    left: 0..3 = 3

play
    repeat
        for each p in players
            choose taking by p
                "He takes one."
                move "takes one"
                    left loses 1
            check bare

example of_pairs from "take.play"
    "Somebody takes one."

end bare
    "Who takes the last one ends it."
    when left = 0
    draw
"""


@pytest.mark.parametrize(("people", "shown"), [("A, B, C, D", [4]), ("A, B", [2, 3, 4])])
def test_examples_of_partners_are_for_partners(tmp_path: Path, people: str, shown: list[int]) -> None:
    (tmp_path / "pairs.rules").write_text(PAIRS, encoding="utf-8")
    (tmp_path / "take.play").write_text(f"game pairs\nplayers {people}\n\nA: takes one\n", encoding="utf-8")
    outputs = {players: run(str(tmp_path / "pairs.rules"), "--players", str(players)).output for players in (2, 3, 4)}
    assert [players for players, output in outputs.items() if "Somebody takes one." in output] == shown
    assert [players for players, output in outputs.items() if "> - white: A, C\n> - black: B, D\n" in output] == (
        shown if "C" in people else [])


@pytest.mark.parametrize(("game", "language", "functions"), [
    ("pig", "en", ""), ("pig", "ru", ""), ("race", "ru", "`way_gone`"), ("breakthrough", "en", "`forward`, `far_row`")])
def test_a_whole_booklet_is_as_it_was(game: str, language: str, functions: str) -> None:
    expected = Path(__file__).with_name("golden") / f"{game}.{language}.md"
    result = run(game, "--lang", language, "--players", "2")
    left_out = f"the glossary of `{language}` has no term for these functions, so what they state is left out: {functions}\n"
    assert (result.stdout, result.stderr) == (expected.read_text(encoding="utf-8"), left_out if functions else "")


def test_rows_of_a_table_show_their_ids_and_are_marked_where_they_are_not_in_the_language(game: str) -> None:
    table = 'table fruit\n    "Fruits."\n    row apple\n        "Red."\n    row pear\n'
    Path(game).write_text(RULES.replace("enum fruit: apple, pear", table), encoding="utf-8")
    html = run(game, "--lang", "ru", "--ids", "--format", "html").stdout
    assert '<tr><th scope="row">apple <code class="id">fruit.apple</code></th><td lang="en">Red.</td></tr>' in html
    assert "| apple `fruit.apple` | Red. |" in run(game, "--ids").stdout


def test_what_is_not_worded_is_told(game: str) -> None:
    result = run(game, "--lang", "ru")
    assert "no text in `ru` fits these clauses, which are in English: pick, fruits" in result.stderr


def test_an_example_of_two_players_is_shown_to_three_if_its_clauses_are_the_same(game: str) -> None:
    assert "> **Example (for 2 players).** The wind comes" in run(game, "--players", "3").output
    path = Path(game)
    for clause in ('"He names the fruit."', '"He names one fruit of {baskets} baskets."'):
        rules = re.sub('"He names [^"]*"', clause, path.read_text(encoding="utf-8"))
        path.write_text(rules, encoding="utf-8")
        assert ("Example" in run(game, "--players", "3").output) == ("baskets" not in clause)


def test_an_example_is_told_as_with_its_own_number_of_players(game: str) -> None:
    own = Path(game).parent / "text" / "ru.texts"
    texts = own.read_text(encoding="utf-8").replace("берёт {n", "берёт[ вдвоём when player_count = 2] {n")
    own.write_text(texts, encoding="utf-8")
    assert "берёт вдвоём 2" in run(game, "--players", "3", "--lang", "ru").output


def test_an_example_that_is_not_true_is_a_mistake(game: str) -> None:
    path = Path(game).parent / "wind.play"
    path.write_text(path.read_text(encoding="utf-8") + "expect tree[apple] = 4\n", encoding="utf-8")
    result = run(game)
    assert result.exit_code == 1
    assert "the example `windy` is not true" in result.stderr


@pytest.mark.parametrize(("old", "new", "says"), [
    ('"wind.play"', '"storm.play"', "the example `windy` cannot be read"),
    ('"all there"', '"nowhere"', "begins at a position that its playthrough does not have: `nowhere`"),
    ("shows tree", "shows trees", "an example shows `trees`, and no field that a player sees has this name"),
])
def test_an_example_that_is_not_there_is_a_mistake(game: str, old: str, new: str, says: str) -> None:
    path = Path(game)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    result = run(game)
    assert result.exit_code == 1
    assert says in result.stderr


@pytest.mark.parametrize(("old", "new", "says"), [
    ('"wind.play"', '"storm.play"', "E103"), ('"all there"', '"nowhere"', "E603"), ("shows tree", "shows trees", "E201"),
    ("shows tree", "shows mood", "E802"), ("shows tree", "shows tree", "")])
def test_check_tells_what_is_wrong_with_an_example(game: str, old: str, new: str, says: str) -> None:
    path = Path(game)
    rules = path.read_text(encoding="utf-8").replace(old, new)
    rules = rules.replace("per fruit = baskets", "per fruit = baskets\n    mood: 0..6, seen by nobody")
    path.write_text(rules, encoding="utf-8")
    told = json.loads(CliRunner().invoke(main, ["check", game, "--format", "json"]).stdout)["diagnostics"]
    assert [record["code"] for record in told if record["clause"] == "windy"] == ([says] if says else [])


def test_wrong_usage(game: str, tmp_path: Path) -> None:
    assert run(game, "--lang", "it").exit_code == 2
    assert run(game, "--players", "7").exit_code == 2
    out = tmp_path / "out.md"
    assert run(game, "--output", str(out)).exit_code == 0
    assert run(game, "--output", str(out)).exit_code == 2
    assert run(game, "--output", str(out), "--force").exit_code == 0
    text = out.read_text(encoding="utf-8")
    figures = tmp_path / "out_figures"
    assert all(f"(out_figures/{figure.name})" in text for figure in (figures.iterdir() if figures.exists() else ()))
    assert figures.exists() == ("_before.svg" in text)
    # Standard output has no folder for the figures.
    assert re.sub(r">\n> !\[.*\n", "", text) == run(game).stdout


class Nesting(HTMLParser):
    """Sees to it that all tags are closed in order, that lists hold points only, and that nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if (self.open[-1:] in (["ul"], ["ol"])) != (tag == "li"):
            self.wrong.append(f"{tag} in {self.open[-1:]}")
        fetched = [name for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")]
        self.wrong += [f"{name} of {tag}" for name in fetched]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(("game", "clause", "words"), [
    ("pig", "turn_of", ("--lang", "ru", "--players", "3")), ("carolus_magnus", "win_ten_castles", ("--players", "4", "--ids")),
    pytest.param("carolus_magnus", "win_ten_castles", ("--lang", "ru", "--players", "3"), marks=pytest.mark.slow)], ids=str)
def test_html_is_one_sound_page_that_needs_no_other(game: str, clause: str, words: tuple[str, ...]) -> None:
    page = Nesting()
    page.feed(run(game, "--format", "html", *words).stdout)
    assert (page.open, page.wrong) == ([], [])
    assert (clause in page.text) == ("--ids" in words)


@cache
def emperor_page() -> str:
    """The page of a large game, which takes a second."""
    return run("emperor_4", "--format", "html").stdout


def test_a_rulebook_says_what_a_force_is_and_speaks_of_nothing_that_only_another_edition_has() -> None:
    html = emperor_page()
    assert html.index("act together are a force") < html.index("A force moves one hex")
    assert "Giants, golems and catapults break walls." in html
    assert re.search(r"\brams?\b", html, re.IGNORECASE) is None


def test_pictures_tables_and_contents_have_names_and_tables_are_reached_by_keys() -> None:
    html = emperor_page()
    names = re.findall(r'<svg class="board"[^>]*aria-label="([^"]+)"', html)
    assert names == ["The map has nine rows of hexes, and looks the same from both homes."]
    grids = re.findall('<div class="grid"[^>]*>', html)
    assert len(grids) > 5
    assert all('tabindex="0"' in grid and re.search(' aria-label="[^"]+"', grid) for grid in grids)
    assert '<nav aria-labelledby="+contents"><h2 id="+contents">Contents</h2>' in html
    assert "<th>" not in html


def test_marks_in_texts_are_no_marks(tmp_path: Path) -> None:
    written(tmp_path, RULES.replace("A player may not rest twice", "A *player* may <b>not</b> rest"))
    path = str(tmp_path / "orchard.rules")
    assert r"A \*player\* may \<b\>not\</b\> rest" in run(path).output
    assert "A *player* may &lt;b&gt;not&lt;/b&gt; rest" in run(path, "--format", "html").output


def test_a_rulebook_for_the_fewest_players_says_that_the_game_is_for_others_too() -> None:
    note = "this is the rulebook for 2; the game is for 2 to 6 players (--players)"
    assert note in CliRunner().invoke(main, ["rulebook", "nim"]).output
    assert note not in CliRunner().invoke(main, ["rulebook", "nim", "--players", "2"]).output
    assert "the game is for" not in CliRunner().invoke(main, ["rulebook", "tic_tac_toe"]).output
