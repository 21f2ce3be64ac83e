"""Pages that follow what is played: what they show, whom they tell, and that hundreds who look are one rendering."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from ecarte_site.live.tickets import read_ticket
from matches.events.write_standings import write_standings
from matches.models import Player, Rubber, User
from matches.rubbers.build_record import live_record, tags_of
from matches.rubbers.commands import close_rubber, open_rubber, record_deal
from matches.rubbers.live_news import event_topic, rubber_topic
from scoring.notation import read_one, write_deal
from scoring.record import Rules
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.helpers.hands import make_hands
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

EVENING = Path(__file__).parents[3] / "data" / "samples" / "evening.egn"
CARD = re.compile(r"\b[SHDC][KQJAT987]{1,8}\b")


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def told() -> EventHands:
    """A Swiss round of four, all to be played, in a club that is open to everybody."""
    return playing("swiss", rounds=3)


def begin(told: EventHands, number: int = 1, *, is_turned: bool = False) -> Rubber:
    """The rubber of one of the first round's pairings, opened to be scored."""
    pairing = told.pairings()[number - 1]
    a, b = (Player.objects.get(public_id=player) for player in (pairing.a, pairing.b))
    if is_turned:
        a, b = b, a
    label = told.state.stages[0].rounds[0].label
    tags = tags_of((a.name, b.name), Rules(best_of=3), event=told.event.name, round_label=label)
    rubber = open_rubber(
        told.hands.club, live_record(tags), event_name=told.event.name, players=(a, b), act=told.act()
    )
    write_standings(told.event.pk)
    return rubber


def deal(told: EventHands, rubber: Rubber, line: str) -> Rubber:
    return record_deal(rubber, line, act=told.act())


def address(told: EventHands, name: str, *more: object) -> str:
    return reverse(f"web:{name}", args=[told.event.club.slug, told.event.public_id, *more])


def topics(html: str) -> tuple[str, ...]:
    found = re.search(r'data-poll="[^"]*ticket=([^&"]+)', html)
    return read_ticket(unescape(found[1]).replace("%3A", ":")) if found else ()


@pytest.mark.parametrize("name", ["event", "event_room", pytest.param("event_round", id="round")])
def test_pages_of_an_event_show_the_running_score(client: Client, told: EventHands, name: str) -> None:
    rubber = begin(told)
    deal(told, rubber, "A S =B5 (0-2)")
    more = (1, 1) if name == "event_round" else ()
    html = page(client, address(told, name, *more))
    assert f'data-live-rubber="{rubber.public_id}" data-live-state="live"' in html
    assert '<span data-live-text="score">0–2</span>' in html
    assert topics(html) == (event_topic(told.event),)


def test_score_stands_on_the_pairing_s_own_sides(client: Client, told: EventHands) -> None:
    rubber = begin(told, is_turned=True)
    deal(told, rubber, "A S =B5 (0-2)")
    html = page(client, address(told, "event_round", 1, 1))
    assert '<span data-live-text="score">2–0</span>' in html
    assert "data-live-turned" in html


def test_page_of_a_rubber_shows_the_game_that_comes_next(client: Client, told: EventHands) -> None:
    rubber = begin(told)
    for line in ("A S =B5 (0-2)", "B S Kb =B5 (0-5)"):
        rubber = deal(told, rubber, line)
    html = page(client, reverse("web:rubber", args=[rubber.public_id]))
    assert re.findall(r'<td class="num"(?: data-live-text="[ab]")?>(\d)</td>', html) == ["0", "5", "0", "0"]
    assert 'data-live-games="0–1"' in html
    assert topics(html) == (rubber_topic(rubber),)


def test_page_of_a_club_follows_the_rubbers_that_are_played(client: Client, told: EventHands) -> None:
    first, second = begin(told), begin(told, 2)
    html = page(client, reverse("web:club", args=[told.hands.club.slug]))
    assert set(topics(html)) == {rubber_topic(first), rubber_topic(second)}


def test_page_on_which_nothing_goes_on_listens_to_nothing(client: Client, told: EventHands) -> None:
    rubber = told.win((1, 1, 1))
    assert topics(page(client, reverse("web:rubber", args=[rubber.public_id]))) == ()
    assert topics(page(client, reverse("web:club", args=[told.hands.club.slug]))) == ()


PARTS = [
    ("event_room", (), "?part=slides"),
    ("event_round", (1, 1), "?part=fresh"),
    ("event", (), "?part=fresh"),
]


@pytest.mark.parametrize(("name", "more", "query"), PARTS, ids=[part[0] for part in PARTS])
def test_of_hundreds_who_look_again_one_asks_the_database(
    client: Client,
    told: EventHands,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    name: str,
    more: tuple[int, ...],
    query: str,
) -> None:
    rubber = begin(told)
    asked = address(told, name, *more) + query
    first = client.get(asked).content
    with django_assert_num_queries(1):
        assert client.get(asked).content == first
    with django_capture_on_commit_callbacks(execute=True):
        deal(told, rubber, "A S =B5 (0-2)")
    fresh = client.get(asked).content.decode()
    assert '<span data-live-text="score">0–2</span>' in fresh
    with django_assert_num_queries(1):
        assert client.get(asked).content.decode() == fresh


def test_part_speaks_the_language_of_who_asks(client: Client, told: EventHands) -> None:
    asked = address(told, "event_round", 1, 1) + "?part=fresh"
    english = client.get(asked).content
    french = client.get(asked, headers={"accept-language": "fr"}).content
    assert french != english
    assert client.get(asked).content == english


def test_part_leads_where_the_page_leads(client: Client, told: EventHands) -> None:
    html = client.get(address(told, "event_round", 1, 1) + "?part=fresh").content.decode()
    assert "part=fresh" not in html
    assert html.lstrip().startswith('<div id="fresh"')


@pytest.mark.parametrize(("name", "more", "query"), PARTS, ids=[part[0] for part in PARTS])
def test_part_of_a_members_event_is_kept_from_strangers(
    client: Client, name: str, more: tuple[int, ...], query: str
) -> None:
    told = playing("swiss", rounds=3, hands=make_hands("closed"))
    told.hands.club.is_public = False
    told.hands.club.save()
    asked = address(told, name, *more) + query
    member = Client()
    member.force_login(make_member(told.hands.club))
    assert member.get(asked).status_code == 200
    assert client.get(asked).status_code == 404


def test_links_of_one_reader_are_not_shown_to_another(client: Client, told: EventHands) -> None:
    """A guest from a closed club has a page that he alone may see."""
    guest = Player.objects.get(public_id=told.pairings()[0].a)
    home = make_hands("closed").club
    home.is_public = False
    home.save()
    person = User.objects.create_user("guest@example.org")
    Player.objects.filter(pk=guest.pk).update(club=home, user=person)
    own = Client()
    own.force_login(person)
    link = reverse("web:player", args=[guest.public_id])
    asked = address(told, "event_round", 1, 1) + "?part=fresh"
    assert link in own.get(asked).content.decode()
    assert link not in client.get(asked).content.decode()
    assert link in own.get(asked).content.decode()


def test_news_that_nobody_knows_of_leaves_pages_as_they_are(
    client: Client, told: EventHands, settings: object
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]
    begin(told)
    for name, more, query in PARTS:
        assert client.get(address(told, name, *more)).status_code == 200
        assert client.get(address(told, name, *more) + query).status_code == 200


def test_no_card_of_a_rubber_that_is_played_shows_anywhere(
    client: Client, told: EventHands, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    record = read_one(EVENING.read_text(encoding="utf-8").split("\n\n[EGN")[0])
    rubber = begin(told)
    pages = [
        address(told, "event_room"),
        address(told, "event_room") + "?part=slides",
        address(told, "event_round", 1, 1),
        address(told, "event"),
        reverse("web:club", args=[told.hands.club.slug]),
        reverse("web:rubber", args=[rubber.public_id]),
    ]
    for game in record.games:
        for played in game.deals:
            line = write_deal(played)
            assert CARD.search(line)
            with django_capture_on_commit_callbacks(execute=True):
                rubber = deal(told, rubber, line)
            for each in pages:
                assert not CARD.search(words(page(client, each))), each
    poll = re.search(r'data-poll="([^"]+)"', page(client, pages[0]))
    assert poll is not None
    answer = client.get(unescape(poll[1]).replace("since=", "since=0&was=")).json()
    assert answer["messages"]
    for message in answer["messages"]:
        said = {**message["data"], "rubber": "", "event": ""}
        assert not CARD.search(str(said))
    close_rubber(rubber, word="final", act=told.act())
    # What was kept back until then.
    assert CARD.search(page(client, pages[-1]))
