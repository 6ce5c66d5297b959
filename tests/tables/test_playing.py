"""Games at tables, as pages play them: clicks, lists, typed moves, chance, undo, seats."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from rulewright.interpreter.game.table.decisions import CHANCE
from rulewright.interpreter.runtime.faults import RulebookFault

from .playing import Screen, Served

T = TypeVar("T")
BAGS = """rulebook bags
    players 2
enum jewel: ruby, opal
state
    bag: set of jewel = {}
play
    repeat
        choose keeping by P1
            "A player keeps one jewel or two."
            move "keeps {j}" for j in jewel
                bag gains j
            move "keeps {j} and {k}" for j in jewel, k in jewel where j != k
                bag becomes {j, k}
        check over
end over
    "A bag holds two jewels."
    when size(bag) = 2
    draw
"""
BROKEN = """rulebook broken
    players 2
state
    n: 0..5
    turn: player = P1
play
    repeat
        choose taking by turn
            "Somebody takes."
            move "take {k}" for k in 1..4
                n gains k
        check over
        turn becomes next(turn)
end over
    "Five are taken."
    when n = 5
    draw
"""


def run(what: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(what, 60))


async def at(served: Served, game: str, *names: str, **record: object) -> list[Screen]:
    """The screens of the seats of a new game, each with its page."""
    room = await served.begin(game, *names, **record)
    screens = [served.screen(room, seat) for seat in range(len(names))]
    for screen in screens:
        await screen.once()
    return screens


def test_a_game_is_played_by_clicks_and_kept_line_by_line(tmp_path: Path) -> None:
    async def play() -> str:
        x, o = await at(Served.of(tmp_path), "tic_tac_toe", "Anna", "Boris")
        assert (len(x.moves), o.moves, o.parts["offer"]) == (9, [], None)
        for screen, cell in ((x, "b2"), (o, "a1"), (x, "b1"), (o, "a2"), (x, "b3")):
            await screen.once()
            assert "wrong" not in await screen.choose(f"cell|{cell}")
        await o.once()
        assert "Anna wins." in o.text
        return (tmp_path / "tic_tac_toe-1.play").read_text()

    lines = run(play()).splitlines()
    assert lines[:2] == ["game tic_tac_toe", "players Anna, Boris"]
    assert lines[-5:] == ["Anna: b2", "Boris: a1", "Anna: b1", "Boris: a2", "Anna: b3"]


def test_first_the_piece_then_where_to(tmp_path: Path) -> None:
    async def play() -> None:
        white, _ = await at(Served.of(tmp_path), "breakthrough", "Anna", "Boris")
        offer = white.parts["offer"]
        assert (offer["next"][0], offer["later"][0], offer["types"]) == ("square|a2", "square|a3", ["square"])
        answer = await white.do("offer", chosen=["square|b2"])
        assert answer["offer"]["next"] == ["square|a3", "square|b3", "square|c3"]
        assert "b2-c3" in answer["moves"]
        assert "a2-a3" not in answer["moves"]
        assert await white.do("play", move="b2-c3") == {}

    run(play())


def test_where_to_may_be_chosen_first(tmp_path: Path) -> None:
    async def play() -> None:
        white, _ = await at(Served.of(tmp_path), "breakthrough", "Anna", "Boris")
        answer = await white.do("offer", chosen=["square|c3"])
        assert answer["offer"]["next"] == ["square|b2", "square|c2", "square|d2"]
        assert await white.choose("square|c3", "square|d2") == {}

    run(play())


def test_numbers_that_no_picture_shows_are_buttons_one_after_the_other(tmp_path: Path) -> None:
    async def play() -> None:
        anna, _ = await at(Served.of(tmp_path), "nim", "Anna", "Boris")
        heaps = [["|1|#h", "heap 1"], ["|2|#h", "heap 2"], ["|3|#h", "heap 3"]]
        assert [list(each) for each in anna.parts["offer"]["numbers"]] == heaps
        answer = await anna.do("offer", chosen=["|1|#h"])
        assert answer["offer"]["numbers"] == [["|1|#n", "take 1"], ["|2|#n", "take 2"], ["|3|#n", "take 3"]]
        assert "Chosen: heap 1 " in answer["chosen"]
        assert await anna.choose("|1|#h", "|3|#n") == {}

    run(play())


def test_what_is_a_whole_move_and_begins_others_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "rulebook").mkdir()
    path = tmp_path / "rulebook" / "bags.rules"
    path.write_text(BAGS)

    async def play() -> None:
        anna, _ = await at(Served.of(tmp_path, str(path)), str(path), "Anna", "Boris")
        answer = await anna.do("offer", chosen=["jewel|ruby"])
        assert (answer["offer"]["made"], answer["offer"]["next"]) == ("", ["jewel|opal"])
        button = '<button class="main" data-move="keeps ruby" data-key="make keeps ruby">make the move: keeps ruby</button>'
        assert button in answer["chosen"]
        assert "keeps ruby and opal" not in answer["chosen"]
        assert await anna.do("play", move="keeps ruby") == {}

    run(play())


def test_parts_that_fit_no_move_are_left_out(tmp_path: Path) -> None:
    async def play() -> None:
        white, _ = await at(Served.of(tmp_path), "breakthrough", "Anna", "Boris")
        answer = await white.do("offer", chosen=["square|b2", "square|h8", "x", "|||"])
        assert answer["offer"]["chosen"] == ["square|b2"]

    run(play())


def test_what_is_not_possible_says_which_clause_forbids_it(tmp_path: Path) -> None:
    async def play() -> None:
        white, black = await at(Served.of(tmp_path), "breakthrough", "Anna", "Boris")
        answer = await white.do("why", chosen=[], thing="square|a1")
        assert "has a pawn of their own on a2" in answer["why"]
        assert 'data-show="own_pawns_block ' in answer["why"]
        assert "a1-a2" in answer["why"]
        after_one = await white.do("why", chosen=["square|a2"], thing="square|a4")
        assert "a2-a4" in after_one["why"]
        assert "It is the turn of Anna" in (await black.do("why", chosen=[], thing="square|a1"))["wrong"]
        assert 'data-show="own_pawns_block ' in (await white.do("play", move="a1-a2"))["why"]
        assert "has a pawn of their own on a2" in (await white.do("play", move="why a1-a2"))["why"]

    run(play())


def test_a_refused_move_is_answered_with_each_sentence_once(tmp_path: Path) -> None:
    async def play() -> None:
        white, _ = await at(Served.of(tmp_path), "breakthrough", "Anna", "Boris")
        own = (await white.do("play", move="a1-a2"))["why"]
        assert own.count("has a pawn of their own on a2") == 1
        assert "<code>a1-a2</code> is not possible:" in own
        seats = await at(Served.of(tmp_path), "carolus_magnus", "Anna", "Boris")
        mover = next(seat for seat in seats if seat.moves)
        early = (await mover.do("play", move="banana"))["why"]
        now = early.partition("; now: ")[2].partition("<")[0].strip()
        assert now.endswith(".")
        assert early.count(now) == 1

    run(play())


def test_a_thing_that_is_asked_about_with_many_parts_is_answered(tmp_path: Path) -> None:
    async def play() -> None:
        white, _ = await at(Served.of(tmp_path), "breakthrough", "Anna", "Boris")
        answer = await white.do("why", chosen=["square|b2"] * 12, thing="square|h8")
        assert "Anna has no pawn on h8" in answer["why"]

    run(play())


def test_a_refusal_names_its_place_in_printed_rulebooks(tmp_path: Path) -> None:
    async def play() -> str:
        served = Served.of(tmp_path)
        screens = await at(served, "carolus_magnus", "Anna", "Boris")
        room = served.tables.open_tables.rooms[0]
        while True:
            for screen in screens:
                await screen.once()
            mover = next(screen for screen in screens if screen.parts["offer"])
            point = room.progress.rules.decisions.point(room.progress.state)
            assert point is not None
            if point.clause == "disc" and len(mover.moves) == 4:
                shown = next(number for number in "12345" if f"disc {number}" not in mover.moves)
                name = room.progress.rules.decisions.mover(room.progress.state)
                return str((await mover.do("why", chosen=[], thing=f"|{shown}|hand|{name}"))["why"])
            await mover.do("play", move=mover.moves[0])

    why = run(play())
    assert "disc_numbers_must_differ" in why
    assert "printed rulebook (it), section" in why


def test_a_typed_move_may_be_abbreviated_and_spelled_otherwise(tmp_path: Path) -> None:
    async def play() -> None:
        first, second = await at(Served.of(tmp_path), "nim", "Anna", "Boris")
        assert await first.do("play", move="  HEAP 1   take 1 ") == {}
        await second.once()
        assert await second.do("play", move=second.moves[-1]) == {}

    run(play())


def test_who_acts_on_an_older_position_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        x, _ = await at(Served.of(tmp_path), "tic_tac_toe", "Anna", "Boris")
        assert await x.do("play", move="b2") == {}
        assert "changed meanwhile" in (await x.do("play", move="a1"))["wrong"]
        await x.once()
        assert "turn of Boris" in (await x.do("play", move="a1"))["wrong"]

    run(play())


def test_a_spectator_sees_and_does_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room = await served.begin("tic_tac_toe", "Anna", "Boris")
        watching = served.screen(room)
        parts = await watching.once()
        assert (parts["offer"], parts["moves"]) == (None, "")
        for what, record in (("play", {"move": "b2"}), ("undo", {}), ("redo", {}), ("seat", {"seat": 0, "kind": "random"}),
                             ("roll", {}), ("sit", {"seat": 0}), ("offer", {"chosen": []}), ("close", {})):
            assert "wrong" in await watching.do(what, **record), what
        assert room.progress.session.steps == []

    run(play())


def test_a_move_is_taken_back_and_made_again_in_the_file_too(tmp_path: Path) -> None:
    async def play() -> None:
        x, o = await at(Served.of(tmp_path), "tic_tac_toe", "Anna", "Boris")
        file = tmp_path / "tic_tac_toe-1.play"
        assert "nothing to take back" in (await x.do("undo"))["wrong"]
        await x.choose("cell|b2")
        assert file.read_text().endswith("Anna: b2\n")
        assert await o.do("undo") == {}
        assert "Anna: b2" not in file.read_text()
        await x.once()
        assert len(x.moves) == 9
        assert await x.do("redo") == {}
        assert file.read_text().endswith("Anna: b2\n")

    run(play())


def test_chance_is_entered_by_hand_or_rolled_by_the_server(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        anna, boris = await at(served, "pig", "Anna", "Boris", by_hand=True)
        room = served.tables.open_tables.rooms[0]
        while room.progress.rules.decisions.to_move(room.progress.state) is not CHANCE:
            await anna.once()
            await boris.once()
            mover = anna if anna.moves else boris
            await mover.do("play", move=mover.moves[0])
        await boris.once()
        assert 'data-act="roll"' in boris.parts["moves"]
        rolled = boris.moves[3]
        assert await boris.do("play", move=rolled) == {}
        assert [step.notation for step in room.progress.session.steps if step.seat is None] == [rolled]
        assert await anna.do("undo") == {}
        await boris.once()
        assert await boris.do("roll") == {}
        assert room.progress.session.steps[-1].seat is None

    run(play())


def test_players_of_the_machine_play_and_a_person_is_replaced(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        async with served.tables.open_tables.running():
            room = await served.begin("tic_tac_toe", "Anna", "Boris", kinds=["person", "mcts:20"])
            anna, host = served.screen(room, 0), served.screen(room, manages=True)
            boris = await served.screen(room, 1).once()
            assert boris["gate"] == {"says": "mcts:20 plays for Boris now; the host can give the seat back."}
            async with anna.following():
                assert anna.parts["gate"] is None
                await anna.do("play", move="b2")
                await anna.until(lambda: len(room.progress.session.steps) == 2 and anna.parts["offer"])
                assert "Only the host" in (await anna.do("seat", seat=1, kind="random"))["wrong"]
                assert "is not a player" in (await host.do("seat", seat=0, kind="genius"))["wrong"]
                assert "needs an evaluation" in (await host.do("seat", seat=0, kind="ahead"))["wrong"]
                assert await host.do("seat", seat=0, kind="random") == {}
                await anna.until(lambda: "over" in anna.parts and anna.parts["over"])
            assert room.progress.state.is_over

    run(play())


def test_one_screen_for_all_shows_secrets_to_who_sits_at_it_alone(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room = await served.begin("goofspiel", "Anna", "Boris", set={"cards": "3"})
        screen = served.screen(room, 0, 1)
        parts = await screen.once()
        assert (parts["gate"], parts["offer"]) == ({"seat": 0, "name": "Anna", "sits": False}, None)
        assert "turn of" in (await screen.do("play", move="bids 2"))["wrong"]
        await screen.do("sit", seat=0)
        await screen.once()
        assert screen.moves == ["bids 1", "bids 2", "bids 3"]
        await screen.do("play", move="bids 2")
        parts = await screen.once()
        assert (parts["gate"]["name"], parts["offer"]) == ("Boris", None)
        assert "bids 2" not in screen.text

    run(play())


# Each turn ends with a move that is forced.
FORCED = """rulebook forced
    players 2

each player has
    hand: 1..9 = 1, seen by owner

state
    turns: 0..9

play
    for each p in players
        roll n from 1..9 as "{p} draws {n}" seen by p
        p.hand becomes n
    repeat
        for each p in players
            choose saying by p
                "{p} says something."
                move yes "says yes"
                move no "says no"
            choose ending by p
                "{p} ends the turn."
                move end "ends the turn"
                    turns gains 1
            check over

end over
    "Four turns are over."
    when turns = 4
    draw
"""


def test_one_screen_hides_the_secrets_of_who_moved_when_a_forced_move_ends_the_turn(tmp_path: Path) -> None:
    async def play() -> None:
        main = tmp_path / "forced.rules"
        main.write_text(FORCED)
        served = Served.of(tmp_path / "games", str(main))
        screen = served.screen(await served.begin(str(main), "Anna", "Boris"), 0, 1)
        await screen.once()
        await screen.do("sit", seat=0)
        await screen.once()
        assert await screen.do("play", move="says yes") == {}
        assert (await screen.once())["gate"] == {"seat": 1, "name": "Boris", "sits": False}

    run(play())


def test_one_screen_hides_the_secrets_of_who_rolled_when_another_player_is_to_move(tmp_path: Path) -> None:
    async def play() -> None:
        main = tmp_path / "forced.rules"
        ending = "            choose ending"
        main.write_text(FORCED.replace(ending, f'            roll n from 1..6 as "throws {{n}}"\n{ending}'))
        served = Served.of(tmp_path / "games", str(main))
        screen = served.screen(await served.begin(str(main), "Anna", "Boris", by_hand=True), 0, 1)
        await screen.once()
        for act, record in (("sit", {"seat": 0}), ("play", {"move": "says yes"}), ("sit", {"seat": 0}), ("roll", {})):
            assert await screen.do(act, **record) == {}
            await screen.once()
        assert screen.parts["gate"] == {"seat": 1, "name": "Boris", "sits": False}

    run(play())


def test_a_game_without_secrets_needs_no_gate_at_one_screen(tmp_path: Path) -> None:
    async def play() -> None:
        served = Served.of(tmp_path)
        room = await served.begin("tic_tac_toe", "Anna", "Boris")
        screen = served.screen(room, 0, 1)
        for cell in ("b2", "a1"):
            assert (await screen.once())["gate"] is None
            assert await screen.choose(f"cell|{cell}") == {}

    run(play())


def test_a_rulebook_that_goes_wrong_is_said_and_can_be_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        main = tmp_path / "broken.rules"
        main.write_text(BROKEN)
        served = Served.of(tmp_path / "games", str(main))
        anna, boris = await at(served, str(main), "Anna", "Boris")
        assert await anna.do("play", move="take 4") == {}
        await boris.once()
        answer = await boris.do("play", move="take 4")
        assert "Rulebook fault" in answer["wrong"]
        assert "a value out of range: 8" in answer["wrong"]
        assert await boris.do("undo") == {}
        await anna.once()
        assert anna.moves == ["take 1", "take 2", "take 3", "take 4"]

    run(play())


def test_a_fault_that_a_player_of_the_machine_meets_is_said_in_the_language_of_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        main = tmp_path / "broken.rules"
        main.write_text(BROKEN.replace("n: 0..5", "n: 0..5\n    seen: list of 0..5 up to 3 = [1]").replace(
            "                n gains", "                require there: seen[n + 1] > 0\n                n gains"))
        served = Served.of(tmp_path / "games", str(main))
        async with served.tables.open_tables.running():
            room = await served.begin(str(main), "Anna", "Boris", kinds=["person", "random"], language="it")
            anna = served.screen(room, 0)
            await anna.once()
            assert await anna.do("play", move="take 1") == {}
            await anna.until(lambda: bool(room.progress.fault))
            assert room.progress.fault.startswith("Qui le regole sbagliano")
            assert await anna.do("undo") == {}
            late = RulebookFault("late", room.progress.rules.program.sites[0].span, ())
            room.machine_players.failed(late, room.progress.turn - 1)
            assert room.progress.fault == ""
            await anna.once()
            room.machine_players.failed(late, room.progress.turn)
            await anna.once()
            assert escape(room.progress.fault) in anna.parts["status"]

    run(play())
