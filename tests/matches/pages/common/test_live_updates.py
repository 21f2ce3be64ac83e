"""Live pages show and publish the current state, and are rendered once for hundreds of viewers."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from ecarte_site.live.tickets import read_ticket
from matches.events.write_standings import write_standings
from matches.models import Player, Rubber, User
from matches.pages.events import views
from matches.rubbers.change_rubbers import close_rubber, open_rubber, record_deal
from matches.rubbers.live_news import event_topic, rubber_topic
from matches.rubbers.record_from_input import live_record, tags_of
from scoring.notation import write_deal
from scoring.record import Rules
from tests.factories.browsers import client_of
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.pads.at_table import evening
from tests.matches.pages.reading import page, tag, words
from tests.matches.pages.records import make_member
from tests.matches.rubbers.hands import make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

CARD = re.compile(r"\b[SHDC][KQJAT987]{1,8}\b")


@pytest.fixture
def event_hands() -> EventHands:
    """Return a Swiss round of four, all to be played, in a public club."""
    return playing("swiss", rounds=3)


def begin(event_hands: EventHands, number: int = 1, *, is_turned: bool = False) -> Rubber:
    """Open the rubber of a pairing of the first round for scoring."""
    pairing = event_hands.pairings()[number - 1]
    a, b = (Player.objects.get(public_id=player) for player in (pairing.a, pairing.b))
    if is_turned:
        a, b = b, a
    label = event_hands.state.stages[0].rounds[0].label
    tags = tags_of((a.name, b.name), Rules(best_of=3), event=event_hands.event.name, round_label=label)
    rubber = open_rubber(
        event_hands.hands.club,
        live_record(tags),
        event_name=event_hands.event.name,
        players=(a, b),
        act=event_hands.act(),
    )
    write_standings(event_hands.event.pk)
    return rubber


def deal(event_hands: EventHands, rubber: Rubber, line: str) -> Rubber:
    return record_deal(rubber, line, act=event_hands.act())


def address(event_hands: EventHands, name: str, *more: object) -> str:
    return reverse(f"web:{name}", args=[event_hands.event.club.slug, event_hands.event.public_id, *more])


def topics(html: str) -> tuple[str, ...]:
    match = re.search(r'data-poll="[^"]*ticket=([^&"]+)', html)
    return read_ticket(unescape(match[1]).replace("%3A", ":")) if match else ()


@pytest.mark.parametrize("name", ["event", "event_room", pytest.param("event_round", id="round")])
def test_pages_of_an_event_show_the_running_score(client: Client, event_hands: EventHands, name: str) -> None:
    rubber = begin(event_hands)
    deal(event_hands, rubber, "A S =B5 (0-2)")
    more = (1, 1) if name == "event_round" else ()
    html = page(client, address(event_hands, name, *more))
    assert f'data-live-rubber="{rubber.public_id}" data-live-state="live"' in html
    assert '<span data-live-text="score">0–2</span>' in html
    assert topics(html) == (event_topic(event_hands.event),)


def test_score_stands_on_the_pairing_s_own_sides(client: Client, event_hands: EventHands) -> None:
    deal(event_hands, begin(event_hands, is_turned=True), "A S =B5 (0-2)")
    html = page(client, address(event_hands, "event_round", 1, 1))
    assert '<span data-live-text="score">2–0</span>' in html
    assert "data-live-turned" in html


def test_page_of_a_rubber_shows_the_game_that_comes_next(client: Client, event_hands: EventHands) -> None:
    rubber = begin(event_hands)
    for line in ("A S =B5 (0-2)", "B S Kb =B5 (0-5)"):
        rubber = deal(event_hands, rubber, line)
    html = page(client, reverse("web:rubber", args=[rubber.public_id]))
    cells = re.findall(r'<td(?: class="(?:total|taken)")?(?: data-live-text="[ab]")?>(\d)</td>', html)
    assert cells == ["0", "0", "0", "1", "5", "0"]
    assert 'data-live-games="0–1"' in html
    assert topics(html) == (rubber_topic(rubber),)


def test_page_of_a_club_follows_the_rubbers_that_are_played(client: Client, event_hands: EventHands) -> None:
    first, second = begin(event_hands), begin(event_hands, 2)
    html = page(client, reverse("web:club", args=[event_hands.hands.club.slug]))
    assert set(topics(html)) == {rubber_topic(first), rubber_topic(second)}


def test_page_on_which_nothing_goes_on_listens_to_nothing(client: Client, event_hands: EventHands) -> None:
    rubber = event_hands.win((1, 1, 1))
    assert topics(page(client, reverse("web:rubber", args=[rubber.public_id]))) == ()
    assert topics(page(client, reverse("web:club", args=[event_hands.hands.club.slug]))) == ()


PARTS = [
    ("event_room", (), "?part=slides"),
    ("event_round", (1, 1), "?part=fresh"),
    ("event", (), "?part=fresh"),
]


@pytest.mark.parametrize(("name", "more", "query"), PARTS, ids=[part[0] for part in PARTS])
def test_part_is_rendered_once(
    client: Client,
    event_hands: EventHands,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    name: str,
    more: tuple[int, ...],
    query: str,
) -> None:
    rubber = begin(event_hands)
    url = address(event_hands, name, *more) + query
    first = client.get(url).content
    with django_assert_num_queries(1):
        assert client.get(url).content == first
    with django_capture_on_commit_callbacks(execute=True):
        deal(event_hands, rubber, "A S =B5 (0-2)")
    fresh = client.get(url).content.decode()
    assert '<span data-live-text="score">0–2</span>' in fresh
    with django_assert_num_queries(1):
        assert client.get(url).content.decode() == fresh


def test_part_speaks_the_language_of_who_asks(client: Client, event_hands: EventHands) -> None:
    url = address(event_hands, "event_round", 1, 1) + "?part=fresh"
    for language, heading in (("en", "Round 1"), ("fr", "Tour 1"), ("en", "Round 1")):
        html = client.get(url, headers={"accept-language": language}).content.decode()
        assert f'<h2 id="pairings">{heading}</h2>' in html


def test_part_keeps_links(client: Client, event_hands: EventHands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PAIRINGS_A_PAGE", 1)
    html = page(client, address(event_hands, "event_round", 1, 1) + "?part=fresh")
    assert html.lstrip().startswith('<div id="fresh"')
    assert tag(html, "a", rel="next")["href"] == "?page=2#pairings"


@pytest.mark.parametrize(("name", "more", "query"), PARTS, ids=[part[0] for part in PARTS])
def test_strangers_see_no_closed_part(client: Client, name: str, more: tuple[int, ...], query: str) -> None:
    event_hands = playing("swiss", rounds=3, hands=make_hands("closed"))
    event_hands.hands.club.is_public = False
    event_hands.hands.club.save()
    url = address(event_hands, name, *more) + query
    member = client_of(make_member(event_hands.hands.club))
    assert member.get(url).status_code == 200
    assert client.get(url).status_code == 404


def test_links_of_one_reader_are_not_shown_to_another(client: Client) -> None:
    """A guest from a closed club has a page that only the guest may see."""
    rubber = make_hands().enter()
    write_standings(rubber.event_id)
    guest = rubber.player_a
    home = make_hands("closed").club
    home.is_public = False
    home.save()
    person = User.objects.create_user("guest@example.org")
    Player.objects.filter(pk=guest.pk).update(club=home, user=person, name="Wanderer")
    own = client_of(person)
    link = reverse("web:player", args=[guest.public_id])
    url = reverse("web:event", args=[rubber.club.slug, rubber.event.public_id]) + "?part=fresh"
    for reader, has_link in ((own, True), (client, False), (own, True)):
        html = page(reader, url)
        assert ("Wanderer" in html, link in html) == (True, has_link)


def test_pages_open_without_redis(client: Client, event_hands: EventHands, settings: object) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]
    begin(event_hands)
    for name, more, query in PARTS:
        assert client.get(address(event_hands, name, *more)).status_code == 200
        assert client.get(address(event_hands, name, *more) + query).status_code == 200


def test_no_card_of_a_rubber_that_is_played_shows_anywhere(
    client: Client,
    event_hands: EventHands,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    rubber = begin(event_hands)
    pages = [
        address(event_hands, "event_room"),
        address(event_hands, "event_room") + "?part=slides",
        address(event_hands, "event_round", 1, 1),
        address(event_hands, "event"),
        reverse("web:club", args=[event_hands.hands.club.slug]),
        reverse("web:rubber", args=[rubber.public_id]),
    ]
    for game in evening().games:
        for played in game.deals:
            line = write_deal(played)
            assert CARD.search(line)
            with django_capture_on_commit_callbacks(execute=True):
                rubber = deal(event_hands, rubber, line)
            for each in pages:
                html = page(client, each)
                assert f'data-live-rubber="{rubber.public_id}"' in html, each
                assert not CARD.search(words(html)), each
    poll = re.search(r'data-poll="([^"]+)"', page(client, pages[0]))
    assert poll is not None
    answer = client.get(unescape(poll[1]).replace("since=", "since=0&was=")).json()
    assert answer["messages"]
    for message in answer["messages"]:
        fields = {**message["data"], "rubber": "", "event": ""}
        assert {*fields} == {"rubber", "event", "version", "state", "score", "games", "deal"}
        assert not CARD.search(str(fields))
    close_rubber(rubber, authority="final", act=event_hands.act())
    # The cards are hidden until the rubber ends.
    assert CARD.search(page(client, pages[-1]))
