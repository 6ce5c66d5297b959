"""Who acts, in the place of somebody else: the owner, all, the first player, a neighbour; and things exchanged by two parts."""

from __future__ import annotations

import pytest

from . import development

# A development text, the language of its translation, words of it, what stands in their place, and the rule of the finding.
MISTAKES = [
    ("bees", "es", "Su dueño decide", "El jugador inicial decide", "pair/actor"),
    ("glass", "de", "Sein Besitzer dreht", "Der Startspieler dreht", "pair/actor"),
    ("glass", "fr", "Son propriétaire retourne", "Le premier joueur retourne", "pair/actor"),
    ("bees", "fr", "Chacun choisit une couleur", "Le premier joueur choisit une couleur", "pair/actor"),
    ("smugglers", "nl", "dat iedereen erbij kan", "dat de startspeler erbij kan", "pair/actor"),
    ("smugglers", "pl", "gdy wszyscy ukończą", "gdy ktoś ukończy", "pair/actor"),
    ("glass", "it", "Appena hanno passato tutti", "Appena ha passato uno di voi", "pair/actor"),
    ("smugglers", "es", "Luego todos roban", "Luego el último jugador roba", "pair/actor"),
    ("bees", "de", "muss eine deiner Bienen weichen", "muss eine fremde Biene weichen", "pair/actor"),
    # Two things that two parts of a sentence have exchanged.
    ("bees", "de", "vier kommen sofort in den eigenen Stock, der Rest wartet im Garten",
     "vier kommen sofort in den Garten, der Rest wartet im eigenen Stock", "pair/order"),
    ("bees", "fr", "prenez une abeille au jardin et mettez-la dans votre ruche",
     "prenez une abeille dans votre ruche et mettez-la au jardin", "pair/order"),
    # An ordinal that has become each.
    ("bees", "de", "Nach dem dritten Sommer", "Nach jedem Sommer", "pair/number-missing"),
]
# The same in other words, which say what the original says.
SAID_OTHERWISE = [
    # Who begins is the first player.
    ("smugglers", "nl", "bij de eigenaar van de lantaarn", "bij de startspeler, de eigenaar van de lantaarn", "pair/actor"),
    ("glass", "de", "Haben alle gepasst", "Hat jeder von euch gepasst", "pair/actor"),
    ("bees", "fr", "Après le troisième été", "L'été numéro trois achevé", "pair/number-missing"),
]


@pytest.mark.parametrize(("text", "code", "was", "instead", "rule"), MISTAKES)
def test_a_mistake_is_a_warning(text: str, code: str, was: str, instead: str, rule: str) -> None:
    assert not {*development.levels_of(rule, text, "en", code, was)} & {"error", "warning"}
    assert development.levels_of(rule, text, "en", code, was, instead) == ["warning"]


@pytest.mark.parametrize(("text", "code", "was", "instead", "rule"), SAID_OTHERWISE)
def test_the_same_in_other_words_is_none(text: str, code: str, was: str, instead: str, rule: str) -> None:
    assert not {*development.levels_of(rule, text, "en", code, was, instead)} & {"error", "warning"}
