"""Pages of ratings list players, and chart a player's weeks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.figures.rate_clubs import rate_club
from matches.figures.ratings import LENGTHS, strength_of
from matches.models import Club, Player, Rating, RatingProgress
from matches.pages.common.dates import day_text
from matches.pages.figures.ratings.rating_words import aloud, rating_text, trend_text
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.reading import tag, tags, words
from worker.ratings.weeks import week_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("recorded_templates")]
TODAY = timezone.localdate()


def play(club: Club, *pairs: tuple[str, str], weeks_ago: int = 0, rubbers: int = 1) -> None:
    """Let the second of each pair win ``rubbers`` of one game against the first, ``weeks_ago``."""
    day = TODAY - timedelta(weeks=weeks_ago)
    texts = [
        rubber_text(a, b, club=None, tags=[f'[Date "{day:%Y.%m.%d}"]', f'[Round "{number}"]'])
        for a, b in pairs
        for number in range(rubbers)
    ]
    import_text(*texts, club=club)
    rate_club(club.pk)


def page(client: Client, name: str, *args: str, query: str = "") -> str:
    response = client.get(reverse(f"web:{name}", args=args) + query)
    assert response.status_code == 200
    return response.content.decode()


def rows(client: Client, club: Club) -> list[tuple[str, str, str]]:
    response = client.get(reverse("web:club_ratings", args=[club.slug]))
    return [
        (row.player.name, rating_text(row.strength), trend_text(row.trend))
        for _rank, row in response.context["listing"].rows
    ]


def test_list_has_the_highest_first_with_margin_and_trend(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"), weeks_ago=6, rubbers=9)
    play(club, ("Orford", "Baldwin"), ("Baldwin", "Pole"), rubbers=3)
    listed = rows(client, club)
    assert [name for name, *_ in listed] == ["Baldwin", "Pole", "Orford"]
    assert listed[1][2] == "new"
    assert listed[2][2].startswith("−")
    assert all("\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}" in rating for _, rating, _ in listed)
    html = page(client, "club_ratings", club.slug)
    assert "still settling" in html
    assert tag(html, "nav", class_="crumbs").text == club.name


def test_player_idle_for_a_year_is_left_off(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"), weeks_ago=60)
    play(club, ("Pole", "Wheble"))
    assert sorted(name for name, *_ in rows(client, club)) == ["Pole", "Wheble"]
    assert "2 players who have not played for a year are left off." in page(client, "club_ratings", club.slug)


def test_year_goes_by_the_clubs_clock(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    sunday_noon = datetime(2026, 11, 22, 12, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: sunday_noon)
    play(club, ("Orford", "Baldwin"))
    Rating.objects.update(week="2026-11-16")
    Rating.objects.filter(player__name="Orford").update(week="2025-11-17")
    listed = {}
    for zone in ("UTC", "Pacific/Kiritimati"):
        Club.objects.update(time_zone=zone)
        listed[zone] = {name for name, *_ in rows(client, club)}
    assert listed == {"UTC": {"Baldwin", "Orford"}, "Pacific/Kiritimati": {"Baldwin"}}


def test_rubbers_without_a_day_are_counted(client: Client, club: Club) -> None:
    import_text(
        rubber_text(club=None), rubber_text("Pole", club=None, tags=['[Date "2026.??.??"]']), club=club
    )
    assert "2 rubbers are not rated" in page(client, "club_ratings", club.slug)


def test_list_says_that_results_are_waiting_to_be_rated(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"))
    assert "being rated" not in page(client, "club_ratings", club.slug)
    RatingProgress.objects.update(owed_from=week_of(TODAY))
    assert "being rated" in page(client, "club_ratings", club.slug)


def test_person_who_was_forgotten_is_not_listed(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"))
    forgotten = Player.objects.get(name="Orford")
    Player.objects.filter(pk=forgotten.pk).update(name="")
    assert [name for name, *_ in rows(client, club)] == ["Baldwin"]
    response = client.get(reverse("web:player_rating", args=[club.slug, forgotten.public_id]))
    assert response.status_code == 404


def test_points_of_the_chart_lead_to_rows(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"), weeks_ago=3, rubbers=2)
    play(club, ("Orford", "Baldwin"))
    baldwin = Player.objects.get(name="Baldwin")
    response = client.get(reverse("web:player_rating", args=[club.slug, baldwin.public_id]))
    assert [(row.games, row.won) for row in response.context["listing"].rows] == [(1, 1), (2, 2)]
    html = response.content.decode()
    weeks = list(Rating.objects.filter(player=baldwin).order_by("week"))
    described = tag(html, "desc").text
    assert described.startswith(f"{aloud(strength_of(weeks[0]))} after the week of ")
    assert f"{aloud(strength_of(weeks[1]))} after the week of {day_text(week_of(TODAY))}" in described
    chart = html[html.index("<svg viewBox") : html.index("</figure>")]
    targets = [link["href"] for link in tags(chart, "a")]
    assert targets == [f"#week-{each.week}" for each in weeks]
    for target, played in zip(targets, ("2 rubbers", "1 rubber"), strict=True):
        row = html[html.index(f'id="{target[1:]}"') :]
        rubbers = tags(row, "a")[0]["href"].replace("&amp;", "&")
        assert played in words(client.get(rubbers).content.decode())


def test_point_leads_to_another_page(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.pages.figures.ratings.views.WEEKS_A_PAGE", 1)
    play(club, ("Orford", "Baldwin"), weeks_ago=3)
    play(club, ("Orford", "Baldwin"))
    html = page(client, "player_rating", club.slug, Player.objects.get(name="Baldwin").public_id)
    first = Rating.objects.filter(player__name="Baldwin").earliest("week").week
    assert f'href="?page=2#week-{first}"' in html


def test_margin_beside_the_rating_is_the_one_on_the_chart(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"))
    baldwin = Player.objects.get(name="Baldwin")
    margin = round(2 * Rating.objects.get(player=baldwin).deviation)
    text = words(page(client, "player_rating", club.slug, baldwin.public_id))
    assert f"± {margin}, still settling" in text
    assert f"The true rating is almost certainly within ± {margin}. That is the bar at the end." in text


def test_player_without_a_rating_is_told_so(client: Client, club: Club) -> None:
    pole = Player.objects.create(club=club, name="Pole")
    html = page(client, "player_rating", club.slug, pole.public_id)
    assert "No game of Pole’s has been rated in Portland yet." in html


def test_chances_of_two_add_up(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"), rubbers=60)
    orford, baldwin = (Player.objects.get(name=name).public_id for name in ("Orford", "Baldwin"))
    address = reverse("web:rating_chances", args=[club.slug])
    of_baldwin = client.get(f"{address}?a={baldwin}&b={orford}&best_of=5").context["prospects"]
    of_orford = client.get(f"{address}?a={orford}&b={baldwin}&best_of=5").context["prospects"]
    game, rubber = (round(100 * each.chance) for each in of_baldwin)
    assert 50 < game < rubber < 100
    assert [round(100 * each.chance) for each in of_orford] == [100 - game, 100 - rubber]
    html = page(client, "rating_chances", club.slug, query=f"?a={baldwin}&b={orford}&best_of=5")
    assert f"{game} % {100 - game} %" in words(html[html.index('class="split"') :])


def test_latest_players_are_offered(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.pages.figures.ratings.views.PLAYERS_OFFERED", 2)
    play(club, ("Orford", "Baldwin"), ("Walker", "Vives"))
    walker = Player.objects.get(name="Walker").public_id
    text = page(client, "rating_chances", club.slug, query=f"?a={walker}")
    assert f'value="{walker}" selected' in text
    assert text.count("<option") == (1 + 2) + (1 + 1) + len(LENGTHS)
    assert "The list has the players who played last." in text


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?a={a}&b={a}", "Choose two different players."),
        ("?a={a}&b=", "This field is required."),
        ("?a={a}&b=nobody", "No player with this address is rated in this club."),
        ("?a={a}&b={b}&best_of=4", "Select a valid choice."),
    ],
)
def test_wrong_choice_is_refused(client: Client, club: Club, query: str, expected: str) -> None:
    play(club, ("Orford", "Baldwin"))
    a, b = (Player.objects.get(name=name).public_id for name in ("Orford", "Baldwin"))
    text = page(client, "rating_chances", club.slug, query=query.format(a=a, b=b))
    assert expected in text
    assert f'value="{a}" selected' in text


def test_empty_form_has_no_error(client: Client, club: Club) -> None:
    play(club, ("Orford", "Baldwin"))
    assert "problem" not in page(client, "rating_chances", club.slug)
    orford = Player.objects.get(name="Orford").public_id
    linked = page(client, "rating_chances", club.slug, query=f"?a={orford}")
    assert "problem" not in linked
    assert f'value="{orford}" selected' in linked
    assert linked.count(f'value="{orford}"') == 1, "the player is no opponent"
    baldwin = Player.objects.get(name="Baldwin").public_id
    foretold = page(client, "rating_chances", club.slug, query=f"?a={orford}&b={baldwin}")
    assert "A rubber, best of 3" in foretold
    assert 'value="3" selected' in foretold


def test_later_week_is_shown_in_time(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    play(club, ("Orford", "Baldwin"), weeks_ago=2)
    orford = Player.objects.get(name="Orford")
    listed = rows(client, club)
    shown = words(page(client, "player_rating", club.slug, orford.public_id))
    play(club, ("Orford", "Baldwin"), ("Orford", "Pole"), weeks_ago=-1, rubbers=3)
    assert Rating.objects.filter(player=orford).count() == 2
    assert rows(client, club) == listed
    assert words(page(client, "player_rating", club.slug, orford.public_id)) == shown
    assert page(client, "club_ratings", club.slug).count("Pole") == 0
    page(client, "player_rating", club.slug, Player.objects.get(name="Pole").public_id)
    next_week = timezone.now() + timedelta(weeks=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: next_week)
    assert {name for name, *_ in rows(client, club)} == {"Orford", "Baldwin", "Pole"}
    assert words(page(client, "player_rating", club.slug, orford.public_id)) != shown
