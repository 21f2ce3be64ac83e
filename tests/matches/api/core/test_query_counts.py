"""Calls ask the database the same few questions, whatever there is to show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Club, DealReview, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, guests, opening, path_of, token_for
from tests.matches.pages.records import import_text, make_member, review

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
        lambda rubber: f"{path_of(rubber.player_a)}decisions/?cursor=after.{rubber.public_id}.0",
    ),
    ("next rubbers", 3, lambda rubber: f"rubbers/?cursor=after.{rubber.public_id}"),
    ("rubber", 2, lambda rubber: path_of(rubber)),
    ("egn", 2, lambda rubber: f"rubbers/{rubber.public_id}.egn"),
    ("annotated egn", 3, lambda rubber: f"rubbers/{rubber.public_id}.egn?annotated=true"),
    ("review", 5, lambda rubber: path_of(rubber, "review")),
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
    """As many rubbers as asked for besides the first, of games and deals as many, each in an event of its own.

    The first is reviewed, with as many decisions.
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


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("name", "queries", "path"), CALLS, ids=[call[0] for call in CALLS])
def test_call_asks_the_same_with_one_row_and_with_three(
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
    queries: int,
    path: Callable[[Rubber], str],
    rows: int,
) -> None:
    rubber = season(club, rows)
    member: User = User.objects.order_by("pk")[0]
    caller = Caller(token_for(member))
    caller.get("clubs/")  # The minute's use of the token is noted with the first call.
    asked = path(rubber)
    with django_assert_num_queries(queries):
        assert caller.get(asked).status_code == 200
