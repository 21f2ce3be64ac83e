"""What is stored of ratings, compared with what the rubbers give; written anew where asked to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from django.db.models import Exists, OuterRef

from matches.figures.pending_ratings import FROM_SCRATCH, owe_ratings, owed_from
from matches.figures.rate_clubs import (
    FACT_COLUMNS,
    KEY_COLUMNS,
    RatingFacts,
    RatingKey,
    computed_rows,
    rate_club,
)
from matches.models import Club, Player, Rating, RatingProgress, Rubber

CLOSE: Final = 1e-9
"""Another machine's logarithms may differ in the last digits."""


def rating_differences(*, write: bool) -> Iterator[tuple[Club, str]]:
    """Ratings that claim to be up to date and are not what the rubbers give: one sentence for each.

    Ratings that are owed say nothing yet. With ``write`` all are as they should be once the iterator has gone on.
    """
    if write:
        _note_forgotten_clubs()
    for progress in RatingProgress.objects.select_related("club").order_by("club"):
        found = _differences(progress)
        yield from ((progress.club, what) for what in found)
        if write:
            if found:
                owe_ratings({progress.club_id: FROM_SCRATCH})
            rate_club(progress.club_id)


def _note_forgotten_clubs() -> None:
    """Clubs with rubbers of which nobody noted that they are to be rated."""
    rubbers = Rubber.objects.filter(club=OuterRef("pk"), state__in=Rubber.SETTLED_STATES)
    forgotten = Club.objects.filter(Exists(rubbers), rating_progress__isnull=True).order_by("pk")
    owe_ratings(dict.fromkeys(forgotten.values_list("pk", flat=True), FROM_SCRATCH))


def _differences(progress: RatingProgress) -> list[str]:
    """Of a club whose ratings were up to date. None where results came since: what was read before one and after it
    can't be compared.
    """
    if owed_from(progress) is not None:
        return []
    found = list(_club_differences(progress.club))
    as_it_was = RatingProgress.objects.filter(pk=progress.pk, change=progress.change)
    return found if as_it_was.exists() else []


def _club_differences(club: Club) -> Iterator[str]:
    rows = Rating.objects.filter(club=club).values_list(*KEY_COLUMNS, *FACT_COLUMNS)
    stored: dict[RatingKey, RatingFacts] = {(player, week): (*facts,) for player, week, *facts in rows}
    computed = computed_rows(club.pk)
    wrong = sorted(key for key in stored.keys() | computed.keys() if not _is_right(key, stored, computed))
    players = Player.objects.in_bulk({player for player, _ in wrong})
    for player, week in wrong:
        told = f"the rating of player:{players[player].public_id} in the week of {week}"
        yield f"{told} is {stored.get((player, week))!r}, the rubbers give {computed.get((player, week))!r}"


def _is_right(
    key: RatingKey, stored: Mapping[RatingKey, RatingFacts], computed: Mapping[RatingKey, RatingFacts]
) -> bool:
    if key not in stored or key not in computed:
        return False
    return all(
        math.isclose(one, other, rel_tol=CLOSE) for one, other in zip(stored[key], computed[key], strict=True)
    )
