"""Entries: seeds, check-in, late entries, withdrawals, byes and forbidden pairs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from matches.events.event_state import event_state
from matches.models import Club, Event, Player, Rating
from matches.rules.events.plan import EventPlan, StagePlan
from tests.matches.pages.events.desk.pages import (
    EVERYBODY,
    address,
    drawn,
    facts,
    planned,
    played,
    player,
    released,
    send,
)
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, tag, tags, words
from tests.support.html_forms import form_with
from worker.ratings.weeks import week_of


def order(event: Event) -> list[str]:
    by_id = dict(Player.objects.values_list("public_id", "name"))
    entries = sorted(
        event_state(event).entries, key=lambda entry: (entry.seed is None, entry.seed or entry.number)
    )
    return [by_id[entry.player] for entry in entries]


def rank_of(club: Club, name: str) -> str:
    """Return the name of the field for a player's seed."""
    return f"rank_{player(club, name).public_id}"


def tick(client: Client, event: Event, *people: Player, do: str = "checked_in") -> str:
    return send(client, address(event, "event_check_in"), "do", do, here=[str(each.pk) for each in people])


def here(event: Event) -> list[str]:
    return [entry.player for entry in event_state(event).entries if entry.checked_in_at]


def test_one_is_moved_and_the_others_keep_their_order(director: Client, club: Club, event: Event) -> None:
    field = rank_of(club, "Eve")
    sheet = form_with(page(director, address(event, "event_entries")), field)
    assert director.post(address(event, "event_entries"), {**sheet.values, field: "1"}).status_code == 302
    assert order(event) == ["Eve", "Ann", "Ben", "Cay", "Dan", "Fay"]


@pytest.mark.parametrize(
    ("by", "expected"),
    [("entry", ["Fay", "Ann", "Eve"]), ("name", ["Ann", "Eve", "Fay"]), ("lot", ["Ann", "Eve", "Fay"])],
)
def test_all_are_seeded_anew(director: Client, club: Club, by: str, expected: list[str]) -> None:
    event = planned(club, names=("Fay", "Ann", "Eve"))
    send(director, address(event, "event_entries"), rank_of(club, "Eve"), by=by)
    assert (sorted(order(event)) if by == "lot" else order(event)) == expected
    assert facts(event)[-1] == "seeded"


def rate(club: Club, **ratings: tuple[int, int]) -> None:
    for name, (rating, deviation) in ratings.items():
        counts = {"games": 9, "won": 5, "expected": 4.5}
        strength = {"rating": rating, "deviation": deviation, "volatility": 0.005}
        week = week_of(timezone.localdate())
        Rating.objects.create(club=club, player=player(club, name), week=week, **strength, **counts)


def test_highest_rated_are_seeded_first(director: Client, club: Club) -> None:
    event = planned(club, names=("Fay", "Ann", "Eve", "Dan"))
    rate(club, Eve=(1523, 21), Ann=(1523, 25), Dan=(1540, 30))
    html = send(director, address(event, "event_entries"), rank_of(club, "Eve"), by="rating")
    assert order(event) == ["Dan", "Eve", "Ann", "Fay"]
    assert "rated 1523 ± 21" in words(html)
    Rating.objects.update(rating=1400)
    ratings = {entry.player: entry.seed_rating for entry in event_state(event).entries}
    assert ratings[player(club, "Eve").public_id] == (1523, 21)
    assert ratings[player(club, "Fay").public_id] is None


def test_unrated_event_is_not_seeded_by_rating(director: Client, club: Club) -> None:
    event = planned(club, names=("Fay", "Ann"))
    html = send(director, address(event, "event_entries"), rank_of(club, "Ann"), status=400, by="rating")
    assert "No entered player has a rating in this club yet." in words(html)
    assert facts(event)[-1] != "seeded"


def test_nothing_is_seeded_after_the_draw(director: Client, club: Club) -> None:
    event = released(club)
    assert "rank_" not in page(director, address(event, "event_entries"))
    text = words(page(director, address(event, "event_check_in")))
    assert "The draw is made." in text
    assert "Nobody is entered yet." not in text


def test_players_are_entered_from_the_list_and_by_name(director: Client, event: Event) -> None:
    owner = Player.objects.get(name="Owner")
    html = send(director, address(event, "event_enter"), "names", names="Gus\nScorer", ticked=[str(owner.pk)])
    assert order(event)[6:] == ["Owner", "Scorer", "Gus"]
    assert "3 players entered." in words(html)


def test_who_is_entered_is_not_offered_and_not_entered_twice(director: Client, event: Event) -> None:
    html = page(director, address(event, "event_enter"))
    assert "Ann" not in [label.text for label in tags(html, "label")]
    page_html = send(director, address(event, "event_enter"), "names", status=400, names="Ann")
    assert "Entered already: Ann." in words(page_html)


@pytest.mark.parametrize(("pick", "expected"), [("everybody", 5), ("nobody", 0)])
def test_one_button_ticks_everybody(director: Client, event: Event, pick: str, expected: int) -> None:
    html = send(director, address(event, "event_enter"), "names", status=200, pick=pick, names="Gus")
    values = form_with(html, "names").values
    assert (len(values.get("ticked", [])), values["names"]) == (expected, ["Gus"])
    assert facts(event)[-1] == "entered"
    assert len(order(event)) == 6


def test_late_entry_takes_the_empty_place_of_a_round_robin(director: Client, club: Club) -> None:
    event = released(club, EVERYBODY, ("Ann", "Ben", "Cay"))
    html = page(director, address(event, "event_enter"))
    assert "The event has begun" in words(html)
    send(director, address(event, "event_enter"), "place", names="Dan")
    assert len(event_state(event).stages[0].entrants) == 4


def test_late_entry_to_a_bracket_is_refused(director: Client, club: Club) -> None:
    event = released(club, EventPlan(stages=(StagePlan(kind="knockout"),)))
    html = send(director, address(event, "event_enter"), "names", status=400, names="Gus")
    assert "The bracket is drawn, so players can no longer be entered." in words(html)
    assert not Player.objects.filter(name="Gus").exists()


CHECKED = EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), check_in=True)


def test_helpers_check_in_many_at_once(client: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    client.force_login(user("helper"))
    ann, ben = player(club, "Ann"), player(club, "Ben")
    at = address(event, "event_check_in")
    late = form_with(page(client, at), "do", "checked_in")
    tick(client, event, ann, ben)
    assert sorted(here(event)) == sorted([ann.public_id, ben.public_id])
    tick(client, event, ann, do="check_in_undone")
    assert here(event) == [ben.public_id]
    answer = client.post(at, {**late.values, "here": [str(ann.pk), str(ben.pk)]}, follow=True)
    assert "1 player checked in." in words(answer.content.decode())
    assert facts(event)[-3:] == ["checked_in", "check_in_undone", "checked_in"]


def test_late_entry_that_is_drawn_is_here_and_not_missing(director: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    five = ("Ann", "Ben", "Cay", "Dan", "Eve")
    tick(director, event, *(player(club, name) for name in five))
    drawn(event)
    played(event)
    send(director, address(event, "event_enter"), "names", names="Gus")
    tags_of_five = {name: ["here"] for name in five}
    assert entry_tags(director, event) == {**tags_of_five, "Fay": [], "Gus": []}
    assert missing(director, event) == ["Fay", "Gus"]
    drawn(event)
    assert entry_tags(director, event) == {**tags_of_five, "Fay": [], "Gus": ["here"]}
    assert missing(director, event) == ["Fay"]


def entry_tags(client: Client, event: Event) -> dict[str, list[str]]:
    """Return the tags on each line of the entries page, by the name there."""
    html = page(client, address(event, "event_entries"))
    lines = html[html.index('id="entrants"') : html.index("</ul>", html.index('id="entrants"'))].split("<li>")
    return {
        tag(line, "a", class_="name").text: [each.text for each in tags(line, class_="tag")]
        for line in lines[1:]
    }


def missing(client: Client, event: Event) -> list[str]:
    """Return the players with a box on the check-in page, who are not present yet."""
    html = page(client, address(event, "event_check_in"))
    form = html[html.index('value="checked_in"') :]
    form = form[: form.index("</form>")]
    return [each.text for each in tags(form, "label") if each.text]


def test_who_is_not_drawn_is_removed_and_who_is_withdraws(director: Client, club: Club, event: Event) -> None:
    ann, ben = player(club, "Ann").public_id, player(club, "Ben").public_id
    send(director, address(event, "event_entrant", ann), "do", "entry_removed")
    drawn(event)
    played(event)
    send(director, address(event, "event_entrant", ben), "do", "withdrawn", at="1.2")
    assert facts(event)[-1] == "withdrawn"
    assert "withdrawn from round 2" in words(page(director, address(event, "event_entries")))
    send(director, address(event, "event_entrant", ben), "do", "returned", at="1.3")
    assert event_state(event).facts.entry(ben).absences == (((1, 2), (1, 3)),)


def test_bye_is_asked_for_and_not_wanted_after_all(director: Client, club: Club, event: Event) -> None:
    ann = player(club, "Ann").public_id
    send(director, address(event, "event_entrant", ann), "do", "bye_requested", at="1.2")
    assert event_state(event).facts.entry(ann).requested_byes == {(1, 2)}
    send(director, address(event, "event_entrant", ann), "do", "bye_request_undone", at="1.2")
    assert event_state(event).facts.entry(ann).requested_byes == frozenset()


def test_nobody_else_is_found(director: Client, event: Event) -> None:
    other = Player.objects.get(name="Owner").public_id
    assert director.get(address(event, "event_entrant", other)).status_code == 404


def test_pair_is_forbidden_and_allowed_again(director: Client, club: Club, event: Event) -> None:
    send(director, address(event, "event_forbidden"), "first", first="ann", second="Ben")
    pair = frozenset((player(club, "Ann").public_id, player(club, "Ben").public_id))
    assert event_state(event).facts.forbidden == {pair}
    assert "Ann and Ben" in words(page(director, address(event, "event_forbidden")))
    send(director, address(event, "event_forbidden"), "pair")
    assert event_state(event).facts.forbidden == frozenset()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("Ann", "Ann", "Name two people."), ("Ann", "Nobody", "There is no player of this name to choose.")],
)
def test_pair_needs_two_names(director: Client, event: Event, first: str, second: str, expected: str) -> None:
    html = send(director, address(event, "event_forbidden"), "first", status=400, first=first, second=second)
    assert expected in words(html)


def test_pairs_of_a_removed_player_are_named(director: Client, club: Club, event: Event) -> None:
    for other in ("Ben", "Cay"):
        send(director, address(event, "event_forbidden"), "first", first="Ann", second=other)
    send(director, address(event, "event_entrant", player(club, "Ann").public_id), "do", "entry_removed")
    text = words(page(director, address(event, "event_forbidden")))
    assert "Ann and Ben" in text
    assert "Ann and Cay" in text
    send(director, address(event, "event_forbidden"), "pair")
    send(director, address(event, "event_forbidden"), "first", first="Dan", second="Eve")
    by_id = dict(Player.objects.values_list("public_id", "name"))
    left = {frozenset(by_id[each] for each in pair) for pair in event_state(event).facts.forbidden}
    assert left == {frozenset({"Ann", "Cay"}), frozenset({"Dan", "Eve"})}


def test_tick_that_is_no_players_is_no_fault_of_the_service(director: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    send(director, address(event, "event_check_in"), "do", "checked_in", here=["9" * 5_000])
    assert here(event) == []
