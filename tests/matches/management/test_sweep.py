from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import call_command

from matches.models import Rubber
from matches.reviews.claims import MOST_CLAIMS
from tests.factories.rubbers import stored_sample
from tests.matches.files import EVENING
from tests.matches.reviews.reviews import claimed

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_tells_how_much_is_owed() -> None:
    stored_sample(EVENING)
    output = io.StringIO()
    call_command("sweep", stdout=output)
    assert output.getvalue() == "Asked for the reviews of 12 rubbers and the standings of 1 event.\n"


def test_tells_how_many_reviews_were_given_up() -> None:
    stored_sample(EVENING)
    claimed(Rubber.objects.earliest("pk"), ends_in=timedelta(0), attempts=MOST_CLAIMS)
    output = io.StringIO()
    call_command("sweep", stdout=output)
    assert output.getvalue().splitlines() == [
        "Asked for the reviews of 11 rubbers and the standings of 1 event.",
        "1 review was given up: the administration pages say why.",
    ]
