"""Tables under load: 50 tables with four players each, all of whom follow their table and move for a minute.

A server of its own process, 200 connections that follow, and a move by each player whose turn it is after a pause.
Printed are the moves, how long a move takes until it is answered and until the four pages of its table show it, the memory
and processor time of the server, and how many moves stand in the saved games after the server was killed.

    python bench/speed/tables.py                                  # a minute, and a little to begin
    python bench/speed/tables.py --tables 10 --seconds 20 --pause 1
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import re
import tempfile
import time
from html import unescape
from pathlib import Path
from statistics import median, quantiles

from rulewright.cli.tables.lobby.games import Library
from rulewright.cli.tables.routes import TableRoutes
from rulewright.web.addresses import listening
from rulewright.web.limits import ServerLimits
from rulewright.web.server import serve
from rulewright.web.site import site_of

GAMES = ("lancaster", "carolus_magnus")
NAMES = ("Anna", "Boris", "Clara", "Dora")
# All clients are on one machine, so the limits of one machine do not fit.
LIMITS = ServerLimits(rate=1e6, burst=10**6, streams=10_000, all_streams=10_000, connections=10_000)


def served(port: multiprocessing.Queue, folder: str) -> None:  # type: ignore[type-arg]  # a queue of texts
    """Serve tables until the process is stopped."""
    tables = TableRoutes(Library(GAMES, Path(folder)), limits=LIMITS)
    sock = listening("127.0.0.1", 0)
    site = site_of([tables.application()], LIMITS)
    serve(site, sock, lambda: port.put((sock.getsockname()[1], tables.lobby.new_token(""))), LIMITS)


class Client:
    """Requests to the server, each by a connection of its own."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def post(self, path: str, record: object) -> dict[str, object]:
        body = json.dumps(record).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        here = f"127.0.0.1:{self.port}"
        writer.write(f"POST {path} HTTP/1.1\r\nhost: {here}\r\norigin: http://{here}\r\ncontent-type: application/json\r\n"
                     f"content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
        answer = await reader.read(-1)
        writer.close()
        found: dict[str, object] = json.loads(answer.partition(b"\r\n\r\n")[2])
        return found

    async def follow(self, path: str, shown: Page) -> None:
        """Follow a page for ever."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        writer.write(f"GET {path}/events HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                shown.changed(json.loads(line[6:]))


class Page:
    """A page of a player, as far as moving needs it."""

    def __init__(self, path: str) -> None:
        self.path, self.parts, self.fresh = path, dict[str, object](), asyncio.Event()
        self.seen = dict[int, float]()

    def changed(self, parts: dict[str, object]) -> None:
        self.parts |= parts
        self.seen.setdefault(int(str(self.parts["turn"])), time.perf_counter())
        self.fresh.set()

    @property
    def moves(self) -> list[str]:
        return [unescape(text) for text in re.findall(r'data-move="([^"]*)"', str(self.parts.get("moves", "")))]


Made = tuple[int, float, float]


async def play(client: Client, page: Page, until: float, pause: float, dice: random.Random, made: list[Made],
               table: int) -> None:
    """Make a move whenever it is this page's turn."""
    while time.perf_counter() < until:
        page.fresh.clear()
        moves, turn = page.moves, int(str(page.parts.get("turn", -1)))
        if not moves:
            try:
                await asyncio.wait_for(page.fresh.wait(), max(0.01, until - time.perf_counter()))
            except TimeoutError:
                return
            continue
        await asyncio.sleep(pause * dice.uniform(0.5, 1.5))
        begun = time.perf_counter()
        answer = await client.post(f"{page.path}/play", {"move": dice.choice(moves), "turn": turn})
        if "wrong" not in answer:
            made.append((table, begun, time.perf_counter()))
            while page.parts.get("turn") == turn and time.perf_counter() < until + 5:
                page.fresh.clear()
                try:
                    await asyncio.wait_for(page.fresh.wait(), 1)
                except TimeoutError:
                    continue


async def load(port: int, lobby: str, count: int, seconds: float, pause: float, process: int) -> None:
    client, pages, followers = Client(port), list[list[Page]](), list[asyncio.Task[None]]()
    for number in range(count):
        form = {"game": GAMES[number % len(GAMES)], "names": NAMES, "kinds": ["person"] * 4}
        host = str((await client.post(f"/tables/new/{lobby}/begin", form))["go"])
        first = Page(host)
        task = asyncio.create_task(client.follow(host, first))
        await first.fresh.wait()
        links = re.findall(r'href="(/tables/at/[^"]*)"', str(first.parts["host"]))[:4]
        task.cancel()
        pages.append([Page(link) for link in links])
        followers += [asyncio.create_task(client.follow(page.path, page)) for page in pages[-1]]
    for page in (page for table in pages for page in table):
        await page.fresh.wait()
    made: list[Made] = []
    cpu, begun = cpu_seconds(process), time.perf_counter()
    print(f"{count} tables, {4 * count} pages follow; memory {memory(process)} MB")
    await asyncio.gather(*(play(client, page, begun + seconds, pause, random.Random(f"{t} {s}"), made, t)
                           for t, table in enumerate(pages) for s, page in enumerate(table)))
    spent = cpu_seconds(process) - cpu
    await asyncio.sleep(2)
    answered = [1000 * (end - start) for _, start, end in made]
    shown = [1000 * (min(after, default=end) - start) for table, start, end in made
             for page in pages[table] for after in ([at for at in page.seen.values() if at > start],)]
    print(f"{len(made)} moves in {seconds:g} s, {len(made) / seconds:.1f} a second; "
          f"the server used {spent:.1f} s of a processor")
    for said, times in (("answered", answered), ("shown on a page", shown)):
        parts = quantiles(times, n=100)
        print(f"a move is {said} after: median {median(times):.0f} ms, 95 of 100 within {parts[94]:.0f} ms, "
              f"longest {max(times):.0f} ms")
    print(f"memory at the end {memory(process)} MB")
    for task in followers:
        task.cancel()
    await asyncio.gather(*followers, return_exceptions=True)


def memory(process: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found is not None, "a process has memory"
    return int(found[1]) // 1024


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=6, help="seconds that a player thinks, on average")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told: multiprocessing.Queue = multiprocessing.Queue()  # type: ignore[type-arg]  # a queue of texts
        process = multiprocessing.Process(target=served, args=(told, folder))
        process.start()
        port, lobby = told.get()
        try:
            asyncio.run(load(port, lobby, asked.tables, asked.seconds, asked.pause, process.pid or 0))
        finally:
            process.kill()
            process.join()
        lines = sum(line.partition(":")[0] in NAMES for path in Path(folder).glob("*.play")
                    for line in path.read_text().splitlines())
        print(f"{lines} moves of players stand in the saved games, after the server was killed")


if __name__ == "__main__":
    main()
