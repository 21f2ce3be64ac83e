"""Reviews in every state for the tests of who carries them out."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from matches.models import Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE
from scoring.notation import read_one, write_rubber
from scoring.play_key import play_key
from tests.matches.files import TWO_DEALS, rubber_text


def claimed(rubber: Rubber, *, ends_in: timedelta) -> Review:
    """Its review, in another worker's hands."""
    return Review.objects.create(
        rubber=rubber,
        engine_version=CURRENT_ENGINE,
        play_checksum=rubber.play_checksum,
        claim="another worker's",
        claimed_until=timezone.now() + ends_in,
        attempts=1,
    )


def by_engine(rubber: Rubber, version: str, **fields: object) -> Review:
    """A finished review by that version of the engine."""
    of_rubber = {"rubber": rubber, "play_checksum": rubber.play_checksum, **fields}
    return Review.objects.create(**of_rubber, engine_version=version, state="done", done_at=timezone.now())


def corrected(rubber: Rubber) -> None:
    """Its first deal is struck out, and so are that deal's decisions."""
    text = write_rubber(read_one(rubber_text(deals=[TWO_DEALS[0]]).partition("#0-5")[0] + "*\n"))
    rewritten(rubber, text)


def rewritten(rubber: Rubber, text: str) -> None:
    Rubber.objects.filter(pk=rubber.pk).update(egn=text, play_checksum=play_key(read_one(text)))
