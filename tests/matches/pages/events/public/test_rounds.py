"""A round's page: who meets whom where, how it stands, and why."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.record_facts import record_fact
from matches.models import Rubber
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.pages.events.public.scenes import drawn
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db


def shown(client: Client, told: EventHands, number: int = 1, query: str = "") -> str:
    place = [told.event.club.slug, told.event.public_id, 1, number]
    return page(client, reverse("web:event_round", args=place) + query)


def names_of(told: EventHands, number: int = 1) -> list[tuple[str, str]]:
    names = {player.public_id: player.name for player in told.players}
    return [(names[str(each.a)], names.get(str(each.b), "bye")) for each in told.pairings(1, number)]


def lines(html: str) -> list[tuple[str, str]]:
    firsts = [each.text for each in tags(html, "span", class_="a")]
    return list(zip(firsts, [each.text for each in tags(html, "span", class_="b")], strict=True))


def test_pairings_stand_in_their_order_with_the_bye(client: Client) -> None:
    told = playing("swiss", size=5, rounds=3)
    assert lines(shown(client, told)) == names_of(told)


def test_result_is_told_from_the_sides_of_the_pairing(client: Client) -> None:
    told = playing("swiss", rounds=2)
    told.win((1, 1, 1), "B")
    score = [each.text.split(" ")[0] for each in tags(shown(client, told), "span", class_="score")]
    assert score == ["0–2", "–"]
    Rubber.objects.update(player_a=told_player(told, "b"), player_b=told_player(told, "a"))
    score = [each.text.split(" ")[0] for each in tags(shown(client, told), "span", class_="score")]
    assert score == ["2–0", "–"]


def told_player(told: EventHands, side: str) -> int:
    public_id = getattr(told.pairings()[0], side)
    return next(player.pk for player in told.players if player.public_id == public_id)


def test_walkover_is_told_without_a_score(client: Client) -> None:
    told = playing("swiss", rounds=2)
    winner = told.pairings()[0].a
    award = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": winner}
    record_fact(told.event, "awarded", award, act=told.act("He did not come."))
    html = shown(client, told)
    assert [each.text for each in tags(html, "span", class_="won-by")] == [names_of(told)[0][0]]
    assert "awarded" in words(html)


def test_award_over_a_rubber_is_told_without_what_was_played(client: Client) -> None:
    told = playing("swiss", rounds=2)
    rubber = told.win((1, 1, 1))
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": told.pairings()[0].b}
    record_fact(told.event, "awarded", award, act=told.act("He led twice."))
    html = shown(client, told)
    link = reverse("web:rubber", args=[rubber.public_id])
    assert [each.text.split(" ·")[0] for each in tags(html, "a", href=link)] == ["− +"]
    assert [each.text for each in tags(html, "span", class_="won-by")] == [names_of(told)[0][1]]


def test_whys_are_told_for_every_pairing(client: Client) -> None:
    told = drawn("swiss", size=6, rounds=3, played=1)
    html = shown(client, told, 2)
    start = html.index('<details class="whys">')
    whys = html[start : html.index("</details>", start)]
    assert len(tags(whys, "li")) == 3


def test_neighbours_are_the_rounds_before_and_after(client: Client) -> None:
    told = playing("round_robin")
    assert [
        [each.text for each in tags(shown(client, told, number), "a") if "rel" in each.attributes]
        for number in (1, 2, 3)
    ] == [["Round 2 →"], ["← Round 1", "Round 3 →"], ["← Round 2"]]


def test_round_fetches_itself_until_it_is_complete(client: Client) -> None:
    told = playing("swiss", size=2, rounds=1)
    assert 'data-every="60"' in shown(client, told)
    told.win((1, 1, 1))
    assert "data-every" not in shown(client, told)


@pytest.mark.parametrize(("stage", "number"), [(1, 9), (2, 1), (0, 1)])
def test_round_that_there_is_not_is_not_found(client: Client, stage: int, number: int) -> None:
    told = playing("swiss", rounds=3)
    place = [told.event.club.slug, told.event.public_id, stage, number]
    assert client.get(reverse("web:event_round", args=place)).status_code == 404
