"""Links by which a table gets into its pad without an account: made, opened, taken back.

A code is sixteen characters of Crockford's base 32, eighty random bits, shown in groups of four. It is kept nowhere:
the table has its SHA-256, and its beginning, by which people know it again. A link is good until its time has run out,
it is taken back, its maker may no longer enter that rubber himself, or the rubber is over. That of a sitting stays good
when its table is closed, to read what is owed and to write cash down (``sittings.record_facts.open_to``).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias

from django.db import transaction
from django.utils import timezone

from matches.clubs.club_log import append_club_fact
from matches.clubs.locks import locked_club
from matches.clubs.permissions import powers_of
from matches.common.command_context import Act
from matches.events.errors import DecidedPairingError, NotPairedError
from matches.events.open_pairings import rubber_of_pairing
from matches.models import Club, Event, Player, Rubber, Sitting, TableLink, User
from scoring.findings import JsonValue

LINKS_MADE: Final = "club.table_link_made"
LINKS_REVOKED: Final = "club.table_link_revoked"

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O and U."""
TOKEN_LENGTH: Final = 16
GROUP: Final = 4
HINT_LENGTH: Final = 4
DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)
LONGEST: Final = timedelta(days=30)
LIVES: Final[Mapping[str, timedelta]] = {"day": DAY, "week": WEEK, "month": LONGEST}
"""How long a link may be asked to be good."""
OWN_PHONE: Final = timedelta(hours=12)
"""How long the phone of who is signed in stays the table's, once he has made it that."""

OVER: Final = frozenset({Rubber.State.CONFIRMED, Rubber.State.CORRECTED, Rubber.State.VOID})
"""The states of a rubber that nobody goes on with by a link."""
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LEFT_OUT: Final = frozenset("-‐‑‒–—.·_")

LinkCode: TypeAlias = Literal["unknown", "link_expired", "link_revoked", "link_over", "not_drawn"]
"""Why a link does not open its pad. ``unknown``: there is no such code. ``not_drawn``: its two do not meet any more."""


class TableLinkError(ValueError):
    """A link does not open its pad. ``link`` is it, None for a code that nobody made."""

    def __init__(self, code: LinkCode, link: TableLink | None = None) -> None:
        self.code: LinkCode = code
        self.link = link
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link just made; the token is kept nowhere else."""

    link: TableLink
    token: str


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """Two who meet in a drawn round, as their pairing has them."""

    round_label: str
    table: str
    players: tuple[Player, Player]


def new_token() -> str:
    """Eighty random bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(TOKEN_LENGTH))


def read_token(text: str) -> str:
    """The token that somebody typed or scanned; empty where it can be none.

    >>> read_token("k7qf 2m9d-xwoc tbil")
    'K7QF2M9DXW0CTB11'
    """
    if len(text) > 4 * TOKEN_LENGTH:
        return ""
    kept = "".join(letter for letter in text if not letter.isspace() and letter not in _LEFT_OUT)
    if len(kept) != TOKEN_LENGTH or not kept.isascii():
        return ""
    token = kept.upper().translate(_READ_AS)
    return token if set(token) <= set(ALPHABET) else ""


def token_groups(token: str) -> str:
    """The token as people read it.

    >>> token_groups("K7QF2M9DXW4CTB6N")
    'K7QF 2M9D XW4C TB6N'
    """
    return " ".join(token[start : start + GROUP] for start in range(0, len(token), GROUP))


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _kept(token: str, *, club: Club, by: User, at: datetime, good_for: timedelta) -> dict[str, Any]:
    """The columns that every link has, wherever it leads. Those made together have one time, and stand in order."""
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
    """A link to the pad of ``rubber``. Whether ``by`` may make it is for the caller to ask."""
    club = locked_club(rubber.club_id)
    token = new_token()
    link = TableLink.objects.create(
        **_kept(token, club=club, by=by, at=timezone.now(), good_for=good_for),
        rubber=rubber,
        event_id=rubber.event_id,
        round_label=rubber.round_label,
        table=rubber.table,
        player_a_id=rubber.player_a_id,
        player_b_id=rubber.player_b_id,
    )
    _note(club, LINKS_MADE, [link], {"rubber": rubber.public_id}, by=by)
    return NewLink(link, token)


@transaction.atomic
def make_sitting_link(sitting: Sitting, *, by: User, good_for: timedelta = DAY) -> NewLink:
    """A link to the table of ``sitting`` and the pads of its games. Whether ``by`` may make it is for the caller."""
    club = locked_club(sitting.club_id)
    token = new_token()
    link = TableLink.objects.create(
        **_kept(token, club=club, by=by, at=timezone.now(), good_for=good_for),
        sitting=sitting,
        table=sitting.name,
    )
    _note(club, LINKS_MADE, [link], {"sitting": sitting.public_id}, by=by)
    return NewLink(link, token)


@transaction.atomic
def make_links(
    event: Event, tables: Sequence[DrawnTable], *, by: User, good_for: timedelta = DAY
) -> list[NewLink]:
    """A link for each of these pairings of one round, in their order.

    Their rubbers are opened when somebody opens the links. Whether ``by`` may make them is for the caller to ask.
    """
    if not tables:
        return []
    club = locked_club(event.club_id)
    now = timezone.now()
    tokens = [new_token() for _ in tables]
    links = TableLink.objects.bulk_create(
        TableLink(
            **_kept(token, club=club, by=by, at=now, good_for=good_for),
            event=event,
            round_label=drawn.round_label,
            table=drawn.table,
            player_a=drawn.players[0],
            player_b=drawn.players[1],
        )
        for drawn, token in zip(tables, tokens, strict=True)
    )
    told = {"event": event.public_id, "round": tables[0].round_label}
    _note(club, LINKS_MADE, links, told, by=by)
    return [NewLink(link, token) for link, token in zip(links, tokens, strict=True)]


@transaction.atomic
def revoke_links(club: Club, links: Iterable[TableLink], *, by: User | None) -> int:
    """Take links of one club back; how many there were that had not been before."""
    club = locked_club(club.pk)
    wanted = [link.pk for link in links]
    open_ones = TableLink.objects.filter(club=club, pk__in=wanted, revoked_at__isnull=True)
    revoked = list(open_ones.select_for_update(no_key=True).order_by("pk"))
    if not revoked:
        return 0
    TableLink.objects.filter(pk__in=[link.pk for link in revoked]).update(revoked_at=timezone.now())
    _note(club, LINKS_REVOKED, revoked, {}, by=by)
    return len(revoked)


def _note(
    club: Club, kind: str, links: Sequence[TableLink], told: Mapping[str, str], *, by: User | None
) -> None:
    ids: list[JsonValue] = [link.public_id for link in links]
    append_club_fact(club, kind, {**told, "links": ids}, by=by)


def refusal_of(link: TableLink) -> Literal["", "link_expired", "link_revoked"]:
    """Why ``link`` (club, maker and rubber loaded) lets nobody in any more, whatever its rubber; empty: it does."""
    if link.revoked_at is not None:
        return "link_revoked"
    if link.expires_at <= timezone.now():
        return "link_expired"
    return "" if link.created_by.is_active and _may_still(link) else "link_revoked"


def _may_still(link: TableLink) -> bool:
    """Whether its maker may do himself what it opens."""
    powers = powers_of(link.created_by, link.club)
    if link.sitting_id is not None:
        return powers.can("run_sitting")
    players = link.rubber or link
    a, b = players.player_a_id, players.player_b_id
    return a is not None and b is not None and powers.may_enter(a, b)


def stored_link(**which: str) -> TableLink | None:
    """A link with all that is asked of it: its rubber with players and event, its club, its maker."""
    rows = TableLink.objects.select_related(
        "club",
        "created_by",
        "event",
        "player_a",
        "player_b",
        "sitting",
        "rubber__club",
        "rubber__event",
        "rubber__player_a",
        "rubber__player_b",
    )
    return rows.filter(**which).first()


def link_at_table(public_id: str) -> TableLink | None:
    """A link whose table is being scored: its maker, its rubber with club, players and event, its sitting with club."""
    rows = TableLink.objects.select_related(
        "created_by",
        "rubber__club",
        "rubber__event",
        "rubber__player_a",
        "rubber__player_b",
        "rubber__sitting_game__sitting",
        "sitting__club",
        "sitting__event",
    )
    link = rows.filter(public_id=public_id).first()
    if link is not None and link.rubber is not None and link.rubber.club_id == link.club_id:
        link.club = link.rubber.club
    if link is not None and link.sitting is not None and link.sitting.club_id == link.club_id:
        link.club = link.sitting.club
    return link


def open_link(text: str) -> tuple[TableLink, Rubber]:
    """The link with this code (as it was typed), and its rubber: of a drawn pairing it is opened now.

    Raises ``TableLinkError``; that of a sitting leads to no rubber.
    """
    link = good_link(text)
    return link, rubber_of_link(link)


def good_link(text: str) -> TableLink:
    """The link with this code (as it was typed), which lets in. Raises ``TableLinkError``."""
    token = read_token(text)
    link = stored_link(token_hash=token_hash(token)) if token else None
    if link is None:
        raise TableLinkError("unknown")
    if refusal := refusal_of(link):
        raise TableLinkError(refusal, link)
    return link


def rubber_of_link(link: TableLink) -> Rubber:
    """The rubber that a good link leads to. Raises ``TableLinkError``."""
    rubber = link.rubber or _opened_rubber(link)
    link.rubber = rubber
    if rubber.state in OVER:
        raise TableLinkError("link_over", link)
    note_opened(link)
    return rubber


def note_opened(link: TableLink) -> None:
    """Write down that the link was opened now."""
    link.opened_at = timezone.now()
    TableLink.objects.filter(pk=link.pk).update(opened_at=link.opened_at)


@transaction.atomic
def _opened_rubber(link: TableLink) -> Rubber:
    """The rubber of the link's pairing: the one that is there, or a new one. Two who ask at once get the same."""
    locked_club(link.club_id)
    now = stored_link(public_id=link.public_id)
    if now is None or now.event is None or now.player_a is None or now.player_b is None:
        raise TableLinkError("not_drawn", link)
    if now.rubber is not None:
        return now.rubber
    act = Act(by=link.created_by, key=f"table link {link.public_id}", link=link)
    players = (now.player_a.public_id, now.player_b.public_id)
    try:
        rubber = rubber_of_pairing(now.event, link.round_label, players, act=act)
    except DecidedPairingError:
        raise TableLinkError("link_over", link) from None
    except NotPairedError:
        raise TableLinkError("not_drawn", link) from None
    TableLink.objects.filter(pk=link.pk).update(rubber=rubber)
    return rubber
