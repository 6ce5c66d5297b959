"""What the printed rules of Lancaster say of knights, gold, squires, voting markers, nobles, laws and conflicts."""

from __future__ import annotations

from itertools import pairwise

from attrs import frozen

from rulewright.interpreter.game.state import State

from .cells import numbers, word, words

# The knights of a colour by their strengths.
STRENGTHS = (1, 1, 1, 2, 2, 3, 4)
# The counties with the least strength of a knight there.
COUNTIES = {"Stafford": 1, "Chester": 1, "Norfolk": 2, "Gloucester": 3, "Warwick": 2, "Lincoln": 2, "Somerset": 4, "Kent": 1,
            "Surrey": 1}
MARKERS = 37
NOBLES = 4
NOBLES_AT_THE_START = {2: 2, 3: 2, 4: 3, 5: 4}
LAWS, CONFLICTS, PLACES = 18, 12, 3
SOURCES = ("from_counties", "from_laws", "from_conflicts", "from_knighthood", "from_castle", "from_company")
AWAY = ("reserve", "court")


@frozen
class Knight:
    """A knight: whose it is, how strong, and where it stands."""

    party: str
    strength: int
    post: str
    place: int


@frozen
class Realm:
    """A position of Lancaster as it lies on the table."""

    state: State
    knights: tuple[Knight, ...]
    laws: int

    @property
    def seats(self) -> list[str]:
        """The players."""
        return self.state.rules.seats

    def all_of(self, what: str) -> int:
        """What the players have together."""
        return sum(numbers(self.state, [f"{seat}.{what}" for seat in self.seats]))

    def left(self, what: str) -> int:
        """What is left in the common supply."""
        return numbers(self.state, [f"{what}_left"])[0]

    def escort(self, county: str) -> int:
        """The squires beside the knight of a county."""
        return numbers(self.state, [f"{county}.escort"])[0]

    def at(self, post: str) -> list[Knight]:
        """The knights at a county, or on a conflict."""
        return [knight for knight in self.knights if knight.post == post]

    def points(self) -> list[int]:
        """The points of all players, by what they were won by."""
        return numbers(self.state, [f"{seat}.points[{source}]" for seat in self.seats for source in SOURCES])

    def company(self, seat: str) -> set[str]:
        """The nobles of a player, by their counties."""
        return set(words(self.state, f"{seat}.company"))

    def tiles(self, seat: str) -> set[str]:
        """The places of a castle that an extension tile covers."""
        return set(words(self.state, f"{seat}.extensions"))


def realm(state: State, laws: int) -> Realm:
    """What lies on the table; `laws` is the number of laws that there are."""
    seats = state.rules.seats
    parties = [f"{seat}.{kind}" for seat in seats for kind in (("own", "ally") if len(seats) == 2 else ("own",))]
    return Realm(state, tuple(
        Knight(party, strength, word(state, f"{party}.knight{i}.post"), numbers(state, [f"{party}.knight{i}.place"])[0])
        for party in parties for i, strength in enumerate(STRENGTHS, 1)), laws)


# ---- Every position ------------------------------------------------------------------------------


def goods_add_up(table: Realm) -> None:
    """There are as many pieces of gold, squires and voting markers as at the start, wherever they are."""
    # With an unlimited supply there are more of them, and still always as many.
    most = MARKERS if dict(table.state.rules.program.parameters)["limited_supply"] == "yes" else 900
    assert table.all_of("gold") + table.left("gold") == most
    assert table.all_of("squires") + table.left("squires") + sum(map(table.escort, COUNTIES)) == most
    assert table.all_of("votes") + table.left("votes") == most


def knights_stand_where_they_may(table: Realm) -> None:
    """A county holds one knight that is strong enough, and squires only beside one; a place of a castle holds one knight."""
    for county, least in COUNTIES.items():
        standing = table.at(county)
        assert len(standing) <= 1, county
        assert all(knight.strength >= least for knight in standing), county
        assert standing or table.escort(county) == 0, county
    castle = [
        (knight.party, knight.post) for knight in table.knights if knight.post not in (*AWAY, *COUNTIES) and knight.place == 0
    ]
    assert len(castle) == len(set(castle))
    for knight in table.knights:
        assert knight.place == 0 or knight.post not in (*AWAY, *COUNTIES), knight


def conflicts_are_filled_from_the_top(table: Realm) -> None:
    """The places of a conflict are filled from the first on, each by one party, which has no other place there.

    While captives are ransomed the card that was fought is not looked at.
    """
    fought = word(table.state, "being_fought")
    for post in {knight.post for knight in table.knights if knight.place > 0} - {fought}:
        groups = {(knight.place, knight.party) for knight in table.at(post)}
        places = sorted(place for place, _ in groups)
        assert places == list(range(1, len(groups) + 1)), post
        assert len({party for _, party in groups}) == len(groups) <= PLACES, post


def nobles_add_up(table: Realm) -> None:
    """The four tiles of a noble lie in the county, in companies, each at most once, or in the box."""
    companies = [table.company(seat) for seat in table.seats]
    for county in COUNTIES:
        there, gone = numbers(table.state, [f"{county}.nobles", f"{county}.nobles_gone"])
        taken = sum(county in company for company in companies)
        assert there + taken + gone == NOBLES, county
        # A noble that an ally wins, in a game of two, leaves the game.
        at_the_start = NOBLES_AT_THE_START[len(table.seats)]
        assert there + taken == at_the_start or (len(table.seats) == 2 and there + taken < at_the_start), county


def cards_are_in_one_place(table: Realm) -> None:
    """Each law and each conflict lies in one place; two conflicts at most are new, and two are fought for the second time."""
    laws = [words(table.state, name) for name in ("law_deck", "in_force", "proposed", "laws_gone")]
    assert sum(map(len, laws)) == len({law for place in laws for law in place}) == table.laws
    new, old = words(table.state, "first_battles"), words(table.state, "second_battles")
    fought = [word(table.state, "being_fought")]
    rest = [words(table.state, name) for name in ("conflict_deck", "conflicts_gone")]
    cards = [card for place in (new, old, fought, *rest) for card in place if card != "none"]
    assert len(cards) == len(set(cards)) <= CONFLICTS
    assert max(len(new), len(old)) <= 2


POSITIONS = (goods_add_up, knights_stand_where_they_may, conflicts_are_filled_from_the_top, nobles_add_up,
             cards_are_in_one_place)


# ---- Steps ---------------------------------------------------------------------------------------


def nothing_is_lost_that_stays(before: Realm, after: Realm) -> None:
    """Points, companies and extension tiles never shrink."""
    assert all(new >= old for old, new in zip(before.points(), after.points(), strict=True))
    for seat in before.seats:
        assert before.company(seat) <= after.company(seat)
        assert before.tiles(seat) <= after.tiles(seat)


def a_county_goes_to_the_stronger(before: Realm, after: Realm) -> None:
    """A knight who takes a county from another is stronger, each with the squires beside them."""
    for county in COUNTIES:
        for old, new in zip(before.at(county), after.at(county), strict=False):
            if old.party != new.party:
                assert new.strength + after.escort(county) > old.strength + before.escort(county), county


def knights_grow_one_by_one(before: Realm, after: Realm) -> None:
    """In a step the knights in play of a colour gain recruits of strength 1 and at most one strength; they shrink by capture.

    Both come in one step where the gain after a player's choice leaves them none.
    """
    loose = dict(before.state.rules.program.parameters)["recruits_of_any_strength"] == "yes"
    for party in dict.fromkeys(knight.party for knight in before.knights):
        old, new = (sorted(knight.strength for knight in table.knights if knight.party == party and knight.post != "reserve")
                    for table in (before, after))
        if sum(new) < sum(old):
            assert any(knight.post not in (*AWAY, *COUNTIES) for knight in before.knights if knight.party == party)
        elif len(new) >= len(old) and not (loose and len(new) > len(old)):
            recruits = len(new) - len(old)
            assert new[:recruits] == [1] * recruits
            assert sum(new[recruits:]) - sum(old) in (0, 1)
            assert all(earlier <= later for earlier, later in zip(old, new[recruits:], strict=True))


STEPS = (nothing_is_lost_that_stays, a_county_goes_to_the_stronger, knights_grow_one_by_one)


def holds(states: tuple[State, ...], laws: int = LAWS) -> None:
    """Check every position of a game, and every step of it."""
    tables = [realm(state, laws) for state in states]
    for table in tables:
        for stated in POSITIONS:
            stated(table)
    for before, after in pairwise(tables):
        for told in STEPS:
            told(before, after)
