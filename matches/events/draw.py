"""Draws of a stage's next round or of a whole stage: small ones at once, large ones by a worker.

What is drawn is worked out without any lock, so that results go on coming in; only then is the event locked, and
where something has changed meanwhile it is worked out again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from matches.common.command_context import Act, done_before, log_key
from matches.common.enqueue import enqueue_draws
from matches.events.current_state import event_log, event_state, event_stream
from matches.events.draw_requests import (
    BROKEN_OFF,
    GIVEN_UP,
    MOST_ATTEMPTS,
    REASON_NEEDED,
    STALE,
    ClaimLostError,
    DrawClaim,
    problem_text,
)
from matches.events.errors import (
    ChangedMeanwhileError,
    DrawUnderWayError,
    ReasonNeededError,
    StaleEventError,
)
from matches.events.record_facts import LockedEvent, append_facts, locked_row
from matches.models import DrawRequest, Event, User
from matches.rules.events.checks.draws import check_may_draw
from matches.rules.events.checks.lifecycle import EventActError
from matches.rules.events.draw import draw_next

DRAWN_AT_ONCE: Final = 128
"""Fields up to this size are drawn while the director waits: a second or less."""
MOST_TRIES: Final = 5

logger = logging.getLogger(__name__)


def request_draw(event: Event, stage: int, *, act: Act) -> DrawRequest:
    """Draw what is next of a stage, at once or by a worker; ``finished_at`` of what comes back tells which.

    The same act asks once. Raises ``DrawUnderWayError`` where a draw is being made, ``StaleEventError``, and
    ``EventActError`` where it may not be made now; a worker leaves what it finds as the request's problem
    (``draw_requests.problem_of``). Call it outside any transaction, or the event stays locked until that ends.
    """
    key = log_key(act, event_stream(event))
    if before := DrawRequest.objects.filter(event=event, key=key).first():
        return before
    if event.entrants.filter(is_entered=True).count() <= DRAWN_AT_ONCE:
        try:
            return _made_at_once(event, stage, key, act)
        except ChangedMeanwhileError:
            logger.info("event %s changes too often to be drawn at once", event.public_id)
    return _left_to_worker(event, stage, key, act)


def _made_at_once(event: Event, stage: int, key: str, act: Act) -> DrawRequest:
    made: list[DrawRequest] = []

    def finish(row: Event) -> None:
        told = {"stage": stage, "by": act.by, "reason": act.reason, "finished_at": timezone.now()}
        made.append(DrawRequest.objects.get_or_create(event=row, key=key, defaults=told)[0])

    draw = _Draw(event, stage, key=key, by=act.by, reason=act.reason)
    draw.make(begin=lambda row: _refuse(row, act), end=finish)
    return made[0]


def _left_to_worker(event: Event, stage: int, key: str, act: Act) -> DrawRequest:
    with transaction.atomic():
        row = locked_row(event)
        if before := DrawRequest.objects.filter(event=row, key=key).first():
            return before
        _refuse(row, act)
        check_may_draw(event_state(row), stage)
        request = DrawRequest.objects.create(event=row, stage=stage, by=act.by, key=key, reason=act.reason)
        transaction.on_commit(lambda: enqueue_draws([request.pk]))
    return request


def _refuse(row: Event, act: Act) -> None:
    if waiting := DrawRequest.objects.filter(event=row, finished_at__isnull=True).first():
        raise DrawUnderWayError(waiting)
    if act.version is not None and act.version != row.version:
        raise StaleEventError(row)


def make_draw(request_id: int) -> bool:
    """Make a draw that was asked for; False where it is made, or somebody is at it."""
    claim = DrawClaim(request_id)
    if not claim.take():
        return False
    if claim.attempts > MOST_ATTEMPTS:
        return claim.finish(problem_text(GIVEN_UP))
    request = DrawRequest.objects.select_related("event", "by").get(pk=request_id)
    draw = _Draw(
        request.event,
        request.stage,
        key=request.key,
        by=request.by,
        reason=request.reason,
        progress=claim.progress,
    )

    def finish(row: Event) -> None:
        if not claim.finish():
            raise ClaimLostError

    try:
        draw.make(begin=lambda row: None, end=finish)
    except ClaimLostError:
        return False
    except EventActError as error:
        return claim.finish(problem_text(error.code, *error.params))
    except ReasonNeededError:
        return claim.finish(problem_text(REASON_NEEDED))
    except ChangedMeanwhileError:
        return claim.finish(problem_text(STALE))
    except (OperationalError, InterfaceError) as error:
        # The database failed, and perhaps not the draw: the sweep finds it again.
        claim.let_go(error)
        raise
    except Exception:
        logger.exception("draw request %s could not be carried out", request_id)
        return claim.finish(problem_text(BROKEN_OFF))
    return True


class _Draw:
    """One draw, from the state that it is worked out of to its entry in the log."""

    def __init__(
        self,
        event: Event,
        stage: int,
        *,
        key: str,
        by: User,
        reason: str,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.event = event
        self.stage = stage
        self.key = key
        self.by = by
        self.reason = reason
        self.progress = progress

    def make(self, *, begin: Callable[[Event], None], end: Callable[[Event], None]) -> None:
        """Work it out and append it; ``begin`` and ``end`` are called around that, in its transaction. Of what was
        appended before under the same key only ``end`` is left.

        Raises ``ChangedMeanwhileError``, and what ``begin``, ``end``, ``draw_next`` and ``append_facts`` raise.
        """
        for _ in range(MOST_TRIES):
            seen = Event.objects.values_list("version", "log_position", "rows_key").get(pk=self.event.pk)
            log = event_log(self.event)
            state = log.state
            payload = None if done_before(self.key) else draw_next(state, self.stage, progress=self.progress)
            with transaction.atomic():
                row = locked_row(self.event)
                if payload is None or done_before(self.key):
                    return end(row)
                begin(row)
                # What was read is still so, as long as nothing was noted for the event since, and nobody in it merged.
                if (row.version, row.log_position, row.rows_key) == seen:
                    append_facts(
                        LockedEvent(row, log, state),
                        [("drawn", payload)],
                        by=self.by,
                        reason=self.reason,
                        key=self.key,
                    )
                    return end(row)
        raise ChangedMeanwhileError
