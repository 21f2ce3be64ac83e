"""Reviews as they are shown: of each rubber the latest finished one of its cards as they are now.

``seats`` are those that ``matches.clubs.access.open_seats`` gives a viewer: the choices of a seat are its player's,
while luck and chances concern the cards of both, and show to whoever may see either seat's choices.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from matches.clubs.access import Viewer, visible_clubs
from matches.models import DealReview, Decision, Player, Review, Rubber

LABELLED: Final = ~Q(label="")
"""What cost so much of the chance of winning the game that it has a name."""


def latest_reviews() -> QuerySet[Review]:
    """Of each rubber the one to show; a review of cards or rules that were corrected since is none.

    Until a new version of the engine has reviewed a rubber, what an earlier one found stays.
    """
    newest = (
        Review.objects.filter(
            rubber=OuterRef("rubber"), play_checksum=OuterRef("play_checksum"), state=Review.State.DONE
        )
        .order_by("-done_at", "-pk")
        .values("pk")[:1]
    )
    return Review.objects.filter(play_checksum=F("rubber__play_checksum"), pk=Subquery(newest))


def decisions(rubber: Rubber, seats: Collection[str]) -> QuerySet[Decision]:
    """Every decision of ``seats``, in the order of play."""
    of_rubber = latest_reviews().filter(rubber=rubber)
    return Decision.objects.filter(review__in=of_rubber, player__in=seats).order_by("number")


def labelled_decisions(rubber: Rubber, seats: Collection[str]) -> QuerySet[Decision]:
    """The mistakes of ``seats``, small and great, in the order of play."""
    return decisions(rubber, seats).filter(LABELLED)


def decisions_of_deal(rubber: Rubber, game: int, deal: int, seats: Collection[str]) -> QuerySet[Decision]:
    """Every decision of ``seats`` in one deal, in the order of play."""
    return decisions(rubber, seats).filter(game=game, deal=deal)


def deal_reviews(rubber: Rubber, seats: Collection[str]) -> QuerySet[DealReview]:
    """Luck and chances of each deal, in order; none where no seat is open."""
    if not seats:
        return DealReview.objects.none()
    return DealReview.objects.filter(review__in=latest_reviews().filter(rubber=rubber)).order_by(
        "game", "deal"
    )


def player_reviews(viewer: Viewer, player: Player) -> QuerySet[Review]:
    """The reviews (one a rubber of écarté) in which the viewer may read the figures of ``player``."""
    played = Q(rubber__player_a=player) | Q(rubber__player_b=player)
    allowed = Q(rubber__club__in=visible_clubs(viewer))
    is_himself = viewer.is_authenticated and player.user_id == viewer.pk
    if not (is_himself or player.shares_reviews):
        allowed &= Q(rubber__club__reviews_open=True)
    return (
        latest_reviews()
        .filter(played, allowed, rubber__variant="ecarte")
        .exclude(rubber__state=Rubber.State.LIVE)
    )


def player_decisions(viewer: Viewer, player: Player) -> QuerySet[Decision]:
    """Every decision of ``player`` that the viewer may read, with rubber, players and event; in no order."""
    own = Q(player="A", review__rubber__player_a=player) | Q(player="B", review__rubber__player_b=player)
    return (
        Decision.objects.filter(own, review__in=player_reviews(viewer, player))
        .select_related("review__rubber__player_a", "review__rubber__player_b", "review__rubber__event")
        .order_by()
    )


def shared_decisions(viewer: Viewer) -> QuerySet[Decision]:
    """Every decision of écarté in those of the viewer's clubs whose members agreed to share theirs; in no order."""
    clubs = visible_clubs(viewer).filter(reviews_open=True)
    shown = latest_reviews().filter(rubber__club__in=clubs, rubber__variant="ecarte")
    return Decision.objects.filter(review__in=shown.exclude(rubber__state=Rubber.State.LIVE)).order_by()


def player_labelled(viewer: Viewer, player: Player) -> QuerySet[Decision]:
    """The mistakes of ``player`` that the viewer may read, the dearest first."""
    return (
        player_decisions(viewer, player)
        .filter(LABELLED)
        .order_by("-equity_loss", "-review__rubber_id", "number")
    )
