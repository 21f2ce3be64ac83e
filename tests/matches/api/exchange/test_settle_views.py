"""Clients settle pending conflicts, held texts and rubbers as people do on the pages."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, Conflict, Event, HeldText, LogEntry, Player, Rubber, User
from matches.rubbers.text import named_text
from tests.matches.api.calling import Caller, opening, path_of, problem, result, token_for
from tests.matches.files import LATE_KING, TWO_DEALS, import_text, other_result, rubber_text
from tests.matches.pages.events.corrections.played import cup_played, pairing, rubber_of, winner
from tests.matches.pages.exchange.club import add_member
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

NAMES = ("Zoë 𝔄 \u202eabc", "O'Brien; =1+1")
GOOD = rubber_text(*NAMES)
FAULTY = GOOD.replace("^C9", "^C99")
REASON = "The second sheet is signed."


@pytest.fixture
def conflict(club: Club) -> str:
    """Return the path of a conflict: B won the stored rubber, A the one in a second file."""
    import_text(GOOD, club=club)
    import_text(other_result(GOOD), club=club, source="Zoë.egn")
    return f"conflicts/{Conflict.objects.get().public_id}/"


@pytest.fixture
def held_path(club: Club) -> str:
    import_text(rubber_text(tags=['[Table "1"]']), FAULTY, club=club)
    return f"held/{HeldText.objects.get().public_id}/"


# Conflicts


def test_conflict_shows_both_and_where_they_differ(club: Club, api: Caller, conflict: str) -> None:
    (line,) = api.get(path_of(club, "conflicts")).json()["results"]
    body = api.get(conflict).json()
    assert {name: body[name] for name in line} == line
    assert (line["source"], line["resolution"], line["rubber_state"]) == ("Zoë.egn", None, "confirmed")
    assert [line["players"][seat]["name"] for seat in "AB"] == list(NAMES)
    stored, other = body["stored"], body["other"]
    assert (stored["winner"], other["winner"]) == ("B", "A")
    assert (stored["depth"], other["depth"]) == ("play", "result")
    assert f'[A "{NAMES[0]}"]' in other["egn"]
    marks = {line["text"]: line["mark"] for passage in other["difference"] for line in passage["lines"]}
    assert marks["Game 1 #5-0"] in ("changed", "alone")
    assert "same" in marks.values()


def test_conflict_is_taken(club: Club, api: Caller, owner: User, conflict: str) -> None:
    tag = api.tag(conflict)
    answer = api.post(f"{conflict}settle/", {"take": True, "reason": REASON}, If_Match=tag)
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["resolution"], body["resolved_by"], body["rubber_state"]) == ("taken", "owner", "corrected")
    assert answer.headers["ETag"] == api.tag(conflict)
    assert api.get(f"rubbers/{body['rubber']}/").json()["winner"] == "A"
    assert LogEntry.objects.latest("pk").reason == REASON
    assert api.get(f"{path_of(club, 'conflicts')}?state=open").json()["results"] == []
    assert len(api.get(f"{path_of(club, 'conflicts')}?state=taken").json()["results"]) == 1
    late = api.post(f"{conflict}settle/", {"take": False, "reason": REASON}, If_Match="*")
    problem(late, 409, "conflict")


def test_conflict_is_kept(api: Caller, conflict: str) -> None:
    body = {"take": False, "reason": REASON}
    first = api.post(f"{conflict}settle/", body, If_Match="*", Idempotency_Key="k")
    assert first.json()["resolution"] == "kept"
    assert Rubber.objects.get().winner == "B"
    again = api.post(f"{conflict}settle/", body, If_Match="*", Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()


def test_conflict_is_settled_on_what_was_read(api: Caller, conflict: str) -> None:
    body = {"take": True, "reason": REASON}
    problem(api.post(f"{conflict}settle/", body), 428, "if_match_missing")
    tag = api.tag(conflict)
    rubber = Rubber.objects.get()
    api.post(f"rubbers/{rubber.public_id}/void/", {"reason": "Not played."}, If_Match="*")
    problem(api.post(f"{conflict}settle/", body, If_Match=tag), 412, "changed_meanwhile")
    assert Conflict.objects.get().resolution == ""
    assert api.post(f"{conflict}settle/", body, If_Match=api.tag(conflict)).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"take": True},
        {"take": "perhaps", "reason": REASON},
        {"take": True, "reason": "\0"},
        {"more": 1},
        [],
    ],
)
def test_choice_that_is_none_is_refused(api: Caller, conflict: str, body: Any) -> None:
    problem(api.post(f"{conflict}settle/", body, If_Match="*"), 422, "invalid")


def test_rubber_that_is_played_keeps_its_cards_to_itself(
    club: Club, api: Caller, owner: User, conflict: str
) -> None:
    path = api.post("rubbers/", opening(club, *club.players.filter(name__in=NAMES))).headers["Location"]
    api.post(f"{path}deals/", {"egn": "A S =B5"}, If_Match="*")
    live = Rubber.objects.get(state="live")
    Conflict.objects.update(rubber=live)
    body = api.get(conflict).json()
    assert (body["rubber_state"], body["stored"], body["other"]) == ("live", None, None)
    answer = api.post(f"{conflict}settle/", {"take": True, "reason": REASON}, If_Match="*")
    problem(answer, 409, "wrong_state")


def test_somebody_forgotten_has_no_name(api: Caller, conflict: str) -> None:
    Player.objects.filter(name=NAMES[0]).update(name="")
    body = api.get(conflict).json()
    assert body["players"]["A"]["name"] is None
    assert body["stored"]["players"][0]["name"] is None
    assert NAMES[0] not in body["stored"]["egn"]


# Held texts


def test_held_text_is_shown_with_what_is_wrong(club: Club, api: Caller, held_path: str) -> None:
    (line,) = api.get(f"{path_of(club, 'held')}?state=waiting").json()["results"]
    body = api.get(held_path).json()
    assert {name: body[name] for name in line} == line
    assert (body["text"], body["state"], body["source"]) == (FAULTY, "waiting", "evening.egn")
    # One is located in the file, after another rubber, the other in the text.
    assert body["finding"]["line"] == body["findings"][0]["line"] + 14
    assert body["finding"]["column"] == body["findings"][0]["column"]


def test_held_text_is_repaired(club: Club, api: Caller, held_path: str) -> None:
    tag = api.tag(held_path)
    answer = api.post(f"{held_path}repair/", {"egn": GOOD}, If_Match=tag, Idempotency_Key="k")
    assert answer.status_code == 200, answer.content
    body = answer.json()
    (rubber,) = body["rubbers"]
    assert (body["state"], body["settled_by"], rubber["fate"]) == ("repaired", "owner", "confirmed")
    assert rubber["names"] == list(NAMES)
    assert api.get(f"rubbers/{rubber['rubber']}/").status_code == 200
    assert api.post(f"{held_path}repair/", {"egn": GOOD}, If_Match=tag, Idempotency_Key="k").json() == body
    problem(api.post(f"{held_path}repair/", {"egn": GOOD}, If_Match="*"), 409, "conflict")
    problem(api.post(f"{held_path}dismiss/", {"reason": REASON}, If_Match="*"), 409, "conflict")


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}], ids=["without a key", "with one"])
def test_text_that_is_wrong_still_is_kept_in_its_place(
    api: Caller, held_path: str, key: dict[str, str]
) -> None:
    worse = GOOD.replace("^C9", "^X9")
    answer = api.post(f"{held_path}repair/", {"egn": worse}, If_Match=api.tag(held_path), **key)
    body = problem(answer, 422, "invalid_record")
    assert body["findings"][0]["line"]
    assert body["findings"][0]["column"]
    assert api.get(held_path).json()["text"] == worse


def test_text_in_which_no_rubber_starts_is_refused(api: Caller, held_path: str) -> None:
    problem(api.post(f"{held_path}repair/", {"egn": "Dear Sir,"}, If_Match="*"), 422, "invalid_record")
    assert api.get(held_path).json()["text"] == FAULTY


def test_text_that_names_one_player_twice_is_refused(api: Caller, held_path: str) -> None:
    text = rubber_text("Orford", "Orford")
    body = problem(api.post(f"{held_path}repair/", {"egn": text}, If_Match="*"), 422, "invalid_record")
    assert "different names" in body["detail"]
    assert api.get(held_path).json()["state"] == "waiting"


def test_held_text_is_dismissed(club: Club, api: Caller, held_path: str) -> None:
    problem(api.post(f"{held_path}dismiss/", {"reason": REASON}), 428, "if_match_missing")
    problem(api.post(f"{held_path}dismiss/", {"reason": REASON}, If_Match='"x"'), 412, "changed_meanwhile")
    problem(api.post(f"{held_path}dismiss/", {}, If_Match="*"), 422, "invalid")
    answer = api.post(f"{held_path}dismiss/", {"reason": REASON}, If_Match=api.tag(held_path))
    assert (answer.status_code, answer.json()["state"]) == (200, "dismissed")
    assert answer.headers["ETag"] == api.tag(held_path)
    assert len(api.get(f"{path_of(club, 'held')}?state=dismissed").json()["results"]) == 1
    for state in ("waiting", "repaired"):
        assert api.get(f"{path_of(club, 'held')}?state={state}").json()["results"] == []


# All that waits


def test_what_waits_is_counted_and_listed(club: Club, api: Caller, conflict: str, held_path: str) -> None:
    import_text(rubber_text(tags=['[Table "7"]'], deals=[LATE_KING, TWO_DEALS[1]]), club=club)
    api.post(f"rubbers/{Rubber.objects.earliest('pk').public_id}/dispute/", {"reason": REASON}, If_Match="*")
    counts = api.get(path_of(club, "waiting")).json()
    assert counts == {"disputed": 1, "reported": 0, "draft": 1, "conflicts": 1, "held": 1, "questioned": 0}
    rubbers = api.get(path_of(club, "waiting", "rubbers")).json()["results"]
    disputed, draft = rubbers
    assert (disputed["state"], disputed["dispute"]["reason"]) == ("disputed", REASON)
    assert disputed["dispute"]["by"] == "owner"
    assert (draft["state"], draft["dispute"]) == ("draft", None)
    assert "L23" in draft["findings"][0]["code"]
    path = f"{path_of(club, 'waiting', 'rubbers')}?state=draft&order=-changed_at"
    assert [each["id"] for each in api.get(path).json()["results"]] == [draft["id"]]


def test_to_a_player_his_own_waits(club: Club, api: Caller) -> None:
    ann, bob = (make_member(club, f"{name}@example.org", role="member") for name in ("ann", "bob"))
    players = [user.players.get() for user in (ann, bob)]
    his, hers = Caller(token_for(bob)), Caller(token_for(ann))
    assert hers.post("rubbers/", result(club, *players)).json()["state"] == "reported"
    assert his.get(path_of(club, "waiting")).json()["reported"] == 1
    assert hers.get(path_of(club, "waiting")).json()["reported"] == 0
    assert len(his.get(path_of(club, "waiting", "rubbers")).json()["results"]) == 1
    assert hers.get(path_of(club, "waiting", "rubbers")).json()["results"] == []


@pytest.mark.parametrize("count", [1, 3])
def test_lists_ask_the_same_for_one_row_and_for_three(
    club: Club, api: Caller, django_assert_num_queries: Any, count: int
) -> None:
    for number in range(count):
        tags = [f'[Table "{number}"]', f'[Round "{number}"]']
        text = rubber_text(tags=tags, event=f"Cup {number}")
        import_text(text, rubber_text("Wheble", tags=tags).replace("^C9", "^C99"), club=club)
        import_text(other_result(text), club=club)
    for rubber in Rubber.objects.all():
        api.post(f"rubbers/{rubber.public_id}/dispute/", {"reason": REASON}, If_Match="*")
    for path, queries in (("conflicts", 4), ("held", 4), ("waiting/rubbers", 6), ("waiting", 4)):
        with django_assert_num_queries(queries):
            answer = api.get(path_of(club, path))
        assert answer.status_code == 200
        if path != "waiting":
            assert len(answer.json()["results"]) == count


# A conflict about a result on which something was drawn


@pytest.fixture
def contested(club: Club) -> tuple[Event, Rubber, str]:
    """Return a finished cup. A second file gives its first semi-final to the other side."""
    add_member(club, "Director", "director")
    event = cup_played(club)
    rubber = rubber_of(event, 1, 1)
    egn = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))
    import_text(egn.replace('"2-0"', '"0-2"'), club=club)
    return event, rubber, f"conflicts/{Conflict.objects.get().public_id}/"


def test_conflict_says_what_taking_it_moves(api: Caller, contested: tuple[Event, Rubber, str]) -> None:
    event, _rubber, path = contested
    entries = LogEntry.objects.count()
    follows = api.get(path).json()["follows"]
    assert (follows["event"], follows["leaves_a_choice"]) == (event.public_id, True)
    assert follows["keep"] == [{"stage": 1, "round": 2, "number": 1}]
    assert [each["new"] for each in follows["moves"]["slot_moves"]]
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize("is_kept", [True, False])
def test_conflict_is_taken_with_what_is_decided(
    api: Caller, contested: tuple[Event, Rubber, str], is_kept: bool
) -> None:
    event, rubber, path = contested
    keep = api.get(path).json()["follows"]["keep"] if is_kept else []
    body = {"take": True, "reason": REASON, "keep": keep}
    answer = api.post(f"{path}settle/", body, If_Match=api.tag(path))
    assert answer.status_code == 200, answer.content
    assert (answer.json()["resolution"], answer.json()["follows"]) == ("taken", None)
    assert winner(rubber) == "B"
    assert (pairing(event, 1, 2).is_kept, pairing(event, 1, 2).rubber == "") == (is_kept, not is_kept)
    assert answer.headers["ETag"] == api.tag(path)


def test_conflict_is_settled_on_the_moves_that_were_seen(
    api: Caller, contested: tuple[Event, Rubber, str]
) -> None:
    _event, rubber, path = contested
    tag = api.tag(path)
    final = Rubber.objects.exclude(pk=rubber.pk).latest("pk")
    voided = api.post(f"rubbers/{final.public_id}/void/", {"reason": REASON}, If_Match="*")
    assert voided.status_code == 200, voided.content
    body = {"take": True, "reason": REASON}
    problem(api.post(f"{path}settle/", body, If_Match=tag), 412, "changed_meanwhile")
    assert winner(rubber) == "A"


@pytest.mark.parametrize(
    ("decided", "status", "code"),
    [
        ({"keep": [{"stage": 9, "round": 9, "number": 9}]}, 409, "event_refused"),
        ({"redo": {"stage": 9, "round": 9}}, 409, "event_refused"),
        ({"keep": [{"stage": 1}]}, 422, "invalid"),
        ({"keep": "all"}, 422, "invalid"),
        ({"take": False, "redo": {"stage": 1, "round": 1}}, 422, "invalid"),
    ],
)
def test_decision_that_makes_no_sense_is_told(
    api: Caller, contested: tuple[Event, Rubber, str], decided: dict[str, Any], status: int, code: str
) -> None:
    _event, rubber, path = contested
    body = {"take": True, "reason": REASON, **decided}
    problem(api.post(f"{path}settle/", body, If_Match="*"), status, code)
    assert (winner(rubber), Conflict.objects.get().resolution) == ("A", "")


def test_nothing_is_decided_where_nothing_was_drawn(api: Caller, conflict: str) -> None:
    assert api.get(conflict).json()["follows"] is None
    body = {"take": True, "reason": REASON, "keep": [{"stage": 1, "round": 2, "number": 1}]}
    error = problem(api.post(f"{conflict}settle/", body, If_Match="*"), 422, "invalid")
    assert error["errors"][0]["pointer"] == "/keep"
