"""Numbers that `simulate` reports because they were asked for."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_simulate_reports_figures_that_are_asked_for() -> None:
    arguments = ("simulate", "pig", "--games", "60", "--json", "--figure", "both=P1.score + P2.score", "--figure", "one=1")
    one, two = (json.loads(run(*arguments, "--jobs", jobs).output) for jobs in ("1", "2"))
    assert one["figures"] == two["figures"]
    assert one["figures"]["both"]["mean"] == pytest.approx(sum(one["scores"].values()))
    assert one["figures"]["both"]["min"] < one["figures"]["both"]["mean"] < one["figures"]["both"]["max"]
    assert one["figures"]["one"] == {"mean": 1, "min": 1, "max": 1}
    assert "figures" not in json.loads(run("simulate", "pig", "--games", "2", "--json").output)


@pytest.mark.parametrize(("figure", "code", "told"), [
    ("points", 2, "write NAME=NUMBER"),
    ("points=", 2, "write NAME=NUMBER"),
    ("points=P1.scores", 1, "did you mean `score`?"),
    ("points=P1.score = 3", 1, "E301"),
])
def test_a_figure_that_cannot_be_reported_is_explained(figure: str, code: int, told: str) -> None:
    result = run("simulate", "pig", "--games", "2", "--figure", figure)
    assert result.exit_code == code
    assert told in result.output
