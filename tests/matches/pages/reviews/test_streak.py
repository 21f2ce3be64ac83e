"""Right answers in a row are counted in a cookie, for a visitor and for each user apart."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from matches.models import User
from matches.pages.reviews import streak
from matches.pages.reviews.streak import COOKIE, Streak, count_answer, read_streak


class Browser:
    """Answer questions as one browser, which keeps the cookie."""

    def __init__(self, user: User | AnonymousUser | None = None) -> None:
        self.user = user or AnonymousUser()
        self.cookie = ""

    def read(self) -> Streak:
        request = RequestFactory().get("/")
        request.user = self.user
        request.COOKIES[COOKIE] = self.cookie
        return read_streak(request)

    def answer(self, *answers: bool, question: str = "") -> Streak:
        for is_right in answers:
            request = RequestFactory().get("/")
            request.user = self.user
            request.COOKIES[COOKIE] = self.cookie
            response = HttpResponse()
            name = question or f"{len(self.read().today)} {self.read().last}"
            count_answer(request, response, question=name, is_right=is_right)
            if COOKIE in response.cookies:
                self.cookie = response.cookies[COOKIE].value
        return self.read()


def test_wrong_answer_ends_the_count_and_the_best_stays() -> None:
    browser = Browser()
    assert browser.read().text == ""
    assert browser.answer(True, True).text == "2 right in a row"
    after = browser.answer(False)
    assert (after.now, after.best, after.answers, after.text) == (0, 2, [True, True, False], "best 2")
    assert browser.answer(True).text == "1 right in a row · best 2"


def test_form_sent_twice_counts_once() -> None:
    browser = Browser()
    browser.answer(True, True, question="position 3")
    assert browser.read().now == 1


def test_next_day_begins_anew_and_keeps_the_best() -> None:
    browser = Browser()
    browser.answer(True, True, True)
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        kept = browser.read()
    assert (kept.now, kept.best, kept.answers) == (0, 3, [])


def test_only_the_latest_answers_of_a_day_are_kept() -> None:
    assert len(Browser().answer(*[True, False] * 20).answers) == streak.MOST_SHOWN


def test_cookie_of_another_user_counts_nothing(db: None) -> None:
    browser = Browser()
    browser.answer(True)
    browser.user = User.objects.create_user("clay@example.org")
    assert browser.read().best == 0
    browser.answer(True, True)
    browser.user = AnonymousUser()
    assert browser.read().best == 0
    browser.cookie = "1.2.3"
    assert browser.read().best == 0


def test_cookie_names_nobody_and_is_not_for_scripts(settings: Settings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    request, response = RequestFactory().get("/"), HttpResponse()
    request.user = AnonymousUser()
    count_answer(request, response, question="position 1", is_right=True)
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
