"""What the score pad says otherwise at La Triomphe: the point offered, taken and refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

OFFER_WORDS: Final[Mapping[str, Any]] = {
    "offer": {
        "offers": _("%(name)s offers the point:"),
        # Translators: below a player's name on a button: he takes the point that is offered
        "takes": pgettext_lazy("the point that is offered", "takes it"),
        # Translators: below a player's name on a button: he refuses the point that is offered
        "refuses": pgettext_lazy("the point that is offered", "refuses"),
        "unoffered": _("Nobody offered the point"),
        "is_taken": _("%(name)s marks the point; no card is played."),
        "is_bound": _("%(name)s wins all five tricks, or %(other)s marks two (law 49)."),
    },
    "cut": {
        "hint": _("The lower card deals first."),
    },
    "deal": {
        "call_hint": _("Was the point offered?"),
        "missing_all": _("Say whether the point was offered, and who won."),
        "missing_call": _("Say whether the point was offered."),
    },
    "said": {
        "unoffered": _("the point was not offered"),
        "taken_by_dealer": _("offered to the dealer, taken"),
        "refused_by_dealer": _("offered to the dealer, refused"),
        "taken_by_elder": _("offered to the elder hand, taken"),
        "refused_by_elder": _("offered to the elder hand, refused"),
    },
    "cards": {
        "calls": {
            "P": _("offers the point"),
            "S": _("plays"),
            "G": _("takes the point"),
            "R": _("refuses the point"),
        },
        "phases": {
            "call": _("%(name)s: offers the point or plays?"),
            "reply": _("%(name)s: takes the point or refuses?"),
        },
        "phases_unnamed": {
            "call": _("Point offered, or played?"),
            "reply": _("Point taken, or refused?"),
        },
    },
}
"""Over ``page_words.DEAL_WORDS``, by the same names."""
