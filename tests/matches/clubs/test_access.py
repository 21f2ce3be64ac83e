"""Access rules, tested apart from any page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.clubs.access import (
    Viewer,
    are_reviews_open,
    in_open_figures,
    in_open_figures_of_anyone,
    may_see_player,
    open_figure_seats,
    open_seats,
    visible_clubs,
    with_open_decisions,
)
from matches.models import Club, Decision, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, review, text


@pytest.fixture
def rubber(db: None) -> Rubber:
    return import_text(make_club(is_public=False), text())[0]


def names(clubs: list[Club]) -> list[str]:
    return [club.slug for club in clubs]


def test_two_memberships_show_a_club_once(rubber: Rubber) -> None:
    member = make_member(rubber.club)
    rubber.club.memberships.create(player=member.players.get(), role="director")
    assert names(list(visible_clubs(member))) == ["portland"]


def test_playing_as_a_guest_opens_no_club(rubber: Rubber) -> None:
    guest = User.objects.create_user("walker@example.org")
    Player.objects.filter(name="Walker").update(user=guest)
    assert names(list(visible_clubs(guest))) == []


def test_superuser_sees_every_club(rubber: Rubber) -> None:
    assert names(list(visible_clubs(User.objects.create_superuser("o@example.org")))) == ["portland"]


def test_figures_are_opened_seat_by_seat(rubber: Rubber) -> None:
    nobody = AnonymousUser()
    assert open_seats(nobody, rubber) == []
    rubber.player_b.shares_reviews = True
    assert open_seats(nobody, rubber) == ["B"]
    rubber.club.reviews_open = True
    assert open_seats(nobody, rubber) == ["A", "B"]
    rubber.state = Rubber.State.LIVE
    assert open_seats(nobody, rubber) == []


def test_directors_and_owners_read_no_figures_but_their_own(rubber: Rubber) -> None:
    assert open_seats(make_member(rubber.club, role="owner"), rubber) == []


def test_everyone_who_sees_the_cards_reads_the_analysis_but_no_figures(rubber: Rubber) -> None:
    rubber.club.analyses = Club.Analyses.EVERYONE
    nobody = AnonymousUser()
    assert open_seats(nobody, rubber) == ["A", "B"]
    assert not are_reviews_open(nobody, rubber.player_a)
    rubber.state = Rubber.State.LIVE
    assert open_seats(nobody, rubber) == []


def test_two_players_read_the_analysis_of_both_and_nobody_else_does(rubber: Rubber) -> None:
    rubber.club.analyses, rubber.club.reviews_open = Club.Analyses.PLAYERS, True
    rubber.player_a.user = make_member(rubber.club)
    assert open_seats(rubber.player_a.user, rubber) == ["A", "B"]
    assert open_seats(make_member(rubber.club, "director@example.org", role="director"), rubber) == []
    rubber.player_b.shares_reviews = True
    assert open_seats(AnonymousUser(), rubber) == ["B"]


def test_owner_reads_analyses_and_figures_of_guests_once_the_club_has_chosen(rubber: Rubber) -> None:
    owner = make_member(rubber.club, role="owner")
    guest, rubber.player_b.user = rubber.player_a, User.objects.create_user("walker@example.org")
    guest.club = rubber.club
    assert (open_seats(owner, rubber), are_reviews_open(owner, guest)) == ([], False)
    rubber.club.analyses = Club.Analyses.PLAYERS
    assert (open_seats(owner, rubber), are_reviews_open(owner, guest)) == (["A"], True)
    elsewhere = make_member(make_club("garrick"), "pole@example.org", role="owner")
    assert (open_seats(elsewhere, rubber), are_reviews_open(elsewhere, guest)) == ([], False)
    guest.name = ""
    assert open_seats(owner, rubber) == []


@pytest.mark.parametrize("analyses", Club.Analyses.values)
@pytest.mark.parametrize("reviews_open", [False, True])
@pytest.mark.parametrize("shares", [False, True])
def test_queries_of_decisions_open_the_rubbers_that_open_seats_does(
    rubber: Rubber, analyses: str, reviews_open: bool, shares: bool
) -> None:
    Club.objects.update(analyses=analyses, reviews_open=reviews_open)
    review(rubber, [{"player": "A"}, {"player": "B"}])
    viewers: list[Viewer] = [
        AnonymousUser(),
        *(make_member(rubber.club, f"{role}@example.org", role=role) for role in ("owner", "member")),
    ]
    own, opponent = (User.objects.create_user(f"{name}@example.org") for name in ("boiteau", "walker"))
    for user in (None, own):
        Player.objects.filter(pk=rubber.player_a_id).update(user=user, shares_reviews=shares)
        Player.objects.filter(pk=rubber.player_b_id).update(user=opponent)
        stored = Rubber.objects.select_related("club", "player_a__club", "player_b").get()
        for viewer in (*viewers, own, opponent):
            found = Rubber.objects.filter(with_open_decisions(viewer, stored.player_a)).exists()
            assert found == ("A" in open_seats(viewer, stored)), viewer
            is_counted = Rubber.objects.filter(in_open_figures(viewer, stored.player_a)).exists()
            assert is_counted == are_reviews_open(viewer, stored.player_a), viewer
            assert is_counted == ("A" in open_figure_seats(viewer, stored)), viewer
            of_anyone = in_open_figures_of_anyone(viewer, stored.club, path="review__rubber__")
            sides = Decision.objects.filter(of_anyone).order_by("player").values_list("player", flat=True)
            assert list(sides) == open_figure_seats(viewer, stored), viewer


def test_figures_of_one_rubber_are_open_to_readers_of_the_player_s_review_figures(rubber: Rubber) -> None:
    nobody = AnonymousUser()
    rubber.club.analyses = Club.Analyses.EVERYONE
    assert open_figure_seats(nobody, rubber) == []
    rubber.player_b.shares_reviews = True
    assert open_figure_seats(nobody, rubber) == ["B"]
    rubber.club.analyses, rubber.club.reviews_open = Club.Analyses.PLAYERS, True
    assert open_figure_seats(nobody, rubber) == ["A", "B"]
    rubber.state = Rubber.State.LIVE
    assert open_figure_seats(nobody, rubber) == []


def test_guest_of_a_closed_club_elsewhere_has_no_page_to_link_to(rubber: Rubber) -> None:
    elsewhere = make_club("garrick", is_public=False)
    guest = Player.objects.create(club=elsewhere, name="Clay")
    assert not may_see_player(AnonymousUser(), guest, rubber.club)
    assert may_see_player(AnonymousUser(), rubber.player_a, rubber.club)
    elsewhere.is_public = True
    guest.club = elsewhere
    assert may_see_player(AnonymousUser(), guest, rubber.club)
