"""Draw a stage, or its next round: at once if the field is small, and otherwise in a worker.

A draw is computed without a lock, so that results can still be entered. Then the event is locked; if it has
changed meanwhile, the draw is computed again.

A worker claims a draw by a conditional UPDATE that stores the time at which the claim expires. After that another
worker may take over; a worker that returns too late finds that it has lost its claim.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import orjson
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from matches.common.claims import is_unclaimed, release_claim, shared_now
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.enqueue import enqueue_draws
from matches.common.stored_facts import event_stream
from matches.events.errors import ChangedMeanwhileError, DrawUnderWayError, ReasonNeededError, StaleEventError
from matches.events.event_state import event_log, event_state
from matches.events.record_facts import LockedEvent, append_facts, locked_row
from matches.models import DrawRequest, Event, User
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw import draw_next
from matches.rules.events.draw_rules import check_may_draw

CLAIM: Final = timedelta(seconds=60)
PROGRESS_EVERY_SECONDS: Final = 1.0
MOST_ATTEMPTS: Final = 3
"""The maximum number of claims on a draw: one that is never finished in so many probably kills its workers."""
MOST_COMPUTATIONS: Final = 5
"""The maximum number of times that a draw is computed on one claim, because the event changed meanwhile."""
DRAWN_AT_ONCE: Final = 128
"""The maximum number of entrants for which a draw is computed during the request. That takes a second at most."""
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
"""Problems that can keep a draw from being made, besides ``EventActError``; none of these codes has parameters.

``draw_given_up``: there were too many attempts. ``draw_broken_off``: the service failed. ``draw_stale``: results came
in faster than the draw could be made. ``reason_needed``: the draw was requested without a reason.
"""

logger = logging.getLogger(__name__)


class ClaimLostError(Exception):
    """A worker's claim has ended: another has claimed the draw, or the draw has been made."""


def draws_to_make() -> QuerySet[DrawRequest]:
    """Return the requested draws, oldest first, that no worker has begun or whose last claim has expired."""
    return DrawRequest.objects.filter(is_unclaimed(CLAIM), finished_at__isnull=True).order_by("pk")


def problem_text(code: str, *params: Any) -> str:
    """Return a problem as the text that a draw request stores: a JSON list of code and parameters."""
    return orjson.dumps([code, *params]).decode()


def problem_of(request: DrawRequest) -> Sequence[Any]:
    """Return why the draw failed, as a code (``act_errors.ERROR_CODES``, ``PROBLEM_CODES``) and its parameters.

    The result is empty if the draw did not fail.
    """
    return tuple(orjson.loads(request.problem)) if request.problem else ()


class DrawClaim:
    """A worker's claim on a requested draw. Call its methods outside transactions: writes count at once."""

    def __init__(self, request_id: int) -> None:
        self._request_id = request_id
        self._until = shared_now()
        self._reported_at = time.monotonic()
        self.attempts = 0

    def take(self) -> bool:
        """Claim the draw, and count the attempt in ``attempts``. Return False if it is claimed or made."""
        self._until = shared_now() + CLAIM
        free = draws_to_make().order_by().filter(pk=self._request_id)
        if not free.update(claimed_until=self._until, attempts=F("attempts") + 1):
            return False
        self.attempts = self.mine().values_list("attempts", flat=True).get()
        return True

    def progress(self, done: int, total: int) -> None:
        """Store the progress, once a second at most, and extend the claim. Raises ``ClaimLostError`` if it ended."""
        now = time.monotonic()
        if now - self._reported_at < PROGRESS_EVERY_SECONDS:
            return
        self._reported_at = now
        until = shared_now() + CLAIM
        if not self.mine().update(done=min(done, total), total=total, claimed_until=until):
            raise ClaimLostError
        self._until = until

    def finish(self, problem: str = "") -> bool:
        """Store that the draw was made, or why it failed. Return False if the claim has ended."""
        columns: dict[str, Any] = {"finished_at": timezone.now(), "claimed_until": None, "problem": problem}
        if not problem:
            columns["done"] = F("total")
        return self.mine().update(**columns) == 1

    def release(self, error: DatabaseError | InterfaceError) -> None:
        """Release the claim after a database error, so that another worker can begin again."""
        release_claim(self.mine(), error)

    def mine(self) -> QuerySet[DrawRequest]:
        return DrawRequest.objects.filter(
            pk=self._request_id, claimed_until=self._until, finished_at__isnull=True
        )


def request_draw(event: Event, stage: int, *, act: CommandContext) -> DrawRequest:
    """Command to draw a stage, or a Swiss stage's next round, either at once or in a worker.

    Return the draw request. If its ``finished_at`` is set, the draw has been made. A repeated command returns
    the same request. Raises ``DrawUnderWayError`` if a draw of the event is pending, ``StaleEventError`` if
    the event has changed since the actor saw it, and ``EventActError`` if the rules do not allow a draw now.
    An error in a worker is stored in the request (``problem_of``). Call it outside any
    transaction: otherwise the event stays locked until the transaction ends.
    """
    key = log_key(act, event_stream(event))
    if before := DrawRequest.objects.filter(event=event, key=key).first():
        return before
    if event.entrants.filter(is_entered=True).count() <= DRAWN_AT_ONCE:
        try:
            return _draw_at_once(event, stage, key, act)
        except ChangedMeanwhileError:
            logger.info("event %s changes too often to be drawn at once", event.public_id)
    return _queue_draw(event, stage, key, act)


def _draw_at_once(event: Event, stage: int, key: str, act: CommandContext) -> DrawRequest:
    made: list[DrawRequest] = []

    def finish(row: Event) -> None:
        defaults = {"stage": stage, "by": act.by, "reason": act.reason, "finished_at": timezone.now()}
        made.append(DrawRequest.objects.get_or_create(event=row, key=key, defaults=defaults)[0])

    draw = _Draw(event=event, stage=stage, key=key, by=act.by, reason=act.reason)
    draw.make(check=lambda row: _check_no_conflict(row, act), finish=finish)
    return made[0]


def _queue_draw(event: Event, stage: int, key: str, act: CommandContext) -> DrawRequest:
    with transaction.atomic():
        row = locked_row(event)
        if before := DrawRequest.objects.filter(event=row, key=key).first():
            return before
        _check_no_conflict(row, act)
        check_may_draw(event_state(row), stage)
        request = DrawRequest.objects.create(event=row, stage=stage, by=act.by, key=key, reason=act.reason)
        transaction.on_commit(lambda: enqueue_draws([request.pk]))
    return request


def _check_no_conflict(row: Event, act: CommandContext) -> None:
    if pending := DrawRequest.objects.filter(event=row, finished_at__isnull=True).first():
        raise DrawUnderWayError(pending)
    if act.version is not None and act.version != row.version:
        raise StaleEventError(row)


def make_draw(request_id: int) -> bool:
    """Make a requested draw (primary key), in a worker. Return whether this call settled the request.

    It is settled if the draw was made, or the problem that prevents it was stored. Otherwise another worker makes the
    draw, or has settled the request.
    """
    claim = DrawClaim(request_id)
    if not claim.take():
        return False
    if claim.attempts > MOST_ATTEMPTS:
        return claim.finish(problem_text(GIVEN_UP))
    request = DrawRequest.objects.select_related("event", "by").get(pk=request_id)
    draw = _Draw(
        event=request.event,
        stage=request.stage,
        key=request.key,
        by=request.by,
        reason=request.reason,
        progress=claim.progress,
    )

    def finish(row: Event) -> None:
        if not claim.finish():
            raise ClaimLostError

    try:
        draw.make(check=lambda row: None, finish=finish)
    except ClaimLostError:
        return False
    except EventActError as error:
        return claim.finish(problem_text(error.code, *error.params))
    except ReasonNeededError:
        return claim.finish(problem_text(REASON_NEEDED))
    except ChangedMeanwhileError:
        return claim.finish(problem_text(STALE))
    except (OperationalError, InterfaceError) as error:
        # The database failed, perhaps not the draw: the sweep will find the request again.
        claim.release(error)
        raise
    except Exception:
        logger.exception("draw request %s could not be carried out", request_id)
        return claim.finish(problem_text(BROKEN_OFF))
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draw:
    """A draw to be made. ``progress``, if any, is called with the number of steps done and of all steps."""

    event: Event
    stage: int
    key: str
    by: User
    reason: str
    progress: Callable[[int, int], None] | None = None

    def make(self, *, check: Callable[[Event], None], finish: Callable[[Event], None]) -> None:
        """Compute the draw, and append it to the event's log.

        ``check`` is called before the draw is appended, and ``finish`` after that, in the same transaction. If
        the draw was appended before under the same idempotency key, only ``finish`` is called. Raises
        ``ChangedMeanwhileError``, and whatever ``check``, ``finish``, ``draw_next`` and ``append_facts`` raise.
        """
        for _ in range(MOST_COMPUTATIONS):
            seen = Event.objects.values_list("version", "log_position", "rows_key").get(pk=self.event.pk)
            log = event_log(self.event)
            state = log.state
            payload = None if done_before(self.key) else draw_next(state, self.stage, progress=self.progress)
            with transaction.atomic():
                row = locked_row(self.event)
                if payload is None or done_before(self.key):
                    return finish(row)
                check(row)
                # The state is current if nothing was appended to the event since, and none of its players merged.
                if (row.version, row.log_position, row.rows_key) == seen:
                    append_facts(
                        LockedEvent(row, log, state),
                        [("drawn", payload)],
                        by=self.by,
                        reason=self.reason,
                        key=self.key,
                    )
                    return finish(row)
        raise ChangedMeanwhileError
