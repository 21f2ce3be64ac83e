"""Draws that somebody asked for and that are not made yet: whose they are to make, and what became of them.

A claim is the time until which it holds, written by a conditional UPDATE. It runs out, so that a killed worker's
draw is taken over; and a worker that comes back too late finds it gone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import orjson
from django.db import DatabaseError, InterfaceError
from django.db.models import F, QuerySet
from django.utils import timezone

from matches.common.claims import is_unclaimed, let_go, shared_now
from matches.models import DrawRequest

CLAIM: Final = timedelta(seconds=60)
PROGRESS_EVERY_SECONDS: Final = 1.0
MOST_ATTEMPTS: Final = 3
"""A draw that this many workers began and none finished kills them."""
GIVEN_UP: Final = "draw_given_up"
BROKEN_OFF: Final = "draw_broken_off"
STALE: Final = "draw_stale"
REASON_NEEDED: Final = "reason_needed"
PROBLEM_CODES: Final[dict[str, tuple[str, ...]]] = {
    GIVEN_UP: (),
    BROKEN_OFF: (),
    STALE: (),
    REASON_NEEDED: (),
}
"""What keeps a draw from being made beside what the event's life forbids. ``draw_given_up``: it was begun too often;
``draw_broken_off``: a fault of the service; ``draw_stale``: results came in faster than it could be made;
``reason_needed``: it was asked for without one.
"""


class ClaimLostError(Exception):
    """Another worker has taken the draw over, or it is made."""


def draws_to_make() -> QuerySet[DrawRequest]:
    """Draws that nobody is making: not begun, or their maker's claim has run out. The oldest first."""
    return DrawRequest.objects.filter(is_unclaimed(CLAIM), finished_at__isnull=True).order_by("pk")


def problem_text(code: str, *params: Any) -> str:
    """A problem as it is stored: a list of code and parameters, as JSON."""
    return orjson.dumps([code, *params]).decode()


def problem_of(request: DrawRequest) -> Sequence[Any]:
    """Code and parameters of what kept the draw from being made: one of ``lifecycle.ERROR_CODES`` or of
    ``PROBLEM_CODES``; empty where nothing did.
    """
    return tuple(orjson.loads(request.problem)) if request.problem else ()


class DrawClaim:
    """One maker's claim on one draw. Its writes are statements of their own: call them outside any transaction."""

    def __init__(self, request_id: int) -> None:
        self._request_id = request_id
        self._until = shared_now()
        self._told = time.monotonic()
        self.attempts = 0

    def take(self) -> bool:
        """Claim the draw, where nobody makes it; ``attempts`` counts this one."""
        self._until = shared_now() + CLAIM
        free = draws_to_make().order_by().filter(pk=self._request_id)
        if not free.update(claimed_until=self._until, attempts=F("attempts") + 1):
            return False
        self.attempts = self.mine().values_list("attempts", flat=True).get()
        return True

    def progress(self, done: int, total: int) -> None:
        """Say how far the draw is, once in a while, and claim it for longer. Raises ``ClaimLostError``."""
        now = time.monotonic()
        if now - self._told < PROGRESS_EVERY_SECONDS:
            return
        self._told = now
        until = shared_now() + CLAIM
        if not self.mine().update(done=min(done, total), total=total, claimed_until=until):
            raise ClaimLostError
        self._until = until

    def finish(self, problem: str = "") -> bool:
        """The draw is made, or ``problem`` keeps it from being made; False where the claim was lost."""
        ended: dict[str, Any] = {"finished_at": timezone.now(), "claimed_until": None, "problem": problem}
        if not problem:
            ended["done"] = F("total")
        return self.mine().update(**ended) == 1

    def let_go(self, error: DatabaseError | InterfaceError) -> None:
        """Somebody has to begin again."""
        let_go(self.mine(), error)

    def mine(self) -> QuerySet[DrawRequest]:
        return DrawRequest.objects.filter(
            pk=self._request_id, claimed_until=self._until, finished_at__isnull=True
        )
