"""A playthrough and changed rules to a playthrough that holds by them: what is certain is rewritten, the rest left out.

Rewritten are the hash in the head, and moves that differ from the one legal move they can mean
in nothing but capitals, spaces and punctuation. A move that is refused is left out with all that
was played from there, up to the next position; expectations are changed only when that is asked
for. What is left out stays in the text as a comment, with the reason.
"""

from __future__ import annotations

from typing import Literal

from attrs import define, evolve, field, frozen

from ..game.rules import Rules
from .lines.reader import read
from .lines.rewriting import commented, rewritten
from .lines.syntax import BranchBlock, Expect, Line, MarkLine, Moves, Playthrough, PositionBlock, Refuse
from .running.results import Failure, PlaythroughResult
from .running.runner import PlaythroughRunner
from .running.using import ReadOther


@frozen
class LineChange:
    """A line of the old text that is another one now: respelled, blessed, or left out; and why."""

    line: int
    kind: Literal["respelled", "blessed", "left out"]
    old: str
    why: str


@frozen
class Migration:
    """The result of a migration: the new text, the changed lines, and expectations that fail and were not touched.

    `broken` are failures in other files, which the playthrough uses.
    """

    text: str
    changes: tuple[LineChange, ...]
    open: tuple[Failure, ...]
    broken: tuple[Failure, ...]

    @property
    def holds(self) -> bool:
        """Whether everything in the new text holds by the rules."""
        return not self.open and not self.broken

    @property
    def is_whole(self) -> bool:
        """Whether nothing had to be left out."""
        return self.holds and all(change.kind != "left out" for change in self.changes)


def migrate(rules: Rules, playthrough: Playthrough, read_other: ReadOther | None, bless: bool) -> Migration:
    """Take a playthrough without mistakes over to rules. With `bless`, expectations say what is so by these rules."""
    work = _Migration(rules, playthrough, list(range(1, len(playthrough.source.lines) + 1)), bless)
    # A line that is mended lets lines behind it be reached for the first time, so it is played until nothing changes any more.
    while True:
        result = PlaythroughRunner(rules, work.playthrough, read_other).run()
        before = work.playthrough.text
        work.change(result)
        if work.playthrough.text == before:
            break
    broken = tuple(failure for failure in result.failures if failure.file != playthrough.name)
    still = tuple(failure for failure in result.failures if failure.file == playthrough.name)
    # The hash says that everything holds by these rules. While something does not, the old hash stays and says so.
    text = work.playthrough.text if still or broken else with_hash(work.playthrough, rules.analyses.hash)
    return Migration(text, tuple(sorted(work.changes, key=lambda change: change.line)), still, broken)


def with_hash(playthrough: Playthrough, hash: str) -> str:
    """The text of a playthrough with the hash of the rules in its head."""
    entry, game = playthrough.head.entry("rules"), playthrough.head.entry("game")
    if entry is not None:
        return rewritten(playthrough.text, {entry.span.line: (f"rules {hash}",)})
    assert game is not None, "a playthrough without mistakes names its game"
    return rewritten(playthrough.text, {game.span.line: (f"game {game.text}", f"rules {hash}")})


@define
class _Migration:
    """A playthrough that is being changed; `origin` has the line of the old text for each line there is now."""

    rules: Rules
    playthrough: Playthrough
    origin: list[int]
    bless: bool
    changes: list[LineChange] = field(factory=list)

    def change(self, result: PlaythroughResult) -> None:
        """Change the lines that one run shows to be wrong, as far as that is certain."""
        edits: dict[int, tuple[str, ...]] = {}
        # Of several failures in a line only the first is sure: what comes after it may follow from it.
        for failure in result.failures:
            if failure.file == self.playthrough.name and failure.line not in edits:
                self.mend(failure, edits)
        if edits:
            self.apply(edits)

    def mend(self, failure: Failure, edits: dict[int, tuple[str, ...]]) -> None:
        block = _block_of(self.playthrough, failure.line)
        node = block.nodes[block.place]
        if isinstance(node, Refuse) and failure.refused is not None and failure.refused.spelled is not None:
            self.respell_refused(node, failure.refused.spelled, edits)
        elif isinstance(node, Expect | Refuse) and failure.kind != "move":
            self.mend_expectation(failure, edits)
        elif failure.refused is not None and failure.refused.spelled is not None and isinstance(node, Moves):
            self.respell(node, failure.refused.part, failure.refused.spelled, edits)
        elif failure.kind != "expectation":
            self.leave_out(block, failure, edits)

    def mend_expectation(self, failure: Failure, edits: dict[int, tuple[str, ...]]) -> None:
        if not self.bless:
            return
        old = self.playthrough.source.line(failure.line).strip()
        if failure.blessed is not None:
            edits[failure.line] = (failure.blessed,)
            self.note(failure.line, "blessed", old, failure.message)
        else:
            edits[failure.line] = (commented(f"false by these rules:  {failure.message}"), commented(old))
            self.note(failure.line, "left out", old, failure.message)

    def respell(self, node: Moves, place: int, spelled: str, edits: dict[int, tuple[str, ...]]) -> None:
        words = [part.text for part in node.parts]
        self.note(node.line, "respelled", words[place], f"it is written `{spelled}` now")
        words[place] = spelled
        edits[node.line] = (self.moves_text(node, words),)

    def respell_refused(self, node: Refuse, spelled: str, edits: dict[int, tuple[str, ...]]) -> None:
        because = f" because {node.because.text}" if node.because is not None else ""
        self.note(node.line, "respelled", node.move.text, f"it is written `{spelled}` now")
        edits[node.line] = (f"refuse {node.seat.text}: {spelled}{because}",)

    def leave_out(self, block: _LineRun, failure: Failure, edits: dict[int, tuple[str, ...]]) -> None:
        """Leave out what is played from a line on, up to a line of its block that says where the game stands."""
        node = block.nodes[block.place]
        done = failure.refused.part if failure.refused is not None else 0
        played: list[str] = []
        left = self.playthrough.source.line(node.line).strip()
        if isinstance(node, Moves) and done:
            words = [part.text for part in node.parts]
            played, left = [self.moves_text(node, words[:done])], self.moves_text(node, words[done:])
        why = _reason(failure)
        edits[node.line] = (*played, commented(f"left out by these rules: {why}"), commented(left))
        self.note(node.line, "left out", left, why)
        for line in range(node.line + 1, block.goes_on()):
            old = self.playthrough.source.line(line).strip()
            if old and not old.startswith("#"):
                edits[line] = (commented(old),)
                self.note(line, "left out", old, "it comes after what is left out")

    def moves_text(self, node: Moves, words: list[str]) -> str:
        """A line with these moves, by whom it says."""
        who = self.playthrough.source.line(node.line)[: node.parts[0].column - 1].strip()
        return f"{who} {', '.join(words)}".strip()

    def note(self, line: int, kind: Literal["respelled", "blessed", "left out"], old: str, why: str) -> None:
        self.changes.append(LineChange(self.origin[line - 1], kind, old, why))

    def apply(self, edits: dict[int, tuple[str, ...]]) -> None:
        text = rewritten(self.playthrough.text, edits)
        # Line numbers move when one line becomes two; the author is shown those of the file as it was.
        self.origin = [origin for line, origin in enumerate(self.origin, 1) for _ in edits.get(line, ("",))]
        self.playthrough = read(self.playthrough.name, text)
        assert not self.playthrough.problems, "what is rewritten can be read"


@frozen
class _LineRun:
    """Lines that follow each other, in the file or in a branch; `place` is one of them, `end` the line after them."""

    nodes: tuple[Line, ...]
    place: int
    end: int

    def goes_on(self) -> int:
        """The line where the play can go on after a line that cannot be played."""
        known = {node.name for node in self.nodes[: self.place] if isinstance(node, MarkLine | PositionBlock)}
        for node in self.nodes[self.place + 1 :]:
            if isinstance(node, PositionBlock) or (isinstance(node, MarkLine) and node.back and node.name in known):
                return node.line
        return self.end


def _block_of(playthrough: Playthrough, line: int) -> _LineRun:
    """The block that a line stands in, and the place of the statement it belongs to."""
    block = _LineRun(playthrough.lines, 0, len(playthrough.source.lines) + 1)
    while True:
        place = max(i for i, node in enumerate(block.nodes) if node.line <= line)
        node = block.nodes[place]
        if not isinstance(node, BranchBlock) or line == node.line:
            return evolve(block, place=place)
        block = _LineRun(node.body, 0, node.end)


def _reason(failure: Failure) -> str:
    refused = failure.refused
    if refused is None or not refused.refusals:
        return f"{failure.message}; {failure.actual}" if failure.actual else failure.message
    first = refused.refusals[0]
    return f"{failure.message}, by {first.clause} ({first.message})"
