"""Links that are out, as the lists of them show each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.models import Club, TableLink
from matches.queries.access import Viewer
from matches.queries.roles import Powers
from matches.services.table_links import OVER
from matches.web.desk.clubs import moment_text, person_name
from matches.web.results import side_names


@dataclass(frozen=True, slots=True)
class LinkLine:
    """``public_id`` is empty where the viewer may not take it back."""

    hint: str
    table: str
    match: str
    made_by: str
    until: str
    opened: str
    public_id: str


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


def link_lines(club: Club, links: Iterable[TableLink], viewer: Viewer, powers: Powers) -> list[LinkLine]:
    """``links`` with makers and players loaded."""
    may_all = may_enter_any(powers)
    return [_line(club, link, may_revoke=may_all or link.created_by_id == viewer.pk) for link in links]


def _line(club: Club, link: TableLink, *, may_revoke: bool) -> LinkLine:
    return LinkLine(
        hint=link.hint,
        table=link.table,
        match=_match(link),
        made_by=person_name(link.created_by),
        until=moment_text(club, link.expires_at),
        opened=_("last opened %(when)s") % {"when": moment_text(club, link.opened_at)}
        if link.opened_at
        else _("not opened yet"),
        public_id=link.public_id if may_revoke else "",
    )


def _match(link: TableLink) -> str:
    """Who plays; of a sitting's link nothing, as they take turns."""
    if link.player_a is None or link.player_b is None:
        return ""
    return " – ".join(side_names(link.player_a, link.player_b))
