"""Export everything stored about one person as JSON, in pieces, because there can be many rubbers.

A user gets everything about all their players. For a player without an account, which an owner exports, the
file has the data of that club alone: rubbers, sittings, ratings and honours, and the review figures if they
are shared. The cards of live rubbers are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import orjson
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Substr

from matches.models import (
    ApiToken,
    Club,
    DealReview,
    Decision,
    Exercise,
    FormerName,
    Honour,
    Invitation,
    LogEntry,
    Membership,
    PadEntry,
    Player,
    Posting,
    Rating,
    Rubber,
    SittingPerson,
    TableLink,
    User,
)
from matches.reviews.queries import latest_reviews
from matches.rubbers.text import PublicIds, named_text
from matches.rules.figures.accuracy import ACCURACY_VERSION, LEAST_OF_SIDE, accuracy_of

ROWS_AT_A_TIME: Final = 200
DECISION_COLUMNS: Final = (
    *("game", "deal", "kind", "trick", "chosen", "best", "expected", "loss", "se"),
    *("chances", "equity_loss", "equity_se", "rubber_loss", "stake_loss", "label"),
    *("method", "book", "reasons"),
)
DEAL_COLUMNS: Final = (
    *("game", "deal", "dealt_marks", "turned_marks", "drawn_marks", "result_marks", "luck_se"),
    *("dealt_chance", "turned_chance", "drawn_chance", "result_chance", "moments"),
)
RATING_COLUMNS: Final = (
    *("club__name", "week", "rating", "deviation", "volatility", "games", "won", "expected"),
)
HONOUR_COLUMNS: Final = ("club__name", "kind", "season", "rank", "value", "standing_on")
LINK_COLUMNS: Final = (
    *("rubber__public_id", "event__public_id", "sitting__public_id", "round_label", "table", "hint"),
    *("created_at", "expires_at", "opened_at", "revoked_at"),
)
TOKEN_COLUMNS: Final = ("name", "scopes", "hint", "created_at", "expires_at", "last_used_at", "revoked_at")
POSTING_COLUMNS: Final = ("game", "amount", "why")
PAD_COLUMNS: Final = ("rubber__public_id", "kind", "told", "outcome", "received_at")
EXERCISE_COLUMNS: Final = (
    *("rubber__public_id", "game", "deal", "kind"),
    *("answered", "right_in_a_row", "last_answer", "answered_at", "due_at"),
)


def export_person(person: User | Player) -> Iterator[bytes]:
    """Yield the pieces of one JSON object with everything stored about a person.

    ``person`` is a user, with all their players, or a player without an account, whose club must be loaded.
    """
    parts: list[Iterable[bytes]] = []
    rubbers, tables = Rubber.objects.all(), SittingPerson.objects.all()
    ratings, honours = Rating.objects.all(), Honour.objects.all()
    has_decisions = True
    if isinstance(person, Player):
        players = [person]
        rubbers, tables = rubbers.filter(club=person.club_id), tables.filter(sitting__club=person.club_id)
        ratings, honours = ratings.filter(club=person.club_id), honours.filter(club=person.club_id)
        is_decided = person.club.analyses != Club.Analyses.UNDECIDED
        has_decisions = is_decided or person.shares_reviews or person.club.reviews_open
    else:
        players = list(person.players.select_related("club").order_by("pk"))
        links = TableLink.objects.filter(created_by=person).values(*LINK_COLUMNS)
        parts += [
            [b'"account":' + orjson.dumps(_account(person))],
            _list("tokens", ApiToken.objects.filter(user=person).values(*TOKEN_COLUMNS)),
            _list("invitations", _invitations(person)),
            _list("log", _log(person)),
            _list("table_links", links),
            _list("pad_entries", _pad_entries(person)),
        ]
    parts += [
        _list("players", map(_player, players)),
        _list("rubbers", _rubbers(rubbers, players, has_decisions=has_decisions)),
        _list("tables", _tables(tables, players)),
        _list("ratings", _rows_of(ratings, players, RATING_COLUMNS)),
        _list("honours", _rows_of(honours, players, HONOUR_COLUMNS)),
    ]
    if has_decisions:
        parts.append(_list("exercises", _exercises(rubbers, players)))
    yield b"{"
    for number, part in enumerate(parts):
        if number:
            yield b","
        yield from part
    yield b"}\n"


def _list(name: str, rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    yield orjson.dumps(name) + b":["
    for number, row in enumerate(rows):
        yield (b",\n" if number else b"\n") + orjson.dumps(row)
    yield b"]"


def _account(user: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    return {
        "id": user.public_id,
        "email": user.email,
        "name": user.name,
        "language": user.language,
        "joined_at": user.joined_at,
        "last_login": user.last_login,
        "addresses": list(addresses.values("email", "verified", "primary")),
        "second_factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
    }


def _invitations(user: User) -> Iterator[dict[str, Any]]:
    accepted = Invitation.objects.filter(accepted_by=user).select_related("club")
    for invitation in accepted.order_by("pk"):
        yield {
            "club": invitation.club.name,
            "role": invitation.role,
            "email": invitation.email,
            "accepted_at": invitation.accepted_at,
        }


def _log(user: User) -> Iterator[Mapping[str, Any]]:
    """Yield what the user entered, confirmed, corrected or decided, without payloads of live rubbers."""
    public_id = Substr(OuterRef("stream"), len("rubber:") + 1)
    live = Rubber.objects.filter(state=Rubber.State.LIVE, public_id=public_id)
    entries = LogEntry.objects.filter(by=user).annotate(is_live=Exists(live)).order_by("pk")
    columns = ("stream", "version", "kind", "payload", "at", "reason")
    for row in entries.values(*columns, "is_live").iterator(chunk_size=ROWS_AT_A_TIME):
        if row.pop("is_live"):
            del row["payload"]
        yield row


def _pad_entries(user: User) -> Iterator[Mapping[str, Any]]:
    """Yield what the user sent from score pads themselves, without the contents for live rubbers.

    Entries by a link that the user made are left out: their sender is unknown.
    """
    sent = PadEntry.objects.filter(by=user, link__isnull=True).order_by("pk")
    rows = sent.values(*PAD_COLUMNS, "rubber__state")
    for row in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        if row.pop("rubber__state") == Rubber.State.LIVE:
            del row["told"]
        yield row


def _player(player: Player) -> dict[str, Any]:
    memberships = Membership.objects.filter(player=player).order_by("since", "pk")
    return {
        "id": player.public_id,
        "club": player.club.name,
        "name": player.name,
        "other_names": list(player.aliases.values_list("name", flat=True)),
        "former_names": list(FormerName.objects.filter(player=player).values("name", "changed_at")),
        "shares_reviews": player.shares_reviews,
        "memberships": list(memberships.values("club__name", "role", "since", "until")),
    }


def _rubbers(
    rubbers: QuerySet[Rubber], players: list[Player], *, has_decisions: bool
) -> Iterator[dict[str, Any]]:
    """Yield the person's rubbers, with the verdicts on their own choices and the luck of each deal, which is A's.

    Of a live rubber, only its existence is exported.
    """
    rubbers = (
        rubbers.filter(Q(player_a__in=players) | Q(player_b__in=players))
        .select_related("club", "event", "player_a", "player_b")
        .prefetch_related(
            Prefetch("reviews", queryset=latest_reviews().prefetch_related("decisions", "deals"))
        )
        .order_by("pk")
    )
    for rubber in rubbers.iterator(chunk_size=ROWS_AT_A_TIME):
        row: dict[str, Any] = {
            "id": rubber.public_id,
            "club": rubber.club.name,
            "event": rubber.event.name,
            "date": rubber.date,
            "state": rubber.state,
        }
        if rubber.state != Rubber.State.LIVE:
            ids = PublicIds(rubber.player_a.public_id, rubber.player_b.public_id, rubber.public_id)
            row["egn"] = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name), ids)
        if rubber.state != Rubber.State.LIVE and has_decisions:
            decisions = list(_decisions(rubber, players))
            row["decisions"] = [_columns(each, DECISION_COLUMNS) for each in decisions]
            row["accuracy"] = _accuracy(decisions)
            deals = [deal for review in rubber.reviews.all() for deal in review.deals.all()]
            row["deals"] = [_columns(each, DEAL_COLUMNS) for each in deals]
        yield row


def _tables(tables: QuerySet[SittingPerson], players: list[Player]) -> Iterator[dict[str, Any]]:
    """Yield the person's pools and French tables, with what they paid and received, in the smallest unit."""
    own = Posting.objects.filter(player__in=players).order_by("position")
    rows = tables.filter(player__in=players).select_related("sitting__club").defer("sitting__state")
    rows = rows.prefetch_related(Prefetch("sitting__postings", queryset=own)).order_by("pk")
    for row in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        postings = [each for each in row.sitting.postings.all() if each.player_id == row.player_id]
        yield {
            "id": row.sitting.public_id,
            "club": row.sitting.club.name,
            "name": row.sitting.name,
            "kind": row.sitting.kind,
            "date": row.sitting.date,
            "currency": row.sitting.currency,
            "balance": row.balance,
            "postings": [_columns(each, POSTING_COLUMNS) for each in postings],
        }


def _rows_of(
    rows: QuerySet[Rating] | QuerySet[Honour], players: list[Player], columns: Sequence[str]
) -> Iterator[Mapping[str, Any]]:
    """Yield the person's rows. The value of an honour is in thousandths, as it is stored."""
    own = rows.filter(player__in=players).order_by("pk")
    yield from own.values(*columns).iterator(chunk_size=ROWS_AT_A_TIME)


def _decisions(rubber: Rubber, players: list[Player]) -> Iterator[Decision]:
    own = {player.pk for player in players}
    seats = {"A": rubber.player_a_id, "B": rubber.player_b_id}
    for review in rubber.reviews.all():
        for decision in review.decisions.all():
            if seats[decision.player] in own:
                yield decision


def _accuracy(decisions: Iterable[Decision]) -> dict[str, Any]:
    losses = [each.equity_loss for each in decisions if each.equity_loss is not None]
    accuracy = accuracy_of(losses, least=LEAST_OF_SIDE)
    return {
        "percent": accuracy.percent,
        "decisions": accuracy.decisions,
        "least": accuracy.least,
        "version": ACCURACY_VERSION,
    }


def _columns(row: Decision | DealReview | Posting, columns: Sequence[str]) -> dict[str, Any]:
    return {column: getattr(row, column) for column in columns}


def _exercises(rubbers: QuerySet[Rubber], players: list[Player]) -> Iterator[Mapping[str, Any]]:
    exercises = Exercise.objects.filter(player__in=players, rubber__in=rubbers).order_by("pk")
    yield from exercises.values(*EXERCISE_COLUMNS).iterator(chunk_size=ROWS_AT_A_TIME)
