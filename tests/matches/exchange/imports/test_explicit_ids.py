"""Whom a file may name by a public id, and that nobody else can be told from somebody who is not here."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from django.utils import timezone

from matches.exchange.imports.import_rubbers import RubberImport
from matches.exchange.queries.exports import exported_rubbers, rubbers_to_export
from matches.models import Club, Membership, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.files import fates, import_text, rubber_text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def upload(text: str, target: Club) -> list[str]:
    """What becomes of a text that somebody of the club brings in on its pages."""
    by = User.objects.create_user(f"{target.slug}-{User.objects.count()}@example.org")
    importing = RubberImport(io.BytesIO(text.encode()), source="-", club=target, by=by)
    return [str(outcome) for outcome in importing.outcomes()]


def on_list(target: Club) -> Player:
    return Player.objects.create(club=target, name="Orford")


def visiting_member(target: Club) -> Player:
    player = on_list(make_club("garrick"))
    Membership.objects.create(club=target, player=player)
    return player


def alias_on_list(target: Club) -> Player:
    return Player.objects.create(club=target, name="Lord", merged_into=on_list(target))


def alias_of_visiting_member(target: Club) -> Player:
    survivor = visiting_member(target)
    return Player.objects.create(club=survivor.club, name="Lord", merged_into=survivor)


def stranger(target: Club) -> Player:
    return on_list(make_club("garrick"))


def former_member(target: Club) -> Player:
    player = visiting_member(target)
    player.memberships.update(until=timezone.localdate())
    return player


def forgotten(target: Club) -> Player:
    return Player.objects.create(club=target, name="")


@pytest.mark.parametrize("known", [on_list, visiting_member, alias_on_list, alias_of_visiting_member])
def test_people_of_a_club_may_name_those_whom_it_knows_by_their_ids(known: Callable[[Club], Player]) -> None:
    target = make_club()
    player = known(target)

    (told,) = upload(rubber_text(ids=[f'[AId "{player.public_id}"]']), target)

    assert ": confirmed" in told
    assert Rubber.objects.get().player_a == (player.merged_into or player)


@pytest.mark.parametrize("unknown", [stranger, former_member, forgotten])
@pytest.mark.parametrize("tag", ["AId", "BId"])
def test_to_people_of_a_club_others_are_as_if_they_were_nobody(
    tag: str, unknown: Callable[[Club], Player]
) -> None:
    target = make_club()
    player = unknown(target)
    text = rubber_text(ids=[f'[{tag} "{player.public_id}"]'])

    (told,) = upload(text, target)

    (of_nobody,) = upload(text.replace(player.public_id, "bcdfghjkmnpqrs"), target)
    assert told == of_nobody.replace("bcdfghjkmnpqrs", player.public_id)
    assert ": refused" in told
    assert not Rubber.objects.exists()
    assert not target.players.filter(name="Baldwin").exists()


def test_host_may_name_a_player_of_any_club_by_his_id() -> None:
    target = make_club()
    player = stranger(target)
    assert fates(import_text(rubber_text(ids=[f'[AId "{player.public_id}"]']), club=target)) == ["confirmed"]


@pytest.mark.parametrize("is_host", [True, False])
def test_rubber_of_somebody_forgotten_is_recognised_by_the_ids_it_was_exported_with(is_host: bool) -> None:
    target = make_club()
    import_text(rubber_text(), club=target)
    Player.objects.filter(name="Orford").update(name="")
    exported = "".join(exported_rubbers(rubbers_to_export(), with_ids=True))

    if is_host:
        assert fates(import_text(exported, club=target)) == ["skipped"]
    else:
        (told,) = upload(exported, target)
        assert ": skipped" in told


def test_nothing_new_is_written_against_somebody_forgotten() -> None:
    target = make_club()
    import_text(rubber_text(), club=target)
    Player.objects.filter(name="Orford").update(name="")
    exported = "".join(exported_rubbers(rubbers_to_export(), with_ids=True))
    other = exported.replace(Rubber.objects.get().public_id, "bcdfghjkmnpqrs").replace("Autumn", "Winter")

    assert fates(import_text(other, club=target)) == ["refused"]
