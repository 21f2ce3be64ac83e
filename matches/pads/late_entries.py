"""What a phone wrote before the rubber's end, and sent after it: kept for the director, beside what is stored."""

from __future__ import annotations

from django.utils import timezone

from matches.common.log import RubberEnded
from matches.models import Conflict, User
from matches.pads.plan_entries import Chain
from matches.rubbers.canonical_text import content_checksum
from matches.rubbers.check_text import judged
from matches.rubbers.conflict_limit import refuse_too_many
from matches.rubbers.fold import ended_text
from matches.rubbers.transition import LockedRubber


def keep_for_director(locked: LockedRubber, before: Chain, chain: Chain, *, by: User) -> bool:
    """Keep the rubber as the phone has it, for the director to choose; False where it is just what is stored.

    ``before`` is what the same phone sent up to now: the text that was kept for that goes on as the new one, or goes
    where the new one is what is stored. Once somebody has decided about it, the new one is another. Raises
    ``TooManyConflictsError`` where ``by`` has left as many as one person may: then nothing is kept.
    """
    row = locked.row
    text = _as_ended(chain)
    checksum = _checksum(locked, text)
    open_ones = Conflict.objects.filter(rubber=row, report=None, resolved_at__isnull=True)
    earlier = open_ones.filter(checksum=_checksum(locked, _as_ended(before)))
    if checksum == row.checksum:
        earlier.delete()
        return False
    if Conflict.objects.filter(rubber=row, checksum=checksum).exists():
        return True
    told = {"by": by, "at": timezone.now(), "egn": text, "checksum": checksum}
    if not earlier.update(**told):
        refuse_too_many(row, by)
        players = {"player_a_id": row.player_a_id, "player_b_id": row.player_b_id}
        Conflict.objects.create(rubber=row, **players, **told)
    return True


def _as_ended(chain: Chain) -> str:
    """The rubber as if that phone had ended it: played out where it is decided, unfinished where it is not."""
    text = chain.text
    is_decided = judged(text).winner is not None
    ended: RubberEnded = {"termination": "normal" if is_decided else "unfinished", "winner": ""}
    return ended_text(text, ended)


def _checksum(locked: LockedRubber, text: str) -> str:
    now = locked.now
    return content_checksum(now.a, now.b, text)
