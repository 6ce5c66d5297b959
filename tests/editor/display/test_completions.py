"""What is offered in a rulebook while it is typed: what fits where the cursor stands, the likeliest first."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from ..client import Editor, at, session


def offered(pig: Path, text: str, marked: str) -> dict[str, str]:
    """What is offered at a mark when the rulebook has this text: labels, and by what they are sorted."""

    async def talk(editor: Editor) -> list[lsp.CompletionItem]:
        uri = editor.open(pig)
        editor.change(uri, text)
        await editor.diagnostics(uri)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, marked)))
        assert isinstance(offers, list)
        return offers

    offers = session(pig.parent, talk)
    assert len({offer.label for offer in offers}) == len(offers)
    return {offer.label: offer.sort_text or "" for offer in offers}


def test_parts_are_offered_behind_a_dot(pig: Path) -> None:
    text = pig.read_text().replace("p.score + at_stake >= goal", "p. + at_stake >= goal")
    assert "score" in offered(pig, text, "p.| + at_stake")


def test_what_fits_by_its_type_is_offered_first(pig: Path) -> None:
    text = pig.read_text().replace("p.score + at_stake >= goal", "p.score + at_stake >= g")
    places = offered(pig, text, "at_stake >= g|")
    assert places["goal"] < places["p"]
    assert places["at_stake"] < places["p"]
    # A rule has no value.
    assert "turn_of" not in places


def test_types_are_offered_where_a_type_stands(pig: Path) -> None:
    for old, new, marked in (("    at_stake: 0..", "    at_stake: \n    more: 0..", "at_stake: |"),
                             ("rule keep(p: player)", "rule keep(p: )", "keep(p: |)")):
        text = pig.read_text().replace(old, new)
        assert text != pig.read_text()
        offers = offered(pig, text, marked)
        assert {"player", "set of", "goal"} <= offers.keys()
        assert offers["player"] < offers["goal"]
        assert not {"score", "keep", "at_stake", "adjacent"} & offers.keys()


def test_a_type_is_offered_behind_the_words_that_make_types(pig: Path) -> None:
    for begun in ("set of |", "list of |", "|"):
        text = pig.read_text().replace("    at_stake: 0..", f"    at_stake: {begun.removesuffix('|')}\n    more: 0..")
        offers = offered(pig, text, f"at_stake: {begun}")
        assert "player" in offers
        assert not {"score", "keep", "adjacent"} & offers.keys()
    text = pig.read_text() + "\neach \n"
    offers = offered(pig, text, "\neach |\n")
    assert "player" in offers
    assert not {"score", "keep", "adjacent", "goal"} & offers.keys()


@pytest.mark.parametrize(("before", "first", "last"), [
    ("# A game.\n\n", {"rulebook", "variant"}, {"enum", "set", "add"}),
    ("rulebook short\n    players 2\n\n", {"enum", "rule", "play"}, {"rulebook", "variant", "set", "add"}),
    ("variant short of pig\n\n", {"set", "add", "because", "rule"}, {"rulebook", "variant"})])
def test_what_a_file_asks_for_is_offered_first_at_the_left_margin(
        pig: Path, before: str, first: set[str], last: set[str]) -> None:
    text = f"{before}\n# End.\n"

    async def talk(editor: Editor) -> dict[str, str]:
        uri = editor.open(pig.with_name("short.rules"), text)
        await editor.diagnostics(uri)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, "|\n# End.")))
        assert isinstance(offers, list)
        return {offer.label: offer.sort_text or "" for offer in offers}

    places = session(pig.parent, talk)
    assert max(places[word] for word in first) < min(places[word] for word in last)
