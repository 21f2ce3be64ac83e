"""How somebody played, beside how he fared: what his decisions cost and what luck did, to whom that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from matches.models import DealReview, Player
from matches.queries import review_figures
from matches.queries.access import Viewer
from matches.queries.reviews import player_decisions, player_reviews
from matches.queries.statistics import Scope, tallies
from matches.web.results import player_name
from matches.web.review.figures_page import LossRow, LuckRow, loss_rows, luck_rows, luck_stands


@dataclass(frozen=True, slots=True)
class Played:
    """``name`` names whose luck it is. ``losses`` has a line for each player whose figures are open to the viewer."""

    losses: tuple[LossRow, ...]
    name: str
    luck: tuple[LuckRow, ...]
    luck_stands: str
    more: tuple[tuple[str, str], ...]


def played(viewer: Viewer, scope: Scope, players: Sequence[Player]) -> Played | None:
    """``players`` are the one of the scope, and the other of a pair; their clubs are loaded.

    None where nothing of it is open, or nothing was reviewed. A query for each player, and one for the luck.
    """
    open_to = [(player, found) for player in players if (found := _losses(viewer, scope, player)).decisions]
    if not open_to:
        return None
    first = open_to[0][0]
    rubbers = tallies(viewer, scope).values("rubber")
    deals = DealReview.objects.filter(review__in=player_reviews(viewer, first).filter(rubber__in=rubbers))
    marks, games = review_figures.luck(deals, first)
    return Played(
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


def _losses(viewer: Viewer, scope: Scope, player: Player) -> review_figures.Losses:
    rubbers = tallies(viewer, scope).values("rubber")
    return review_figures.losses(player_decisions(viewer, player).filter(review__rubber__in=rubbers))
