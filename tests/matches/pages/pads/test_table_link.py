from __future__ import annotations

import logging
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import signing
from django.test import Client, override_settings
from django.utils import timezone

from matches.models import Club, Rubber
from matches.pads.table_links import DAY, NewLink, make_link, new_token, revoke_links, token_groups
from matches.pages.pads.authorize import NAME, SALT
from matches.rubbers.change_rubbers import void_rubber
from tests.matches.pages.reading import words
from tests.matches.pages.rubbers.entry.people import People, at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

CODE = at("table_link")


@pytest.fixture
def made(people: People, live: Rubber) -> NewLink:
    return make_link(live, by=people.users["Owner"])


def a_minute_begun() -> datetime:
    """Return the twelfth second of the minute after this one."""
    return (timezone.now() + timedelta(minutes=1)).replace(second=12, microsecond=0)


def sent(client: Client, code: str, *, status: int, **headers: str) -> str:
    response = client.post(CODE, {"code": code}, headers=headers)
    assert response.status_code == status
    return words(response.content.decode())


class TestGettingIn:
    def test_code_opens_the_pad_alone(self, client: Client, made: NewLink, live: Rubber) -> None:
        response = client.post(CODE, {"code": token_groups(made.token).lower()})
        assert (response.status_code, response["Location"]) == (303, at("pad", live.public_id))
        assert client.get(at("pad_state", live.public_id)).status_code == 200
        cookie = response.cookies[NAME]
        assert cookie["path"] == f"/pad/{live.public_id}/"
        assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
        day = int(DAY.total_seconds())
        assert day - 60 < int(cookie["max-age"]) <= day

    def test_cookie_is_for_tls_where_there_is_any(self, client: Client, made: NewLink) -> None:
        with override_settings(SESSION_COOKIE_SECURE=True):
            assert client.post(CODE, {"code": made.token}).cookies[NAME]["secure"] is True

    def test_cookie_holds_the_links_id_and_a_random_one(self, client: Client, made: NewLink) -> None:
        values = [client.post(CODE, {"code": made.token}).cookies[NAME].value for _ in range(2)]
        payloads = [signing.loads(value, salt=SALT) for value in values]
        assert [link for link, _device in payloads] == [made.link.public_id] * 2
        assert payloads[0][1] != payloads[1][1]


class TestRefusals:
    def test_wrong_code(self, client: Client, made: NewLink) -> None:
        text = sent(client, new_token(), status=404)
        assert "There is no such code" in text
        assert NAME not in client.cookies

    @pytest.mark.parametrize("code", ["", "x", "\x00" * 16, "é" * 16, "A" * 100_000, "' OR 1=1 --"])
    def test_what_is_no_code(self, client: Client, code: str) -> None:
        assert "There is no such code" in sent(client, code, status=404)

    def test_typed_code_is_shown_again_and_does_nothing(self, client: Client) -> None:
        html = client.post(CODE, {"code": '"><script>'}).content.decode()
        assert 'value="&quot;&gt;&lt;script&gt;"' in html

    def test_run_out(self, client: Client, made: NewLink) -> None:
        with time_machine.travel(timezone.now() + DAY + timedelta(seconds=1)):
            assert "This link has expired" in sent(client, made.token, status=410)

    def test_taken_back(self, client: Client, made: NewLink, club: Club) -> None:
        revoke_links(club, [made.link], by=None)
        assert "This link was revoked" in sent(client, made.token, status=410)

    def test_over_leads_to_result(self, client: Client, people: People, made: NewLink, live: Rubber) -> None:
        void_rubber(live, act=people.act())
        result = f'href="{at("rubber", live.public_id)}"'
        for seen, expected in ((client, False), (people.client("Orford"), True)):
            response = seen.post(CODE, {"code": made.token})
            assert response.status_code == 410
            assert "This rubber is over" in response.content.decode()
            assert (result in response.content.decode()) == expected
            assert NAME not in response.cookies


class TestLimits:
    def test_ten_wrong_codes_a_minute_are_all(self, client: Client, made: NewLink) -> None:
        with time_machine.travel(soon := a_minute_begun(), tick=False):
            for _time in range(10):
                sent(client, new_token(), status=404)
            response = client.post(CODE, {"code": made.token})
            assert (response.status_code, response["Retry-After"]) == (429, "48")
            assert "Too many wrong codes" in response.content.decode()
        with time_machine.travel(soon + timedelta(seconds=48), tick=False):
            assert client.post(CODE, {"code": made.token}).status_code == 303

    def test_right_codes_count_nothing(self, client: Client, made: NewLink) -> None:
        states = [client.post(CODE, {"code": made.token}).status_code for _time in range(30)]
        assert set(states) == {303}

    @pytest.mark.parametrize(
        ("senders", "askers"),
        [
            (["192.0.2.1"] * 10, ("192.0.2.1", "192.0.2.2")),
            ([f"2001:db8:0:1::{number}" for number in range(10)], ("2001:db8:0:1::ffff", "2001:db8:0:2::1")),
        ],
        ids=["another address", "another network of IPv6"],
    )
    def test_others_do_not_wait(self, client: Client, senders: list[str], askers: tuple[str, str]) -> None:
        with time_machine.travel(a_minute_begun(), tick=False):
            for sender in senders:
                client.post(CODE, {"code": new_token()}, REMOTE_ADDR=sender)
            states = [
                client.post(CODE, {"code": new_token()}, REMOTE_ADDR=each).status_code for each in askers
            ]
        assert states == [429, 404]

    def test_behind_a_proxy_the_address_is_the_one_that_it_tells(self, client: Client) -> None:
        with (
            override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1),
            time_machine.travel(a_minute_begun(), tick=False),
        ):
            # An address that the caller states is the header's first, and does not count.
            for number in range(10):
                sent(client, new_token(), status=404, X_Forwarded_For=f"10.0.0.{number}, 192.0.2.1")
            sent(client, new_token(), status=429, X_Forwarded_For="10.0.0.99, 192.0.2.1")
            sent(client, new_token(), status=404, X_Forwarded_For="10.0.0.99, 192.0.2.2")


class TestLog:
    def test_refusals_are_logged_by_link_never_by_address_or_code(
        self, client: Client, made: NewLink, club: Club, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        guessed = new_token()
        client.post(CODE, {"code": guessed}, REMOTE_ADDR="192.0.2.1")
        revoke_links(club, [made.link], by=None)
        client.post(CODE, {"code": made.token}, REMOTE_ADDR="192.0.2.1")
        ours = [each.getMessage() for each in caplog.records if each.name == "matches.pads"]
        assert ours == [
            "table link refused: unknown, link unknown",
            f"table link refused: link_revoked, link {made.link.public_id} ({made.link.hint}...)",
        ]
        assert not [each for each in caplog.records if {guessed, made.token} & set(each.getMessage().split())]
        assert "192.0.2.1" not in caplog.text
        assert guessed not in caplog.text
        assert made.token not in caplog.text

    def test_code_stands_in_no_address_and_no_answer(self, client: Client, made: NewLink) -> None:
        response = client.post(CODE, {"code": made.token}, follow=True)
        headers = (response.redirect_chain, str(response.headers), str(response.cookies))
        assert made.token not in f"{headers} {response.content.decode()}"
