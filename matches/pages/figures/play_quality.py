"""How somebody played, beside how he fared: what his decisions cost and what luck did, to whom that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.clubs.access import Viewer
from matches.figures.queries.play_quality import (
    MOST_DEALS,
    has_play,
    losses_of_all,
    losses_within,
    luck_within,
)
from matches.figures.queries.totals import Scope
from matches.models import Player
from matches.pages.common.result_lines import player_name
from matches.pages.reviews.figures_page import LossRow, LuckRow, loss_rows, luck_rows, luck_stands


@dataclass(frozen=True, slots=True)
class Played:
    """``losses`` has a line for each player whose figures are open to the viewer, or one for all of them together.

    ``name`` names whose luck it is; of all together there is none, as it gave the one what it took from the other.
    ``are_too_many``: nothing was added up.
    """

    title: str
    losses: tuple[LossRow, ...] = ()
    name: str = ""
    luck: tuple[LuckRow, ...] = ()
    luck_stands: str = ""
    more: tuple[tuple[str, str], ...] = ()
    are_too_many: bool = False


def played(viewer: Viewer, scope: Scope, players: Sequence[Player]) -> Played | None:
    """``players`` are the one of the scope, and the other of a pair; their clubs are loaded.

    None where nothing of it is open, or nothing was reviewed; deals of which less than every card is on record are
    not. A query for each player, and one for the luck.
    """
    if not has_play(scope):
        return None
    open_to = [(player, found) for player in players if (found := losses_within(viewer, scope, player))]
    if not open_to:
        return None
    first = open_to[0][0]
    marks, games = luck_within(viewer, scope, first)
    return Played(
        title=_("What decisions cost, and luck"),
        losses=tuple(
            replace(loss_rows(found, {})[-1], name=player_name(player)) for player, found in open_to
        ),
        name=player_name(first),
        luck=tuple(luck_rows(marks, games)) if marks.deals else (),
        luck_stands=luck_stands(marks, games),
        more=tuple(
            (player_name(player), reverse("web:player_review", args=[player.public_id]))
            for player, _found in open_to
        ),
    )


def played_by_all(viewer: Viewer, scope: Scope, *, deals: int) -> Played | None:
    """Of all players together, in a scope of so many ``deals``; one query, or none.

    None where nothing of it is open, or nothing was reviewed.
    """
    if not has_play(scope):
        return None
    title = _("What decisions cost")
    if deals > MOST_DEALS:
        return Played(title, are_too_many=True)
    found = losses_of_all(viewer, scope)
    if found is None:
        return None
    return Played(title, losses=(replace(loss_rows(found, {})[-1], name=_("All players")),))
