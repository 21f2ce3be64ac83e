"""Serializers for records, honours and seasons.

An honour has its holders, the number of games or deals it is computed from, and the rubber in which it was
achieved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rest_framework import serializers

from matches.api.core.fields import TextOrNull
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import SeatedPlayer
from matches.figures.record_words import RECORD_WORDS, record_name
from matches.models import Event, Honour, HonourBasis
from matches.rules.figures.records import BY_KEY, KINDS, LEAST_GAMES, LEAST_GAMES_EVER, RecordKind
from matches.rules.figures.seasons import Season

GROUPS: Final = ("season", "runs", "feats")
GROUNDS: Final = tuple(dict.fromkeys(kind.ground for kind in KINDS))
RECORDS: Final = tuple(BY_KEY)


class BasisSerializer(ReadSerializer):
    """The amount of data behind the records: the rubbers that count, with their games and deals.

    Void deals are not counted.
    """

    rubbers = serializers.IntegerField()
    rubbers_with_points = serializers.IntegerField()
    games = serializers.IntegerField()
    games_with_points = serializers.IntegerField()
    games_with_deals = serializers.IntegerField(help_text="The number of games recorded deal by deal.")
    deals = serializers.IntegerField()
    deals_with_turn_up = serializers.IntegerField()
    deals_with_tricks = serializers.IntegerField()


class WhereSerializer(ReadSerializer):
    rubber = serializers.CharField()
    date = TextOrNull(help_text="The date as in the record.")
    game = serializers.IntegerField(
        allow_null=True, help_text="The number of the game; null: the whole rubber."
    )
    deal = serializers.IntegerField(
        allow_null=True, help_text="The number of the deal; null: the whole game."
    )


class HolderSerializer(ReadSerializer):
    rank = serializers.IntegerField(help_text="The rank, from 1; tied holders share it.")
    player = SeatedPlayer()
    value = serializers.FloatField(help_text="A share is between 0 and 1.")
    standing_on = serializers.IntegerField(
        help_text="The number of their rubbers, games or deals (`ground`)."
    )
    first = WhereSerializer(
        allow_null=True,
        help_text="Where it began; null if it has no single place or is no longer in the club.",
    )
    last = WhereSerializer(allow_null=True, help_text="Where it ended.")


class RecordDetailSerializer(ReadSerializer):
    record = serializers.ChoiceField(choices=RECORDS)
    group = serializers.ChoiceField(choices=GROUPS)
    name = serializers.CharField(help_text="In words, in the requested language.")
    meaning = serializers.CharField()
    ground = serializers.ChoiceField(
        choices=GROUNDS, help_text="What it is held in: rubbers, games or deals."
    )
    is_share = serializers.BooleanField()
    is_least = serializers.BooleanField(help_text="Whether a lower value is better.")
    least_games = serializers.IntegerField(
        allow_null=True, help_text="For a share: the least number of games."
    )
    holders = serializers.IntegerField(help_text="The number of holders, including those not listed.")
    lines = HolderSerializer(many=True, help_text="The first five holders.")


class ClubRecordsSerializer(ReadSerializer):
    """The all-time records of a club, such as the most games won."""

    club = serializers.CharField()
    is_owed = serializers.BooleanField(help_text="Whether some results are not counted yet.")
    basis = BasisSerializer(allow_null=True, help_text="Null if nothing counts yet.")
    rubbers_in_no_season = serializers.IntegerField(
        help_text="Rubbers left out because their dates are not known."
    )
    records = RecordDetailSerializer(many=True, help_text="The records that have a holder.")


class LeaderSerializer(ReadSerializer):
    record = serializers.ChoiceField(choices=RECORDS)
    holders = serializers.IntegerField(help_text="The number of holders, including those not named.")
    value = serializers.FloatField()
    players = SeatedPlayer(many=True)


class SeasonLine(ReadSerializer):
    year = serializers.IntegerField(help_text="The year in which it begins, with which its URL ends.")
    label = serializers.CharField(help_text="2026/27")  # type: ignore[assignment]
    since = serializers.DateField(help_text="Its first day.")
    until = serializers.DateField(help_text="Its last day.")
    basis = BasisSerializer()
    leaders = LeaderSerializer(many=True)


class SeasonSerializer(ReadSerializer):
    club = serializers.CharField()
    year = serializers.IntegerField()
    label = serializers.CharField(help_text="2026/27")  # type: ignore[assignment]
    since = serializers.DateField(help_text="Its first day.")
    until = serializers.DateField(help_text="Its last day.")
    is_on = serializers.BooleanField(help_text="Whether it is the season of today, by the club's clock.")
    is_owed = serializers.BooleanField(help_text="Whether some results are not counted yet.")
    basis = BasisSerializer(allow_null=True, help_text="Null if nothing counts yet.")
    records = RecordDetailSerializer(many=True, help_text="The season's honours, and its records.")


class SeasonEventSerializer(ReadSerializer):
    """An event with at least one rubber in the season.

    The dates and the number of rubbers are those within the season.
    """

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    phase = serializers.ChoiceField(choices=Event.Phase.values)
    rubbers = serializers.IntegerField(source="rubber_count")
    first_date = TextOrNull(help_text="The first date in the records.")
    last_date = TextOrNull()
    winners = serializers.SerializerMethodField(
        help_text="The winners of a complete event; the leaders of an open one."
    )

    def get_winners(self, event: Any) -> list[dict[str, Any]]:
        winners = self.context["winners"].get(event.pk, ())
        return [SeatedPlayer.json(entrant.player) for entrant in winners]


class MoverSerializer(ReadSerializer):
    player = SeatedPlayer()
    change = serializers.FloatField(help_text="The change of the rating; negative if it fell.")
    rating = serializers.FloatField(
        source="now.rating", help_text="The rating at the end of the season, or now."
    )
    deviation = serializers.FloatField(source="now.deviation")


# JSON


def basis_json(basis: HonourBasis | None) -> dict[str, Any] | None:
    return None if basis is None else BasisSerializer.json(basis)


def records_json(honours: Iterable[Honour], *, is_ever: bool) -> list[dict[str, Any]]:
    """Return the records that ``honours`` belong to as JSON, in the order of ``KINDS``.

    The players and rubbers of the honours must be loaded. ``is_ever`` is false for the records of a season.
    """
    by_kind: defaultdict[str, list[Honour]] = defaultdict(list)
    for honour in honours:
        by_kind[honour.kind].append(honour)
    return [_record(kind, by_kind[kind.key], is_ever=is_ever) for kind in KINDS if kind.key in by_kind]


def season_json(season: Season) -> dict[str, Any]:
    return {"year": season.year, "label": season.label, "since": season.since, "until": season.until}


def leaders_json(honours: Sequence[Honour], kinds: Sequence[str]) -> list[dict[str, Any]]:
    """Return the holders of each record in ``kinds`` as JSON, from the first-ranked honours of a season."""
    leaders = []
    for kind in kinds:
        holders = [honour for honour in honours if honour.kind == kind]
        if holders:
            leaders.append(
                {
                    "record": kind,
                    "holders": holders[0].holders,
                    "value": holders[0].value / 1000,
                    "players": [honour.player for honour in holders],
                }
            )
    return leaders


def _record(kind: RecordKind, honours: Sequence[Honour], *, is_ever: bool) -> dict[str, Any]:
    least = LEAST_GAMES_EVER if is_ever else LEAST_GAMES
    body = {
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
    return RecordDetailSerializer.json(body)


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
    """Return the rubber, game and deal of an honour as JSON. ``end`` is ``first`` or ``last``.

    Return None if there is no such rubber, or if it has moved to another club, which the reader may not see.
    """
    rubber = getattr(honour, f"{end}_rubber")
    if rubber is None or rubber.club_id != honour.club_id:
        return None
    return {
        "rubber": rubber.public_id,
        "date": rubber.date,
        "game": getattr(honour, f"{end}_game"),
        "deal": getattr(honour, f"{end}_deal"),
    }
