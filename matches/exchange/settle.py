"""Repair or dismiss held texts, which are texts of rubbers that could not be imported."""

from __future__ import annotations

import hashlib
import io

from django.db import transaction
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.exchange.imports.candidates import Candidate, Outcome, candidates, held_outcome
from matches.exchange.imports.import_rubbers import RubberImport
from matches.exchange.imports.place_rubbers import likeness_in
from matches.models import HeldText, User
from matches.rubbers.conflicts import SettledError
from scoring.notation import read_file
from scoring.notation.source import with_line_feeds

TEXT_DISMISSED = "club.text_dismissed"
MOST_PLACES = 100
"""The number of equal rubbers in one file that are tried to find a held text's number among them."""


@transaction.atomic
def repair_held_text(held_text: HeldText, text: str, *, by: User) -> list[Outcome]:
    """Import ``text`` in place of a held text, as if the imported file had contained it; return the outcomes.

    If rubbers still have errors, nothing is imported, only their outcomes are returned, and ``text`` replaces
    the held text together with the new error, unless another held text is the same. Raises ``NotEgnError`` if
    ``text`` has no rubber at all, and ``SettledError`` if the held text was repaired or dismissed before.
    """
    content = with_line_feeds(text.encode("utf-8", "surrogatepass"))
    parsed = list(candidates(read_file(io.BytesIO(content))))
    faulty = [each for each in parsed if each.fault is not None]
    row = _lock_held_text(held_text)
    if row.repaired_at is not None or row.dismissed_at is not None:
        raise SettledError
    if faulty:
        _replace_held_text(row, content.decode("utf-8", "surrogatepass"), faulty[0])
        return [held_outcome(each) for each in faulty]
    importing = RubberImport(
        io.BytesIO(content),
        source=held_text.report.source,
        club=held_text.club,
        by=by,
        first_place=_place_of(held_text, parsed[0]),
    )
    outcomes = list(importing.outcomes())
    if all(outcome.fate not in ("refused", "held") for outcome in outcomes):
        # The import itself recognizes it by its likeness, but only if no text with that was repaired before.
        waiting = HeldText.objects.filter(
            pk=held_text.pk, repaired_at__isnull=True, dismissed_at__isnull=True
        )
        waiting.update(repaired_at=timezone.now(), settled_by=by)
    return outcomes


@transaction.atomic
def dismiss_held_text(held_text: HeldText, *, by: User, reason: str) -> None:
    """Dismiss a held text. It can still be read. Raises ``SettledError`` if it was repaired."""
    row = _lock_held_text(held_text)
    if row.repaired_at is not None:
        raise SettledError
    if row.dismissed_at is not None:
        return
    row.dismissed_at = timezone.now()
    row.settled_by = by
    row.save(update_fields=["dismissed_at", "settled_by"])
    if held_text.club is not None:
        fact = {"text": held_text.public_id}
        append_club_fact(held_text.club, TEXT_DISMISSED, fact, by=by, reason=reason)


def _lock_held_text(held_text: HeldText) -> HeldText:
    """Return the text as it is now, locked after its club, in the order of an import."""
    if held_text.club is not None:
        locked_club(held_text.club.pk)
    return HeldText.objects.select_for_update(no_key=True).get(pk=held_text.pk)


def _replace_held_text(row: HeldText, text: str, faulty: Candidate) -> None:
    # The reader stores bytes that are no text in the same way.
    text = text.replace("\0", "\\x00").encode(errors="backslashreplace").decode()
    checksum = hashlib.sha256(text.encode()).hexdigest()
    same = HeldText.objects.filter(club=row.club, likeness=row.likeness, checksum=checksum).exclude(pk=row.pk)
    if same.exists():
        # Another held text is the same: one of the two is enough.
        return
    row.text = text
    row.checksum = checksum
    row.finding = faulty.fault or {}
    row.save(update_fields=["text", "checksum", "finding"])


def _place_of(held_text: HeldText, candidate: Candidate) -> int:
    """Return the held text's place among its equals in its file, or 1 if its likeness does not tell."""
    if not held_text.likeness:
        return 1
    for place in range(1, MOST_PLACES + 1):
        if likeness_in(held_text.club, candidate, place) == held_text.likeness:
            return place
    return 1
