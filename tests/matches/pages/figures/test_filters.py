"""Filters of figures are read from a URL, put into words and written into a URL again."""

from __future__ import annotations

from datetime import date

import pytest
from django.http import QueryDict

from matches.models import Club, Event, Player
from matches.pages.figures.filters import USUAL_VARIANT, FilterForm, Filters

CLUBS = [Club(pk=1, slug="portland", name="Portland"), Club(pk=2, slug="garrick", name="Garrick")]
EVENTS = [Event(pk=1, public_id="cup", name="Autumn Cup")]
PLAYERS = [Player(pk=1, public_id="walker", name="Walker")]


def bound_form(query: str) -> FilterForm:
    return FilterForm(QueryDict(query), clubs=CLUBS, events=EVENTS, opponents=PLAYERS)


@pytest.mark.parametrize(
    ("query", "filters"),
    [
        ("", Filters()),
        ("since=2026-01-02", Filters(since=date(2026, 1, 2))),
        ("until=2026-01-02", Filters(until=date(2026, 1, 2))),
        ("since=2026-01-02&until=2026-01-02", Filters(since=date(2026, 1, 2), until=date(2026, 1, 2))),
        ("club=garrick", Filters(club=CLUBS[1])),
        ("event=cup", Filters(event=EVENTS[0])),
        ("opponent=walker", Filters(opponent=PLAYERS[0])),
        ("depth=marks", Filters(depth="marks")),
        ("variant=triomphe", Filters(variant="triomphe")),
        ("variant=ecarte", Filters(variant=USUAL_VARIANT)),
        ("page=3&sort=marks", Filters()),
    ],
)
def test_address_is_read(query: str, filters: Filters) -> None:
    form = bound_form(query)
    assert (form.filters, form.errors) == (filters, {})


@pytest.mark.parametrize(
    ("query", "wrong", "expected"),
    [
        ("since=2026-13-01", "since", "2026-13-01 is not a date. Write it as in 2026-11-14."),
        ("until=yesterday", "until", "yesterday is not a date. Write it as in 2026-11-14."),
        ("since=2026-03-01&until=2026-02-01", "until", "The last day is before the first, 1 March 2026."),
        ("club=white-s", "club", "No club has this address."),
        ("event=ball", "event", "No event has this address."),
        ("opponent=nobody", "opponent", "No opponent has this address."),
        ("depth=deep", "depth", None),
        ("variant=whist", "variant", None),
    ],
)
def test_wrong_filter_is_left_out(query: str, wrong: str, expected: str | None) -> None:
    rest = "depth=marks" if wrong != "depth" else "event=cup"
    form = bound_form(f"{query}&{rest}")
    assert set(form.errors) == {wrong}
    if expected is not None:
        assert form.errors[wrong] == [expected]
    kept = form.filters.parameters
    assert wrong not in kept
    assert rest in form.filters.query
    if wrong == "until" and "since" in query:
        assert kept["since"] == "2026-03-01"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ()),
        ("since=2026-03-01", ("from 1 March 2026",)),
        ("until=2026-03-02", ("until 2 March 2026",)),
        (
            "since=2026-03-01&until=2026-03-02&club=portland&event=cup&opponent=walker&depth=play&variant=triomphe",
            (
                "1 March 2026 to 2 March 2026",
                "Portland",
                "Autumn Cup",
                "against Walker",
                "Every card",
                "La Triomphe",
            ),
        ),
    ],
)
def test_filters_have_words_and_an_address(query: str, expected: tuple[str, ...]) -> None:
    filters = bound_form(query).filters
    assert filters.words == expected
    assert bound_form(filters.query.removeprefix("?")).filters == filters


def test_where_there_is_nothing_to_choose_nothing_is_asked() -> None:
    form = FilterForm(QueryDict("club=portland&event=cup&opponent=walker"))
    assert set(form.fields) == {"since", "until", "depth", "variant"}
    assert (form.filters, form.errors) == (Filters(), {})
