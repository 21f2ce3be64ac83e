"""Two records of one person become one.

The log goes on naming the record that went: its row stays as an alias, under its name, so that a file that still uses
name or id finds the person. Everything else that pointed at it points at the one that stays.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.club_log import append_club_fact
from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.memberships import BY_RANK
from matches.clubs.permissions import powers_of
from matches.common.enqueue import enqueue_standings
from matches.events.rows_cache import forget_rows
from matches.models import (
    Club,
    Conflict,
    Entrant,
    Event,
    Exercise,
    Invitation,
    Membership,
    Pairing,
    Player,
    Rubber,
    Sitting,
    Standing,
    TableLink,
    User,
)
from matches.rubbers.apply_log_entries import lock_events
from matches.rubbers.deferred_updates import counting_rubbers_of, note_counting_rubbers
from matches.rubbers.tallies import move_tallies
from matches.sittings.write_sitting import locked_sitting, write_sitting

PLAYERS_MERGED: Final = "club.players_merged"
REASON_LENGTH: Final = 500
ENTRY: Final = ("is_entered", "number", "seed", "checked_in_at", "withdrawn_at", "place")


@transaction.atomic
def merge_players(
    stays: Player, goes: Player, *, by: User | None, reason: str = "", on_word_of: User | None = None
) -> None:
    """``goes`` turns out to be ``stays``, of the same club. Both are brought up to date.

    Raises ``PeopleError`` where they can't be one person, or not without somebody's losing his account, and where
    an account would come to a greater role than ``on_word_of`` may give, by default ``by``; None may give any.
    """
    club = locked_club(stays.club_id)
    stays.refresh_from_db()
    goes.refresh_from_db()
    if problem := why_not_merge(stays, goes):
        raise PeopleError(problem)
    _require_power_over_roles(stays, goes, on_word_of or by)
    sittings = list(Sitting.objects.filter(people__player=goes).order_by("pk").values_list("pk", flat=True))
    events = _locked_events_of(goes, sittings)
    counted = counting_rubbers_of(goes)
    _hand_over_account(stays, goes)
    goes.merged_into = stays
    goes.save(update_fields=["merged_into"])
    goes.aliases.update(merged_into=stays)
    Rubber.objects.filter(player_a=goes).update(player_a=stays)
    Rubber.objects.filter(player_b=goes).update(player_b=stays)
    move_tallies(goes.pk, to=stays.pk)
    Conflict.objects.filter(player_a=goes).update(player_a=stays)
    Conflict.objects.filter(player_b=goes).update(player_b=stays)
    for entrant in Entrant.objects.filter(player=goes).select_related("event"):
        _move_entrant(entrant, stays)
    _move_memberships(stays, goes)
    _move_invitations(stays, goes)
    _move_exercises(stays, goes)
    _move_table_links(stays, goes)
    for sitting in sittings:
        write_sitting(locked_sitting(sitting))
    _owe_standings(events)
    note_counting_rubbers(counted)
    payload = {"player": stays.public_id, "merged": goes.public_id}
    append_club_fact(club, PLAYERS_MERGED, payload, by=by, reason=reason)


def why_not_merge(stays: Player, goes: Player) -> str:
    """What stands in the way of their being one person, in words; empty where nothing does."""
    names = {"first": str(stays), "second": str(goes)}
    if stays.pk == goes.pk:
        return _("Choose two different records.")
    if stays.club_id != goes.club_id:
        return _("Only records of one club can be merged.")
    if any(player.merged_into_id is not None or not player.name for player in (stays, goes)):
        return _("One of these records is not on the club's list any more.")
    if stays.user_id is not None and goes.user_id is not None:
        return _("%(first)s and %(second)s both have an account, so they are two people.") % names
    if have_met(stays, goes):
        return _("%(first)s and %(second)s have played each other, so they are two people.") % names
    if sitting := Sitting.objects.filter(people__player=stays).filter(people__player=goes).first():
        return _("%(first)s and %(second)s were both at the table %(table)s, so they are two people.") % {
            **names,
            "table": sitting,
        }
    if (
        event := Event.objects.filter(entrants__in=_entered(stays))
        .filter(entrants__in=_entered(goes))
        .first()
    ):
        return _(
            "%(first)s and %(second)s are both entered in %(event)s. Remove one of the two entries first; once the"
            " draw is made they are two people there."
        ) % {**names, "event": event}
    return ""


def _entered(player: Player) -> QuerySet[Entrant]:
    return Entrant.objects.filter(player=player, is_entered=True)


def _require_power_over_roles(stays: Player, goes: Player, by: User | None) -> None:
    """A record without account holds its roles in waiting: to hand them to somebody who signs in is to give them."""
    if by is None or (stays.user_id is None and goes.user_id is None):
        return
    own, other = (stays, goes) if stays.user_id is not None else (goes, stays)
    for club in Club.objects.filter(memberships__player=other).distinct():
        is_raised = _rank(other, club) < _rank(own, club)
        if is_raised and not powers_of(by, club).can("change_role"):
            raise PeopleError(
                _(
                    "By this %(name)s would get a greater role in %(club)s. Ask an owner of that club to merge the two."
                )
                % {"name": own, "club": club}
            )


def _rank(player: Player, club: Club) -> int:
    """The place in ``BY_RANK`` of the greatest role that runs or is to come; its length where there is none."""
    lasting = Q(until__isnull=True) | Q(until__gte=timezone.localdate())
    held = Membership.objects.filter(lasting, club=club, player=player).values_list("role", flat=True)
    return min((BY_RANK.index(Membership.Role(role)) for role in held), default=len(BY_RANK))


def have_met(one: Player, other: Player) -> bool:
    """Whether there is a rubber between them, whatever its state, or a place where they were to meet."""
    sides = Q(player_a=one, player_b=other) | Q(player_a=other, player_b=one)
    entrants = Q(entrant_a__player=one, entrant_b__player=other) | Q(
        entrant_a__player=other, entrant_b__player=one
    )
    return (
        Rubber.objects.filter(sides).exists()
        or Conflict.objects.filter(sides).exists()
        or Pairing.objects.filter(entrants).exists()
    )


def _locked_events_of(player: Player, sittings: Collection[int]) -> set[int]:
    """The events in which he played or was to play, locked, and his rubbers before them, and the ``sittings`` at which
    he was; all by primary key.
    """
    played = Rubber.objects.filter(Q(player_a=player) | Q(player_b=player)).order_by("pk")
    events = {*played.select_for_update(no_key=True).values_list("event_id", flat=True)}
    for sitting in sittings:
        locked_sitting(sitting)
    events |= {*Entrant.objects.filter(player=player).values_list("event_id", flat=True)}
    lock_events(pk__in=events)
    return events


def _hand_over_account(stays: Player, goes: Player) -> None:
    if goes.user_id is None:
        return
    user, goes.user = goes.user, None
    goes.save(update_fields=["user"])
    # Whether his figures are shared is his own choice, made on the record that had the account.
    stays.user, stays.shares_reviews = user, goes.shares_reviews
    stays.save(update_fields=["user", "shares_reviews"])


def _move_entrant(entrant: Entrant, stays: Player) -> None:
    there = Entrant.objects.filter(event=entrant.event_id, player=stays).first()
    if there is None:
        entrant.player = stays
        entrant.save(update_fields=["player"])
        return
    Pairing.objects.filter(entrant_a=entrant).update(entrant_a=there)
    Pairing.objects.filter(entrant_b=entrant).update(entrant_b=there)
    # Places in the table are computed anew; until then the table has a gap rather than one person twice.
    Standing.objects.filter(entrant=entrant).delete()
    entrant.delete()
    if entrant.is_entered:
        _take_entry_over(there, entrant)


def _take_entry_over(there: Entrant, entrant: Entrant) -> None:
    """``there``, whom rubbers alone had in the event, is entered as ``entrant`` was."""
    for column in ENTRY:
        setattr(there, column, getattr(entrant, column))
    there.save(update_fields=ENTRY)


def _move_memberships(stays: Player, goes: Player) -> None:
    """His are both records' memberships; of those without an end the greatest role in each club."""
    Membership.objects.filter(player=goes, until__isnull=False).update(player=stays)
    endless = Membership.objects.filter(player__in=(stays, goes), until__isnull=True)
    for club in Club.objects.filter(memberships__in=endless).distinct():
        held = sorted(endless.filter(club=club), key=lambda each: BY_RANK.index(Membership.Role(each.role)))
        kept, lesser = held[0], held[1:]
        since = min(each.since for each in held)
        Membership.objects.filter(pk__in=[each.pk for each in lesser]).delete()
        Membership.objects.filter(pk=kept.pk).update(player=stays, since=since)


def _move_invitations(stays: Player, goes: Player) -> None:
    invitations = Invitation.objects.filter(player=goes)
    if stays.user_id is not None:
        # Nobody else may take a record over that has its owner.
        both = Invitation.objects.filter(player__in=(stays, goes), accepted_at__isnull=True)
        both.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
    invitations.update(player=stays)


def _move_exercises(stays: Player, goes: Player) -> None:
    """His are both records' exercises; of one that was set to both the row that was answered later."""
    both = Exercise.objects.filter(player__in=(stays, goes))
    kept = {
        (each.rubber_id, each.game, each.deal, each.token, each.kind): each.pk
        for each in both.order_by(F("answered_at").asc(nulls_first=True), "pk")
    }
    both.exclude(pk__in=kept.values()).delete()
    both.update(player=stays)


def _move_table_links(stays: Player, goes: Player) -> None:
    """A link leads to the rubber of two people; one between these two leads nowhere, and stays what it was."""
    TableLink.objects.filter(player_a=goes).exclude(player_b=stays).update(player_a=stays)
    TableLink.objects.filter(player_b=goes).exclude(player_a=stays).update(player_b=stays)


def _owe_standings(events: Collection[int]) -> None:
    Event.objects.filter(pk__in=events).update(standings_position=0)
    forget_rows(events)
    transaction.on_commit(lambda: enqueue_standings(sorted(events)))
