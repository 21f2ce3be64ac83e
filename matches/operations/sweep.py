"""Finds work that is owed by looking at the database, and asks for it again. Needs no queue to have survived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from matches.common.enqueue import (
    enqueue_draws,
    enqueue_exports,
    enqueue_honours,
    enqueue_ratings,
    enqueue_reviews,
    enqueue_standings,
    enqueue_uploads,
    enqueue_webhooks,
)
from matches.common.idempotency import forget_old_requests
from matches.events.draw_requests import draws_to_make
from matches.events.write_standings import events_owed_standings
from matches.exchange.exports.prepare import exports_to_prepare
from matches.exchange.exports.request import clear_exports
from matches.exchange.imports.uploads import uploads_to_read
from matches.figures.pending_honours import clubs_to_honour
from matches.figures.pending_ratings import clubs_owed_ratings
from matches.operations.clear_sessions import clear_sessions
from matches.reviews.claims import give_up_reviews, reviews_given_up, rubbers_owed_review
from matches.webhooks.queue import clear_deliveries, due_deliveries

MOST_REVIEWS: Final = 300
"""What a worker gets through from one sweep to the next, and a little more: the queue grows no faster, and a new
version of the engine, which owes every review again, keeps no new rubber waiting for long.
"""
MOST_STANDINGS: Final = 500
MOST_UPLOADS: Final = 100
MOST_EXPORTS: Final = 100
MOST_DRAWS: Final = 100
MOST_RATINGS: Final = 100
MOST_HONOURS: Final = 100


@dataclass(frozen=True, slots=True)
class Owed:
    """How many reviews, standings, readings of uploaded files, draws, clubs' ratings, clubs' honours and files to be
    taken out are owed, and how many reviews only a person can help on.
    """

    reviews: int
    standings: int
    given_up: int
    uploads: int = 0
    draws: int = 0
    ratings: int = 0
    honours: int = 0
    exports: int = 0


def sweep() -> Owed:
    """Enqueue draws, standings, readings, exports, ratings, honours and reviews that are owed, in the order of their
    queries; how many were found.

    Asking twice does no harm: a task whose work is done finds nothing to do. Ratings and honours are asked for here
    alone, so that the results of a minute are rated together, and no club's records are looked for twice in it.
    """
    give_up_reviews()
    forget_old_requests()
    clear_sessions()
    clear_deliveries()
    if due_deliveries().exists():
        enqueue_webhooks()
    clear_exports()
    uploads = list(uploads_to_read().values_list("pk", flat=True)[:MOST_UPLOADS])
    exports = list(exports_to_prepare().values_list("pk", flat=True)[:MOST_EXPORTS])
    draws = list(draws_to_make().values_list("pk", flat=True)[:MOST_DRAWS])
    events = list(events_owed_standings().values_list("pk", flat=True)[:MOST_STANDINGS])
    clubs = list(clubs_owed_ratings().values_list("club", flat=True)[:MOST_RATINGS])
    honoured = list(clubs_to_honour(timezone.now()).values_list("pk", flat=True)[:MOST_HONOURS])
    rubbers = list(rubbers_owed_review().values_list("pk", flat=True)[:MOST_REVIEWS])
    is_taken = enqueue_draws(draws) and enqueue_standings(events) and enqueue_uploads(uploads)
    if is_taken and enqueue_exports(exports) and enqueue_ratings(clubs) and enqueue_honours(honoured):
        enqueue_reviews(rubbers)
    return Owed(
        reviews=len(rubbers),
        standings=len(events),
        given_up=reviews_given_up().count(),
        uploads=len(uploads),
        draws=len(draws),
        ratings=len(clubs),
        honours=len(honoured),
        exports=len(exports),
    )
