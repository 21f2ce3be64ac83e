from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from matches.models import Conflict, Deal, Event, LogEntry, Rubber
from matches.reviews.claims import rubbers_pending_review
from matches.rubbers.change_rubbers import (
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    record_deal,
    void_rubber,
)
from matches.rubbers.errors import StaleRubberError, StateError
from tests.matches.files import TWO_DEALS, rubber_text
from tests.matches.reviews.reviews import by_engine
from tests.matches.rubbers.hands import Hands, differences, make_hands, played, table

pytestmark = [pytest.mark.django_db, pytest.mark.core]


# Confirmed, disputed, void


@pytest.mark.parametrize(("seat", "side"), [("A", "B"), ("B", "A"), ("", "")])
def test_disputed_result_rests_on_the_other_sides_word(hands: Hands, seat: Any, side: str) -> None:
    rubber = dispute_rubber(hands.enter(), seat=seat, act=hands.act("it was 5-4"))
    assert (rubber.state, rubber.reported_by) == ("disputed", side)
    assert LogEntry.objects.latest("pk").reason == "it was 5-4"


def test_standings_have_settled_rubbers_alone(hands: Hands) -> None:
    rubber = hands.report()
    assert table() == []
    rubber = confirm_rubber(rubber, act=hands.act())
    assert table() == ["Orford", "Baldwin"]
    rubber = dispute_rubber(rubber, seat="B", act=hands.act())
    assert table() == []
    rubber = correct_rubber(rubber, hands.result((3, 5)), act=hands.act())
    assert table() == ["Baldwin", "Orford"]
    void_rubber(rubber, act=hands.act())
    assert table() == []


def test_error_says_what_the_state_wants(hands: Hands) -> None:
    rubber = hands.in_state("confirmed")
    with pytest.raises(StateError, match="reported or disputed"):
        confirm_rubber(rubber, act=hands.act())


# Reviews


def reviewed_rubber(hands: Hands) -> Rubber:
    """Return a settled rubber with a finished review."""
    rubber = hands.store(played(), event="")
    by_engine(rubber)
    assert not rubbers_pending_review().exists()
    return rubber


def test_correction_of_cards_owes_another_review(hands: Hands) -> None:
    rubber = reviewed_rubber(hands)
    other_way = TWO_DEALS[0].replace("CT C8, CK C7", "CT C7, CK C8")
    correct_rubber(rubber, played(rubber_text(deals=[other_way, TWO_DEALS[1]])), act=hands.act())
    assert list(rubbers_pending_review()) == [rubber]


def test_review_stands_while_cards_and_rules_do(hands: Hands) -> None:
    rubber = reviewed_rubber(hands)
    correct_rubber(rubber, played(rubber_text(tags=['[Site "Paris"]'])), act=hands.act())
    rubber.refresh_from_db()
    assert rubber.version == 2
    assert not rubbers_pending_review().exists()


# At once


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Start all calls at one moment on separate connections, and return what each returned or raised."""
    start = threading.Barrier(len(calls))
    results: list[object] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            start.wait()
            results[place] = calls[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_correct_at_once_lose_nothing() -> None:
    hands = make_hands()
    rubber = hands.enter((5, 3))
    acts = [hands.act(version=1), hands.act(version=1)]
    results = at_once(
        lambda: correct_rubber(rubber, hands.result((5, 1)), act=acts[0]),
        lambda: correct_rubber(rubber, hands.result((5, 2)), act=acts[1]),
    )
    late = [result for result in results if isinstance(result, StaleRubberError)]
    stored = Rubber.objects.get()
    assert (len(late), stored.version, stored.state) == (1, 2, "corrected")
    assert late[0].conflict == Conflict.objects.get()
    points = {stored.games.get().points_b, 1 if "#5-1" in Conflict.objects.get().egn else 2}
    assert points == {1, 2}
    assert differences() == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_form_sent_twice_at_once_makes_one_rubber() -> None:
    hands = make_hands()
    enter = partial(hands.store, hands.result(), act=hands.act())
    results = at_once(enter, enter, enter)
    assert results == [Rubber.objects.get()] * 3
    assert Event.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_phones_record_every_deal_once() -> None:
    hands = make_hands()
    rubber = hands.open()
    acts = [hands.act() for _ in range(3)]
    at_once(*(lambda act=act: record_deal(rubber, "A =void", act=act) for act in (*acts, *acts)))
    assert list(Deal.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    assert differences() == []
