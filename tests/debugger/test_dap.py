"""A session with the debug adapter: steps on and back, breakpoints on lines and clauses, values in the game's words."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli.debugger.adapter import Adapter
from rulewright.cli.debugger.wire import Wire
from rulewright.dsl.source.search_path import find

from .client import Client

PLAY = """game nim
players Anna, Boris

Anna: heap 1 take 1
Boris: heap 3 take 4
Anna: heap 2 take 9
"""


@pytest.fixture
def play(tmp_path: Path) -> str:
    path = tmp_path / "game.play"
    path.write_text(PLAY.rpartition("Anna")[0], encoding="utf-8")
    return str(path)


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of an adapter as editors start it, in a process of its own."""
    client = Client.of_process()
    yield client
    client.close()


@pytest.fixture
def client_of_thread() -> Iterator[Client]:
    client = Client.of_thread()
    yield client
    client.close()


def begin(client: Client, play: str, **launch: object) -> None:
    assert client.request("initialize", adapterID="rulewright")["body"]["supportsStepBack"]
    assert client.request("launch", program=play, **launch)["success"]
    client.until("initialized")


def test_a_session_steps_on_and_back_with_breakpoints_and_values(client: Client, play: str) -> None:
    begin(client, play)
    rules = str(find("nim"))
    change = next(number for number, line in enumerate(Path(rules).read_text().split("\n"), 1) if "counters[h] loses n" in line)
    (point,) = client.request("setBreakpoints", source={"path": rules}, breakpoints=[{"line": change}])["body"]["breakpoints"]
    assert point == {"verified": True, "line": change}
    client.request("configurationDone")
    assert client.until("stopped")["reason"] == "entry"
    assert client.top()["name"] == "counters_to_take"
    assert client.values(0, "Names") == {"h": "1", "n": "1"}

    client.request("continue", threadId=1)
    assert client.until("stopped")["reason"] == "breakpoint"
    assert client.top()["line"] == change
    assert client.values(0, "Names") == {"h": "1", "n": "1"}
    assert client.values(0, "Fields")["counters[1]"] == "2"
    assert client.values(0, "This step") == {"1": "counters[1]: 3 -> 2"}
    assert client.request("evaluate", expression="counters[1] + m", frameId=0)["success"] is False
    assert client.request("evaluate", expression="counters[h] + n", frameId=0)["body"]["result"] == "3"
    assert client.request("evaluate", expression="counters[h]", frameId=0)["body"]["result"] == "2"
    assert client.request("evaluate", expression="counters[1] + 1", frameId=0)["body"]["result"] == "3"
    assert client.request("evaluate", expression="counters[1] = 2", frameId=0)["body"]["result"] == "yes"
    frames = client.request("stackTrace", threadId=1)["body"]["stackFrames"]
    assert (frames[-1]["name"], frames[-1]["line"]) == ("Anna: heap 1 take 1", 4)

    client.request("stepBack", threadId=1)
    client.until("stopped")
    assert client.values(0, "Fields")["counters[1]"] == "3"

    (clause,) = client.request("setFunctionBreakpoints", breakpoints=[{"name": "all_taken"}])["body"]["breakpoints"]
    assert clause == {"verified": True}
    client.request("setBreakpoints", source={"path": rules}, breakpoints=[])
    client.request("continue", threadId=1)
    client.until("stopped")
    assert "works out all_taken" in client.values(0, "This step").values()

    client.request("setFunctionBreakpoints", breakpoints=[])
    (line,) = client.request("setBreakpoints", source={"path": play}, breakpoints=[{"line": 5}])["body"]["breakpoints"]
    assert line == {"verified": True, "line": 5}
    client.request("continue", threadId=1)
    client.until("stopped")
    assert client.request("stackTrace", threadId=1)["body"]["stackFrames"][-1]["name"] == "Boris: heap 3 take 4"

    client.request("continue", threadId=1)
    assert "the playthrough is over" in client.until("stopped")["text"]
    client.request("reverseContinue", threadId=1)
    client.until("stopped")
    client.request("reverseContinue", threadId=1)
    assert client.until("stopped")["reason"] == "entry"
    assert client.request("stackTrace", threadId=1)["body"]["stackFrames"][-1]["name"] == "the game begins"
    client.request("stepOut", threadId=1)
    client.until("stopped")
    client.request("next", threadId=1)
    client.until("stopped")
    assert client.top()["line"] == change
    client.request("disconnect")
    assert client.close() == 0


def test_a_choice_knows_what_its_rule_and_loops_were_given(client_of_thread: Client) -> None:
    client = client_of_thread
    begin(client, str(find("carolus_magnus").parent / "playthroughs" / "discs_three_players.play"))
    client.request("setFunctionBreakpoints", breakpoints=[{"name": "disc_in_hand"}, {"name": "paladin_in_reserve"}])
    client.request("configurationDone")
    client.until("stopped")
    client.request("continue", threadId=1)
    client.until("stopped")
    names = client.values(0, "Names")
    assert names.keys() == {"p", "d"}
    shown = client.request("evaluate", expression="p.hand", frameId=0)["body"]["result"]
    assert shown == client.values(0, "Fields")[f"{names['p']}.hand"]

    def watched(expression: str) -> str:
        return str(client.request("evaluate", expression=expression, frameId=0)["body"]["result"])

    # A field with several values, and values that are neither conditions nor numbers.
    assert watched("p.reserve").startswith("[red]: 2, ")
    assert watched("next(p)") in ("Boris", "Clara", "Anna")


def test_breakpoints_stop_before_the_first_move_too(client_of_thread: Client, play: str) -> None:
    client = client_of_thread
    begin(client, play)
    client.request("setFunctionBreakpoints", breakpoints=[{"name": "lay_out_heaps"}])
    client.request("configurationDone")
    assert client.until("stopped")["reason"] == "breakpoint"
    frames = client.request("stackTrace", threadId=1)["body"]["stackFrames"]
    assert [(frame["name"], frame["source"]["name"]) for frame in frames] == [
        ("lay_out_heaps", "nim.rules"), ("play", "nim.rules"), ("the game begins", "game.play")]
    client.request("continue", threadId=1)
    assert "the playthrough is over" in client.until("stopped")["text"]


def test_a_playthrough_without_moves_has_the_beginning_of_the_game(client_of_thread: Client, tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("game nim\nplayers 2\n", encoding="utf-8")
    begin(client_of_thread, str(path))
    client_of_thread.request("configurationDone")
    client_of_thread.until("stopped")
    (frame,) = client_of_thread.request("stackTrace", threadId=1)["body"]["stackFrames"][-1:]
    assert (frame["name"], frame["line"]) == ("the game begins", 1)


@pytest.mark.parametrize(("line", "says"), [
    ("Anna: heap 1 take 1", "it is the turn of Boris"),
    ("Boris: heap 2 take 99", "no move here begins with `heap` and goes on like this"),
    ("Boris: heap 2 take 5", "at most 4 counters may be taken [at_most]"),
    ("Boris: nothing of all", "no move here begins with `nothing`"),
    ("rolls 4", "chance has nothing to decide here; Boris is to move [counters_to_take]"),
])
def test_a_move_that_cannot_be_made_stops_with_its_line_and_clause(
        client_of_thread: Client, tmp_path: Path, line: str, says: str) -> None:
    head = "game nim\nset most = 4\nplayers Anna, Boris\n"
    _stops_at_line_5(client_of_thread, tmp_path, f"{head}Anna: heap 1 take 1\n{line}\n", says)


def test_a_move_before_an_outcome_of_chance_stops_too(client_of_thread: Client, tmp_path: Path) -> None:
    _stops_at_line_5(client_of_thread, tmp_path, "game pig\nplayers Anna, Boris\nrolls 4\nAnna: roll\nAnna: roll\n",
                     "it is the turn of chance")


def _stops_at_line_5(client: Client, tmp_path: Path, play: str, says: str) -> None:
    path = tmp_path / "game.play"
    path.write_text(play, encoding="utf-8")
    begin(client, str(path), stopOnEntry=False)
    client.request("configurationDone")
    stopped = client.until("stopped")
    assert stopped["reason"] == "exception"
    line = play.rstrip("\n").rpartition("\n")[2]
    assert stopped["text"].startswith(f"5: {line if ':' in line else f'chance: {line}'}: refused, {says}")
    assert client.request("stackTrace", threadId=1)["body"]["stackFrames"][-1]["line"] == 5
    client.request("continue", threadId=1)
    assert "the playthrough is over" in client.until("stopped")["text"]


def test_a_refusal_that_a_line_expects_does_not_stop(client_of_thread: Client, tmp_path: Path) -> None:
    client, path = client_of_thread, tmp_path / "game.play"
    path.write_text("game nim\nplayers Anna, Boris\nrefuse Anna: heap 1 take 9\nAnna: heap 1 take 1\n", encoding="utf-8")
    begin(client, str(path), stopOnEntry=False)
    client.request("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": 4}])
    client.request("configurationDone")
    assert client.until("stopped")["reason"] == "breakpoint"
    client.request("stepBack", threadId=1)
    client.until("stopped")
    assert client.request("stackTrace", threadId=1)["body"]["stackFrames"][-1]["name"] == "refuse Anna: heap 1 take 9"


def answers(*requests: dict[str, object]) -> list[dict[str, object]]:
    """The messages of an adapter in this process after some requests."""
    out = io.BytesIO()
    sent = b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for request in requests
                    for body in [json.dumps({"type": "request", **request}).encode()])
    Adapter(Wire(io.BytesIO(sent), out)).serve()
    text = out.getvalue()
    messages = []
    while text:
        head, _, text = text.partition(b"\r\n\r\n")
        length = int(head.rpartition(b":")[2])
        messages.append(json.loads(text[:length]))
        text = text[length:]
    return messages


@pytest.mark.parametrize(("request_", "says"), [
    ({"command": "fly"}, "not a request"),
    ({"command": "launch", "arguments": {"program": "nothing.play"}}, "there is no file"),
    ({"command": "launch"}, "there is no file"),
    ({"command": "launch", "arguments": {"program": str(find("nim"))}}, "is a rulebook"),
    ({"command": "next"}, "no playthrough is open"),
    ({"command": "stackTrace", "arguments": 3}, "no playthrough is open"),
    ({"command": "setBreakpoints", "arguments": {}}, "no playthrough is open"),
    ({"command": "setBreakpoints", "arguments": {"source": "x", "breakpoints": [3, {"line": None}]}}, "no playthrough is open"),
    ({"command": "setFunctionBreakpoints", "arguments": {"breakpoints": {"name": 3}}}, "no playthrough is open"),
    ({"command": "stackTrace", "arguments": {"startFrame": "first", "levels": None}}, "no playthrough is open"),
    ({"command": "variables", "arguments": {"variablesReference": "names"}}, "no playthrough is open"),
    ({"command": "evaluate", "arguments": {"expression": 1, "frameId": "top"}}, "no playthrough is open"),
])
def test_a_request_that_cannot_be_carried_out_says_why(request_: dict[str, object], says: str) -> None:
    (answer,) = answers(request_)
    assert answer["success"] is False
    assert says in str(answer["message"])


def test_a_rulebook_with_mistakes_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text("rulebook bad\n    players 2\nplay\n    apple becomes 3\n", encoding="utf-8")
    play = tmp_path / "bad.play"
    play.write_text("game bad\n", encoding="utf-8")
    (answer,) = answers({"command": "launch", "arguments": {"program": str(play)}})
    assert answer["success"] is False
    assert "bad.rules:" in str(answer["message"])


def test_what_fails_in_the_playthrough_is_said(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    play.write_text(PLAY, encoding="utf-8")
    said = answers({"command": "launch", "arguments": {"program": str(play)}}, {"command": "configurationDone"})
    assert any("game.play:6" in str(message.get("body")) for message in said if message.get("event") == "output")


def test_what_is_no_message_ends_the_session() -> None:
    out = io.BytesIO()
    Adapter(Wire(io.BytesIO(b"Content-Length: 7\r\n\r\nno json"), out)).serve()
    assert out.getvalue() == b""
