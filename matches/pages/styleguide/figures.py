"""What the page guide shows of figures: shares with their errors, a course of months."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.common.localized_numbers import hundredths
from matches.figures.queries.totals import Figures, Scope
from matches.models import Player
from matches.pages.common.dates import month_text
from matches.pages.common.month_chart import Month, MonthChart, month_chart
from matches.pages.common.result_lines import player_name
from matches.pages.common.share_chart import Share, ShareChart, share_chart
from matches.pages.figures.filters import FilterForm
from matches.pages.figures.lines import FormMark
from matches.pages.figures.months import MonthRow, Months
from matches.pages.figures.play_quality import Played
from matches.pages.figures.rows import groups
from matches.pages.figures.subjects import of_club, within
from matches.pages.figures.tables import Head, PlayerRow
from matches.pages.reviews.figures_page import loss_rows, luck_rows, luck_stands
from matches.pages.styleguide import samples
from matches.reviews.queries.figures import Estimate, Losses, LuckSums
from matches.rules.figures.registry import LEAST_OBSERVATIONS
from matches.rules.figures.tallies import COUNTERS
from matches.rules.figures.trait import square_of

GAMES_WON: Final = ((46.0, 6.0), (52.5, 4.0), (44.0, 14.0), (55.0, 3.5), (57.5, 3.0))
"""In 100, with their standard errors, month by month; of the third there are too few."""
PLAYED: Final = Figures(
    Scope(player=Player(pk=1)),
    dict.fromkeys(COUNTERS, 0)
    | {"games": 103, "game_won": 49, "game_lost": 54, "single_won": 20, "double_won": 23, "treble_won": 6}
    | {"single_lost": 26, "double_lost": 18, "treble_lost": 10}
    | {"game_points_for": 375, square_of("game_points_for"): 1640}
    | {"game_points_against": 385, square_of("game_points_against"): 1700}
    | {"turn_up_seen": 152, "king_turned": 11, "turned_king_marked": 11, "king_marked": 106},
)
"""Of a few figures; of one there are too few."""
MONTH_ROWS: Final = (("May 2026", "57.5 ± 3.0", "88 games"), ("April 2026", "—", "4 games"))
JANUARY: Final = 2026 * 12 + 1


def shares() -> ShareChart | None:
    """One in the middle, one at the end, and one of which no error is known."""
    told = (
        (_("Games won"), 0.532, 0.021),
        (_("Trebles among the games won"), 0.034, 0.011),
        (_("Kings from the hand that were announced"), 1.0, None),
    )
    return share_chart([Share(name, hundredths(value), value, error) for name, value, error in told])


def months() -> MonthChart | None:
    return month_chart(
        [
            Month(JANUARY + place, value, error, is_enough=place != 2)
            for place, (value, error) in enumerate(GAMES_WON)
        ],
        mean=50,
    )


def ends() -> dict[str, str]:
    """What stands below the course, at its ``first`` month and at its ``last``."""
    return {"first": month_text(date(2026, 1, 1)), "last": month_text(date(2026, len(GAMES_WON), 1))}


def tables() -> dict[str, Any]:
    """What a page of figures is put together from; a filter with a day that is none."""
    form = FilterForm(QueryDict("since=2026-02-01&depth=everything"))
    club = within(of_club(samples.club()), form.kept)
    rows = groups([(PLAYED, _here)])
    games = rows[0].rows
    return {
        "asked": replace(club, form=form),
        "groups": rows,
        "form": [
            FormMark("#form", _("Won"), "good", _against("2–1", "Walker"), "2026"),
            FormMark("#form", _("Lost"), "bad", _against("0–2", "Clay"), "2026"),
            FormMark("#form", _("Undecided"), "", _against("1–1", "Pole"), ""),
        ],
        "heads": [
            Head(games[1].name, "#best", "descending"),
            Head(games[5].name, "#best", ""),
        ],
        "rows": [
            PlayerRow(name, url, (games[1].cells[0], games[5].cells[0]))
            for name, url in (("Boiteau", "#best"), (player_name(Player()), ""))
        ],
        "months_shown": Months(
            (),
            (games[1].name,),
            tuple(MonthRow(name, "#months", ((told, stands),)) for name, told, stands in MONTH_ROWS),
            are_more=True,
        ),
        "played": _played(),
        "least_observations": LEAST_OBSERVATIONS,
    }


def _against(score: str, name: str) -> str:
    return gettext("%(score)s against %(name)s") % {"score": score, "name": name}


def _here(_figure: str, _part: str) -> str:
    return "#figures"


def _played() -> Played:
    """Of one player, without names for what was too few."""
    few = Losses(12, 8, Estimate(12, 0.011, 0.004), Estimate(12, 0.03, 0.01), (0, 0, 0))
    marks = LuckSums(
        40, (1.2, -0.4, 0.3), Estimate(40, 1.1, 0.2), Estimate(40, 3.0, 5.1), Estimate(40, 1.9, 4.0)
    )
    return Played(
        title=gettext("What decisions cost, and luck"),
        losses=tuple(loss_rows(few, {})),
        name="Walker",
        luck=tuple(luck_rows(marks, marks)),
        luck_stands=luck_stands(marks, marks),
        more=(("Walker", "#played"),),
    )
