"""The roles that may confirm a result: pads and lists follow the table and the rule in ``matches/clubs/roles.py``."""

from __future__ import annotations

from itertools import product

import pytest

from matches.clubs.roles import GRANTS, Grant, Powers, confirmable_by_players, may_side_confirm, powers_of
from matches.exchange.queries import unsettled_for
from matches.models import Club, Rubber
from matches.models.ids import new_public_id
from matches.pads.users import pad_permissions, pad_user
from matches.pages.rubbers.offers import question_about
from matches.rubbers.queries import rubbers_waiting_for
from matches.rubbers.states import STATES, may_follow
from tests.matches.pages.rubbers.entry.people import People, make_people, stored

pytestmark = [pytest.mark.django_db, pytest.mark.core]

CASES = list(product(STATES, ("", "A", "B")))
OPEN_THIS = "change may_side_confirm and confirmable_by_players in matches/clubs/roles.py together"


@pytest.fixture
def people() -> People:
    return make_people(Club.objects.create(slug="portland", name="Portland"))


def rubbers_in_every_state(people: People) -> list[Rubber]:
    """Store rubbers of two members, and of a scorer and a helper, in each state and reported by each side."""
    stored_rubbers = [stored(people), stored(people, a="Scorer", b="Helper")]
    copies = []
    for rubber, (state, reported_by) in product(stored_rubbers, CASES):
        copy = Rubber.objects.get(pk=rubber.pk)
        copy.pk, copy.public_id, copy.identity = None, new_public_id(), new_public_id()
        copy.state, copy.reported_by = state, reported_by
        copies.append(copy)
    Rubber.objects.bulk_create(copies)
    related = ("club", "event", "player_a", "player_b")
    return list(Rubber.objects.select_related(*related).exclude(pk__in=[each.pk for each in stored_rubbers]))


def test_rule_about_a_side_is_one_as_a_question_and_as_a_query(people: People) -> None:
    rubbers = rubbers_in_every_state(people)
    for name, player in people.players.items():
        powers = Powers(players=frozenset([player.pk]))
        selected = set(Rubber.objects.filter(confirmable_by_players([player.pk])))
        for rubber in rubbers:
            is_possible = may_follow("rubber.confirmed", rubber.state)
            answer = is_possible and may_side_confirm(powers.seat_in(rubber), rubber)
            assert (rubber in selected) == answer, (name, rubber.state, rubber.reported_by, OPEN_THIS)


@pytest.mark.parametrize("who", ["Owner", "Director", "Scorer", "Helper", "Orford", "Baldwin", "Stranger"])
def test_lists_pads_and_pages_follow_the_table(people: People, who: str) -> None:
    rubbers = rubbers_in_every_state(people)
    user = people.users[who]
    powers = powers_of(user, people.club)
    may_correct = GRANTS["correct_rubber"][powers.role] in (Grant.YES, Grant.UNSETTLED)
    unsettled = set(unsettled_for(people.club, powers).rubbers)
    to_confirm = set(rubbers_waiting_for(user).filter(waits="confirm"))
    for rubber in rubbers:
        case = (rubber.state, rubber.reported_by, rubber.player_a.name)
        may = may_follow("rubber.confirmed", rubber.state) and powers.can("confirm_rubber", rubber)
        pad = pad_user(rubber, link=None, viewer=user)
        if pad is not None:
            confirms = pad_permissions(rubber, pad, has_deals=True, has_conflicts=False).confirm
            assert bool(confirms) == may, (case, "matches/pads/users.py")
        is_unsettled = rubber.state in ("draft", "reported", "disputed")
        expected = is_unsettled if may_correct else may
        assert (rubber in unsettled) == expected, (case, "matches/exchange/queries.py")
        is_asked = rubber.state == "reported" and may_side_confirm(powers.seat_in(rubber), rubber)
        assert (rubber in to_confirm) == is_asked, (case, "matches/rubbers/queries.py")
        assert (question_about(rubber, powers) is not None) == is_asked, (
            case,
            "matches/pages/rubbers/offers.py",
        )
