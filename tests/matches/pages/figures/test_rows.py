"""The row of a figure shows its value, its error, its sample size and the link to its list."""

from __future__ import annotations

import pytest

from matches.figures.statistics import Figures, Scope
from matches.figures.statistics_lists import is_listed
from matches.models import Player
from matches.pages.figures.rows import Cell, cell, groups, shares_at_a_glance
from matches.rules.figures.figures import FIGURE, FIGURES, LEAST_OBSERVATIONS, value_of
from matches.rules.figures.tallies import COUNTERS, square_of

NONE = dict.fromkeys(COUNTERS, 0)
FEW = "too few games yet"


def url(figure: str, part: str) -> str:
    return f"/{figure}/{part}/"


def cell_of(key: str, **sums: int) -> Cell:
    return cell(value_of(FIGURE[key], NONE | sums), url)


def figures(**sums: int) -> Figures:
    return Figures(Scope(player=Player(pk=1)), NONE | sums)


@pytest.mark.parametrize(
    ("key", "sums", "expected"),
    [
        ("games", {"games": 1234}, {"value": "1,234", "url": "counted"}),
        ("games", {}, {"value": "0"}),
        (
            # The error of a share of one half in a hundred is 5 per cent.
            *("games_won", {"game_won": 50, "games": 100}),
            {"value": "50.0", "error": "± 10.0 %", "some": "50", "some_url": "counted", "every": "100 games"},
        ),
        (
            *("games_won", {"game_won": 0, "games": 100}),
            {"value": "0.0", "error": "%", "some": "0", "every": "100 games"},
        ),
        (
            *("kings_turned", {"king_turned": 3, "turn_up_seen": LEAST_OBSERVATIONS - 1}),
            {"value": "", "some": "3", "some_url": "counted", "every": "19 deals", "few": FEW},
        ),
        (
            *("marks", {"marks": 6, "score_known": 5, square_of("marks"): 10}),
            {"value": "1.20", "every": "5 deals", "few": FEW},
        ),
        ("kings_turned", {}, {"value": "—"}),
        (
            # Fifty times 0 and fifty times 2: mean 1, deviation 1.005.
            *("marks", {"marks": 100, "score_known": 100, square_of("marks"): 200}),
            {"value": "1.00", "error": "± 0.20 a deal", "every": "100 deals"},
        ),
        (
            *("first_deal_advantage", {"dealt_first_won": 40, "dealt_first": 100}),
            {"value": "−10.0", "error": "± 9.8 %", "some": "40", "some_url": "counted", "every": "100 games"},
        ),
    ],
)
def test_figure_has_its_error_and_basis(key: str, sums: dict[str, int], expected: dict[str, str]) -> None:
    links = {"every_url": "among"} if "every" in expected else {}
    links |= {name: part for name, part in expected.items() if name.endswith("url")}
    urls = {name: url(key, part) for name, part in links.items()}
    assert cell_of(key, **sums) == Cell(**(expected | urls))


def test_every_figure_but_a_mean_leads_to_what_it_counts() -> None:
    for figure in FIGURES:
        assert is_listed(figure, "counted") is (figure.kind != "mean"), figure.key
        assert is_listed(figure, "among") is (figure.kind != "count"), figure.key


def test_what_was_never_observed_is_left_out() -> None:
    row_groups = groups([(figures(games=30, game_won=12), url)])
    assert [(group.key, [row.key for row in group.rows]) for group in row_groups] == [
        ("games", ["games", "games_won", "games_lost", "singles_won", "doubles_won", "trebles_won"]),
        ("points", ["game_points", "game_points_conceded"]),
    ]
    assert groups([(figures(), url)]) == []


def test_what_one_of_two_has_is_told_of_both() -> None:
    row_groups = groups([(figures(games=30, game_won=12), url), (figures(games=30), url)])
    won = next(row for row in row_groups[0].rows if row.key == "trebles_won")
    assert [(cell.value, cell.is_plain) for cell in won.cells] == [("", True), ("—", False)]
    assert [cell.every for cell in won.cells] == ["12 games", ""]


def test_at_a_glance_stand_the_shares_that_rest_on_enough() -> None:
    shares = shares_at_a_glance(figures(games=30, game_won=12, king_turned=1, turn_up_seen=5))
    assert [(share.figure, share.value, share.mark) for share in shares] == [
        ("40\N{NO-BREAK SPACE}%", 0.4, 0.5)
    ]
    assert shares[0].error == pytest.approx(2 * 0.0894, abs=0.0001)


def test_share_is_marked_with_the_mean_of_the_club() -> None:
    own = figures(turn_up_seen=40, king_turned=5, king_held=30, king_announced=30)
    club = figures(turn_up_seen=80, king_turned=8, king_held=10, king_announced=9)
    assert [share.mark for share in shares_at_a_glance(own, club)] == [0.1, None]


def test_share_of_games_is_even_in_a_club() -> None:
    own = figures(games=30, game_won=12)
    # A club counts each game once, and both of its sides as a winner.
    assert [share.mark for share in shares_at_a_glance(own, figures(games=30, game_won=30))] == [0.5]
