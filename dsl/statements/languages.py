"""The languages: plural forms, and the words that say must, may, at most and the like."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

MODALITIES = ("must", "may", "must_not", "at_least", "at_most", "exactly", "at_once", "in_order", "by_lot")

PluralRule = Callable[[int], str]


def _one_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _french(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _east_slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _south_slavic(n: int) -> str:
    category = _east_slavic(n)
    return "other" if category == "many" else category


def _slovene(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


def _lithuanian(n: int) -> str:
    if n % 100 in range(11, 20) or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> str:
    if n % 100 in range(11, 20) or n % 10 == 0:
        return "zero"
    return "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> str:
    return "one" if n == 1 else "few" if n == 0 or n % 100 in range(1, 20) else "other"


def _no_plural(n: int) -> str:
    return "other"


# Source: the plural rules of whole numbers in Unicode CLDR.
PLURALS: Mapping[str, PluralRule] = {
    **dict.fromkeys(("en", "de", "nl", "it", "es", "sv", "da", "nb", "fi", "hu", "el", "tr", "bg", "ca", "gl", "et", "eu"),
                    _one_other),
    **dict.fromkeys(("fr", "pt"), _french),
    **dict.fromkeys(("ru", "uk", "be"), _east_slavic),
    "pl": _polish,
    **dict.fromkeys(("cs", "sk"), _czech),
    **dict.fromkeys(("hr", "sr", "bs"), _south_slavic),
    "sl": _slovene, "lt": _lithuanian, "lv": _latvian,
    "ro": _romanian,
    **dict.fromkeys(("ja", "zh", "ko", "vi"), _no_plural),
}

_SLAVIC_CASES = ("gen", "dat", "ins", "pre")


@frozen
class Language:
    """A language by its code: which form of a noun stands behind a number."""

    code: str

    def counted_form(self, n: int, case: str) -> tuple[str, ...]:
        """Return the names of the forms that fit behind a number, the best first; "" is the term itself.

        `case` is "" where the number is the subject. A glossary may give a form for the case and the
        plural category, `gen.few`, which goes before all others.

        >>> Language("ru").counted_form(3, "")
        ('few', 'gen')
        >>> Language("ru").counted_form(10, "")
        ('many', 'gen.pl')
        >>> Language("ru").counted_form(3, "gen")
        ('gen.few', 'gen.pl')
        >>> Language("it").counted_form(3, "")
        ('other', 'pl')
        """
        category = PLURALS[self.code](n)
        own = ".".join(part for part in (case, category) if part)
        if category == "one" or PLURALS[self.code] is _no_plural:
            return own, case
        if self.code in ("ru", "uk", "be", "pl") and case in ("", "acc"):
            return own, "gen.pl" if category == "many" else "gen" if self.code != "pl" else "pl"
        return own, ".".join(part for part in (case, "pl") if part)


_MODAL: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "must": ("must", "has to", "have to"),
        "may": ("may", "can", "is allowed", "are allowed", "as he likes", "as they like", "free choice", "need not",
                "nobody has to", "does not have to"),
        "must_not": ("must not", "may not", "cannot", "never", "not allowed"),
        "at_least": ("at least", "or more"),
        "at_most": ("at most", "no more than", "up to", "or fewer"),
        "exactly": ("exactly",),
        "at_once": ("at once", "immediately"),
        "in_order": ("in order", "in turn", "one after the other", "in this order", "in the order"),
        "by_lot": ("by lot", "at random"),
    },
    "ru": {
        "must": ("должен", "должна", "должны", "должно", "обязан", "обязаны", "обязательно"),
        "may": ("может", "могут", "можно", "вправе", "имеет право", "по желанию", "по своему выбору", "не обязан",
                "не обязаны"),
        "must_not": ("нельзя", "не может", "не могут", "никогда", "запрещено", "запрещается", "не должен", "не должны"),
        "at_least": ("не менее", "не меньше", "хотя бы", "как минимум", "по крайней мере"),
        "at_most": ("не более", "не больше", "до", "максимум", "или меньше"),
        "exactly": ("ровно", "точно", "именно"),
        "at_once": ("немедленно", "сразу", "тут же", "тотчас"),
        "in_order": ("по очереди", "по порядку", "в порядке", "друг за другом", "один за другим", "поочерёдно"),
        "by_lot": ("по жребию", "жребий", "жребием", "жребия", "случайно", "случайным образом", "наугад"),
    },
    "it": {
        "must": ("deve", "devono", "bisogna", "obbligatorio", "obbligatoriamente"),
        "may": ("può", "possono", "a scelta", "facoltativo", "liberamente", "a piacere"),
        "must_not": ("non può", "non possono", "mai", "vietato", "non è permesso", "non deve", "non devono"),
        "at_least": ("almeno", "come minimo", "o più"),
        "at_most": ("al massimo", "non più di", "fino a", "o meno"),
        "exactly": ("esattamente", "precisamente"),
        "at_once": ("subito", "immediatamente", "immediata"),
        "in_order": ("in ordine", "nell'ordine", "a turno", "uno dopo l'altro", "uno alla volta"),
        "by_lot": ("a caso", "a sorte", "sorteggio", "sorteggia", "sorteggiato", "estrae a sorte", "casuale", "casualmente"),
    },
}


def modal_words(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words and phrases of a language for each of MODALITIES; nothing for a language that is not known."""
    return _MODAL.get(language, {})
