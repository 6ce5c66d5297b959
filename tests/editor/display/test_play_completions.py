"""The completions of a playthrough: every place has some, and what is offered as so in the position before the line is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.cli.editor.display import play_completions
from rulewright.cli.editor.display.completions import Completion
from rulewright.cli.editor.display.play_completions import in_playthrough
from rulewright.cli.editor.display.play_places import replaced
from rulewright.cli.editor.files.plays import OpenPlaythroughs
from rulewright.cli.editor.files.rulebooks import Rulebooks, key_of
from rulewright.dsl.source import disk

HEAD = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\n"


def offers_at(folder: Path, marked: str) -> tuple[tuple[Completion, ...], str]:
    """Return what is offered at the `|` of a playthrough, and the text before it that an offer replaces."""
    before, _, after = marked.partition("|")
    path, text = folder / "game.play", before + after
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    with disk.looking_at(disk.Overlay({disk.resolved(path): text.encode()})):
        play, asked = OpenPlaythroughs().of(path, text), key_of(path)
        assert play is not None
        assert asked is not None
        offers = in_playthrough(play, Rulebooks().open(asked), text, line, column)
    return offers, before[len(before) - replaced(text, line, column) :]


@pytest.mark.parametrize(("begun", "first", "replaces"), [
    ("|", "Boris: a1", ""),
    ("exp|", "Boris: a1", "exp"),
    ("Boris: |", "a1", ""),
    ("Boris: a|", "a1", "a"),
    ("Boris: a1, Anna|", None, "Anna"),
    ("refuse |", "Boris: b2 because cell_is_empty", ""),
    ("refuse Boris: b|", "b2 because cell_is_empty", "b"),
    ("refuse Boris: b2 because ce|", "cell_is_empty", "ce"),
    ("expect |", "Boris to move", ""),
    ("expect Anna |", "to move", ""),
    ("expect not |", "over", ""),
    ("expect not ap|", "over", "ap"),
    ("expect a1.mark = nothing and b2.m|", "mark", "m"),
    ("expect choices |", "8", ""),
    ("expect choices include a1, b|", "a1", "b"),
    ("expect at |", "cell_to_mark", ""),
    ("Boris: a1\nAnna: b1\nBoris: a2\nAnna: b3\nexpect over by |", "three_in_a_row, won by Anna", ""),
    ('position "p"\n    a1.|\n', "mark", ""),
    ('mark "here"\nBoris: a1\nback to |', '"here"', ""),
    ('branch "x"\n    Boris: a1\n    |', "Anna: b1", ""),
    ('branch "x"\n    Boris: a1\n    Anna: |\nend\n', "b1", ""),
    ('branch "x"\n    Boris: a1\nend\nBoris: |\n', "a1", ""),
    ("play until b2.|", "mark", ""),
])
def test_what_fits_the_line_is_offered_first(tmp_path: Path, begun: str, first: str | None, replaces: str) -> None:
    offers, gone = offers_at(tmp_path, HEAD + begun)
    ranked = sorted(offers, key=lambda offer: not offer.fits)
    assert (ranked[0].text if ranked else None, gone) == (first, replaces)


def test_a_second_move_of_a_line_comes_behind_the_first(tmp_path: Path) -> None:
    text = "game nim\nplayers Anna, Boris\n\n"
    first, _ = offers_at(tmp_path, f"{text}Anna: |")
    one = first[0].text
    then, gone = offers_at(tmp_path, f"{text}Anna: {one}, x|")
    assert gone == "x"
    # The turn goes over with the first move.
    assert then == ()


@pytest.mark.parametrize(("game", "begun"), [("tic_tac_toe", "variant |"), ("race", "set |")])
def test_the_head_is_completed(tmp_path: Path, game: str, begun: str) -> None:
    offers, _ = offers_at(tmp_path, f"game {game}\n{begun}")
    assert offers


@pytest.mark.parametrize(("game", "lines"), [
    ("tic_tac_toe", ""), ("nim", "auto 1\n"), ("pig", "auto 4\n"), ("race", "auto 6\n"), ("carolus_magnus", "auto 12\n"),
    ("nim", "auto\n"), ("race", "auto\n"), pytest.param("meadows", "auto 9\n", marks=pytest.mark.slow),
])
def test_what_is_offered_as_so_is_so(tmp_path: Path, game: str, lines: str) -> None:
    text = f"game {game}\nplayers 2\nseed 5\n\n{lines}"
    offers, _ = offers_at(tmp_path, f"{text}expect |")
    holds = [offer.text for offer in offers if offer.kind == "expectation"]
    refused = [offer.text for offer in offers_at(tmp_path, f"{text}refuse |")[0] if offer.fits]
    assert holds
    path = tmp_path / "game.play"
    whole = text + "".join(f"expect {said}\n" for said in holds) + "".join(f"refuse {said}\n" for said in refused)
    play = OpenPlaythroughs().of(path, whole)
    assert play is not None
    assert not play.playthrough.problems
    assert [failure.message for failure in play.failures()] == []
    if not any(re.match("over by", said) for said in holds):
        assert any(re.fullmatch(r"\w+ to move", said) for said in holds)


def test_a_choice_of_very_many_moves_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_completions, "MOST_OFFERED", 7)
    offers, _ = offers_at(tmp_path, HEAD + "expect |")
    holds = [offer.text for offer in offers if offer.kind == "expectation"]
    assert "Boris to move" in holds
    assert not [text for text in holds if text.startswith("choices")]


PIG = "game pig\nplayers Anna, Boris\nseed 3\n\n"


@pytest.mark.parametrize("begun", ["Anna: |", "Anna: h|"])
def test_a_player_has_moves_where_the_seed_decides_for_chance_first(tmp_path: Path, begun: str) -> None:
    offers, _ = offers_at(tmp_path, PIG + begun)
    assert [offer.text for offer in offers] == ["roll", "hold"]
    without, _ = offers_at(tmp_path, PIG.replace("seed 3\n", "") + begun)
    assert without == ()


def test_a_line_is_offered_what_chance_may_bring_and_what_follows_from_the_seed(tmp_path: Path) -> None:
    offers, _ = offers_at(tmp_path, f"{PIG}|")
    moves = [offer.text for offer in offers if offer.kind == "move"]
    assert moves[-3:] == ["chance: rolls 6", "Anna: roll", "Anna: hold"]
