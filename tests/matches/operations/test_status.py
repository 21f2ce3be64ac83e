from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.events.write_standings import write_standings
from matches.models import (
    Club,
    Conflict,
    Delivery,
    DrawRequest,
    Event,
    Export,
    HeldText,
    ImportReport,
    Mail,
    RatingProgress,
    Rubber,
    User,
    Webhook,
)
from matches.operations.status import PENDING_KINDS, PROBLEM_KINDS, Amount, amounts
from matches.reviews.claims import MOST_ATTEMPTS
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text
from tests.matches.reviews.reviews import by_engine

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

THEN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    """Return a club with one of everything that can be pending, all since ``THEN`` where the time is known."""
    club = make_club()
    owed, failed, draft = import_text(
        club, text(tags='[Date "2026.11.20"]'), text("Ada", "Ben"), text("Cora", "Dan")
    )
    Rubber.objects.filter(pk=draft.pk).update(state=Rubber.State.DRAFT)
    Rubber.objects.update(changed_at=THEN)
    by_engine(failed, state="failed", done_at=None, attempts=MOST_ATTEMPTS)
    by = User.objects.create_user("owner@example.org")
    report = ImportReport.objects.create(club=club, source="a.egn", content=b"-", started_at=THEN)
    HeldText.objects.create(report=report, club=club, finding={}, text="-", checksum="c")
    Conflict.objects.create(
        rubber=owed, player_a=owed.player_a, player_b=owed.player_b, egn="-", checksum="d", at=THEN
    )
    Export.objects.create(club=club, by=by, form="csv", name="a.csv", asked_at=THEN)
    DrawRequest.objects.create(event=owed.event, stage=1, by=by, key="k", asked_at=THEN)
    _webhooks(club)
    Mail.objects.create(addressee="-", content="-", made_at=THEN, expires_at=THEN + timedelta(days=3))
    return club


def _webhooks(club: Club) -> None:
    running, failing, stopped = (
        Webhook.objects.create(club=club, url=f"https://example.org/{number}", secret="-")
        for number in (1, 2, 3)
    )
    Webhook.objects.filter(pk=failing.pk).update(failing_since=THEN)
    Webhook.objects.filter(pk=stopped.pk).update(stopped_at=THEN, stopped_because="failing")
    now = timezone.now()
    for hook, state, finished_at in (
        (running, Delivery.State.WAITING, None),
        (failing, Delivery.State.WAITING, None),
        (stopped, Delivery.State.WAITING, None),
        (running, Delivery.State.GIVEN_UP, now - timedelta(days=1)),
        (running, Delivery.State.GIVEN_UP, now - timedelta(days=8)),
    ):
        ping = {"kind": "ping", "queue": "ping", "body": {}, "made_at": THEN}
        Delivery.objects.create(webhook=hook, state=state, finished_at=finished_at, **ping)


def test_one_of_each_kind_is_counted_with_its_age(club: Club) -> None:
    pending = amounts(club)
    assert {pending[kind].number for kind in (*PENDING_KINDS, *PROBLEM_KINDS)} == {1}
    since_then = {kind for kind, amount in pending.items() if amount.since == THEN}
    assert since_then == {
        *("reviews", "imports", "draws", "exports", "deliveries", "drafts", "held_texts", "conflicts"),
        *("webhooks_failing", "webhooks_stopped", "mail"),
    }
    assert pending["standings"].since is not None


def test_all_clubs_come_in_one_query_and_another_club_has_nothing(club: Club) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert amounts() == amounts(club)
    assert [" UNION " in query["sql"] for query in queries.captured_queries].count(True) == 2
    elsewhere = dict(amounts(make_club("elsewhere")))
    # Mail is of the site.
    assert elsewhere.pop("mail").number == 1
    assert set(elsewhere.values()) == {Amount()}


def test_what_is_worked_off_is_owed_no_more(club: Club) -> None:
    write_standings(Event.objects.get(club=club).pk)
    ImportReport.objects.update(content=None)
    RatingProgress.objects.all().delete()
    pending = amounts(club)
    assert (pending["standings"], pending["imports"], pending["ratings"]) == (Amount(), Amount(), Amount())
