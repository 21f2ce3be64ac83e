"""Makes the database of a site: `python -m tests.machines.opening FILE` migrates it, opens a club, imports the file,
and prints what clients need, as JSON. All in one process, since each that is started costs seconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.support.processes import python_output


@dataclass(frozen=True)
class Opened:
    """``event`` is an id, ``players`` are two; ``stream`` and ``poll`` lead to what the event's live page hears."""

    club: str
    token: str
    event: str
    players: list[str]
    stream: str
    poll: str


def open_club(environment: Mapping[str, str], file: Path) -> Opened:
    output = python_output(environment, "-m", "tests.machines.opening", str(file))
    return Opened(**json.loads(output.splitlines()[-1]))


def main(file: str) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from matches.clubs.api_tokens import SCOPES, make_token
    from matches.clubs.manage_club import make_club
    from matches.common.commands import CommandContext
    from matches.models import Player, User
    from matches.rubbers.live_news import event_topic, live_addresses
    from matches.rubbers.open_event import open_event_by_hand

    call_command("migrate", verbosity=0)
    owner = User.objects.create_user("owner@example.org")
    club = make_club(owner, name="Portland", time_zone="UTC", currency="EUR", is_public=True)
    players = [Player.objects.create(club=club, name=f"Player {number}").public_id for number in range(2)]
    _token, secret = make_token(owner, name="machines", scopes=SCOPES)
    event = open_event_by_hand(club, "Autumn Cup", act=CommandContext(by=owner, key="open"))
    call_command("import_egn", "--club", club.slug, file)
    live = live_addresses([event_topic(event)])
    opened = Opened(club.public_id, secret, event.public_id, players, live.stream, live.poll)
    print(json.dumps(asdict(opened)))


if __name__ == "__main__":
    main(sys.argv[1])
