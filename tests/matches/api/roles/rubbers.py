"""The calls for rubbers between guests: entered, played, settled, corrected and ruled on."""

from __future__ import annotations

from typing import Any, Final

from matches.models import Rubber
from tests.matches.api.calling import CORRECT, opening, path_of, result
from tests.matches.api.roles.scene import Call, Ready, Scene, at
from tests.matches.pages.records import import_text, make_member, text

REASON: Final = {"reason": "A slip."}
RULING: Final = {"law": 2, "offender": "A", "remedy": "reshuffle"}


def entered(here: Scene) -> tuple[str, Any]:
    return "rubbers/", result(here.club, *here.guests("Ann", "Bob"))


def played(*more: str, body: Any = None) -> Ready:
    """Return a call on a rubber with some deals recorded, but not the last one."""

    def ready(here: Scene) -> tuple[str, Any]:
        path = here.api.post("rubbers/", opening(here.club, *here.guests("Ann", "Bob"))).headers["Location"]
        here.api.post(f"{path}deals/", {"egn": "A S =A5"}, If_Match="*")
        return "/".join([path.rstrip("/"), *more, ""]), body

    return ready


def reported(act: str, body: Any) -> Ready:
    """Return a call on a rubber that waits for its other side."""

    def ready(here: Scene) -> tuple[str, Any]:
        (rubber,) = import_text(here.club, text("Clay", "Pettes"))
        Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.REPORTED, reported_by="A")
        return path_of(rubber, act), body

    return ready


def reported_by_helper(act: str, body: Any) -> Ready:
    """Return a call on a rubber that a helper reported, in a club that has a helper."""

    def ready(here: Scene) -> tuple[str, Any]:
        make_member(here.club, "reporter@example.org", role="helper")
        (rubber,) = import_text(here.club, text())
        Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.REPORTED, reported_by="")
        return path_of(rubber, act), body

    return ready


def draft_ruled_on(here: Scene) -> tuple[str, Any]:
    """Return a ruling on a draft, in which A plays a club to a heart that A could follow."""
    played = "1. A 2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK C8, DK H9, SJ HA, SA HQ, CJ CT =B5 (0-3)"
    (rubber,) = import_text(here.club, text("Clay", "Pettes", deals=f"{played}\n2. B S Kb =B3 (0-5)"))
    ruling = {"deal": 1, "token": 18, "law": 43, "offender": "A", "facts": ["C8"], "remedy": "stand"}
    return path_of(rubber, "rulings"), ruling


CALLS: Final[list[Call]] = [
    Call("rubbers", "GET", "anyone", at("rubbers/")),
    Call("rubbers", "POST", "enter_rubber", entered),
    Call("rubber", "GET", "anyone", at("rubbers/{rubber}/")),
    Call("rubber_egn", "GET", "anyone", at("rubbers/{rubber}.egn")),
    Call("review", "GET", "anyone", at("rubbers/{rubber}/review/")),
    Call("rulings", "GET", "anyone", at("rubbers/{rubber}/rulings/")),
    Call("games", "GET", "anyone", at("rubbers/{rubber}/games/")),
    Call("game", "GET", "anyone", at("rubbers/{rubber}/games/1/")),
    Call("game_deals", "GET", "anyone", at("rubbers/{rubber}/games/1/deals/")),
    Call("deal", "GET", "anyone", at("rubbers/{rubber}/games/1/deals/2/")),
    Call("deals", "GET", "anyone", at("rubbers/{rubber}/deals/")),
    Call("deals", "POST", "enter_rubber", played("deals", body={"egn": "B S =A5"})),
    Call("last_deal", "DELETE", "undo_deal", played("deals", "last")),
    Call("rubber_close", "POST", "enter_rubber", played("close", body={"termination": "unfinished"})),
    Call("rubber_confirm", "POST", "confirm_rubber", reported("confirm", {})),
    Call("rubber_dispute", "POST", "dispute_rubber", reported("dispute", REASON)),
    Call(
        "rubber_report",
        "POST",
        "change_report",
        reported_by_helper("report", {"egn": CORRECT}),
        holds=frozenset({"help"}),
    ),
    Call(
        "rubber_withdraw",
        "POST",
        "change_report",
        reported_by_helper("withdraw", {}),
        holds=frozenset({"help"}),
    ),
    Call(
        "rubber_correct",
        "POST",
        "correct_rubber",
        reported("correct", {"egn": CORRECT, **REASON}),
        holds=frozenset({"open"}),
    ),
    Call(
        "rubber_correct",
        "POST",
        "correct_rubber",
        at("rubbers/{rubber}/correct/", {"egn": CORRECT, **REASON}),
    ),
    Call("rubber_void", "POST", "void_rubber", at("rubbers/{rubber}/void/", REASON)),
    Call("rulings", "POST", "correct_rubber", at("rubbers/{rubber}/rulings/", RULING)),
    Call("rulings", "POST", "correct_rubber", draft_ruled_on, holds=frozenset({"open"})),
]
