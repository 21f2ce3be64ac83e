"""Create the clubs of an open day, and the rights of their people, in a process of its own that has the database.

    python -m tests.bench.open_day.scene FILE CLUBS TABLES HISTORY

The command writes FILE, a ``Scene`` as JSON. Each club is public and has a planned Swiss whose first round is
drawn, with a link for each of its tables except the last ``PAPER``, whose results the director enters. HISTORY, 0
or 1, is whether the club has a season's records.
"""

from __future__ import annotations

import io
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import django

if TYPE_CHECKING:
    from matches.models import Club, Event, Player, User

SEASON: Final = Path(__file__).parents[2] / "data" / "samples" / "season.egn"
PAPER: Final = 8
"""Tables beside the others that write their results down."""
READERS: Final = 12
BEST_OF: Final = 9
"""The length of a rubber: long enough that nobody finishes before the day ends."""
LISTED: Final = 6


@dataclass(frozen=True, slots=True)
class ClubScene:
    """``links``: the codes of the tables; ``readers`` and ``director``: tokens. ``paper``: numbers of pairings.

    ``event`` is the address of the page that people watch; ``pages`` are others, ``lists`` and ``export`` the API's.
    """

    links: list[str]
    director: str
    readers: list[str]
    results: str
    paper: list[int]
    event: str
    pages: list[str]
    lists: list[str]
    export: str


def make_clubs(count: int, *, tables: int, has_history: bool) -> list[ClubScene]:
    from django.db import connection

    from matches.models import Club

    first = Club.objects.count()
    made = [_club(first + number, tables=tables, has_history=has_history) for number in range(count)]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # As the server does by itself within minutes.
    return made


def _club(number: int, *, tables: int, has_history: bool) -> ClubScene:
    from matches.clubs.manage_club import make_club
    from matches.exchange.imports.import_rubbers import RubberImport
    from matches.models import Player, Rubber, User

    owner = User.objects.create_user(f"owner{number}@example.org")
    club: Club = make_club(owner, name=f"Portland {number}", time_zone="UTC", currency="EUR", is_public=True)
    if has_history:
        season = io.BytesIO(SEASON.read_bytes())
        list(RubberImport(season, source="season.egn", club=club, by=owner).outcomes())
    event = _drawn(club, owner, 2 * (tables + PAPER))
    page = f"/clubs/{club.slug}/"
    event_page = f"{page}events/{event.public_id}/"
    api = "/api/v1/"
    pages = ["/", page, f"{event_page}stages/1/rounds/1/", f"{page}ratings/", f"{page}figures/"]
    pages += [f"/players/{each.public_id}/" for each in Player.objects.filter(club=club)[:LISTED]]
    pages += [f"/rubbers/{each.public_id}/" for each in Rubber.objects.filter(club=club)[:LISTED]]
    return ClubScene(
        links=_links(event, owner, tables),
        director=_token(owner, ["read", "enter"]),
        readers=[_reader(club, f"reader{number}.{each}@example.org") for each in range(READERS)],
        results=f"{api}events/{event.public_id}/results/",
        paper=list(range(tables + 1, tables + PAPER + 1)),
        event=event_page,
        pages=pages,
        lists=[
            f"{api}rubbers/?club={club.public_id}",
            f"{api}clubs/{club.public_id}/players/",
            f"{api}clubs/{club.public_id}/events/",
            f"{api}events/{event.public_id}/standings/",
            f"{api}events/{event.public_id}/pairings/",
        ],
        export=f"{api}clubs/{club.public_id}/export.egn",
    )


def _drawn(club: Club, owner: User, entrants: int) -> Event:
    from matches.common.commands import CommandContext
    from matches.events.event_state import event_state
    from matches.events.plan_event import plan_event
    from matches.events.record_facts import record_facts
    from matches.events.write_standings import write_standings
    from matches.models import Event, Player
    from matches.rules.events.draw import draw_next
    from matches.rules.events.plan import EventPlan, RubberRules, StagePlan

    players = Player.objects.bulk_create(
        Player(club=club, name=f"Entrant {each:03}") for each in range(entrants)
    )
    stage = StagePlan(kind="swiss", rounds=5)
    plan = EventPlan(stages=(stage,), rules=RubberRules(best_of=BEST_OF), lot_seed="open day")
    act = CommandContext(by=owner, key="")
    event = plan_event(club, "Autumn Cup", plan, players, act=act)
    drawn = draw_next(event_state(event), 1)
    record_facts(event, [("drawn", drawn), ("released", {"stage": 1, "round": 1})], act=act)
    write_standings(event.pk)
    return Event.objects.get(pk=event.pk)


def _links(event: Event, owner: User, tables: int) -> list[str]:
    from matches.events.event_state import event_state
    from matches.models import Player
    from matches.pads.table_links import DrawnTable, make_links

    round_ = event_state(event).stages[0].rounds[0]
    players: dict[str, Player] = {each.public_id: each for each in Player.objects.filter(club=event.club)}
    drawn = [
        DrawnTable(round_.label, pairing.table, (players[pairing.a or ""], players[pairing.b or ""]))
        for pairing in round_.pairings[:tables]
    ]
    return [each.token for each in make_links(event, drawn, by=owner)]


def _reader(club: Club, address: str) -> str:
    from matches.models import Membership, Player, User

    user = User.objects.create_user(address)
    player = Player.objects.create(club=club, user=user, name=address.partition("@")[0])
    Membership.objects.create(club=club, player=player)
    return _token(user, ["read"])


def _token(user: User, scopes: list[str]) -> str:
    from matches.clubs.api_tokens import make_token

    return make_token(user, name="a program", scopes=scopes)[1]


def main(file: str, clubs: str, tables: str, history: str) -> None:
    django.setup()
    made = make_clubs(int(clubs), tables=int(tables), has_history=history == "1")
    Path(file).write_text(json.dumps([asdict(each) for each in made]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
