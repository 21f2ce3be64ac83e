"""Why one line of the standings stands above the next, in the reader's language.

A stored line has the figure that decided and its reason in English; the two values compared close that reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.rules.events.standings import Figure

COMPARED: Final = re.compile(r": (?P<own>\S+) to (?P<other>\S+)\.$")
REASONS: Final[Mapping[Figure, str | Promise]] = {
    "rubbers_won": gettext_lazy("More rubbers won: %(own)s to %(other)s."),
    "points_difference": gettext_lazy(
        "Level on rubbers won; better difference of points: %(own)s to %(other)s."
    ),
    "games_difference": gettext_lazy(
        "Level on difference of points; better difference of games: %(own)s to %(other)s."
    ),
    "mutual_rubbers": gettext_lazy(
        "Level on difference of games; more rubbers won against one another: %(own)s to %(other)s."
    ),
    "mutual_points": gettext_lazy(
        "Level on rubbers won against one another; better difference of points against one another:"
        " %(own)s to %(other)s."
    ),
}


def standing_reason(decided_by: str, reason: str) -> str:
    """``reason`` as stored, said in the reader's language; the last line's is empty."""
    if not reason:
        return ""
    if not decided_by:
        return _("Level with the next in everything that counts: they share the place.")
    compared = COMPARED.search(reason)
    template = {str(figure): said for figure, said in REASONS.items()}.get(decided_by)
    if compared is None or template is None:
        return reason
    return str(template) % {key: _signed(value) for key, value in compared.groupdict().items()}


def _signed(figure: str) -> str:
    """The figure with a minus sign in place of a hyphen."""
    return figure.replace("-", "−")
