"""A hover says what a name is for all numbers of players, in the words of the rulebook."""

from __future__ import annotations

import pytest

from rulewright.cli.editor.display.hovers import hover
from rulewright.cli.editor.files.rulebooks import OpenRulebook, RulebookKey, Rulebooks

from ..client import at

TREES = """rulebook trees
    "Trees"
    players 2..4

parameter most: 1..2 = 2

constants
    least = 1

constants by players   2  3  4
    ripe               6  6  8

state
    tree: 0..ripe = ripe
    basket: 0..9

play
    repeat
        for each p in players
            pick(p)

rule pick(p: player)
    choose picked by p
        move take "takes {n}" for n in least..ripe
            require hangs: n <= tree and n <= most
                "only {tree} of {ripe} hang there, not {n}"
            tree loses n
            basket becomes n
    check bare

end bare
    when tree = 0
    draw
"""


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> OpenRulebook:
    """A rulebook whose numbers depend on the players."""
    main = tmp_path_factory.mktemp("trees") / "trees.rules"
    main.write_text(TREES)
    opened = Rulebooks().open(RulebookKey(main))
    assert opened.compiles, opened.diagnostics
    return opened


@pytest.mark.parametrize(("place", "lines"), [
    ("= |ripe\n", ["= 6 (2 players), 6 (3 players), 8 (4 players)"]),
    ("in |least..", ["= 1"]),
    ("n <= |most", ["`most: 1..2`", "= 2"]),
    ("|tree: 0..ripe", ["`tree: 0..ripe`"]),
    ("n <= |tree", ["`tree: 0..6` (2, 3 players), `tree: 0..8` (4 players)"]),
    ("|basket becomes", ["`basket: 0..9`"]),
    ("for |n in", ["`n: 1..6` (2, 3 players), `n: 1..8` (4 players)"]),
    ("loses |n", ["`n: 1..6` (2, 3 players), `n: 1..8` (4 players)"]),
    ("pick(|p: player)", ["`p: player`"]),
    ("require |hangs", ["only {tree} of 6 hang there, not {n} (2, 3 players)",
                        "only {tree} of 8 hang there, not {n} (4 players)"])])
def test_a_name_is_described_for_each_number_of_players(trees: OpenRulebook, place: str, lines: list[str]) -> None:
    there = at(TREES, place)
    use = trees.names.at(trees.files.sources[0].name, there.line + 1, there.character + 1)
    assert use is not None
    assert hover(trees, use).split("\n\n")[1:] == lines
