"""The lines of a stage's table: byes and who withdrew are marked, points stand where they say more than games."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.rules.events.plan import RubberRules, StagePlan
from tests.matches.helpers.event_hands import EventHands, planned, playing
from tests.matches.pages.events.public.scenes import draw, drawn
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page

pytestmark = pytest.mark.django_db

BYE_LINE = "* A bye: it counts in the score and is no rubber."
COLUMNS = ["Rank", "Player", "Score", "Rubbers", "Games", "Points", "Above the next"]


def shown(client: Client, told: EventHands) -> str:
    return page(client, reverse("web:event", args=[told.event.club.slug, told.event.public_id]))


def rubbers(html: str) -> dict[str, str]:
    """What stands in the column of rubbers, by the name of the line."""
    names = [each.text for each in tags(html, "th", scope="row")]
    cells = [each.text for each in tags(html, "td", class_="num") if "score" not in each["class"].split()]
    columns = len(cells) // len(names)
    return dict(zip(names, cells[::columns], strict=True))


def first_listed_wins(told: EventHands, number: int) -> None:
    """Of each pairing of the round, who was entered first."""
    order = [player.public_id for player in told.players]
    for each in told.pairings(1, number):
        if each.is_undecided:
            is_a = order.index(str(each.a)) < order.index(str(each.b))
            told.win((1, number, each.number), "A" if is_a else "B")


def test_bye_is_marked_beside_the_rubbers_and_explained_below(client: Client) -> None:
    told = playing("swiss", size=3, rounds=3)
    first_listed_wins(told, 1)
    for number in (2, 3):
        draw(told)
        first_listed_wins(told, number)
    html = shown(client, told)
    assert rubbers(html) == {"Anne": "2–0*", "Bert": "1–1*", "Cleo": "0–2*"}
    assert [each.text for each in tags(html, "p", class_="small")] == [BYE_LINE]


def test_table_without_byes_explains_none(client: Client) -> None:
    told = playing("swiss", size=4, rounds=2)
    first_listed_wins(told, 1)
    html = shown(client, told)
    assert sorted(rubbers(html).values()) == ["0–1", "0–1", "1–0", "1–0"]
    assert tags(html, "p", class_="small") == []


def test_who_withdrew_is_tagged_and_nobody_else(client: Client) -> None:
    told = drawn("swiss", size=4, rounds=3)
    first_listed_wins(told, 1)
    told.record("withdrawn", player=told.players[1].public_id, stage=1, round=2)
    names = [each.text for each in tags(shown(client, told), "th", scope="row")]
    assert sorted(names) == ["Anne", "Bert withdrawn", "Cleo", "Dan"]


@pytest.mark.parametrize(
    ("rules", "has_points"),
    [
        (RubberRules(), False),
        (RubberRules(best_of=5), False),
        (RubberRules(rubber_bonus=2), True),
        (RubberRules(reckoning="treble"), True),
        (RubberRules(reckoning="treble", rubber_bonus=2), True),
    ],
)
def test_points_have_a_column_where_they_say_more_than_games(
    client: Client, rules: RubberRules, has_points: bool
) -> None:
    told = planned(StagePlan(kind="swiss", rounds=2), rules=rules)
    draw(told)
    html = shown(client, told)
    assert [each.text for each in tags(html, "th", scope="col")] == [
        name for name in COLUMNS if has_points or name != "Points"
    ]
    assert len(tags(html, "td", class_="points")) == 4 * has_points
