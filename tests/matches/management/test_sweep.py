from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.utils import timezone

from matches.models import Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE, MOST_CLAIMS
from tests.factories.rubbers import stored_sample
from tests.matches.files import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_tells_how_much_is_owed() -> None:
    stored_sample(EVENING)
    output = io.StringIO()

    call_command("sweep", stdout=output)

    assert output.getvalue() == "Asked for the reviews of 12 rubbers and the standings of 1 event.\n"


def test_tells_how_many_reviews_were_given_up() -> None:
    stored_sample(EVENING)
    Review.objects.create(
        rubber=Rubber.objects.earliest("pk"),
        engine_version=CURRENT_ENGINE,
        play_checksum=Rubber.objects.earliest("pk").play_checksum,
        claim="a dead worker's",
        claimed_until=timezone.now(),
        attempts=MOST_CLAIMS,
    )
    output = io.StringIO()

    call_command("sweep", stdout=output)

    assert output.getvalue().splitlines() == [
        "Asked for the reviews of 11 rubbers and the standings of 1 event.",
        "1 review was given up: what is wrong stands with each in the administration.",
    ]
