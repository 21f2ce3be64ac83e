"""Opening a pool or a French table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.clock import club_today
from matches.clubs.locks import locked_club
from matches.common.clean_names import tidy_name
from matches.common.command_context import Act, done_before, log_key
from matches.models import Club, Event, Sitting
from matches.models.ids import new_public_id
from matches.rubbers.prepare_record import COLUMN_LENGTH
from matches.rules.events.facts import PlayerId
from matches.rules.sittings.facts import SittingKind
from matches.sittings.current_state import SittingLog
from matches.sittings.errors import SittingNameError
from matches.sittings.record_facts import (
    LockedSitting,
    NewSittingFact,
    append_sitting_facts,
    person_called,
)

NOTHING: Final = SittingLog((), {})
"""The log of a sitting before it is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSitting:
    """What is said of a table when it is opened. ``terms`` as ``matches.rules.sittings.facts`` has them.

    ``event``: where its games count; None for outside any. ``people`` come to it at once, in their order, by their
    public ids; after them ``names``, of whom those of ``new`` are put on the club's list.
    """

    kind: SittingKind
    name: str
    terms: Mapping[str, Any]
    event: Event | None = None
    people: tuple[PlayerId, ...] = ()
    names: tuple[str, ...] = ()
    new: frozenset[str] = frozenset()


@transaction.atomic
def open_sitting(club: Club, said: NewSitting, *, act: Act) -> Sitting:
    """Open it. Raises ``SittingNameError``, ``NewNameError``, ``PeopleError``, and ``SittingActError``."""
    name = _checked_name(said.name)
    club = locked_club(club.pk)
    key = log_key(act, f"club:{club.public_id}:sitting")
    if before := done_before(key):
        return Sitting.objects.select_related("club", "event").get(public_id=before.stream.partition(":")[2])
    payload = {
        "kind": said.kind,
        "name": name,
        "date": club_today(club).isoformat(),
        "currency": club.currency,
        "terms": dict(said.terms),
        "club": club.public_id,
        "event": "" if said.event is None else said.event.public_id,
    }
    row = insert_sitting(new_public_id(), payload, club=club, event=said.event, at=timezone.now())
    locked = LockedSitting(row, NOTHING, NOTHING.state)
    opening: NewSittingFact = ("opened", payload)
    append_sitting_facts(locked, [opening, *_joined(club, said, act)], act=act, key=key)
    return row


def insert_sitting(
    public_id: str, payload: Mapping[str, Any], *, club: Club, event: Event | None, at: datetime
) -> Sitting:
    """The row of a sitting that was opened so, nothing derived yet."""
    return Sitting.objects.create(
        public_id=public_id,
        club=club,
        event=event,
        kind=payload["kind"],
        name=payload["name"],
        currency=payload["currency"],
        date=payload["date"],
        opened_at=at,
        changed_at=at,
    )


def _joined(club: Club, said: NewSitting, act: Act) -> list[NewSittingFact]:
    names = {tidy: name for name in said.names if (tidy := tidy_name(name))}
    called = [person_called(club, name, may_be_new=name in said.new, act=act) for name in names.values()]
    people = dict.fromkeys([*said.people, *(each.public_id for each in called)])
    return [("joined", {"player": public_id}) for public_id in people]


def _checked_name(name: str) -> str:
    tidy = tidy_name(name)
    if not tidy:
        raise SittingNameError(_("Give the table a name."))
    if len(tidy) > COLUMN_LENGTH:
        raise SittingNameError(
            _("The name is longer than %(most)d characters; shorten it.") % {"most": COLUMN_LENGTH}
        )
    return tidy
