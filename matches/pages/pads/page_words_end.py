"""What the score pad says at a rubber's end, and in its menu."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

END_WORDS: Final[Mapping[str, Any]] = {
    "end": {
        "title": _("The end of the rubber"),
        "stands": _("Games: %(score)s"),
        "report_hint": _("One of you reports the result, the other one confirms it."),
        "report": _("I am %(name)s: report it"),
        "final_hint": _("What you report stands at once."),
        "close": _("Report it"),
        "not_yours": _("It is for the players to report it."),
        "reported": _("%(name)s reported this result."),
        "reported_by_nobody": _("The result is reported."),
        "wait": _("The other player has the word."),
        "other_phone": _("%(name)s confirms it on the other phone, or here:"),
        "give_phone": _("Give the phone to %(name)s"),
        "you_are": _("You are %(name)s:"),
        "not_me": _("I am not %(name)s"),
        "confirm": _("It is right: confirm"),
        "dispute": _("It is not right: dispute"),
        "reason": _("What is not right?"),
        "send_dispute": _("Dispute the result"),
        "no_dispute": _("Go back"),
        "word_waits": _("Your word is kept here and is sent as soon as there is a network."),
        "points": _("Points of the rubber: %(points)s"),
        "rubber_page": _("To the page of this rubber"),
        "next_game": _("Back to the table: the next game"),
        "states": {
            "agreed": _("Both sides agree. The result stands."),
            "confirmed": _("The result stands."),
            "corrected": _("The result stands as the director corrected it."),
            "disputed": _("The result is disputed: the director decides."),
            "draft": _("The record is with the director before it counts."),
            "void": _("This rubber is void."),
        },
    },
    "early": {
        "title": _("End before it is played out"),
        "retired": _("A player gives up"),
        "unfinished": _("It stays unfinished"),
        "walkover": _("A player did not come"),
        "winner": _("Who wins?"),
    },
    "menu": {
        "title": _("Menu"),
        "open": _("Menu"),
        "close": _("Close"),
        "who": _("Who holds this phone?"),
        "links": _("Show the code for the other phone"),
        "pass": _("Make this the table's phone, to be passed round"),
        "book": _("The director's rulings"),
        "early": _("End before it is played out"),
        "rubber": _("The page of this rubber"),
        "sitting": _("Back to the table"),
        "room": _("The room's screen"),
        "language": _("Language"),
        "link_until": _("This phone came in by the link %(hint)s…, good until %(until)s."),
        "needs_network": _("This page stays usable without the network, but reloading it needs one."),
    },
    "entries": {
        "cut": _("the cut for deal"),
        "undo": _("game %(game)s, deal %(deal)s taken back"),
        "king": _("%(name)s marks the king turned up"),
        "report": _("the result reported"),
        "confirm": _("the result confirmed"),
        "dispute": _("the result disputed: %(reason)s"),
    },
}
