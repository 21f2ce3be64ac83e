from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.clubs.memberships import change_role, end_membership
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult
from matches.models import Club, LogEntry, Membership, Player, Rubber, TableLink
from matches.pads.queries import valid_links
from matches.pads.table_links import (
    ALPHABET,
    DAY,
    MAX_LIFETIME,
    OVER,
    DrawnTable,
    NewLink,
    TableLinkError,
    find_link,
    invalidity_of,
    link_state,
    make_link,
    make_links,
    new_token,
    open_link,
    read_token,
    revoke_links,
    token_groups,
)
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import void_rubber
from tests.matches.clubs.people import facts, make_member, user_of
from tests.matches.events.event_hands import EventHands, enter_result, playing
from tests.matches.rubbers.hands import Hands, differences, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def hands() -> Hands:
    """Return a club whose director is its scorer, and may enter every rubber."""
    hands = make_hands()
    scorer = make_member(hands.club, "Scorer", Membership.Role.SCORER)
    hands.director = user_of(scorer)
    return hands


@pytest.fixture
def event_hands(hands: Hands) -> EventHands:
    return playing("knockout", hands=hands)


def drawn(event_hands: EventHands, number: int = 1) -> NewLink:
    """Return a link to a pairing of the first round."""
    return make_links(event_hands.event, [table_of(event_hands, number)], by=event_hands.hands.director)[0]


def table_of(event_hands: EventHands, number: int = 1) -> DrawnTable:
    pairing = event_hands.pairings()[number - 1]
    players = {player.public_id: player for player in event_hands.players}
    return DrawnTable("Semi-final", pairing.table, (players[pairing.a or ""], players[pairing.b or ""]))


def refusal(token: str) -> str:
    with pytest.raises(TableLinkError) as refused:
        open_link(token)
    return refused.value.code


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("K7QF2M9DXW4CTB6N", "K7QF2M9DXW4CTB6N"),
        ("k7qf 2m9d-xw4c–tb6n\n", "K7QF2M9DXW4CTB6N"),
        ("oOiIlL00000000AA", "00111100000000AA"),
        ("K7QF2M9DXW4CTB6", ""),
        ("K7QF2M9DXW4CTB6NN", ""),
        ("K7QF2M9DXW4CTB6U", ""),
        ("K7QF2M9DXW4CTB6\x00", ""),
        ("K7QF2M9DXW4CTB6é", ""),
        ("K7QF2M9DXW4CTBß", ""),
        ("", ""),
        (" " * 1_000_000, ""),
    ],
)
def test_code_is_read_however_it_is_typed(typed: str, read: str) -> None:
    assert read_token(typed) == read


def test_code_is_eighty_random_bits_and_read_as_it_is_shown() -> None:
    tokens = {new_token() for _ in range(500)}
    assert len(ALPHABET) ** 16 == 2**80
    assert (len(tokens), {len(token) for token in tokens}) == (500, {16})
    assert {letter for token in tokens for letter in token} == set(ALPHABET)
    assert all(read_token(token_groups(token)) == token for token in tokens)


def test_token_is_kept_nowhere(hands: Hands) -> None:
    made = make_link(hands.open(), by=hands.director)
    open_link(made.token)
    row = TableLink.objects.values().get()
    assert row["token_hash"] == hashlib.sha256(made.token.encode()).hexdigest()
    assert row["hint"] == made.token[:4]
    log = [str(entry) for entry in LogEntry.objects.values()]
    assert not [each for each in [*map(str, row.values()), *log] if made.token in each]


def test_link_leads_to_its_rubber(hands: Hands) -> None:
    rubber = hands.open()
    made = make_link(rubber, by=hands.director)
    link, opened = open_link(made.token.lower())
    assert (link, opened) == (made.link, rubber)
    assert TableLink.objects.get().opened_at is not None


def test_nobody_guesses_a_code(hands: Hands) -> None:
    make_link(hands.open(), by=hands.director)
    assert refusal(new_token()) == "unknown"
    assert refusal("") == "unknown"


@pytest.mark.parametrize("good_for", [DAY, MAX_LIFETIME])
def test_link_runs_out(hands: Hands, good_for: timedelta) -> None:
    made = make_link(hands.open(), by=hands.director, good_for=good_for)
    with time_machine.travel(timezone.now() + good_for - timedelta(minutes=1)):
        open_link(made.token)
    with time_machine.travel(timezone.now() + good_for):
        assert refusal(made.token) == "link_expired"


def test_link_taken_back_is_none(hands: Hands) -> None:
    made, other = (make_link(hands.open(table=table), by=hands.director) for table in "12")
    assert revoke_links(hands.club, [made.link], by=hands.director) == 1
    assert revoke_links(hands.club, [made.link], by=hands.director) == 0
    assert refusal(made.token) == "link_revoked"
    assert open_link(other.token)[0] == other.link


def test_club_takes_back_only_its_own(hands: Hands) -> None:
    other = make_hands("garrick")
    made = make_link(hands.open(), by=hands.director)
    assert revoke_links(other.club, [made.link], by=other.director) == 0
    open_link(made.token)


def test_link_is_good_as_long_as_its_maker_may_enter_the_rubber(hands: Hands) -> None:
    made = make_link(hands.open(), by=hands.director)
    scorer = Player.objects.get(name="Scorer")
    change_role(hands.club, scorer, Membership.Role.MEMBER, by=None)
    assert refusal(made.token) == "link_revoked"
    change_role(hands.club, scorer, Membership.Role.HELPER, by=None)
    open_link(made.token)
    end_membership(hands.club, scorer, by=None)
    assert refusal(made.token) == "link_revoked"


def test_link_of_who_can_sign_in_no_more_is_none(hands: Hands) -> None:
    made = make_link(hands.open(), by=hands.director)
    hands.director.is_active = False
    hands.director.save()
    assert refusal(made.token) == "link_revoked"


@pytest.mark.parametrize(("state", "is_over"), [
    ("live", False), ("reported", False), ("disputed", False), ("draft", False),
    ("confirmed", True), ("corrected", True), ("void", True),
])  # fmt: skip
def test_link_is_good_until_the_rubber_is_final(hands: Hands, state: str, is_over: bool) -> None:
    made = make_link(hands.in_state(state), by=hands.director)
    if is_over:
        assert refusal(made.token) == "link_over"
    else:
        open_link(made.token)


@pytest.mark.parametrize("state", ["live", "draft", "confirmed", "void", None])
@pytest.mark.parametrize("is_revoked", [False, True])
@pytest.mark.parametrize("is_expired", [False, True])
def test_query_state_and_refusal_agree_whether_a_link_is_in_force(
    hands: Hands, state: str | None, is_revoked: bool, is_expired: bool
) -> None:
    rubber = hands.open() if state is None else hands.in_state(state)
    made = make_link(rubber, by=hands.director)
    if state is None:
        TableLink.objects.update(rubber=None)
    if is_revoked:
        revoke_links(hands.club, [made.link], by=hands.director)
    with time_machine.travel(timezone.now() + (DAY if is_expired else timedelta())):
        link = find_link(public_id=made.link.public_id)
        assert link is not None
        is_over = state in OVER
        expected = next(
            name
            for name, holds in (
                ("revoked", is_revoked),
                ("expired", is_expired),
                ("over", is_over),
                ("good", True),
            )
            if holds
        )
        assert link_state(link) == expected
        assert valid_links(TableLink.objects.all()).exists() is (expected == "good")
        assert (not invalidity_of(link) and not is_over) is (expected == "good")


def test_log_tells_who_made_and_took_back(hands: Hands) -> None:
    rubber = hands.open()
    made = make_link(rubber, by=hands.director)
    revoke_links(hands.club, [made.link], by=hands.director)
    assert facts(hands.club)[-2:] == ["club.table_link_made", "club.table_link_revoked"]
    first, second = LogEntry.objects.filter(kind__startswith="club.table_link").order_by("version")
    assert first.payload == {"rubber": rubber.public_id, "links": [made.link.public_id]}
    assert second.payload == {"links": [made.link.public_id]}
    assert (first.by, second.by) == (hands.director, hands.director)


class TestDrawnPairings:
    def test_rubber_is_opened_when_somebody_opens_the_link(self, event_hands: EventHands) -> None:
        made = drawn(event_hands)
        assert Rubber.objects.count() == 0
        link, rubber = open_link(made.token)
        pairing = event_hands.pairings()[0]
        assert (rubber.player_a.public_id, rubber.player_b.public_id) == (pairing.a, pairing.b)
        assert (rubber.event, rubber.round_label) == (event_hands.event, "Semi-final")
        assert rubber.table == pairing.table
        assert (rubber.state, rubber.date) == ("live", timezone.localdate().strftime("%Y.%m.%d"))
        assert (pairing.rubber, link.rubber) == (rubber.public_id, rubber)
        entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}")
        assert (entry.by, entry.link) == (event_hands.hands.director, made.link)
        assert differences() == []

    def test_every_link_of_a_pairing_leads_to_one_rubber(self, event_hands: EventHands) -> None:
        tokens = [drawn(event_hands).token, drawn(event_hands).token]
        assert len({open_link(token)[1].pk for token in [*tokens, *tokens]}) == 1

    def test_rubber_that_the_director_opened_is_taken(self, event_hands: EventHands) -> None:
        first, second = drawn(event_hands), drawn(event_hands)
        _, rubber = open_link(first.token)
        revoke_links(event_hands.event.club, [first.link], by=None)
        assert open_link(second.token)[1] == rubber

    def test_decided_pairing_is_over(self, event_hands: EventHands) -> None:
        played, awarded = drawn(event_hands, 1), drawn(event_hands, 2)
        event_hands.win((1, 1, 1))
        winner = event_hands.pairings()[1].a
        walkover = {"stage": 1, "round": 1, "number": 2, "kind": "walkover", "winner": winner}
        record_fact(event_hands.event, "awarded", walkover, act=event_hands.act("nobody came"))
        assert (refusal(played.token), refusal(awarded.token)) == ("link_over", "link_over")
        assert Rubber.objects.count() == 1

    def test_pair_that_does_not_meet_any_more_is_told(self, event_hands: EventHands) -> None:
        first, second = table_of(event_hands, 1), table_of(event_hands, 2)
        other = DrawnTable("Semi-final", "1", (first.players[0], second.players[0]))
        made = make_links(event_hands.event, [other], by=event_hands.hands.director)[0]
        assert refusal(made.token) == "not_drawn"

    def test_void_rubber_of_the_pair_is_no_hindrance(self, event_hands: EventHands) -> None:
        _, first = open_link(drawn(event_hands).token)
        void_rubber(first, act=event_hands.act("wrong table"))
        _, second = open_link(drawn(event_hands).token)
        assert (second.state, second == first) == ("live", False)

    def test_player_merged_meanwhile_is_who_he_is_now(self, event_hands: EventHands) -> None:
        made = drawn(event_hands)
        table = table_of(event_hands)
        other = Player.objects.create(club=event_hands.event.club, name="Somebody")
        merge_players(other, table.players[0], by=None)
        _, rubber = open_link(made.token)
        assert {rubber.player_a, rubber.player_b} == {other, table.players[1]}

    def test_result_of_an_opened_rubber_closes_its_link(self, event_hands: EventHands) -> None:
        made = drawn(event_hands)
        _, rubber = open_link(made.token)
        result = WrittenResult(games_won=(2, 0))
        entered = enter_result(event_hands.event, (1, 1, 1), result, authority="final", act=event_hands.act())
        assert (entered, refusal(made.token)) == (rubber, "link_over")

    def test_log_tells_of_a_round_in_one_entry(self, event_hands: EventHands) -> None:
        tables = [table_of(event_hands, number) for number in (1, 2)]
        made = make_links(event_hands.event, tables, by=event_hands.hands.director)
        entry = LogEntry.objects.get(kind="club.table_link_made")
        assert entry.payload == {
            "event": event_hands.event.public_id,
            "round": "Semi-final",
            "links": [each.link.public_id for each in made],
        }


def test_making_none_is_nothing(hands: Hands) -> None:
    event = hands.open().event
    assert make_links(event, [], by=hands.director) == []
    assert Club.objects.count() == 1
