"""The words of pictures in each language, and captions of names: what a look file says, else the name itself."""

from __future__ import annotations

from attrs import frozen

from ..look.syntax import Look
from ..rows import in_words

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "to_move": "{who} to move",
        "chance": "chance decides",
        "over": "the game is over",
        "won": "the game is over: won by {who}",
        "drawn": "the game is over: drawn",
        "score": "score",
        "middle": "in the middle",
        "hidden": "hidden",
        "changed": "changed by the last move",
        "key": "signs",
        "empty": "empty",
        "made": "chosen secretly",
        "none": "nothing",
        "before": "before",
        "after": "after",
        "start": "at the start",
        "next": "next to move",
        "board": "board",
        "seen_by": "as {who} sees it",
        "spectator": "a spectator",
        "yes": "yes",
        "no": "no",
        "times": "{n} of {what}",
        "owner": "owner {who}",
    },
    "ru": {
        "to_move": "ходит {who}",
        "chance": "решает случай",
        "over": "игра окончена",
        "won": "игра окончена, победа: {who}",
        "drawn": "игра окончена вничью",
        "score": "очки",
        "middle": "в середине",
        "hidden": "скрыто",
        "changed": "изменено последним ходом",
        "key": "обозначения",
        "empty": "пусто",
        "made": "выбрано тайно",
        "none": "ничего",
        "before": "до",
        "after": "после",
        "start": "в начале",
        "next": "сейчас ходит",
        "board": "поле",
        "seen_by": "как видит {who}",
        "spectator": "зритель",
        "yes": "да",
        "no": "нет",
        "times": "{what}: {n}",
        "owner": "владелец {who}",
    },
    "it": {
        "to_move": "tocca a {who}",
        "chance": "decide la sorte",
        "over": "la partita è finita",
        "won": "la partita è finita, vince {who}",
        "drawn": "la partita è finita in parità",
        "score": "punti",
        "middle": "al centro",
        "hidden": "nascosto",
        "changed": "cambiato dall'ultima mossa",
        "key": "segni",
        "empty": "vuoto",
        "made": "scelto in segreto",
        "none": "niente",
        "before": "prima",
        "after": "dopo",
        "start": "all'inizio",
        "next": "di turno",
        "board": "plancia",
        "seen_by": "come vede {who}",
        "spectator": "uno spettatore",
        "yes": "sì",
        "no": "no",
        "times": "{what}: {n}",
        "owner": "di {who}",
    },
}
DEFAULT = "en"
# Words of the language of rulebooks itself.
PLAIN_WORDS = ("yes", "no")


@frozen
class PictureWords:
    """Words and captions in one language."""

    language: str
    look: Look

    def word(self, name: str, **values: object) -> str:
        """A word of pictures, filled in; in English where the language has none."""
        text = WORDS.get(self.language, WORDS[DEFAULT])[name]
        for key, value in values.items():
            text = text.replace(f"{{{key}}}", str(value))
        return text

    def sentence(self, clause: str, own: str) -> str:
        """The sentence of a row of a table; its own in the rulebook where the language has none."""
        return self.look.sentences.get((self.language, clause), own)

    def caption(self, *names: str) -> str:
        """The caption of the first of these names that the look file has one for; else the last name in words."""
        for language in (self.language, DEFAULT):
            for name in names:
                caption = self.look.captions.get((language, name))
                if caption is not None:
                    return caption
        if names[-1] in PLAIN_WORDS:
            return self.word(names[-1])
        return in_words(names[-1])
