from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Review, Rubber, User
from matches.services.review_rubbers import CURRENT_ENGINE
from tests.matches.files import import_text, rubber_text


@pytest.mark.django_db
def test_list_of_reviews_says_what_is_wrong_with_those_that_failed(client: Client) -> None:
    import_text(rubber_text())
    Review.objects.create(
        rubber=Rubber.objects.get(),
        engine_version=CURRENT_ENGINE,
        rubber_version=1,
        state="failed",
        problem="NotationError: no game",
    )
    client.force_login(User.objects.create_superuser(email="owner@club.example", password="secret words"))

    page = client.get(reverse("admin:matches_review_changelist"), {"state__exact": "failed"})

    assert "NotationError: no game" in page.content.decode()
