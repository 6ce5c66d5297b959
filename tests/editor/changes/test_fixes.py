"""A fix is offered on the whole line of a mistake, in rulebooks and in playthroughs."""

from __future__ import annotations

from pathlib import Path

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


def test_an_expectation_that_fails_is_put_right(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nexpect choices 7\nexpect choices 8\n"
    play.write_text(text)

    async def talk(editor: Editor) -> list[list[str]]:
        uri = editor.open(play)
        await editor.diagnostics(uri)
        return [await editor.titles(uri, line) for line in (4, 5)]

    assert session(tmp_path, talk) == [["Write `expect choices 8`"], []]
