"""The pages of records and seasons, for the sample season played in one club."""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.event_lists import events_of
from matches.events.write_standings import write_standings
from matches.figures.deferred_updates import mark_honours_pending
from matches.figures.record_words import RECORD_WORDS, record_name
from matches.figures.write_honours import write_honours
from matches.models import Club, Event, Honour, HonourBasis, HonourProgress, Player, Rubber
from matches.rules.figures.records import KINDS
from matches.rules.figures.seasons import Season
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.files import SEASON
from tests.matches.pages.figures.reading import dated
from tests.matches.pages.reading import doubled_ids, page, tag, tags, words
from tests.matches.pages.records import import_text, make_member

__all__ = ["made_once"]

pytestmark = pytest.mark.django_db

HEADS = 40
"""The number of rubbers of the sample that are played here."""


def sample_texts(number: int = HEADS) -> list[str]:
    parts = SEASON.read_text(encoding="utf-8").split('[EGN "1"]')[1 : number + 1]
    return [re.sub(r'\[Club "[^"]*"\]\n', "", f'[EGN "1"]{part}') for part in parts]


@pytest.fixture(scope="module")
def made(made_once: None) -> Club:
    club = make_club()
    import_text(club, *sample_texts())
    for event in Event.objects.filter(club=club):
        write_standings(event.pk)
    write_honours(club.pk)
    return club


@pytest.fixture
def club(db: None, made: Club) -> Club:
    return deepcopy(made)


def records(club: Club) -> str:
    return reverse("web:records", args=[club.slug])


def season(club: Club, year: int = 2025) -> str:
    return reverse("web:season", args=[club.slug, year])


def seasons(club: Club) -> str:
    return reverse("web:seasons", args=[club.slug])


def test_page_lists_every_record(client: Client, club: Club) -> None:
    html = page(client, records(club))
    kinds = set(Honour.objects.filter(season=None).values_list("kind", flat=True))
    assert len(kinds) >= 15
    for kind in kinds:
        assert f'<li id="{kind}">' in html
        assert str(record_name(kind, is_ever=True)) in words(html)
    assert re.search(r"The turn-up was recorded in \d+ of \d+ deals", words(html))
    assert re.search(r"\d+ of \d+ games were recorded deal by deal", words(html))


def test_record_leads_to_its_holder_and_deals(client: Client, club: Club) -> None:
    honour = Honour.objects.filter(season=None, kind="run_of_voles", rank=1).select_related(
        "player", "first_rubber", "last_rubber"
    )[0]
    assert honour.first_rubber is not None
    assert honour.last_rubber is not None
    html = page(client, records(club))
    for address in (
        reverse("web:player", args=[honour.player.public_id]),
        reverse("web:deal", args=[honour.first_rubber.public_id, honour.first_game, honour.first_deal]),
        reverse("web:deal", args=[honour.last_rubber.public_id, honour.last_game, honour.last_deal]),
    ):
        assert f'href="{address}"' in html
        assert client.get(address).status_code == 200


def test_season_has_honours_events_and_figures(client: Client, club: Club) -> None:
    html = page(client, season(club))
    for expected in ("Season 2025/26", "1 September 2025 to 31 August 2026", "Most rubbers won", "Leads:"):
        assert expected in words(html)
    figures = f"{reverse('web:club_figures', args=[club.slug])}?since=2025-09-01&amp;until=2026-08-31"
    assert f'href="{figures}"' in html
    assert "1 September 2025 to 31 August 2026" in words(page(client, figures.replace("&amp;", "&")))
    assert doubled_ids(html) == []
    glance = tag(html, "section", aria_labelledby="glance")
    rubbers = Rubber.objects.filter(club=club).exclude(date__contains="?").count()
    assert f"{rubbers} rubbers" in glance.text
    behind = reverse("web:club_behind", args=[club.slug, "kings_turned", "among"])
    link = tag(html, "a", href=f"{behind}?since=2025-09-01&until=2026-08-31")
    among = re.sub(r"\D", "", link.text)
    assert f"{among} deals" in words(page(client, link["href"])).replace(",", "")


def test_unknown_day_is_not_told(client: Client, club: Club) -> None:
    honour = Honour.objects.filter(season=None, kind="run_of_rubbers", rank=1)[0]
    keys = [key for key in (honour.first_rubber_id, honour.last_rubber_id) if key is not None]
    for day, is_expected in (("2026.01.10", True), ("", False), ("2026.01.??", False)):
        Rubber.objects.filter(pk__in=keys).update(date=day)
        html = page(client, records(club))
        holders = tags(html[html.index('id="run_of_rubbers"') :], "ul", class_="holders")[0]
        assert (" to " in holders.text) is not is_expected
        assert ("10 January 2026" in holders.text) is is_expected
        assert holders.text.count("10 January 2026") == is_expected


def test_run_is_told_from_its_first_game_to_its_last(client: Client, club: Club) -> None:
    run = Honour.objects.filter(season=None, kind="run_of_games", rank=1)
    first, other = Rubber.objects.filter(club=club).order_by("pk")[:2]
    Rubber.objects.filter(pk__in=(first.pk, other.pk)).update(date="2026.01.10")

    def told(last: Rubber) -> str:
        run.update(first_rubber=first, last_rubber=last, first_game=1, last_game=2)
        html = page(client, records(club))
        return tags(html[html.index('id="run_of_games"') :], "ul", class_="holders")[0].text

    assert "10 January 2026, from game 1 to game 2" in told(first)
    assert re.search(r"10 January 2026, from game 1 against \w+ to game 2 against \w+", told(other))


def test_seasons_lead_to_each_other(client: Client, club: Club) -> None:
    import_text(club, dated("Walker", "2031.01.05"))
    write_honours(club.pk)
    html = page(client, seasons(club))
    assert html.index("2030/31") < html.index("2025/26")
    assert "Most rubbers won" in words(html)
    assert f'rel="next" href="{season(club, 2030)}"' in page(client, season(club))
    assert f'rel="prev" href="{season(club)}"' in page(client, season(club, 2030))


def test_a_season_begins_in_the_month_that_the_club_chose(client: Client, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(season_month=1)
    mark_honours_pending([club.pk])
    write_honours(club.pk)
    assert "Season 2026" in words(page(client, season(club, 2026)))


def test_season_without_rubbers_is_not_found(client: Client, club: Club) -> None:
    for year in (1950, 0, 10_000):
        assert client.get(season(club, year)).status_code == 404
    today = date.today()
    current = today.year if today.month >= club.season_month else today.year - 1
    assert client.get(season(club, current)).status_code == 200


def test_a_club_without_rubbers_says_how_records_come(client: Client) -> None:
    club = make_club("empty")
    assert "Rubbers count once they are confirmed." in words(page(client, records(club)))
    assert "There is no season yet" in words(page(client, seasons(club)))


def test_new_results_are_said_to_come(client: Client, club: Club) -> None:
    assert "New results will be counted" not in page(client, records(club))
    mark_honours_pending([club.pk])
    assert "New results will be counted" in page(client, records(club))


def test_records_are_being_worked_out(client: Client, club: Club) -> None:
    Honour.objects.all().delete()
    HonourBasis.objects.all().delete()
    HonourProgress.objects.all().delete()
    text = words(page(client, records(club)))
    assert "The records are being worked out." in text
    assert "There are no records yet" not in text


def test_who_was_forgotten_holds_his_records_under_no_name(client: Client, club: Club) -> None:
    holder = Honour.objects.filter(season=None, kind="rubbers_won", rank=1)[0].player
    Player.objects.filter(pk=holder.pk).update(name="")
    for address in (records(club), season(club), seasons(club)):
        html = page(client, address)
        assert holder.name not in html
        assert holder.public_id not in html
    assert "A former player" in page(client, records(club))


def test_player_page_tells_visible_records(client: Client, club: Club) -> None:
    honour = Honour.objects.filter(season=None, kind="run_of_games", rank=1).select_related("player")[0]
    other = make_club("garrick", is_public=False)
    Honour.objects.create(
        club=other, kind="longest_game", rank=1, position=1, player=honour.player, value=9000
    )
    address = reverse("web:player", args=[honour.player.public_id])
    html = page(client, address)
    assert f'href="{records(club)}#run_of_games"' in html
    assert f'href="{records(other)}' not in html
    client.force_login(make_member(other))
    assert f'href="{records(other)}#longest_game"' in page(client, address)


def test_events_of_a_season() -> None:
    club = make_club("garrick")
    days = (
        *("2026.09.01", "2027.08.31", "2026.08.31", "2027.12.31"),
        *("2026.11.??", "2026.??.??", "2027.??.??", "????.??.??"),
    )
    import_text(club, *(dated("Walker", day, day, a=f"Guest {place}") for place, day in enumerate(days)))
    for month, year, expected in (
        (9, 2026, {"2026.09.01", "2027.08.31", "2026.11.??"}),
        (9, 2025, {"2026.08.31"}),
        (1, 2026, {"2026.09.01", "2026.08.31", "2026.11.??", "2026.??.??"}),
        (1, 2027, {"2027.08.31", "2027.12.31", "2027.??.??"}),
    ):
        assert {event.name for event in events_of(club, Season(year, month))} == expected


def test_each_record_has_words() -> None:
    assert list(RECORD_WORDS) == [kind.key for kind in KINDS]
    for kind in KINDS:
        assert kind.is_of_season == bool(RECORD_WORDS[kind.key].ever)


def test_honours_of_rubbers_that_left_the_club_have_no_link(client: Client, club: Club) -> None:
    honour = Honour.objects.filter(season=None, kind="longest_game", rank=1)[0]
    other = make_club("garrick", is_public=False)
    assert honour.first_rubber is not None
    Rubber.objects.filter(pk=honour.first_rubber.pk).update(club=other)
    assert honour.first_rubber.public_id not in page(client, records(club))
    assert HonourProgress.objects.filter(club=club).exists()


def test_records_of_a_season_are_for_who_may_take_them_out(client: Client, club: Club) -> None:
    files = f'href="/api/v1/clubs/{club.public_id}/seasons/2025/export.'
    assert files not in page(client, season(club))
    client.force_login(make_member(club))
    html = page(client, season(club))
    for form in ("xlsx", "csv", "egn"):
        assert f'{files}{form}" download' in html
        assert client.get(f"/api/v1/clubs/{club.public_id}/seasons/2025/export.{form}").getvalue()
