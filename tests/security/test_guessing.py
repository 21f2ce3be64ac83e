"""Guessing secrets is rate limited for the guesser alone, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
import time_machine
from django.test import Client

from matches.api.core.access import SAME_WRONG_TOKEN, WRONG_TOKENS
from matches.clubs.api_tokens import PREFIX, revoke_token
from matches.clubs.invitations import invite
from matches.models import ApiToken, Club, Membership, User
from matches.pages.clubs.links import WRONG_LINKS
from tests.matches.api.calling import problem, token_for

pytestmark = pytest.mark.django_db

HERE: Final = "203.0.113.7"
ELSEWHERE: Final = "198.51.100.7"


def ask(token: str, address: str = HERE) -> Any:
    return Client(REMOTE_ADDR=address).get("/api/v1/clubs/", headers={"Authorization": f"Bearer {token}"})


def guess(number: int) -> str:
    return f"{PREFIX}{number:040}"


@pytest.fixture(autouse=True)
def _one_minute() -> Iterator[None]:
    with time_machine.travel(1_800_000_010, tick=False):
        yield


class TestTokens:
    def test_who_tries_many_has_to_wait(self, owner: User) -> None:
        for number in range(WRONG_TOKENS.most):
            problem(ask(guess(number)), 401, "invalid_token")
        answer = ask(guess(-1))
        problem(answer, 429, "too_many_requests")
        assert answer.headers["Retry-After"] == "50"
        # A guess that is right does not get through either, or the limit were none.
        problem(ask(token_for(owner)), 429, "too_many_requests")

    def test_others_do_not_wait_for_him(self, owner: User) -> None:
        for number in range(WRONG_TOKENS.most):
            ask(guess(number))
        assert ask(token_for(owner), ELSEWHERE).status_code == 200

    def test_one_connection_has_one_ipv6_network(self) -> None:
        for number in range(WRONG_TOKENS.most):
            ask(guess(number), f"2001:db8:0:1::{number:x}")
        assert ask(guess(-1), "2001:db8:0:1:ffff::1").status_code == 429
        assert ask(guess(-1), "2001:db8:0:2::1").status_code == 401

    def test_program_with_a_token_that_ran_out_stops_itself_alone(self, owner: User) -> None:
        old, good = token_for(owner), token_for(owner)
        assert revoke_token(owner, ApiToken.objects.earliest("pk").public_id)
        answers = [ask(old).status_code for _ in range(SAME_WRONG_TOKEN.most + 1)]
        assert answers == [401] * SAME_WRONG_TOKEN.most + [429]
        assert ask(good).status_code == 200

    def test_good_tokens_count_nothing(self, owner: User) -> None:
        token = token_for(owner)
        assert {ask(token).status_code for _ in range(2 * WRONG_TOKENS.most)} == {200}
        assert ask(guess(1)).status_code == 401


def invitation(club: Club, owner: User) -> str:
    return f"/invitations/{invite(club, by=owner, role=Membership.Role.MEMBER).token}/"


@pytest.mark.parametrize("path", ["/invitations/{}/", "/accounts/password/link/{}/"])
def test_links_that_open_nothing_are_opened_so_often(club: Club, owner: User, path: str) -> None:
    here: Callable[[str], Any] = Client(REMOTE_ADDR=HERE).get
    for number in range(WRONG_LINKS.most):
        assert here(path.format(f"made-up-{number}")).status_code == 302
    refused = here(path.format("made-up"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "50")
    assert here(invitation(club, owner)).status_code == 429
    assert Client(REMOTE_ADDR=ELSEWHERE).get(invitation(club, owner)).status_code == 302


def test_a_whole_club_may_be_invited_in_one_room(club: Club, owner: User) -> None:
    answers = {
        Client(REMOTE_ADDR=HERE).get(invitation(club, owner)).status_code for _ in range(WRONG_LINKS.most + 1)
    }
    assert answers == {302}


def test_made_up_link_fills_no_session(club: Club) -> None:
    client = Client()
    client.get(f"/invitations/{'x' * 5000}/")
    client.get(f"/accounts/password/link/{'x' * 5000}/")
    assert len(str(dict(client.session))) < 200
