"""A fix is offered on the whole line of a mistake, in rulebooks and in playthroughs."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol.types import CodeAction, CodeLensParams, Command, Position, TextDocumentIdentifier

from rulewright.cli.editor.changes.attempts import Attempts
from rulewright.cli.editor.changes.edits import fixes, with_edits
from rulewright.cli.editor.files.problems import Depth, problems_of
from rulewright.cli.editor.files.rulebooks import Rulebooks

from ..client import Editor, at, session


def test_a_fix_is_offered_anywhere_on_the_line_of_the_mistake(pig: Path) -> None:
    text = pig.read_text().replace("unlucky = 1", "unlucky = goall")

    async def talk(editor: Editor) -> tuple[list[str], list[str]]:
        uri = editor.open(pig, text)
        await editor.diagnostics(uri)
        line = at(text, "|unlucky = goall").line
        return await editor.titles(uri, line), await editor.titles(uri, line + 1)

    assert session(pig.parent, talk) == (["Write `goal`"], [])


def test_a_refused_move_is_put_right(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nBoris: b2\n"

    async def talk(editor: Editor) -> list[str]:
        uri = editor.open(play, text)
        await editor.diagnostics(uri)
        return await editor.titles(uri, 4)

    titles = session(tmp_path, talk)
    assert titles[-1] == "Write `refuse Boris: b2 because cell_is_empty`"
    assert {"Write `a2`", "Write `b1`", "Write `b3`", "Write `c2`"} & set(titles)


@pytest.mark.parametrize("head", ["game pig:shrot\n", "game pig\nvariant shrot\n"])
def test_a_variant_of_a_playthrough_is_put_right(pig: Path, head: str) -> None:
    pig.with_name("short.rules").write_text("variant short of pig\n\nset goal = 20\n")
    text = f"{head}players Anna, Boris\n\nrolls 4\n"

    async def talk(editor: Editor) -> tuple[list[str], list[str]]:
        uri = editor.open(pig.with_name("game.play"), text)
        wrong = await editor.diagnostics(uri)
        assert not await editor.text_document_code_lens_async(CodeLensParams(TextDocumentIdentifier(uri)))
        return [problem.message.split("\n")[0] for problem in wrong], await editor.titles(uri, head.count("\n") - 1)

    assert session(pig.parent, talk) == (["`pig` has no variant `shrot`"], ["Write `short`"])


HEAP = """rulebook heap
    players 2

state
    left: 0..9 = 5

play
    repeat
        for each p in players
            take(p)
            take(p)
        check ends

rule take(p: player)
    "{p} takes stones."
    choose stones by p
        "They take some."
        move "takes {n} stones" for n in 1..3
            require enough_left: n <= left
                "{left} are left"
            left loses n

end heap_is_gone
    "Nobody wins once no stone is left."
    when left = 0
    draw
"""
BEGUN = "game heap\nplayers Anna, Boris\n"


def test_blanks_in_a_move_belong_to_it(tmp_path: Path) -> None:
    assert _offered(tmp_path, "Anna: takes  2 stoness # and", "Anna: takes   3  stones, takes  3 stones",
                    "Anna: takes 3 stones\nAnna: takes  3 stones") == [
        ["Anna: takes 2 stones # and", "Anna: takes 1 stones # and"],
        ["Anna: takes   3  stones, takes 2 stones", "Anna: takes   3  stones, takes 1 stones"],
        ["Anna: takes 2 stones", "Anna: takes 1 stones", "refuse Anna: takes 3 stones because enough_left"]]


def test_an_unknown_move_is_replaced_by_legal_ones(tmp_path: Path) -> None:
    # `takes 3 stones`, which is more like it than the others, is refused then.
    assert _offered(tmp_path, "Anna: takes 3 stones\nAnna: takes 33 stones") == [
        ["Anna: takes 2 stones", "Anna: takes 1 stones"]]
    # Where it is the turn of another, no move is legal.
    assert _offered(tmp_path, "Boris: takes 33 stones") == [
        ["Boris: takes 3 stones", "Boris: takes 2 stones", "Boris: takes 1 stones"]]


def _offered(tmp_path: Path, *bodies: str) -> list[list[str]]:
    """Return the lines that quick fixes make of the last line of each of some playthroughs."""
    (tmp_path / "heap.rules").write_text(HEAP)

    async def talk(editor: Editor) -> list[list[str]]:
        uri = editor.open(tmp_path / "game.play", BEGUN)
        changed = []
        for body in bodies:
            text = f"{BEGUN}{body}\n"
            editor.change(uri, text)
            await editor.diagnostics(uri)
            place = Position(text.count("\n") - 1, 8)
            changed.append([_changed(text, action) for action in await editor.actions(uri, place)])
        return changed

    return session(tmp_path, talk)


def _changed(text: str, action: Command | CodeAction) -> str:
    """Return the line of a text that a change is about, as it is then."""
    assert isinstance(action, CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    ((edit,),) = action.edit.changes.values()
    there, line = edit.range, text.split("\n")[edit.range.start.line]
    return line[: there.start.character] + edit.new_text + line[there.end.character:]


def test_an_expectation_that_fails_is_put_right(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nexpect choices 7\nexpect choices 8\n"
    play.write_text(text)

    async def talk(editor: Editor) -> list[list[str]]:
        uri = editor.open(play)
        await editor.diagnostics(uri)
        return [await editor.titles(uri, line) for line in (4, 5)]

    assert session(tmp_path, talk) == [["Write `expect choices 8`"], []]


WIND = """rulebook wind
    players 2

enum mood: calm, glad

each player has
    mood: mood = glad
    blown: 0..99 = 0

play
    repeat
        for each p in players
            wait(p)
            check ends

rule wait(p: player)
    "{p} waits for the wind."
    choose what_to_do by p
        "They wait."
        move "waits"
            roll d from 1..6
            p.mood becomes calm
            gust(d)

rule gust(d: 1..6)
    "The wind blows."
    for each p in players
        if p.blown + d <= 99
            p.blown gains d

function calm_players: 0..2
    "Who is calm."
    gives (count p in players where p.mood = calm)

end all_are_calm
    "It ends when all are calm."
    when calm_players() = 2
    ranking p in players by p.blown
"""


@pytest.mark.parametrize(("old", "new", "offered"), [
    ("becomes calm", "becomes clam", ["Write `calm`"]),
    ("becomes calm", "becomes happy", ["Write `calm`", "Write `glad`"]),
    ("check ends", "check the_end", ["Write `all_are_calm`", "Declare `end the_end`"]),
    ("            gust(d)", "            (d)", []),
    ("gives (count", "outputs (count", []),
    # What a mistake of the text kept from being looked at may have mistakes of its own.
    ("becomes calm\n            gust(d)", "becomess calm\n            gust(e)", ["Write `becomes`"]),
    ("becomes calm\n            gust(d)", "becomess calm\n            gust d", ["Write `becomes`"]),
    # Of two mistakes on a line, each is mended by itself.
    ("p.mood becomes calm", "p.moood becomess calm", ["Write `becomes`"]),
    # The parser reads a line to its end, where more is missing.
    ("enum mood", "board lake: square 3x3\n\nenum mood", ["Write `3 by 3`"]),
    # A header that the parser reads at last has another mistake: there is no `play` yet.
    (WIND.partition("players 2")[2], "-3\n", ["Write `players 2..3`"]),
    # What the author wrote may have a mistake of its own, which the change does not make.
    ("gust(d)\n\n", "blow d\n\n", ["Write `blow(d)`"]),
    ("p.blown gains d", "p.blown becomes 1,000", [])])
def test_a_change_that_leaves_as_many_mistakes_is_not_offered(old: str, new: str, offered: list[str], tmp_path: Path) -> None:
    path = tmp_path / "wind.rules"
    assert old in WIND
    path.write_text(WIND.replace(old, new))
    attempts, rulebooks = Attempts(), Rulebooks()
    found = [problem for problem in problems_of(path, rulebooks, Depth.COMPILED) if problem.level == "error"]
    assert found
    assert [title for title, edit in fixes(found[0]) if attempts.mends(path, found[0], edit, rulebooks)] == offered


def test_a_bracket_of_an_evaluation_file_is_closed_on_its_line(tmp_path: Path) -> None:
    (tmp_path / "wind.rules").write_text(WIND)
    path = tmp_path / "evaluations/calm.evaluation"
    path.parent.mkdir()
    path.write_text("# calm players\n-5 * (count p in players\n  where p.mood = calm\n2 * me.blown\n")
    (problem,) = problems_of(path, Rulebooks(), Depth.TEXTS)
    ((title, edit),) = fixes(problem)
    assert (title, problem.span.line, problem.span.column) == ("Add `)`", 2, 6)
    path.write_text(with_edits(edit.span.source, [edit]))
    assert [found.span.line for found in problems_of(path, Rulebooks(), Depth.TEXTS)] == []
