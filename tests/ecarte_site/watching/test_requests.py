"""Each request has an id, and log lines with the user, the action and the duration, but without any secret."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from ecarte_site.watching.gunicorn import access_log_format
from matches.models import Club, LogEntry, Membership
from matches.pads.table_links import make_link, revoke_links
from tests.ecarte_site.watching.conftest import Lines
from tests.factories.clubs import make_club
from tests.matches.pages.records import make_member, text
from tests.matches.pages.rubbers.entry.people import make_people, opened

pytestmark = pytest.mark.django_db

SECRET = "Zq3vN8xTt0pLw2Kd"


@pytest.fixture
def club() -> Club:
    return make_club(is_public=True)


@pytest.fixture
def broken(client: Client, settings: Settings) -> Client:
    settings.ROOT_URLCONF = "tests.ecarte_site.watching.broken_urls"
    client.raise_request_exception = False
    return client


def test_id_that_a_request_brings_is_kept_and_given_back(client: Client) -> None:
    answer = client.get("/", headers={"X-Request-ID": "edge-2026.11_22"})
    assert answer.headers["X-Request-ID"] == "edge-2026.11_22"


@pytest.mark.parametrize(
    "request_id", ["", "short", "a" * 65, "-starts-badly", "with space", 'quo"te-and', "é" * 9]
)
def test_what_is_no_id_is_replaced(client: Client, request_id: str) -> None:
    answer = client.get("/", headers={"X-Request-ID": request_id})
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-ID"])


def test_line_tells_route_and_club_and_who_it_was(client: Client, club: Club, lines: Lines) -> None:
    user = make_member(club, "somebody@example.org")
    client.force_login(user)
    answer = client.get(reverse("web:club", args=[club.slug]), headers={"X-Request-ID": "request-1"})
    assert answer.status_code == 200
    (line,) = [line for line in lines() if line["event"] == "request"]
    assert line.pop("duration_ms") > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line.pop("time"))
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "ecarte_site.watching.requests",
        "request_id": "request-1",
        "user": user.public_id,
        "method": "GET",
        "route": "/clubs/<slug:slug>/",
        "club": club.slug,
        "status": 200,
    }


def test_nobody_is_asked_who_he_is_for_the_sake_of_the_log(client: Client, lines: Lines) -> None:
    client.get("/manifest-that-is-not-there")
    (line,) = [line for line in lines() if line["event"] == "request"]
    assert (line["status"], line["route"], "user" in line) == (404, "unknown", False)


@pytest.mark.parametrize(
    "address",
    [
        f"/invitations/{SECRET}/",
        f"/invitations/{SECRET}/broken/",
        f"/accounts/password/link/{SECRET}/",
        f"/accounts/password/reset/key/1-{SECRET}/",
        f"/elsewhere/{SECRET}",
        f"/api/v1/broken/{SECRET}/",
        f"/api/v1/rubbers/?token={SECRET}",
        f"/live/poll?ticket={SECRET}",
        f"/t/?link={SECRET}",
    ],
)
def test_no_line_has_the_secret_of_an_address(broken: Client, lines: Lines, address: str) -> None:
    for answer in (
        broken.get(address),
        broken.get(address, headers={"host": "elsewhere.example"}),
        broken.post(address, {"password": SECRET}, headers={"Authorization": f"Bearer {SECRET}"}),
    ):
        assert answer.status_code
    assert SECRET not in str(lines())


def test_form_from_elsewhere_is_refused_without_its_address(lines: Lines) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/invitations/{SECRET}/").status_code == 403
    assert SECRET not in str(lines())
    assert any(line["event"].startswith("Forbidden") for line in lines())


def test_no_line_has_the_address_that_somebody_comes_from(broken: Client, club: Club, lines: Lines) -> None:
    people = make_people(club)
    rubber = opened(people)
    made = make_link(rubber, by=people.users["Owner"])
    elsewhere = "203.0.113.77"
    broken.defaults["REMOTE_ADDR"] = elsewhere
    broken.post("/t/", {"code": "0" * len(made.token)})
    broken.post("/t/", {"code": made.token})
    revoke_links(club, [made.link], by=people.users["Owner"])
    assert broken.get(f"/pad/{rubber.public_id}/state/").status_code == 403
    broken.get(f"/invitations/{SECRET}/")
    broken.get("/invitations/x/broken/")
    broken.get("/api/v1/me/", headers={"Authorization": f"Bearer {SECRET}"})
    broken.post("/accounts/login/", {"login": "nobody@example.org", "password": SECRET})
    events = [line["event"] for line in lines()]
    assert any(event.startswith("table link refused") for event in events), events
    assert any(event.startswith("pad refused") for event in events), events
    assert elsewhere not in str(lines())


@pytest.mark.parametrize("wanted", ["%(h)s", "%({x-forwarded-for}i)s", "%(U)s", "%(r)s", "%(q)s", "%(f)s"])
def test_line_of_gunicorns_own_has_no_address(wanted: str) -> None:
    assert wanted not in access_log_format


def test_fault_is_told_once_with_the_id_that_the_page_shows(broken: Client, lines: Lines) -> None:
    answer = broken.get(f"/invitations/{SECRET}/broken/")
    assert answer.status_code == 500
    assert answer.headers["X-Request-ID"] in answer.content.decode()
    faults = [line for line in lines() if "exception" in line]
    assert [line["request_id"] for line in faults] == [answer.headers["X-Request-ID"]]
    assert faults[0]["event"] == "Internal Server Error: /invitations/<str:token>/broken/"
    assert "ValueError: no use with 18 letters" in faults[0]["exception"]
    # The values of variables are not logged.
    assert "pass phrase" not in faults[0]["exception"].replace('password = "a long pass phrase"', "")


def test_problem_of_the_api_has_the_id(broken: Client) -> None:
    for address, status in (("/api/v1/rubbers/nobody/", 404), ("/api/v1/broken/x/", 500)):
        answer = broken.get(address)
        assert (answer.status_code, answer.json()["request_id"]) == (status, answer.headers["X-Request-ID"])


def test_log_entries_note_the_request(client: Client, club: Club) -> None:
    client.force_login(make_member(club, role=Membership.Role.OWNER))
    egn = text()
    headers = {"X-Request-ID": "import-of-an-evening"}
    address = f"/api/v1/clubs/{club.public_id}/imports/"
    answer = client.post(address, egn, content_type="text/plain", headers=headers)
    assert answer.status_code in (200, 201), answer.content
    assert set(LogEntry.objects.values_list("request_id", flat=True)) == {"import-of-an-evening"}
