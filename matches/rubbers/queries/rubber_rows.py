"""Long lists of rubbers as programs read them: a line of each, without its record and findings."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from matches.clubs.access import Viewer, in_visible_clubs
from matches.models import Rubber

COLUMNS: Final = (
    *("public_id", "club__public_id", "event__public_id", "date", "round_label", "table", "version", "state"),
    *("player_a__public_id", "player_a__name", "player_b__public_id", "player_b__name"),
    *("best_of", "reckoning", "rubber_bonus", "cut", "code", "variant", "termination", "depth"),
    *("reported_by", "winner", "games_won_a", "games_won_b", "points_a", "points_b"),
    *("entered_at", "changed_at"),
)


def rubber_lines(viewer: Viewer) -> QuerySet[Rubber]:
    """The rubbers that the viewer sees, with the columns of a line alone: a record may be a megabyte long."""
    related = ("club", "event", "player_a", "player_b")
    return Rubber.objects.filter(in_visible_clubs(viewer)).select_related(*related).only(*COLUMNS)
