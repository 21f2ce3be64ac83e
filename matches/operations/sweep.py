"""Find pending work in the database and enqueue it, so that no work is lost with the queue."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Final

from django.conf import settings
from django.utils import timezone

from matches.common.commands import forget_old_requests
from matches.common.enqueue import (
    enqueue_draws,
    enqueue_exports,
    enqueue_honours,
    enqueue_mail,
    enqueue_ratings,
    enqueue_reviews,
    enqueue_standings,
    enqueue_uploads,
    enqueue_webhooks,
)
from matches.events.draw import draws_to_make
from matches.events.write_standings import events_with_pending_standings
from matches.exchange.exports.prepare import exports_to_prepare
from matches.exchange.exports.requests import clear_exports
from matches.exchange.imports.uploads import uploads_to_read
from matches.figures.deferred_updates import clubs_to_honour, clubs_with_pending_ratings
from matches.mail.queue import delete_dead_mail, due_mail
from matches.models import Club, Event, Player
from matches.reviews.claims import give_up_reviews, reviews_given_up, rubbers_pending_review
from matches.webhooks.queue import delete_old_deliveries, due_deliveries

MOST_REVIEWS: Final = 300
"""The maximum number of reviews to enqueue, a little more than one worker completes between two sweeps.

A new version of the engine, which makes every review pending, so does not delay new rubbers for long.
"""
MOST_STANDINGS: Final = 500
MOST_OTHERS: Final = 100
MOST_NAMES: Final = 500


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The numbers of rows found, by kind of work. A person has to look at reviews ``given_up``."""

    reviews: int
    standings: int
    given_up: int
    uploads: int = 0
    draws: int = 0
    ratings: int = 0
    honours: int = 0
    exports: int = 0


def sweep() -> SweepResult:
    """Enqueue all pending work, delete what has expired, and return the numbers of rows found.

    Work enqueued twice does no harm: the second task finds nothing to do. Ratings and honours are enqueued
    only here, so that they are computed once for all results of a minute.
    """
    give_up_reviews()
    forget_old_requests()
    clear_sessions()
    fold_names()
    delete_old_deliveries()
    if due_deliveries().exists():
        enqueue_webhooks()
    delete_dead_mail()
    if due_mail().exists():
        enqueue_mail()
    clear_exports()
    uploads = list(uploads_to_read().values_list("pk", flat=True)[:MOST_OTHERS])
    exports = list(exports_to_prepare().values_list("pk", flat=True)[:MOST_OTHERS])
    draws = list(draws_to_make().values_list("pk", flat=True)[:MOST_OTHERS])
    events = list(events_with_pending_standings().values_list("pk", flat=True)[:MOST_STANDINGS])
    clubs = list(clubs_with_pending_ratings().values_list("club", flat=True)[:MOST_OTHERS])
    honoured = list(clubs_to_honour(timezone.now()).values_list("pk", flat=True)[:MOST_OTHERS])
    rubbers = list(rubbers_pending_review().values_list("pk", flat=True)[:MOST_REVIEWS])
    is_taken = enqueue_draws(draws) and enqueue_standings(events) and enqueue_uploads(uploads)
    if is_taken and enqueue_exports(exports) and enqueue_ratings(clubs) and enqueue_honours(honoured):
        enqueue_reviews(rubbers)
    return SweepResult(
        reviews=len(rubbers),
        standings=len(events),
        given_up=reviews_given_up().count(),
        uploads=len(uploads),
        draws=len(draws),
        ratings=len(clubs),
        honours=len(honoured),
        exports=len(exports),
    )


def fold_names() -> None:
    """Fill in the form for comparison of names that the previous version wrote during an update."""
    for model in (Club, Event, Player):
        rows = list(model.objects.filter(folded="").exclude(name="").only("name", "folded")[:MOST_NAMES])
        for row in rows:
            row.save(update_fields=["folded"])


def clear_sessions() -> None:
    """Delete expired sessions, by an index, so that this can be called every minute."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
