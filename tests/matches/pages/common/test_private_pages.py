from __future__ import annotations

import pytest
from django.test import Client

from matches.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/",
        "/accounts/export/",
        "/accounts/login/",
        "/accounts/2fa/",
        "/accounts/password/change/",
        "/accounts/password/reset/",
        "/accounts/password/link/",
        "/accounts/tokens/",
        "/accounts/tokens/new/",
        "/invitations/",
        "/invitations/nonsense/",
        "/t/",
        "/pad/bcdfghjkmnpqrs/",
        "/pad/bcdfghjkmnpqrs/state/",
    ],
)
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_personal_page_is_never_cached(client: Client, address: str, is_signed_in: bool) -> None:
    if is_signed_in:
        client.force_login(User.objects.create_user("clay@example.org", "a very long secret"))
    assert client.get(address)["Cache-Control"] == "private, no-store"


def test_public_pages_are_left_alone(client: Client) -> None:
    assert not client.get("/").has_header("Cache-Control")
