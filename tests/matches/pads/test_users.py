from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from matches.common.commands import CommandContext
from matches.models import Club, Rubber
from matches.pads.table_links import DAY, make_link, revoke_links
from matches.pads.users import PadUser, pad_user
from matches.rubbers.change_rubbers import record_deal, void_rubber
from tests.matches.pages.rubbers.entry.people import People, make_people, opened

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NOBODY = AnonymousUser()


@pytest.fixture
def people() -> People:
    return make_people(Club.objects.create(slug="portland", name="Portland"))


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people)


def signed_in(people: People, rubber: Rubber, who: str) -> PadUser | None:
    return pad_user(rubber, link=None, viewer=people.users[who])


@pytest.mark.parametrize(
    ("who", "side", "authority", "may_rule", "is_director"),
    [
        ("Owner", "", "final", True, True),
        ("Director", "", "final", True, True),
        ("Scorer", "", "final", True, False),
        ("Helper", "", "helper", False, False),
        ("Orford", "A", "A", True, False),
        ("Baldwin", "B", "B", True, False),
    ],
)
def test_account_uses_the_pad_by_its_role(
    people: People, rubber: Rubber, who: str, side: str, authority: str, may_rule: bool, is_director: bool
) -> None:
    user = signed_in(people, rubber, who)
    assert user is not None
    assert (user.side, user.authority, user.may_rule, user.is_director) == (
        side,
        authority,
        may_rule,
        is_director,
    )
    assert (user.by, user.link) == (people.users[who], None)


def test_nobody_else_uses_it(people: People) -> None:
    rubber = opened(people, a="Baldwin", b="Clay")
    assert [signed_in(people, rubber, who) for who in ("Orford", "Stranger")] == [None, None]
    assert pad_user(rubber, link=None, viewer=NOBODY) is None


def test_link_speaks_for_either_side_on_its_makers_answer(people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Scorer"]).link
    assert pad_user(rubber, link=link, viewer=NOBODY) == PadUser(
        people.users["Scorer"], link, side="", authority="helper", may_rule=True, is_director=False
    )


@pytest.mark.parametrize(
    ("who", "by_link"),
    [("Owner", False), ("Scorer", False), ("Helper", True), ("Orford", True), ("Stranger", True)],
)
def test_final_word_goes_before_the_link_and_the_link_before_others(
    people: People, rubber: Rubber, who: str, by_link: bool
) -> None:
    link = make_link(rubber, by=people.users["Owner"]).link
    user = pad_user(rubber, link=link, viewer=people.users[who])
    assert user is not None
    assert (user.link is not None) == by_link


def test_link_of_another_rubber_is_none(people: People, rubber: Rubber) -> None:
    other = opened(people, a="Baldwin", b="Clay")
    link = make_link(other, by=people.users["Owner"]).link
    assert pad_user(rubber, link=link, viewer=NOBODY) is None


def test_link_good_no_more_leaves_the_account(people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Owner"]).link
    with time_machine.travel(timezone.now() + DAY + timedelta(seconds=1)):
        assert pad_user(rubber, link=link, viewer=NOBODY) is None
        user = pad_user(rubber, link=link, viewer=people.users["Orford"])
    assert user is not None
    assert (user.link, user.side) == (None, "A")


def test_link_taken_back_is_none(people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Owner"]).link
    revoke_links(people.club, [link], by=None)
    link.refresh_from_db()
    assert pad_user(rubber, link=link, viewer=NOBODY) is None


def test_pad_of_a_rubber_that_is_over_can_still_be_read_by_its_link(people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Owner"]).link
    owner = signed_in(people, rubber, "Owner")
    assert owner is not None
    over = void_rubber(rubber, act=CommandContext(by=owner.by, key="void"))
    assert pad_user(over, link=link, viewer=NOBODY) is not None


def test_act_names_the_link_and_who_answers_for_it(people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Scorer"]).link
    user = pad_user(rubber, link=link, viewer=NOBODY)
    assert user is not None
    record_deal(rubber, "A S =B5 (0-2)", act=CommandContext(by=user.by, key="key", version=1, link=user.link))
    entry = people.club.log.latest("pk")
    assert (entry.by, entry.link) == (people.users["Scorer"], link)
