"""Who may correct a rubber, also by a correction that comes after somebody else's change."""

from __future__ import annotations

from matches.clubs.permissions import GRANTS, Grant, Powers
from matches.common.log import entry_of
from matches.models import Rubber
from matches.rubbers.fold import fold_rubber
from matches.rubbers.queries.log import rubber_history
from matches.rubbers.states import SETTLED, judged_state, may_follow
from scoring.check import check_rubber
from scoring.notation import read_one


def may_correct(powers: Powers, rubber: Rubber, version: int | None) -> bool:
    """Whether somebody may correct ``rubber``, or might at the ``version`` that they read, before the last change.

    A correction that comes so late is not carried out but kept for a director.
    """
    if powers.can("correct_rubber", rubber):
        return True
    if version is None or GRANTS["correct_rubber"][powers.role] is not Grant.UNSETTLED:
        return False
    return _was_unsettled(rubber, version)


def _was_unsettled(rubber: Rubber, version: int) -> bool:
    """Whether the rubber could be corrected, and did not count, at ``version``, which it has left since."""
    if not 1 <= version < rubber.version:
        return False
    entries = [entry_of(row) for row in rubber_history(rubber)[:version]]
    now = fold_rubber(entries)
    state = judged_state(now.state, is_clean=check_rubber(read_one(now.egn)).is_clean)
    return state not in (*SETTLED, Rubber.State.VOID) and may_follow("rubber.corrected", state)
