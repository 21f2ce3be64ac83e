"""Make reviews in every state, for the tests of claims and rows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from matches.models import Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE
from scoring.notation import read_one, write_rubber
from scoring.play_key import play_key
from tests.matches.files import TWO_DEALS, rubber_text


def claimed(rubber: Rubber, *, ends_in: timedelta, attempts: int = 1) -> Review:
    """Return the rubber's review, claimed by another worker."""
    end = timezone.now() + ends_in
    return by_engine(
        rubber, state="claimed", done_at=None, claim="another worker's", claimed_until=end, attempts=attempts
    )


def by_engine(rubber: Rubber, version: str = CURRENT_ENGINE, **fields: Any) -> Review:
    """Return a review by that version of the engine: a finished one, unless ``fields`` say otherwise."""
    done = {"play_checksum": rubber.play_checksum, "state": "done", "done_at": timezone.now()}
    return Review.objects.create(rubber=rubber, engine_version=version, **done | fields)


def corrected(rubber: Rubber) -> None:
    """Remove the rubber's first deal, with its decisions."""
    text = write_rubber(read_one(rubber_text(deals=[TWO_DEALS[0]]).partition("#0-5")[0] + "*\n"))
    rewritten(rubber, text)


def rewritten(rubber: Rubber, text: str) -> None:
    Rubber.objects.filter(pk=rubber.pk).update(egn=text, play_checksum=play_key(read_one(text)))
