"""Django's test clients in which a user is signed in."""

from __future__ import annotations

from typing import Any

from django.test import Client

from matches.models import User


def client_of(user: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(user)
    return client
