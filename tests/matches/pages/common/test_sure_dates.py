"""Forms ask about dates that are hardly right, and one tick is the answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Club, Rubber
from tests.matches.pages.reading import words
from tests.matches.pages.rubbers.entry.people import HEADING, RESULT, People, at, make_people, stored

pytestmark = pytest.mark.django_db
ODD = ("0026-11-21", "1926-11-14", "2062-11-21", "9999-12-31")


@pytest.fixture
def people(club: Club) -> People:
    return make_people(club)


@pytest.mark.parametrize("day", ODD)
@pytest.mark.parametrize(("name", "fields"), [("enter_result", RESULT), ("enter_deals", HEADING)])
def test_odd_day_is_confirmed_first(people: People, name: str, fields: dict[str, str], day: str) -> None:
    client, url = people.client("Owner"), at(name, people.club.slug)
    html = client.post(url, {**fields, "date": day}).content.decode()
    assert "Correct the date, or say below that it is right." in words(html)
    assert f'name="sure_dates" value="{day}"' in html
    assert not Rubber.objects.exists()
    other = client.post(url, {**fields, "date": day, "sure_dates": "2062-11-22"})
    assert other.status_code == 400
    assert client.post(url, {**fields, "date": day, "sure_dates": day}).status_code == 302
    assert Rubber.objects.get().date == day.replace("-", ".")


def test_today_and_earlier_days_are_not_asked_about(people: People) -> None:
    client, url = people.client("Owner"), at("enter_result", people.club.slug)
    today = timezone.localdate()
    for day in (today, today - timedelta(days=365 * 60)):
        answer = client.post(url, {**RESULT, "key": str(day), "date": day.isoformat()})
        assert answer.status_code == 302


def test_tomorrow_goes_by_the_clubs_clock(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    noon = timezone.now().replace(hour=12)
    monkeypatch.setattr("django.utils.timezone.now", lambda: noon)
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    url = at("enter_result", people.club.slug)
    statuses = []
    for zone in ("UTC", "Pacific/Kiritimati"):
        Club.objects.update(time_zone=zone)
        statuses.append(people.client("Owner").post(url, {**RESULT, "date": tomorrow}).status_code)
    assert statuses == [400, 302]


def test_correction_asks_about_another_date_alone(people: People) -> None:
    rubber = stored(people, date="2062.11.21")
    client, url = people.client("Owner"), at("correct_rubber", rubber.public_id)
    fields = {**RESULT, "version": "1", "reason": "misread"}
    html = client.post(url, {**fields, "date": "2126-11-21"}).content.decode()
    assert "21 November 2126 is in the future." in words(html)
    assert client.post(url, {**fields, "date": "2062-11-21"}).status_code == 302
