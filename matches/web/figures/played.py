"""How somebody played, beside how he fared: what his decisions cost and what luck did, to whom that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import DealReview, Player
from matches.models.records import Depth
from matches.queries import review_figures
from matches.queries.access import Viewer
from matches.queries.reviews import player_decisions, player_reviews, shared_decisions
from matches.queries.statistics import Scope, tallies
from matches.web.figures.filters import USUAL_VARIANT
from matches.web.results import player_name
from matches.web.review.figures_page import LossRow, LuckRow, loss_rows, luck_rows, luck_stands

MOST_DEALS: Final = 20_000
"""Of so many deals a page adds up what every decision cost; more would keep its reader waiting."""


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
    if scope.depth not in (None, Depth.PLAY):
        return None
    open_to = [(player, found) for player in players if (found := _losses(viewer, scope, player)).decisions]
    if not open_to:
        return None
    first = open_to[0][0]
    rubbers = tallies(viewer, scope).values("rubber")
    deals = DealReview.objects.filter(review__in=player_reviews(viewer, first).filter(rubber__in=rubbers))
    marks, games = review_figures.luck(deals, first)
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
    if scope.depth not in (None, Depth.PLAY) or scope.variant != USUAL_VARIANT:
        return None
    title = _("What decisions cost")
    if deals > MOST_DEALS:
        return Played(title, are_too_many=True)
    rubbers = tallies(viewer, scope).values("rubber")
    found = review_figures.losses(shared_decisions(viewer).filter(review__rubber__in=rubbers))
    if not found.decisions:
        return None
    return Played(title, losses=(replace(loss_rows(found, {})[-1], name=_("All players")),))


def _losses(viewer: Viewer, scope: Scope, player: Player) -> review_figures.Losses:
    rubbers = tallies(viewer, scope).values("rubber")
    return review_figures.losses(player_decisions(viewer, player).filter(review__rubber__in=rubbers))
