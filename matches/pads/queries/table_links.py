"""Links of tables: which still let in, who may take them back, and the tables of a round that links are made for."""

from __future__ import annotations

from typing import Literal, TypeAlias

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.clubs.access import Viewer
from matches.clubs.permissions import Powers
from matches.events.queries import outline as events
from matches.events.queries.outline import RoundOutline
from matches.models import Pairing, Player, TableLink
from matches.pads.table_links import OVER, DrawnTable

LinkState: TypeAlias = Literal["good", "expired", "revoked", "over"]


def links_out(links: QuerySet[TableLink]) -> QuerySet[TableLink]:
    """Those of ``links`` that still open a pad, makers and players loaded; last made first, a round's by its tables."""
    is_over = Q(rubber__isnull=False, rubber__state__in=OVER)
    good = links.filter(revoked_at__isnull=True, expires_at__gt=timezone.now()).exclude(is_over)
    return good.select_related("created_by", "player_a", "player_b").order_by("-created_at", "pk")


def revocable(links: QuerySet[TableLink], viewer: Viewer, powers: Powers) -> QuerySet[TableLink]:
    """Those that the viewer may take back: his own, and all where he may enter any rubber of the club."""
    return links if may_enter_any(powers) else links.filter(created_by=viewer.pk)


def may_enter_any(powers: Powers) -> bool:
    """Whether he may enter rubbers that he does not play in himself."""
    return powers.may_enter(0, 0)


def link_state(link: TableLink) -> LinkState:
    """Whether ``link`` (rubber loaded) still lets in, as far as it tells itself. Whether its maker may still do what it
    opens, and whether its pairing is still drawn, is asked when somebody opens it.
    """
    if link.revoked_at is not None:
        return "revoked"
    if link.expires_at <= timezone.now():
        return "expired"
    return "over" if link.rubber is not None and link.rubber.state in OVER else "good"


def still_to_play(round_: RoundOutline) -> QuerySet[Pairing]:
    """The pairings of a released round whose tables want a link, people loaded."""
    return events.pairings_of([round_]).filter(
        kind=Pairing.Kind.RUBBER, decided_by="", entrant_a__isnull=False, entrant_b__isnull=False
    )


def drawn_table(round_: RoundOutline, pairing: Pairing) -> DrawnTable:
    """The table of one of ``still_to_play``."""
    return DrawnTable(round_.label, pairing.table, players_of(pairing))


def players_of(pairing: Pairing) -> tuple[Player, Player]:
    """Of a pairing that waits for nobody."""
    a, b = pairing.entrant_a, pairing.entrant_b
    if a is None or b is None:
        raise ValueError(f"{pairing} waits for a player")
    return a.player, b.player
