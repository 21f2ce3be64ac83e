"""What lists of an event's course may be narrowed by."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from matches.api.core.filters import Filters, PublicIdFilter, WholeFilter, YesNoFilter
from matches.models import Entrant, Pairing

_UNDECIDED = Q(kind=Pairing.Kind.RUBBER, decided_by="", entrant_a__isnull=False, entrant_b__isnull=False)


class PairingFilters(Filters):
    stage = WholeFilter(field_name="round__stage__number", help_text="Those of this stage.")
    round = WholeFilter(field_name="round__number", help_text="Those of the rounds of this number.")
    group = WholeFilter(field_name="group", help_text="Those of this group.")
    player = PublicIdFilter("entrant_a", method="of_player", help_text="Those of this player.")
    undecided = YesNoFilter(
        "decided_by",
        method="by_decision",
        help_text="Those that can be played and are not decided, or the others.",
    )

    def of_player(self, rows: QuerySet[Pairing], name: str, value: str) -> QuerySet[Pairing]:
        return rows.filter(Q(entrant_a__player__public_id=value) | Q(entrant_b__player__public_id=value))

    def by_decision(self, rows: QuerySet[Pairing], name: str, value: bool) -> QuerySet[Pairing]:
        return rows.filter(_UNDECIDED) if value else rows.exclude(_UNDECIDED)


class StandingFilters(Filters):
    stage = WholeFilter(field_name="stage__number", help_text="The tables of this stage.")
    group = WholeFilter(field_name="group", help_text="The tables of the groups of this number.")
    player = PublicIdFilter("entrant__player__public_id", help_text="The lines of this player.")


class EntrantFilters(Filters):
    checked_in = YesNoFilter(
        "checked_in_at", method="by_presence", help_text="Those who have checked in, or the others."
    )
    withdrawn = YesNoFilter(
        "withdrawn_at", method="by_presence", help_text="Those who have withdrawn, or the others."
    )

    def by_presence(self, rows: QuerySet[Entrant], name: str, value: bool) -> QuerySet[Entrant]:
        return rows.filter(**{f"{name}__isnull": not value})
