"""Lists are paged: complete while rows are added, and without a total count."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, Event, Player, Rubber
from tests.matches.api.calling import Caller, path_of, signed
from tests.matches.pages.records import import_text, text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def players(club: Club, count: int, start: int = 1) -> list[str]:
    return [Player.objects.create(club=club, name=f"P{start + n}").public_id for n in range(count)]


def ids(page: dict[str, Any]) -> list[str]:
    return [row["id"] for row in page["results"]]


def test_pages_follow_each_other_both_ways(anybody: Caller, club: Club) -> None:
    made = players(club, 5)
    first = anybody.get(f"{path_of(club)}players/?page_size=2").json()
    second = anybody.get(first["next"]).json()
    third = anybody.get(second["next"]).json()
    assert [ids(page) for page in (first, second, third)] == [made[:2], made[2:4], made[4:]]
    assert (first["previous"], third["next"]) == (None, None)
    assert ids(anybody.get(third["previous"]).json()) == made[2:4]
    assert ids(anybody.get(second["previous"]).json()) == made[:2]


def test_rows_that_arrive_move_nothing(anybody: Caller, club: Club) -> None:
    made = players(club, 3)
    first = anybody.get(f"{path_of(club)}players/?page_size=2").json()
    made += players(club, 2, start=4)
    second = anybody.get(first["next"]).json()
    third = anybody.get(second["next"]).json()
    assert [*ids(first), *ids(second), *ids(third)] == made
    assert ids(anybody.get(second["previous"]).json()) == ids(first)


def test_cursor_holds_where_its_row_is_filtered_out_meanwhile(anybody: Caller, club: Club) -> None:
    for number in range(3):
        import_text(club, text(f"A{number}", f"B{number}"))
    first = anybody.get("rubbers/?state=confirmed&page_size=1").json()
    Rubber.objects.filter(public_id=ids(first)[0]).update(state="void")
    second = anybody.get(first["next"]).json()
    assert len(ids(second)) == 1
    assert ids(second) != ids(first)


def test_no_cursor_tells_a_primary_key(anybody: Caller, club: Club) -> None:
    made = players(club, 2)
    first = anybody.get(f"{path_of(club)}players/?page_size=1").json()
    cursor = signed(f"after.{made[0]}")
    assert first["next"] == f"http://testserver/api/v1/{path_of(club)}players/?cursor={cursor}&page_size=1"


def test_cursor_says_nothing_about_rows_that_the_caller_may_not_see(anybody: Caller, club: Club) -> None:
    """A made-up cursor with the id of a hidden row is refused like one with an unknown id."""
    import_text(club, text())
    hidden = Club.objects.create(slug="hidden", name="Hidden", is_public=False)
    guest = Player.objects.create(club=hidden, name="Guest")
    for public_id in (guest.public_id, "bcdfghjkmnpqrs"):
        answer = anybody.get(f"{path_of(club)}players/?cursor=after.{public_id}")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


def test_deals_are_paged_through_their_games(anybody: Caller, club: Club) -> None:
    deals = "\n".join(f"{number}. {'AB'[(number - 1) % 2]} S =void" for number in range(1, 6))
    deals += "\n6. B S =A5 (2-0)\n7. A S =A5 (4-0)\n8. B S =A3 (5-0)"
    (rubber,) = import_text(club, text(deals=deals, final="#5-0", ending="##1-0"))
    pages = []
    address = f"{path_of(rubber)}deals/?page_size=3"
    while address:
        page = anybody.get(address).json()
        pages.append([deal["number"] for deal in page["results"]])
        address = page["next"]
    assert pages == [[1, 2, 3], [4, 5, 6], [7, 8]]


def test_a_page_has_a_largest_size(anybody: Caller, club: Club) -> None:
    players(club, 201)
    page = anybody.get(f"{path_of(club)}players/?page_size=100000").json()
    assert len(page["results"]) == 200


UNKNOWN = ("after.7", "after.bcdfghjkmnpqrs")


@pytest.mark.parametrize("cursor", [*UNKNOWN, "7", "after.", "beside.7", "%00", "é"])
def test_made_up_cursor_is_refused(anybody: Caller, club: Club, cursor: str) -> None:
    answer = anybody.get(f"{path_of(club)}players/?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


@pytest.mark.parametrize("cursor", UNKNOWN)
def test_cursor_whose_row_has_been_removed_is_refused(anybody: Caller, club: Club, cursor: str) -> None:
    answer = anybody.get(f"{path_of(club)}players/?cursor={signed(cursor)}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


def test_the_longest_name_still_fits_into_a_cursor(api: Caller, club: Club) -> None:
    names = sorted("\U0001d504" * 199 + letter for letter in "ABC")
    for name in names:
        Event.objects.create(club=club, name=name)
    first = api.get(f"{path_of(club)}events/?order=name&page_size=1").json()
    second = api.get(first["next"]).json()
    assert [page["results"][0]["name"] for page in (first, second)] == names[:2]
