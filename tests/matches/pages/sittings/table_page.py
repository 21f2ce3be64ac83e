"""Open a table's page as different people, and send its commands."""

from __future__ import annotations

import re
from typing import Any, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from matches.models import Membership, Player, Sitting, User
from tests.matches.pages.records import make_member
from tests.matches.sittings.sitting_hands import SittingHands


def sign_in(client: Client, sitting_hands: SittingHands, role: str = "scorer") -> None:
    client.force_login(make_member(sitting_hands.hands.club, f"{role}@example.org", role=role))


def address(sitting_hands: SittingHands) -> str:
    return reverse("web:sitting", args=[sitting_hands.sitting.public_id])


def say(
    client: Client,
    sitting_hands: SittingHands,
    do: str,
    *,
    at: str = "",
    key: str = "k",
    version: int = 0,
    **fields: Any,
) -> HttpResponse:
    """Send a command from the table's page, or from that ``at`` another URL.

    ``version`` is the one that the phone saw last, by default the current one.
    """
    seen = version or Sitting.objects.get(pk=sitting_hands.sitting.pk).rows_version
    data: dict[str, Any] = {"do": do, "key": key, "version": seen, **fields}
    return cast(HttpResponse, client.post(at or address(sitting_hands), data))


def text_of(response: HttpResponseBase) -> str:
    page = cast(HttpResponse, response).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def member_who_plays(sitting_hands: SittingHands, name: str) -> User:
    account = User.objects.create_user(f"{name.lower()}@example.org")
    Membership.objects.create(
        club=sitting_hands.hands.club, player=sitting_hands.players[name], role="member"
    )
    Player.objects.filter(pk=sitting_hands.players[name].pk).update(user=account)
    return account
