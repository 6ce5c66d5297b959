"""Requests of the Debug Adapter Protocol -> answers and events.

A session steps through the moves of a playthrough. Their tapes hold every step, so stepping back is like stepping on; nothing
runs between two requests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import define

from ...dsl.source.diagnostics import RulebookError
from ...dsl.source.search_path import NoSuchRulebook
from ...interpreter.tracing.lines import beginning_of, moves_of
from ...interpreter.tracing.tape import TapeStep
from ...interpreter.tracing.tracer import Tracer
from ..playthroughs.scripts import WrongPlaythrough, open_file, read_file
from . import stack_frames
from .arguments import number, record, records, text
from .course import StepPosition, TracedGame
from .stops import Stops
from .wire import Message, Wire

# The protocol wants the number of a thread for all that runs; the game is the only one.
THREAD = 1
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsStepBack": True, "supportsFunctionBreakpoints": True,
    "supportsEvaluateForHovers": True, "supportsTerminateRequest": True,
}


class CannotDo(Exception):
    """A request that the session cannot carry out; the message is the reason."""


@define(eq=False)
class Adapter:
    """A session with an editor, from its first request to its last."""

    wire: Wire
    course: TracedGame | None = None
    stops: Stops | None = None
    at_once: bool = False
    is_over: bool = False
    is_done: bool = False

    def serve(self) -> None:
        """Answer requests until the editor disconnects."""
        while not self.is_done and (message := self.wire.receive()) is not None:
            if message.get("type") == "request":
                self.answer(message)

    def answer(self, request: Message) -> None:
        """Answer a request, and send the events that follow from it."""
        known = REQUESTS.get(str(request.get("command")))
        if known is None:
            self.wire.respond(request, failed=f"`{request.get('command')}` is not a request that this adapter knows")
            return
        arguments = request.get("arguments")
        try:
            body, then = known(self, arguments if isinstance(arguments, dict) else {})
        except CannotDo as error:
            self.wire.respond(request, failed=str(error))
            return
        # The answer goes first: editors ignore an event about a request that is not answered yet.
        self.wire.respond(request, body)
        if then is not None:
            then()

    # -- beginning and end -----------------------------------------------------------------------

    def initialize(self, arguments: Message) -> Answer:
        """List the abilities of the adapter."""
        return dict(CAPABILITIES), None

    def launch(self, arguments: Message) -> Answer:
        """Open a playthrough, `program`; with `stopOnEntry` the session stops at its first move."""
        file = text(arguments, "program")
        if not Path(file).is_file():
            raise CannotDo(f"`program` must name a playthrough, and there is no file `{file}`")
        if Path(file).suffix == ".rules":
            raise CannotDo(f"`{file}` is a rulebook: start from a playthrough, a file that ends in `.play`")
        try:
            playthrough, rules = open_file(Path(file))
        except (WrongPlaythrough, RulebookError) as error:
            first = next(problem for problem in error.diagnostics if problem.level == "error")
            raise CannotDo(f"{first.message} ({first.span})") from None
        except (NoSuchRulebook, OSError) as error:
            raise CannotDo(str(error)) from None
        tape, result = moves_of(rules, playthrough, read_file)
        moves = (beginning_of(rules, playthrough), *tape)
        tracer = Tracer(rules)
        self.course, self.stops = TracedGame(rules, moves, tracer), Stops(tracer, moves)
        self.at_once = bool(arguments.get("stopOnEntry", True))

        def opened() -> None:
            for failure in result.failures:
                self.say(f"{failure.file}:{failure.line}: {failure.message}; {failure.actual}", "stderr")
            self.wire.event("initialized")

        return {}, opened

    def configured(self, arguments: Message) -> Answer:
        """Begin, now that all breakpoints are known."""
        def begin() -> None:
            course = self.opened
            course.begin()
            if self._stops_here(course.position, course.shown[2]):
                self.stopped("breakpoint")
            elif not self.at_once:
                self.run()
            elif course.go(lambda position, step: position.move > 0 or self._stops_here(position, step)):
                self.stopped("entry" if course.position.move else "breakpoint")
            else:
                self.say("the playthrough makes no move", "console")
                self.stopped("entry")

        return {}, begin

    def leave(self, arguments: Message) -> Answer:
        """End the session."""
        self.is_done = True
        return {}, None

    def terminate(self, arguments: Message) -> Answer:
        """End the game; the editor disconnects next."""
        return {}, lambda: self.wire.event("terminated")

    # -- breakpoints -----------------------------------------------------------------------------

    def set_lines(self, arguments: Message) -> Answer:
        """Put breakpoints on lines of a file."""
        path = text(record(arguments, "source"), "path")
        numbers = [number(point, "line") for point in records(arguments, "breakpoints")]
        lines = list(self.known.set_lines(path, numbers))
        return {"breakpoints": [{"verified": line is not None, "line": line or want,
                                 **({} if line else {"message": "nothing is carried out from here on"})}
                                for want, line in zip(numbers, lines, strict=True)]}, None

    def set_clauses(self, arguments: Message) -> Answer:
        """Put breakpoints on clauses, by their ids."""
        names = [text(point, "name") for point in records(arguments, "breakpoints")]
        known = self.known.set_clauses(names)
        return {"breakpoints": [{"verified": is_known, **({} if is_known else {"message": f"there is no clause `{name}`"})}
                                for name, is_known in zip(names, known, strict=True)]}, None

    # -- steps -----------------------------------------------------------------------------------

    def next(self, arguments: Message) -> Answer:
        """Go on to the next step that is not inside a rule called from here."""
        # Callers are counted within a move, so that any step of the next move ends this one.
        course, depth, move = self.opened, self.opened.depth, self.opened.position.move
        return self._moves(lambda: course.go(lambda position, step: position.move != move or len(step.callers) <= depth
                                             or self._stops_here(position, step)))

    def step_in(self, arguments: Message) -> Answer:
        """Go on to the next step."""
        return self._moves(lambda: self.opened.go(lambda position, step: True))

    def step_out(self, arguments: Message) -> Answer:
        """Go on to the first step after the rule at hand."""
        course, depth, move = self.opened, self.opened.depth, self.opened.position.move
        return self._moves(lambda: course.go(lambda position, step: position.move != move or len(step.callers) < depth
                                             or self._stops_here(position, step)))

    def step_back(self, arguments: Message) -> Answer:
        """Go back to the step before."""
        def moved() -> None:
            self.opened.back(lambda position, step: True)
            self.is_over = False
            self.stopped("step")

        return {}, moved

    def go_on(self, arguments: Message) -> Answer:
        """Go on to the next breakpoint."""
        return {"allThreadsContinued": True}, self.run

    def go_back(self, arguments: Message) -> Answer:
        """Go back to the breakpoint before."""
        def back() -> None:
            self.is_over = False
            self.stopped("breakpoint" if self.opened.back(self._stops_here) else "entry")

        return {}, back

    def run(self) -> None:
        """Go on to the next breakpoint, or to the end."""
        if self.opened.go(self._stops_here):
            self.stopped("breakpoint")
        else:
            self._ended()

    def _moves(self, go: Callable[[], bool]) -> Answer:
        def moved() -> None:
            if go():
                self.stopped("step")
            else:
                self._ended()

        return {}, moved

    def _ended(self) -> None:
        """Stop at the last step; end the session if it stands there already."""
        if self.is_over:
            self.wire.event("terminated")
        self.is_over = True
        self.stopped("pause", "the playthrough is over; step back, or go on to leave")

    def _stops_here(self, position: StepPosition, step: TapeStep) -> bool:
        return self.opened.is_failure or self.known.stops(self.opened.moves[position.move], position.step, step)

    def stopped(self, reason: str, why: str = "") -> None:
        """Tell the editor that the session has stopped at a step; a move that cannot be made there is the reason."""
        move, tape, _ = self.opened.shown
        if self.opened.position.step == 0:
            self.say(stack_frames.summary(move, tape), "console")
        if self.opened.is_failure and not why:
            reason, why = "exception", stack_frames.summary(move, tape)
        self.wire.event("stopped", {"reason": reason, "threadId": THREAD, "allThreadsStopped": True,
                                    **({"description": why, "text": why} if why else {})})

    def say(self, line: str, category: str) -> None:
        """Show a line in the console of the editor."""
        self.wire.event("output", {"category": category, "output": f"{line}\n"})

    # -- questions -------------------------------------------------------------------------------

    def threads(self, arguments: Message) -> Answer:
        """Return the one thread, the game."""
        name = "the game" if self.course is None else self.course.rules.program.title
        return {"threads": [{"id": THREAD, "name": name}]}, None

    def stack(self, arguments: Message) -> Answer:
        """Return the frames of the stack around the step, as many as the request wants."""
        all_ = stack_frames.frames(self.opened)
        first, count = number(arguments, "startFrame"), number(arguments, "levels")
        return {"stackFrames": all_[first : first + count if count else None], "totalFrames": len(all_)}, None

    def scopes(self, arguments: Message) -> Answer:
        """Return the groups of variables of a frame."""
        return {"scopes": stack_frames.scopes(number(arguments, "frameId"))}, None

    def variables(self, arguments: Message) -> Answer:
        """Return the variables of a group."""
        return {"variables": stack_frames.variables(self.opened, max(1, number(arguments, "variablesReference")))}, None

    def evaluate(self, arguments: Message) -> Answer:
        """Return the value of an expression in the rulebook's words."""
        expression = text(arguments, "expression")
        value = stack_frames.evaluated(self.opened, expression, number(arguments, "frameId"))
        if value is None:
            raise CannotDo(f"`{expression}` has no value here")
        return {"result": value, "variablesReference": 0}, None

    # -- the session -----------------------------------------------------------------------------

    @property
    def opened(self) -> TracedGame:
        """The course of the playthrough. Raises CannotDo before there is one."""
        if self.course is None:
            raise CannotDo("no playthrough is open; `launch` opens one")
        return self.course

    @property
    def known(self) -> Stops:
        """The breakpoints. Raises CannotDo before a playthrough is open."""
        if self.stops is None:
            raise CannotDo("no playthrough is open; `launch` opens one")
        return self.stops


# The body of an answer, and what is to be done after it has been sent.
Answer = tuple[Message, Callable[[], None] | None]
REQUESTS: dict[str, Callable[[Adapter, Message], Answer]] = {
    "initialize": Adapter.initialize, "launch": Adapter.launch, "configurationDone": Adapter.configured,
    "disconnect": Adapter.leave, "terminate": Adapter.terminate, "setBreakpoints": Adapter.set_lines,
    "setFunctionBreakpoints": Adapter.set_clauses, "next": Adapter.next, "stepIn": Adapter.step_in,
    "stepOut": Adapter.step_out, "stepBack": Adapter.step_back, "continue": Adapter.go_on,
    "reverseContinue": Adapter.go_back, "threads": Adapter.threads, "stackTrace": Adapter.stack, "scopes": Adapter.scopes,
    "variables": Adapter.variables, "evaluate": Adapter.evaluate,
}
