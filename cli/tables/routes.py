"""Requests to tables -> what they do there, and the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from anyio import to_thread
from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...interpreter.game.viewing.observation import SPECTATOR
from ...interpreter.runtime.faults import RulebookFault
from ...pictures.svg.style import style
from ...web.application import Application
from ...web.bodies import json_response, number_in, record_of, text_in
from ...web.limits import ServerLimits, Streams
from ...web.links import TokenLinks
from ...web.live import following
from ...web.pages import Asset, assets_in, page
from ..replays.chapters import ReplayChapter
from ..replays.frames import film
from ..replays.page import replay_page
from ..words.words import PageWords, first_language
from .acts import ACTS, Act
from .lobby.forms import Changed, begun, changed_settings, continued, form_markup, form_of, lobby_markup
from .lobby.games import Library
from .machine_turns import PACE
from .open_tables import OpenTables
from .pages.markup import page_parts, reason_markup
from .pages.shell import NAME, host_markup, path_of, role_words, table_markup
from .room.refusals import ActionRefused
from .room.room import Room
from .room.seating import LinkUse

_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


@define(eq=False)
class TableRoutes:
    """The application of tables: the requests of their pages, and of the page that begins games."""

    library: Library
    limits: ServerLimits = field(factory=ServerLimits)
    pace: float = PACE
    lobby: TokenLinks[str] = field(factory=TokenLinks[str])
    titles: dict[str, str] = field(factory=dict)
    streams: Streams = field(init=False)
    open_tables: OpenTables = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.streams, self.open_tables = Streams(self.limits), OpenTables(self.pace)

    def application(self) -> Application:
        """The application of these tables."""
        routes = [
            Route("/new/{link}", self.new_page),
            Route("/new/{link}/{act}", self.new_act, methods=["POST"]),
            Route("/at/{link}", self.table_page),
            Route("/at/{link}/events", self.events),
            Route("/at/{link}/rules", self.rules),
            Route("/at/{link}/replay", self.replay),
            Route("/at/{link}/game.play", self.download),
            Route("/at/{link}/close", self.close, methods=["POST"]),
            *(Route(f"/at/{{link}}/{name}", self._acting(act), methods=["POST"]) for name, act in ACTS.items()),
        ]
        assets = {
            **assets_in("cli", "templates", names=["tables.css", "tables.js", "reach.js", "lobby.js"]),
            "pictures.css": Asset.of("pictures.css", style().encode()),
        }
        return Application(NAME, routes, assets, self.open_tables.running, self.open_tables.stop)

    # -- tables --------------------------------------------------------------------------------

    def table_of(self, request: Request) -> tuple[Room, LinkUse]:
        """Return the table that a request is for, and the place of its link. Answers 404 if there is none."""
        token = request.path_params["link"]
        room = self.open_tables.links.find(token)
        if room is None:
            raise HTTPException(404)
        return room, room.seating.places[token]

    # -- the lobby -----------------------------------------------------------------------------

    async def new_page(self, request: Request) -> Response:
        """Send the page that begins games."""
        self._require_lobby(request)
        if not self.titles:
            self.titles = await to_thread.run_sync(
                lambda: {name: self.library.offered(name).title for name in self.library.names}
            )
        words = _words_for(request)
        markup = await to_thread.run_sync(lobby_markup, self.library, self.titles, words)
        return page(
            f"Rulewright: {words.say('lobby.title')}",
            markup,
            language=words.language,
            data={"unreachable": words.say("page.unreachable")},
            styles=[f"/files/{NAME}/tables.css"],
            scripts=["/files/web/base.js", f"/files/{NAME}/lobby.js"],
        )

    def _require_lobby(self, request: Request) -> None:
        if self.lobby.find(request.path_params["link"]) is None:
            raise HTTPException(404)

    async def new_act(self, request: Request) -> Response:
        """Answer an action of the page that begins games with a form or a new table."""
        self._require_lobby(request)
        record, words = await record_of(request, self.limits.body), _words_for(request)
        try:
            match request.path_params["act"]:
                case "game":
                    offered = await to_thread.run_sync(self.library.offered, text_in(record, "game"))
                    variants = tuple(map(str, record.get("variants", [])))
                    return json_response({"form": form_markup(offered, number_in(record, "players", 0, 100), variants, words)})
                case "begin":
                    form = form_of(record, words)
                    return json_response({"go": await self.open_tables.open(lambda: begun(self.library, form, words), words)})
                case "load":
                    return json_response({"go": await self._loaded(text_in(record, "name"), changed_settings(record), words)})
                case _:
                    raise HTTPException(404)
        except ActionRefused as error:
            return json_response({"wrong": str(error)})

    async def _loaded(self, name: str, changed: Changed, words: PageWords) -> str:
        # A game has one table: two would write to one file.
        host = self.open_tables.host_of(name)
        return host or await self.open_tables.open(lambda: continued(self.library, name, changed, words), words)

    # -- a table -------------------------------------------------------------------------------

    async def table_page(self, request: Request) -> Response:
        """Send the page of a table."""
        room, place = self.table_of(request)
        path, words = path_of(request.path_params["link"]), room.texts.words
        wordings, secrets = words.below("page."), room.progress.keeps_secrets
        async with room.lock:
            markup = await to_thread.run_sync(table_markup, room.texts, room.seating, secrets, place, path)
        return page(
            f"{room.texts.title} - {role_words(room.seating, words, place)}",
            markup,
            language=words.language,
            styles=[f"/files/{NAME}/pictures.css", f"/files/{NAME}/tables.css"],
            scripts=["/files/web/base.js", f"/files/{NAME}/reach.js", f"/files/{NAME}/tables.js"],
            data={"at": path, "words": json.dumps(wordings, ensure_ascii=False), "unreachable": wordings["unreachable"],
                  "gone": wordings["gone"]},
        )

    async def events(self, request: Request) -> Response:
        """Stream the parts of a table as they change."""
        room, place = self.table_of(request)

        async def read() -> Mapping[str, Any]:
            async with room.lock:
                parts = await to_thread.run_sync(page_parts, room, place)
            if not place.role.manages:
                return parts
            return {**parts, "host": host_markup(room.seating, room.progress.session.file, room.texts.words)}

        return await following(request, room.signal, self.streams, read)

    async def rules(self, request: Request) -> Response:
        """Send the rules as markup, made once for each table."""
        room, _ = self.table_of(request)
        async with room.lock:
            book = await to_thread.run_sync(lambda: room.texts.book)
        return json_response({"rules": book.markup, "language": book.language})

    async def replay(self, request: Request) -> Response:
        """Send a replay of the game so far, as this place sees it."""
        room, place = self.table_of(request)
        # A replay stays open: at a shared screen it shows what all may see, even while one player looks alone.
        viewer = SPECTATOR if place.role.is_shared else room.rights.viewer(place)

        def made() -> str:
            session, texts = room.progress.session, room.texts
            chapter = ReplayChapter("", 0, 0, session.start, tuple(session.steps))
            return replay_page(
                film((chapter,), "", viewer, texts.look, texts.language, texts.narrator.describer),
                texts.language,
                "",
            )

        async with room.lock:
            text = await to_thread.run_sync(made)
        # The page carries its script, and says by its hash that no other runs.
        policy = _POLICY.search(text)
        assert policy is not None, "a replay has a policy"
        return Response(
            text,
            media_type="text/html",
            # The policy was escaped for an attribute of the page. `frame-ancestors` counts only in a header (CSP level 3,
            # section 3.3).
            headers={"content-security-policy": f"{policy[1].replace('&#x27;', chr(39))}; frame-ancestors 'none'"},
        )

    async def download(self, request: Request) -> Response:
        """Send the saved game; while it keeps secrets, to the host only."""
        room, place = self.table_of(request)
        progress = room.progress
        if progress.keeps_secrets and not place.role.manages and not progress.state.is_over:
            raise HTTPException(404)
        async with room.lock:
            text = progress.session.text()
        file = progress.session.file.path
        name = file.name if file is not None else "game.play"
        return Response(
            text, media_type="text/plain; charset=utf-8", headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def close(self, request: Request) -> Response:
        """Close a table; its file stays."""
        room, place = self.table_of(request)
        await record_of(request, self.limits.body)
        if not place.role.manages:
            return json_response({"wrong": room.texts.words.say("wrong.host_closes")})
        async with room.lock:
            self.open_tables.close(room)
        return json_response({"closed": True})

    def _acting(self, act: Act) -> Callable[[Request], Awaitable[Response]]:
        """The function that answers the request for an action."""

        async def answer(request: Request) -> Response:
            room, place = self.table_of(request)
            record = await record_of(request, self.limits.body)
            async with room.lock:
                before = room.progress.turn
                try:
                    reply = await to_thread.run_sync(act, room, place, record)
                except ActionRefused as error:
                    reply = {"wrong": str(error), "why": reason_markup(room.progress, room.texts, error.reason, str(error))}
                except RulebookFault as error:
                    reply = {"wrong": room.texts.words.say("wrong.rulebook", why=error)}
                # Only these change what other pages show.
                if room.progress.turn != before or act is ACTS["sit"]:
                    room.signal.change()
            return json_response(reply)

        return answer


def _words_for(request: Request) -> PageWords:
    """The words of a page before a table: in the language that the browser asks for."""
    return PageWords.of(first_language(request.headers.get("accept-language", "")))
