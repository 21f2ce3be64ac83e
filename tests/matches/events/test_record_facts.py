from __future__ import annotations

import pytest

from matches.events.errors import NamelessEventError, ReasonNeededError, StaleEventError, UnknownPlayerError
from matches.events.event_state import event_state
from matches.events.plan_event import enter_players, plan_event
from matches.events.record_facts import NewFact, record_fact, record_facts
from matches.events.write_standings import write_standings
from matches.models import Entrant, Event, LogEntry, Player, Standing
from matches.privacy.merge import merge_players
from matches.rubbers.open_event import EventNameError, open_event_by_hand, rename_event
from matches.rules.events.act_errors import EventActError
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.plan_json import plan_json
from tests.matches.events.event_hands import planned, playing
from tests.matches.rubbers.hands import Hands, differences, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]

SWISS = EventPlan(stages=(StagePlan(kind="swiss", rounds=3),))


def kinds(event: Event) -> list[str]:
    return list(
        LogEntry.objects.filter(stream=f"event:{event.public_id}")
        .order_by("version")
        .values_list("kind", flat=True)
    )


def test_event_is_set_up_in_one_act(hands: Hands) -> None:
    act = hands.act()
    for _ in range(2):
        event = plan_event(
            hands.club, "Cup", SWISS, hands.players, guests=["Guest", " Guest ", "Orford"], act=act
        )
    assert kinds(event) == ["event.opened", "event.planned", "event.entered"]
    assert (event.phase, event.version) == ("entry", 3)
    entered = Entrant.objects.order_by("number").values_list("player__name", flat=True)
    assert list(entered) == ["Orford", "Baldwin", "Guest"]
    assert Player.objects.count() == 3


def test_nothing_is_kept_of_a_set_up_that_is_refused(hands: Hands) -> None:
    open_event_by_hand(hands.club, "Cup", act=hands.act())
    with pytest.raises(EventNameError):
        plan_event(hands.club, "Cup", SWISS, guests=["Guest"], act=hands.act())
    with pytest.raises(EventActError):
        plan_event(hands.club, "League", EventPlan(stages=()), guests=["Guest"], act=hands.act())
    assert (Event.objects.count(), Player.objects.count()) == (1, 2)


def test_same_act_is_one_fact(hands: Hands) -> None:
    event = planned(StagePlan(kind="swiss"), hands=hands).event
    act = hands.act()
    states = [enter_players(event, guests=["Late"], act=act) for _ in range(2)]
    assert states[0] == states[1]
    assert kinds(event)[3:] == ["event.entered"]


def test_second_of_two_directors_is_told_that_the_event_changed(hands: Hands) -> None:
    event_hands = planned(StagePlan(kind="swiss"), hands=hands)
    seen = Event.objects.get().version
    player = event_hands.players[0].public_id
    record_fact(event_hands.event, "entry_removed", {"player": player}, act=hands.act(version=seen))
    with pytest.raises(StaleEventError) as stale:
        record_fact(event_hands.event, "seeded", {"order": []}, act=hands.act(version=seen))
    assert stale.value.event.version == seen + 1


def test_several_facts_are_recorded_or_none(hands: Hands) -> None:
    event_hands = planned(StagePlan(kind="swiss"), hands=hands, check_in=True)
    first, second = (player.public_id for player in event_hands.players[:2])
    wrong: list[NewFact] = [("checked_in", {"player": first}), ("checked_in", {"player": first})]
    right: list[NewFact] = [("checked_in", {"player": first}), ("checked_in", {"player": second})]
    with pytest.raises(EventActError):
        record_facts(event_hands.event, wrong, act=hands.act())
    assert Entrant.objects.filter(checked_in_at__isnull=False).count() == 0
    act = hands.act()
    for _ in range(2):
        record_facts(event_hands.event, right, act=act)
    assert Entrant.objects.filter(checked_in_at__isnull=False).count() == 2
    assert event_hands.is_stored()


def test_stranger_to_the_club_is_not_entered(hands: Hands) -> None:
    event_hands = planned(StagePlan(kind="swiss"), hands=hands)
    other = make_hands("elsewhere").a
    alias = Player.objects.create(club=hands.club, name="Alias", merged_into=hands.a)
    nobody = Player.objects.create(club=hands.club, name="")
    for player in (other, alias, nobody):
        with pytest.raises(UnknownPlayerError):
            enter_players(event_hands.event, [player], act=hands.act())


def test_reason_is_asked_for_where_a_released_draw_goes(hands: Hands) -> None:
    event_hands = playing("swiss", hands=hands)
    with pytest.raises(ReasonNeededError):
        event_hands.record("draw_discarded", stage=1, round=1)
    event_hands.record("draw_discarded", "the wrong seeds", stage=1, round=1)
    assert LogEntry.objects.get(kind="event.draw_discarded").reason == "the wrong seeds"
    assert event_hands.is_stored()


def test_rubbers_outside_any_event_get_no_plan(hands: Hands) -> None:
    event = Event.objects.create(club=hands.club, name="")
    with pytest.raises(NamelessEventError):
        record_fact(event, "planned", {"plan": {}}, act=hands.act())


def test_open_event_is_planned_and_opened_again(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    event = rubber.event
    write_standings(event.pk)
    assert Standing.objects.filter(stage__number=0).count() == 2
    state = record_fact(event, "planned", {"plan": plan_json(SWISS)}, act=hands.act())
    assert [rubber for rubber, _ in state.outside] == [rubber.public_id]
    assert Standing.objects.count() == 0
    assert differences() == []
    record_fact(event, "undone", {"version": 2}, act=hands.act())
    assert Event.objects.get().phase == "open"
    assert Standing.objects.filter(stage__number=0).count() == 2
    assert differences() == []


def test_planned_event_is_renamed_and_counts_the_entry(hands: Hands) -> None:
    event_hands = planned(StagePlan(kind="swiss"), hands=hands)
    event = rename_event(event_hands.event, "Winter Cup", act=hands.act())
    assert event.version == 4
    assert differences() == []
    event_hands.draw()
    assert event_hands.is_stored()


def test_award_is_given_to_the_two_who_stand_there(hands: Hands) -> None:
    event_hands = playing("knockout", hands=hands)
    pairing = event_hands.pairings()[0]
    award = {"stage": 1, "round": 1, "number": 1, "kind": "double_walkover", "winner": None}
    record_fact(event_hands.event, "awarded", award, act=hands.act())
    assert event_hands.state.facts.awards[1, 1, 1].pair == {pairing.a, pairing.b}


def test_facts_of_one_act_are_each_looked_at_in_the_light_of_those_before(hands: Hands) -> None:
    event_hands = planned(StagePlan(kind="swiss"), size=5, hands=hands, check_in=True)
    ids = [player.public_id for player in event_hands.players]
    facts: list[NewFact] = [("checked_in", {"player": each}) for each in ids]
    facts += [("check_in_undone", {"player": ids[0]}), ("entry_removed", {"player": ids[0]})]
    state = record_facts(event_hands.event, facts, act=hands.act())
    assert state == event_hands.state
    assert [(entry.player, bool(entry.checked_in_at)) for entry in state.entries] == [
        (each, True) for each in ids[1:]
    ]
    assert event_hands.is_stored()


def test_merged_entrant_goes_on_under_the_other_id(hands: Hands) -> None:
    event_hands = playing("knockout", hands=hands)
    event_hands.play()
    goes = event_hands.players[0]
    merge_players(hands.a, goes, by=None)
    write_standings(event_hands.event.pk)
    assert hands.a.public_id in [entry.player for entry in event_state(event_hands.event).entries]
    assert event_hands.is_stored()
    assert differences() == []


def test_player_entered_under_two_ids_is_who_is_left(hands: Hands) -> None:
    event_hands = planned(StagePlan(kind="swiss"), hands=hands)
    for goes, stays in ((0, 1), (2, 3)):
        removed = event_hands.players[goes if goes == 0 else stays]
        event_hands.record("entry_removed", player=removed.public_id)
        merge_players(event_hands.players[stays], event_hands.players[goes], by=None)
        write_standings(event_hands.event.pk)
        assert event_hands.players[stays].public_id in [entry.player for entry in event_hands.state.entries]
        assert event_hands.is_stored()
        assert differences() == []
