"""The object that every page of a pool or French table starts from: the sitting in the URL, and its user.

Only members of the club and users of the table link see a table's pages, with their amounts of money.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.common.commands import CommandContext
from matches.models import Sitting, TableLink, User
from matches.models.ids import is_public_id
from matches.pads.table_links import invalidity_of, link_at_table
from matches.pages.common.club_context import powers_on
from matches.pages.common.dates import day_text
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.pads.authorize import LinkRefusedError, read_pad_cookie
from matches.rules.sittings.rows import read_sitting_json
from matches.rules.sittings.state import SittingState
from matches.sittings.queries import names_of_players, sitting_of
from matches.sittings.words import KINDS, WordingContext, terms_words


def sitting_day(row: Sitting) -> str:
    """Return the day on which the table was opened, in words: "14 November 2026"."""
    return day_text(date.fromisoformat(row.date))


@dataclass(frozen=True)
class SittingPage:
    """A pool or French table, as one user may see and change it.

    The club and the event of ``sitting`` are loaded. ``by`` is the account that records acts, None for a
    reader who may not record any. ``link`` is the table link by which the user came, or None; with a link,
    ``by`` is the person who made the link and is responsible for its acts. ``is_member`` means that the user
    may see the club's pools and tables.
    """

    sitting: Sitting
    by: User | None
    link: TableLink | None
    is_member: bool

    @property
    def may_write(self) -> bool:
        return self.by is not None

    @cached_property
    def state(self) -> SittingState:
        """The current state of the table, as stored in the sitting."""
        return read_sitting_json(self.sitting.state)

    @cached_property
    def words(self) -> WordingContext:
        """The names of all who were ever at the table, numbered if they are the same. Runs one query."""
        stored = names_of_players([person.player for person in self.state.people])
        names: dict[str, str] = {}
        for person in self.state.people:
            name = stored.get(person.player) or _("A former player")
            alike = sum(each == name or each.startswith(f"{name} (") for each in names.values())
            names[person.player] = f"{name} ({alike + 1})" if alike else name
        return WordingContext(names, self.state.currency)

    def reloaded(self) -> SittingPage:
        """Return a copy of this page with the sitting loaded again from the database."""
        return replace(self, sitting=sitting_of(self.sitting.public_id) or self.sitting)

    def context(self, **more: object) -> dict[str, Any]:
        row, state = self.sitting, self.state
        facts = [
            str(KINDS[state.kind]),
            sitting_day(row),
            terms_words(state.kind, state.terms, self.words),
            row.event.name if row.event is not None else "",
        ]
        may_make_links = self.by is not None and self.link is None
        return {
            "page": self,
            "sitting": row,
            "state": state,
            "title": row.name,
            "crumbs": self.crumbs,
            "facts": [fact for fact in facts if fact],
            "links_url": reverse("web:sitting_links", args=[row.public_id]) if may_make_links else "",
            **more,
        }

    def act(self, key: str) -> CommandContext:
        """Return a command's context with this idempotency key. Raises ``PermissionDenied`` for a reader."""
        if self.by is None:
            raise PermissionDenied
        return CommandContext(by=self.by, key=key, link=self.link)

    @property
    def crumbs(self) -> list[Crumb]:
        """The breadcrumbs: the table alone for a user who may not see the club's pools and tables."""
        table = Crumb(reverse("web:sitting", args=[self.sitting.public_id]), self.sitting.name)
        if not self.is_member:
            return [table]
        club = self.sitting.club
        tables = Crumb(reverse("web:sittings", args=[club.slug]), _("Pools and stakes"))
        return [club_crumb(club), tables, table]


def get_sitting_page(request: HttpRequest, public_id: str) -> SittingPage:
    """Return the pool or French table in the URL, with the rights of the viewer.

    If the viewer has both an account that may record acts and a table link, the account is used. Raises
    ``Http404`` if there is no such table, or if a signed-in viewer may not see the club; ``PermissionDenied``
    if the viewer may not see the table; ``LinkRefusedError`` if the table link is no longer valid.
    """
    if not is_public_id(public_id):
        raise Http404
    link_id = read_pad_cookie(request)
    link = link_at_table(link_id) if link_id is not None else None
    if link is None or link.sitting is None or link.sitting.public_id != public_id:
        link = None
    refusal = "" if link is None else invalidity_of(link)
    sitting = link.sitting if link is not None and link.sitting is not None else sitting_of(public_id)
    if sitting is None:
        raise Http404
    powers = powers_on(request, sitting.club)
    is_member = powers.can("see_sittings")
    if powers.can("run_sitting") and request.user.is_authenticated:
        return SittingPage(sitting, request.user, None, is_member)
    if link is not None and not refusal:
        return SittingPage(sitting, link.created_by, link, is_member)
    if is_member:
        return SittingPage(sitting, None, None, is_member)
    if refusal:
        raise LinkRefusedError(refusal)
    if request.user.is_authenticated and not sitting.club.is_public:
        raise Http404
    raise PermissionDenied
