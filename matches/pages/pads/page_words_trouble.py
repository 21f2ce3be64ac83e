"""What the score pad says where something did not go as it should."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

TROUBLE_WORDS: Final[Mapping[str, Any]] = {
    "trouble": {
        "memory": _(
            "This phone has no room left: what waits is lost if the page is closed. Stay until all is sent."
        ),
        "needs_network": _("An older deal can be corrected on the network alone. Try again when it is back."),
    },
    "problems": {
        "not_admitted": _(
            "This phone is no longer admitted. Scan the table's code again: what waits here is kept."
        ),
        "link_expired": _("The table's link has run out. Ask for a new one: what waits here is kept."),
        "link_revoked": _("The table's link was taken back. Ask for a new one: what waits here is kept."),
        "link_over": _("The rubber is over: nothing more can be written by this link."),
        "wrong_table": _(
            "This phone's link is for another table. Scan this table's code: what waits here is kept."
        ),
        "too_many": _("Too much was sent at once. It is sent again by itself."),
        "other": _("The server did not take what was sent. It is tried again by itself."),
    },
    "conflict": {
        "title": _("%(where)s was written twice, and not alike"),
        "stands": _("Recorded"),
        "this_phone": _("Written on this phone"),
        "other_phone": _("Written on the other phone"),
        "hint": _("Both are kept until you choose."),
        "keep": _("Keep the recorded one"),
        "take": _("Take the other one"),
        "settled": _("Settled."),
        "not_settled": _("That was not settled: look at the score as it is now, and choose again."),
    },
    "refused": {
        "title": _("Not taken"),
        "not_understood": _("The server could not make sense of it."),
        "as_text": _("As text"),
        "copy": _("Copy it"),
        "copied": _("Copied."),
        "dismiss": _("Put it away"),
        "codes": {
            "late": _("It came too late: somebody had the word before."),
        },
    },
    "orphan": {
        "title": _("The other phone wrote this deal meanwhile"),
        "hint": _("What you had written of it, card by card:"),
        "drop": _("Put it away"),
    },
}
