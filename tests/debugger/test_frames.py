"""Stack frames as editors mark them: one line of the rulebook each."""

from __future__ import annotations

from pathlib import Path

from .client import Client


def test_a_frame_of_a_block_ends_with_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("game pig\nplayers Anna, Boris\n\nrolls 4\nAnna: roll\nrolls 5\n", encoding="utf-8")
    client = Client.of_thread()
    seen: set[str] = set()
    client.request("initialize", adapterID="rulewright")
    assert client.request("launch", program=str(path))["success"]
    client.until("initialized")
    client.request("configurationDone")
    client.until("stopped")
    for _ in range(5):
        frame = client.top()
        assert frame["endLine"] == frame["line"]
        line = Path(frame["source"]["path"]).read_text().split("\n")[frame["line"] - 1]
        seen.add(line[frame["column"] - 1 : frame["endColumn"] - 1])
        client.request("stepIn", threadId=1)
        client.until("stopped")
    client.close()
    # Here the block of a choice begins.
    assert "choose roll_or_hold by p" in seen
