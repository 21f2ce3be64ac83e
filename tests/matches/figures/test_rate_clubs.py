from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.clubs.errors import PeopleError
from matches.figures.deferred_updates import clubs_with_pending_ratings
from matches.figures.rate_clubs import MOST_TRIES, RatingFacts, RatingKey, computed_rows, games_met, rate_club
from matches.models import Player, Rating, RatingProgress, Rubber
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import confirm_rubber, correct_rubber, dispute_rubber, void_rubber
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.record_from_input import result_record
from scoring.record import Pair
from scoring.record import Rubber as Record
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import Hands, make_hands
from tests.support.examples import examples
from worker.ratings.constants import CONSTANTS_VERSION

pytestmark = [pytest.mark.django_db, pytest.mark.core]

DAYS = ("2026.10.05", "2026.10.11", "2026.10.14", "2026.11.02", "2026.11.??")
"""The first two days are in one week; the last one's week is unknown."""
FIRST, SECOND, LAST = date(2026, 10, 5), date(2026, 10, 12), date(2026, 11, 2)
GAMES: tuple[tuple[Pair, ...], ...] = (((5, 3),), ((2, 5),), ((5, 0),))


@dataclass
class Play:
    """Three players, and the rubbers that they played on given days."""

    hands: Hands
    third: Player

    @property
    def club(self) -> int:
        return self.hands.club.pk

    def people(self, number: int) -> tuple[Player, Player]:
        a, b = self.hands.players
        return [(a, b), (b, self.third), (self.third, a)][number % 3]

    def record(self, day: str, games: tuple[Pair, ...], table: int = 1) -> Record:
        return result_record(self.hands.tags(table=str(table)) | {"Date": day}, games=games)

    def enter(self, day: str, games: tuple[Pair, ...] = GAMES[0], *, who: int = 0, table: int = 1) -> Rubber:
        record = self.record(day, games, table)
        return self.hands.store(record, players=self.people(who), is_another=True)

    def correct(self, rubber: Rubber, day: str, games: tuple[Pair, ...], *, who: int = 0) -> Rubber:
        record = self.record(day, games)
        return correct_rubber(rubber, record, act=self.hands.act(), players=self.people(who))


@pytest.fixture
def play() -> Play:
    return make_play()


def make_play() -> Play:
    hands = make_hands()
    return Play(hands, Player.objects.create(club=hands.club, name="Pole"))


def owed_from() -> date | None:
    return RatingProgress.objects.get().owed_from


def weeks() -> list[tuple[date, str, int, int]]:
    rows = Rating.objects.order_by("week", "player__name")
    return list(rows.values_list("week", "player__name", "games", "won"))


def test_rated_are_the_games_of_each_week(play: Play) -> None:
    play.enter(DAYS[0])
    play.enter(DAYS[1], GAMES[1], who=1)
    play.enter(DAYS[3])

    assert rate_club(play.club)

    first = [(FIRST, "Baldwin", 2, 0), (FIRST, "Orford", 1, 1), (FIRST, "Pole", 1, 1)]
    assert weeks() == [*first, (LAST, "Baldwin", 1, 0), (LAST, "Orford", 1, 1)]
    orford, baldwin = (Rating.objects.filter(player=each, week=LAST).get() for each in play.hands.players)
    assert orford.rating > 1500 > baldwin.rating


def test_rubber_whose_day_is_unknown_is_not_rated(play: Play) -> None:
    play.enter(DAYS[4])
    assert not RatingProgress.objects.exists()
    assert list(games_met(play.club)) == []


@pytest.mark.parametrize(
    ("lines", "rated"),
    [
        ('[Termination "walkover"]\n[Winner "A"]\n\n', []),
        ('[Termination "walkover"]\n[Winner "A"]\n[Result "2-0"]\n\n', []),
        ('[Termination "walkover"]\n[Winner "A"]\n\nGame 1 #5-3\n##1-0\n', [(1, 0)]),
        ('[Termination "retired"]\n[Winner "A"]\n\nGame 1 #5-3\n##1-0\n', [(1, 0)]),
        ('[Termination "unfinished"]\n\nGame 1 #5-3\n*\n', [(1, 0)]),
        ('[Result "2-1"]\n\n', [(2, 1)]),
        ('[Variant "Triomphe"]\n[Result "2-1"]\n\n', []),
    ],
)
def test_rated_is_what_was_played(play: Play, lines: str, rated: list[Pair]) -> None:
    head = '[EGN "1"]\n[Event "Cup"]\n[Date "2026.10.05"]\n[A "Orford"]\n[B "Baldwin"]\n'
    import_text(f"{head}{lines}", club=play.hands.club)
    Rubber.objects.get()
    assert [(each.won_a, each.won_b) for each in games_met(play.club)] == rated


def test_what_is_rated_is_owed_no_more(play: Play) -> None:
    play.enter(DAYS[2])
    assert [owed.club_id for owed in clubs_with_pending_ratings()] == [play.club]
    assert rate_club(play.club)
    assert not clubs_with_pending_ratings()
    assert not rate_club(play.club)


def test_nothing_is_owed_by_what_does_not_count(play: Play) -> None:
    rubber = play.hands.report()
    play.hands.open(table="2")
    assert not RatingProgress.objects.exists()
    confirm_rubber(rubber, act=play.hands.act())
    assert owed_from() == date(2026, 11, 16)


def test_owed_is_the_earlier_week_of_a_rubber_that_moves(play: Play) -> None:
    rubber = play.enter(DAYS[3])
    rate_club(play.club)
    play.correct(rubber, DAYS[2], GAMES[0])
    assert owed_from() == SECOND
    rate_club(play.club)
    play.correct(rubber, DAYS[3], GAMES[0])
    assert owed_from() == SECOND


def test_rubber_that_counts_no_more_is_rated_no_more(play: Play) -> None:
    play.enter(DAYS[0])
    rubber = play.enter(DAYS[2], who=1)
    rate_club(play.club)
    void_rubber(rubber, act=play.hands.act())
    rate_club(play.club)
    assert [week for week, *_ in weeks()] == [FIRST, FIRST]


def test_correction_rates_anew_what_followed_and_touches_nothing_before(play: Play) -> None:
    play.enter(DAYS[0])
    rubber = play.enter(DAYS[2])
    play.enter(DAYS[3])
    rate_club(play.club)
    before = {row.pk: row.rating for row in Rating.objects.all()}
    play.correct(rubber, DAYS[2], GAMES[1])
    rate_club(play.club)
    after = {row.pk: row.rating for row in Rating.objects.all()}
    assert after.keys() == before.keys()
    changed = {pk for pk in after if after[pk] != before[pk]}
    assert changed == set(Rating.objects.filter(week__gte=SECOND).values_list("pk", flat=True))


def test_other_constants_make_every_rating_owed(play: Play) -> None:
    play.enter(DAYS[0])
    rate_club(play.club)
    Rating.objects.update(rating=1900)
    RatingProgress.objects.update(constants="chess")
    assert clubs_with_pending_ratings().count() == 1
    rate_club(play.club)
    assert RatingProgress.objects.get().constants == CONSTANTS_VERSION
    assert not Rating.objects.filter(rating=1900).exists()


def test_merged_player_has_one_rating_of_both_records(play: Play) -> None:
    play.enter(DAYS[0])
    play.enter(DAYS[3], who=1)
    rate_club(play.club)
    merge_players(play.hands.a, play.third, by=None)
    assert owed_from() == LAST
    rate_club(play.club)
    rated = [(week, name) for week, name, *_ in weeks()]
    assert rated == [(week, name) for week in (FIRST, LAST) for name in ("Baldwin", "Orford")]


def test_import_notes_the_first_week_of_its_file(play: Play) -> None:
    import_text(
        rubber_text(tags=['[Date "2026.11.02"]']),
        rubber_text("Pole", tags=['[Date "2026.10.11"]']),
        rubber_text("Pole", tags=['[Round "2"]']),
        club=play.hands.club,
    )
    assert owed_from() == FIRST


@pytest.mark.parametrize("times", [1, MOST_TRIES])
def test_result_that_comes_while_ratings_are_worked_out_is_in_them(
    play: Play, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Ratings are computed again up to the limit, and then under the lock that results wait for."""
    play.enter(DAYS[3])
    rate_club(play.club)
    play.enter(DAYS[2])
    begun = []

    def rows_meanwhile(club: int, *, since: date) -> dict[RatingKey, RatingFacts]:
        rows = computed_rows(club, since=since)
        begun.append(since)
        if len(begun) <= times:
            play.enter(DAYS[0], table=len(begun))
        return rows

    monkeypatch.setattr("matches.figures.rate_clubs.computed_rows", rows_meanwhile)

    assert rate_club(play.club)

    assert begun == [SECOND, *[FIRST] * times]
    assert owed_from() is None
    assert stored() == computed_rows(play.club)


def test_ratings_that_another_worker_wrote_meanwhile_are_left_to_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.enter(DAYS[0])

    def rows_twice(club: int, *, since: date) -> dict[RatingKey, RatingFacts]:
        monkeypatch.undo()
        assert rate_club(club)
        return {}

    monkeypatch.setattr("matches.figures.rate_clubs.computed_rows", rows_twice)
    assert not rate_club(play.club)
    assert stored() == computed_rows(play.club)


def test_club_that_is_gone_is_not_rated() -> None:
    assert not rate_club(404)


STEPS = st.tuples(
    st.sampled_from(["enter", "enter", "correct", "correct", "dispute", "confirm", "void", "merge", "rate"]),
    *(st.integers(0, 8) for _ in range(4)),
)


@settings(
    max_examples=examples(10, many=40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=3, max_size=14))
def test_kept_up_they_are_what_rating_from_scratch_gives(steps: list[tuple[str, int, int, int, int]]) -> None:
    with transaction.atomic():
        play = make_play()
        for step in steps:
            take(play, *step)
        rate_club(play.club)
        assert stored() == computed_rows(play.club)
        transaction.set_rollback(True)


def take(play: Play, name: str, which: int, day: int, games: int, who: int) -> None:
    day_and_games = DAYS[day % len(DAYS)], GAMES[games % len(GAMES)]
    rubbers = list(play.hands.club.rubbers.order_by("pk"))
    rubber = rubbers[which % len(rubbers)] if rubbers else play.enter(*day_and_games, who=who)
    try:
        if name == "enter":
            play.enter(*day_and_games, who=who, table=which)
        elif name == "correct":
            play.correct(rubber, *day_and_games, who=who)
        elif name == "dispute":
            dispute_rubber(rubber, seat="A", act=play.hands.act())
        elif name == "confirm":
            confirm_rubber(rubber, act=play.hands.act())
        elif name == "void":
            void_rubber(rubber, act=play.hands.act())
        elif name == "merge":
            merge_players(play.hands.a, play.third, by=None)
        else:
            rate_club(play.club)
    except (RubberChangeError, PeopleError):
        # Not lawful just now.
        pass


def stored() -> dict[tuple[int, date], tuple[object, ...]]:
    columns = ("rating", "deviation", "volatility", "games", "won", "expected")
    rows = Rating.objects.values_list("player_id", "week", *columns)
    return {(player, week): (*facts,) for player, week, *facts in rows}
