"""News of a club, written for its webhooks in the transaction of what it tells of.

Where the club has no webhook that costs one question, asked only where there is something to tell. Whoever tells holds
the event that the news is of: so the order of the deliveries' keys is the order in which things were committed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias, get_args

import orjson
from django.db import connection, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.common.bulk import insert_rows, reserve_ids
from matches.common.claims import shared_now
from matches.common.enqueue import enqueue_webhooks
from matches.models import Delivery, Webhook
from matches.models.causes import current_request_id
from matches.models.ids import new_public_id
from matches.webhooks.payloads import Data, moment

Kind: TypeAlias = Literal[
    "rubber.result",
    "rubber.reported",
    "rubber.disputed",
    "rubber.corrected",
    "rubber.voided",
    "draw.released",
    "draw.changed",
    "draw.withdrawn",
    "event.complete",
    "event.reopened",
    "review.done",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
PING: Final = "ping"
"""What a trial message is of; it goes to a webhook whatever kinds it wants."""
PING_QUEUE: Final = "ping"

KIND_WORDS: Final[dict[Kind, str | Promise]] = {
    "rubber.result": _("a result counts"),
    "rubber.reported": _("a result is reported, and waits to be confirmed"),
    "rubber.disputed": _("a result is disputed"),
    "rubber.corrected": _("a rubber is corrected"),
    "rubber.voided": _("a rubber is declared void"),
    "draw.released": _("a round's draw is released"),
    "draw.changed": _("a released draw changes"),
    "draw.withdrawn": _("a released draw is taken back"),
    "event.complete": _("an event is complete"),
    "event.reopened": _("a complete event goes on"),
    "review.done": _("a rubber is reviewed"),
}


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened in a club (primary key). ``event`` is the public id of the one that it is of, in whose
    queue it waits; ``data`` has no names of people.
    """

    kind: Kind
    club: int
    event: str
    data: Data


DELIVERY_COLUMNS: Final = (
    "id",
    "public_id",
    "webhook_id",
    "kind",
    "queue",
    "body",
    "made_at",
    "state",
    "attempts",
    "next_at",
    "problem",
    "replay_of_id",
    "request_id",
)


def tell(
    clubs: Collection[int],
    kinds: Collection[Kind],
    make: Callable[[Collection[int]], Sequence[News]],
) -> None:
    """Write the news of ``clubs`` (primary keys) that somebody wants; ``make``, whose news are of ``kinds``, is asked
    for those of clubs with a webhook for one of them, and not at all where none has. The caller holds the transaction.
    """
    if not clubs:
        return
    hooks = Webhook.objects.filter(club__in=clubs, stopped_at__isnull=True).select_related("club")
    wanting = [hook for hook in hooks if not set(kinds).isdisjoint(hook.kinds)]
    staying = _held(hook.pk for hook in wanting)
    wanting = [hook for hook in wanting if hook.pk in staying]
    if not wanting:
        return
    news = make({hook.club_id for hook in wanting})
    wanted = [
        (hook, each)
        for each in news
        for hook in wanting
        if hook.club_id == each.club and each.kind in hook.kinds
    ]
    if not wanted:
        return
    keys, due_at = reserve_ids(Delivery, len(wanted)), shared_now()
    rows = []
    for key, (hook, each) in zip(keys, wanted, strict=True):
        body = new_body(each.kind, hook, key, event=each.event, data=each.data)
        rows.append(delivery_row(key, hook.pk, each.kind, each.event, body, due_at=due_at))
    insert_rows(Delivery, DELIVERY_COLUMNS, rows)
    send_on_commit()


def _held(hooks: Iterable[int]) -> set[int]:
    """Those of the webhooks that are still there, and stay until the transaction ends.

    Whoever takes one away waits for that: a result that is told meanwhile must not fail for want of it. Those who tell
    do not wait for one another.
    """
    keys = list(hooks)
    if not keys or connection.vendor != "postgresql":
        return set(keys)
    table = connection.ops.quote_name(Webhook._meta.db_table)
    with connection.cursor() as cursor:
        # The name is that of our own table.
        held = f"SELECT id FROM {table} WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"  # noqa: S608 (our own name)
        cursor.execute(held, [keys])
        return {key for (key,) in cursor.fetchall()}


def new_body(kind: str, hook: Webhook, key: int, *, event: str | None, data: Data) -> Data:
    """The body of a new message to ``hook``, club loaded. ``key`` is its delivery's: its place in the order."""
    return {
        "id": new_public_id(),
        "kind": kind,
        "at": moment(timezone.now()),
        "club": hook.club.public_id,
        "event": event,
        "order": key,
        "data": data,
    }


def delivery_row(
    key: int, hook: int, kind: str, queue: str, body: Data, *, due_at: datetime, replay_of: int | None = None
) -> tuple[Any, ...]:
    """A delivery that waits, in the order of ``DELIVERY_COLUMNS``; ``due_at`` goes by the clock that all senders ask.

    A new message's is known by the message's own id.
    """
    public_id = new_public_id() if replay_of else body["id"]
    told = orjson.dumps(body).decode()
    state, by = Delivery.State.WAITING, current_request_id()
    return key, public_id, hook, kind, queue, told, timezone.now(), state, 0, due_at, "", replay_of, by


def send_on_commit() -> None:
    """Ask for what waits to be sent once the transaction is committed."""
    transaction.on_commit(enqueue_webhooks)
