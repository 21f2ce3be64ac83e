"""Cards from the third trick on: where the table of replies is asked, and what is made of its chances."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scoring.cards import parse_card, parse_cards
from tests.worker.review.deals import deal_text, random_deal
from tests.worker.review.judging import deal_and_stakes
from worker.review import last_tricks
from worker.review.choice import Choice, choices_of
from worker.review.equilibrium.endings import Ending, close_up
from worker.review.equilibrium.endings_catalogue import catalogue
from worker.review.hidden_play import hidden_totals
from worker.review.kernels import NO_LEAD
from worker.review.last_tricks import late_totals

ONE_TRICK_EACH = "1. B 3-2 ^D9 A:SK7.HQJ.C7 B:S98.H8.C98 S SK S8, C7 C9, H8 HJ, HQ S9, S7 C8"
EVEN = np.array([-2, -2, 1, 1, 2])
BY_TABLE = {parse_card("HQ"): 0.25, parse_card("HJ"): 0.75}


def third_reply(deal: str) -> Choice:
    return next(
        each
        for each in choices_of(deal_and_stakes(deal)[0].course)
        if each.trick == 3 and each.lead != NO_LEAD
    )


def test_a_reply_that_the_search_gets_wrong_is_valued_by_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = third_reply(ONE_TRICK_EACH)
    parts = [(choice.known[0], EVEN)]
    by_search = hidden_totals(choice, 3, parts)
    monkeypatch.setattr(last_tricks, "chances_of_replies", lambda *_: None)
    assert late_totals(choice, 3, parts) == by_search
    monkeypatch.setattr(last_tricks, "chances_of_replies", lambda *_: BY_TABLE)
    assert late_totals(choice, 3, parts) == [-2 + 0.25 * 3, -2 + 0.75 * 3]
    assert by_search not in (None, [-2 + 0.25 * 3, -2 + 0.75 * 3])


@pytest.mark.parametrize(
    ("changes", "worth"),
    [
        ({}, [-2, -1, 1, 1, 2]),
        ({}, [-2, -2, 1, 2, 2]),
        ({"won": 2}, [-2, -2, 1, 1]),
        ({"total": 4}, [-2, -2, 1, 1, 2]),
        ({"before_lead": None}, [-2, -2, 1, 1, 2]),
    ],
)
def test_the_table_is_not_asked_where_it_does_not_apply(
    changes: dict[str, int | None], worth: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = third_reply(ONE_TRICK_EACH)._replace(**changes)  # type: ignore[arg-type]
    by_search = hidden_totals(choice, 3, [(choice.known[0], np.array(worth))])
    monkeypatch.setattr(last_tricks, "chances_of_replies", lambda *_: BY_TABLE)
    assert late_totals(choice, 3, [(choice.known[0], np.array(worth))]) == by_search


def test_a_player_who_knows_more_than_both_do_goes_by_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = third_reply(ONE_TRICK_EACH)
    known = choice.known[0]._replace(possible=choice.known[0].possible & ~parse_cards("DT"))
    by_search = hidden_totals(choice, 3, [(known, EVEN)])
    monkeypatch.setattr(last_tricks, "chances_of_replies", lambda *_: BY_TABLE)
    assert late_totals(choice, 3, [(known, EVEN)]) == by_search


def test_every_reply_after_a_deal_without_exchange_is_in_the_catalogue_of_endings() -> None:
    endings = {place.ending for place in catalogue("announced")}
    random = Random(11)
    count = 0
    for _ in range(300):
        deal = random_deal(random)
        if deal.letters not in ("S", "PR"):
            continue
        course = deal_and_stakes(deal_text(deal))[0].course
        for each in choices_of(course):
            if each.trick == 3 and each.lead != NO_LEAD:
                assert each.before_lead is not None
                own, theirs = each.before_lead
                ending = Ending(theirs.possible, own.possible, theirs.certain, own.certain)
                assert close_up(ending, course.trump or 0) in endings
                count += 1
    assert count > 20
