from __future__ import annotations

import itertools
from typing import Any

import pytest

from matches.models import Conflict, LogEntry, PadEntry, Rubber
from matches.pads.commands import MAX_ENTRIES
from matches.pads.conflicts import OpenConflict, open_conflicts, settle_conflict
from matches.pads.refusals import RefusedError
from matches.rubbers.change_result import MOST_OPEN
from matches.rubbers.change_rubbers import close_rubber, record_deal, void_rubber
from matches.rubbers.conflicts import settle_conflict as settle_at_the_desk
from matches.rubbers.errors import ConflictOpenError, TooManyConflictsError
from matches.rubbers.transition import stored_rubber
from tests.matches.pads.phones import Phone, deal, lines, outcomes_of, signed_in, two_phones
from tests.matches.pages.records import make_member
from tests.matches.rubbers.hands import Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]

FIRST, OTHER = "1. A S =B (0-1)", "1. A S =A (2-0)"


def contradicted(hands: Hands, *, further: int = 0) -> tuple[Phone, Phone]:
    """Return two phones: B won the first deal on one, A on the other, which recorded ``further`` deals."""
    one, two = two_phones(hands, hands.open())
    one.write("deal", deal("A", "B"))
    two.write("deal", deal("A", "A"))
    for _ in range(further):
        two.write("deal", deal("B", "A"))
    assert outcomes_of(one.send()) == ["done"]
    assert outcomes_of(two.send()) == ["kept"] * (1 + further)
    return one, two


def now() -> Rubber:
    return stored_rubber(Rubber.objects.get().pk)


def open_one() -> OpenConflict:
    (conflict,) = open_conflicts(now())
    return conflict


def settle(
    phone: Phone, choice: str, *, seen: int | None = None, key: str = "a-key-of-this-choice"
) -> Rubber:
    conflict = PadEntry.objects.filter(outcome="kept").order_by("pk")[0].public_id
    return settle_conflict(now(), conflict, choice, user=phone.user, key=key, seen=seen)  # type: ignore[arg-type]


def test_both_are_told_in_full(hands: Hands) -> None:
    contradicted(hands, further=1)
    conflict = open_one()
    assert (conflict.kind, conflict.game, conflict.deal, conflict.device) == ("deal", 1, 1, "two")
    assert [payload["deal"] for _, payload in conflict.kept] == [OTHER, "2. B S =A (3-0)"]
    assert [payload["deal"] for _, payload in conflict.stands] == [FIRST]


def test_recorded_one_stands_where_the_other_is_dropped(hands: Hands) -> None:
    _, two = contradicted(hands, further=1)
    settle(two, "dropped")
    assert (lines(), open_conflicts(now())) == ([FIRST], [])
    assert set(PadEntry.objects.filter(outcome="kept").values_list("settlement", flat=True)) == {"dropped"}


def test_log_tells_who_dropped_the_kept_one(hands: Hands) -> None:
    _, two = contradicted(hands)
    conflict = open_one().id
    settle(two, "dropped")
    settle(two, "dropped")
    entry = LogEntry.objects.get(kind="club.conflict_kept")
    assert (entry.by, entry.link) == (two.user.by, two.user.link)
    assert entry.payload == {"conflict": conflict, "rubber": now().public_id}


def test_key_of_another_choice_takes_this_one_all_the_same(hands: Hands) -> None:
    one, two = contradicted(hands)
    settle(two, "taken")
    two.look()
    one.seen = two.seen
    two.tap("deal", deal("B", "A"))
    one.tap("deal", deal("B", "B"))
    second = open_one().id
    settle_conflict(now(), second, "taken", user=two.user, key="a-key-of-this-choice")
    assert lines() == [OTHER, "2. B S =B (2-2)"]


def test_kept_one_takes_its_place_with_all_that_was_written_after_it(hands: Hands) -> None:
    one, two = contradicted(hands, further=1)
    one.tap("deal", deal("B", "B"))
    changed = settle(two, "taken")
    assert lines() == [OTHER, "2. B S =A (3-0)"]
    kinds = LogEntry.objects.filter(kind__startswith="rubber.").order_by("pk").values_list("kind", flat=True)
    assert list(kinds)[3:] == ["rubber.deal_undone"] * 2 + ["rubber.deal_recorded"] * 2
    assert set(PadEntry.objects.filter(outcome="kept").values_list("version", flat=True)) == {changed.version}
    assert differences() == []


def test_choice_said_again_changes_nothing_and_the_other_is_refused(hands: Hands) -> None:
    _, two = contradicted(hands)
    version = settle(two, "taken").version
    assert settle(two, "taken").version == version
    assert settle(two, "taken", key="another-key-for-this").version == version
    with pytest.raises(RefusedError, match=r"^settled$"):
        settle(two, "dropped")


def test_choice_on_a_rubber_that_went_on_is_refused(hands: Hands) -> None:
    one, two = contradicted(hands)
    seen = now().version
    one.tap("deal", deal("B", "B"))
    with pytest.raises(RefusedError, match=r"^late$"):
        settle(two, "taken", seen=seen)
    assert len(lines()) == 2


def test_who_may_take_no_deal_back_does_not_choose(hands: Hands) -> None:
    contradicted(hands)
    helper = Phone(now(), signed_in(hands.director, may_rule=False))
    with pytest.raises(RefusedError, match=r"^not_allowed$"):
        settle(helper, "dropped")


def test_conflict_of_another_rubber_is_none(hands: Hands) -> None:
    _, two = contradicted(hands)
    conflict = open_one().id
    other = hands.open(table="2")
    with pytest.raises(RefusedError, match=r"^no_such_conflict$"):
        settle_conflict(other, conflict, "dropped", user=two.user, key="k" * 16)


def test_undo_that_is_kept_takes_back_what_it_named(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=("A S =B (0-1)",)))
    two.write("undo", {"game": 1, "deal": 1})
    two.write("deal", deal("A", "A"))
    one.tap("deal", deal("B", "B"))
    assert outcomes_of(two.send()) == ["kept", "kept"]
    settle(two, "taken")
    assert lines() == [OTHER]
    assert differences() == []


def test_cut_that_is_kept_comes_before_the_deals(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    two.write("cut", {"pairs": [["C7", "DK"]]})
    two.write("deal", deal("B", "B"))
    one.tap("deal", deal("A", "B"))
    assert outcomes_of(two.send()) == ["kept", "kept"]
    assert (open_one().game, open_one().deal) == (1, 0)
    settle(two, "taken")
    assert "Game 1 cut A=C7 B=DK\n1. B S =B (0-2)\n" in now().egn
    assert differences() == []


@pytest.mark.parametrize(
    ("choice", "outcomes", "recorded", "conflicts"),
    [
        # The phone goes on behind its chain once that was taken.
        ("taken", ["kept", "done"], [OTHER, "2. B S =A (3-0)"], []),
        # What follows a dropped one waits for a choice of its own.
        ("dropped", ["kept", "kept"], [FIRST], [1]),
    ],
)
def test_second_entry_that_was_written_before_the_choice(
    hands: Hands, choice: str, outcomes: list[str], recorded: list[str], conflicts: list[int]
) -> None:
    one, two = two_phones(hands, hands.open())
    one.write("deal", deal("A", "B"))
    two.write("deal", deal("A", "A"))
    two.write("deal", deal("B", "A"))
    one.send()
    # The second of them is written already, and waits for the network.
    two.post(two.queue[:1])
    settle(two, choice)
    assert outcomes_of(two.send()) == outcomes
    assert lines() == recorded
    assert [len(conflict.entries) for conflict in open_conflicts(now())] == conflicts


def test_two_phones_at_odds_with_a_third_are_two_conflicts(hands: Hands) -> None:
    _, two = contradicted(hands)
    three = Phone(now(), two.user, "three", seen=1)
    three.write("deal", deal("A", "A", won="vole"))
    assert outcomes_of(three.send()) == ["kept"]
    assert [conflict.device for conflict in open_conflicts(now())] == ["two", "three"]


class TestHowManyOneOfThemLeaves:
    # The other phone's deal is B's by the point.
    WAYS = (*itertools.product("A", ("point", "3", "4", "vole")), *itertools.product("B", ("3", "4", "vole")))

    def nonsense(self, phone: Phone, number: int) -> list[dict[str, Any]]:
        """Return this number of first deals, no two alike, each written as if the others did not exist."""
        ways = self.WAYS[:number]
        written = [phone.write("deal", deal("A", winner, won=won)) for winner, won in ways]
        return [entry | {"after": ""} for entry in written]

    def test_so_many_conflicts_are_open_and_no_more(self, hands: Hands) -> None:
        one, two = two_phones(hands, hands.open())
        one.tap("deal", deal("A", "B"))
        entries = self.nonsense(two, len(self.WAYS))
        with pytest.raises(TooManyConflictsError):
            two.post(entries)
        assert len(open_conflicts(now())) == MOST_OPEN == PadEntry.objects.filter(outcome="kept").count()
        # A further entry of a conflict begins no new one, and the limit is separate for each person.
        further = two.write("deal", deal("B", "A")) | {"after": entries[0]["key"]}
        assert outcomes_of(two.post([further])) == ["kept"]
        other = Phone(now(), signed_in(make_member(hands.club, "other@example.org")), "three", seen=1)
        assert outcomes_of(other.post(self.nonsense(other, 1))) == ["kept"]

    def test_what_is_settled_makes_room(self, hands: Hands) -> None:
        one, two = two_phones(hands, hands.open())
        one.tap("deal", deal("A", "B"))
        *entries, last = self.nonsense(two, MOST_OPEN + 1)
        assert outcomes_of(two.post(entries)) == ["kept"] * MOST_OPEN
        settle(two, "dropped")
        assert outcomes_of(two.post([last])) == ["kept"]

    def test_chain_has_an_end_as_well(self, hands: Hands) -> None:
        """A deal written and undone without end is one conflict, and each of its entries a row."""
        one, two = two_phones(hands, hands.open())
        one.tap("deal", deal("A", "B"))
        two.post([two.write("deal", deal("A", "A"))])
        row = PadEntry.objects.get(outcome="kept")
        rows = []
        for number in range(1, MAX_ENTRIES):
            copy = PadEntry.objects.get(pk=row.pk)
            copy.pk, copy._state.adding = None, True
            copy.public_id, copy.key, copy.after = f"row{number:011}", f"row-key-{number:016}", row.key
            rows.append(copy)
        PadEntry.objects.bulk_create(rows)
        with pytest.raises(TooManyConflictsError):
            two.post([two.write("undo", {"game": 1, "deal": 1})])
        assert PadEntry.objects.filter(outcome="kept").count() == MAX_ENTRIES


def test_rubber_is_not_ended_over_a_conflict(hands: Hands) -> None:
    one, _ = contradicted(hands)
    payload = {"side": "A", "termination": "unfinished", "winner": ""}
    assert one.tap("report", payload).code == "conflict_open"
    with pytest.raises(ConflictOpenError):
        close_rubber(now(), authority="final", act=hands.act())
    settle(one, "dropped")
    assert one.tap("report", payload).outcome == "done"


def test_rubber_without_conflict_is_asked_in_one_query(
    hands: Hands, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    rubber = hands.open(deals=("A S =B (0-1)",))
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert open_conflicts(rubber) == []


# Entries after the rubber's end

WON = ("A S =B (0-1)", "B S =B5 (0-3)", "A S =B5 (0-5)")


def ended_without(hands: Hands) -> tuple[Phone, Rubber]:
    """Return a phone that knows only the first deal of a rubber that B won on the other phone."""
    one, two = two_phones(hands, hands.open())
    one.tap("deal", deal("A", "B"))
    two.look()
    for text in WON[1:]:
        record_deal(now(), text, act=hands.act())
    close_rubber(now(), authority="final", act=hands.act())
    return two, now()


def test_deal_that_comes_after_the_end_stands_before_the_director(hands: Hands) -> None:
    two, ended = ended_without(hands)
    two.write("deal", deal("B", "A"))
    (outcome,) = two.send()
    assert (outcome.outcome, outcome.code) == ("kept", "over")
    conflict = Conflict.objects.get()
    assert "1. A S =B (0-1)\n2. B S =A (1-1)\n" in conflict.egn
    assert (conflict.player_a, conflict.by) == (hands.a, hands.director)
    assert (now().egn, now().version) == (ended.egn, ended.version)
    assert open_conflicts(now()) == []


def test_phone_that_sends_nonsense_without_end_does_not_fill_the_directors_desk(hands: Hands) -> None:
    two, _ = ended_without(hands)
    ways = itertools.product(("A", "B"), ("point", "3", "4", "vole"), ("stood", "refused", "given_stood"))
    entries = [
        two.write("deal", deal("B", winner, won=won, said=calls)) | {"after": ""}
        for winner, won, calls in ways
    ]
    with pytest.raises(TooManyConflictsError) as error:
        two.post(entries)
    assert error.value.most == MOST_OPEN == Conflict.objects.count() < len(entries)
    assert PadEntry.objects.filter(code="over").count() == MOST_OPEN
    # Once the director has chosen, the phone's next one is taken.
    settle_at_the_desk(Conflict.objects.latest("pk"), take=False, act=hands.act())
    left = [entry for entry in entries if not PadEntry.objects.filter(key=entry["key"]).exists()]
    assert outcomes_of(two.post(left[:1])) == ["kept"]


def test_more_of_the_same_phone_goes_on_in_one_conflict(hands: Hands) -> None:
    two, _ = ended_without(hands)
    for _ in range(2):
        two.write("deal", deal("B", "A", won="vole"))
        two.post()
    two.write("deal", deal("A", "A"))
    assert outcomes_of(two.send()) == ["kept"] * 3
    conflict = Conflict.objects.get()
    assert "*" not in conflict.egn
    assert conflict.egn.endswith("#5-1\n##1-0\n")


def test_director_takes_what_came_late(hands: Hands) -> None:
    two, _ = ended_without(hands)
    two.write("deal", deal("B", "A", won="vole"))
    two.write("deal", deal("A", "A", king="A"))
    two.send()
    settle_at_the_desk(Conflict.objects.get(), take=True, act=hands.act())
    assert (now().state, now().winner) == ("corrected", "A")
    assert differences() == []


def test_what_comes_after_the_director_has_chosen_is_another_conflict(hands: Hands) -> None:
    two, _ = ended_without(hands)
    two.write("deal", deal("B", "A"))
    two.post()
    settle_at_the_desk(Conflict.objects.get(), take=False, act=hands.act())
    two.write("deal", deal("A", "A"))
    two.send()
    assert list(Conflict.objects.order_by("pk").values_list("resolution", flat=True)) == ["kept", ""]


def test_the_same_rubber_told_after_its_end_is_no_conflict(hands: Hands) -> None:
    two, _ = ended_without(hands)
    two.write("deal", deal("B", "B", won="vole"))
    two.write("deal", deal("A", "B", won="vole"))
    assert outcomes_of(two.send()) == ["same", "same"]
    assert not Conflict.objects.exists()


def test_what_the_director_has_corrected_to_already_is_no_conflict(hands: Hands) -> None:
    two, _ = ended_without(hands)
    two.write("deal", deal("B", "A", won="vole"))
    two.write("deal", deal("A", "A", king="A"))
    two.post()
    settle_at_the_desk(Conflict.objects.get(), take=True, act=hands.act())
    three = Phone(now(), two.user, "three", seen=2)
    three.write("deal", deal("B", "A", won="vole"))
    three.write("deal", deal("A", "A", king="A"))
    assert outcomes_of(three.send()) == ["kept", "same"]
    assert not Conflict.objects.filter(resolved_at__isnull=True).exists()


def test_late_deal_of_a_void_rubber_is_kept(hands: Hands) -> None:
    two, ended = ended_without(hands)
    void_rubber(ended, act=hands.act())
    two.write("deal", deal("B", "A"))
    assert outcomes_of(two.send()) == ["kept"]
    assert Conflict.objects.filter(resolved_at__isnull=True).count() == 1
