"""Why an entry from a pad was not recorded, in words: the same whenever its phone asks again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.pages.common.findings import notes_of
from matches.rubbers.deal_from_input import TOLD_SENTENCES
from scoring.findings import Finding

REFUSED: Final[Mapping[str, str | Promise]] = {
    **TOLD_SENTENCES,
    "against_the_laws": _("The laws do not allow this ruling here."),
    "agreed": _("Both sides have agreed on this result: only a director can change it now."),
    "conflict_open": _(
        "A deal was written twice, and not alike: choose which one stands, and end the rubber then."
    ),
    "cut_not_due": _("This game has been dealt already: its cut can't be noted any more."),
    "decided": _("The rubber is decided: no deal follows. Take the last one back if it is wrong."),
    "key_reused": _("This was sent before as something else: write it down again."),
    "late": _("The other phone was quicker: look at the rubber as it is now."),
    "late_king": _("The king can't be marked any more."),
    "later_deal": _(
        "Written so, the deals after it would not fit: take them back, and write them down anew."
    ),
    "no_such_conflict": _("There is nothing to choose here any more."),
    "no_such_deal": _("The rubber has no such deal: look at it as it is now."),
    "not_allowed": _("This is for a director to do."),
    "not_last_deal": _("That is not the last deal any more: look at the rubber as it is now."),
    "not_now": _("The rubber is not in play any more, or nothing waits for this: look at it as it is now."),
    "not_possible": _("This can't be done now: look at the rubber as it is."),
    "nothing_to_undo": _("There is no deal to take back."),
    "over": _(
        "The rubber had ended when this came. It is kept for the director, who chooses between the two."
    ),
    "reason_needed": _("Say why you dispute the result."),
    "score_unknown": _(
        "Say what was called: without it nobody can tell whether the point counts one or two."
    ),
    "settled": _("Somebody has chosen already, and otherwise."),
    "undecided": _("Nobody has won this rubber yet: say that it stays unfinished, or that one side retired."),
    "unreadable": _("This contradicts itself, or can't be read."),
    "winner_needed": _("Say who wins the rubber."),
    "winner_not_wanted": _("Nobody wins a rubber that is left unfinished."),
    "wrong_side": _("This is for the other side to say."),
}


def refused_text(code: str, faults: Sequence[Mapping[str, Any]], names: tuple[str, str]) -> str:
    """``faults`` as ``PadEntry`` keeps them."""
    told = notes_of([Finding(**fault) for fault in faults], names)
    return " ".join([str(REFUSED[code]), *(note.message for note in told)])
