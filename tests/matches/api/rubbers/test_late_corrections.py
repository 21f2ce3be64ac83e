"""Corrections that come too late are kept for a director, up to a number, if their sender had read the version."""

from __future__ import annotations

from typing import Any

import pytest

from matches.common.commands import CommandContext
from matches.models import Club, Conflict, Rubber, User
from matches.rubbers.change_result import MOST_OPEN
from matches.rubbers.conflicts import settle_conflict
from tests.matches.api.calling import CORRECT, Caller, path_of, problem, token_for
from tests.matches.pages.records import DEALS, import_text, make_member, text

pytestmark = pytest.mark.django_db

REASON = {"reason": "I have the sheet."}
DRAFT = text(deals=DEALS.replace("S Kb CT C8, CK C7", "S CT C8, CK Kb C7"))
"""A record that needs a ruling: scorers may correct it until a director has."""


@pytest.fixture
def draft(club: Club) -> Rubber:
    (rubber,) = import_text(club, DRAFT)
    assert rubber.state == Rubber.State.DRAFT
    return rubber


def caller(club: Club, role: str, name: str = "") -> Caller:
    return Caller(token_for(make_member(club, f"{name or role}@example.org", role=role)))


def correct(by: Caller, rubber: Rubber, tag: str, *, egn: str = CORRECT) -> Any:
    return by.post(path_of(rubber, "correct"), {"egn": egn, **REASON}, If_Match=tag)


def texts(number: int) -> list[str]:
    """Return this number of records, no two alike."""
    return [CORRECT.replace("A S =A3", f"A S =A3 {{{place}}}") for place in range(number)]


def with_mark(tag: str, mark: str) -> str:
    return f'{tag[:-17]}{mark}"'


FORGED = {
    "a version that never was": lambda rubber, tag, other: tag.replace(".1.", ".99."),
    "a version that never was, without a mark": lambda rubber, tag, other: (
        f'"{rubber.public_id}.99.{"0" * 16}"'
    ),
    "a mark made up": lambda rubber, tag, other: with_mark(tag, "0123456789abcdef"),
    "no mark, as tags of 0.1.0 had none": lambda rubber, tag, other: with_mark(tag, ""),
    "the tag that another was given": lambda rubber, tag, other: other,
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize("role", ["owner", "director", "scorer"])
def test_nothing_is_kept_that_rests_on_a_version_which_its_sender_was_not_given(
    club: Club, draft: Rubber, role: str, forge: Any
) -> None:
    first, by = caller(club, "owner", "first"), caller(club, role)
    tag, other = by.tag(path_of(draft)), first.tag(path_of(draft))
    assert tag != other
    assert correct(first, draft, other).status_code == 200
    answer = correct(by, draft, forge(draft, tag, other), egn=texts(1)[0])
    assert answer.status_code in (400, 403), answer.content
    if role != "scorer":
        assert "Read the rubber" in problem(answer, 400, "bad_request")["detail"]
    assert not Conflict.objects.exists()
    # A stored correction is valid, and for its own version alone.
    error = problem(correct(by, draft, tag, egn=texts(1)[0]), 412, "changed_meanwhile")
    conflict = Conflict.objects.get()
    assert (error["conflict"], conflict.by) == (conflict.public_id, User.objects.latest("pk"))


def test_tag_of_what_is_there_now_needs_no_mark(club: Club, draft: Rubber) -> None:
    by = caller(club, "scorer")
    assert correct(by, draft, with_mark(by.tag(path_of(draft)), "")).status_code == 200


def test_reader_without_an_account_proves_nothing(club: Club, draft: Rubber, anybody: Caller) -> None:
    tag = anybody.tag(path_of(draft))
    correct(caller(club, "owner"), draft, "*")
    problem(correct(caller(club, "director"), draft, tag), 400, "bad_request")


def test_scorer_who_might_not_correct_what_they_read_leaves_nothing(club: Club, draft: Rubber) -> None:
    by, director = caller(club, "scorer"), caller(club, "director")
    correct(director, draft, "*")
    seen = by.tag(path_of(draft))
    correct(director, draft, "*", egn=texts(1)[0])
    problem(correct(by, draft, seen, egn=texts(2)[1]), 403, "not_allowed")
    assert not Conflict.objects.exists()


class TestHowMany:
    def late(self, club: Club, draft: Rubber, *, name: str = "scorer") -> tuple[Caller, str]:
        """Return a scorer who has read the rubber's first version, and the rubber's path."""
        by = caller(club, "scorer", name)
        return by, by.tag(path_of(draft))

    def test_one_person_leaves_so_many_open_and_no_more(self, club: Club, draft: Rubber) -> None:
        by, tag = self.late(club, draft)
        other, others = self.late(club, draft, name="other")
        correct(caller(club, "director"), draft, "*")
        *kept, more = texts(MOST_OPEN + 1)
        for egn in kept:
            problem(correct(by, draft, tag, egn=egn), 412, "changed_meanwhile")
        body = problem(correct(by, draft, tag, egn=more), 409, "conflict")
        assert str(MOST_OPEN) in body["detail"]
        assert "still waiting" in body["detail"]
        assert (body["rubber"], body["version"]) == (draft.public_id, 2)
        assert Conflict.objects.count() == MOST_OPEN
        # A stored correction can be repeated, and the limit is separate for each person.
        problem(correct(by, draft, tag, egn=kept[0]), 412, "changed_meanwhile")
        problem(correct(other, draft, others, egn=more), 412, "changed_meanwhile")
        assert Conflict.objects.count() == MOST_OPEN + 1

    def test_what_is_settled_makes_room(self, club: Club, draft: Rubber, owner: User) -> None:
        by, tag = self.late(club, draft)
        correct(caller(club, "director"), draft, "*")
        *kept, more = texts(MOST_OPEN + 1)
        for egn in kept:
            correct(by, draft, tag, egn=egn)
        settle_conflict(Conflict.objects.latest("pk"), take=False, act=CommandContext(by=owner, key=""))
        problem(correct(by, draft, tag, egn=more), 412, "changed_meanwhile")
        assert Conflict.objects.filter(resolved_at=None).count() == MOST_OPEN
