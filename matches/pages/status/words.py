"""The words of the status page: pending work, problems and parts of the service, with advice on each."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_site.queues import BULK, INTERACTIVE, MAIL, REVIEWS, WEBHOOKS
from ecarte_site.watching.signs import Part
from matches.operations.status import PendingKind, ProblemKind

PENDING_WORDS: Final[dict[PendingKind, str | Promise]] = {
    "reviews": _("Reviews of play"),
    "standings": _("Standings"),
    "ratings": _("Ratings"),
    "honours": _("Records and seasons"),
    "imports": _("Files to read"),
    "draws": _("Draws"),
    "exports": _("Files to prepare"),
    "deliveries": _("Webhook messages to send"),
    "mail": _("Mail to send"),
}
WORKER_OF: Final[dict[PendingKind, Part]] = {
    "reviews": REVIEWS,
    "standings": INTERACTIVE,
    "ratings": BULK,
    "honours": BULK,
    "imports": BULK,
    "draws": INTERACTIVE,
    "exports": BULK,
    "deliveries": WEBHOOKS,
    "mail": MAIL,
}
"""The worker process that does each kind of pending work."""
MAIL_IS_LATE: Final = _(
    "The mail server does not take it. The lines “mail_failed” in the log say why; check EMAIL_URL and the mail server."
)
WAITING_WORDS: Final[dict[ProblemKind, tuple[str | Promise, str | Promise]]] = {
    "drafts": (_("Drafts"), _("Each counts when its fault is corrected.")),
    "held_texts": (_("Records to repair"), _("These can’t be read: repair or dismiss each.")),
    "conflicts": (_("Conflicts"), _("A rubber came in two versions: choose which is right.")),
    "webhooks_failing": (
        _("Webhooks that fail"),
        _("Sending is retried for five days. Check that the receiver runs, and what it answers."),
    ),
    "webhooks_stopped": (
        _("Webhooks switched off"),
        _("Their receivers failed for too long. Repair the receiver, then start the webhook again."),
    ),
    "deliveries_given_up": (
        _("Webhook messages not delivered in the last seven days"),
        _("Send it again from the webhook’s page once the receiver works."),
    ),
    "reviews_given_up": (
        _("Reviews that failed"),
        _(
            "The review failed each time. The host finds the reason under Reviews on the administration "
            "pages."
        ),
    ),
}
"""The name and the advice for each kind of problem, in the order of the page."""
PLACES: Final[dict[ProblemKind, str]] = {
    "drafts": "web:settle",
    "held_texts": "web:settle",
    "conflicts": "web:settle",
    "webhooks_failing": "web:webhooks",
    "webhooks_stopped": "web:webhooks",
    "deliveries_given_up": "web:webhooks",
}
"""The URL name of the club's page where each kind of problem can be solved."""
PART_WORDS: Final[dict[Part, str | Promise]] = {
    INTERACTIVE: _("Worker for standings and draws"),
    REVIEWS: _("Worker that reviews play"),
    BULK: _("Worker for files, ratings and records"),
    WEBHOOKS: _("Worker for webhooks"),
    MAIL: _("Worker for mail"),
    "schedule": _("Schedule"),
    "sweep": _("Search for pending work"),
    "live": _("Streams of live pages"),
}
WITHOUT: Final[dict[Part, str | Promise]] = {
    INTERACTIVE: _("Results are still stored. Standings follow when it is back."),
    REVIEWS: _("Nothing else waits for it."),
    BULK: _("Large files, ratings and records wait for it."),
    WEBHOOKS: _("Messages wait, and are sent in order when it is back."),
    MAIL: _("Mail waits, and is sent when it is back unless its link has expired by then."),
    "schedule": _("Lost work is found only when a worker starts."),
    "sweep": _(
        "It should finish once a minute. The schedule or the worker for standings has stopped, or something hangs."
    ),
    "live": _("Until then, pages refresh themselves. Nothing is lost."),
}
"""A sentence on what does not work while each part of the service is down."""
