"""Make, open and revoke the links by which a table uses its pad without an account.

A link's token is sixteen characters of Crockford's base 32 (80 random bits), displayed in groups of four.
Only its SHA-256 and its first characters, by which people recognize it, are stored. A link is valid until it
expires, is revoked, its maker may no longer enter that rubber, or the rubber is over. A sitting's link
remains valid after the sitting was closed, to read debts and record cash (``sittings.record_facts.open_to``).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.roles import powers_of
from matches.common.commands import CommandContext
from matches.events.errors import DecidedPairingError, NotPairedError
from matches.events.pairings import rubber_of_pairing
from matches.models import Club, Event, Player, Rubber, Sitting, TableLink, User
from scoring.findings import JsonValue

LINKS_MADE: Final = "club.table_link_made"
LINKS_REVOKED: Final = "club.table_link_revoked"

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which lacks the letters I, L, O and U."""
TOKEN_LENGTH: Final = 16
GROUP: Final = 4
HINT_LENGTH: Final = 4
DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)
MAX_LIFETIME: Final = timedelta(days=30)
LIFETIMES: Final[Mapping[str, timedelta]] = {"day": DAY, "week": WEEK, "month": MAX_LIFETIME}
"""The lifetimes that a maker can choose for a link."""
OWN_PHONE: Final = timedelta(hours=12)
"""The time for which a signed-in user's phone stays the table's after it was handed over."""

OVER: Final = frozenset({Rubber.State.CONFIRMED, Rubber.State.CORRECTED, Rubber.State.VOID})
"""The states of a rubber in which a link no longer opens its pad."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LEFT_OUT: Final = frozenset("-‐‑‒–—.·_")

LinkCode: TypeAlias = Literal["unknown", "link_expired", "link_revoked", "link_over", "not_drawn"]
"""The reason why a link does not open a pad: ``unknown`` if no link has this token, ``not_drawn`` if its two
players are no longer paired.
"""


LinkState: TypeAlias = Literal["good", "expired", "revoked", "over"]
"""The state of a link by itself, apart from its maker's powers: ``over`` if its rubber is over."""


class TableLinkError(ValueError):
    """A table link does not open a pad. ``link`` is None if no link has the token."""

    def __init__(self, code: LinkCode, link: TableLink | None = None) -> None:
        self.code: LinkCode = code
        self.link = link
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class NewLink:
    """A new table link and its token. The database stores only a hash of the token."""

    link: TableLink
    token: str


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A pairing of a drawn round for which to make a table link: the table and the two players."""

    round_label: str
    table: str
    players: tuple[Player, Player]


def new_token() -> str:
    """Return a new random token of sixteen characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(TOKEN_LENGTH))


def read_token(text: str) -> str:
    """Return the token in a text that a person typed or scanned, or an empty string if the text is not a
    token.

    >>> read_token("k7qf 2m9d-xwoc tbil")
    'K7QF2M9DXW0CTB11'
    """
    if len(text) > 4 * TOKEN_LENGTH:
        return ""
    letters = "".join(letter for letter in text if not letter.isspace() and letter not in _LEFT_OUT)
    if len(letters) != TOKEN_LENGTH or not letters.isascii():
        return ""
    token = letters.upper().translate(_READ_AS)
    return token if set(token) <= set(ALPHABET) else ""


def token_groups(token: str) -> str:
    """Return the token in groups of four, for people to read.

    >>> token_groups("K7QF2M9DXW4CTB6N")
    'K7QF 2M9D XW4C TB6N'
    """
    return " ".join(token[start : start + GROUP] for start in range(0, len(token), GROUP))


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _common_columns(token: str, *, club: Club, by: User, at: datetime, good_for: timedelta) -> dict[str, Any]:
    """Return the columns of every link. Links made together share one time, so that they stay in order."""
    return {
        "club": club,
        "token_hash": token_hash(token),
        "hint": token[:HINT_LENGTH],
        "created_by": by,
        "created_at": at,
        "expires_at": at + good_for,
    }


@transaction.atomic
def make_link(rubber: Rubber, *, by: User, good_for: timedelta = DAY) -> NewLink:
    """Make a link to the pad of ``rubber``, if ``by`` may do so, which the caller checks."""
    club = locked_club(rubber.club_id)
    token = new_token()
    link = TableLink.objects.create(
        **_common_columns(token, club=club, by=by, at=timezone.now(), good_for=good_for),
        rubber=rubber,
        event_id=rubber.event_id,
        round_label=rubber.round_label,
        table=rubber.table,
        player_a_id=rubber.player_a_id,
        player_b_id=rubber.player_b_id,
    )
    _log_links(club, LINKS_MADE, [link], {"rubber": rubber.public_id}, by=by)
    return NewLink(link, token)


@transaction.atomic
def make_sitting_link(sitting: Sitting, *, by: User, good_for: timedelta = DAY) -> NewLink:
    """Make a link to ``sitting`` and the pads of all its games, if ``by`` may do so, which the caller checks."""
    club = locked_club(sitting.club_id)
    token = new_token()
    link = TableLink.objects.create(
        **_common_columns(token, club=club, by=by, at=timezone.now(), good_for=good_for),
        sitting=sitting,
        table=sitting.name,
    )
    _log_links(club, LINKS_MADE, [link], {"sitting": sitting.public_id}, by=by)
    return NewLink(link, token)


@transaction.atomic
def make_links(
    event: Event, tables: Sequence[DrawnTable], *, by: User, good_for: timedelta = DAY
) -> list[NewLink]:
    """Make a table link for each of these pairings of one round, and return them in that order.

    A rubber is created only when its link is opened. The caller checks that ``by`` may make the links.
    """
    if not tables:
        return []
    club = locked_club(event.club_id)
    now = timezone.now()
    tokens = [new_token() for _ in tables]
    links = TableLink.objects.bulk_create(
        TableLink(
            **_common_columns(token, club=club, by=by, at=now, good_for=good_for),
            event=event,
            round_label=drawn.round_label,
            table=drawn.table,
            player_a=drawn.players[0],
            player_b=drawn.players[1],
        )
        for drawn, token in zip(tables, tokens, strict=True)
    )
    fields = {"event": event.public_id, "round": tables[0].round_label}
    _log_links(club, LINKS_MADE, links, fields, by=by)
    return [NewLink(link, token) for link, token in zip(links, tokens, strict=True)]


@transaction.atomic
def revoke_links(club: Club, links: Iterable[TableLink], *, by: User | None) -> int:
    """Revoke table links of one club. Return how many were not revoked before."""
    club = locked_club(club.pk)
    wanted = [link.pk for link in links]
    open_ones = TableLink.objects.filter(club=club, pk__in=wanted, revoked_at__isnull=True)
    revoked = list(open_ones.select_for_update(no_key=True).order_by("pk"))
    if not revoked:
        return 0
    TableLink.objects.filter(pk__in=[link.pk for link in revoked]).update(revoked_at=timezone.now())
    _log_links(club, LINKS_REVOKED, revoked, {}, by=by)
    return len(revoked)


def _log_links(
    club: Club, kind: str, links: Sequence[TableLink], fields: Mapping[str, str], *, by: User | None
) -> None:
    ids: list[JsonValue] = [link.public_id for link in links]
    append_club_fact(club, kind, {**fields, "links": ids}, by=by)


def is_in_force() -> Q:
    """Return the condition for links in force, which ``link_state`` calls ``good``, in a queryset of links."""
    is_over = Q(rubber__isnull=False, rubber__state__in=OVER)
    return Q(revoked_at__isnull=True, expires_at__gt=timezone.now()) & ~is_over


def link_state(link: TableLink) -> LinkState:
    """Return whether a link, with its rubber loaded, is in force (``good``), or why not: the first reason that holds.

    ``is_in_force`` is the same rule as a query. To open a link, its maker must also be allowed to enter the rubber
    (``invalidity_of``), and its players must still be paired.
    """
    if link.revoked_at is not None:
        return "revoked"
    if link.expires_at <= timezone.now():
        return "expired"
    return "over" if link.rubber is not None and link.rubber.state in OVER else "good"


def invalidity_of(link: TableLink) -> Literal["", "link_expired", "link_revoked"]:
    """Return why the link (club, maker and rubber loaded) is invalid, or "". Its rubber may be over."""
    match link_state(link):
        case "revoked":
            return "link_revoked"
        case "expired":
            return "link_expired"
        case _:
            return "" if link.created_by.is_active and _may_still(link) else "link_revoked"


def _may_still(link: TableLink) -> bool:
    powers = powers_of(link.created_by, link.club)
    if link.sitting_id is not None:
        return powers.can("run_sitting")
    players = link.rubber or link
    a, b = players.player_a_id, players.player_b_id
    return a is not None and b is not None and powers.may_enter(a, b)


def find_link(**lookup: str) -> TableLink | None:
    """Return the table link that matches these field lookups, with all related rows, or None."""
    rows = TableLink.objects.select_related(
        *("club", "created_by", "event", "player_a", "player_b", "sitting"),
        *("rubber__club", "rubber__event", "rubber__player_a", "rubber__player_b"),
    )
    return rows.filter(**lookup).first()


def link_at_table(public_id: str) -> TableLink | None:
    """Return the table link with this public id, with all that the pages of its rubber or sitting need, or None.

    Every request of a pad calls it. A link has a rubber or a sitting, and joining both would take longer than the
    second query for a sitting.
    """
    rows = TableLink.objects.select_related(
        "created_by", "rubber__club", "rubber__event", "rubber__player_a", "rubber__player_b"
    )
    link = rows.filter(public_id=public_id).first()
    if link is None:
        return None
    if link.sitting_id is not None:
        link.sitting = Sitting.objects.select_related("club", "event").get(pk=link.sitting_id)
    scored = link.rubber or link.sitting
    if scored is not None and scored.club_id == link.club_id:
        link.club = scored.club
    return link


def open_link(text: str) -> tuple[TableLink, Rubber]:
    """Return the link whose token a person typed, and its rubber, created if needed for a pairing.

    Raises ``TableLinkError`` if the link is invalid, if its rubber is over, or if it is the link of a
    sitting.
    """
    link = find_valid_link(text)
    return link, rubber_of_link(link)


def find_valid_link(text: str) -> TableLink:
    """Return the valid link whose token a person typed. Raises ``TableLinkError``."""
    token = read_token(text)
    link = find_link(token_hash=token_hash(token)) if token else None
    if link is None:
        raise TableLinkError("unknown")
    if refusal := invalidity_of(link):
        raise TableLinkError(refusal, link)
    return link


def rubber_of_link(link: TableLink) -> Rubber:
    """Return the rubber of a valid link, created if needed for a pairing, and record that the link was opened.

    Raises ``TableLinkError`` if the rubber is over, or if the two players are no longer paired.
    """
    rubber = link.rubber or _open_rubber(link)
    link.rubber = rubber
    if rubber.state in OVER:
        raise TableLinkError("link_over", link)
    note_opened(link)
    return rubber


def note_opened(link: TableLink) -> None:
    link.opened_at = timezone.now()
    TableLink.objects.filter(pk=link.pk).update(opened_at=link.opened_at)


@transaction.atomic
def _open_rubber(link: TableLink) -> Rubber:
    """Return the rubber of the link's pairing, created if there is none. Simultaneous requests get the same one."""
    locked_club(link.club_id)
    now = find_link(public_id=link.public_id)
    if now is None or now.event is None or now.player_a is None or now.player_b is None:
        raise TableLinkError("not_drawn", link)
    if now.rubber is not None:
        return now.rubber
    act = CommandContext(by=link.created_by, key=f"table link {link.public_id}", link=link)
    players = (now.player_a.public_id, now.player_b.public_id)
    try:
        rubber = rubber_of_pairing(now.event, link.round_label, players, act=act)
    except DecidedPairingError:
        raise TableLinkError("link_over", link) from None
    except NotPairedError:
        raise TableLinkError("not_drawn", link) from None
    TableLink.objects.filter(pk=link.pk).update(rubber=rubber)
    return rubber
