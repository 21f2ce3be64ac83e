"""What is owed, what waits and what the service consists of, in words, with what to do about each."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_site.queues import BULK, INTERACTIVE, REVIEWS, WEBHOOKS
from ecarte_site.watching.signs import Part
from matches.operations.queries.pending_work import Owed, Waiting

OWED_WORDS: Final[dict[Owed, str | Promise]] = {
    "reviews": _("Reviews of play"),
    "standings": _("Standings"),
    "ratings": _("Ratings"),
    "honours": _("Records and seasons"),
    "imports": _("Files to be read"),
    "draws": _("Draws"),
    "exports": _("Files to be prepared"),
    "deliveries": _("News to be sent"),
}
WORKER_OF: Final[dict[Owed, Part]] = {
    "reviews": REVIEWS,
    "standings": INTERACTIVE,
    "ratings": BULK,
    "honours": BULK,
    "imports": BULK,
    "draws": INTERACTIVE,
    "exports": BULK,
    "deliveries": WEBHOOKS,
}
"""Whose work it is."""
WAITING_WORDS: Final[dict[Waiting, tuple[str | Promise, str | Promise]]] = {
    "drafts": (_("Drafts"), _("They count once what is wrong with them is settled.")),
    "held_texts": (_("Texts to repair"), _("They could not be read: repair each, or dismiss it.")),
    "conflicts": (_("Conflicts"), _("A rubber came again with other content: choose which is right.")),
    "webhooks_failing": (
        _("Webhooks that fail"),
        _(
            "News is tried again by itself, for five days. See whether the receiver runs, and what it answers."
        ),
    ),
    "webhooks_stopped": (
        _("Webhooks that were switched off"),
        _("Their receivers took nothing for too long. Mend the receiver, then start the webhook again."),
    ),
    "deliveries_given_up": (
        _("News given up in the last seven days"),
        _("Send it again from the webhook’s page once the receiver runs."),
    ),
    "reviews_given_up": (
        _("Reviews that failed"),
        _(
            "The review broke off each time. The host finds the reason under Reviews in the administration pages."
        ),
    ),
}
"""What it is called, and what to do. In the order in which they are shown."""
PLACES: Final[dict[Waiting, str]] = {
    "drafts": "web:settle",
    "held_texts": "web:settle",
    "conflicts": "web:settle",
    "webhooks_failing": "web:webhooks",
    "webhooks_stopped": "web:webhooks",
    "deliveries_given_up": "web:webhooks",
}
"""Where in the club something can be done about it."""
PART_WORDS: Final[dict[Part, str | Promise]] = {
    INTERACTIVE: _("Worker for standings and draws"),
    REVIEWS: _("Worker that reviews play"),
    BULK: _("Worker for files, ratings and records"),
    WEBHOOKS: _("Worker that sends news"),
    "schedule": _("Schedule"),
    "sweep": _("Search for work that is owed"),
    "live": _("Streams of live pages"),
}
WITHOUT: Final[dict[Part, str | Promise]] = {
    INTERACTIVE: _("Results are stored all the same. Standings follow once it is back."),
    REVIEWS: _("Nothing else waits for it."),
    BULK: _("Large files, ratings and records wait until it is back."),
    WEBHOOKS: _("News waits, and goes out in its order once it is back."),
    "schedule": _("Work that got lost on its way is found when a worker starts, and not before."),
    "sweep": _(
        "Each minute one should end. The schedule or the worker for standings is away, or something hangs."
    ),
    "live": _("Pages ask by themselves meanwhile; nothing is lost."),
}
"""What goes on, and what does not, while it is away."""
