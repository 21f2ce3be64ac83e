"""Opens a club for clients that come over HTTP: `python -m tests.faults.opening [RECEIVER]` prints what they need."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from ecarte_site.setup.environment import PROJECT
from tests.faults.records import player_names


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
    """In a process of its own, which has that database. ``receiver``: an address to which news is sent."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.faults.opening", receiver],
        cwd=PROJECT,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout.strip().splitlines()[-1])
    return Opened(**{**told, "players": [tuple(each) for each in told["players"]]})


def main(receiver: str) -> None:
    import django

    django.setup()
    from django.utils import timezone

    from matches.clubs.api_tokens import SCOPES, make_token
    from matches.clubs.create_club import make_club
    from matches.common.command_context import Act
    from matches.models import Membership, Player, User
    from matches.rubbers.open_event import open_event_by_hand
    from matches.webhooks.manage_webhooks import make_webhook
    from matches.webhooks.messages import KINDS

    owner = User.objects.create_user("owner@example.org")
    club = make_club(owner, name="Portland", time_zone="UTC", currency="EUR", is_public=True)
    # By a clock that is set a day back he is its owner still.
    Membership.objects.update(since=timezone.localdate() - timedelta(weeks=4))
    players = [Player.objects.create(club=club, name=name) for name in player_names()]
    _token, secret = make_token(owner, name="faults", scopes=SCOPES)
    event = open_event_by_hand(club, "Autumn Cup", act=Act(by=owner, key="open"))
    if receiver:
        make_webhook(club, url=receiver, kinds=KINDS, by=owner)
    told = {
        "club": club.public_id,
        "slug": club.slug,
        "token": secret,
        "event": event.name,
        "event_id": event.public_id,
        "players": [(player.public_id, player.name) for player in players],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
