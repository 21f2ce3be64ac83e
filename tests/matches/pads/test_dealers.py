"""The next dealer follows the rule of the game, the draw, or what the table says."""

from __future__ import annotations

import pytest

from matches.models import Membership, PadEntry, Rubber
from matches.pads.dealers import drawn_dealer, named_dealer
from matches.pads.table_links import DrawnTable, make_links, open_link
from matches.rubbers.change_rubbers import void_rubber
from matches.rubbers.transition import stored_rubber
from tests.matches.clubs.people import make_member, user_of
from tests.matches.events.event_hands import playing
from tests.matches.pads.phones import Phone, at_the_table, deal, outcomes_of, two_phones
from tests.matches.rubbers.hands import Hands, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def rubber(hands: Hands) -> Rubber:
    return hands.open()


def dealer(rubber: Rubber) -> str | None:
    return named_dealer(stored_rubber(rubber.pk))


def test_dealer_named_on_one_phone_holds_until_the_next_deal(hands: Hands, rubber: Rubber) -> None:
    one, two = two_phones(hands, rubber)
    assert dealer(rubber) is None
    outcome = one.tap("dealer", {"dealer": "B"})
    assert (outcome.outcome, outcome.version) == ("done", 1)
    assert dealer(rubber) == "B"
    two.tap("dealer", {"dealer": "A"})
    assert dealer(rubber) == "A"
    two.tap("deal", deal("A", "B"))
    assert dealer(rubber) is None
    assert stored_rubber(rubber.pk).version == 2


def test_dealer_named_before_a_deal_of_the_same_phone_keeps_them_in_one_chain(
    hands: Hands, rubber: Rubber
) -> None:
    one, _two = two_phones(hands, rubber)
    one.write("dealer", {"dealer": "B"})
    one.write("deal", deal("B", "A"))
    assert outcomes_of(one.send()) == ["done", "done"]


def test_dealer_named_after_the_other_phones_deal_changes_nothing(hands: Hands, rubber: Rubber) -> None:
    one, two = two_phones(hands, rubber)
    two.write("dealer", {"dealer": "B"})
    one.tap("deal", deal("A", "B"))
    assert outcomes_of(two.send()) == ["same"]
    assert dealer(rubber) is None


def test_dealer_named_after_a_deal_that_is_kept_keeps_what_follows(hands: Hands, rubber: Rubber) -> None:
    one, two = two_phones(hands, rubber)
    two.write("deal", deal("A", "A"))
    two.write("dealer", {"dealer": "A"})
    two.write("deal", deal("A", "A"))
    one.tap("deal", deal("A", "B"))
    assert outcomes_of(two.send()) == ["kept", "refused", "kept"]


def test_dealer_of_a_rubber_that_is_over_is_refused(hands: Hands, rubber: Rubber) -> None:
    phone = Phone(rubber, at_the_table(rubber, hands.director))
    void_rubber(rubber, act=hands.act(reason="Not played."))
    phone.look()
    assert phone.tap("dealer", {"dealer": "A"}).outcome == "refused"
    assert not PadEntry.objects.filter(outcome="done").exists()
    assert dealer(rubber) is None


class TestDrawnDealer:
    def test_entrant_a_deals_first_in_a_drawn_rubber(self) -> None:
        hands = make_hands()
        hands.director = user_of(make_member(hands.club, "Scorer", Membership.Role.SCORER))
        event_hands = playing("knockout", hands=hands)
        pairing = event_hands.pairings()[0]
        players = {player.public_id: player for player in event_hands.players}
        table = DrawnTable("Semi-final", pairing.table, (players[pairing.a or ""], players[pairing.b or ""]))
        (made,) = make_links(event_hands.event, [table], by=hands.director)
        _link, rubber = open_link(made.token)
        assert rubber is not None
        assert drawn_dealer(rubber) == "A"

    def test_rubber_without_a_draw_has_none(self, rubber: Rubber) -> None:
        assert drawn_dealer(rubber) is None
