"""Create the clubs of an open day, and the rights of their people, in a process of its own that has the database.

    python -m tests.bench.open_day.scene FILE CLUBS TABLES HISTORY

The command writes FILE, a ``Scene`` as JSON. Each club is public and has a planned Swiss whose first round is
drawn, with a link for each of TABLES tables; the director enters the results of ``PAPER`` others. HISTORY, 0 or 1,
is whether the club has a season's records. An earlier commit that lacks a page, or results by the API, has a day
without them.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import django

from tests.bench import SEASON

if TYPE_CHECKING:
    from tests.bench.scenes import Person

EVENT: Final = Path(__file__).parent / "autumn-cup.event.json.gz"
"""An event of 144 players, its first round drawn, as ``manage.py export_event`` wrote it at 87eaf25."""
MOST_TABLES: Final = 72
PAPER: Final = 8
"""Tables beside the others that write their results down."""
READERS: Final = 12
LISTED: Final = 6
CODE: Final = re.compile(r'class="code-groups">([^<]+)<')


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
    """Make ``count`` clubs. Raises ValueError if the event has too few pairings for ``tables``."""
    from django.contrib.auth import get_user_model
    from django.db import connection

    from tests.bench.scenes import Person

    if tables + PAPER > MOST_TABLES:
        raise ValueError(
            f"the event has {MOST_TABLES} pairings, too few for {tables} tables and {PAPER} on paper"
        )
    people = get_user_model().objects
    if not people.exists():
        Person("site@example.org", is_superuser=True)  # Who imports events by the command.
    first = people.filter(email__startswith="owner").count()
    made = [_club(first + number, tables=tables, has_history=has_history) for number in range(count)]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # As the server does by itself within minutes.
    return made


def _club(number: int, *, tables: int, has_history: bool) -> ClubScene:
    from tests.bench.scenes import Person, SceneError, club_id, import_event, import_file

    owner = Person(f"owner{number}@example.org")
    slug = owner.make_club(f"Portland {number}")
    page, club = f"/clubs/{slug}/", club_id(owner, slug)
    if has_history:
        import_file(str(SEASON), slug)
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(gzip.decompress(EVENT.read_bytes()))
        file.flush()
        import_event(file.name, slug)
    (event,) = [
        each["id"] for each in owner.read(f"clubs/{club}/events/")["results"] if each["name"] == "Autumn Cup"
    ]
    event_page = f"{page}events/{event}/"
    sheets = owner.fill(f"{event_page}tables/?stage=1&round=1", "life", which="all", life="day")
    links = [each.replace(" ", "") for each in CODE.findall(sheets)]
    if len(links) < tables:
        raise SceneError(f"{len(links)} codes on the sheets of {tables} tables")
    api, about = "/api/v1/", f"/api/v1/events/{event}/"
    pages = ["/", page, f"{event_page}stages/1/rounds/1/", f"{page}ratings/", f"{page}figures/"]
    pages += [f"/players/{each['id']}/" for each in owner.read(f"clubs/{club}/players/")["results"][:LISTED]]
    pages += [f"/rubbers/{each['id']}/" for each in owner.read(f"rubbers/?club={club}")["results"][:LISTED]]
    lists = [f"{api}rubbers/?club={club}", f"{api}clubs/{club}/players/", f"{api}clubs/{club}/events/"]
    lists += [f"{about}standings/", f"{about}pairings/"]
    has_results = owner.has(f"{about}standings/")
    return ClubScene(
        links=links[:tables],
        director=owner.make_token("read", "enter"),
        readers=[_reader(owner, slug, f"reader{number}.{each}@example.org") for each in range(READERS)],
        results=f"{about}results/",
        paper=list(range(tables + 1, tables + PAPER + 1)) if has_results else [],
        event=event_page,
        pages=[each for each in pages if owner.has(each)],
        lists=[each for each in lists if owner.has(each)],
        export=_first(owner, f"{api}clubs/{club}/export.egn", f"{page}exports/records.egn"),
    )


def _reader(owner: Person, club: str, address: str) -> str:
    from tests.bench.scenes import Person

    reader = Person(address)
    owner.invite(club, reader)
    return reader.make_token("read")


def _first(owner: Person, *paths: str) -> str:
    """Return the first of ``paths`` that this commit has."""
    return next(path for path in paths if owner.has(path))


def main(file: str, clubs: str, tables: str, history: str) -> None:
    django.setup()
    made = make_clubs(int(clubs), tables=int(tables), has_history=history == "1")
    Path(file).write_text(json.dumps([asdict(each) for each in made]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
