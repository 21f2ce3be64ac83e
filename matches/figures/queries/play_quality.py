"""How somebody played within a scope of figures, beside how he fared: what his decisions cost, and what luck did.

Only what is open to the viewer is added up, of deals that were recorded card by card and reviewed.
"""

from __future__ import annotations

from typing import Final

from matches.clubs.access import Viewer
from matches.figures.queries.totals import Scope, tallies
from matches.models import DealReview, Player
from matches.models.records import Depth
from matches.reviews.queries import figures
from matches.reviews.queries.figures import Losses, LuckSums
from matches.reviews.queries.reviews import player_decisions, player_reviews, shared_decisions

USUAL_VARIANT: Final = "ecarte"
MOST_DEALS: Final = 20_000
"""Of so many deals what every decision cost is added up; more would keep its reader waiting."""


def has_play(scope: Scope) -> bool:
    """Whether anything in ``scope`` can have been reviewed."""
    return scope.depth in (None, Depth.PLAY) and scope.variant == USUAL_VARIANT


def losses_within(viewer: Viewer, scope: Scope, player: Player) -> Losses | None:
    """What the decisions of ``player`` cost; None where none is open to the viewer, or was reviewed. One query."""
    rubbers = tallies(viewer, scope).values("rubber")
    found = figures.losses(player_decisions(viewer, player).filter(review__rubber__in=rubbers))
    return found if found.decisions else None


def luck_within(viewer: Viewer, scope: Scope, player: Player) -> tuple[LuckSums, LuckSums]:
    """What luck did for ``player``, in marks and in games, where his reviews are open to the viewer. One query."""
    rubbers = tallies(viewer, scope).values("rubber")
    deals = DealReview.objects.filter(review__in=player_reviews(viewer, player).filter(rubber__in=rubbers))
    return figures.luck(deals, player)


def losses_of_all(viewer: Viewer, scope: Scope) -> Losses | None:
    """What the decisions of all players cost in those clubs whose members agreed to share theirs. One query."""
    rubbers = tallies(viewer, scope).values("rubber")
    found = figures.losses(shared_decisions(viewer).filter(review__rubber__in=rubbers))
    return found if found.decisions else None
