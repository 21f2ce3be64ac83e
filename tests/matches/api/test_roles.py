"""The cells of the roles table that depend on whose rubber it is and on its state, and the effect of each role.

Other tests try every call of the API for objects that are neither one's own nor unsettled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from matches.models import Club, Player, Rubber
from tests.matches.api.calling import CORRECT, Caller, guests, opening, path_of, problem, result
from tests.matches.api.roles.scene import ANONYMOUS, CALLERS, EXPECTED, OWNS_ANOTHER, caller_who
from tests.matches.pages.records import import_text, text

pytestmark = [pytest.mark.django_db, pytest.mark.core]

REASON: Final = {"reason": "A slip."}


@dataclass(frozen=True, slots=True)
class Person:
    """A caller; ``player`` is that person in the club's records, or None if there is no such player."""

    caller: Caller
    player: Player | None


def person(club: Club, who: str) -> Person:
    caller = caller_who(club, who)
    return Person(caller, Player.objects.filter(user__email__endswith="-caller@example.org").first())


def cell(action: str, who: str) -> str:
    return EXPECTED[action, "stranger" if who in (OWNS_ANOTHER, ANONYMOUS) else who]


def expect(answer: Any, *, allowed: bool, who: str) -> None:
    if allowed:
        assert answer.status_code in (200, 201), answer.content
    elif who == ANONYMOUS:
        problem(answer, 401, "not_signed_in")
    else:
        problem(answer, 403, "not_allowed")


def rubber_of(club: Club, he: Player | None, *, side: str = "", **columns: str) -> Rubber:
    """Store a rubber between guests, or with this player on ``side``."""
    number = Rubber.objects.count()
    (rubber,) = import_text(club, text(tags=f'[Table "{number}"]\n'))
    for column, value in columns.items():
        setattr(rubber, column, value)
    if side and he is not None:
        setattr(rubber, f"player_{side.lower()}", he)
    rubber.save()
    return rubber


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize("form", [result, opening], ids=["result", "live"])
def test_cell_for_entering(club: Club, form: Callable[..., dict[str, Any]], who: str) -> None:
    he = person(club, who)
    _, b = guests(club)
    expected = cell("enter_rubber", who)
    if he.player is not None and who != OWNS_ANOTHER:
        answer = he.caller.post("rubbers/", form(club, he.player, b))
        expect(answer, allowed=expected in ("yes", "own"), who=who)


@pytest.mark.parametrize("who", [who for who in CALLERS if who != ANONYMOUS])
def test_who_makes_a_club_is_its_owner(club: Club, who: str) -> None:
    he = person(club, who)
    made = he.caller.post("clubs/", {"name": "Arlington"}).json()["id"]
    assert he.caller.post(f"clubs/{made}/players/", {"name": "Ann"}).status_code == 201


def live(owner: Caller, club: Club, a: Player, b: Player) -> str:
    made = owner.post("rubbers/", opening(club, a, b, is_another=True)).json()["id"]
    owner.post(f"rubbers/{made}/deals/", {"egn": "A S =A5"}, If_Match="*")
    return f"rubbers/{made}/"


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(
    ("action", "call"),
    [
        ("enter_rubber", lambda caller, path: caller.post(f"{path}deals/", {"egn": "B S =A5"}, If_Match="*")),
        ("undo_deal", lambda caller, path: caller.delete(f"{path}deals/last/", If_Match="*")),
        (
            "enter_rubber",
            lambda caller, path: caller.post(f"{path}close/", {"termination": "unfinished"}, If_Match="*"),
        ),
    ],
    ids=["record", "undo", "close"],
)
def test_cell_for_a_rubber_that_is_played(
    api: Caller, club: Club, action: str, call: Callable[[Caller, str], Any], who: str
) -> None:
    he = person(club, who)
    (a,) = guests(club, "Ann")
    expected = cell(action, who)
    if he.player is not None and who != OWNS_ANOTHER:
        own = live(api, club, a, he.player)
        expect(call(he.caller, own), allowed=expected in ("yes", "own"), who=who)


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("confirm_rubber", {}),
        ("dispute_rubber", REASON),
        ("correct_rubber", {"egn": CORRECT, **REASON}),
        ("void_rubber", REASON),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_cell_for_a_rubber(club: Club, action: str, body: dict[str, str], who: str) -> None:
    he = person(club, who)
    expected = cell(action, who)
    reported = {"state": Rubber.State.REPORTED, "reported_by": "A"}
    cases = [
        (rubber_of(club, None, **reported), expected in ("yes", "open")),
        (rubber_of(club, he.player, side="B", **reported), expected in ("yes", "own", "side", "open")),
        (rubber_of(club, he.player, side="A", **reported), expected in ("yes", "own", "open")),
        (rubber_of(club, None, state=Rubber.State.CONFIRMED), expected == "yes"),
    ]
    if he.player is None:
        cases = [(rubber, False) for rubber, _ in cases]
    for place, (rubber, allowed) in enumerate(cases):
        state_forbids = action == "confirm_rubber" and place == 3
        answer = he.caller.post(path_of(rubber, action.partition("_")[0]), body, If_Match="*")
        if allowed and state_forbids:
            problem(answer, 409, "wrong_state")
        else:
            expect(answer, allowed=allowed, who=who)


@pytest.mark.parametrize(
    ("role", "state", "reported_by"),
    [
        ("owner", "confirmed", None),
        ("director", "confirmed", None),
        ("scorer", "confirmed", None),
        ("helper", "reported", None),
    ],
)
def test_word_of_a_role_on_others_rubbers(club: Club, role: str, state: str, reported_by: str | None) -> None:
    a, b = guests(club)
    made = person(club, role).caller.post("rubbers/", result(club, a, b)).json()
    assert (made["state"], made["reported_by"]) == (state, reported_by)


@pytest.mark.parametrize(
    ("role", "state"), [("director", "confirmed"), ("scorer", "reported"), ("member", "reported")]
)
def test_word_of_a_role_on_ones_own_rubber(club: Club, role: str, state: str) -> None:
    he = person(club, role)
    assert he.player is not None
    made = he.caller.post("rubbers/", result(club, guests(club, "Ann")[0], he.player)).json()
    assert (made["state"], made["reported_by"]) == (state, "B" if state == "reported" else None)


def test_helper_opens_no_event_by_naming_one(club: Club) -> None:
    guests(club, "Boiteau", "Walker")
    cup = text().replace("[A ", '[Event "Autumn Cup"]\n[A ', 1)
    body = {"form": "egn", "club": club.public_id, "egn": cup}
    problem(person(club, "helper").caller.post("rubbers/", body), 422, "unknown_event")
