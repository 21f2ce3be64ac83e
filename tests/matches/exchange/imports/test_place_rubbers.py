"""Each rubber of a file has a club and players; an id that a file may not use looks the same as an unknown one."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from django.utils import timezone

from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Membership, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.files import fates, import_text, other_result, rubber_text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_club_is_made_from_its_tag_once() -> None:
    import_text(rubber_text(), rubber_text("Wheble"))
    made = Club.objects.get()
    assert (made.name, made.slug) == ("Portland", "portland")


def test_two_clubs_of_like_names_get_addresses_of_their_own() -> None:
    import_text(rubber_text(club="St. James"), rubber_text(club="St James"), rubber_text(club="!?"))
    assert sorted(Club.objects.values_list("slug", flat=True)) == ["club", "st-james", "st-james-2"]


def test_given_club_comes_before_the_tag() -> None:
    garrick = make_club("garrick")
    import_text(rubber_text(), club=garrick)
    assert Rubber.objects.get().club == garrick
    assert '[Club "Portland"]' in Rubber.objects.get().egn


def test_unknown_names_become_guests_and_are_reported() -> None:
    known = Player.objects.create(club=make_club(), name="Orford")
    (outcome,) = import_text(rubber_text())
    assert outcome.new_guests == ("Baldwin",)
    rubber = Rubber.objects.get()
    assert rubber.player_a == known
    assert rubber.player_b.is_guest


def test_member_from_another_club_is_known_by_his_name() -> None:
    portland = make_club()
    visitor = Player.objects.create(club=make_club("garrick"), name="Orford")
    Membership.objects.create(club=portland, player=visitor)
    import_text(rubber_text())
    assert Rubber.objects.get().player_a == visitor


def test_same_name_in_another_club_is_another_person() -> None:
    Player.objects.create(club=make_club("garrick"), name="Orford")
    make_club("portland")
    import_text(rubber_text())
    assert Rubber.objects.get().player_a.club.slug == "portland"


def test_player_is_found_by_id_whatever_he_is_called() -> None:
    player = Player.objects.create(club=make_club(), name="Earl of Orford")
    import_text(rubber_text(ids=[f'[AId "{player.public_id}"]']))
    assert Rubber.objects.get().player_a == player
    assert not Player.objects.filter(name="Orford").exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (rubber_text(club=None), "it has no Club tag; say with --club where it belongs"),
        (rubber_text(ids=['[AId "bcdfghjkmnpqrs"]']), "AId bcdfghjkmnpqrs is nobody's here"),
        (rubber_text(ids=['[BId "bcdfghjkmnpqrs"]']), "BId bcdfghjkmnpqrs is nobody's here"),
        (rubber_text(ids=['[RubberId "17"]']), "RubberId '17' is not an id that this service gives"),
        (rubber_text("Orford", "Orford"), "A and B are both 'Orford'"),
    ],
)
def test_rubber_without_a_place_is_refused_with_its_reason_and_makes_nothing(text: str, reason: str) -> None:
    (outcome,) = import_text(text)
    assert outcome.fate == "refused"
    assert reason in str(outcome)
    assert not Club.objects.exists()
    assert not Player.objects.exists()
    assert not Rubber.objects.exists()


def test_rubber_is_known_by_its_id_wherever_the_file_puts_it() -> None:
    import_text(rubber_text())
    public_id = Rubber.objects.get().public_id
    tagged = rubber_text(ids=[f'[RubberId "{public_id}"]'])
    assert fates(import_text(tagged)) == ["skipped"]
    assert fates(import_text(tagged.replace("Autumn", "Winter"))) == ["conflict"]
    assert Rubber.objects.count() == 1


def test_unknown_rubber_id_is_taken_over_and_recognised() -> None:
    text = rubber_text(ids=['[RubberId "bcdfghjkmnpqrs"]'])
    assert fates(import_text(text, text)) == ["confirmed", "skipped"]
    assert fates(import_text(text)) == ["skipped"]
    assert Rubber.objects.get().public_id == "bcdfghjkmnpqrs"


def test_stored_rubber_id_decides_the_club_where_none_is_given() -> None:
    demo = make_club("demo")
    import_text(rubber_text(), club=demo)
    exported = "".join(exported_rubbers(rubbers_to_export(), with_ids=True))
    assert fates(import_text(exported)) == ["skipped"]
    assert fates(import_text(exported.replace('[Club "Portland"]\n', ""))) == ["conflict"]
    assert list(Club.objects.all()) == [demo]


def test_rubber_that_came_with_an_id_is_known_without_it() -> None:
    ids = ["bcdfghjkmnpqrs", "cdfghjkmnpqrst"]
    import_text(*(rubber_text(ids=[f'[RubberId "{public_id}"]']) for public_id in ids))
    exported = "".join(exported_rubbers(rubbers_to_export()))
    assert "RubberId" not in exported
    assert fates(import_text(exported)) == ["skipped", "skipped"]


def test_rubber_that_came_without_an_id_is_known_by_its_occasion_under_another_site_s_id() -> None:
    import_text(rubber_text())
    (outcome,) = import_text(rubber_text(ids=['[RubberId "bcdfghjkmnpqrs"]']))
    assert outcome.fate == "skipped"
    assert outcome.rubber_id == Rubber.objects.get().public_id


def test_other_id_and_other_content_make_another_rubber_of_the_same_occasion() -> None:
    import_text(rubber_text(ids=['[RubberId "bcdfghjkmnpqrs"]']))
    other = other_result(rubber_text(ids=['[RubberId "cdfghjkmnpqrst"]']))
    assert fates(import_text(other)) == ["confirmed"]
    assert fates(import_text(other)) == ["skipped"]
    exported = "".join(exported_rubbers(rubbers_to_export()))
    assert fates(import_text(exported)) == ["skipped", "skipped"]


def test_rubber_id_of_another_club_is_refused() -> None:
    import_text(rubber_text())
    public_id = Rubber.objects.get().public_id
    (outcome,) = import_text(rubber_text(ids=[f'[RubberId "{public_id}"]']), club=make_club("garrick"))
    assert outcome.fate == "refused"
    assert "is a rubber of another club" in str(outcome)


def test_player_against_himself_by_id_is_refused() -> None:
    player = Player.objects.create(club=make_club(), name="Baldwin")
    (outcome,) = import_text(rubber_text("Orford", "Baldwin", ids=[f'[AId "{player.public_id}"]']))
    assert str(outcome).endswith("refused: A and B are the same player")


def upload(text: str, target: Club) -> list[str]:
    """Upload a text as a user of the club, and return the outcomes."""
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
    (report,) = upload(rubber_text(ids=[f'[AId "{player.public_id}"]']), target)
    assert ": confirmed" in report
    assert Rubber.objects.get().player_a == (player.merged_into or player)


@pytest.mark.parametrize("unknown", [stranger, former_member, forgotten])
@pytest.mark.parametrize("tag", ["AId", "BId"])
def test_to_people_of_a_club_others_are_as_if_they_were_nobody(
    tag: str, unknown: Callable[[Club], Player]
) -> None:
    target = make_club()
    player = unknown(target)
    text = rubber_text(ids=[f'[{tag} "{player.public_id}"]'])
    (report,) = upload(text, target)
    (of_nobody,) = upload(text.replace(player.public_id, "bcdfghjkmnpqrs"), target)
    assert report == of_nobody.replace("bcdfghjkmnpqrs", player.public_id)
    assert ": refused" in report
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
        (report,) = upload(exported, target)
        assert ": skipped" in report


def test_nothing_new_is_written_against_somebody_forgotten() -> None:
    target = make_club()
    import_text(rubber_text(), club=target)
    Player.objects.filter(name="Orford").update(name="")
    exported = "".join(exported_rubbers(rubbers_to_export(), with_ids=True))
    other = exported.replace(Rubber.objects.get().public_id, "bcdfghjkmnpqrs").replace("Autumn", "Winter")
    assert fates(import_text(other, club=target)) == ["refused"]
