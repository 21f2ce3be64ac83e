"""Query the reviews to display, rubbers with findings, incidents, and the states of reviews.

The review to display of a rubber is the latest finished one of its current cards. ``seats`` are the sides (A,
B) that ``matches.clubs.access.open_seats`` returns for the viewer. Decisions are visible by side. Luck and
chances depend on the cards of both sides, and are visible to a viewer who may see either side. A finding is a
message of the checks about a rubber's text, such as a deal that violates a law.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Exists,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from matches.clubs.access import (
    Viewer,
    in_open_figures,
    in_open_figures_of_anyone,
    visible_clubs,
    with_open_decisions,
)
from matches.models import Club, DealReview, Decision, Depth, Incident, Player, Review, Rubber
from matches.reviews.claims import CURRENT_ENGINES

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class ReviewState(TypedDict):
        """The attributes that a queryset adds to each reviewed rubber.

        ``latest_review`` is the primary key of the review to display, or None.
        """

        latest_review: int | None
        review_state: str

    ReviewedRubber: TypeAlias = WithAnnotations[Rubber, ReviewState]

MOST_COMPARED: Final = 300
"""The number of a club's latest reviewed rubbers with which a player's decisions are compared."""
LABELLED: Final = ~Q(label="")
"""The condition for mistakes: decisions with a label, because they cost enough of the chance of winning the game."""
REVIEW_STATES: Final = ("done", "waiting", "failed")
RELATED: Final = ("club", "event", "player_a", "player_b")


def latest_reviews() -> QuerySet[Review]:
    """Return one review for each reviewed rubber: the latest of its current cards and rules, by whatever engine."""
    newest = (
        Review.objects.filter(
            rubber=OuterRef("rubber"), play_checksum=OuterRef("play_checksum"), state=Review.State.DONE
        )
        .order_by("-done_at", "-pk")
        .values("pk")[:1]
    )
    return Review.objects.filter(play_checksum=F("rubber__play_checksum"), pk=Subquery(newest))


def is_outdated(review: Review) -> bool:
    """Return whether an earlier version of the engine made a review, which is shown until the new one is complete."""
    return review.engine_version not in CURRENT_ENGINES.values()


def decisions(rubber: Rubber, seats: Collection[str]) -> QuerySet[Decision]:
    """Return the decisions of the sides ``seats`` (A, B) in the rubber's latest review, in the order of play."""
    of_rubber = latest_reviews().filter(rubber=rubber)
    return Decision.objects.filter(review__in=of_rubber, player__in=seats).order_by("number")


def labelled_decisions(rubber: Rubber, seats: Collection[str]) -> QuerySet[Decision]:
    """Return the inaccuracies, mistakes and blunders of the sides ``seats`` in a rubber, in the order of play."""
    return decisions(rubber, seats).filter(LABELLED)


def decisions_of_deal(rubber: Rubber, game: int, deal: int, seats: Collection[str]) -> QuerySet[Decision]:
    """Return the decisions of the sides ``seats`` in one deal, by the numbers of game and deal, in order."""
    return decisions(rubber, seats).filter(game=game, deal=deal)


def deal_reviews(rubber: Rubber, seats: Collection[str]) -> QuerySet[DealReview]:
    """Return the luck and the chances of winning in each deal of the rubber, or none if ``seats`` is empty."""
    if not seats:
        return DealReview.objects.none()
    return DealReview.objects.filter(review__in=latest_reviews().filter(rubber=rubber)).order_by(
        "game", "deal"
    )


def player_reviews(viewer: Viewer, player: Player) -> QuerySet[Review]:
    """Return the reviews of rubbers of écarté that count in the figures of ``player`` which the viewer may read."""
    played = Q(rubber__player_a=player) | Q(rubber__player_b=player)
    allowed = Q(rubber__club__in=visible_clubs(viewer)) & in_open_figures(viewer, player, path="rubber__")
    return (
        latest_reviews()
        .filter(played, allowed, rubber__variant="ecarte")
        .exclude(rubber__state=Rubber.State.LIVE)
    )


def player_decisions(viewer: Viewer, player: Player) -> QuerySet[Decision]:
    """Return the decisions that count in the figures of ``player`` which the viewer may read, unsorted.

    Their rubber, players and event are loaded. Sums may be shown of all of them, single ones only by
    ``listed_decisions``.
    """
    own = Q(player="A", review__rubber__player_a=player) | Q(player="B", review__rubber__player_b=player)
    return (
        Decision.objects.filter(own, review__in=player_reviews(viewer, player))
        .select_related("review__rubber__player_a", "review__rubber__player_b", "review__rubber__event")
        .order_by()
    )


def listed_decisions(viewer: Viewer, player: Player) -> QuerySet[Decision]:
    """Return those of ``player_decisions`` that the viewer may also read one by one, on the pages of the deals."""
    is_open = with_open_decisions(viewer, player, path="review__rubber__")
    return player_decisions(viewer, player).filter(is_open)


def shared_decisions(viewer: Viewer) -> QuerySet[Decision]:
    """Return all decisions in écarté of visible clubs whose members share their decisions, unsorted."""
    clubs = visible_clubs(viewer).filter(reviews_open=True)
    reviews = latest_reviews().filter(rubber__club__in=clubs, rubber__variant="ecarte")
    return Decision.objects.filter(review__in=reviews.exclude(rubber__state=Rubber.State.LIVE)).order_by()


def compared_decisions(viewer: Viewer, club: Club) -> QuerySet[Decision]:
    """Return the decisions with which those of a player of ``club``, which the viewer may see, are compared, unsorted.

    They are those of the latest reviewed rubbers that count in figures which the viewer may read, of any player.
    """
    reviews = latest_reviews().filter(rubber__club=club, rubber__variant="ecarte")
    latest = reviews.exclude(rubber__state=Rubber.State.LIVE).order_by("-rubber_id")[:MOST_COMPARED]
    is_open = in_open_figures_of_anyone(viewer, club, path="review__rubber__")
    return Decision.objects.filter(is_open, review__in=latest.values("pk")).order_by()


def player_labelled(viewer: Viewer, player: Player) -> QuerySet[Decision]:
    """Return the mistakes of ``player`` that the viewer may read, the most costly first."""
    return (
        listed_decisions(viewer, player)
        .filter(LABELLED)
        .order_by("-equity_loss", "-review__rubber_id", "number")
    )


class _HasFinding(Func):
    """An expression: whether one of a rubber's ``findings`` has certain values.

    Each kind of database needs its own SQL for it. ``values`` is the JSON object of these values.
    """

    output_field = BooleanField()

    def __init__(self, values: str) -> None:
        self._values = values
        super().__init__(F("findings"))

    def as_postgresql(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        return f"({column} @> %s::jsonb)", [*params, f"[{self._values}]"]

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        values = json.loads(self._values)
        condition = " AND ".join("json_extract(value, %s) = %s" for _ in values)
        parameters = [part for key, value in values.items() for part in (f"$.{key}", value)]
        # The column comes from the compiler, and the values are passed as parameters.
        return f"EXISTS (SELECT 1 FROM json_each({column}) WHERE {condition})", [*params, *parameters]  # noqa: S608


def rubbers_with_findings(club: Club) -> QuerySet[Rubber]:
    """Return the club's rubbers that have findings. Of live rubbers, only the score is visible."""
    rubbers = club.rubbers.exclude(findings=[]).exclude(state=Rubber.State.LIVE)
    return rubbers.select_related(*RELATED)


def with_finding(rubbers: QuerySet[Rubber], **values: str | int) -> QuerySet[Rubber]:
    """Return those of ``rubbers`` that have a finding with all these values, such as ``law=22``."""
    return rubbers.filter(_HasFinding(json.dumps(values)))


def incidents_of_club(club: Club) -> QuerySet[Incident]:
    """Return the incidents in the club's rubbers, except live ones, with rubber, players, event and deal loaded."""
    return _incidents(Rubber.objects.filter(club=club).exclude(state=Rubber.State.LIVE))


def incidents_of_rubber(rubber: Rubber) -> QuerySet[Incident]:
    return _incidents(Rubber.objects.filter(pk=rubber.pk).exclude(state=Rubber.State.LIVE))


def _incidents(rubbers: QuerySet[Rubber]) -> QuerySet[Incident]:
    related = (f"game__rubber__{name}" for name in ("event", "player_a", "player_b"))
    return Incident.objects.filter(game__rubber__in=rubbers).select_related("deal", *related)


def reviewed_rubbers(club: Club) -> QuerySet[ReviewedRubber]:
    """Return the club's settled rubbers that were recorded card by card, with the states of their reviews.

    Each has ``latest_review`` (a primary key or None) and ``review_state`` (done, waiting or failed), and its
    club, event and players loaded.
    """
    of_these_cards = Review.objects.filter(rubber=OuterRef("pk"), play_checksum=OuterRef("play_checksum"))
    done = of_these_cards.filter(state=Review.State.DONE).order_by("-done_at", "-pk")
    failed = Exists(of_these_cards.filter(state=Review.State.FAILED))
    state = Case(
        When(latest_review__isnull=False, then=Value("done")),
        When(failed, then=Value("failed")),
        default=Value("waiting"),
        output_field=CharField(),
    )
    return (
        club.rubbers.filter(state__in=Rubber.SETTLED_STATES, depth=Depth.PLAY)
        .select_related(*RELATED)
        .annotate(latest_review=Subquery(done.values("pk")[:1]))
        .annotate(review_state=state)
    )
