"""Create a club for clients over HTTP: `python -m tests.faults.opening [RECEIVER]` prints what they need."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from tests.faults.records import player_names
from tests.support.processes import python_output


@dataclass(frozen=True)
class Opened:
    """``players`` are public ids and names; ``event`` is the name of the one that everything is entered in."""

    club: str
    slug: str
    token: str
    event: str
    event_id: str
    players: list[tuple[str, str]]


def open_club(environment: Mapping[str, str], receiver: str = "") -> Opened:
    """Create the club, in a process of its own that uses that database. ``receiver``: a URL to which news is sent."""
    output = python_output(environment, "-m", "tests.faults.opening", receiver)
    fields = json.loads(output.strip().splitlines()[-1])
    return Opened(**{**fields, "players": [tuple(each) for each in fields["players"]]})


def main(receiver: str) -> None:
    import django

    django.setup()
    from django.utils import timezone

    from matches.clubs.api_tokens import SCOPES, make_token
    from matches.clubs.manage_club import make_club
    from matches.common.commands import CommandContext
    from matches.models import Membership, Player, User
    from matches.models.webhooks import Topic
    from matches.rubbers.open_event import open_event_by_hand
    from matches.webhooks.manage_webhooks import create_webhook

    owner = User.objects.create_user("owner@example.org")
    club = make_club(owner, name="Portland", time_zone="UTC", currency="EUR", is_public=True)
    # The membership predates the hour for which the clock may be set back, so that the person is the owner even then.
    Membership.objects.update(since=timezone.localdate() - timedelta(weeks=4))
    players = [Player.objects.create(club=club, name=name) for name in player_names()]
    _token, secret = make_token(owner, name="faults", scopes=SCOPES)
    event = open_event_by_hand(club, "Autumn Cup", act=CommandContext(by=owner, key="open"))
    if receiver:
        create_webhook(club, url=receiver, topics=Topic.values, by=owner)
    fields = {
        "club": club.public_id,
        "slug": club.slug,
        "token": secret,
        "event": event.name,
        "event_id": event.public_id,
        "players": [(player.public_id, player.name) for player in players],
    }
    print(json.dumps(fields))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
