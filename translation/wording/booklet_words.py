"""The words of booklets: those that belong to no game, and the names of a rulebook, which texts may word."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.statements.languages import PLURALS
from ...dsl.symbols.symbols import SymbolTable

# `players.one` and the like: what stands behind the number of players, by the plural category of the number.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "players.one": "for 1 player", "players.other": "for {n} players", "contents": "Contents",
        "numbers": "The numbers at a glance", "options": "Options", "settled": "Settled in this version",
        "option.value": "here:", "option.numbers": "Or another number from {low} to {high}.", "exception": "Exception:",
        "refused": "Not allowed:", "requirement": "Not allowed:",
        "example": "Example", "changes": "What has changed", "before": "before",
        "after": "after", "won": "The game is over; the winner: {players}.",
        "drawn": "The game is over, and no player has won.",
        "chance": "Chance", "roll": "roll", "begins": "At the beginning",
        "description": "description", "properties": "properties", "none": "nothing", "yes": "yes", "no": "no",
        "made_from": "Made from the rules; every example has been played.",
    },
    "ru": {
        "players.one": "для {n} игрока", "players.few": "для {n} игроков", "players.many": "для {n} игроков",
        "contents": "Содержание", "numbers": "Все числа", "options": "Варианты правил",
        "settled": "Решено в этой редакции", "option.value": "здесь:",
        "option.numbers": "Или другое число от {low} до {high}.",
        "exception": "Исключение:", "refused": "Нельзя:", "requirement": "Нельзя:",
        "example": "Пример", "changes": "Что изменилось",
        "before": "было", "after": "стало",
        "won": "Игра окончена; победа: {players}.", "drawn": "Игра окончена, не победил никто.",
        "chance": "Случай", "roll": "бросок", "begins": "В начале",
        "description": "описание", "properties": "свойства", "none": "нет", "yes": "да", "no": "нет",
        "made_from": "Составлено по правилам; каждый пример сыгран.",
    },
    "it": {
        "players.one": "per {n} giocatore", "players.other": "per {n} giocatori", "contents": "Indice",
        "numbers": "Tutti i numeri", "options": "Opzioni", "settled": "Deciso in questa versione",
        "option.value": "qui:", "option.numbers": "Oppure un altro numero da {low} a {high}.", "exception": "Eccezione:",
        "refused": "Non è permesso:", "requirement": "Non è permesso:",
        "example": "Esempio", "changes": "Che cosa è cambiato", "before": "prima",
        "after": "dopo", "won": "La partita è finita; vince: {players}.", "drawn": "La partita è finita, e non vince nessuno.",
        "chance": "Sorte", "roll": "dado", "begins": "All'inizio",
        "description": "descrizione", "properties": "proprietà", "none": "nessuno", "yes": "sì", "no": "no",
        "made_from": "Composto dalle regole; ogni esempio è stato giocato.",
    },
}


def names_of(symbols: SymbolTable) -> frozenset[str]:
    """The names of a rulebook that a booklet may print: of what is declared, of its parts, and words of types."""
    names = symbols.names
    return frozenset({*names.globals, *(name for _, name in names.attributes), *(word.name for word in names.words)})


def for_players(words: Mapping[str, str], language: str, players: int) -> str:
    """For how many players a booklet is."""
    pattern = words.get(f"players.{PLURALS[language](players)}", WORDS["en"]["players.other"])
    return pattern.replace("{n}", str(players))
