"""Booklets: several players of one clause, refusals by kinds of move, and functions that are printed or reported."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.dsl.load.loader import read, read_text
from rulewright.translation.booklet.booklet import booklet
from rulewright.translation.facts.facts import facts_of

from .booklets import items

DUEL = """rulebook duel
    "A duel"
    players 3

each player has
    gold: 0..9 = 3

function reach(p: player): 0..9
    "A fencer reaches as far as their gold."
    gives p.gold

play
    duel(P1)
    check over

rule duel(p: player)
    "{p} picks a quarrel."
    choose challenge by p for q in players
        "A rival is named."
        require not_oneself: q != p
            "{q} cannot be their own rival"
        move fight "fights {q} before {w}" for w in players
            require a_rich_rival: q.gold > 0
                "{q} has nothing to lose"
            require a_witness: w != p and w != q
                "{w} is no witness"
        move bribe "bribes {q}"
            require has_gold: reach(p) > 0
                "{p} has no gold"
            require wants_gold: q.gold < 9
                "{q} wants nothing of {p}"
        move leave "leaves {q}"
            "One may leave a rival."
            require not_rich: p.gold < 5
                "{p} is too rich to leave"

end over
    "It is over."
    when yes
    draw
"""
GLOSSARY = "concept,term,status,forms,note\ngold,gold,preferred,,\n"


def test_each_kind_of_move_has_its_refusals_and_each_player_their_name() -> None:
    printed = [item.text for item in items(booklet(read_text("duel", DUEL), "en", 3, {})) if item.kind == "requirement"]
    assert printed == [
        "the other player cannot be their own rival",
        "fight: the other player has nothing to lose; another player is no witness",
        "bribe: the player has no gold; the other player wants nothing of the player",
        "the player is too rich to leave",
    ]


def test_the_only_kind_of_move_that_can_be_made_is_not_named() -> None:
    rules = DUEL.replace("reach(p) > 0", "1 > 2 and reach(p) > 0").replace("p.gold < 5", "1 > 2 and p.gold < 5")
    printed = [item.text for item in items(booklet(read_text("duel", rules), "en", 3, {})) if item.kind == "requirement"]
    assert printed == ["the other player cannot be their own rival",
                       "the other player has nothing to lose; another player is no witness"]


def test_a_kind_of_move_without_a_statement_has_the_sentence_of_its_text(tmp_path: Path) -> None:
    path, own = tmp_path / "duel.rules", tmp_path / "text" / "en.texts"
    path.write_text(DUEL, encoding="utf-8")
    stamp = facts_of(read(path)).clause("fight").fingerprint
    own.parent.mkdir()
    own.write_text(f'texts of duel in en\n\nfight {stamp}\n    "The player fights the rival."\n', encoding="utf-8")
    found = [(item.id, item.depth, item.text) for item in items(booklet(read(path), "en", 3, {})) if item.depth]
    assert found[1:5] == [
        ("not_oneself", 2, "the other player cannot be their own rival"),
        ("fight", 2, "The player fights the rival."),
        ("a_rich_rival, a_witness", 3, "the other player has nothing to lose; another player is no witness"),
        ("has_gold, wants_gold", 2, "bribe: the player has no gold; the other player wants nothing of the player"),
    ]


def test_what_functions_state_is_printed_without_a_glossary_and_else_reported(tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    path.write_text(DUEL, encoding="utf-8")
    alone = CliRunner().invoke(main, ["rulebook", str(path)])
    assert "A fencer reaches as far as their gold." in alone.stdout
    assert "reach" not in alone.stderr
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.glossary.csv").write_text(GLOSSARY, encoding="utf-8")
    chosen = CliRunner().invoke(main, ["rulebook", str(path)])
    assert "A fencer reaches" not in chosen.stdout
    assert chosen.stderr == ("the glossary of `en` has no term for these functions, so what they state is left out: "
                             "`reach`\n")
