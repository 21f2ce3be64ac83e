"""What a person decides where the service would not: conflicts settled, texts repaired or dismissed."""

from __future__ import annotations

import hashlib
import io

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.common.command_context import Act, done_before
from matches.common.log import RUBBER_CORRECTED
from matches.exchange.imports.candidates import Candidate, candidates
from matches.exchange.imports.import_rubbers import RubberImport
from matches.exchange.imports.outcomes import Outcome, held_outcome
from matches.exchange.imports.placement import likeness_in
from matches.models import Conflict, HeldText, Rubber, User
from matches.rubbers.correct import Correction, append_correction
from matches.rubbers.errors import StaleRubberError
from matches.rubbers.transition import change_key, is_stale, lock_rubber, refuse_state
from scoring.notation import read_file, read_one
from scoring.notation.source import with_line_feeds

CONFLICT_KEPT = "club.conflict_kept"
TEXT_DISMISSED = "club.text_dismissed"
MOST_PLACES = 100
"""Equal rubbers of one file among which a held one is looked for."""


class SettledError(ValueError):
    """Somebody has settled it already, in another way."""

    def __init__(self) -> None:
        super().__init__(_("Somebody has settled this already."))


@transaction.atomic
def settle_conflict(conflict: Conflict, *, take: bool, act: Act) -> Rubber:
    """Take the conflict's text in place of what is stored, or keep what is stored; the rubber as it is then.

    Other conflicts of the rubber stay open. Raises ``SettledError`` where it was decided otherwise, ``StateError``,
    and ``StaleRubberError`` where the rubber is not any more as the actor had seen it.
    """
    locked_club(conflict.rubber.club.pk)
    row = Conflict.objects.select_related("player_a", "player_b").get(pk=conflict.pk)
    wanted = Conflict.Resolution.TAKEN if take else Conflict.Resolution.KEPT
    locked = lock_rubber(conflict.rubber)
    if row.resolution:
        if row.resolution != wanted:
            raise SettledError
        return locked.row
    if take and done_before(change_key(locked.row, act)):
        raise SettledError
    if is_stale(locked.row, act):
        raise StaleRubberError(locked.row)
    rubber = locked.row
    if take:
        refuse_state(locked.row, RUBBER_CORRECTED)
        record = read_one(row.egn)
        asked = Correction(record, (row.player_a, row.player_b), record.tag("Event") or "")
        rubber = append_correction(locked, asked.of(locked), act, conflict=row)
    else:
        fact = {"conflict": row.public_id, "rubber": rubber.public_id}
        append_club_fact(rubber.club, CONFLICT_KEPT, fact, by=act.by, reason=act.reason)
    row.resolved_at = timezone.now()
    row.resolved_by = act.by
    row.resolution = wanted
    row.save(update_fields=["resolved_at", "resolved_by", "resolution"])
    return rubber


@transaction.atomic
def repair_held(held: HeldText, text: str, *, by: User) -> list[Outcome]:
    """Take ``text`` in, in place of one that was held, as if the file had had it there; what became of its rubbers.

    Where one is at fault still, nothing is taken in: the text replaces the one held, with the new fault. Raises
    ``NotEgnError`` where it holds no rubber at all, and ``SettledError``.
    """
    content = with_line_feeds(text.encode("utf-8", "surrogatepass"))
    found = list(candidates(read_file(io.BytesIO(content))))
    faulty = [each for each in found if each.held is not None]
    row = _locked_held(held)
    if row.repaired_at is not None or row.dismissed_at is not None:
        raise SettledError
    if faulty:
        _hold_again(row, content.decode("utf-8", "surrogatepass"), faulty[0])
        return [held_outcome(each) for each in faulty]
    importing = RubberImport(
        io.BytesIO(content),
        source=held.report.source,
        club=held.club,
        by=by,
        first_place=_place_of(held, found[0]),
    )
    outcomes = list(importing.outcomes())
    if all(outcome.fate not in ("refused", "held") for outcome in outcomes):
        # The import itself knows it by its likeness, but only where nothing of that was repaired.
        waiting = HeldText.objects.filter(pk=held.pk, repaired_at__isnull=True, dismissed_at__isnull=True)
        waiting.update(repaired_at=timezone.now(), settled_by=by)
    return outcomes


@transaction.atomic
def dismiss_held(held: HeldText, *, by: User, reason: str) -> None:
    """Put a held text aside for good; it stays readable. Raises ``SettledError`` where it was repaired."""
    row = _locked_held(held)
    if row.repaired_at is not None:
        raise SettledError
    if row.dismissed_at is not None:
        return
    row.dismissed_at = timezone.now()
    row.settled_by = by
    row.save(update_fields=["dismissed_at", "settled_by"])
    if held.club is not None:
        fact = {"text": held.public_id}
        append_club_fact(held.club, TEXT_DISMISSED, fact, by=by, reason=reason)


def _locked_held(held: HeldText) -> HeldText:
    """The text as it is now, locked after its club, as an import does that marks what it repairs."""
    if held.club is not None:
        locked_club(held.club.pk)
    return HeldText.objects.select_for_update(no_key=True).get(pk=held.pk)


def _hold_again(row: HeldText, text: str, faulty: Candidate) -> None:
    """Keep the new text in the old one's place."""
    # As the reader keeps what is no text.
    text = text.replace("\0", "\\x00").encode(errors="backslashreplace").decode()
    checksum = hashlib.sha256(text.encode()).hexdigest()
    same = HeldText.objects.filter(club=row.club, likeness=row.likeness, checksum=checksum).exclude(pk=row.pk)
    if same.exists():
        # It is held a second time as it is: one of the two is enough.
        return
    row.text = text
    row.checksum = checksum
    row.finding = faulty.held or {}
    row.save(update_fields=["text", "checksum", "finding"])


def _place_of(held: HeldText, candidate: Candidate) -> int:
    """The place among its equals that the held text had in its file: the first where its likeness does not tell."""
    if not held.likeness:
        return 1
    for place in range(1, MOST_PLACES + 1):
        if likeness_in(held.club, candidate, place) == held.likeness:
            return place
    return 1
