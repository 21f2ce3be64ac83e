"""Forms offer the rounds of a draw, find the round that is typed, ask about others, and say what counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.events.draw import request_draw
from matches.events.event_state import event_state
from matches.events.plan_event import plan_event
from matches.events.record_facts import record_fact
from matches.models import Event, Rubber
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import EventState
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import HEADING, RESULT, People, at

CUP = {**RESULT, "event": "Cup"}
WHOLE = EventPlan(stages=(StagePlan(kind="round_robin"),), lot_seed="s")
TWICE = EventPlan(stages=(StagePlan(kind="round_robin", cycles=2),), lot_seed="s")


def draw(people: People, *names: str, plan: EventPlan = WHOLE) -> Event:
    """Return an event called Cup of these players, drawn and released as a whole."""
    event = plan_event(people.club, "Cup", plan, [people.players[name] for name in names], act=people.act())
    request_draw(event, 1, act=people.act())
    last = len(event_state(event).stages[0].rounds)
    record_fact(event, "released", {"stage": 1, "round": 1, "until": last}, act=people.act())
    return event


@pytest.fixture
def cup(people: People) -> Event:
    return draw(people, "Orford", "Baldwin")


def state() -> EventState:
    return event_state(Event.objects.get(name="Cup"))


def send(
    client: Client, people: People, fields: dict[str, Any], *, to: str = "enter_result", status: int = 302
) -> str:
    """Send a form, and return the words of the page that follows."""
    response = client.post(at(to, people.club.slug), fields)
    assert response.status_code == status, words(response.content.decode())
    if status != 302:
        return words(response.content.decode())
    return words(client.get(response.headers["Location"], follow=True).content.decode())


def test_form_offers_the_released_rounds_of_the_event(people: People) -> None:
    event = draw(people, "Orford", "Baldwin", "Clay", "Helper")
    address = f"{at('enter_result', people.club.slug)}?event={event.public_id}"
    html = page(people.client("Owner"), address)
    options = "".join(f'<option value="Round {number}">' for number in (1, 2, 3))
    assert f'<datalist id="id_round_list">{options}' in html
    client = people.client("Owner")
    client.cookies["django_language"] = "fr"
    assert '<option value="Tour 1">' in page(client, address)


def test_round_is_found_as_it_is_typed(people: People, cup: Event) -> None:
    told = send(people.client("Owner"), people, {**CUP, "round": "Tour 1"})
    rubber = Rubber.objects.get()
    assert "The rubber is stored, and it counts." in told
    assert (rubber.round_label, '[Round "1"]' in rubber.egn) == ("1", True)
    assert state().pairing_at((1, 1, 1)).rubber == rubber.public_id


def test_unknown_round_is_asked_about(people: People, cup: Event) -> None:
    fields = {**CUP, "round": "Round 7"}
    told = send(people.client("Owner"), people, fields, status=400)
    assert "The draw has no round called Round 7: this rubber would not count in it." in told
    assert "They have a pairing to play in: Round 1." in told
    assert "Save it all the same" in told
    assert not Rubber.objects.exists()
    sure = {"no_pairing": "no_such_round Round 7"}
    other = send(people.client("Owner"), people, {**fields, "round": "Round 8", **sure}, status=400)
    assert "no round called Round 8" in other
    told = send(people.client("Owner"), people, {**fields, **sure})
    assert "The rubber is stored. It does not count in Cup. Written for “Round 7”" in told
    assert "it counts" not in told


def test_question_offers_the_rounds_of_the_event(people: People, cup: Event) -> None:
    response = people.client("Owner").post(at("enter_result", people.club.slug), {**CUP, "round": "7"})
    assert '<option value="Round 1">' in response.content.decode()


def test_new_guest_is_in_no_pairing(people: People, cup: Event) -> None:
    fields = {**CUP, "round": "1", "b": "Pole", "new_players": ["Pole"]}
    assert "These two do not meet in this round" in send(people.client("Owner"), people, fields, status=400)


def test_second_result_is_asked_about(people: People, cup: Event) -> None:
    send(people.client("Owner"), people, {**CUP, "round": "1"})
    first = Rubber.objects.get()
    fields = {**CUP, "key": "two", "round": "Round 1", "table": "9"}
    told = send(people.client("Owner"), people, fields, status=409)
    assert "These two have a result in this round already, which stays: Round 1." in told
    told = send(people.client("Owner"), people, {**fields, "is_another": "on"})
    other = "Another rubber of these two players counts in this round: Round 1."
    assert f"It does not count in Cup. {other}" in told
    assert state().pairing_at((1, 1, 1)).rubber == first.public_id


def test_awarded_pairing_is_asked_about(people: People, cup: Event) -> None:
    award = {"stage": 1, "round": 1, "number": 1, "winner": people.players["Orford"].public_id}
    record_fact(cup, "awarded", award, act=people.act())
    fields = {**CUP, "round": "R1"}
    told = send(people.client("Owner"), people, fields, status=400)
    assert "An award decides this round for these two" in told
    told = send(people.client("Owner"), people, {**fields, "no_pairing": "awarded 1"})
    assert "It does not count in Cup. An award decides this pairing." in told


@pytest.mark.parametrize("to", ["enter_result", "enter_deals"])
def test_form_sent_twice_leads_to_its_rubber(people: People, cup: Event, to: str) -> None:
    fields = {**(CUP if to == "enter_result" else {**HEADING, "event": "Cup"}), "round": "tonight"}
    client = people.client("Owner")
    first = client.post(at(to, people.club.slug), fields)
    again = client.post(at(to, people.club.slug), fields)
    assert (first.status_code, first.headers["Location"]) == (again.status_code, again.headers["Location"])
    assert Rubber.objects.count() == 1


def test_rubber_to_score_deal_by_deal_is_in_its_round(people: People, cup: Event) -> None:
    send(people.client("Owner"), people, {**HEADING, "event": "Cup", "round": "Tour 1"}, to="enter_deals")
    assert state().pairing_at((1, 1, 1)).rubber_state == "live"


def test_confirmed_rubber_outside_the_draw_does_not_count(people: People, cup: Event) -> None:
    fields = {**CUP, "round": "Round 7", "no_pairing": "no_such_round Round 7"}
    told = send(people.client("Orford"), people, fields)
    assert "The rubber is stored, and waits to be confirmed. It does not count in Cup." in told
    rubber = Rubber.objects.get()
    sent = {"key": "c", "version": rubber.version, "reason": ""}
    address = at("confirm_rubber", rubber.public_id)
    told = words(people.client("Baldwin").post(address, sent, follow=True).content.decode())
    assert "The result is confirmed. It does not count in Cup." in told


def correction(rubber: Rubber, **changes: str) -> dict[str, str]:
    fields = {**CUP, "key": "c", "round": rubber.round_label, "version": str(rubber.version)}
    return {**fields, "reason": "misread", **changes}


def test_correction_of_the_result_asks_nothing_about_the_round(people: People, cup: Event) -> None:
    send(people.client("Owner"), people, {**CUP, "round": "Round 7", "no_pairing": "no_such_round Round 7"})
    rubber = Rubber.objects.get()
    changes = correction(rubber, games_won_0="0", games_won_1="2", seen="")
    response = people.client("Scorer").post(at("correct_rubber", rubber.public_id), changes)
    assert "no round called" not in words(response.content.decode())
    rubber.refresh_from_db()
    assert rubber.round_label == "Round 7"


def test_correction_asks_about_an_unknown_round(people: People, cup: Event) -> None:
    send(people.client("Owner"), people, {**CUP, "round": "Round 7", "no_pairing": "no_such_round Round 7"})
    rubber = Rubber.objects.get()
    client, address = people.client("Owner"), at("correct_rubber", rubber.public_id)
    assert '<option value="Round 1">' in page(client, address)
    told = words(client.post(address, correction(rubber, round="Friday")).content.decode())
    assert "The draw has no round called Friday" in told


TEXT = (
    '[EGN "1"]\n[Event "Cup"]\n[Round "{round}"]\n[A "Orford"]\n[B "Baldwin"]\n[BestOf "3"]\n[Result "2-0"]\n'
)


def paste(people: People, who: str, round_label: str, *, status: int = 302, **fields: Any) -> str:
    fields |= {"key": "k", "text": TEXT.format(round=round_label)}
    return send(people.client(who), people, fields, to="enter_egn", status=status)


@pytest.mark.parametrize("who", ["Owner", "Orford"])
def test_pasted_record_outside_the_draw_is_asked_about(people: People, cup: Event, who: str) -> None:
    told = paste(people, who, "Round 7", store="1", status=400)
    assert "The draw has no round called Round 7: this rubber would not count in it." in told
    assert "Round 1 Save it all the same" in told
    assert not Rubber.objects.exists()
    paste(people, who, "Round 7", store="1", new_name='["outside the draw"]')
    assert Rubber.objects.get().round_label == "Round 7"


@pytest.mark.parametrize("who", ["Owner", "Orford"])
def test_pasted_record_is_put_into_its_round_by_one_button(people: People, cup: Event, who: str) -> None:
    fields = {"key": "k", "text": TEXT.format(round="Round 7"), "fix": '["fix", "round", 1, "Round 1"]'}
    html = people.client(who).post(at("enter_egn", people.club.slug), fields).content.decode()
    assert "The rubber at line 1 is in this round now: Round 1." in words(html)
    assert "[Round &quot;1&quot;]" in html


@pytest.mark.parametrize("who", ["Owner", "Orford"])
def test_pasted_record_keeps_its_round_label(people: People, cup: Event, who: str) -> None:
    for _ in range(2):
        paste(people, who, "tonight", store="1")
    rubber = Rubber.objects.get()
    assert (rubber.round_label, '[Round "tonight"]' in rubber.egn) == ("1", True)


def test_pasted_record_of_one_of_two_pairings_offers_both(people: People) -> None:
    draw(people, "Orford", "Baldwin", plan=TWICE)
    told = paste(people, "Owner", "tonight", status=200, check="1")
    assert "Round 1 Round 2 Save it all the same" in told
