"""News is queued for the right webhooks, with the change that it reports, in a constant number of queries."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.api.core.media_types import as_json
from matches.api.rubbers.serializers import RubberLine
from matches.models import Club, Delivery, Pairing, Player, Round, Rubber, Webhook
from matches.models.webhooks import Topic
from matches.privacy.erase import erase_person
from matches.reviews.review_rubbers import review_rubbers
from matches.rubbers.change_rubbers import (
    change_report,
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    record_deal,
    void_rubber,
    withdraw_report,
)
from matches.rules.events.plan import StagePlan
from matches.webhooks.manage_webhooks import create_webhook
from matches.webhooks.payloads import payloads_with_names
from tests.matches.events.event_hands import EventHands, planned
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import BROKEN_DEALS, DEALS, Hands, differences
from tests.support.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def news() -> list[tuple[str, str]]:
    return list(Delivery.objects.order_by("pk").values_list("kind", "queue"))


def kinds() -> list[str]:
    return [kind for kind, _queue in news()]


def body_of(delivery: Delivery) -> dict[str, Any]:
    return payloads_with_names([delivery])[delivery.pk]


def last() -> dict[str, Any]:
    return body_of(Delivery.objects.order_by("pk").last())  # type: ignore[arg-type]


def hook_of(club: Club, receiver: Receiver, hands: Hands, *wanted: str, path: str = "/news") -> Webhook:
    return create_webhook(club, url=receiver.url(path), topics=wanted or Topic.values, by=hands.director)[0]


def test_every_change_of_a_result_is_told(hands: Hands, hook: Webhook) -> None:
    rubber = hands.report()
    rubber = confirm_rubber(rubber, seat="B", act=hands.act())
    rubber = dispute_rubber(rubber, seat="A", act=hands.act())
    rubber = correct_rubber(rubber, hands.result((3, 5)), act=hands.act())
    void_rubber(rubber, act=hands.act())
    queue = rubber.event.public_id
    topics = ("reported", "result", "disputed", "corrected", "voided")
    assert news() == [(f"rubber.{topic}", queue) for topic in topics]
    bodies = Delivery.objects.order_by("pk").values_list("body", flat=True)
    assert [body["data"]["version"] for body in bodies] == [1, 2, 3, 4, 5]


def test_corrected_report_is_told_as_a_report_and_a_withdrawn_one_as_void(
    hands: Hands, hook: Webhook
) -> None:
    rubber = change_report(hands.report((5, 3)), hands.result((3, 5)), act=hands.act())
    withdraw_report(rubber, act=hands.act())
    assert kinds() == ["rubber.reported", "rubber.reported", "rubber.voided"]


def test_nothing_is_told_of_a_rubber_that_is_being_played_until_its_end(hands: Hands, hook: Webhook) -> None:
    rubber = hands.open(deals=DEALS)
    assert kinds() == []
    close_rubber(rubber, authority="final", act=hands.act())
    assert kinds() == ["rubber.result"]
    assert not {"egn", "deals", "findings"} & last()["data"].keys()


def test_draft_is_told_once_it_is_corrected(hands: Hands, hook: Webhook) -> None:
    draft = close_rubber(hands.open(deals=BROKEN_DEALS), authority="final", act=hands.act())
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
    results = hook_of(hands.club, receiver, hands, "rubber.result", path="/2")
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
    event_hands = planned(StagePlan(kind="round_robin"), size=4)
    hook_of(event_hands.event.club, receiver, event_hands.hands)
    event_hands.draw()
    assert kinds() == []
    event_hands.release(number=1)
    assert kinds() == ["draw.released"]
    data = last()["data"]
    assert (data["stage"]["number"], data["round"]["number"], len(data["pairings"])) == (1, 1, 2)
    names = {seat["name"] for each in data["pairings"] for seat in each["players"].values()}
    assert names == {"Anne", "Bert", "Cleo", "Dan"}
    finish(event_hands)
    assert kinds().count("draw.released") == 3
    assert kinds()[-1] == "event.complete"
    assert last()["data"] == {"name": event_hands.event.name, "phase": "complete"}
    assert {queue for _kind, queue in news()} == {event_hands.event.public_id}


def finish(event_hands: EventHands) -> None:
    for number in (2, 3):
        event_hands.release(number=number)
    for number in (1, 2, 3):
        event_hands.play(number=number)
    event_hands.record("completed")


def test_released_draw_that_is_taken_back_is_told_as_it_was(receiver: Receiver) -> None:
    event_hands = planned(StagePlan(kind="swiss", rounds=3), size=4)
    hook_of(event_hands.event.club, receiver, event_hands.hands)
    event_hands.draw()
    event_hands.release()
    event_hands.record("draw_discarded", "The wrong seeds.", stage=1, round=1)
    assert kinds() == ["draw.released", "draw.withdrawn"]
    assert len(last()["data"]["pairings"]) == 2


def test_bracket_whose_next_pairing_is_known_is_told_as_changed(receiver: Receiver) -> None:
    event_hands = planned(StagePlan(kind="knockout"), size=4)
    hook_of(event_hands.event.club, receiver, event_hands.hands)
    event_hands.draw()
    event_hands.release()
    assert kinds() == ["draw.released", "draw.released"]
    assert last()["data"]["pairings"][0]["players"] == {"A": None, "B": None}
    rubber, _other = event_hands.play()
    assert kinds()[2:] == ["rubber.result", "draw.changed", "rubber.result", "draw.changed"]
    seats = last()["data"]["pairings"][0]["players"]
    assert rubber.player_a.public_id in {seat["id"] for seat in seats.values()}


def test_complete_event_that_goes_on(receiver: Receiver) -> None:
    event_hands = planned(StagePlan(kind="round_robin"), size=4)
    hook_of(event_hands.event.club, receiver, event_hands.hands, "event.complete", "event.reopened")
    event_hands.draw()
    event_hands.release(number=1)
    finish(event_hands)
    event_hands.record("reopened", "A result was wrong.")
    assert kinds() == ["event.complete", "event.reopened"]


def test_rows_that_are_only_mended_are_no_news(receiver: Receiver) -> None:
    event_hands = planned(StagePlan(kind="round_robin"), size=4)
    event_hands.draw()
    event_hands.release(number=1)
    finish(event_hands)
    hook_of(event_hands.event.club, receiver, event_hands.hands)
    Round.objects.update(is_released=False)
    Pairing.objects.all().delete()
    assert differences(write=True)
    assert differences() == []
    assert kinds() == []


def test_webhook_for_other_news_asks_nothing_more(hands: Hands, receiver: Receiver) -> None:
    hook_of(hands.club, receiver, hands, "draw.released")
    with CaptureQueriesContext(connection) as queries:
        hands.enter()
    assert sum("webhook" in query["sql"] for query in queries) == 1


def test_review_is_told_without_a_figure(hook: Webhook, hands: Hands) -> None:
    import_text(rubber_text(), club=hands.club)
    rubber = Rubber.objects.get()
    Delivery.objects.all().delete()
    assert review_rubbers([rubber.pk]) == 1
    assert news() == [("review.done", rubber.event.public_id)]
    assert last()["data"].keys() == {"rubber", "version", "engine", "done_at"}
    assert last()["data"]["rubber"] == rubber.public_id


def import_with(texts: int, club: Club) -> int:
    """Return the number of queries of an import of this number of rubbers."""
    with CaptureQueriesContext(connection) as queries:
        import_text(*(rubber_text(f"A{n}", f"B{n}", club=None) for n in range(texts)), club=club)
    return len(queries)


@pytest.mark.parametrize("texts", [2, 40])
def test_import_asks_the_same_for_a_webhook_however_many_rubbers_there_are(
    hands: Hands, receiver: Receiver, texts: int
) -> None:
    """The queries read the webhooks, the stored rubbers, the delivery keys and the time, and insert the deliveries."""
    club = Club.objects.create(slug="other", name="Other")
    names = [f"{side}{n}" for n in range(texts) for side in "AB"]
    Player.objects.bulk_create(Player(club=each, name=name) for each in (hands.club, club) for name in names)
    without = import_with(texts, hands.club)
    Rubber.objects.all().update(state="void")
    hook_of(club, receiver, hands)
    with_hook = import_with(texts, club)
    assert Delivery.objects.count() == texts
    assert with_hook - without <= 5


def test_deal_that_is_recorded_asks_nothing_of_webhooks(hands: Hands) -> None:
    rubber = hands.open()
    with CaptureQueriesContext(connection) as queries:
        record_deal(rubber, DEALS[0], act=hands.act())
    assert not any("webhook" in query["sql"] for query in queries)


def test_result_asks_once_which_webhooks_there_are(hands: Hands) -> None:
    with CaptureQueriesContext(connection) as queries:
        hands.enter()
    assert sum("webhook" in query["sql"] for query in queries) == 1
