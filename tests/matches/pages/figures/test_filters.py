"""What figures are kept to: read from an address, told in words, written into an address again."""

from __future__ import annotations

from datetime import date

import pytest
from django.http import QueryDict

from matches.models import Club, Event, Player
from matches.pages.figures.filters import USUAL_VARIANT, FilterForm, Kept

CLUBS = [Club(pk=1, slug="portland", name="Portland"), Club(pk=2, slug="garrick", name="Garrick")]
EVENTS = [Event(pk=1, public_id="cup", name="Autumn Cup")]
PLAYERS = [Player(pk=1, public_id="walker", name="Walker")]


def asked(query: str) -> FilterForm:
    return FilterForm(QueryDict(query), clubs=CLUBS, events=EVENTS, opponents=PLAYERS)


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("", Kept()),
        ("since=2026-01-02", Kept(since=date(2026, 1, 2))),
        ("until=2026-01-02", Kept(until=date(2026, 1, 2))),
        ("since=2026-01-02&until=2026-01-02", Kept(since=date(2026, 1, 2), until=date(2026, 1, 2))),
        ("club=garrick", Kept(club=CLUBS[1])),
        ("event=cup", Kept(event=EVENTS[0])),
        ("opponent=walker", Kept(opponent=PLAYERS[0])),
        ("depth=marks", Kept(depth="marks")),
        ("variant=triomphe", Kept(variant="triomphe")),
        ("variant=ecarte", Kept(variant=USUAL_VARIANT)),
        ("page=3&sort=marks", Kept()),
    ],
)
def test_address_is_read(query: str, kept: Kept) -> None:
    form = asked(query)
    assert (form.kept, form.errors) == (kept, {})


@pytest.mark.parametrize(
    ("query", "wrong", "told"),
    [
        ("since=2026-13-01", "since", "2026-13-01 is no day. A day is written as 2026-11-14."),
        ("until=yesterday", "until", "yesterday is no day. A day is written as 2026-11-14."),
        (
            "since=2026-03-01&until=2026-02-01",
            "until",
            "This day comes before the one from which figures are asked for, 1 March 2026.",
        ),
        ("club=white-s", "club", "No club of that address has such figures."),
        ("event=ball", "event", "No event of that address has such figures."),
        ("opponent=nobody", "opponent", "No adversary of that address is met here."),
        ("depth=deep", "depth", None),
        ("variant=whist", "variant", None),
    ],
)
def test_what_is_wrong_is_told_and_left_out_and_the_rest_is_kept(
    query: str, wrong: str, told: str | None
) -> None:
    rest = "depth=marks" if wrong != "depth" else "event=cup"
    form = asked(f"{query}&{rest}")
    assert set(form.errors) == {wrong}
    if told is not None:
        assert form.errors[wrong] == [told]
    kept = form.kept.asked
    assert wrong not in kept
    assert rest in form.kept.query
    if wrong == "until" and "since" in query:
        assert kept["since"] == "2026-03-01"


@pytest.mark.parametrize(
    ("query", "told"),
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
                "Every card written down",
                "La Triomphe",
            ),
        ),
    ],
)
def test_what_is_kept_to_is_told_and_stands_in_the_address_again(query: str, told: tuple[str, ...]) -> None:
    kept = asked(query).kept
    assert kept.told == told
    assert asked(kept.query.removeprefix("?")).kept == kept


def test_where_there_is_nothing_to_choose_nothing_is_asked() -> None:
    form = FilterForm(QueryDict("club=portland&event=cup&opponent=walker"))
    assert set(form.fields) == {"since", "until", "depth", "variant"}
    assert (form.kept, form.errors) == (Kept(), {})
