"""Games of a table: opened as rubbers, scored by deals or ended by a command, corrected and abandoned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.clubs.errors import PeopleError
from matches.models import Rubber, Sitting
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import (
    RubberEnd,
    change_report,
    close_rubber,
    correct_rubber,
    dispute_rubber,
    record_deal,
    void_rubber,
    withdraw_report,
)
from matches.rubbers.errors import GameAtTableError
from matches.rubbers.record_from_input import result_record
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.rows import expected_sitting
from matches.sittings.errors import (
    BeingScoredError,
    DealsSayOtherwiseError,
    DirectorsResultError,
    LoserAtFiveError,
    NewNameError,
    StaleSittingError,
)
from matches.sittings.games import abandon_game, begin_game, game_tags, record_winner, undo_at_table
from matches.sittings.record_facts import join_sitting
from matches.sittings.write_sitting import locked_sitting, stored_sitting
from scoring.notation import read_one
from tests.factories.remembered import remembered
from tests.matches.rubbers.hands import BROKEN_DEALS, DEALS, differences
from tests.matches.sittings.sitting_hands import SittingHands, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> SittingHands:

    def sit_down() -> SittingHands:
        sitting_hands = table()
        sitting_hands.put("seated", out=sitting_hands.id("Clay"))
        return sitting_hands

    return remembered("pool with Clay out", sit_down)


def is_stored(sitting_hands: SittingHands) -> bool:
    stored = stored_sitting(Sitting.objects.get(pk=sitting_hands.sitting.pk))
    return stored == expected_sitting(sitting_hands.state)


def test_game_is_a_rubber_of_one_game_at_its_table(pool: SittingHands) -> None:
    rubber = pool.begin()
    assert (rubber.state, rubber.best_of, rubber.code) == ("live", 1, "English")
    assert (rubber.table, rubber.round_label) == ("Corner", "Game 1")
    assert rubber.date == pool.sitting.date.replace("-", ".")


def test_french_table_is_played_by_the_french_code() -> None:
    sitting_hands = table("french")
    sitting_hands.bet("Orford", "Orford", 100)
    sitting_hands.bet("Baldwin", "Baldwin", 100)
    assert sitting_hands.begin().code == "French"


def test_cut_for_who_stays_out_is_the_first_games_cut_for_deal_and_stays_with_its_points() -> None:
    sitting_hands = table()
    cards = {"Orford": "HK", "Baldwin": "D9", "Clay": "S7"}
    sitting_hands.put("cut", rounds=[{sitting_hands.id(name): card for name, card in cards.items()}])
    assert "Game 1 cut A=HK B=D9" in sitting_hands.begin().egn
    sitting_hands.won("A", points=(5, 3))
    sitting_hands.won("B", points=(2, 5), number=1)
    assert "Game 1 cut A=HK B=D9 #2-5\n" in Rubber.objects.get().egn


def test_deals_on_the_pad_end_the_game_and_the_table_follows(pool: SittingHands) -> None:
    rubber = pool.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=pool.act())
    close_rubber(rubber, authority="final", act=pool.act())
    assert (pool.state.stage, pool.state.games[0].winner) == ("ready", "B")
    assert pool.balances() == {"Orford": -400, "Baldwin": -200, "Clay": -200}
    assert is_stored(pool)


@pytest.mark.parametrize(
    ("terms", "at_first", "corrected"),
    [
        ({}, 500, {"Orford": 800, "Baldwin": -400, "Clay": -400}),
        ({"custom": "entrant"}, 400, {"Orford": 600, "Baldwin": -200, "Clay": -400}),
        (
            {"custom": "entrant", "first_stakes": "engaged"},
            300,
            {"Orford": 400, "Baldwin": -200, "Clay": -200},
        ),
    ],
    ids=["loser", "as opened before the field", "engaged"],
)
def test_pool_keeps_its_custom_after_a_correction_and_a_rebuild(
    terms: dict[str, Any], at_first: int, corrected: dict[str, int]
) -> None:
    sitting_hands = table(**terms)
    sitting_hands.put("seated", out=sitting_hands.id("Clay"))
    sitting_hands.play("A")
    sitting_hands.play("B")
    first = sitting_hands.state.on_table
    record = result_record(game_tags(sitting_hands.sitting, 2), games_won=(1, 0))
    correct_rubber(Rubber.objects.get(round_label="Game 2"), record, act=sitting_hands.act("a slip"))
    assert sitting_hands.balances() == corrected
    assert (first, sitting_hands.state.terms) == (at_first * 2, {"stake": 200, "custom": "loser", **terms})
    assert is_stored(sitting_hands)
    assert differences() == []


def test_word_ends_a_game_that_deals_have_decided(pool: SittingHands) -> None:
    rubber = pool.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=pool.act())
    with pytest.raises(DealsSayOtherwiseError):
        pool.won("A")
    pool.won("B", points=(0, 5))
    assert Rubber.objects.get().state == "confirmed"
    # The pad had ended it meanwhile.
    pool.won("B")
    with pytest.raises(DealsSayOtherwiseError):
        pool.won("A")
    assert Rubber.objects.get().version == 4


def test_word_does_not_go_over_deals(pool: SittingHands) -> None:
    rubber = pool.begin()
    record_deal(rubber, DEALS[0], act=pool.act())
    with pytest.raises(BeingScoredError):
        pool.won("A")
    with pytest.raises(BeingScoredError):
        undo_at_table(pool.sitting, version=pool.state.last, act=pool.act())
    assert Rubber.objects.get().state == "live"


def test_beginning_of_a_game_whose_deals_wait_for_a_director_is_not_taken_back(pool: SittingHands) -> None:
    rubber = pool.begin()
    for deal in BROKEN_DEALS:
        record_deal(rubber, deal, act=pool.act())
    close_rubber(rubber, authority="final", act=pool.act())
    assert Rubber.objects.get().state == "draft"
    with pytest.raises(BeingScoredError):
        undo_at_table(pool.sitting, version=pool.state.last, act=pool.act())


@pytest.mark.parametrize("points", [(5, 5), (3, 5), (4, 3)])
def test_points_that_do_not_win_are_refused(pool: SittingHands, points: tuple[int, int]) -> None:
    pool.begin()
    with pytest.raises(LoserAtFiveError):
        pool.won("A", points=points)
    assert Rubber.objects.get().state == "live"


def test_result_is_corrected_at_the_table_and_by_a_director(pool: SittingHands) -> None:
    pool.play("A")
    before = pool.balances()
    pool.won("B", number=1)
    assert pool.balances() == {"Orford": before["Baldwin"], "Baldwin": before["Orford"], "Clay": -200}
    record = result_record(game_tags(pool.sitting, 1), games_won=(1, 0))
    correct_rubber(Rubber.objects.get(), record, act=pool.act("a slip"))
    assert (pool.balances(), is_stored(pool)) == (before, True)


def test_record_turned_round_by_a_director_counts_for_who_won_at_the_table(pool: SittingHands) -> None:
    pool.play("A")
    turned = pool.players["Baldwin"], pool.players["Orford"]
    record = result_record(game_tags(pool.sitting, 1), games_won=(0, 1))
    correct_rubber(Rubber.objects.get(), record, players=turned, act=pool.act("turned round"))
    assert pool.state.games[0].winner == "A"
    pool.won("B", points=(3, 5), number=1)
    rubber = Rubber.objects.get()
    assert (pool.state.games[0].winner, rubber.player_a, rubber.winner) == ("B", turned[0], "A")
    assert rubber.games.values_list("points_a", "points_b").get() == (5, 3)


def test_record_made_other_peoples_by_a_director_is_his(pool: SittingHands) -> None:
    pool.play("A")
    others = pool.players["Orford"], pool.players["Clay"]
    record = result_record(game_tags(pool.sitting, 1), games_won=(1, 0))
    rubber = correct_rubber(Rubber.objects.get(), record, players=others, act=pool.act("a slip"))
    assert pool.state.games[0].status == "void"
    with pytest.raises(DirectorsResultError):
        pool.won("B", number=1)
    assert Rubber.objects.get().version == rubber.version


def test_result_is_worked_out_with_one_reading_of_the_log(pool: SittingHands) -> None:
    pool.begin()
    stream = f"'sitting:{pool.sitting.public_id}'"
    with CaptureQueriesContext(connection) as queries:
        pool.won("A", number=1)
    assert sum("matches_logentry" in each["sql"] and stream in each["sql"] for each in queries) == 1


def test_rubber_declared_void_is_played_again(pool: SittingHands) -> None:
    pool.play("A")
    void_rubber(Rubber.objects.get(), act=pool.act("the pack was short"))
    assert (pool.state.games[0].status, set(pool.seated())) == ("void", {"Orford", "Baldwin"})
    assert is_stored(pool)


def test_table_does_not_go_over_what_a_director_settles(pool: SittingHands) -> None:
    pool.play("A")
    dispute_rubber(Rubber.objects.get(), seat="B", act=pool.act())
    with pytest.raises(DirectorsResultError):
        pool.won("A", number=1)
    with pytest.raises(DirectorsResultError):
        abandon_game(pool.sitting, 1, act=pool.act())
    with pytest.raises(DirectorsResultError):
        undo_at_table(pool.sitting, version=pool.state.last, act=pool.act())
    assert is_stored(pool)
    void_rubber(Rubber.objects.get(), act=pool.act("the pack was short"))
    with pytest.raises(DirectorsResultError):
        pool.won("A", number=1)
    assert Rubber.objects.get().state == "void"


def test_report_of_a_game_at_a_table_is_corrected_at_that_table_alone(pool: SittingHands) -> None:
    pool.begin()
    rubber = close_rubber(
        Rubber.objects.get(), authority="A", act=pool.act(), ending=RubberEnd("retired", "B")
    )
    assert rubber.state == "reported"
    with pytest.raises(GameAtTableError):
        change_report(rubber, read_one(rubber.egn), act=pool.act())
    with pytest.raises(GameAtTableError):
        withdraw_report(rubber, act=pool.act())
    assert Rubber.objects.get().version == rubber.version


def test_results_are_said_until_the_table_is_closed(pool: SittingHands) -> None:
    pool.play("A")
    pool.put("pool_shared", how="paid")
    pool.put("closed")
    with pytest.raises(SittingActError, match="sitting_closed"):
        pool.won("B", number=1)
    assert Rubber.objects.get().winner == "A"


def test_word_sent_twice_ends_a_game_of_deals_once(pool: SittingHands) -> None:
    rubber = pool.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=pool.act())
    won = pool.act()
    for _time in range(2):
        record_winner(pool.sitting, 1, "B", act=won)
    assert pool.state.games[0].winner == "B"


def test_game_given_up_counts_nowhere(pool: SittingHands) -> None:
    pool.begin()
    abandon_game(pool.sitting, 1, act=pool.act())
    assert (Rubber.objects.get().state, pool.state.games[0].status) == ("void", "abandoned")
    assert is_stored(pool)
    with pytest.raises(SittingActError, match="undone_abandoned"):
        undo_at_table(pool.sitting, version=pool.state.last, act=pool.act())
    assert pool.begin().round_label == "Game 2"


def test_beginning_is_taken_back_with_its_rubber(pool: SittingHands) -> None:
    before = pool.state
    pool.begin()
    after = undo_at_table(pool.sitting, version=pool.state.last, act=pool.act())
    assert (after.seats, after.stage, after.games) == (before.seats, before.stage, ())
    assert Rubber.objects.get().state == "void"
    assert is_stored(pool)


def test_act_sent_twice_is_done_once(pool: SittingHands) -> None:
    act = pool.act()
    begin_game(pool.sitting, act=act)
    begin_game(pool.sitting, act=act)
    won = pool.act()
    for _time in range(2):
        record_winner(pool.sitting, 1, "A", act=won)
    assert (Rubber.objects.count(), len(pool.state.games)) == (1, 1)
    assert Rubber.objects.get().version == 2


def test_what_was_seen_is_what_is_acted_on(pool: SittingHands) -> None:
    seen = Sitting.objects.get().rows_version
    pool.begin()
    with pytest.raises(StaleSittingError):
        record_winner(pool.sitting, 1, "A", act=replace(pool.act(), version=seen))
    with pytest.raises(StaleSittingError):
        begin_game(pool.sitting, act=replace(pool.act(), version=seen))


def test_nothing_is_left_of_a_game_that_may_not_begin() -> None:
    sitting_hands = table("french")
    sitting_hands.bet("Orford", "Orford", 100)
    with pytest.raises(SittingActError, match="stake_wanted"):
        sitting_hands.begin()
    assert Rubber.objects.count() == 0


def test_new_name_is_put_on_the_list_when_that_is_said(pool: SittingHands) -> None:
    with pytest.raises(NewNameError):
        join_sitting(pool.sitting, "Selwyn", act=pool.act())
    join_sitting(pool.sitting, "Selwyn", may_be_new=True, act=pool.act())
    assert pool.hands.club.players.filter(name="Selwyn").count() == 1


def test_merged_records_are_one_person_at_the_table(pool: SittingHands) -> None:
    pool.play("A")
    club = pool.hands.club
    twin = club.players.create(name="J. Orford")
    with pytest.raises(PeopleError, match="at the table Corner"):
        merge_players(pool.players["Orford"], pool.players["Clay"], by=pool.hands.director)
    merge_players(twin, pool.players["Orford"], by=pool.hands.director)
    assert pool.state.people[0].player == twin.public_id
    assert (is_stored(pool), differences()) == (True, [])


def test_rebuild_finds_and_mends_what_is_not_as_the_log_has_it(pool: SittingHands) -> None:
    pool.play("A")
    pool.begin()
    assert differences() == []
    row = locked_sitting(pool.sitting.pk)
    row.postings.filter(position=1).update(amount=7)
    row.games.filter(number=1).update(winner="B")
    Sitting.objects.filter(pk=row.pk).update(phase="closed", state={})
    lines = differences(write=True)
    assert len(lines) == 4
    assert (differences(), is_stored(pool)) == ([], True)


def test_rebuild_stores_a_table_that_is_not_there(pool: SittingHands) -> None:
    pool.play("A")
    Sitting.objects.all().delete()
    assert [line.partition(": ")[2] for line in differences(write=True)] == ["is not stored"]
    assert differences() == []
    assert Sitting.objects.get().public_id == pool.sitting.public_id
