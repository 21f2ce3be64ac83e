from __future__ import annotations

import pytest

from matches.exchange.queries.exports import exported_rubbers, rubbers_to_export
from matches.models import Club, Membership, Player, Rubber
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


def test_rubber_without_a_club_is_refused_with_a_way_out() -> None:
    (outcome,) = import_text(rubber_text(club=None))

    assert outcome.fate == "refused"
    assert str(outcome).endswith("it has no Club tag; say with --club where it belongs")
    assert not Rubber.objects.exists()


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

    import_text(rubber_text())

    assert Rubber.objects.get().player_a.club.slug == "portland"


def test_player_is_found_by_id_whatever_he_is_called() -> None:
    player = Player.objects.create(club=make_club(), name="Earl of Orford")

    import_text(rubber_text(ids=[f'[AId "{player.public_id}"]']))

    assert Rubber.objects.get().player_a == player
    assert not Player.objects.filter(name="Orford").exists()


@pytest.mark.parametrize("tag", ["AId", "BId"])
def test_unknown_player_id_is_refused(tag: str) -> None:
    (outcome,) = import_text(rubber_text(ids=[f'[{tag} "bcdfghjkmnpqrs"]']))

    assert outcome.fate == "refused"
    assert f"{tag} bcdfghjkmnpqrs is nobody's here" in str(outcome)
    assert not Player.objects.exists()


def test_id_that_is_none_is_refused() -> None:
    (outcome,) = import_text(rubber_text(ids=['[RubberId "17"]']))

    assert outcome.fate == "refused"
    assert "RubberId '17' is not an id that this service gives" in str(outcome)


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


def test_no_club_is_made_for_rubbers_that_are_refused() -> None:
    assert fates(import_text(rubber_text(ids=['[AId "bcdfghjkmnpqrs"]']))) == ["refused"]
    assert not Club.objects.exists()


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


def test_player_against_himself_is_refused() -> None:
    (outcome,) = import_text(rubber_text("Orford", "Orford"))

    assert outcome.fate == "refused"
    assert "A and B are both 'Orford'" in str(outcome)


def test_player_against_himself_by_id_is_refused() -> None:
    player = Player.objects.create(club=make_club(), name="Baldwin")

    (outcome,) = import_text(rubber_text("Orford", "Baldwin", ids=[f'[AId "{player.public_id}"]']))

    assert str(outcome).endswith("refused: A and B are the same player")
