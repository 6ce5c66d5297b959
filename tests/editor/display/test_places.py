"""What is offered where a name is about to be typed: names in scope there, the likeliest by the role of the place first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.editor.display.completions import Completion, in_rulebook
from rulewright.cli.editor.display.play_completions import in_playthrough
from rulewright.cli.editor.files.plays import OpenPlaythroughs
from rulewright.cli.editor.files.rulebooks import Rulebooks, key_of
from rulewright.dsl.source import disk

RULES = """rulebook orchard
    players 2

enum fruit: apple, pear
enum mood: calm, glad

event fallen(f: fruit)

each player has
    mood: mood = calm
    picked: 0..9 per fruit

state
    turn: player = P1
    blown: 0..9
    seen: history of blown up to 9

play
    repeat
        take_turn(turn)
        turn becomes next(turn)
        check ends

rule take_turn(p: player)
    choose what_to_do by p
        move pick "picks {n} {f}" for f in fruit, n in 1..2
            p.mood becomes glad
        move wind "waits"
            roll d from 1..6
            blown gains 1

function basket(p: player): 0..99
    gives (sum f in fruit: p.picked[f])

end over
    when blown = 9
    ranking p in players by basket(p)
"""
NO_VALUES = {"take_turn", "pick", "wind", "what_to_do", "over"}


def offers(folder: Path, old: str, new: str) -> list[Completion]:
    """Return what is offered at the `|` of a text that stands in the rulebook in place of another; what fits first."""
    assert RULES.count(old) == 1
    before, _, after = RULES.replace(old, new).partition("|")
    path, line, column = folder / "orchard.rules", before.count("\n") + 1, len(before) - before.rfind("\n")
    rulebooks = Rulebooks()

    def opened(text: str) -> tuple[object, object]:
        with disk.looking_at(disk.Overlay({disk.resolved(path): text.encode()})):
            asked = key_of(path)
            assert asked is not None
            found = rulebooks.open(asked)
        return found.names, found.source(path)

    return sorted(in_rulebook(opened, before + after, line, column), key=lambda offer: not offer.fits)  # type: ignore[arg-type]


@pytest.mark.parametrize(("old", "new", "known", "unknown"), [
    ("p.mood becomes glad", "blown gains |", {"n", "f", "p"}, {"d"}),
    ("            blown gains 1", "            blown gains |", {"d", "p"}, {"n", "f"}),
    ("p.mood becomes glad", "if n > |", {"n", "f", "p"}, {"d"}),
    ("p.mood becomes glad", "p.picked[|", {"n", "f", "p"}, {"d"}),
    ("p.mood becomes glad", "if basket(|", {"n", "f", "p"}, {"d"}),
    ("    gives (sum f in fruit: p.picked[f])", "    gives (sum f in fruit: |)", {"f", "p"}, {"n", "d"}),
    ("    gives (sum f in fruit: p.picked[f])", "    gives (sum f in fruit: p.picked[f]) + |", {"p"}, {"f"}),
    ("move wind \"waits\"", "move wind \"waits {|\"", {"p"}, {"n", "d"}),
])
def test_names_in_scope_are_offered_and_no_others(tmp_path: Path, old: str, new: str, known: set[str],
                                                  unknown: set[str]) -> None:
    found = {offer.text for offer in offers(tmp_path, old, new)}
    assert known <= found
    assert not unknown & found
    assert not NO_VALUES & found


@pytest.mark.parametrize(("old", "new", "first"), [
    ("p.mood becomes glad", "p.mood becomes |", {"calm", "glad"}),
    ("p.mood becomes glad", "for each g in |", {"fruit", "mood", "player", "players", "side", "sides"}),
    ("ranking p in players by basket(p)", "winners q in |", {"players", "sides"}),
    ("function basket", "score q in |: 3\n\nfunction basket", {"players", "sides"}),
    ("check ends", "check |", {"ends", "over"}),
    ("check ends", "check en|", {"ends", "over"}),
    ("p.mood becomes glad", "announce |", {"fallen"}),
    ("p.mood becomes glad", "remember |", {"seen"}),
    ("p.mood becomes glad", "if next(p).mo|", set()),
    ("p.mood becomes glad", "p.picked[|", {"f", "apple", "pear"}),
])
def test_what_a_place_asks_for_comes_first(tmp_path: Path, old: str, new: str, first: set[str]) -> None:
    assert {offer.text for offer in offers(tmp_path, old, new) if offer.fits} == first


def test_a_statement_begins_with_a_rule_a_field_or_a_word_of_statements(tmp_path: Path) -> None:
    found = offers(tmp_path, "p.mood becomes glad", "|")
    fits = {offer.text for offer in found if offer.fits}
    assert {"p", "take_turn", "blown", "turn", "if", "let", "check", "choose"} <= fits
    assert not {"n", "f", "apple", "glad", "basket", "yes", "ends", "rulebook"} & fits
    assert not {"pick", "what_to_do", "over", "ends", "rulebook"} & {offer.text for offer in found}


def test_words_alone_are_offered_where_no_name_can_stand(tmp_path: Path) -> None:
    assert {"and", "or", "if"} <= (behind := {offer.text for offer in offers(tmp_path, "becomes glad", "becomes glad |")})
    assert not {"p", "glad", "apple", "rulebook"} & behind
    begun = {offer.text for offer in offers(tmp_path, "function basket", "fun|\nfunction basket")}
    assert {"function", "rule", "enum"} <= begun
    assert not {"basket", "let", "and"} & begun


def test_a_name_that_is_being_declared_is_not_offered_others(tmp_path: Path) -> None:
    assert offers(tmp_path, "rule take_turn", "rule |") == []
    assert offers(tmp_path, "p.mood becomes glad", "let | = 3") == []


@pytest.mark.parametrize(("line", "first"), [
    ("expect Anna.mood = |", {"calm", "glad"}),
    ("expect turn = |", {"Anna", "Boris", "turn"}),
    ("expect basket(|", {"Anna", "Boris", "turn"}),
    ("expect (sum q in players: q.|", set()),
    ('position "x"\n    |', {"blown", "turn", "seen", "Anna.mood", "Boris.mood", "Anna.picked", "Boris.picked"}),
    ('position "x"\n    Anna.mood = |', {"calm", "glad"}),
    ('position "x"\n    Anna.picked = |', {"apple", "pear"}),
])
def test_a_condition_and_a_position_have_what_fits_first(tmp_path: Path, line: str, first: set[str]) -> None:
    found = in_play(tmp_path, line)
    assert {offer.text for offer in found if offer.fits} == first
    assert not NO_VALUES & {offer.text for offer in found}


def test_fields_are_offered_behind_a_name_of_a_condition(tmp_path: Path) -> None:
    for line in ("expect (sum q in players: q.|", "expect next(Anna).|", "expect Anna.|"):
        assert {offer.text for offer in in_play(tmp_path, line)} == {"mood", "picked"}


def test_going_back_is_completed_before_its_second_word(tmp_path: Path) -> None:
    assert [offer.text for offer in in_play(tmp_path, 'mark "here"\nback |')] == ['to "here"']


def in_play(folder: Path, line: str) -> tuple[Completion, ...]:
    """Return what is offered at the `|` of a line of a playthrough."""
    main, path = folder / "orchard.rules", folder / "game.play"
    begun, _, after = f"game orchard\nplayers Anna, Boris\n\n{line}".partition("|")
    text = begun + after
    with disk.looking_at(disk.Overlay({disk.resolved(main): RULES.encode(), disk.resolved(path): text.encode()})):
        play, asked = OpenPlaythroughs().of(path, text), key_of(path)
        assert play is not None
        assert asked is not None
        return in_playthrough(play, Rulebooks().open(asked), text, begun.count("\n") + 1, len(begun) - begun.rfind("\n"))
