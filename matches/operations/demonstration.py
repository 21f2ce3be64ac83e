"""The demonstration club: an evening's records, brought in as any club's are, and two tables where money passes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from matches.clubs.find_or_create import find_or_make_club
from matches.exchange.imports.import_rubbers import RubberImport
from matches.exchange.imports.outcomes import Outcome
from matches.models import Club, Membership, Player, User
from matches.operations.demonstration_tables import open_demonstration_tables

EVENING: Final = Path(__file__).with_name("demo") / "evening.egn"
CLUB_NAME: Final = "Portland"
"""The club that the evening's records name."""


def load_demonstration(owner: User) -> tuple[Club, list[Outcome]]:
    """The club, made if there is none, and what became of each rubber; a second time changes nothing.

    Its members agreed to share their reviews, so that what each choice cost shows to anyone.
    """
    club = find_or_make_club(CLUB_NAME)
    is_new = not club.memberships.exists()
    if is_new:
        player = Player.objects.create(club=club, user=owner, name="Secretary")
        Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
        club.reviews_open = True
        club.time_zone = "Europe/London"
        club.currency = "GBP"
        club.save(update_fields=["reviews_open", "time_zone", "currency"])
    with EVENING.open("rb") as stream:
        outcomes = list(RubberImport(stream, source=EVENING.name, club=club, by=owner).outcomes())
    if is_new:
        open_demonstration_tables(club, owner)
    return club, outcomes
