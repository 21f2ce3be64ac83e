from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from matches.figures.deferred_updates import clubs_to_honour, clubs_with_pending_honours, mark_honours_pending
from matches.figures.write_honours import (
    HonourRows,
    expected_rows,
    honour_differences,
    stored_rows,
    write_honours,
)
from matches.models import Club, Honour, HonourBasis, HonourProgress, Player, Rubber
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import confirm_rubber, correct_rubber, dispute_rubber, void_rubber
from scoring.record import Pair
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import Hands

pytestmark = pytest.mark.django_db

GAMES: tuple[Pair, ...] = ((5, 0), (5, 2), (5, 4), (0, 5), (3, 5))


def owed() -> list[str]:
    return [club.slug for club in clubs_with_pending_honours()]


def rank_of(player: Player, kind: str) -> int | None:
    return Honour.objects.filter(player=player, kind=kind, season=None).values_list("rank", flat=True).first()


def test_a_rubber_that_counts_makes_them_owed_and_one_that_does_not_leaves_them(hands: Hands) -> None:
    hands.open(deals=("A S =B5 (0-2)",))
    hands.report(table="2")
    assert owed() == []
    hands.enter(table="3")
    assert owed() == ["portland"]
    write_honours(hands.club.pk)
    assert owed() == []


@pytest.mark.core
def test_every_change_of_a_rubber_that_counts_makes_them_owed(hands: Hands) -> None:
    rubber = hands.enter((5, 0))
    changes: tuple[Callable[[], Rubber], ...] = (
        lambda: correct_rubber(rubber, hands.result((0, 5)), act=hands.act()),
        lambda: dispute_rubber(Rubber.objects.get(), seat="A", act=hands.act()),
        lambda: confirm_rubber(Rubber.objects.get(), seat="A", act=hands.act()),
        lambda: void_rubber(Rubber.objects.get(), act=hands.act()),
    )
    for change in changes:
        write_honours(hands.club.pk)
        assert owed() == []
        change()
        assert owed() == ["portland"]
    write_honours(hands.club.pk)
    assert not Honour.objects.exists()
    assert not HonourBasis.objects.exists()


def test_an_import_makes_them_owed_for_the_clubs_that_it_names() -> None:
    import_text(rubber_text(), rubber_text(club="Garrick"))
    assert sorted(owed()) == ["garrick", "portland"]


def test_clubs_that_played_before_anybody_looked_for_records_are_found(hands: Hands) -> None:
    hands.enter()
    HonourProgress.objects.all().delete()
    assert owed() == ["portland"]
    assert write_honours(hands.club.pk)
    assert owed() == []


def test_other_definitions_make_them_owed_again(hands: Hands) -> None:
    hands.enter()
    write_honours(hands.club.pk)
    HonourProgress.objects.update(definitions="0")
    assert owed() == ["portland"]
    assert write_honours(hands.club.pk)


def test_work_done_twice_is_done_once_and_what_stays_is_not_written_again(hands: Hands) -> None:
    hands.enter((5, 0))
    assert write_honours(hands.club.pk)
    before = set(Honour.objects.values_list("pk", flat=True))
    assert not write_honours(hands.club.pk)
    mark_honours_pending([hands.club.pk])
    assert write_honours(hands.club.pk)
    assert before
    assert set(Honour.objects.values_list("pk", flat=True)) == before


def test_records_that_took_long_rest_before_the_sweep_asks_for_them_again(hands: Hands) -> None:
    hands.enter()
    now = timezone.now()
    assert list(clubs_to_honour(now)) == [hands.club]
    write_honours(hands.club.pk)
    HonourProgress.objects.update(rests_until=now + timedelta(minutes=3))
    mark_honours_pending([hands.club.pk])
    assert owed() == ["portland"]
    assert list(clubs_to_honour(now)) == []
    assert list(clubs_to_honour(now + timedelta(minutes=4))) == [hands.club]


def test_a_club_that_is_gone_owes_nothing() -> None:
    assert not write_honours(4711)


def test_two_records_of_one_person_hold_their_honours_together(hands: Hands) -> None:
    other = Player.objects.create(club=hands.club, name="Orforde")
    hands.enter((5, 0))
    twin = Hands(hands.club, hands.director, other, hands.b, hands.numbers)
    twin.enter((5, 0), table="2")
    write_honours(hands.club.pk)
    assert rank_of(other, "trebles_won") == 1
    merge_players(hands.a, other, by=None)
    assert owed() == ["portland"]
    write_honours(hands.club.pk)
    assert rank_of(other, "trebles_won") is None
    assert Honour.objects.get(player=hands.a, kind="trebles_won", season=None).value == 2000
    assert Honour.objects.get(player=hands.a, kind="run_of_trebles", season=None).value == 2000


def test_triomphe_and_walkovers_hold_no_record(hands: Hands) -> None:
    hands.enter((5, 0))
    hands.enter((5, 0), table="2")
    Rubber.objects.filter(table="1").update(variant="triomphe")
    Rubber.objects.filter(table="2").update(termination="walkover")
    write_honours(hands.club.pk)
    assert not Honour.objects.exists()


def leave_a_line_over(hands: Hands) -> Honour:
    line = {"kind": "voles_made", "rank": 1, "position": 1, "value": 1000}
    return Honour.objects.create(club=hands.club, player=hands.a, **line)


DAMAGE: list[tuple[str, Callable[[Hands], object]]] = [
    (
        "the honour games_won.ever.1 is (1, 1, ",
        lambda hands: Honour.objects.filter(kind="games_won", season=None).update(value=7000),
    ),
    (
        "the honour run_of_trebles.2026.1 is None",
        lambda hands: Honour.objects.filter(kind="run_of_trebles", season=2026).delete(),
    ),
    ("the honour voles_made.ever.1 is (1, 1, ", leave_a_line_over),
    (
        "what honours stand on ever is (2, ",
        lambda hands: HonourBasis.objects.filter(season=None).update(games=7),
    ),
]


@pytest.mark.parametrize(("message", "spoil"), DAMAGE)
def test_a_rebuild_names_what_is_wrong_and_mends_it(
    hands: Hands, message: str, spoil: Callable[[Hands], object]
) -> None:
    hands.enter((5, 0))
    hands.enter((5, 0), table="2")
    write_honours(hands.club.pk)
    assert list(honour_differences(write=False)) == []
    spoil(hands)
    ((club, what),) = honour_differences(write=True)
    assert club == hands.club
    assert what.startswith(message)
    assert list(honour_differences(write=False)) == []


def test_result_that_comes_while_honours_are_compared_is_no_difference(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.enter((5, 0))
    write_honours(hands.club.pk)

    def rows_meanwhile(club: Club) -> HonourRows:
        hands.enter((5, 0), table="2")
        return expected_rows(club)

    monkeypatch.setattr("matches.figures.write_honours.expected_rows", rows_meanwhile)
    assert list(honour_differences(write=False)) == []


def test_result_that_comes_while_honours_are_found_leaves_them_owed(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.enter((5, 0))

    def rows_meanwhile(club: Club) -> HonourRows:
        rows = expected_rows(club)
        hands.enter((5, 0), table="2")
        return rows

    monkeypatch.setattr("matches.figures.write_honours.expected_rows", rows_meanwhile)
    assert write_honours(hands.club.pk)
    assert owed() == ["portland"]
    monkeypatch.undo()
    assert write_honours(hands.club.pk)
    assert stored_rows(hands.club) == expected_rows(hands.club)


def test_honours_that_another_worker_found_after_more_changes_stay(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.enter((5, 0))

    def rows_of_before(club: Club) -> HonourRows:
        monkeypatch.undo()
        rows = expected_rows(club)
        hands.enter((5, 0), table="2")
        assert write_honours(club.pk)
        hands.enter((5, 0), table="3")
        return rows

    monkeypatch.setattr("matches.figures.write_honours.expected_rows", rows_of_before)
    assert not write_honours(hands.club.pk)
    assert Honour.objects.get(player=hands.a, kind="games_won", season=None).value == 2000
    assert owed() == ["portland"]


def test_honours_that_are_owed_say_nothing_yet_and_are_found_by_a_rebuild(hands: Hands) -> None:
    hands.enter((5, 0))
    assert list(honour_differences(write=False)) == []
    assert list(honour_differences(write=True)) == []
    assert stored_rows(hands.club) == expected_rows(hands.club)


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))]
)
def test_after_any_changes_they_are_owed_or_what_a_new_count_finds(hands: Hands, seed: int) -> None:
    dice = random.Random(seed)
    for step in range(14):
        _change_something(hands, dice, step)
        assert owed() or stored_rows(hands.club) == expected_rows(hands.club)
        if dice.random() < 0.4:
            write_honours(hands.club.pk)
            assert stored_rows(hands.club) == expected_rows(hands.club)
    write_honours(hands.club.pk)
    assert stored_rows(hands.club) == expected_rows(hands.club)
    assert list(honour_differences(write=False)) == []


def _change_something(hands: Hands, dice: random.Random, step: int) -> None:
    rubbers = list(Rubber.objects.order_by("pk"))
    choice = dice.random()
    if choice < 0.5 or not rubbers:
        hands.enter(dice.choice(GAMES), table=str(step))
        return
    rubber = dice.choice(rubbers)
    if choice < 0.75:
        record = hands.result(
            dice.choice(GAMES), table=rubber.table, Date=dice.choice(["2026.11.21", "2025.02.??"])
        )
        correct_rubber(rubber, record, act=hands.act())
    elif rubber.state in ("confirmed", "corrected"):
        dispute_rubber(rubber, seat="A", act=hands.act())
    elif rubber.state == "disputed":
        void_rubber(rubber, act=hands.act())
