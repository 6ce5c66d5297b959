"""The files of games at tables: whole lines after a kill, nothing outside the folder, one table for one file."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import urllib.request
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.cli.tables.lobby.games import Library, NotOffered
from rulewright.cli.tables.room.room import Room
from rulewright.interpreter.game.table.decisions import CHANCE

from .playing import Served
from .serving import post, server

T = TypeVar("T")


def run(what: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(what, 60))


async def lobby(served: Served, what: str, **record: object) -> dict[str, Any]:
    return (await served.asking.post(f"/tables/new/{served.tables.lobby.new_token('')}/{what}", record)).record


def saved(folder: Path, name: str = "game-1.play", text: str = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\n") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def test_a_saved_game_is_continued_in_its_file(tmp_path: Path) -> None:
    async def play() -> None:
        file = saved(tmp_path)
        served = Served.of(tmp_path)
        assert "game-1.play" in (await served.asking.get(f"/tables/new/{served.tables.lobby.new_token('')}")).text
        room = served.room((await lobby(served, "load", name="game-1.play"))["go"])
        boris = served.screen(room, 1)
        await boris.once()
        assert await boris.do("play", move="a1") == {}
        assert file.read_text().endswith("Anna: b2\nBoris: a1\n")
        assert await boris.do("undo") == {}
        again = await lobby(served, "load", name="game-1.play")
        assert served.room(again["go"]) is room

    run(play())


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_saved_game_is_continued_with_dice_of_the_table_or_of_the_server(tmp_path: Path, by_hand: bool) -> None:
    async def play() -> None:
        # The game begins with a throw for who begins.
        saved(tmp_path, text="game carolus_magnus\nplayers Anna, Boris\n\n")
        served = Served.of(tmp_path)
        room = served.room((await lobby(served, "load", name="game-1.play", by_hand=by_hand))["go"])
        assert (room.progress.rules.decisions.to_move(room.progress.state) is CHANCE) == by_hand
        assert bool(room.progress.session.steps) != by_hand

    run(play())


def test_a_saved_game_keeps_the_language_and_the_dice_of_its_table_until_somebody_changes_them(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path, "pig")
        room = await served.begin("pig", "Anna", "Boris", language="ru", by_hand=True)
        file = tmp_path / "pig-1.play"
        assert "\ntable language = ru\ntable dice = by_hand\n" in file.read_text()
        file.write_text(file.read_text().replace("seed", "table clock = 5  # minutes\nseed") + "Anna: roll\n")
        await close(served, room)
        room = served.room((await lobby(served, "load", name="pig-1.play"))["go"])
        progress = room.progress
        assert (room.texts.language, progress.by_hand, progress.rules.decisions.to_move(progress.state)) == ("ru", True, CHANCE)
        await close(served, room)
        room = served.room((await lobby(served, "load", name="pig-1.play", language="it", by_hand=False))["go"])
        assert (room.texts.language, room.progress.by_hand) == ("it", False)
        text = file.read_text()
        assert "\ntable language = it\ntable clock = 5\n" in text
        assert "dice" not in text
        assert re.search(r"\nAnna: roll\nchance: .+\n$", text)
        result = CliRunner().invoke(main, ["test", str(file)])
        assert result.exit_code == 0, result.output

    run(play())


async def close(served: Served, room: Room) -> None:
    await served.asking.post(f"{served.screen(room, manages=True).path}/close", {})


@pytest.mark.parametrize("language", ["en\nset target = 9", "../x", "e"])
def test_a_language_that_is_none_is_refused_and_one_in_a_file_does_not_count(tmp_path: Path, language: str) -> None:
    async def play() -> None:
        served = Served.of(tmp_path, "pig", "tic_tac_toe")
        lobby_at = f"/tables/new/{served.tables.lobby.new_token('')}"
        form = {"game": "pig", "names": ["Anna", "Boris"], "kinds": ["person"] * 2, "language": language}
        assert (await served.asking.post(f"{lobby_at}/begin", form)).status == 400
        saved(tmp_path, text=f"game tic_tac_toe\nplayers Anna, Boris\ntable language = {language.split()[0]}x/\n\n")
        assert served.room((await lobby(served, "load", name="game-1.play"))["go"]).texts.language == "en"

    run(play())


def test_a_line_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    async def play() -> None:
        file = saved(tmp_path, text="game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nBoris: a")
        served = Served.of(tmp_path)
        room = served.room((await lobby(served, "load", name="game-1.play"))["go"])
        assert [step.notation for step in room.progress.session.steps] == ["b2"]
        assert file.read_text().endswith("Anna: b2\n")

    run(play())


@pytest.mark.parametrize("name", ["../game-1.play", "/etc/passwd", "none.play", ".play", "sub/game.play", "link.play",
                                  "a\0.play", "game-1.play/", "game-1.txt", "..", ""])
def test_no_game_outside_the_folder_is_opened(tmp_path: Path, name: str) -> None:
    saved(tmp_path)
    folder = tmp_path / "games"
    saved(folder, "game-2.play")
    (folder / "sub").mkdir()
    saved(folder / "sub", "game.play")
    (folder / "link.play").symlink_to(tmp_path / "game-1.play")
    library = Library((), folder)
    assert library.saved() == ["game-2.play"]
    with pytest.raises((NotOffered, ValueError)):
        library.path_of(name)
    answer = run(lobby(Served.of(folder), "load", name=name))
    assert "cannot be continued" in answer["wrong"]


@pytest.mark.parametrize(("text", "why"), [
    ("game ../secret.rules\nplayers A, B\n", "no rulebook"), ("game nim\nplayers A, B\n", "not offered"),
    ("game tic_tac_toe\nplayers A, B\n\nA: b2, b2\n", "not the choice of A"), ("use ../other.play\n", "cannot be continued"),
    ("game tic_tac_toe\nplayers A, B\nuse ../other.play\n", "cannot be continued"), ("\x00\x01", "cannot be continued"),
    ("", "cannot be")])
def test_a_saved_game_of_another_rulebook_or_with_mistakes_is_refused(tmp_path: Path, text: str, why: str) -> None:
    async def play() -> None:
        saved(tmp_path, "other.play", "game tic_tac_toe\nplayers A, B\n\nA: b2\n")
        served = Served.of(tmp_path / "games", "tic_tac_toe")
        saved(tmp_path / "games", text=text)
        answer = await lobby(served, "load", name="game-1.play")
        assert why in answer["wrong"], answer
        assert served.tables.open_tables.rooms == []
        # The file is free again.
        saved(tmp_path / "games")
        assert "go" in await lobby(served, "load", name="game-1.play")

    run(play())


@pytest.mark.parametrize(("form", "why"), [
    ({"game": "nothing"}, "not offered"), ({"game": "../../etc"}, "not offered"),
    ({"names": ["Anna"], "kinds": ["person"]}, "players"),
    ({"names": ["Anna", "anna"]}, "same name"), ({"names": ["Anna", "<b>"]}, "not a name"),
    ({"names": ["Anna", "chance"]}, "not a name"),
    ({"kinds": ["person", "genius"]}, "not a player"), ({"kinds": ["person", "ahead"]}, "needs an evaluation"),
    ({"set": {"size": "huge"}}, "size"), ({"variants": ["nothing"]}, "no variant"), ({"kinds": [1, 2]}, "not a list"),
    ({"set": []}, "not a record"), ({"names": "Anna"}, "not a list"), ({"names": []}, "each seat")])
def test_a_form_filled_in_wrong_is_refused_and_leaves_no_file(tmp_path: Path, form: dict[str, object], why: str) -> None:
    record = {"game": "tic_tac_toe", "names": ["Anna", "Boris"], "kinds": ["person", "person"], **form}
    answer = run(lobby(Served.of(tmp_path / "games"), "begin", **record))
    assert why in answer["wrong"], answer
    assert not list(tmp_path.rglob("*.play"))


def test_variants_options_and_names_are_those_of_the_form(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        form = await lobby(served, "game", game="nim", players=3, variants=[])
        assert form["form"].count('name="kind"') == 3
        assert "marienbad" in form["form"]
        room = await served.begin("nim", "Anna", "Boris", variants=["marienbad"], set={})
        assert room.progress.rules.seats == ["Anna", "Boris"]
        assert "variant marienbad" in (tmp_path / "nim-1.play").read_text()

    run(play())


def test_a_closed_table_is_gone_and_its_file_free(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room = await served.begin("tic_tac_toe", "Anna", "Boris")
        anna, host = served.screen(room, 0), served.screen(room, manages=True)
        assert "Only the host" in (await anna.do("close"))["wrong"]
        assert await host.do("close") == {"closed": True}
        assert (await served.asking.get(anna.path)).status == 404
        assert "go" in await lobby(served, "load", name="tic_tac_toe-1.play")

    run(play())


def test_a_file_that_another_program_changes_is_left_alone_and_the_move_not_made(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room = await served.begin("tic_tac_toe", "Anna", "Boris")
        anna = served.screen(room, 0)
        await anna.once()
        file = tmp_path / "tic_tac_toe-1.play"
        file.write_text(file.read_text() + "# mine\n")
        assert "another program has changed the file" in (await anna.do("play", move="b2"))["wrong"]
        assert (room.progress.session.steps, file.read_text().endswith("# mine\n")) == ([], True)

    run(play())


# ---- A server of its own -----------------------------------------------------------------------


def test_a_server_that_is_killed_has_lost_no_move_and_one_that_is_stopped_ends(tmp_path: Path) -> None:
    with server("tic_tac_toe", "--folder", str(tmp_path)) as (process, address):
        go = post(f"{address}/begin", {"game": "tic_tac_toe", "names": ["Anna", "Boris"], "kinds": ["person", "random"]})["go"]
        base = address.partition("/tables")[0]
        with urllib.request.urlopen(f"{base}{go}/events", timeout=30) as events:
            page = next(line for line in events if line.startswith(b"data: "))
        link = re.findall(r'href=\\"(/tables/at/[^"\\]*)', page.decode())[0]
        assert post(f"{base}{link}/play", {"move": "b2", "turn": 0}) == {}
        os.kill(process.pid, signal.SIGKILL)
    assert (tmp_path / "tic_tac_toe-1.play").read_text().count("Anna: b2\n") == 1
    with server("tic_tac_toe", "--folder", str(tmp_path)) as (process, address):
        base = address.partition("/tables")[0]
        go = post(f"{address}/load", {"name": "tic_tac_toe-1.play"})["go"]
        with urllib.request.urlopen(f"{base}{go}/events", timeout=30) as events:
            next(line for line in events if line.startswith(b"data: "))
            # A page that is open does not keep the server from ending.
            process.send_signal(signal.SIGTERM)
            process.wait(30)
    assert process.returncode in (0, -signal.SIGTERM)


def test_a_port_in_use_and_a_wrong_address_are_said(tmp_path: Path) -> None:
    def serve(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["serve", "--folder", str(tmp_path), *words])
        return result.exit_code, result.stderr

    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = serve("--port", str(port))
        assert (code, f"port {port} is in use" in said) == (1, True)
    code, said = serve("--host", "203.0.113.9")
    assert (code, "cannot listen on" in said) == (1, True)
    code, said = serve("no_such_game")
    assert (code, "there is no rulebook `no_such_game`" in said) == (2, True)


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = CliRunner().invoke(main, ["serve"])
    assert (result.exit_code, 'pip install "rulewright[web]"' in result.output) == (1, True)


def test_a_server_that_others_can_reach_warns_and_one_that_is_interrupted_ends_quietly(tmp_path: Path) -> None:
    with server("tic_tac_toe", "--folder", str(tmp_path), "--host", "0.0.0.0") as (process, address):
        assert "0.0.0.0" not in address
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert "Warning: other machines can reach this server" in said
    assert "Traceback" not in said
