"""The laws in the API: read, searched, asked about in a record, and applied in a ruling."""

from __future__ import annotations

from typing import Any, Final

import pytest

from matches.models import Club, LogEntry, Player, Rubber
from scoring.laws.index import LAWS
from tests.matches.api.calling import Caller, guests, opening, path_of, problem
from tests.matches.pages.records import import_text, text

pytestmark = [pytest.mark.django_db, pytest.mark.core]

REVOKE: Final = "1. A 2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK C8, DK H9, SJ HA, SA HQ, CJ CT =B5 (0-3)"
"""A record in which A, the dealer, plays a club to a heart that A could follow."""
DEALS: Final = f"{REVOKE}\n2. B S Kb =B3 (0-5)"
STAND: Final = {"deal": 1, "token": 18, "law": 43, "offender": "A", "facts": ["C8"], "remedy": "stand"}


@pytest.fixture
def waiting(club: Club) -> Rubber:
    """Return a draft that waits for a ruling under law 43."""
    (rubber,) = import_text(club, text(deals=DEALS))
    assert rubber.state == "draft"
    return rubber


# The laws


def test_lists_the_laws_with_what_they_ask_and_allow(anybody: Caller) -> None:
    laws = anybody.get("laws/").json()["results"]

    assert [law["number"] for law in laws] == list(range(1, 56))
    assert laws[41] == anybody.get("laws/42/").json()
    assert laws[41] == {
        "number": 42,
        "title": LAWS[41].title,
        "summary": LAWS[41].summary,
        "section": "Playing",
        "irregularity": "A hand was thrown down",
        "offender": "either",
        "moments": ["turned_up", "exchange", "play"],
        "facts": [{"kind": "word", "question": "Thrown down to claim the tricks?", "words": ["claim"]}],
        "remedies": [{"remedy": "abandon", "needs": None}, {"remedy": "note", "needs": None}],
    }
    assert {"remedy": "complete", "needs": "cards"} in laws[15]["remedies"]


@pytest.mark.parametrize("number", ["0", "56", "99999999999"])
def test_has_no_other_law(anybody: Caller, number: str) -> None:
    problem(anybody.get(f"laws/{number}/"), 404, "not_found")


def test_finds_a_law_by_plain_words(anybody: Caller) -> None:
    laws = anybody.get("laws/search/?q=showed+a+card+while+dealing").json()["results"]
    assert laws[0]["number"] == 13
    assert len(anybody.get("laws/search/").json()["results"]) == 55
    assert anybody.get("laws/search/?q=zzz").json()["results"] == []
    problem(anybody.get("laws/search/?q=" + "x" * 301), 400, "invalid_parameter")


# Laws that apply to a record


def ruling(caller: Caller, **members: Any) -> dict[str, Any]:
    answer = caller.post("rulings/", members)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def test_says_who_chooses_and_what_each_remedy_does(anybody: Caller) -> None:
    body = ruling(
        anybody, egn=text(deals=DEALS), game=1, deal=1, token=18, law=43, offender="A", facts=["C8"]
    )

    options = body.pop("options")
    assert body == {
        "law": 43,
        "title": "Following and winning",
        "offender": "A",
        "chooser": "B",
        "is_forced": False,
        "facts": [{"kind": "card", "question": "Which card?", "words": []}],
        "score": [0, 0],
    }
    assert [option["token"] for option in options] == ["!43a(C8):stand", "!43a(C8):replay"]
    assert options[0]["outcomes"] == [{"player": "B", "is_vole": True, "scores": [[0, 3]]}]
    assert options[1]["outcomes"] == [
        {"player": "A", "is_vole": False, "scores": [[1, 1]]},
        {"player": "A", "is_vole": True, "scores": [[1, 1]]},
        {"player": "B", "is_vole": False, "scores": [[0, 2]]},
        {"player": "B", "is_vole": True, "scores": [[0, 3]]},
    ]
    assert {effect["key"] for effect in options[1]["effects"]} == {"replay", "penalty"}
    assert all(effect["message"].endswith(".") for effect in options[1]["effects"])


def test_law_alone_says_what_it_allows(anybody: Caller) -> None:
    body = ruling(anybody, law=11, facts=["looked"])
    assert (body["is_forced"], [option["remedy"] for option in body["options"]]) == (True, ["fresh"])


def test_says_which_cards_a_remedy_names(anybody: Caller) -> None:
    deal = "1. A ^DJ B:SKJA.HK.DK.CJ S"
    body = ruling(anybody, egn=text(deals=deal, final="", ending="*"), deal=1, law=15, facts=["6"])
    (discard,) = (option for option in body["options"] if option["remedy"] == "discard")
    assert (discard["needs"], discard["count"], discard["cards_from"]) == ("cards", 1, "SKJA.HK.DK.CJ")
    (fresh,) = (option for option in body["options"] if option["remedy"] == "fresh")
    assert (fresh["ends_deal"], fresh["next_dealer"]) == (True, "A")
    assert (fresh["score"], fresh["outcomes"]) == ([0, 0], [])


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"egn": "nothing", "law": 43}, "invalid_record"),
        ({"egn": text(deals=DEALS), "deal": 3, "law": 43}, "invalid_record"),
        ({"egn": text(deals=DEALS), "deal": 1, "token": 99, "law": 43}, "invalid_record"),
        ({"law": 56}, "invalid"),
        ({"law": 43, "facts": ["HX"]}, "invalid"),
        ({"law": 43, "egn": text(), "rubber": "x" * 14}, "invalid"),
        ({"law": 43, "rubber": "x" * 14}, "not_found"),
        ({"law": 43, "what": 1}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_what_can_not_be_asked(anybody: Caller, members: dict[str, Any], code: str) -> None:
    problem(anybody.post("rulings/", members), 404 if code == "not_found" else 422, code)


def test_asks_about_a_stored_rubber(anybody: Caller, waiting: Rubber) -> None:
    body = ruling(anybody, rubber=waiting.public_id, deal=2, law=45)
    assert (body["score"], body["is_forced"], body["options"][0]["remedy"]) == ([0, 3], True, "void")


# Rulings that a rubber waits for


def test_shows_what_a_rubber_waits_for(anybody: Caller, waiting: Rubber) -> None:
    (one,) = anybody.get(path_of(waiting, "rulings")).json()["results"]
    assert (one["finding"]["code"], one["law"], one["offender"], one["facts"]) == ("L43R", 43, "A", ["C8"])
    assert one["place"] == {"game": 1, "deal": 1, "token": 18}
    assert one["ruling"]["chooser"] == "B"
    assert [option["remedy"] for option in one["ruling"]["options"]] == ["stand", "replay"]


def test_waits_for_nothing(anybody: Caller, rubber: Rubber) -> None:
    assert anybody.get(path_of(rubber, "rulings")).json() == {"results": []}


def test_choice_is_written_into_the_record_and_the_log(api: Caller, waiting: Rubber) -> None:
    path = path_of(waiting, "rulings")
    tag = api.tag(path_of(waiting))
    body = {**STAND, "reason": "B let it stand."}
    headers = {"If-Match": tag, "Idempotency-Key": "one"}
    answer, again = (api.post(path, body, **headers) for _ in range(2))
    assert (answer.status_code, answer.json()["state"], answer.json()["version"]) == (200, "corrected", 2)
    assert (again.json(), again.headers["Idempotency-Replayed"]) == (answer.json(), "true")
    assert answer.headers["ETag"] == api.tag(path_of(waiting))
    entry = LogEntry.objects.get(stream=f"rubber:{waiting.public_id}", version=2)
    assert (entry.payload["ruling"]["law"], entry.payload["ruling"]["remedy"]) == (43, "stand")
    assert "!43a(C8):stand" in entry.payload["egn"]
    assert api.get(path).json()["results"] == []


def test_replay_brings_its_outcome(api: Caller, waiting: Rubber) -> None:
    body = {**STAND, "remedy": "replay", "outcome": {"winner": "B", "tricks": 4}}
    answer = api.post(path_of(waiting, "rulings"), body, If_Match="*")
    waiting.refresh_from_db()
    assert answer.status_code == 200, answer.content
    assert "!43a(C8):replay =B4 (0-2)" in waiting.egn


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"remedy": "fresh"}, 422, "invalid_record"),
        ({"remedy": "replay"}, 422, "invalid_record"),
        ({"offender": None}, 422, "invalid_record"),
        ({"argument": "HK"}, 422, "invalid_record"),
        ({"token": 99}, 422, "invalid_record"),
        ({"remedy": "nonsense"}, 422, "invalid"),
    ],
)
def test_what_the_law_does_not_allow_is_refused(
    api: Caller, waiting: Rubber, changed: dict[str, Any], status: int, code: str
) -> None:
    error = problem(api.post(path_of(waiting, "rulings"), {**STAND, **changed}, If_Match="*"), status, code)
    assert error["detail"]
    waiting.refresh_from_db()
    assert waiting.version == 1


def test_wants_the_version_that_was_read(api: Caller, waiting: Rubber) -> None:
    path = path_of(waiting, "rulings")
    problem(api.post(path, STAND), 428, "if_match_missing")
    tag = api.tag(path_of(waiting))
    api.post(path, STAND, If_Match="*")
    problem(api.post(path, STAND, If_Match=tag), 412, "changed_meanwhile")


# While it is played


def live(owner: Caller, club: Club, a: Player, b: Player) -> str:
    made = owner.post("rubbers/", opening(club, a, b)).json()["id"]
    answer = owner.post(f"rubbers/{made}/deals/", {"egn": REVOKE}, If_Match="*")
    assert answer.status_code == 201, answer.content
    return f"rubbers/{made}/"


def test_cards_of_a_live_rubber_are_for_those_who_rule_on_it(
    api: Caller, anybody: Caller, club: Club
) -> None:
    path = live(api, club, *guests(club))
    made = path.split("/")[1]
    problem(anybody.get(f"{path}rulings/"), 404, "not_found")
    problem(anybody.post("rulings/", {"rubber": made, "deal": 1, "law": 43}), 404, "not_found")
    assert len(api.get(f"{path}rulings/").json()["results"]) == 1
    assert ruling(api, rubber=made, deal=1, law=43, offender="A")["chooser"] == "B"


def test_last_deal_is_ruled_upon_while_it_is_played(api: Caller, club: Club) -> None:
    path = live(api, club, *guests(club))
    answer = api.post(f"{path}rulings/", STAND, If_Match="*")
    assert (answer.status_code, answer.json()["state"]) == (200, "live"), answer.content
    assert answer.json()["next_deal"]["score"] == [0, 3]


def test_earlier_deal_waits_until_the_rubber_is_over(api: Caller, club: Club) -> None:
    path = live(api, club, *guests(club))
    assert api.post(f"{path}deals/", {"egn": "2. B S =A3 (1-3)"}, If_Match="*").status_code == 201
    error = problem(api.post(f"{path}rulings/", STAND, If_Match="*"), 409, "wrong_state")
    assert "last deal" in error["detail"]
