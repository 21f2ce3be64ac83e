"""The score pad's texts for errors, conflicts and entries that were not recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.pages.common.findings import notes_of
from matches.rubbers.errors import INVALID_DEAL_MESSAGES
from scoring.findings import Finding

REFUSED: Final[Mapping[str, str | Promise]] = {
    **INVALID_DEAL_MESSAGES,
    "against_the_laws": _("The laws do not allow this ruling here."),
    "agreed": _("Both sides have agreed on this result: only a director can change it now."),
    "conflict_open": _(
        "A deal was recorded twice, with different results. Choose the right one, then end the rubber."
    ),
    "cut_not_due": _("This game has been dealt already: its cut can’t be noted any more."),
    "decided": _("The rubber is decided: no deal follows. Take the last one back if it is wrong."),
    "key_reused": _("This was sent before as something else: write it down again."),
    "late": _("The other phone was quicker: look at the rubber as it is now."),
    "late_king": _("The king can’t be marked any more."),
    "later_deal": _("The deals after it no longer fit. Undo them and record them again."),
    "no_such_conflict": _("There is nothing to choose here any more."),
    "no_such_deal": _("The rubber has no such deal: look at it as it is now."),
    "not_allowed": _("This is for a director to do."),
    "not_last_deal": _("That is not the last deal any more: look at the rubber as it is now."),
    "not_now": _("The rubber is not in play any more, or nothing waits for this: look at it as it is now."),
    "not_possible": _("This can’t be done now: look at the rubber as it is."),
    "nothing_to_undo": _("There is no deal to undo."),
    "over": _("The rubber was already over. Your entry is kept, and the director chooses."),
    "reason_needed": _("Say why you dispute the result."),
    "score_unknown": _("Choose what was called: it decides whether the point counts one or two."),
    "settled": _("Someone else has already chosen the other one."),
    "undecided": _("Nobody has won this rubber yet: say that it stays unfinished, or that one side retired."),
    "unreadable": _("This contradicts itself, or can’t be read."),
    "winner_needed": _("Say who wins the rubber."),
    "winner_not_wanted": _("Nobody wins a rubber that is left unfinished."),
    "wrong_side": _("This is for the other side to say."),
}
TROUBLE_WORDS: Final[Mapping[str, Any]] = {
    "trouble": {
        "memory": _(
            "This phone has no room left: what waits is lost if the page is closed. Stay until all is sent."
        ),
        "needs_network": _("An older deal can be corrected on the network alone. Try again when it is back."),
    },
    "problems": {
        "not_admitted": _(
            "This phone is no longer signed in to the table. Scan the code again; nothing is lost."
        ),
        "link_expired": _("The table’s link has expired. Ask for a new one; nothing is lost."),
        "link_revoked": _("The table’s link was revoked. Ask for a new one; nothing is lost."),
        "link_over": _("The rubber is over: nothing more can be written by this link."),
        "wrong_table": _("This phone’s link is for another table. Scan this table’s code; nothing is lost."),
        "too_many": _("The site is busy. This is sent again automatically."),
        "other": _("The server did not accept this. It is tried again automatically."),
    },
    "conflict": {
        "title": _("%(where)s was recorded twice, with different results"),
        "hint": _("Both are kept until you choose. Which one is right?"),
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
        "codes": {"late": _("Too late: the other player answered first.")},
    },
    "orphan": {
        "title": _("The other phone wrote this deal meanwhile"),
        "hint": _("What you had written of it, card by card:"),
        "drop": _("Put it away"),
    },
}


def refused_text(code: str, faults: Sequence[Mapping[str, Any]], names: tuple[str, str]) -> str:
    """Return why an entry was not recorded, from a ``code`` of ``REFUSED`` and the ``faults`` in a ``PadEntry``."""
    notes = notes_of([Finding(**fault) for fault in faults], names)
    return " ".join([str(REFUSED[code]), *(note.message for note in notes)])
