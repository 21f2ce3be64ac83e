"""Count right answers in a row, with an account or without, in a signed cookie that names nobody.

The cookie is signed for one user, or for visitors: another user of the same browser begins a count of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

COOKIE: Final = "practice"
SALT: Final = "practice"
KEPT_FOR: Final = 365 * 24 * 3600
MOST_SHOWN: Final = 14
"""The number of today's answers that the cookie keeps, the latest last."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Right answers in a row: those of today (``now``), and the most ever (``best``).

    ``today`` has one letter for each of today's answers, "1" for a right one, else "0". ``last`` names the question
    that was answered last, so that a form sent twice counts once.
    """

    day: str = ""
    now: int = 0
    best: int = 0
    today: str = ""
    last: str = ""

    @property
    def answers(self) -> list[bool]:
        return [each == "1" for each in self.today]

    @property
    def text(self) -> str:
        """The count in words: "2 right in a row · best 7"; "" before the first right answer."""
        parts = []
        if self.now:
            text = ngettext("%(number)s right in a row", "%(number)s right in a row", self.now)
            parts.append(text % {"number": self.now})
        if self.best > self.now:
            parts.append(_("best %(number)s") % {"number": self.best})
        return " · ".join(parts)


def read_streak(request: HttpRequest) -> Streak:
    """Return the count of this browser. It begins anew each day, and if the cookie is missing or not signed here."""
    today = timezone.localdate().isoformat()
    try:
        day, now, best, answers, last = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_salt(request))
    except (signing.BadSignature, ValueError):
        return Streak(day=today)
    kept = Streak(day, now, best, answers, last)
    return kept if day == today else Streak(day=today, best=best)


def count_answer(request: HttpRequest, response: HttpResponseBase, *, question: str, is_right: bool) -> None:
    """Count an answer in the cookie of ``response``. Nothing changes if ``question`` was the one answered last."""
    streak = read_streak(request)
    if streak.last == question:
        return
    now = streak.now + 1 if is_right else 0
    streak = replace(
        streak,
        now=now,
        best=max(streak.best, now),
        today=(streak.today + ("1" if is_right else "0"))[-MOST_SHOWN:],
        last=question,
    )
    values = [streak.day, streak.now, streak.best, streak.today, streak.last]
    response.set_cookie(
        COOKIE,
        signing.dumps(values, salt=_salt(request)),
        max_age=KEPT_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _salt(request: HttpRequest) -> str:
    return f"{SALT} {request.user.pk or ''}"
