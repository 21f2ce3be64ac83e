"""Records, honours and seasons as the API shows them: who holds what, on how much it stands, and where it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rest_framework import serializers

from matches.api.core.fields import TextOrNull
from matches.api.core.serializers import Shape
from matches.api.rubbers.serializers import SeatedPlayer
from matches.figures.words.records import RECORD_WORDS, record_name
from matches.models import Event, Honour, HonourBasis
from matches.rules.figures.records.definitions import (
    BY_KEY,
    KINDS,
    LEAST_GAMES,
    LEAST_GAMES_EVER,
    RecordKind,
)
from matches.rules.figures.seasons import Season

GROUPS: Final = ("season", "runs", "feats")
GROUNDS: Final = tuple(dict.fromkeys(kind.ground for kind in KINDS))
RECORDS: Final = tuple(BY_KEY)


class BasisShown(Shape):
    """What the records stand on: how much is on record of rubbers that count. Void deals are left out."""

    rubbers = serializers.IntegerField()
    rubbers_with_points = serializers.IntegerField()
    games = serializers.IntegerField()
    games_with_points = serializers.IntegerField()
    games_with_deals = serializers.IntegerField(help_text="On record deal by deal.")
    deals = serializers.IntegerField()
    deals_with_turn_up = serializers.IntegerField()
    deals_with_tricks = serializers.IntegerField()


class WhereShown(Shape):
    rubber = serializers.CharField()
    date = TextOrNull(help_text="As the record has it.")
    game = serializers.IntegerField(allow_null=True, help_text="Null: all of the rubber.")
    deal = serializers.IntegerField(allow_null=True, help_text="Null: all of the game.")


class HolderShown(Shape):
    rank = serializers.IntegerField(help_text="From 1; holders of one rank are level.")
    player = SeatedPlayer()
    value = serializers.FloatField(help_text="A share is between 0 and 1.")
    standing_on = serializers.IntegerField(help_text="On how many of his rubbers, games or deals (`ground`).")
    first = WhereShown(
        allow_null=True, help_text="Where it began; null where it was in no one place, or has left the club."
    )
    last = WhereShown(allow_null=True, help_text="Where it ended.")


class RecordShown(Shape):
    record = serializers.ChoiceField(choices=RECORDS)
    group = serializers.ChoiceField(choices=GROUPS)
    name = serializers.CharField(help_text="In words, in the language asked for.")
    meaning = serializers.CharField()
    ground = serializers.ChoiceField(choices=GROUNDS, help_text="What it is found on.")
    is_share = serializers.BooleanField()
    is_least = serializers.BooleanField(help_text="Less is more.")
    least_games = serializers.IntegerField(
        allow_null=True, help_text="Of a share: from how many games on it counts."
    )
    holders = serializers.IntegerField(help_text="Who holds it, those without a line among them.")
    lines = HolderShown(many=True, help_text="The first five.")


class ClubRecordsShown(Shape):
    """Of all time."""

    club = serializers.CharField()
    is_owed = serializers.BooleanField(
        help_text="Whether there are results that the records do not know yet."
    )
    basis = BasisShown(allow_null=True, help_text="Null where nothing counts yet.")
    rubbers_in_no_season = serializers.IntegerField(help_text="Since their dates are not known.")
    records = RecordShown(many=True, help_text="Those that somebody holds.")


class LeaderShown(Shape):
    record = serializers.ChoiceField(choices=RECORDS)
    holders = serializers.IntegerField(help_text="Who shares it, those who are not named among them.")
    value = serializers.FloatField()
    players = SeatedPlayer(many=True)


class SeasonLine(Shape):
    year = serializers.IntegerField(help_text="In which it begins: its address ends in it.")
    label = serializers.CharField(help_text="2026/27")  # type: ignore[assignment]
    since = serializers.DateField(help_text="Its first day.")
    until = serializers.DateField(help_text="Its last day.")
    basis = BasisShown()
    leaders = LeaderShown(many=True)


class SeasonShown(Shape):
    club = serializers.CharField()
    year = serializers.IntegerField()
    label = serializers.CharField(help_text="2026/27")  # type: ignore[assignment]
    since = serializers.DateField(help_text="Its first day.")
    until = serializers.DateField(help_text="Its last day.")
    is_on = serializers.BooleanField(help_text="Whether it is the season of today, by the club's clock.")
    is_owed = serializers.BooleanField(
        help_text="Whether there are results that the records do not know yet."
    )
    basis = BasisShown(allow_null=True, help_text="Null where nothing counts yet.")
    records = RecordShown(many=True, help_text="The season's honours, and its records.")


class SeasonEventShown(Shape):
    """An event of which a rubber was played in the season; days and rubbers are the season's."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    phase = serializers.ChoiceField(choices=Event.Phase.values)
    rubbers = serializers.IntegerField(source="rubber_count")
    first_date = TextOrNull(help_text="As records have it.")
    last_date = TextOrNull()
    winners = serializers.SerializerMethodField(
        help_text="Who won, once it is complete; of an open event who leads."
    )

    def get_winners(self, event: Any) -> list[dict[str, Any]]:
        found = self.context["winners"].get(event.pk, ())
        return [dict(SeatedPlayer(entrant.player).data) for entrant in found]


class MoverShown(Shape):
    player = SeatedPlayer()
    change = serializers.FloatField(help_text="By how much his rating rose; below 0 where it fell.")
    rating = serializers.FloatField(source="now.rating", help_text="At the season's end, or by now.")
    deviation = serializers.FloatField(source="now.deviation")


# Bodies


def basis_json(basis: HonourBasis | None) -> dict[str, Any] | None:
    return None if basis is None else dict(BasisShown(basis).data)


def records_json(honours: Iterable[Honour], *, is_ever: bool) -> list[dict[str, Any]]:
    """``honours`` with players and rubbers, in the order of their positions."""
    by_kind: defaultdict[str, list[Honour]] = defaultdict(list)
    for honour in honours:
        by_kind[honour.kind].append(honour)
    return [_record(kind, by_kind[kind.key], is_ever=is_ever) for kind in KINDS if kind.key in by_kind]


def season_json(season: Season) -> dict[str, Any]:
    return {"year": season.year, "label": season.label, "since": season.since, "until": season.until}


def leaders_json(honours: Sequence[Honour], kinds: Sequence[str]) -> list[dict[str, Any]]:
    """``honours`` of the first rank, of one season."""
    found = []
    for kind in kinds:
        holders = [honour for honour in honours if honour.kind == kind]
        if holders:
            found.append(
                {
                    "record": kind,
                    "holders": holders[0].holders,
                    "value": holders[0].value / 1000,
                    "players": [honour.player for honour in holders],
                }
            )
    return found


def _record(kind: RecordKind, honours: Sequence[Honour], *, is_ever: bool) -> dict[str, Any]:
    least = LEAST_GAMES_EVER if is_ever else LEAST_GAMES
    told = {
        "record": kind.key,
        "group": kind.group,
        "name": str(record_name(kind.key, is_ever=is_ever)),
        "meaning": str(RECORD_WORDS[kind.key].meaning),
        "ground": kind.ground,
        "is_share": kind.is_share,
        "is_least": kind.is_least,
        "least_games": least if kind.is_share else None,
        "holders": honours[0].holders,
        "lines": [_holder(honour) for honour in honours],
    }
    return dict(RecordShown(told).data)


def _holder(honour: Honour) -> dict[str, Any]:
    return {
        "rank": honour.rank,
        "player": honour.player,
        "value": honour.value / 1000,
        "standing_on": honour.standing_on,
        "first": _where(honour, "first"),
        "last": _where(honour, "last"),
    }


def _where(honour: Honour, end: str) -> dict[str, Any] | None:
    """None for a rubber that went to another club meanwhile: not everybody who sees this one sees that."""
    rubber = getattr(honour, f"{end}_rubber")
    if rubber is None or rubber.club_id != honour.club_id:
        return None
    return {
        "rubber": rubber.public_id,
        "date": rubber.date,
        "game": getattr(honour, f"{end}_game"),
        "deal": getattr(honour, f"{end}_deal"),
    }
