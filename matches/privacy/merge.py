"""Merge two player rows of one person.

The merged row stays as an alias with its name, because the log goes on naming it, and files that use its name
or id have to find the person. Everything else that referred to it refers to the surviving row afterwards.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.log_entries import append_club_fact
from matches.clubs.memberships import BY_RANK
from matches.clubs.roles import powers_of
from matches.common.enqueue import enqueue_standings
from matches.events.stored_rows import forget_rows
from matches.figures.deferred_updates import counting_rubbers_of, note_counting_rubbers
from matches.models import (
    Club,
    Conflict,
    Entrant,
    Event,
    Exercise,
    FormerName,
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
from matches.rubbers.tallies import move_tallies
from matches.rubbers.transition import lock_events
from matches.sittings.write_sitting import locked_sitting, write_sitting

PLAYERS_MERGED: Final = "club.players_merged"
REASON_LENGTH: Final = 500
ENTRY: Final = ("is_entered", "number", "seed", "checked_in_at", "withdrawn_at", "place")


@transaction.atomic
def merge_players(
    survivor: Player, merged: Player, *, by: User | None, reason: str = "", on_word_of: User | None = None
) -> None:
    """Merge the player ``merged`` into ``survivor``, of the same club; both are refreshed from the database.

    If one of the two has an account, it may get the roles of the other. ``on_word_of`` is the user who must
    be allowed to give these roles, or None for ``by``; if both are None, nothing is checked. Raises
    ``PeopleError`` if the two cannot be one person, if each has an account, or if the user may not give the
    roles.
    """
    club = locked_club(survivor.club_id)
    survivor.refresh_from_db()
    merged.refresh_from_db()
    if problem := why_not_merge(survivor, merged):
        raise PeopleError(problem)
    _require_power_over_roles(survivor, merged, on_word_of or by)
    sittings = list(Sitting.objects.filter(people__player=merged).order_by("pk").values_list("pk", flat=True))
    events = _locked_events_of(merged, sittings)
    counting_rubbers = counting_rubbers_of(merged)
    _hand_over_account(survivor, merged)
    merged.merged_into = survivor
    merged.save(update_fields=["merged_into"])
    merged.aliases.update(merged_into=survivor)
    Rubber.objects.filter(player_a=merged).update(player_a=survivor)
    Rubber.objects.filter(player_b=merged).update(player_b=survivor)
    move_tallies(merged.pk, to=survivor.pk)
    Conflict.objects.filter(player_a=merged).update(player_a=survivor)
    Conflict.objects.filter(player_b=merged).update(player_b=survivor)
    for entrant in Entrant.objects.filter(player=merged).select_related("event"):
        _move_entrant(entrant, survivor)
    FormerName.objects.filter(player=merged).update(player=survivor)
    _move_memberships(survivor, merged)
    _move_invitations(survivor, merged)
    _move_exercises(survivor, merged)
    _move_table_links(survivor, merged)
    for sitting in sittings:
        write_sitting(locked_sitting(sitting))
    _mark_standings_pending(events)
    note_counting_rubbers(counting_rubbers)
    payload = {"player": survivor.public_id, "merged": merged.public_id}
    append_club_fact(club, PLAYERS_MERGED, payload, by=by, reason=reason)


def why_not_merge(survivor: Player, merged: Player) -> str:
    """Return a sentence that says why the two players cannot be one person, or an empty string."""
    names = {"first": str(survivor), "second": str(merged)}
    if survivor.pk == merged.pk:
        return _("Choose two different players.")
    if survivor.club_id != merged.club_id:
        return _("Only players of the same club can be merged.")
    if any(player.merged_into_id is not None or not player.name for player in (survivor, merged)):
        return _("One of these players is no longer on the club’s list.")
    if survivor.user_id is not None and merged.user_id is not None:
        return _("%(first)s and %(second)s both have an account, so they are two people.") % names
    if have_met(survivor, merged):
        return _("%(first)s and %(second)s have played each other, so they are two people.") % names
    if sitting := Sitting.objects.filter(people__player=survivor).filter(people__player=merged).first():
        return _(
            "%(first)s and %(second)s were at the table %(table)s at the same time, so they are two people."
        ) % {
            **names,
            "table": sitting,
        }
    if (
        event := Event.objects.filter(entrants__in=_entered(survivor))
        .filter(entrants__in=_entered(merged))
        .first()
    ):
        return _(
            "%(first)s and %(second)s are both entered in %(event)s. Remove one of the entries first."
            " Once the event is drawn, they cannot be merged."
        ) % {**names, "event": event}
    return ""


def _entered(player: Player) -> QuerySet[Entrant]:
    return Entrant.objects.filter(player=player, is_entered=True)


def _require_power_over_roles(survivor: Player, merged: Player, by: User | None) -> None:
    """Raise an error if an account gets a role that the merging user may not give.

    A player without an account can't use their roles: to merge them with an account is to give it these roles.
    """
    if by is None or (survivor.user_id is None and merged.user_id is None):
        return
    own, other = (survivor, merged) if survivor.user_id is not None else (merged, survivor)
    for club in Club.objects.filter(memberships__player=other).distinct():
        is_raised = _rank(other, club) < _rank(own, club)
        if is_raised and not powers_of(by, club).can("change_role"):
            raise PeopleError(
                _(
                    "This would give %(name)s a higher role in %(club)s. Ask an owner of that club to merge the"
                    " two."
                )
                % {"name": own, "club": club}
            )


def _rank(player: Player, club: Club) -> int:
    """Return the place in ``BY_RANK`` of the greatest present or future role, or its length without any."""
    lasting = Q(until__isnull=True) | Q(until__gte=timezone.localdate())
    roles = Membership.objects.filter(lasting, club=club, player=player).values_list("role", flat=True)
    return min((BY_RANK.index(Membership.Role(role)) for role in roles), default=len(BY_RANK))


def have_met(one: Player, other: Player) -> bool:
    """Return whether the two players are opponents in a rubber (in any state), a conflict or a pairing."""
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
    played = Rubber.objects.filter(Q(player_a=player) | Q(player_b=player)).order_by("pk")
    events = {*played.select_for_update(no_key=True).values_list("event_id", flat=True)}
    for sitting in sittings:
        locked_sitting(sitting)
    events |= {*Entrant.objects.filter(player=player).values_list("event_id", flat=True)}
    lock_events(pk__in=events)
    return events


def _hand_over_account(survivor: Player, merged: Player) -> None:
    if merged.user_id is None:
        return
    user, merged.user = merged.user, None
    merged.save(update_fields=["user"])
    # Sharing reviews is the user's own choice, made on the record that had the account.
    survivor.user, survivor.shares_reviews = user, merged.shares_reviews
    survivor.save(update_fields=["user", "shares_reviews"])


def _move_entrant(entrant: Entrant, survivor: Player) -> None:
    existing = Entrant.objects.filter(event=entrant.event_id, player=survivor).first()
    if existing is None:
        entrant.player = survivor
        entrant.save(update_fields=["player"])
        return
    Pairing.objects.filter(entrant_a=entrant).update(entrant_a=existing)
    Pairing.objects.filter(entrant_b=entrant).update(entrant_b=existing)
    # Places in the table are computed again. Until then a gap is better than one person twice.
    Standing.objects.filter(entrant=entrant).delete()
    entrant.delete()
    if entrant.is_entered:
        # The existing one was in the event only through rubbers.
        for column in ENTRY:
            setattr(existing, column, getattr(entrant, column))
        existing.save(update_fields=ENTRY)


def _move_memberships(survivor: Player, merged: Player) -> None:
    """Give the person both records' memberships; of those without an end, the greatest role in each club."""
    Membership.objects.filter(player=merged, until__isnull=False).update(player=survivor)
    endless = Membership.objects.filter(player__in=(survivor, merged), until__isnull=True)
    for club in Club.objects.filter(memberships__in=endless).distinct():
        memberships = sorted(
            endless.filter(club=club), key=lambda each: BY_RANK.index(Membership.Role(each.role))
        )
        kept, lesser = memberships[0], memberships[1:]
        since = min(each.since for each in memberships)
        Membership.objects.filter(pk__in=[each.pk for each in lesser]).delete()
        Membership.objects.filter(pk=kept.pk).update(player=survivor, since=since)


def _move_invitations(survivor: Player, merged: Player) -> None:
    invitations = Invitation.objects.filter(player=merged)
    if survivor.user_id is not None:
        # Nobody else may take over a record that has an owner.
        both = Invitation.objects.filter(player__in=(survivor, merged), accepted_at__isnull=True)
        both.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
    invitations.update(player=survivor)


def _move_exercises(survivor: Player, merged: Player) -> None:
    """Give the person both records' exercises; of one set to both, the row that was answered later."""
    both = Exercise.objects.filter(player__in=(survivor, merged))
    kept = {
        (each.rubber_id, each.game, each.deal, each.token, each.kind): each.pk
        for each in both.order_by(F("answered_at").asc(nulls_first=True), "pk")
    }
    both.exclude(pk__in=kept.values()).delete()
    both.update(player=survivor)


def _move_table_links(survivor: Player, merged: Player) -> None:
    """Move the links. One between these two players leads to no rubber, and is left unchanged."""
    TableLink.objects.filter(player_a=merged).exclude(player_b=survivor).update(player_a=survivor)
    TableLink.objects.filter(player_b=merged).exclude(player_a=survivor).update(player_b=survivor)


def _mark_standings_pending(events: Collection[int]) -> None:
    Event.objects.filter(pk__in=events).update(standings_position=0)
    forget_rows(events)
    transaction.on_commit(lambda: enqueue_standings(sorted(events)))
