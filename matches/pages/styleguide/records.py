"""What the page guide shows of a club's records: one holder, several, more than find a line, and nobody's name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from matches.common.localized_numbers import grouped
from matches.figures.words.records import (
    GROUP_NAMES,
    ground_text,
    least_text,
    more_text,
    record_name,
    value_text,
)
from matches.pages.common.club_lines import Line
from matches.pages.common.dates import record_date
from matches.pages.figures.seasons.record_lines import (
    HolderLine,
    PlaceLink,
    RecordGroup,
    RecordShown,
)
from matches.pages.figures.seasons.season_lines import SeasonLink
from matches.pages.styleguide.samples import address
from matches.rules.figures.seasons import Season

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff"
SEASONS = (Season(2026, 9), Season(2025, 9))


def shown() -> dict[str, Any]:
    here = address("honours")
    links = [SeasonLink(here, season.label, season == SEASONS[0]) for season in SEASONS]
    return {
        "links": [SeasonLink(here, _("All time"), is_here=False), *links],
        "seasons_url": here,
        "are_owed": True,
        "groups": _groups(),
        "held": [
            Line(here, str(record_name("run_of_trebles", is_ever=True)), value_text("run_of_trebles", 7000)),
            Line(
                here,
                _("Season %(label)s") % {"label": SEASONS[1].label},
                str(record_name("points_won", is_ever=False)),
            ),
        ],
        "gaps": [
            _("Of %(some)s of %(deals)s deals the turn-up is on record: runs of kings go by them.")
            % {"some": grouped(2488), "deals": grouped(3468)}
        ],
    }


def _groups() -> list[RecordGroup]:
    here = address("honours")
    begun = PlaceLink(here, f"{record_date('2026.11.14')}, {_('game %(number)s') % {'number': 2}}")
    ended = PlaceLink(here, f"{record_date('2026.11.21')}, {_('game %(number)s') % {'number': 1}}")
    run = HolderLine(
        rank=1,
        name="Boiteau",
        url=here,
        value=value_text("run_of_trebles", 7000),
        stands=ground_text("run_of_trebles", 71),
        places=(begun, ended),
    )
    behind = (
        replace(run, rank=2, name="Walker", value=value_text("run_of_trebles", 5000)),
        replace(run, rank=3, name=LONG_NAME, value=value_text("run_of_trebles", 4000)),
    )
    length = HolderLine(
        rank=1,
        name=_("A former player"),
        url="",
        value=value_text("shortest_game", 2000),
        stands=ground_text("shortest_game", 131),
        places=(PlaceLink("", f"{_('against %(name)s') % {'name': 'Clay'}}, {record_date('2026.11.14')}"),),
    )
    shares = replace(run, stands=ground_text("share_of_games", 103), places=(begun, ended))
    return [
        RecordGroup("season", GROUP_NAMES["season"], (_record("share_of_games", 634, (shares,)),)),
        RecordGroup("runs", GROUP_NAMES["runs"], (_record("run_of_trebles", 7000, (run,), behind),)),
        RecordGroup(
            "feats",
            GROUP_NAMES["feats"],
            (_record("shortest_game", 2000, (length, replace(length, name="Clay", url=here)), more=10),),
        ),
    ]


def _record(
    kind: str,
    value: int,
    first: tuple[HolderLine, ...],
    others: tuple[HolderLine, ...] = (),
    *,
    more: int = 0,
) -> RecordShown:
    return RecordShown(
        key=kind,
        name=record_name(kind, is_ever=False),
        condition=least_text(kind, is_ever=False),
        value=value_text(kind, value),
        first=first,
        others=others,
        more=more_text(more),
    )
