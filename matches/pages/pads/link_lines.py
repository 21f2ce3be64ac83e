"""Links that are out, as the lists of them show each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.clubs.access import Viewer
from matches.clubs.permissions import Powers
from matches.clubs.words import person_name
from matches.models import Club, TableLink
from matches.pads.queries.table_links import may_enter_any
from matches.pages.common.club_context import moment_text
from matches.pages.common.result_lines import side_names


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
