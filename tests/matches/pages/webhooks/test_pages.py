"""Pages of a club's webhooks: created, changed, tested, stopped and deleted, with their deliveries, sent again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from matches.models import Club, Delivery, User, Webhook
from matches.models.webhooks import Topic
from matches.webhooks.manage_webhooks import create_webhook, send_test
from tests.factories.clubs import make_club
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

URL = "https://1.1.1.1/ecarte"
LIST = "/clubs/portland/webhooks/"


@pytest.fixture
def club(db: None) -> Club:
    return make_club(time_zone="Europe/Paris")


@pytest.fixture
def page(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def hook(club: Club, owner: User) -> Webhook:
    return create_webhook(club, url=URL, topics=Topic.values, by=owner)[0]


def path(hook: Webhook, *more: str) -> str:
    return "/".join([LIST.rstrip("/"), hook.public_id, *more, ""])


def page_html(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_webhook_is_made_and_its_secret_shown_once(page: Client) -> None:
    assert "no webhooks yet" in page_html(page.get(LIST))
    assert "Create the webhook" in page_html(page.get(f"{LIST}new/"))
    answer = page.post(f"{LIST}new/", {"url": URL, "kinds": ["rubber.result"]}, follow=True)
    hook = Webhook.objects.get()
    assert answer.redirect_chain[-1][0] == path(hook)
    assert re.search(r'id="made-secret">whsec_[A-Za-z0-9+/=]{44}<', page_html(answer))
    again = page_html(page.get(path(hook)))
    assert "whsec_" not in again
    assert f'<a href="{LIST}">Webhooks</a>' in again
    assert URL in page_html(page.get(LIST))
    assert hook.kinds == ["rubber.result"]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"url": "https://10.0.0.1/", "kinds": ["rubber.result"]}, "private or reserved network"),
        ({"url": "http://1.1.1.1/", "kinds": ["rubber.result"]}, "https"),
        ({"url": URL, "kinds": []}, "required"),
        ({"url": URL, "kinds": ["song"]}, "song"),
        ({"url": "", "kinds": ["rubber.result"]}, "required"),
    ],
)
def test_form_that_is_not_in_order_says_so(page: Client, hook: Webhook, sent: Any, expected: str) -> None:
    for address in (f"{LIST}new/", path(hook, "change")):
        answer = page.post(address, sent)
        assert answer.status_code == 400
        assert expected in answer.content.decode()
    assert Webhook.objects.get().url == URL


def test_webhook_is_changed(page: Client, hook: Webhook) -> None:
    answer = page.post(path(hook, "change"), {"url": f"{URL}/2", "kinds": ["draw.released"]}, follow=True)
    assert "The webhook is saved." in page_html(answer)
    hook.refresh_from_db()
    assert (hook.url, hook.kinds) == (f"{URL}/2", ["draw.released"])


def test_form_of_before_somebody_elses_change_is_refused(page: Client, hook: Webhook) -> None:
    form = {"url": URL, "kinds": ["draw.released"], "version": "1"}
    assert 'name="version" value="1"' in page_html(page.get(path(hook)))
    assert "is saved" in page_html(page.post(path(hook, "change"), form, follow=True))
    late = page.post(path(hook, "change"), {**form, "kinds": ["review.done"]})
    assert late.status_code == 400
    assert "changed this webhook meanwhile" in late.content.decode()
    assert Webhook.objects.get().kinds == ["draw.released"]


def test_secret_is_shown_on_its_own_webhooks_page_alone(page: Client, club: Club, hook: Webhook) -> None:
    page.post(f"{LIST}new/", {"url": f"{URL}/2", "kinds": ["rubber.result"]})
    made = Webhook.objects.exclude(pk=hook.pk).get()
    assert "whsec_" not in page_html(page.get(path(hook)))
    assert "whsec_" in page_html(page.get(path(made)))
    assert "whsec_" not in page_html(page.get(path(made)))


def test_trial_stop_start_secret_and_end(page: Client, hook: Webhook) -> None:
    def do(what: str) -> str:
        return page_html(page.post(path(hook, "act"), {"do": what}, follow=True))

    assert "A test message is on its way" in do("try")
    assert Delivery.objects.get().kind == "ping"
    assert "whsec_" in do("secret")
    assert "Stopped." in do("stop")
    assert "Start it again first" in do("try")
    assert "Running." in do("start")
    assert page.post(path(hook, "act"), {"do": "sing"}).status_code == 404
    assert "is deleted" in do("remove")
    assert not Webhook.objects.exists()


def test_deliveries_and_sending_them_again(page: Client, hook: Webhook) -> None:
    made = send_test(hook)
    Delivery.objects.update(attempts=2, status=503, problem="The answer was 503.")
    waiting = page_html(page.get(path(hook)))
    assert "status 503" in waiting
    assert "2 tries" in waiting
    assert "The answer was" not in waiting
    again = path(hook, "deliveries", made.public_id, "replay")
    assert again not in waiting
    assert "still waiting to be sent" in page_html(page.post(again, follow=True))
    Delivery.objects.update(state="given_up", finished_at=made.made_at)
    assert again in page_html(page.get(path(hook)))
    assert "The message is sent again." in page_html(page.post(again, follow=True))
    assert Delivery.objects.filter(replay_of=made).count() == 1


def test_sending_again_since_a_moment_goes_by_the_clubs_clock(page: Client, hook: Webhook) -> None:
    made = send_test(hook)
    done = {"kind": "rubber.result", "state": "delivered", "finished_at": made.made_at}
    Delivery.objects.update(**done, made_at="2026-11-21T19:30:00Z")
    later = page.post(path(hook, "replay"), {"since": "2026-11-21T20:31"}, follow=True)
    assert "0 messages are sent again." in page_html(later)
    answer = page.post(path(hook, "replay"), {"since": "2026-11-21T20:30"}, follow=True)
    assert "One message is sent again." in page_html(answer)
    assert page.post(path(hook, "replay"), {"since": "soon"}).status_code == 400


@pytest.mark.parametrize(("because", "expected"), [("gone", "gone for good"), ("failing", "for five days")])
def test_page_says_why_it_is_off(page: Client, hook: Webhook, because: str, expected: str) -> None:
    Webhook.objects.update(stopped_at=hook.created_at, stopped_because=because)
    assert expected in page_html(page.get(LIST))
    assert expected in page_html(page.get(path(hook)))


def test_nobody_but_an_owner_gets_in(client: Client, club: Club, hook: Webhook) -> None:
    client.force_login(make_member(club, "clay@example.org", role="director"))
    for address in (LIST, f"{LIST}new/", path(hook)):
        assert client.get(address).status_code == 403
    for address in (path(hook, "change"), path(hook, "act"), path(hook, "replay")):
        assert client.post(address, {"do": "remove"}).status_code == 403
    assert Webhook.objects.exists()
