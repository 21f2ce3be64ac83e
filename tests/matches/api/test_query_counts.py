"""Each call runs a constant number of queries, however much it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Final

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from matches.api.core.paging import MOST_A_PAGE
from matches.models import Club, DealReview, Rubber, User
from tests.factories.clubs import make_club
from tests.factories.once import made_once, undone
from tests.matches.api.calling import Caller, guests, opening, path_of, signed, token_for
from tests.matches.api.described import address, document, known_scene, operations
from tests.matches.api.long_lists import lengthen
from tests.matches.pages.every_page import Scene
from tests.matches.pages.records import import_text, make_member, review

__all__ = ["made_once"]

CALLS: list[tuple[str, int, Callable[[Rubber], str]]] = [
    ("clubs", 2, lambda rubber: "clubs/"),
    ("club", 2, lambda rubber: path_of(rubber.club)),
    ("players", 3, lambda rubber: path_of(rubber.club, "players")),
    ("player", 2, lambda rubber: path_of(rubber.player_a)),
    ("decisions of a player", 3, lambda rubber: path_of(rubber.player_a, "decisions")),
    ("events", 3, lambda rubber: path_of(rubber.club, "events")),
    ("event", 2, lambda rubber: f"events/{rubber.event.public_id}/"),
    ("rubbers", 2, lambda rubber: "rubbers/"),
    (
        "next decisions",
        4,
        lambda rubber: f"{path_of(rubber.player_a)}decisions/?cursor={signed(f'after.{rubber.public_id}.0')}",
    ),
    ("next rubbers", 3, lambda rubber: f"rubbers/?cursor={signed(f'after.{rubber.public_id}')}"),
    ("rubber", 2, lambda rubber: path_of(rubber)),
    ("egn", 2, lambda rubber: f"rubbers/{rubber.public_id}.egn"),
    ("annotated egn", 3, lambda rubber: f"rubbers/{rubber.public_id}.egn?annotated=true"),
    ("review", 6, lambda rubber: path_of(rubber, "review")),
    ("chances", 1, lambda rubber: "chances/"),
    ("rulings", 3, lambda rubber: path_of(rubber, "rulings")),
    ("games", 3, lambda rubber: path_of(rubber, "games")),
    ("game", 3, lambda rubber: path_of(rubber, "games/1")),
    ("deals", 3, lambda rubber: path_of(rubber, "deals")),
    ("deals of a game", 4, lambda rubber: path_of(rubber, "games/1/deals")),
    ("deal", 3, lambda rubber: path_of(rubber, "games/1/deals/1")),
]


@pytest.mark.django_db
@pytest.mark.parametrize("deals", [1, 3])
def test_rubber_that_is_played_asks_the_same_after_one_deal_and_after_three(
    api: Caller, club: Club, django_assert_num_queries: DjangoAssertNumQueries, deals: int
) -> None:
    path = api.post("rubbers/", opening(club, *guests(club), best_of=3)).headers["Location"]
    for dealer in "AAA"[:deals]:
        api.post(f"{path}deals/", {"egn": f"{dealer} S =void"}, If_Match="*")
    with django_assert_num_queries(3):
        assert api.get(path).json()["next_deal"]["deal"] == deals + 1


def season(club: Club, rows: int) -> Rubber:
    """Store ``rows`` rubbers besides the first, with that number of games and deals, each in an event of its own.

    The first is reviewed, with the same number of decisions.
    """
    games = ""
    for game in range(1, 2 * rows + 2):
        games += f"Game {game}\n1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A S =A3 (5-0)\n#5-0\n"
    texts = []
    for number in range(rows + 1):
        head = f'[EGN "1"]\n[Event "Cup {number}"]\n[A "A{number}"]\n[B "B{number}"]\n[BestOf "99"]\n'
        texts.append(f'{head}[Termination "unfinished"]\n\n{games}*\n')
    for number in range(rows):
        make_club(f"club-{number}")
        make_member(club, f"m{number}@example.org")
    Club.objects.update(reviews_open=True)
    first = import_text(club, *texts)[0]
    made = review(first, [{"deal": number + 1, "token": 2, "player": "A"} for number in range(rows)])
    for number in range(rows):
        DealReview.objects.create(review=made, game=1, deal=number + 1)
    return first


@pytest.fixture(scope="module", params=[1, 3])
def made_season(request: pytest.FixtureRequest, made_once: None) -> Iterator[Rubber]:
    with undone():
        yield season(make_club("lyceum"), request.param)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "queries", "path"), CALLS, ids=[call[0] for call in CALLS])
def test_call_asks_the_same_with_one_row_and_with_three(
    made_season: Rubber,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
    queries: int,
    path: Callable[[Rubber], str],
) -> None:
    rubber = deepcopy(made_season)
    member: User = User.objects.order_by("pk")[0]
    caller = Caller(token_for(member))
    caller.get("clubs/")  # The minute's use of the token is noted with the first call.
    url = path(rubber)
    with django_assert_num_queries(queries):
        assert caller.get(url).status_code == 200


pytestmark = pytest.mark.django_db
FEW: Final = 2
MANY: Final = pytest.param(60, marks=pytest.mark.soak)
MOST_QUERIES: Final = 14
LONG: Final = frozenset(
    {
        "get_rating",
        "list_behind_figure_of_club",
        "list_club_log",
        "list_clubs",
        "list_conflicts",
        "list_deals",
        "list_deals_of_game",
        "list_deliveries",
        "list_event_entrants",
        "list_event_pairings",
        "list_event_standings",
        "list_events",
        "list_figures_of_players_of_club",
        "list_games",
        "list_games_of_table",
        "list_held_texts",
        "list_import_lines",
        "list_imports",
        "list_invitations",
        "list_memberships",
        "list_movers_of_season",
        "list_people_of_table",
        "list_players",
        "list_postings",
        "list_ratings",
        "list_reviews",
        "list_round_pairings",
        "list_rubbers",
        "list_tables",
        "list_waiting_rubbers",
    }
)
"""The lists whose rows are made by the thousand."""


def lists() -> Iterator[tuple[str, str]]:
    """Yield the name and the path of every list."""
    for path, method, operation in operations(document()):
        names = {each["name"] for each in operation["parameters"]}
        if method == "get" and {"cursor", "page_size"} <= names:
            yield operation["operationId"], path


def counts_with(rows: int) -> dict[str, int]:
    """Return the number of queries of each list in a club with ``rows`` of everything, which is rolled back."""
    with transaction.atomic():
        query_counts = {name: queries for name, (queries, _length) in counted(known_scene(rows)).items()}
        transaction.set_rollback(True)
    return query_counts


def counted(scene: Scene, *, page_size: int = 50) -> dict[str, tuple[int, int]]:
    """Return the number of queries of each list, and the number of rows that it shows."""
    counts = {}
    caller = Caller(token_for(scene.owner))
    caller.get("clubs/")  # The minute's use of the token is noted with the first call.
    for name, path in lists():
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            answer = caller.get(f"{address(path, scene)}?page_size={page_size}")
        # Lists that are empty in this club are tested with their own area.
        if answer.status_code == 200:
            body = answer.json()
            counts[name] = (len(queries), len(body["results"]) if "results" in body else 0)
    return counts


@pytest.mark.parametrize("rows", [8, MANY])
def test_lists_ask_the_same_however_long_they_are(rows: int) -> None:
    few, many = counts_with(FEW), counts_with(rows)
    assert len(many) > 0.8 * len(list(lists())), set(dict(lists())) - set(many)
    assert few.keys() == many.keys()
    assert {name: count for name, count in many.items() if count > MOST_QUERIES} == {}
    assert {name: (few[name], count) for name, count in many.items() if count != few[name]} == {}


@pytest.mark.soak
@pytest.mark.postgres  # SQLite looks up no more than 999 things in one go.
def test_lists_of_a_thousand_ask_the_same_as_of_a_few() -> None:
    scene = known_scene(FEW)
    short = counted(scene, page_size=MOST_A_PAGE)
    lengthen(scene)
    counts = counted(scene, page_size=MOST_A_PAGE)
    long = {name: queries for name, (queries, length) in counts.items() if length == MOST_A_PAGE}
    assert LONG - set(long) == set()
    assert {name: (short[name][0], count) for name, count in long.items() if count != short[name][0]} == {}
