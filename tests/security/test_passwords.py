"""Guessing passwords is slow, from one network or many, and nobody is locked out by other people's guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import User
from matches.pages.accounts.password_tries import (
    TRIES,
    WRONG_FOR_ACCOUNT,
    WRONG_HERE,
    WRONG_IN_BROWSER,
    WRONG_OF_NETWORK,
)
from tests.matches.pages.accounts.test_accounts import code_of
from tests.matches.pages.reading import words
from tests.security.conftest import PASSWORD

pytestmark = pytest.mark.django_db

WRONG: Final = "wrong"
HERE: Final = "203.0.113.7"
ELSEWHERE: Final = "198.51.100.7"
NOW: Final = 1_800_000_000 + 3600 - 1_800_000_000 % 3600
"""An hour begins: no limit's time ends between two tries."""
OWNER: Final = "owner@example.org"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def _owner(owner: User) -> None:
    owner.set_password(PASSWORD)
    owner.save()


def at(address: str = HERE) -> Client:
    return Client(REMOTE_ADDR=address)


def network(number: int) -> str:
    return f"10.{number // 250}.{number % 250}.1"


def try_password(browser: Client, password: str = WRONG, email: str = OWNER) -> str:
    """Try to log in. Return ``in``, ``wrong``, or the sentence that says when to try again."""
    answer = browser.post("/accounts/login/", {"login": email, "password": password})
    if answer.status_code == 302:
        return "in"
    page_text = words(answer.content.decode())
    if "are not correct" in page_text:
        return "wrong"
    start = page_text.index("Too many tries")
    return page_text[start : page_text.index(".", page_text.index("Try again")) + 1]


def known_browser(address: str = HERE, password: str = PASSWORD) -> Client:
    """Signed in to the owner's account from there before, and signed out again."""
    browser = at(address)
    assert try_password(browser, password) == "in"
    browser.post("/accounts/logout/")
    return browser


def half_in(address: str = HERE) -> Client:
    """Return a browser after the password, before the code."""
    browser = at(address)
    assert try_password(browser, PASSWORD) == "in"
    return browser


def browser_of_another_account() -> Client:
    """Known, but not for the owner's account."""
    user, _is_new = User.objects.get_or_create(email="other@example.org")
    user.set_password(PASSWORD)
    user.save()
    browser = at()
    assert try_password(browser, PASSWORD, user.email) == "in"
    browser.post("/accounts/logout/")
    return browser


def guess_everywhere(*, email: str = OWNER) -> list[str]:
    """Return the responses to a guesser who keeps changing networks, until the account's own limit is passed."""
    networks = WRONG_FOR_ACCOUNT.most // WRONG_HERE.most + 1
    return [
        try_password(at(network(number)), email=email)
        for number in range(networks)
        for _ in range(WRONG_HERE.most)
    ]


class TestByAccountAndNetwork:
    def test_stranger_elsewhere_locks_nobody_out(self) -> None:
        for _ in range(2 * WRONG_HERE.most):
            try_password(at(ELSEWHERE))
        assert try_password(at(), PASSWORD) == "in"

    def test_guesser_waits_even_with_the_right_one(self, clock: time_machine.Traveller) -> None:
        answers = [try_password(at()) for _ in range(WRONG_HERE.most + 1)]
        assert answers == ["wrong"] * WRONG_HERE.most + ["Too many tries. Try again in 5 minutes."]
        clock.shift(WRONG_HERE.seconds - 61)
        assert try_password(at(), PASSWORD) == "Too many tries. Try again in 2 minutes."
        clock.shift(2)
        assert try_password(at(), PASSWORD) == "Too many tries. Try again in 1 minute."
        clock.shift(59)
        assert try_password(at(), PASSWORD) == "in"

    def test_address_in_other_letters_is_the_same_account(self) -> None:
        for email in (OWNER, OWNER.upper(), f" {OWNER}", OWNER.title(), OWNER.replace("o", "O")):
            try_password(at(), email=email)
        assert try_password(at()).startswith("Too many")

    def test_one_connection_has_one_ipv6_network(self) -> None:
        for number in range(WRONG_HERE.most):
            try_password(at(f"2001:db8:0:1::{number:x}"))
        assert try_password(at("2001:db8:0:1:ffff::1")).startswith("Too many")
        assert try_password(at("2001:db8:0:2::1"), PASSWORD) == "in"

    def test_right_ones_count_no_wrong(self) -> None:
        for _ in range(2 * WRONG_HERE.most):
            assert try_password(at(), PASSWORD) == "in"
        assert [try_password(at()) for _ in range(WRONG_HERE.most)] == ["wrong"] * WRONG_HERE.most

    def test_password_asked_for_again_counts_among_them(self) -> None:
        browser = at()
        browser.force_login(User.objects.get(email=OWNER))
        answers = [
            words(browser.post("/accounts/reauthenticate/", {"password": "wrong"}).content.decode())
            for _ in range(WRONG_HERE.most + 1)
        ]
        assert ["Incorrect password" in each for each in answers] == [True] * WRONG_HERE.most + [False]
        assert "Too many tries. Try again in 5 minutes." in answers[-1]


class TestWider:
    def test_network_that_tries_many_accounts_waits(self, clock: time_machine.Traveller) -> None:
        for number in range(WRONG_OF_NETWORK.most):
            assert try_password(at(), email=f"{number}@example.org") == "wrong"
        assert try_password(at(), PASSWORD) == "Too many tries. Try again in 1 minute."
        assert try_password(at(ELSEWHERE), PASSWORD) == "in"
        clock.shift(60)
        assert try_password(at(), PASSWORD) == "in"

    def test_right_ones_are_limited_too_as_each_costs_work(self) -> None:
        answers = [try_password(at(), PASSWORD) for _ in range(TRIES.most + 1)]
        assert answers == ["in"] * TRIES.most + ["Too many tries. Try again in 1 minute."]
        assert try_password(at(ELSEWHERE), PASSWORD) == "in"

    @pytest.mark.long
    def test_one_network_alone_does_not_reach_the_accounts_own_limit(
        self, clock: time_machine.Traveller
    ) -> None:
        """The limit holds with both kinds of address, and for any number of tries during the wait."""
        for _ in range(WRONG_FOR_ACCOUNT.seconds // 60 - 1):
            for _ in range(WRONG_HERE.most):
                try_password(at(ELSEWHERE))
                try_password(at("2001:db8:0:1::1"))
            clock.shift(60)
        assert try_password(at(ELSEWHERE)).startswith("Too many")
        assert try_password(at(), PASSWORD) == "in"

    def test_many_networks_together_are_bounded(self, clock: time_machine.Traveller) -> None:
        answers = guess_everywhere()
        most = WRONG_FOR_ACCOUNT.most
        assert answers[:most] == ["wrong"] * most
        assert set(answers[most:]) == {"Too many tries. Try again in 60 minutes."}
        assert try_password(at(), PASSWORD).startswith("Too many")
        clock.shift(WRONG_FOR_ACCOUNT.seconds)
        assert try_password(at(), PASSWORD) == "in"

    def test_tries_that_were_refused_use_nothing_up(self, clock: time_machine.Traveller) -> None:
        for number in range(WRONG_OF_NETWORK.most):
            try_password(at(), email=f"{number}@example.org")
        for _ in range(WRONG_HERE.most):
            assert try_password(at()).startswith("Too many")
        clock.shift(60)
        assert [try_password(at()) for _ in range(WRONG_HERE.most)] == ["wrong"] * WRONG_HERE.most

    @pytest.mark.long
    def test_longest_wait_is_the_one_that_is_told(self) -> None:
        for _ in range(WRONG_HERE.most):
            try_password(at())
        guess_everywhere()
        assert try_password(at(), PASSWORD) == "Too many tries. Try again in 60 minutes."


class TestKnownBrowser:
    @pytest.mark.parametrize("attack", ["one account", "many accounts", "many networks"])
    def test_is_locked_out_by_nobody_else(self, attack: str) -> None:
        browser = known_browser()
        if attack == "many networks":
            guess_everywhere()
        for number in range(TRIES.most):
            try_password(at(), email=f"{number}@example.org" if attack == "many accounts" else OWNER)
        assert try_password(at(), PASSWORD).startswith("Too many")
        assert try_password(browser, PASSWORD) == "in"

    def test_has_a_bound_of_its_own(self, clock: time_machine.Traveller) -> None:
        browser = known_browser()
        answers = [try_password(browser) for _ in range(WRONG_IN_BROWSER.most + 1)]
        assert answers == ["wrong"] * WRONG_IN_BROWSER.most + ["Too many tries. Try again in 5 minutes."]
        browser.defaults["REMOTE_ADDR"] = ELSEWHERE
        assert try_password(browser, PASSWORD).startswith("Too many")
        assert try_password(at(), PASSWORD) == "in"
        clock.shift(WRONG_IN_BROWSER.seconds)
        assert try_password(browser, PASSWORD) == "in"

    def test_is_known_for_its_own_account_alone(self) -> None:
        browser = browser_of_another_account()
        answers = [try_password(browser) for _ in range(WRONG_HERE.most + 1)]
        assert answers[-1].startswith("Too many")
        assert try_password(at(), PASSWORD).startswith("Too many")

    def test_limits_its_right_ones_too(self) -> None:
        browser = known_browser()
        answers = []
        for _ in range(TRIES.most + 1):
            cookie = browser.cookies["known_browser"].value
            answers.append(try_password(browser, PASSWORD))
            browser.post("/accounts/logout/")
            browser.cookies["known_browser"] = cookie
        assert answers == ["in"] * TRIES.most + ["Too many tries. Try again in 1 minute."]


class TestWhoHasAnAccount:
    def test_same_words_at_the_same_try(self) -> None:
        answers = [
            [try_password(at(address), email=email) for _ in range(WRONG_HERE.most + 2)]
            for address, email in ((HERE, OWNER), (ELSEWHERE, "nobody@example.org"))
        ]
        assert answers[0] == answers[1]

    @pytest.mark.long
    def test_same_words_from_everywhere(self) -> None:
        everywhere = guess_everywhere()
        cache.clear()
        assert everywhere == guess_everywhere(email="nobody@example.org")

    @pytest.mark.parametrize("is_known", [False, True])
    def test_same_work(self, is_known: bool) -> None:
        work = []
        for email in (OWNER, "nobody@example.org"):
            browser = browser_of_another_account() if is_known else at()
            with CaptureQueriesContext(connection) as queries:
                try_password(browser, email=email)
            work.append([re.sub(rf"{email}|_curs_\w+", "", each["sql"]) for each in queries.captured_queries])
        assert work[0] == work[1]


class TestCodes:
    def test_are_guessed_slowly_from_wherever_one_comes(self, clock: time_machine.Traveller) -> None:
        secret = generate_totp_secret()
        TOTP.activate(User.objects.get(email=OWNER), secret)
        answers = []
        for number in range(6):
            browser = half_in(network(number))
            answer = browser.post("/accounts/2fa/authenticate/", {"code": "000000"})
            answers.append(words(answer.content.decode()))
        assert ["Incorrect code" in each for each in answers] == [True] * 5 + [False]
        assert "Too many wrong codes. Try again in five minutes." in answers[-1]
        clock.shift(301)
        browser = half_in()
        browser.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
        assert "_auth_user_id" in browser.session

    def test_wrong_ones_of_some_stop_no_other_in_the_room(self, clock: time_machine.Traveller) -> None:
        secret = generate_totp_secret()
        TOTP.activate(User.objects.get(email=OWNER), secret)
        for number in range(3):
            user = User.objects.create_user(f"{number}@example.org", PASSWORD)
            TOTP.activate(user, generate_totp_secret())
            browser = at()
            try_password(browser, PASSWORD, user.email)
            clock.shift(1)
            for _ in range(5):
                browser.post("/accounts/2fa/authenticate/", {"code": "000000"})
        browser = half_in()
        browser.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
        assert "_auth_user_id" in browser.session
