"""What is news, in whose queue, and that it is written with what it tells of, for many rubbers as for one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.api.core.media_types import as_json
from matches.api.rubbers.serializers import RubberLine
from matches.models import Club, Delivery, Pairing, Player, Round, Rubber, Webhook
from matches.privacy.erasing import erase_person
from matches.reviews.review_rubbers import review_rubbers
from matches.rubbers.commands import (
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    record_deal,
    void_rubber,
)
from matches.rules.events.plan import StagePlan
from matches.webhooks.manage_webhooks import make_webhook
from matches.webhooks.messages import KINDS
from matches.webhooks.payloads import bodies_with_names
from tests.matches.files import import_text, rubber_text
from tests.matches.helpers.event_hands import EventHands, planned
from tests.matches.helpers.hands import BROKEN_DEALS, DEALS, Hands, differences
from tests.support.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def news() -> list[tuple[str, str]]:
    return list(Delivery.objects.order_by("pk").values_list("kind", "queue"))


def kinds() -> list[str]:
    return [kind for kind, _queue in news()]


def body_of(delivery: Delivery) -> dict[str, Any]:
    return bodies_with_names([delivery])[delivery.pk]


def last() -> dict[str, Any]:
    return body_of(Delivery.objects.order_by("pk").last())  # type: ignore[arg-type]


def hook_of(club: Club, receiver: Receiver, hands: Hands, *wanted: str) -> Webhook:
    return make_webhook(club, url=receiver.url(), kinds=wanted or KINDS, by=hands.director)[0]


def test_every_change_of_a_result_is_told(hands: Hands, hook: Webhook) -> None:
    rubber = hands.report()
    rubber = confirm_rubber(rubber, seat="B", act=hands.act())
    rubber = dispute_rubber(rubber, seat="A", act=hands.act())
    rubber = correct_rubber(rubber, hands.result((3, 5)), act=hands.act())
    void_rubber(rubber, act=hands.act())

    queue = rubber.event.public_id
    assert news() == [
        ("rubber.reported", queue),
        ("rubber.result", queue),
        ("rubber.disputed", queue),
        ("rubber.corrected", queue),
        ("rubber.voided", queue),
    ]
    assert [
        body["data"]["version"] for body in Delivery.objects.order_by("pk").values_list("body", flat=True)
    ] == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_nothing_is_told_of_a_rubber_that_is_being_played_until_its_end(hands: Hands, hook: Webhook) -> None:
    rubber = hands.open(deals=DEALS)
    assert kinds() == []

    close_rubber(rubber, word="final", act=hands.act())

    assert kinds() == ["rubber.result"]
    assert not {"egn", "deals", "findings"} & last()["data"].keys()


def test_draft_is_told_once_it_is_corrected(hands: Hands, hook: Webhook) -> None:
    draft = close_rubber(hands.open(deals=BROKEN_DEALS), word="final", act=hands.act())
    assert kinds() == []

    correct_rubber(draft, hands.result((3, 5)), act=hands.act())

    assert kinds() == ["rubber.corrected"]


@pytest.mark.parametrize("state", ["reported", "confirmed", "disputed", "corrected", "void"])
def test_rubber_is_told_as_the_lists_of_the_api_have_it(hands: Hands, hook: Webhook, state: str) -> None:
    hands.in_state(state)

    (rubber,) = Rubber.objects.select_related("club", "event", "player_a", "player_b")
    assert last()["data"] == json.loads(as_json(RubberLine(rubber).data))


def test_names_come_as_they_are(hands: Hands, hook: Webhook) -> None:
    Player.objects.filter(pk=hands.a.pk).update(name="Zoë 𝔄 \u202eabc")
    Player.objects.filter(pk=hands.b.pk).update(name="O'Brien; =1+1")
    hands.enter()

    players = last()["data"]["players"]
    assert [players[seat]["name"] for seat in "AB"] == ["Zoë 𝔄 \u202eabc", "O'Brien; =1+1"]


def test_who_is_forgotten_has_no_name_in_what_is_still_to_be_sent(hands: Hands, hook: Webhook) -> None:
    hands.enter()
    erase_person(hands.a, by=hands.director)

    delivery = Delivery.objects.get()
    assert "Orford" not in json.dumps(delivery.body)
    assert body_of(delivery)["data"]["players"]["A"] == {"id": hands.a.public_id, "name": None}


def test_change_that_is_undone_leaves_no_news(hands: Hands, hook: Webhook) -> None:
    with transaction.atomic():
        hands.enter()
        assert kinds() == ["rubber.result"]
        transaction.set_rollback(True)

    assert kinds() == []


def test_only_what_is_wanted_is_told_and_each_webhook_gets_its_own(
    hands: Hands, hook: Webhook, receiver: Receiver
) -> None:
    results = make_webhook(hands.club, url=receiver.url("/2"), kinds=["rubber.result"], by=hands.director)[0]
    rubber = hands.enter()
    void_rubber(rubber, act=hands.act())

    assert kinds() == ["rubber.result", "rubber.result", "rubber.voided"]
    assert list(results.deliveries.values_list("kind", flat=True)) == ["rubber.result"]
    ids = [body["id"] for body in Delivery.objects.values_list("body", flat=True)]
    assert len(set(ids)) == 3


def test_another_clubs_news_are_its_own(hook: Webhook) -> None:
    import_text(rubber_text(club="Garrick"))

    assert kinds() == []


def test_draws_and_the_end_of_an_event_are_told(receiver: Receiver) -> None:
    told = planned(StagePlan(kind="round_robin"), size=4)
    hook_of(told.event.club, receiver, told.hands)
    told.draw()
    assert kinds() == []
    told.release(number=1)
    assert kinds() == ["draw.released"]
    data = last()["data"]
    assert (data["stage"]["number"], data["round"]["number"], len(data["pairings"])) == (1, 1, 2)
    names = {seat["name"] for each in data["pairings"] for seat in each["players"].values()}
    assert names == {"Anne", "Bert", "Cleo", "Dan"}
    finish(told)

    assert kinds().count("draw.released") == 3
    assert kinds()[-1] == "event.complete"
    assert last()["data"] == {"name": told.event.name, "phase": "complete"}
    assert {queue for _kind, queue in news()} == {told.event.public_id}


def finish(told: EventHands) -> None:
    for number in (2, 3):
        told.release(number=number)
    for number in (1, 2, 3):
        told.play(number=number)
    told.record("completed")


def test_released_draw_that_is_taken_back_is_told_as_it_was(receiver: Receiver) -> None:
    told = planned(StagePlan(kind="swiss", rounds=3), size=4)
    hook_of(told.event.club, receiver, told.hands)
    told.draw()
    told.release()

    told.record("draw_discarded", "The wrong seeds.", stage=1, round=1)

    assert kinds() == ["draw.released", "draw.withdrawn"]
    assert len(last()["data"]["pairings"]) == 2


def test_bracket_whose_next_pairing_is_known_is_told_as_changed(receiver: Receiver) -> None:
    told = planned(StagePlan(kind="knockout"), size=4)
    hook_of(told.event.club, receiver, told.hands)
    told.draw()
    told.release()
    assert kinds() == ["draw.released", "draw.released"]
    assert last()["data"]["pairings"][0]["players"] == {"A": None, "B": None}

    rubber, _other = told.play()

    assert kinds()[2:] == ["rubber.result", "draw.changed", "rubber.result", "draw.changed"]
    seats = last()["data"]["pairings"][0]["players"]
    assert rubber.player_a.public_id in {seat["id"] for seat in seats.values()}


def test_complete_event_that_goes_on(receiver: Receiver) -> None:
    told = planned(StagePlan(kind="round_robin"), size=4)
    hook_of(told.event.club, receiver, told.hands, "event.complete", "event.reopened")
    told.draw()
    told.release(number=1)
    finish(told)

    told.record("reopened", "A result was wrong.")

    assert kinds() == ["event.complete", "event.reopened"]


def test_rows_that_are_only_mended_are_no_news(receiver: Receiver) -> None:
    told = planned(StagePlan(kind="round_robin"), size=4)
    told.draw()
    told.release(number=1)
    finish(told)
    hook_of(told.event.club, receiver, told.hands)
    Round.objects.update(is_released=False)
    Pairing.objects.all().delete()

    assert differences(write=True)

    assert differences() == []
    assert kinds() == []


def test_webhook_for_other_news_asks_nothing_more(hands: Hands, receiver: Receiver) -> None:
    hook_of(hands.club, receiver, hands, "draw.released")
    with CaptureQueriesContext(connection) as asked:
        hands.enter()

    assert sum("webhook" in query["sql"] for query in asked) == 1


def test_review_is_told_without_a_figure(hook: Webhook, hands: Hands) -> None:
    import_text(rubber_text(), club=hands.club)
    rubber = Rubber.objects.get()
    Delivery.objects.all().delete()

    assert review_rubbers([rubber.pk]) == 1

    assert news() == [("review.done", rubber.event.public_id)]
    assert last()["data"].keys() == {"rubber", "version", "engine", "done_at"}
    assert last()["data"]["rubber"] == rubber.public_id


def import_with(texts: int, club: Club) -> int:
    """How many questions an import of so many rubbers asks."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        import_text(*(rubber_text(f"A{n}", f"B{n}", club=None) for n in range(texts)), club=club)
    return len(asked)


@pytest.mark.parametrize("texts", [2, 40])
def test_import_asks_the_same_for_a_webhook_however_many_rubbers_there_are(
    hands: Hands, receiver: Receiver, texts: int
) -> None:
    """Which webhooks stay, the rubbers as they are stored, the deliveries' keys, the time, and the deliveries."""
    for n in range(texts):
        for side in "AB":
            Player.objects.create(club=hands.club, name=f"{side}{n}")
    without = import_with(texts, hands.club)
    Rubber.objects.all().update(state="void")
    club = Club.objects.create(slug="other", name="Other")
    for n in range(texts):
        for side in "AB":
            Player.objects.create(club=club, name=f"{side}{n}")
    hook_of(club, receiver, hands)

    with_hook = import_with(texts, club)

    assert Delivery.objects.count() == texts
    assert with_hook - without <= 5


def test_deal_that_is_recorded_asks_nothing_of_webhooks(hands: Hands) -> None:
    rubber = hands.open()

    with CaptureQueriesContext(connection) as asked:
        record_deal(rubber, DEALS[0], act=hands.act())

    assert not any("webhook" in query["sql"] for query in asked)


def test_result_asks_once_which_webhooks_there_are(hands: Hands) -> None:
    with CaptureQueriesContext(connection) as asked:
        hands.enter()

    assert sum("webhook" in query["sql"] for query in asked) == 1
