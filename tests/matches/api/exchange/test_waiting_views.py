"""The API counts and lists what waits for a decision."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Club, Rubber
from tests.matches.api.calling import Caller, path_of, result, token_for
from tests.matches.api.exchange.test_held_views import store_held
from tests.matches.api.exchange.test_settle_views import REASON, store_conflict
from tests.matches.files import LATE_KING, TWO_DEALS, import_text, other_result, rubber_text
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db


def test_what_waits_is_counted_and_listed(club: Club, api: Caller) -> None:
    store_conflict(club)
    store_held(club)
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
