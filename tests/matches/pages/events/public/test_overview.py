"""The page of a planned event, from its first entry to its places at the end."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Membership, Player
from matches.pages.events.public.about import rules_words
from matches.rules.events.plan import StagePlan
from matches.rules.events.plan_json import plan_json
from tests.matches.helpers.event_hands import EventHands, planned, playing
from tests.matches.helpers.hands import make_hands
from tests.matches.pages.events.public.scenes import drawn, finish, play
from tests.matches.pages.markup import tag, tags
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db


def address(told: EventHands, name: str = "event", *more: object) -> str:
    return reverse(f"web:{name}", args=[told.event.club.slug, told.event.public_id, *more])


def shown(client: Client, told: EventHands, query: str = "") -> str:
    return page(client, address(told) + query)


def headings(html: str) -> list[str]:
    return [each.text for each in tags(html, "h2")]


def test_event_that_takes_entries_shows_who_is_entered(client: Client) -> None:
    told = planned(StagePlan(kind="swiss", rounds=3), size=3, check_in=True)
    told.record("checked_in", player=told.players[1].public_id)
    html = shown(client, told)
    assert tag(html, class_="tag").text == "Taking entries"
    assert headings(html) == ["Entries", "How it is played", "More of this event"]
    assert [each.text for each in tags(tag_text(html, "columns"), "li")] == [
        "Annenot checked in",
        "Bertchecked in",
        "Cleonot checked in",
    ]


def tag_text(html: str, class_: str) -> str:
    """The part of the page from the first list of this class to its end."""
    start = html.index(f'class="{class_}"')
    return html[html.rindex("<", 0, start) : html.index("</ul>", start)]


def test_draft_is_not_shown_to_anybody(client: Client) -> None:
    told = planned(StagePlan(kind="round_robin"))
    told.draw()
    assert headings(shown(client, told)) == ["Entries", "How it is played", "More of this event"]


def test_event_in_play_shows_the_round_and_the_table(client: Client) -> None:
    told = playing("round_robin")
    told.win((1, 1, 1))
    html = shown(client, told)
    assert tag(html, class_="tag").text == "Being played"
    assert headings(html) == ["Round 1", "Standings", "How it is played", "Rounds", "More of this event"]
    assert "1 result missing" in words(html)
    rows = [each.text for each in tags(html, "th", scope="row")]
    first = told.pairings()[0]
    names = {player.public_id: player.name for player in told.players}
    assert rows[0] == names[str(first.a)]
    assert len(rows) == 4


def test_every_rank_says_why_it_is_above_the_next(client: Client) -> None:
    told = drawn("round_robin", size=4, played=3)
    reasons = [each.text for each in tags(shown(client, told), "td", class_="why")]
    assert [bool(reason) for reason in reasons] == [True, True, True, False]


def test_complete_event_begins_with_its_places(client: Client) -> None:
    told = drawn("knockout", size=4)
    finish(told)
    html = shown(client, told)
    assert headings(html)[0] == "Final places"
    names = {player.public_id: player.name for player in told.players}
    best = [names[player] for player, place in told.state.places.items() if place == 1]
    assert [each.text for each in tags(html, "li") if each.text.startswith("1 ")] == [f"1 {best[0]}"]


def test_small_bracket_is_drawn_and_a_large_one_is_linked(client: Client) -> None:
    small, large = drawn("knockout", size=8), drawn("knockout", size=64, hands=make_hands("elsewhere"))
    assert [len(tags(shown(client, told), "rect")) for told in (small, large)] == [7, 0]
    for told in (small, large):
        assert f'href="{address(told, "event_bracket", 1)}"' in shown(client, told)


def test_terms_say_format_score_and_tie_breaks(client: Client) -> None:
    told = planned(
        StagePlan(kind="round_robin", groups=2, qualifiers=1, tie_breaks=("wins", "lot"), score="games"),
        StagePlan(kind="knockout", third_place=True),
    )
    terms = [each.text for each in tags(shown(client, told), "dd")]
    assert terms == [
        "Round robin, 2 groups",
        "games won",
        "wins at the table, drawing of lots",
        "the first 1 of each group",
        "Knockout, a rubber for third place",
        "folded: the first meets the last (of eight: 1–8, 2–7, 3–6, 4–5)",
    ]


def test_change_of_order_after_the_start_is_told_and_one_before_is_not(client: Client) -> None:
    told = planned(StagePlan(kind="round_robin"))
    reorder(told, "wins")
    assert "Changed" not in words(shown(client, told))
    told.draw()
    reorder(told, "trebles")
    assert [each.text for each in tags(shown(client, told), "dt")].count("Changed") == 1
    told.record("undone", version=told.state.facts.last)
    assert "Changed" not in words(shown(client, told))


def reorder(told: EventHands, first: str) -> None:
    plan = told.state.facts.plan
    assert plan is not None
    document = plan_json(plan)
    document["stages"][0]["tie_breaks"] = [first, "lot"]
    told.record("planned", "The club decided so.", plan=document)


def test_stage_in_the_address_has_its_table_shown(client: Client) -> None:
    told = planned(StagePlan(kind="round_robin", qualifiers=2), StagePlan(kind="knockout"), size=4)
    told.draw()
    told.release(until=3)
    for number in (1, 2, 3):
        play(told, number)
    told.draw(2)
    told.release(2)
    assert len(tags(shown(client, told), "th", scope="row")) == 2
    assert len(tags(shown(client, told, "?stage=1"), "th", scope="row")) == 4
    assert len(tags(shown(client, told, "?stage=9"), "th", scope="row")) == 2


def test_desk_is_for_who_runs_events(client: Client) -> None:
    told = playing("swiss", rounds=3)
    desk = address(told, "event_run")
    assert f'href="{desk}"' not in shown(client, told)
    join(told, Membership.Role.DIRECTOR)
    client.force_login(told.hands.director)
    assert f'href="{desk}"' in shown(client, told)


def join(told: EventHands, role: str) -> None:
    club = told.hands.club
    player = Player.objects.create(club=club, user=told.hands.director, name="Director")
    Membership.objects.create(club=club, player=player, role=role)


@pytest.mark.parametrize("name", ["event", "event_room", "event_round", "event_crosstable", "event_print"])
def test_event_of_a_closed_club_is_for_its_people(client: Client, name: str) -> None:
    told = playing("swiss", rounds=3)
    more = {"event_round": (1, 1), "event_crosstable": (1,), "event_print": ("draw",)}.get(name, ())
    assert client.get(address(told, name, *more)).status_code == 200
    Club.objects.update(is_public=False)
    assert client.get(address(told, name, *more)).status_code == 404
    join(told, Membership.Role.MEMBER)
    client.force_login(told.hands.director)
    assert client.get(address(told, name, *more)).status_code == 200


def test_open_event_has_none_of_these_pages(client: Client) -> None:
    hands = make_hands()
    event = hands.enter().event
    for name, more in (("event_room", ()), ("event_print", ("draw",))):
        url = reverse(f"web:{name}", args=[hands.club.slug, event.public_id, *more])
        assert client.get(url).status_code == 404


def test_rules_of_the_rubber_are_told() -> None:
    plan = planned(StagePlan(kind="swiss")).state.facts.plan
    assert plan is not None
    assert rules_words(plan.rules) == "Best of 3 games"


def test_records_are_for_who_may_take_them_out(client: Client) -> None:
    told = playing("swiss", rounds=3)
    files = f'href="/api/v1/events/{told.event.public_id}/export.egn"'
    assert files not in shown(client, told)
    join(told, Membership.Role.MEMBER)
    client.force_login(told.hands.director)
    assert files in shown(client, told)
