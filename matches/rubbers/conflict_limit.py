"""How many other contents of one rubber a person may leave open for the director, whichever way they come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from django.db.models import Q

from matches.models import Conflict, Rubber, User
from matches.rubbers.errors import TooManyConflictsError

MOST_OPEN: Final = 5
"""Of one person on one rubber: more is nobody's honest mistake, and fills the desk of the director."""


def open_conflicts_by(by: User, rubbers: Collection[int]) -> Counter[int]:
    """Return how many conflicts of ``by`` wait for a director, by rubber (primary keys).

    What came with a file is the person's who brought the file in, until somebody else sends the same.
    """
    theirs = Q(by=by) | Q(by=None, report__by=by)
    waiting = Conflict.objects.filter(theirs, rubber__in=rubbers, resolved_at__isnull=True)
    return Counter(waiting.values_list("rubber_id", flat=True))


def refuse_too_many(rubber: Rubber, by: User) -> None:
    """Raises ``TooManyConflictsError`` where ``by`` may leave no further conflict of ``rubber``, which is locked."""
    if open_conflicts_by(by, [rubber.pk])[rubber.pk] >= MOST_OPEN:
        raise TooManyConflictsError(rubber, MOST_OPEN)
