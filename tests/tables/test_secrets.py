"""Secrets stay on the server: everything that is sent to a screen in whole games, searched for what it may not see.

Two positions that differ only in what a viewer may not see must be drawn alike for this viewer: so nothing hidden is found,
whatever form it would take. The words of hidden moves and rolls must stand nowhere.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from attrs import evolve

from rulewright.cli.tables.pages.markup import page_parts
from rulewright.cli.tables.room.room import Room
from rulewright.cli.tables.room.views import Views
from rulewright.interpreter.game.game_log import log_seen_by
from rulewright.interpreter.game.rules import State
from rulewright.interpreter.game.viewing.observation import SPECTATOR, UNSEEN, Viewer
from rulewright.pictures.scene.making import scene_of

from .playing import Screen, Served

T = TypeVar("T")
# Who lays a card in secret decides again, and it stays hidden until the other has laid one.
LAYING = """rulebook laying
    "Laying"
    players 2
each player has
    laid: 0..9, seen by owner
    said: 0..9
play
    for each p in players
        lay(p)
    check both_have_laid
rule lay(p: player)
    "A player lays a card face down, and then says a number."
    choose card by p for n in 1..9 seen by p
        "The card stays face down."
        move "lays {n}"
            p.laid becomes n
    choose number by p for n in 1..9
        "The number need not be that of the card."
        move "says {n}"
            p.said becomes n
end both_have_laid
    "Both have laid a card."
    when every p in players: p.said != 0
    draw
"""


def run(what: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(what, 3_000))


async def screens_of(served: Served, game: str, names: list[str]) -> tuple[Room, list[tuple[Viewer, Screen]]]:
    room = await served.begin(game, *names)
    viewers: list[tuple[Viewer, Screen]] = [(seat, served.screen(room, seat)) for seat in range(len(names))]
    return room, [*viewers, (SPECTATOR, served.screen(room))]


async def play_watched(served: Served, game: str, names: list[str], moves: int, every: int) -> int:
    """Play a game at random, and read all that each screen gets; return how much was hidden from somebody."""
    room, screens = await screens_of(served, game, names)
    dice, hidden = random.Random(5), 0
    for number in range(moves):
        if room.progress.state.is_over:
            return hidden
        mover = room.progress.mover()
        assert mover is not None
        by = screens[mover][1]
        if number % every == 0:
            for viewer, screen in screens:
                await screen.once()
                hidden += read_all(room, viewer, screen)
            things = [*by.parts["offer"]["next"], *by.parts["offer"]["later"]]
            if things:
                await by.do("offer", chosen=[dice.choice(things)])
                await by.do("why", chosen=[], thing=dice.choice(things))
        move = dice.choice(room.moves.offer(()).moves).notation
        answer = await by.do("play", move=move, turn=room.progress.turn)
        assert "wrong" not in answer, answer
    assert moves < 10_000, "the game ends"
    return hidden


def read_all(room: Room, viewer: Viewer, screen: Screen) -> int:
    """Read what was sent: nothing in it may depend on what is hidden from the viewer. Return how much is hidden."""
    assert (screen.parts["offer"] is None) == (viewer != room.progress.mover())
    assert bool(screen.parts["moves"]) == (viewer == room.progress.mover())
    # The position: it is drawn alike when all that is hidden is otherwise.
    other = State(room.progress.rules, room.progress.rules.observer.as_seen(room.progress.state, viewer))
    assert scene_of(other, viewer, room.texts.source.look) == scene_of(room.progress.state, viewer, room.texts.source.look)
    # Moves and rolls that are hidden: their words stand nowhere in what is sent.
    steps = room.progress.session.steps
    views = log_seen_by(steps, room.progress.state, viewer)
    unseen = {step.notation for step, view in zip(steps, views, strict=True) if view.notation == UNSEEN}
    known = {view.notation for view in views} | {made.notation for view in views for made in view.revealed}
    sent = json.dumps({name: part for name, part in screen.parts.items() if name not in ("offer", "moves")}, ensure_ascii=False)
    for word in unseen - known:
        assert not re.search(rf"(?<![\w ]){re.escape(word)}(?!\w)", sent), (viewer, word)
    return len(unseen) + (other.slots != room.progress.state.slots)


# Of these games everything that is sent is read at every so many moves; the slow test reads whole games at every move.
@pytest.mark.parametrize(("game", "names", "moves", "every"), [
    ("lancaster", ["Anna", "Boris", "Clara"], 31, 10), ("emperor_4", ["Anna", "Boris"], 31, 10),
    ("goofspiel", ["Anna", "Boris"], 20, 3)])
def test_nothing_hidden_is_sent(tmp_path: Path, game: str, names: list[str], moves: int, every: int) -> None:
    assert run(play_watched(Served.of(tmp_path), game, names, moves, every)) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "names"), [("lancaster", ["Anna", "Boris", "Clara"]), ("emperor_4", ["Anna", "Boris"])])
def test_nothing_hidden_is_sent_in_whole_games(tmp_path: Path, game: str, names: list[str]) -> None:
    assert run(play_watched(Served.of(tmp_path), game, names, 20_000, 1)) > 0


def test_what_is_chosen_in_secret_is_sent_to_who_chose_it_alone(tmp_path: Path) -> None:
    async def play() -> None:
        _, screens = await screens_of(Served.of(tmp_path), "goofspiel", ["Anna", "Boris"])
        (_, anna), (_, boris), (_, other) = screens
        await anna.once()
        await anna.do("play", move="bids 7")
        for screen in (boris, other):
            parts = await screen.once()
            assert "bids 7" not in json.dumps({name: parts[name] for name in parts.keys() - {"offer", "moves"}})
        assert "bids 7" in json.dumps(await anna.once())
        await boris.do("play", move="bids 2")
        assert "Anna: bids 7" in json.dumps(await other.once())

    run(play())


def test_the_log_hides_a_choice_from_the_others_while_who_made_it_decides(tmp_path: Path) -> None:
    (tmp_path / "rulebook").mkdir()
    path = tmp_path / "rulebook" / "laying.rules"
    path.write_text(LAYING)

    async def play() -> None:
        room, screens = await screens_of(Served.of(tmp_path, str(path)), str(path), ["Anna", "Boris"])
        (_, anna), (_, boris), (_, other) = screens
        await anna.once()
        await anna.do("play", move="lays 7")
        assert room.progress.mover() == 0
        logs = [(await screen.once())["log"] for screen in (anna, boris, other)]
        assert ["lays 7" in log for log in logs] == [True, False, False]
        for viewer, screen in screens:
            assert read_all(room, viewer, screen) > 0 or viewer == 0

    run(play())


def test_only_the_host_takes_back_what_has_shown_a_secret(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room, [(_, anna), (_, boris), _] = await screens_of(served, "goofspiel", ["Anna", "Boris"])
        await anna.once()
        await anna.do("play", move="bids 7")
        await boris.once()
        await boris.do("play", move="bids 2")
        made = len(room.progress.session.steps)
        for screen in (anna, boris):
            assert "wrong" in await screen.do("undo", anything=True)
        assert len(room.progress.session.steps) == made
        assert await served.screen(room, manages=True).do("undo", anything=True) == {}
        assert len(room.progress.session.steps) < made

    run(play())


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_each_screen_gets_the_picture_of_its_own_viewer_whoever_asks_first(tmp_path: Path, order: tuple[int, ...]) -> None:
    (tmp_path / "rulebook").mkdir()
    path = tmp_path / "rulebook" / "laying.rules"
    path.write_text(LAYING)

    async def play() -> None:
        room, screens = await screens_of(Served.of(tmp_path, str(path)), str(path), ["Anna", "Boris"])
        await screens[0][1].once()
        for move in ("lays 7", "says 3"):
            await screens[0][1].do("play", move=move)
            for number in order:
                screen = screens[number][1]
                place = room.seating.places[screen.path.rpartition("/")[2]]
                alone = evolve(room, views=Views(room.progress, room.texts))
                assert (await screen.once())["picture"] == page_parts(alone, place)["picture"]
        anna, boris, other = (screen.parts["picture"] for _, screen in screens)
        assert anna not in (boris, other)

    run(play())


def test_the_saved_game_and_a_replay_tell_no_secret(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room, screens = await screens_of(served, "goofspiel", ["Anna", "Boris"])
        (_, anna), (_, boris), _ = screens
        await anna.once()
        await anna.do("play", move="bids 7")
        host = served.screen(room, manages=True)
        files = [await served.asking.get(f"{screen.path}/game.play") for screen in (anna, boris, host)]
        assert [file.status for file in files] == [404, 404, 200]
        pages = [await served.asking.get(f"{screen.path}/replay") for screen in (anna, boris, host)]
        assert ["bids 7" in page.text for page in pages] == [True, False, False]
        assert "script-src 'sha256-" in pages[0].headers["content-security-policy"]

    run(play())
