"""Pages of an event say how it goes: the main page, a round's page, and the lists of clubs and players."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Event, Membership, Player, Rubber
from matches.pages.events.words import rules_words
from matches.rules.events.plan import StagePlan
from matches.rules.events.plan_json import plan_json
from tests.matches.events.event_hands import EventHands, planned, playing
from tests.matches.pages.events.scenes import address, award, draw, drawn, finish, names_of, play
from tests.matches.pages.reading import page, tag, tags, words
from tests.matches.rubbers.hands import make_hands

pytestmark = pytest.mark.django_db


def overview_page(client: Client, event_hands: EventHands, query: str = "") -> str:
    return page(client, address(event_hands) + query)


def headings(html: str) -> list[str]:
    return [each.text for each in tags(html, "h2")]


def test_event_that_takes_entries_shows_who_is_entered(client: Client) -> None:
    event_hands = planned(StagePlan(kind="swiss", rounds=3), size=3, check_in=True)
    event_hands.record("checked_in", player=event_hands.players[1].public_id)
    html = overview_page(client, event_hands)
    assert tag(html, class_="tag").text == "Taking entries"
    assert headings(html) == ["Entries"]
    expected = ["Annenot checked in", "Bertchecked in", "Cleonot checked in"]
    assert [each.text for each in tags(tag_text(html, "columns"), "li")] == expected


def tag_text(html: str, class_: str) -> str:
    """Return the part of the page from the first list of this class to its end."""
    start = html.index(f'class="{class_}"')
    return html[html.rindex("<", 0, start) : html.index("</ul>", start)]


def test_draft_is_not_shown_to_anybody(client: Client) -> None:
    event_hands = planned(StagePlan(kind="round_robin"))
    event_hands.draw()
    assert headings(overview_page(client, event_hands)) == ["Entries"]


def test_event_in_play_shows_the_round_and_the_table(client: Client) -> None:
    event_hands = playing("round_robin")
    event_hands.win((1, 1, 1))
    html = overview_page(client, event_hands)
    assert tag(html, class_="tag").text == "Being played"
    assert headings(html) == ["Round 1", "Standings"]
    assert "1 result missing" in words(html)
    rows = [each.text for each in tags(html, "th", scope="row")]
    first = event_hands.pairings()[0]
    assert rows[0] == names_of(event_hands)[first.a]
    assert len(rows) == 4


def test_every_rank_says_why(client: Client) -> None:
    event_hands = playing("swiss", size=4, rounds=2)
    event_hands.win((1, 1, 1))
    assert "so far in Round 1" in words(overview_page(client, event_hands))
    event_hands.win((1, 1, 2))
    html = overview_page(client, event_hands)
    assert "so far" not in words(html)
    names = [each.text for each in tags(html, "th", scope="row")]
    reasons = [each.text for each in tags(html, "td", class_="why")]
    assert reasons[1] == f"Ahead of {names[2]}: 1 rubber to 0"
    assert [bool(reason) for reason in reasons] == [True, True, True, False]


def test_nobody_is_ranked_before_the_first_result(client: Client) -> None:
    event_hands = playing("swiss", size=5, rounds=2)
    html = overview_page(client, event_hands)
    assert [each.text for each in tags(html, "th", scope="row")] == ["Anne", "Bert", "Cleo", "Dan", "Eve"]
    assert {each.text for each in tags(html, "td", class_="rank")} == {""}
    assert {each.text for each in tags(html, "td", class_="why")} == {""}
    event_hands.win((1, 1, 1))
    assert "1" in {each.text for each in tags(overview_page(client, event_hands), "td", class_="rank")}


def test_table_shows_who_has_moved_since_the_round_before(client: Client) -> None:
    event_hands = drawn("swiss", size=4, rounds=3, played=2)
    html = overview_page(client, event_hands)
    moves = [each.text for each in tags(html, "td", class_="move")]
    assert len(moves) == 4
    assert all(moves)


def test_tabs_lead_to_the_pages_of_the_event(client: Client) -> None:
    event_hands = drawn("swiss", size=4, rounds=2)
    html = overview_page(client, event_hands)
    tabs = [("event_crosstable", (1,)), ("event_figures", ()), ("event_how", ())]
    for name, more in tabs:
        assert f'href="{address(event_hands, name, *more)}"' in html
    for name, place in (*tabs, ("event_round", (1, 1))):
        other = page(client, address(event_hands, name, *place))
        assert [each.text for each in tags(other, "h1")] == ["Autumn Cup"]


def test_desk_and_next_step_are_for_who_runs_events(client: Client) -> None:
    event_hands = playing("swiss", size=4, rounds=2)
    desk = f'href="{address(event_hands, "event_run")}"'
    html = overview_page(client, event_hands)
    assert (tags(html, "div", class_="next"), desk in html) == ([], False)
    join(event_hands, Membership.Role.DIRECTOR)
    client.force_login(event_hands.hands.director)
    html = overview_page(client, event_hands)
    assert tag(html, "div", class_="next").text == "Round 1: 2 results missingEnter results"
    assert f'href="{address(event_hands, "event_results", 1, 1)}"' in html
    assert desk in html


def test_first_round_of_a_swiss_says_once_why(client: Client) -> None:
    event_hands = drawn("swiss", size=6, rounds=3)
    html = round_page(client, event_hands)
    whys = html[html.index('<details class="whys">') :]
    assert [each.text for each in tags(whys[: whys.index("</details>")], "li")] == [
        "Nobody has a score yet. First against last (of eight: 1–8, 2–7, 3–6, 4–5)."
    ]


def test_friendly_games_have_no_standings(client: Client) -> None:
    rubber = make_hands().enter()
    Event.objects.filter(pk=rubber.event_id).update(name="")
    html = page(client, reverse("web:event", args=[rubber.club.slug, rubber.event.public_id]))
    assert tag(html, "h1").text == "Friendly games"
    assert headings(html) == ["Rubbers"]


def test_links_to_a_public_club_can_be_shared(client: Client) -> None:
    event_hands = playing("swiss", size=4, rounds=2)
    for is_public in (True, False):
        Club.objects.update(is_public=is_public)
        join(event_hands, Membership.Role.MEMBER) if not is_public else None
        client.force_login(event_hands.hands.director)
        html = overview_page(client, event_hands)
        assert ('property="og:title" content="Autumn Cup · Portland"' in html) == is_public
        assert ("data-share=" in html) == is_public
        html = page(client, reverse("web:club", args=["portland"]))
        assert ('property="og:title" content="Portland"' in html) == is_public


def test_complete_event_begins_with_its_places(client: Client) -> None:
    event_hands = drawn("knockout", size=4)
    finish(event_hands)
    html = overview_page(client, event_hands)
    assert headings(html)[:2] == ["Final standings", "Bracket"]
    assert "Final places" not in headings(html)
    (best,) = [player for player, place in event_hands.state.places.items() if place == 1]
    assert words(html).index("Final standings") < words(html).index(names_of(event_hands)[best])


def test_places_of_two_stages_stand_above_the_last_table(client: Client) -> None:
    groups = StagePlan(kind="round_robin", name="Groups", groups=2, qualifiers=1)
    event_hands = planned(groups, StagePlan(kind="knockout", name="Final"), size=6)
    draw(event_hands)
    for round_ in event_hands.state.stages[0].rounds:
        play(event_hands, round_.number)
    draw(event_hands, 2)
    finish(event_hands, 2)
    html = overview_page(client, event_hands)
    assert headings(html)[0] == "Final places"
    assert "Standings" in headings(html)


def test_small_bracket_is_drawn_and_a_large_one_is_linked(client: Client) -> None:
    small, large = drawn("knockout", size=8), drawn("knockout", size=64, hands=make_hands("elsewhere"))
    for event_hands, lines in ((small, 7), (large, 0)):
        html = overview_page(client, event_hands)
        assert len(tags(html, "path", class_="between")) == lines
        assert f'href="{address(event_hands, "event_bracket", 1)}"' in html


def how_page(client: Client, event_hands: EventHands) -> str:
    return page(client, address(event_hands, "event_how"))


def test_terms_say_format_score_and_tie_breaks(client: Client) -> None:
    event_hands = planned(
        StagePlan(kind="round_robin", groups=2, qualifiers=1, tie_breaks=("wins", "lot"), score="games"),
        StagePlan(kind="knockout", third_place=True),
    )
    terms = [each.text for each in tags(how_page(client, event_hands), "dd")]
    assert terms == [
        "Round robin, 2 groups",
        "games won",
        "wins at the table, drawing of lots",
        "the first 1 of each group",
        "Knockout, a rubber for third place",
        "first against last (of eight: 1–8, 2–7, 3–6, 4–5)",
    ]


def test_change_of_order_after_the_start_is_told(client: Client) -> None:
    event_hands = planned(StagePlan(kind="round_robin"))
    reorder(event_hands, "wins")
    assert "Changed" not in words(how_page(client, event_hands))
    event_hands.draw()
    reorder(event_hands, "trebles")
    assert [each.text for each in tags(how_page(client, event_hands), "dt")].count("Changed") == 1
    event_hands.record("undone", version=event_hands.state.facts.last)
    assert "Changed" not in words(how_page(client, event_hands))


def reorder(event_hands: EventHands, first: str) -> None:
    plan = event_hands.state.facts.plan
    assert plan is not None
    document = plan_json(plan)
    document["stages"][0]["tie_breaks"] = [first, "lot"]
    event_hands.record("planned", "The club decided so.", plan=document)


def test_stage_in_the_address_has_its_table_shown(client: Client) -> None:
    event_hands = planned(StagePlan(kind="round_robin", qualifiers=2), StagePlan(kind="knockout"), size=4)
    event_hands.draw()
    event_hands.release(until=3)
    for number in (1, 2, 3):
        play(event_hands, number)
    event_hands.draw(2)
    event_hands.release(2)
    assert len(tags(overview_page(client, event_hands), "th", scope="row")) == 2
    assert len(tags(overview_page(client, event_hands, "?stage=1"), "th", scope="row")) == 4
    assert len(tags(overview_page(client, event_hands, "?stage=9"), "th", scope="row")) == 2


def join(event_hands: EventHands, role: str) -> None:
    club = event_hands.hands.club
    player = Player.objects.create(club=club, user=event_hands.hands.director, name="Director")
    Membership.objects.create(club=club, player=player, role=role)


def test_open_event_has_none_of_these_pages(client: Client) -> None:
    hands = make_hands()
    event_hands = EventHands(hands, hands.enter().event)
    for name, more in (("event_room", ()), ("event_print", ("draw",))):
        assert client.get(address(event_hands, name, *more)).status_code == 404


def test_rules_of_the_rubber_are_told() -> None:
    plan = planned(StagePlan(kind="swiss")).state.facts.plan
    assert plan is not None
    assert rules_words(plan.rules) == "Best of 3 games"


def test_records_are_for_who_may_take_them_out(client: Client) -> None:
    event_hands = playing("swiss", rounds=3)
    files = f'href="/api/v1/events/{event_hands.event.public_id}/export.egn"'
    assert files not in overview_page(client, event_hands)
    join(event_hands, Membership.Role.MEMBER)
    client.force_login(event_hands.hands.director)
    assert files in overview_page(client, event_hands)


def round_page(client: Client, event_hands: EventHands, number: int = 1, query: str = "") -> str:
    return page(client, address(event_hands, "event_round", 1, number) + query)


def paired(event_hands: EventHands) -> list[tuple[str, str]]:
    names = names_of(event_hands)
    return [(names[each.a], names.get(each.b, "bye")) for each in event_hands.pairings()]


def lines(html: str) -> list[tuple[str, str]]:
    firsts = [each.text for each in tags(html, "span", class_="a")]
    return list(zip(firsts, [each.text for each in tags(html, "span", class_="b")], strict=True))


def test_pairings_stand_in_their_order_with_the_bye(client: Client) -> None:
    event_hands = playing("swiss", size=5, rounds=3)
    assert lines(round_page(client, event_hands)) == paired(event_hands)


def test_walkover_is_told_without_a_score(client: Client) -> None:
    event_hands = playing("swiss", rounds=2)
    award(event_hands, event_hands.pairings()[0].a, "walkover", "He did not come.")
    html = round_page(client, event_hands)
    assert [each.text for each in tags(html, "span", class_="winner")] == [paired(event_hands)[0][0]]
    assert "awarded" in words(html)


def test_award_over_a_rubber_is_told_without_what_was_played(client: Client) -> None:
    event_hands = playing("swiss", rounds=2)
    rubber = event_hands.win((1, 1, 1))
    award(event_hands, event_hands.pairings()[0].b, "decision", "He led twice.")
    html = round_page(client, event_hands)
    link = reverse("web:rubber", args=[rubber.public_id])
    assert len(tags(html, "a", href=link)) == 1
    assert tags(html, "span", class_="score")[0].text == "− +"
    assert [each.text for each in tags(html, "span", class_="winner")] == [paired(event_hands)[0][1]]


def test_whys_are_told_for_every_pairing(client: Client) -> None:
    event_hands = drawn("swiss", size=6, rounds=3, played=1)
    html = round_page(client, event_hands, 2)
    start = html.index('<details class="whys">')
    whys = html[start : html.index("</details>", start)]
    assert len(tags(whys, "li")) == 3


def test_rail_has_the_rounds_played_on_and_to_come(client: Client) -> None:
    event_hands = drawn("swiss", size=4, rounds=3, played=1)
    event_hands.win((1, 2, 1))
    html = round_page(client, event_hands)
    rail = html[html.index('<ol class="rail') : html.index("</ol>", html.index('<ol class="rail'))]
    assert [each.text for each in tags(rail, "li")] == ["R1✓", "R21 of 2", "R3–"]
    assert tag(rail, "a", **{"aria-current": "step"}).text == "R1✓"
    assert len(tags(rail, "a")) == 2


def test_results_stand_on_the_pairings_own_sides(client: Client) -> None:
    event_hands = playing("swiss", rounds=2)
    rubber = event_hands.win((1, 1, 1), "B")
    for expected in (["0–2", "–"], ["2–0", "–"]):
        html = round_page(client, event_hands)
        assert 'data-every="60"' in html
        assert [each.text.split(" ")[0] for each in tags(html, "span", class_="score")] == expected
        Rubber.objects.update(player_a=rubber.player_b, player_b=rubber.player_a)
    Rubber.objects.update(player_a=rubber.player_a, player_b=rubber.player_b)
    event_hands.win((1, 1, 2))
    assert "data-every" not in round_page(client, event_hands)


@pytest.mark.parametrize(("stage", "number"), [(1, 9), (2, 1), (0, 1)])
def test_round_that_there_is_not_is_not_found(client: Client, stage: int, number: int) -> None:
    event_hands = playing("swiss", rounds=3)
    assert client.get(address(event_hands, "event_round", stage, number)).status_code == 404


def listed(client: Client, address: str) -> list[str]:
    return [each.text for each in tags(page(client, address), "li") if each.text.startswith("Autumn Cup")]


def of_first(event_hands: EventHands) -> str:
    return reverse("web:player_rubbers", args=[event_hands.players[0].public_id])


def test_club_says_how_far_its_events_are(client: Client) -> None:
    event_hands = playing("swiss", rounds=3)
    club = reverse("web:club", args=[event_hands.event.club.slug])
    assert listed(client, club) == ["Autumn Cup No rubbers yet"]
    rubber = make_hands("elsewhere").enter()
    open_event = reverse("web:club", args=[rubber.club.slug])
    assert listed(client, open_event) == ["Autumn Cup 21 November 2026 · 1 rubber"]


def test_player_sees_his_events_and_his_place_at_the_end(client: Client) -> None:
    event_hands = drawn("round_robin", size=4)
    assert listed(client, of_first(event_hands)) == ["Autumn Cup Portland · being played"]
    finish(event_hands)
    place = event_hands.state.places[event_hands.players[0].public_id]
    assert listed(client, of_first(event_hands)) == [f"Autumn Cup Portland · place {place}"]


def test_who_has_withdrawn_is_told_so(client: Client) -> None:
    event_hands = playing("round_robin")
    event_hands.record("withdrawn", player=event_hands.players[0].public_id, stage=1, round=2)
    assert listed(client, of_first(event_hands)) == ["Autumn Cup Portland · withdrawn"]
