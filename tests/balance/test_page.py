"""`balance --html`: one page with plots, each with its numbers; several numbers of players and values in one report."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright.cli.balance import plots
from rulewright.cli.balance.charts import BarChart, ChartMark, RangeChart, table_of
from rulewright.cli.balance.plots import svg_of
from rulewright.interpreter.analysis.balance.intervals import Estimate

from .test_command import answer

MARKS = (ChartMark("gold", Estimate(12.5, 10.0, 15.0, 40)),
         ChartMark("lead & <tin>", Estimate(-3.0, -8.0, 2.0, 40), strong=False))


class Elements(HTMLParser):
    """The elements of a page with their attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "pig.html"
    answer("pig", "--set", "goal=20", "--games", "20", "--players", "2,3", "--tries", "0", "--restrict", "hold",
           "--html", str(file))
    return file.read_text(encoding="utf-8")


def test_every_plot_has_its_numbers_as_a_table(page: str) -> None:
    figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert {figure.count("<svg") for figure in figures} == {len(re.findall(r"<table[ >]", figure)) for figure in figures} == {1}
    titles = [re.findall(r"<figcaption>(.*?)</figcaption>", figure)[0] for figure in figures]
    part = ["Length of games", "How games end", "Share in victories", "Result when taken, against when left", "Loss without it"]
    assert titles == ["Length", "First player advantage", *part, *part]


def test_a_page_needs_nothing_else(page: str) -> None:
    found = Elements(page).found
    assert not {"script", "link", "iframe", "img", "object"} & {tag for tag, _ in found}
    links = [value for _, attributes in found for name, value in attributes.items() if name in ("href", "src", "xlink:href")]
    assert all((value or "").startswith("#") for value in links)
    assert "url(http" not in page
    ids = [attributes["id"] for _, attributes in found if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_same_chart_gives_the_same_bytes_and_says_its_name() -> None:
    chart = RangeChart("A < B", "points", MARKS, 0.0)
    drawn = svg_of(chart, "a")
    assert drawn == svg_of(chart, "a")
    assert 'aria-label="A &lt; B"' in drawn
    assert "lead &amp; &lt;tin&gt;" in drawn


def test_what_is_shown_differs_from_what_is_not_without_colour() -> None:
    value = MARKS[0].value
    filled, hollow = (svg_of(RangeChart("", "", (mark,)), "a")
                      for mark in (ChartMark("", value), ChartMark("", value, strong=False)))
    assert filled != hollow
    assert set(re.findall(r"#[0-9a-f]{6}", filled + hollow)) <= {"#000000", "#ffffff", "#dddddd"}


def test_a_table_has_the_numbers_of_its_chart() -> None:
    assert table_of(RangeChart("", "points", MARKS))[1][0] == ("gold", "12.5", "10.0", "15.0", "40")
    assert table_of(BarChart("", "choices", (7.0, 9.0, 11.0), (3, 1)))[1] == [("7 to 8", "3"), ("9 to 10", "1")]


def test_too_few_games_have_no_plots(tmp_path: Path) -> None:
    file = tmp_path / "pig.html"
    answer("pig", "--games", "3", "--tries", "0", "--html", str(file))
    text = file.read_text(encoding="utf-8")
    assert "too few games for a statement" in text
    assert "<svg" not in text
    assert "<table" not in text


def test_two_games_are_compared_on_a_page(tmp_path: Path) -> None:
    file = tmp_path / "pigs.html"
    answer("pig", "--games", "50", "--tries", "0", "--against-set", "goal=50", "--html", str(file))
    text = file.read_text(encoding="utf-8")
    assert re.search(r"<li>games are [0-9.]+ to [0-9.]+ % shorter</li>", text)
    assert text.count("<svg") == 1
    (figures,) = re.findall(r"<h2>All figures</h2>.*?</table>", text, re.S)
    assert 'data-label="before">' in figures
    assert re.search(r"<td>first player wins</td>.*points</td>", figures)
    assert "at each time the run could have stopped" in text


@pytest.mark.parametrize(("games", "said"), [("2", "20 pairs are needed"), ("20", "No difference is shown")])
def test_a_page_says_where_no_difference_is_shown(games: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "pigs.html"
    answer("pig", "--games", games, "--tries", "0", "--against", "pig", "--html", str(file))
    assert said in file.read_text(encoding="utf-8")


def test_what_is_never_offered_is_one_line_and_not_rows(tmp_path: Path) -> None:
    file = tmp_path / "nim.html"
    answer("nim", "--games", "20", "--tries", "0", "--html", str(file))
    text = file.read_text(encoding="utf-8")
    assert re.search(r"<p>never offered: counters_to_take: h = 4 to 8</p>", text)
    assert not re.search(r"<td[^>]*>never offered</td>", text)


def test_missing_plots_are_reported_before_any_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    said = answer("pig", "--games", "1000000", "--html", str(tmp_path / "pig.html"), code=2)
    assert "pip install 'rulewright[plots]'" in said


def test_several_players_and_values_are_one_report(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    both = ("--players", "2-3", "--vary", "goal=20,30")
    text = answer("pig", "--games", "20", "--tries", "0", *both, "--csv", str(file), "--json")
    reports = json.loads(text)["reports"]
    assert [(one["set"], one["players"]) for one in reports] == [({"goal": goal}, n) for goal in (20, 30) for n in (2, 3)]
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [(row["set_goal"], row["players"]) for row in rows[::20]] == [("20", "2"), ("20", "3"), ("30", "2"), ("30", "3")]
    assert (rows[0]["choices_P3"], rows[20]["choices_P3"] != "") == ("", True)
    alone = answer("pig", "--games", "20", "--tries", "0", "--players", "3", "--set", "goal=30", "--json")
    assert reports[3] == json.loads(alone)


@pytest.mark.parametrize(("arguments", "said"), [
    (("--players", "two"), "is not a number of players"),
    (("--players", "1-3"), "is for"),
    (("--vary", "goal"), "is not NAME=VALUE"),
    (("--vary", "aim=3,4"), "aim"),
    (("--vary", "goal=20,"), "goal"),
    (("--vary", "goal=20,20"), "names a value twice"),
    (("--vary", "goal=20", "--vary", "goal=30"), "named twice"),
    (("--players", "2-3", "--against-set", "goal=20"), "one number of players")])
def test_what_cannot_be_reported_together_is_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    assert said in answer("pig", *arguments, code=2)


def test_rows_that_are_wider_than_a_narrow_screen_name_their_columns(page: str) -> None:
    stacked = re.findall(r'<table class="stacked">(.*?)</table>', page, re.S)
    assert stacked
    for table in stacked:
        heads = re.findall(r'<th scope="col">(.*?)</th>', table)
        (row, *_) = re.findall(r"<tr>(<td.*?)</tr>", table)
        assert re.findall(r'data-label="(.*?)"', row) == list(filter(None, heads))
