"""What every page about a table starts from: the sitting in the address, and who has come to it.

Amounts are for the club's people and for whoever has the table's link; to the public no page of a table is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.common.command_context import Act
from matches.models import Sitting, TableLink, User
from matches.models.ids import is_public_id
from matches.pads.table_links import link_at_table, refusal_of
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.powers import powers_on
from matches.pages.pads.cookies import read_pad_cookie
from matches.pages.pads.refusals import LinkRefusedError
from matches.sittings.queries import sitting_of


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody at the page of ``sitting`` (club and event loaded). ``by`` writes things down; None: he only looks on.

    ``link`` is the table's link by which he came; then ``by`` is who made it, and answers for it. ``is_member``: the
    club's own pages are open to him.
    """

    sitting: Sitting
    by: User | None
    link: TableLink | None
    is_member: bool

    @property
    def may_write(self) -> bool:
        return self.by is not None

    def act(self, key: str, *, version: int | None = None) -> Act:
        """What he does. Raises ``PermissionDenied`` for who only looks on."""
        if self.by is None:
            raise PermissionDenied
        return Act(by=self.by, key=key, version=version, link=self.link)

    @property
    def crumbs(self) -> list[Crumb]:
        """The way back; by a link there is none but to the table."""
        table = Crumb(reverse("web:sitting", args=[self.sitting.public_id]), self.sitting.name)
        if not self.is_member:
            return [table]
        club = self.sitting.club
        return [
            club_crumb(club),
            Crumb(reverse("web:sittings", args=[club.slug]), _("Pools and tables")),
            table,
        ]


def at_table(request: HttpRequest, public_id: str) -> AtTable:
    """Who has come to the table at this address.

    An account goes before a link where it may write. Raises ``Http404`` where there is no such table, or the viewer may
    not see the club; ``PermissionDenied`` for who may not see the table, ``LinkRefusedError`` for whose link was good.
    """
    if not is_public_id(public_id):
        raise Http404
    cookie = read_pad_cookie(request)
    link = link_at_table(cookie.link) if cookie is not None else None
    if link is None or link.sitting is None or link.sitting.public_id != public_id:
        link = None
    refusal = "" if link is None else refusal_of(link)
    sitting = link.sitting if link is not None and link.sitting is not None else sitting_of(public_id)
    if sitting is None:
        raise Http404
    powers = powers_on(request, sitting.club)
    is_member = powers.can("see_sittings")
    if powers.can("run_sitting") and request.user.is_authenticated:
        return AtTable(sitting, request.user, None, is_member)
    if link is not None and not refusal:
        return AtTable(sitting, link.created_by, link, is_member)
    if is_member:
        return AtTable(sitting, None, None, is_member)
    if refusal:
        raise LinkRefusedError(refusal)
    if request.user.is_authenticated and not sitting.club.is_public:
        raise Http404
    raise PermissionDenied
