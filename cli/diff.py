"""`rulewright diff`: what differs between two rulebooks, and where they part in play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import click
from attrs import evolve, frozen

from ..dsl.compilation import header_of
from ..dsl.diagnostics import counted
from ..dsl.difference import Change, Side, difference, touched
from ..interpreter.comparison import Changed, Found, Key, Tried, explore, follow, written
from ..interpreter.game import Game, WrongPlayers
from ..interpreter.playthroughs.writer import header
from ..interpreter.rules import Rules
from .files import write_new
from .options import Asked, asked_for, complete_game, json_option, seed_option
from .progress import Progress
from .scripts import playthrough_files, read_file

CHUNK = 25


@frozen
class Shown:
    """A parting, in how many games with which numbers of players, and the playthrough that shows it, if one can."""

    found: Found
    times: int
    players: tuple[int, ...]
    text: str | None
    file: str | None = None


@click.command(epilog="Example: rulewright diff nim nim:marienbad --plays 200")
@click.argument("a", metavar="A", shell_complete=complete_game)
@click.argument("b", metavar="B", shell_complete=complete_game)
@click.option("--players", "-n", type=click.IntRange(min=1), metavar="N",
              help="Compare for this number of players (by default, play with every number that both allow).")
@click.option("--plays", type=click.IntRange(min=0), default=0, metavar="N",
              help="Also play both side by side: the playthroughs of A, and N random games.")
@seed_option
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--output", "-o", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write a playthrough for each way in which the two part into this folder.")
@json_option
def command(a: str, b: str, players: int | None, plays: int, seed: int | None, jobs: int, output: Path | None,
            as_json: bool) -> None:
    """Compare two rulebooks, variants or editions, clause by clause; exit code 1 when they differ.

    A and B are names, names with variants (`nim:marienbad`), or paths. With --plays both are played with
    the same choices and the same chance. Where they part, the game is shrunk to a short playthrough that
    holds in A and fails in B.
    """
    asked = asked_for(a, players, (), ()), asked_for(b, players, (), ())
    if output is not None and not plays:
        raise click.UsageError("--output writes what --plays finds; say how many games to play")
    changes, changed = _changes(*asked)
    counts = _counts(asked[0].game(), asked[1].game(), players)
    tried, shown = _parted(asked, counts, plays, seed or 0, jobs, changed) if plays else (None, [])
    if output is not None:
        shown = [_written_out(one, output) for one in shown]
    if as_json:
        click.echo(json.dumps(_as_json(changes, tried, shown), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(changes, tried, shown, (a, b))))
    raise SystemExit(1 if changes or shown else 0)


# ---- Clause by clause ----------------------------------------------------------------------------


def _changes(a: Asked, b: Asked) -> tuple[tuple[Change, ...], Changed]:
    """The differences, and the clauses that use what differs."""
    files = a.files(), b.files()
    counts = [range(head.fewest, head.most + 1) for head in map(header_of, files)]
    shared = [number for number in counts[0] if number in counts[1]]
    number = a.players or (shared[0] if shared else None)
    clauses = [asked.game().rules(number).program.clauses for asked in (a, b)]
    changes = difference(*files, *clauses)
    return changes, touched(*files, changes)


def _counts(a: Game, b: Game, players: int | None) -> list[int]:
    """The numbers of players for which the two are played."""
    counts = [players] if players else [n for n in range(a.fewest, a.most + 1) if b.fewest <= n <= b.most]
    for game in (a, b):
        for number in counts:
            if not game.fewest <= number <= game.most:
                raise WrongPlayers(f"{game.name} is for {game.fewest} to {game.most} players, not {number}")
    return counts


# ---- Side by side --------------------------------------------------------------------------------

Task = tuple[Asked, Asked, int, int, Changed]


def _parted(asked: tuple[Asked, Asked], counts: list[int], plays: int, seed: int, jobs: int,
            changed: Changed) -> tuple[Tried, list[Shown]]:
    """What playing the two came to, over all numbers of players, and each parting with a playthrough of it."""
    whole = Tried()
    shown: dict[Key, Shown] = {}
    with Progress(plays, "playing") as bar:
        for place, number in enumerate(counts):
            numbers = range(place, plays, len(counts))
            tried, sources = _followed(asked, number, changed)
            for part, games in _explored(numbers, (*asked, number, seed, changed), jobs):
                tried.add(part)
                bar.update(games)
            for key, found in tried.found.items():
                known = shown.get(key)
                if known is None or known.text is None:
                    rules = sources.get(found.source) or (_rules(asked[0], number), _rules(asked[1], number))
                    text = _text_of(asked, rules, found, changed)
                    known = Shown(found, known.times if known else 0, known.players if known else (), text)
                shown[key] = evolve(known, times=known.times + tried.times[key], players=(*known.players, number))
            whole.add(tried)
    return whole, list(shown.values())


def _followed(asked: tuple[Asked, Asked], number: int,
              changed: Changed) -> tuple[Tried, dict[str, tuple[Rules, Rules]]]:
    """The playthroughs that the first rulebook has, for this number of players, held against the second.

    With the rules, of both, that each playthrough was played by.
    """
    tried = Tried()
    sources: dict[str, tuple[Rules, Rules]] = {}
    games = asked[0].game(), asked[1].game()
    folder = Path(asked[0].files().path).parent / "playthroughs"
    for path in playthrough_files([str(folder)]) if folder.is_dir() else ():
        playthrough = read_file(path)
        head = playthrough.head
        others = head.variants not in ((), asked[0].variants) or head.settings
        if playthrough.problems or others or (head.game, head.players) != (games[0].name, number):
            continue
        rules = tuple(game.rules(number, head.seats) for game in games)
        sources[playthrough.name] = rules[0], rules[1]
        tried.add(follow(rules[0], rules[1], playthrough, read_file, changed))
    return tried, sources


def _explored(numbers: range, task: Task, jobs: int) -> Iterator[tuple[Tried, int]]:
    """What random games came to, in order, from one or more processes, and how many there were."""
    chunks = [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
    if jobs == 1:
        for chunk in chunks:
            yield _chunk(chunk, task), len(chunk)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = [(pool.submit(_chunk, chunk, task), len(chunk)) for chunk in chunks]
        for future, games in futures:
            yield future.result(), games


def _chunk(numbers: range, task: Task) -> Tried:
    a, b, players, seed, changed = task
    tried = Tried()
    for one in explore(_rules(a, players), _rules(b, players), numbers, seed, changed):
        tried.add(one)
    return tried


@cache
def _rules(asked: Asked, players: int) -> Rules:
    return asked.game().rules(players)


def _text_of(asked: tuple[Asked, Asked], rules: tuple[Rules, Rules], found: Found, changed: Changed) -> str | None:
    """The playthrough that shows a parting."""
    head = header(rules[0], asked[0].known_as, asked[0].known_variants, asked[0].settings)
    return written(*rules, found, changed, head, (asked[0].name, asked[1].name))


def _written_out(one: Shown, folder: Path) -> Shown:
    """The same, with its playthrough written into a folder, under a name that is free."""
    if one.text is None:
        return one
    folder.mkdir(parents=True, exist_ok=True)
    stem = "_".join(one.found.parting.clauses[:2]) or one.found.parting.kind
    free = (f"{stem}.play" if i == 1 else f"{stem}_{i}.play" for i in range(1, 10_000))
    path = next(folder / name for name in free if not (folder / name).exists())
    write_new(path, one.text, False)
    return evolve(one, file=str(path))


# ---- Reports -------------------------------------------------------------------------------------


def _as_json(changes: tuple[Change, ...], tried: Tried | None, shown: list[Shown]) -> dict[str, object]:
    report: dict[str, object] = {"changes": [
        {"clause": one.id, "kind": one.kind, "what": one.what, "differs": list(one.differs),
         "a": _side(one.a), "b": _side(one.b)} for one in changes]}
    if tried is not None:
        report["plays"] = {
            "tried": tried.games, "playthroughs": tried.playthroughs, "positions": tried.positions,
            "games_parted": tried.parted,
            "parted": [{
                "clause": one.found.parting.clauses[0] if one.found.parting.clauses else None,
                "clauses": list(one.found.parting.clauses), "differs": list(one.found.parting.roots),
                "kind": one.found.parting.kind, "players": list(one.players),
                "a": list(one.found.parting.a), "b": list(one.found.parting.b), "games": one.times,
                "source": one.found.source, "playthrough": one.text, "file": one.file} for one in shown]}
    return report


def _side(side: Side | None) -> dict[str, object] | None:
    if side is None:
        return None
    return {"statement": side.statement, "code": list(side.code), "file": side.span.source.name, "line": side.span.line,
            "end_line": side.span.end_line, "reason": side.reason}


def _text(changes: tuple[Change, ...], tried: Tried | None, shown: list[Shown], names: tuple[str, str]) -> Iterator[str]:
    if not changes:
        yield "no clause differs"
    for one in changes:
        yield f"{one.kind} {one.what} {one.id}"
        reasons = dict.fromkeys(side.reason for side in (one.a, one.b) if side is not None and side.reason)
        yield from (f"    because {reason}" for reason in reasons)
        for name, side, sign in ((names[0], one.a, "-"), (names[1], one.b, "+")):
            if side is not None:
                yield f"    {name} ({side.span.source.name}:{side.span.line})"
                yield from [f"        {side.statement}"] if side.statement else []
                yield from (f"      {sign} {line}" for line in side.code)
    if changes:
        yield ""
        yield counted(len(changes), "difference")
    if tried is not None and not tried.games and not tried.playthroughs:
        yield "nothing was played: no number of players is common to both"
    elif tried is not None:
        yield from _plays_text(tried, shown, names)


def _plays_text(tried: Tried, shown: list[Shown], names: tuple[str, str]) -> Iterator[str]:
    yield ""
    yield (f"{counted(tried.games, 'random game')} and {counted(tried.playthroughs, 'playthrough')} played side by side, "
           f"{counted(tried.positions, 'position')} compared: {tried.parted or 'none'} of them part")
    for one in shown:
        parting = one.found.parting
        yield ""
        others = [one for one in parting.roots if one not in parting.clauses]
        because = f" ({', '.join(others)})" if others else ""
        numbers = ", ".join(map(str, one.players))
        yield (f"{parting.kind} by {', '.join(parting.clauses)}{because}, with {numbers} players, "
               f"in {counted(one.times, 'game')}")
        for name, has in zip(names, (parting.a, parting.b), strict=True):
            yield f"    {name}: {'; '.join(has[:6]) or '-'}" + (" ..." if len(has) > 6 else "")
        if one.file is not None:
            yield f"    {one.file}"
        elif one.text is not None:
            yield from (f"    | {line}".rstrip() for line in one.text.rstrip().split("\n"))
        else:
            yield f"    no playthrough of {names[0]} can show this; it is in {one.found.source}"
