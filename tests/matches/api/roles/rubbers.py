"""Rubbers between guests: entered, played, settled, corrected, ruled upon."""

from __future__ import annotations

from typing import Any, Final

from matches.models import Rubber
from tests.matches.api.calling import CORRECT, opening, path_of, result
from tests.matches.api.roles.scene import Call, Ready, Scene
from tests.matches.pages.records import import_text, text

REASON: Final = {"reason": "A slip."}
RULING: Final = {"law": 2, "offender": "A", "remedy": "reshuffle"}


def of_it(*more: str) -> Ready:
    return lambda here: (path_of(here.rubber, *more), None)


def entered(here: Scene) -> tuple[str, Any]:
    return "rubbers/", result(here.club, *here.guests("Ann", "Bob"))


def played(*more: str, body: Any = None) -> Ready:
    """A call on a rubber of which a deal is recorded, and the last is not."""

    def ready(here: Scene) -> tuple[str, Any]:
        path = here.api.post("rubbers/", opening(here.club, *here.guests("Ann", "Bob"))).headers["Location"]
        here.api.post(f"{path}deals/", {"egn": "A S =A5"}, If_Match="*")
        return "/".join([path.rstrip("/"), *more, ""]), body

    return ready


def reported(act: str, body: Any) -> Ready:
    """A call on a rubber that waits for its other side."""

    def ready(here: Scene) -> tuple[str, Any]:
        (rubber,) = import_text(here.club, text("Clay", "Pettes"))
        Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.REPORTED, reported_by="A")
        return path_of(rubber, act), body

    return ready


def settled(act: str, body: Any) -> Ready:
    return lambda here: (path_of(here.rubber, act), body)


CALLS: Final[list[Call]] = [
    Call("rubbers", "GET", "anyone", lambda here: ("rubbers/", None)),
    Call("rubbers", "POST", "enter_rubber", entered),
    Call("rubber", "GET", "anyone", of_it()),
    Call("rubber_egn", "GET", "anyone", lambda here: (f"rubbers/{here.rubber.public_id}.egn", None)),
    Call("review", "GET", "anyone", of_it("review")),
    Call("rulings", "GET", "anyone", of_it("rulings")),
    Call("games", "GET", "anyone", of_it("games")),
    Call("game", "GET", "anyone", of_it("games", "1")),
    Call("game_deals", "GET", "anyone", of_it("games", "1", "deals")),
    Call("deal", "GET", "anyone", of_it("games", "1", "deals", "2")),
    Call("deals", "GET", "anyone", of_it("deals")),
    Call("deals", "POST", "enter_rubber", played("deals", body={"egn": "B S =A5"})),
    Call("last_deal", "DELETE", "undo_deal", played("deals", "last")),
    Call("rubber_close", "POST", "enter_rubber", played("close", body={"termination": "unfinished"})),
    Call("rubber_confirm", "POST", "confirm_rubber", reported("confirm", {})),
    Call("rubber_dispute", "POST", "dispute_rubber", reported("dispute", REASON)),
    Call(
        "rubber_correct",
        "POST",
        "correct_rubber",
        reported("correct", {"egn": CORRECT, **REASON}),
        holds=frozenset({"open"}),
    ),
    Call("rubber_correct", "POST", "correct_rubber", settled("correct", {"egn": CORRECT, **REASON})),
    Call("rubber_void", "POST", "void_rubber", settled("void", REASON)),
    Call("rulings", "POST", "correct_rubber", settled("rulings", RULING)),
]
