"""Entries: the order of seeds, check-in, late ones, withdrawals, byes and pairs that are not to meet."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from matches.events.current_state import event_state
from matches.models import Club, Event, Player, Rating
from matches.rules.events.plan import EventPlan, StagePlan
from tests.matches.pages.events.director.pages import (
    EVERYBODY,
    address,
    drawn,
    facts,
    planned,
    played,
    player,
    send,
    sheet_with,
)
from tests.matches.pages.exchange.club import user
from tests.matches.pages.markup import tag, tags
from tests.matches.pages.reading import page, words
from worker.ratings.weeks import week_of


def order(event: Event) -> list[str]:
    by_id = dict(Player.objects.values_list("public_id", "name"))
    entries = sorted(
        event_state(event).entries, key=lambda entry: (entry.seed is None, entry.seed or entry.number)
    )
    return [by_id[entry.player] for entry in entries]


def test_one_is_moved_and_the_others_keep_their_order(director: Client, club: Club) -> None:
    event = planned(club)
    field = f"rank_{player(club, 'Eve').public_id}"
    sheet = sheet_with(page(director, address(event, "event_entries")), field)
    assert director.post(address(event, "event_entries"), {**sheet.values, field: "1"}).status_code == 302
    assert order(event) == ["Eve", "Ann", "Ben", "Cay", "Dan", "Fay"]


@pytest.mark.parametrize(
    ("by", "expected"),
    [("entry", ["Fay", "Ann", "Eve"]), ("name", ["Ann", "Eve", "Fay"]), ("lot", ["Ann", "Eve", "Fay"])],
)
def test_all_are_seeded_anew(director: Client, club: Club, by: str, expected: list[str]) -> None:
    event = planned(club, names=("Fay", "Ann", "Eve"))
    field = f"rank_{player(club, 'Eve').public_id}"
    send(director, address(event, "event_entries"), field, by=by)
    assert (sorted(order(event)) if by == "lot" else order(event)) == expected
    assert facts(event)[-1] == "seeded"


def rate(club: Club, **ratings: tuple[int, int]) -> None:
    for name, (rating, deviation) in ratings.items():
        Rating.objects.create(
            club=club,
            player=player(club, name),
            week=week_of(timezone.localdate()),
            rating=rating,
            deviation=deviation,
            volatility=0.005,
            games=9,
            won=5,
            expected=4.5,
        )


def test_seeded_by_rating_the_highest_come_first_and_the_ratings_are_kept(
    director: Client, club: Club
) -> None:
    event = planned(club, names=("Fay", "Ann", "Eve", "Dan"))
    rate(club, Eve=(1523, 21), Ann=(1523, 25), Dan=(1540, 30))
    field = f"rank_{player(club, 'Eve').public_id}"

    shown = send(director, address(event, "event_entries"), field, by="rating")

    assert order(event) == ["Dan", "Eve", "Ann", "Fay"]
    assert "rated 1523 ± 21" in words(shown)
    Rating.objects.update(rating=1400)
    ratings = {entry.player: entry.seed_rating for entry in event_state(event).entries}
    assert ratings[player(club, "Eve").public_id] == (1523, 21)
    assert ratings[player(club, "Fay").public_id] is None


def test_event_of_which_nobody_is_rated_can_not_be_seeded_by_rating(director: Client, club: Club) -> None:
    event = planned(club, names=("Fay", "Ann"))
    field = f"rank_{player(club, 'Ann').public_id}"

    shown = send(director, address(event, "event_entries"), field, status=400, by="rating")

    assert "Nobody who is entered has been rated in this club yet." in words(shown)
    assert facts(event)[-1] != "seeded"


def test_after_the_draw_there_is_nothing_to_seed(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    assert "rank_" not in page(director, address(event, "event_entries"))


def test_players_are_entered_from_the_list_and_by_name(director: Client, club: Club) -> None:
    event = planned(club)
    owner = Player.objects.get(name="Owner")
    shown = send(
        director, address(event, "event_enter"), "names", names="Gus\nScorer", ticked=[str(owner.pk)]
    )
    assert order(event)[6:] == ["Owner", "Scorer", "Gus"]
    assert "3 players entered." in words(shown)


def test_who_is_entered_is_not_offered_and_not_entered_twice(director: Client, club: Club) -> None:
    event = planned(club)
    html = page(director, address(event, "event_enter"))
    assert "> Ann<" not in html
    shown = send(director, address(event, "event_enter"), "names", status=400, names="Ann")
    assert "Entered already: Ann." in words(shown)


def test_late_entry_takes_the_empty_place_of_a_round_robin(director: Client, club: Club) -> None:
    event = planned(club, EVERYBODY, ("Ann", "Ben", "Cay"))
    drawn(event)
    shown = page(director, address(event, "event_enter"))
    assert "The event has begun" in words(shown)
    send(director, address(event, "event_enter"), "place", names="Dan")
    assert len(event_state(event).stages[0].entrants) == 4


def test_nobody_is_let_into_a_bracket_late_and_it_is_said_why(director: Client, club: Club) -> None:
    event = planned(club, EventPlan(stages=(StagePlan(kind="knockout"),)))
    drawn(event)
    shown = send(director, address(event, "event_enter"), "names", status=400, names="Gus")
    assert "The bracket is drawn: nobody can be entered any more." in words(shown)
    assert not Player.objects.filter(name="Gus").exists()


CHECKED = EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), check_in=True)


def test_many_are_checked_in_at_once_by_a_helper(client: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    client.force_login(user("helper"))
    ann, ben = player(club, "Ann"), player(club, "Ben")
    send(client, address(event, "event_check_in"), "do", "checked_in", here=[str(ann.pk), str(ben.pk)])
    here = [entry.player for entry in event_state(event).entries if entry.checked_in_at]
    assert sorted(here) == sorted([ann.public_id, ben.public_id])
    send(client, address(event, "event_check_in"), "do", "check_in_undone", here=[str(ann.pk)])
    assert [entry.player for entry in event_state(event).entries if entry.checked_in_at] == [ben.public_id]


def test_two_helpers_tick_the_same_person(client: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    client.force_login(user("helper"))
    ann, ben = player(club, "Ann"), player(club, "Ben")
    late = sheet_with(page(client, address(event, "event_check_in")), "do", "checked_in")
    send(client, address(event, "event_check_in"), "do", "checked_in", here=[str(ann.pk)])
    answer = client.post(
        address(event, "event_check_in"), {**late.values, "here": [str(ann.pk), str(ben.pk)]}, follow=True
    )
    assert "1 player checked in." in words(answer.content.decode())
    assert facts(event)[-2:] == ["checked_in", "checked_in"]


def test_late_entry_that_is_drawn_is_here_and_not_missing(director: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    here = ("Ann", "Ben", "Cay", "Dan", "Eve")
    ticked = [str(player(club, name).pk) for name in here]
    send(director, address(event, "event_check_in"), "do", "checked_in", here=ticked)
    drawn(event)
    played(event)
    send(director, address(event, "event_enter"), "names", names="Gus")
    tags_of_five = {name: ["here"] for name in here}
    assert entry_tags(director, event) == {**tags_of_five, "Fay": [], "Gus": []}
    assert missing(director, event) == ["Fay", "Gus"]
    drawn(event)
    assert entry_tags(director, event) == {**tags_of_five, "Fay": [], "Gus": ["here"]}
    assert missing(director, event) == ["Fay"]


def entry_tags(client: Client, event: Event) -> dict[str, list[str]]:
    """The tags on each line of the entries page, by the name there."""
    html = page(client, address(event, "event_entries"))
    lines = html[html.index('id="entrants"') : html.index("</ul>", html.index('id="entrants"'))].split("<li>")
    return {
        tag(line, "a", class_="name").text: [each.text for each in tags(line, class_="tag")]
        for line in lines[1:]
    }


def missing(client: Client, event: Event) -> list[str]:
    """Whom the check-in page has ticks for, because they are not here yet."""
    html = page(client, address(event, "event_check_in"))
    form = html[html.index('value="checked_in"') :]
    form = form[: form.index("</form>")]
    return [each.text for each in tags(form, "label") if each.text]


def test_who_is_not_drawn_is_removed_and_who_is_withdraws(director: Client, club: Club) -> None:
    event = planned(club)
    ann, ben = player(club, "Ann").public_id, player(club, "Ben").public_id
    send(director, address(event, "event_entrant", ann), "do", "entry_removed")
    drawn(event)
    played(event)
    send(director, address(event, "event_entrant", ben), "do", "withdrawn", at="1.2")
    assert facts(event)[-1] == "withdrawn"
    assert "withdrawn from round 2" in words(page(director, address(event, "event_entries")))
    send(director, address(event, "event_entrant", ben), "do", "returned", at="1.3")
    assert event_state(event).facts.entry(ben).absences == (((1, 2), (1, 3)),)


def test_bye_is_asked_for_and_not_wanted_after_all(director: Client, club: Club) -> None:
    event = planned(club)
    ann = player(club, "Ann").public_id
    send(director, address(event, "event_entrant", ann), "do", "bye_requested", at="1.2")
    assert event_state(event).facts.entry(ann).requested_byes == {(1, 2)}
    send(director, address(event, "event_entrant", ann), "do", "bye_request_undone", at="1.2")
    assert event_state(event).facts.entry(ann).requested_byes == frozenset()


def test_nobody_else_is_found(director: Client, club: Club) -> None:
    event = planned(club)
    other = Player.objects.get(name="Owner").public_id
    assert director.get(address(event, "event_entrant", other)).status_code == 404


def test_pair_is_forbidden_and_allowed_again(director: Client, club: Club) -> None:
    event = planned(club)
    send(director, address(event, "event_forbidden"), "first", first="ann", second="Ben")
    pair = frozenset((player(club, "Ann").public_id, player(club, "Ben").public_id))
    assert event_state(event).facts.forbidden == {pair}
    assert "Ann and Ben" in words(page(director, address(event, "event_forbidden")))
    send(director, address(event, "event_forbidden"), "pair")
    assert event_state(event).facts.forbidden == frozenset()


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("Ann", "Ann", "Name two people."),
        ("Ann", "Nobody", "Nobody of this name is here to choose."),
    ],
)
def test_pair_of_nobody_is_refused(director: Client, club: Club, first: str, second: str, said: str) -> None:
    event = planned(club)
    shown = send(director, address(event, "event_forbidden"), "first", status=400, first=first, second=second)
    assert said in words(shown)


def test_pairs_of_somebody_who_left_are_named_and_may_go_one_by_one(director: Client, club: Club) -> None:
    event = planned(club)
    for other in ("Ben", "Cay"):
        send(director, address(event, "event_forbidden"), "first", first="Ann", second=other)
    send(director, address(event, "event_entrant", player(club, "Ann").public_id), "do", "entry_removed")
    told = words(page(director, address(event, "event_forbidden")))
    assert "Ann and Ben" in told
    assert "Ann and Cay" in told
    send(director, address(event, "event_forbidden"), "pair")
    send(director, address(event, "event_forbidden"), "first", first="Dan", second="Eve")
    by_id = dict(Player.objects.values_list("public_id", "name"))
    left = {frozenset(by_id[each] for each in pair) for pair in event_state(event).facts.forbidden}
    assert left == {frozenset({"Ann", "Cay"}), frozenset({"Dan", "Eve"})}


def test_tick_that_is_no_players_is_no_fault_of_the_service(client: Client, club: Club) -> None:
    event = planned(club, CHECKED)
    client.force_login(user("director"))
    send(client, address(event, "event_check_in"), "do", "checked_in", here=["9" * 5_000])
    assert not any(entry.checked_in_at for entry in event_state(event).entries)
