"""The page that begins and loads games: a library -> forms; a filled-in form -> a table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any

from attrs import frozen

from ....dsl.load.loader import read
from ....dsl.source.diagnostics import RulebookError
from ....dsl.source.search_path import NoSuchRulebook
from ....interpreter.analysis.players.spec import Spec, WrongSpec, spec_of
from ....interpreter.game.game import WrongPlayers
from ....interpreter.game.rules import Rules
from ....interpreter.playthroughs.lines.head import can_be_called
from ....interpreter.playthroughs.lines.writer import header, with_table
from ....web.bodies import BadRequest, text_in
from ...playthroughs.scripts import WrongPlaythrough, variants_in
from ...shared.files.files import WouldOverwrite
from ...shared.games.looks import look_beside
from ...table.session.saving import NotSaved, SaveFile
from ...table.session.session import TableSession
from ...table.session.session_file import SessionFile
from ...words.words import DEFAULT, LANGUAGES, NAMES, PageWords, is_language
from ..room.refusals import ActionRefused
from ..room.room import Room
from ..room.seating import PERSON, Seat
from ..room.settings import Settings
from ..room.texts import TableSource
from ..rules_panel.printed_rulebooks import PrintedRulebooks
from .games import Library, NewGame, NotOffered, OfferedGame

# The players that a form offers; any other that `play` takes can be typed for a table that is there.
KINDS = (PERSON, "random", "ahead", "mcts:200", "mcts:2s")
# Limits against requests that no form sends.
MOST_NAMES, LONGEST_NAME = 12, 40


# The settings that a saved game keeps -> those that it goes on with.
Changed = Callable[[Settings], Settings]


@frozen
class GameForm:
    """A filled-in form: the game, how each seat is played, and the settings of the table."""

    new_game: NewGame
    seats: tuple[Seat, ...]
    settings: Settings


# ---- Pages -------------------------------------------------------------------------------------


def lobby_markup(library: Library, titles: Mapping[str, str], words: PageWords) -> str:
    """The page that begins a game."""
    say = {name: escape(text) for name, text in words.below("lobby.").items()}
    games = "".join(
        f'<option value="{escape(name, quote=True)}">{escape(titles.get(name, name))}</option>' for name in library.names
    )
    saved = "".join(f"<option>{escape(name)}</option>" for name in library.saved())
    again = (
        (
            f'<section><h2>{say["again"]}</h2><p class="row"><label>{say["file"]} <select id="saved">{saved}</select></label>'
            f'<button id="load">{say["continue"]}</button></p><details><summary>{say["change"]}</summary><p class="row">'
            f'{_languages("load_language", LANGUAGES, words, say["as_kept"])}<label>{say["dice"]} <select id="load_dice">'
            f'<option value="">{say["as_kept"]}</option><option value="rolled">{say["rolled"]}</option>'
            f'<option value="by_hand">{say["by_hand"]}</option></select></label></p></details></section>'
        )
        if saved
        else ""
    )
    return (
        f'<p id="lost" role="alert" hidden></p><main><h1>{say["title"]}</h1>'
        f'<p class="row"><label>{say["game"]} <select id="game">{games}</select></label></p>'
        f'<form id="form" aria-label="{escape(words.say("lobby.form"), quote=True)}"></form>'
        f'<p id="said" class="bad" role="alert"></p>{again}'
        f"<noscript>{escape(words.say('script'))}</noscript></main>"
    )


def _languages(id: str, languages: Iterable[str], words: PageWords, keep_label: str = "") -> str:
    """The choice of the language of a table, with the one of this page chosen; or, named so, the one that a game keeps."""
    options = f'<option value="">{keep_label}</option>' if keep_label else ""
    options += "".join(
        f'<option value="{escape(language, quote=True)}" lang="{escape(language, quote=True)}"'
        f"{' selected' if language == words.language and not keep_label else ''}>"
        f"{escape(NAMES.get(language, language))}</option>"
        for language in languages
    )
    return f'<label>{escape(words.say("lobby.language"))} <select id="{id}">{options}</select></label>'


def kind_option(kind: str, words: PageWords, is_chosen: bool = False) -> str:
    """A way to play a seat, as an option of a form."""
    shown = words.say("person") if kind == PERSON else kind
    return f'<option value="{escape(kind, quote=True)}"{" selected" if is_chosen else ""}>{escape(shown)}</option>'


def form_markup(game: OfferedGame, players: int, variants: tuple[str, ...], words: PageWords) -> str:
    """The form for a game: players, variants, options, seats."""
    return "".join(_form(game, max(game.fewest, min(game.most, players)), variants, words))


def _form(game: OfferedGame, players: int, variants: tuple[str, ...], words: PageWords) -> Iterator[str]:
    say = {name: escape(text) for name, text in words.below("lobby.").items()}
    numbers = "".join(f"<option{' selected' if n == players else ''}>{n}</option>" for n in range(game.fewest, game.most + 1))
    yield f'<p class="row"><label>{say["players"]} <select id="players">{numbers}</select></label></p>'
    if game.variants:
        boxes = "".join(
            f'<label><input type="checkbox" name="variant" value="{escape(name, quote=True)}"'
            f"{' checked' if name in variants else ''}> {escape(title or name)}</label>"
            for name, title in game.variants.items()
        )
        yield f'<fieldset><legend>{say["variants"]}</legend><div class="row">{boxes}</div></fieldset>'
    if game.parameters:
        fields = "".join(
            f'<label><code>{escape(name)}</code> <input name="set" data-name="{escape(name, quote=True)}" maxlength="40" '
            f'size="8" placeholder="{escape(value, quote=True)}" autocomplete="off"></label>'
            for name, value in game.parameters.items()
        )
        yield f'<details><summary>{say["options"]}</summary><div class="row">{fields}</div></details>'
    yield f"<fieldset><legend>{say['seats']}</legend>"
    for number in range(1, players + 1):
        kinds = "".join(kind_option(kind, words) for kind in KINDS)
        yield (
            f'<p class="row seat"><label>{say["name"]} <input name="name" value="P{number}" maxlength="{LONGEST_NAME}" '
            f'size="12" autocomplete="off"></label><label>{say["kind"]} <select name="kind">{kinds}</select></label></p>'
        )
    yield "</fieldset>"
    yield f"<fieldset><legend>{say['table']}</legend>"
    yield f'<label><input type="checkbox" id="by_hand"> {say["by_hand"]}</label> '
    yield _languages("language", dict.fromkeys((*LANGUAGES, *game.languages)), words)
    yield f'</fieldset><p><button class="main" type="submit">{say["begin"]}</button></p>'


# ---- Forms -------------------------------------------------------------------------------------


def form_of(record: Mapping[str, Any], words: PageWords) -> GameForm:
    """Read a filled-in form. Raises BadRequest and Refused."""
    names, kinds = _texts(record, "names"), _texts(record, "kinds")
    if len(names) != len(kinds) or not names:
        raise BadRequest("each seat has a name and a kind")
    for name in names:
        # A name begins lines of the saved game, so it has to be one word there, and no word with a meaning of its own.
        if not name.isidentifier() or not can_be_called(name):
            raise ActionRefused(words.say("wrong.name", name=name))
    if len({name.casefold() for name in names}) < len(names):
        raise ActionRefused(words.say("wrong.same_names"))
    values = record.get("set", {})
    if not isinstance(values, dict) or not all(
        isinstance(value, str) and len(value) <= LONGEST_NAME for value in values.values()
    ):
        raise BadRequest("`set` is not a record of texts")
    request = NewGame(
        text_in(record, "game"),
        tuple(_texts(record, "variants")),
        tuple((str(name)[:LONGEST_NAME], value.strip()) for name, value in values.items() if value.strip()),
        tuple(names),
    )
    seats = tuple(Seat(name, spec_or_person(kind)) for name, kind in zip(names, kinds, strict=True))
    return GameForm(request, seats, settings_of(record))


def settings_of(record: Mapping[str, Any]) -> Settings:
    """Read the settings of a table from a filled-in form. Raises BadRequest."""
    return Settings(record.get("by_hand") is True, _language(record) or DEFAULT)


def changed_settings(record: Mapping[str, Any]) -> Changed:
    """Read the settings that a form changes at the table of a saved game. Raises BadRequest."""
    language, dice = _language(record), record.get("by_hand")

    def changed(saved: Settings) -> Settings:
        return Settings(dice if isinstance(dice, bool) else saved.by_hand, language or saved.language)

    return changed


def _language(record: Mapping[str, Any]) -> str:
    """The language that a form asks for, if it does; it becomes a part of a line of a file. Raises BadRequest."""
    language = text_in(record, "language", 20)
    if language and not is_language(language):
        raise BadRequest("`language` is not a name of a language")
    return language


def _texts(record: Mapping[str, Any], name: str) -> list[str]:
    texts = record.get(name, [])
    if (
        not isinstance(texts, list)
        or len(texts) > MOST_NAMES
        or not all(isinstance(text, str) and len(text) <= LONGEST_NAME for text in texts)
    ):
        raise BadRequest(f"`{name}` is not a list of texts")
    return texts


def spec_or_person(kind: str) -> Spec | None:
    """Return how a seat is played; None by a person. Raises Refused."""
    if kind == PERSON:
        return None
    try:
        return spec_of(kind)
    except WrongSpec as error:
        raise ActionRefused(f"{error}.") from None


# ---- Tables ------------------------------------------------------------------------------------


def begun(library: Library, form: GameForm, words: PageWords) -> Room:
    """Set up a new game, saved in a new file. Raises Refused."""
    new_game = form.new_game
    try:
        offered, files = library.offered(new_game.name), library.files(new_game)
        game = library.game(new_game)
        rules = _own(game.rules(len(new_game.seats), new_game.seats))
    except (NotOffered, WrongPlayers, NoSuchRulebook) as error:
        raise ActionRefused(f"{error}.") from None
    except RulebookError as error:
        raise ActionRefused("; ".join(_messages(error))) from None
    # From the system: a seed that follows from the clock or from other games could be guessed, and with it hidden cards.
    seed = secrets.randbelow(10**9)
    text = header(rules, new_game.name, new_game.variants, new_game.parameters, seed, form.settings.written())
    session = TableSession(rules, rules.initial(), text, seed)
    look = look_beside(offered.main, form.settings.language)
    source = TableSource(files, new_game.parameters, look, PrintedRulebooks(offered.main, rules.program.name))
    # The file is made last, so a form that cannot be carried out leaves none behind.
    room = Room.of(session, form.seats, source, form.settings)
    try:
        path = library.free_path(rules.program.name)
        session.file.keep_in(SaveFile.made(path, session.text_for(path)))
    except (OSError, WouldOverwrite, NotSaved) as error:
        raise ActionRefused(words.say("wrong.folder", folder=library.folder, why=error)) from None
    room.progress.go_on()
    return room


def continued(library: Library, name: str, changed: Changed, words: PageWords) -> Room:
    """Go on with a saved game in its file, with the settings that it keeps; people play all seats at first. Raises Refused."""
    file: SaveFile | None = None
    try:
        path = library.path_of(name)
        # The file is locked before it is read, so that no other process changes it in between.
        file = SaveFile.taken_up(path)
        saved = library.continued(path)
        head = saved.playthrough.head
        saved_settings = Settings.read(head.table, words.language)
        settings = changed(saved_settings)
        if settings != saved_settings:
            file.write(with_table(saved.playthrough.text, head, settings.written(head.table)))
            saved = library.continued(path)
        files = read(saved.main, variants_in(head))
        rules, end = saved.end.state.rules, saved.end
        session = TableSession(
            rules,
            end.start,
            saved.playthrough.text,
            head.seed if head.seed is not None else secrets.randbelow(10**9),
            SessionFile(file),
            steps=end.steps,
            opened=len(end.steps),
            start_line=end.start_line,
            origin=path,
        )
        session.begin()
    except (NotOffered, NoSuchRulebook, NotSaved, WrongPlaythrough, RulebookError, OSError) as error:
        if file is not None:
            file.close()
        raise ActionRefused(words.say("wrong.not_continued", name=name[:60], why=_short(error))) from None
    seats = tuple(Seat(seat) for seat in rules.seats)
    source = TableSource(files, head.parameters, look_beside(saved.main, settings.language),
                         PrintedRulebooks(saved.main, rules.program.name))
    room = Room.of(session, seats, source, settings)
    room.progress.go_on()
    return room


def _own(rules: Rules) -> Rules:
    """The same rules with machines of their own, as another table may play with the same names at the same time."""
    return rules.seated(tuple(rules.seats))


def _messages(error: RulebookError) -> list[str]:
    return [mistake.message for mistake in error.diagnostics if mistake.level == "error"][:3]


def _short(error: Exception) -> str:
    if isinstance(error, NotSaved):
        return error.reason
    if isinstance(error, RulebookError):
        return "; ".join(_messages(error))
    return str(error).partition("\n")[0]
