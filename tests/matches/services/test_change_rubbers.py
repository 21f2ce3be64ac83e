from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from matches.models import (
    Conflict,
    Deal,
    Entrant,
    Event,
    LogEntry,
    Pairing,
    Player,
    Review,
    Round,
    Rubber,
    Standing,
)
from matches.services.change_rubbers import (
    RubberEnd,
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    enter_rubber,
    open_rubber,
    record_deal,
    undo_deal,
    void_rubber,
)
from matches.services.review_rubbers import rubbers_owed_review
from matches.services.rubber_errors import (
    HeldRecordError,
    NoDealError,
    RubberOverError,
    SamePlayerError,
    SameRubberError,
    StaleRubberError,
    StateError,
    UndecidedError,
)
from matches.services.rubber_text import named_text
from matches.services.settle import settle_conflict
from matches.services.written_record import NotOneDealError
from scoring.errors import RecordError
from scoring.notation import read_one
from scoring.record import Rubber as Record
from tests.matches.files import import_text, rubber_text
from tests.matches.services.hands import BROKEN_DEALS, DEALS, Hands, differences, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def hands() -> Hands:
    return make_hands()


def played(text: str = "") -> Record:
    return read_one(text or rubber_text())


# Entered


@pytest.mark.parametrize(
    ("word", "state", "side", "kind"),
    [
        ("final", "confirmed", "", "rubber.entered"),
        ("A", "reported", "A", "rubber.reported"),
        ("B", "reported", "B", "rubber.reported"),
        ("helper", "reported", "", "rubber.reported"),
    ],
)
def test_result_counts_at_once_where_the_word_is_final(
    hands: Hands, word: Any, state: str, side: str, kind: str
) -> None:
    rubber = enter_rubber(
        hands.club,
        hands.result((5, 3)),
        event_name="Autumn Cup",
        players=hands.players,
        word=word,
        act=hands.act("as they told me"),
    )

    assert (rubber.state, rubber.reported_by, rubber.winner, rubber.version) == (state, side, "A", 1)
    assert (rubber.event.name, rubber.pairing.round.label, rubber.pairing.table) == ("Autumn Cup", "1", "1")
    entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}")
    assert (entry.kind, entry.by, entry.reason, entry.club) == (
        kind,
        hands.director,
        "as they told me",
        hands.club,
    )
    assert "Orford" not in str(entry.payload)


@pytest.mark.parametrize("word", ["final", "A"])
def test_record_with_findings_to_settle_is_a_draft_whoever_enters_it(hands: Hands, word: Any) -> None:
    text = rubber_text(deals=["1. A =B5 (0-1)", "2. B S Kb =B5 (0-5)"])
    rubber = enter_rubber(
        hands.club, played(text), event_name="", players=hands.players, word=word, act=hands.act()
    )

    assert rubber.state == "draft"
    assert rubber.findings


def test_event_and_club_stand_in_the_text(hands: Hands) -> None:
    rubber = hands.enter(event="  Spring Cup ")

    tags = read_one(rubber.egn)
    assert (tags.tag("Event"), tags.tag("Club"), rubber.event.name) == (
        "Spring Cup",
        "Portland",
        "Spring Cup",
    )


def test_record_of_no_event_loses_the_tag(hands: Hands) -> None:
    rubber = enter_rubber(
        hands.club, played(), event_name="", players=hands.players, word="final", act=hands.act()
    )

    assert (read_one(rubber.egn).tag("Event"), rubber.event.name) == (None, "")


def test_same_act_twice_is_one_rubber(hands: Hands) -> None:
    act = hands.act()
    first, again = (
        enter_rubber(hands.club, hands.result(), event_name="", players=hands.players, word="final", act=act)
        for _ in range(2)
    )

    assert first == again
    assert LogEntry.objects.filter(kind="rubber.entered").count() == 1


def test_same_occasion_is_told_and_kept_as_another_only_when_said(hands: Hands) -> None:
    first = hands.enter()

    with pytest.raises(SameRubberError) as told:
        hands.enter((3, 5))
    assert told.value.rubber == first

    second, third = hands.enter((3, 5), is_another=True), hands.enter((5, 0), is_another=True)
    assert len({first.identity, second.identity, third.identity}) == 3


def test_players_the_other_way_round_are_another_record(hands: Hands) -> None:
    hands.enter()
    turned = enter_rubber(
        hands.club,
        hands.result(),
        event_name="Autumn Cup",
        players=(hands.b, hands.a),
        word="final",
        act=hands.act(),
    )

    assert (turned.player_a, turned.player_b) == (hands.b, hands.a)


@pytest.mark.parametrize(
    ("code", "body"),
    [("E05", "Game 1 1. A S =B5 (0-2) 2. B S Kb =B5 (0-5) #3-5 ##0-1"), ("E04", "Game 2 #3-5 ##0-1")],
)
def test_record_that_contradicts_itself_is_not_stored(hands: Hands, code: str, body: str) -> None:
    record = read_one(f'[EGN "1"] [A "Orford"] [B "Baldwin"] [BestOf "1"] {body}')

    with pytest.raises(HeldRecordError) as refused:
        enter_rubber(hands.club, record, event_name="", players=hands.players, word="final", act=hands.act())

    assert [fault.code for fault in refused.value.faults] == [code]
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("event", ["two\nlines", "x" * 201, "\0"])
def test_event_that_no_record_can_name_is_refused(hands: Hands, event: str) -> None:
    with pytest.raises(RecordError):
        hands.enter(event=event)

    assert not Event.objects.exists()


def test_nobody_plays_against_himself(hands: Hands) -> None:
    with pytest.raises(SamePlayerError):
        enter_rubber(
            hands.club,
            hands.result(),
            event_name="",
            players=(hands.a, hands.a),
            word="final",
            act=hands.act(),
        )


# Live


def test_live_rubber_shows_its_score_and_counts_for_nothing(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])

    assert (rubber.state, rubber.games_won_a, rubber.games_won_b, rubber.winner) == ("live", 0, 0, "")
    game = rubber.games.get()
    assert (game.points_a, game.points_b, game.deals.get().egn) == (0, 2, "1. A S =B5 (0-2)")
    assert differences() == []
    assert not Standing.objects.exists()


def test_result_that_was_stated_beforehand_is_not_taken_over(hands: Hands) -> None:
    stated = hands.result((5, 3), Result="1-0", Points="1-0")
    rubber = open_rubber(hands.club, stated, event_name="", players=hands.players, act=hands.act())

    assert "Result" not in rubber.egn
    assert not rubber.games.exists()


def test_deals_are_numbered_and_begin_the_next_game_by_themselves(hands: Hands) -> None:
    rubber = open_rubber(
        hands.club,
        Record((("EGN", "1"), ("A", "x"), ("B", "y"))),
        event_name="",
        players=hands.players,
        act=hands.act(),
    )
    for deal in (*DEALS, "7. A =A4 (1-0)"):
        rubber = record_deal(rubber, deal, act=hands.act())

    deals = Deal.objects.filter(game__rubber=rubber).order_by("game__number", "number")
    assert list(deals.values_list("game__number", "number", "egn")) == [
        (1, 1, "1. A S =B5 (0-2)"),
        (1, 2, "2. B S Kb =B5 (0-5)"),
        (2, 1, "1. A =A4 (1-0)"),
    ]


@pytest.mark.parametrize(
    ("deal", "error"),
    [
        ("", HeldRecordError),
        ("C =B5", HeldRecordError),
        ("A HK HQ Z9", HeldRecordError),
        ("A =B5\n##0-1", HeldRecordError),
        ('A =B5\n[EGN "1"]\n[A "x"]', HeldRecordError),
        ("A =B5 (0-2) 2. B =A3", NotOneDealError),
        ("A =B5 #0-5", NotOneDealError),
    ],
)
def test_text_that_is_not_one_deal_is_refused(hands: Hands, deal: str, error: type[Exception]) -> None:
    rubber = hands.open()

    with pytest.raises(error):
        record_deal(rubber, deal, act=hands.act())

    assert not LogEntry.objects.filter(kind="rubber.deal_recorded").exists()


def test_deal_that_nobody_can_have_played_is_refused(hands: Hands) -> None:
    rubber = hands.open()

    with pytest.raises(HeldRecordError) as refused:
        record_deal(
            rubber,
            "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S HK C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5",
            act=hands.act(),
        )

    assert [fault.code for fault in refused.value.faults] == ["E06"]
    assert Rubber.objects.get().version == 1


def test_decided_rubber_takes_no_more_deals(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS)

    with pytest.raises(RubberOverError):
        record_deal(rubber, "A =B", act=hands.act())


def test_last_deal_is_taken_back_and_no_more_than_there_are(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS)

    rubber = undo_deal(rubber, act=hands.act())
    assert Deal.objects.get().egn == "1. A S =B5 (0-2)"
    rubber = undo_deal(rubber, act=hands.act())
    assert not rubber.games.exists()
    with pytest.raises(NoDealError):
        undo_deal(rubber, act=hands.act())

    undone = LogEntry.objects.filter(kind="rubber.deal_undone").order_by("pk")
    assert list(undone.values_list("payload", flat=True)) == [{"game": 1, "deal": 2}, {"game": 1, "deal": 1}]
    assert differences() == []


def test_double_tap_records_one_deal(hands: Hands) -> None:
    rubber = hands.open()
    act = hands.act(version=rubber.version)

    once, twice = (record_deal(rubber, DEALS[0], act=act) for _ in range(2))

    assert once.version == twice.version == 2
    assert Deal.objects.count() == 1


def test_second_phone_that_has_not_seen_the_deal_is_told(hands: Hands) -> None:
    rubber = hands.open()
    seen = rubber.version
    now = record_deal(rubber, DEALS[0], act=hands.act(version=seen))

    with pytest.raises(StaleRubberError) as told:
        record_deal(rubber, DEALS[0], act=hands.act(version=seen))

    assert (told.value.rubber.version, told.value.conflict) == (now.version, None)
    assert Deal.objects.count() == 1


@pytest.mark.parametrize(
    ("word", "state", "side"),
    [("final", "confirmed", ""), ("A", "reported", "A"), ("helper", "reported", "")],
)
def test_end_of_play_is_final_or_reported(hands: Hands, word: Any, state: str, side: str) -> None:
    rubber = close_rubber(hands.open(deals=DEALS), word=word, act=hands.act())

    assert (rubber.state, rubber.reported_by, rubber.winner, rubber.games_won_b) == (state, side, "B", 1)
    assert rubber.egn.endswith("#0-5\n##0-1\n")
    assert differences() == []


@pytest.mark.parametrize("word", ["final", "B"])
def test_live_rubber_with_findings_ends_as_a_draft(hands: Hands, word: Any) -> None:
    assert close_rubber(hands.open(deals=BROKEN_DEALS), word=word, act=hands.act()).state == "draft"


def test_undecided_rubber_needs_a_reason_to_end(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])

    with pytest.raises(UndecidedError):
        close_rubber(rubber, word="final", act=hands.act())

    ended = close_rubber(rubber, word="final", act=hands.act(), ending=RubberEnd("retired", "B"))
    assert (ended.termination, ended.winner, ended.state, ended.findings) == ("retired", "B", "confirmed", [])


def test_unfinished_rubber_is_nobodys(hands: Hands) -> None:
    ended = close_rubber(
        hands.open(deals=DEALS[:1]), word="final", act=hands.act(), ending=RubberEnd("unfinished")
    )

    assert (ended.termination, ended.winner, ended.state, ended.findings) == (
        "unfinished",
        "",
        "confirmed",
        [],
    )


def test_decided_rubber_was_played_out_whatever_is_said(hands: Hands) -> None:
    ended = close_rubber(
        hands.open(deals=DEALS), word="final", act=hands.act(), ending=RubberEnd("retired", "A")
    )

    assert (ended.termination, ended.winner) == ("normal", "B")


# Confirmed, disputed, void


@pytest.mark.parametrize(("seat", "side"), [("A", "B"), ("B", "A"), ("", "")])
def test_disputed_result_rests_on_the_other_sides_word(hands: Hands, seat: Any, side: str) -> None:
    rubber = dispute_rubber(hands.enter(), seat=seat, act=hands.act("it was 5-4"))

    assert (rubber.state, rubber.reported_by) == ("disputed", side)
    assert LogEntry.objects.latest("pk").reason == "it was 5-4"


def table() -> list[str]:
    differences()
    return list(Standing.objects.order_by("position").values_list("entrant__player__name", flat=True))


def test_standings_have_settled_rubbers_alone(hands: Hands) -> None:
    rubber = hands.report()
    assert table() == []
    rubber = confirm_rubber(rubber, act=hands.act())
    assert table() == ["Orford", "Baldwin"]
    rubber = dispute_rubber(rubber, seat="B", act=hands.act())
    assert table() == []
    rubber = correct_rubber(rubber, hands.result((3, 5)), act=hands.act())
    assert table() == ["Baldwin", "Orford"]
    void_rubber(rubber, act=hands.act())
    assert table() == []


def test_error_says_what_the_state_wants(hands: Hands) -> None:
    rubber = hands.in_state("confirmed")

    with pytest.raises(StateError, match="reported or disputed"):
        confirm_rubber(rubber, act=hands.act())


# Corrected


def test_correction_keeps_what_was_there_in_the_log(hands: Hands) -> None:
    rubber = hands.enter((5, 3))

    corrected = correct_rubber(rubber, hands.result((3, 5)), act=hands.act("they had it the wrong way round"))

    assert (corrected.state, corrected.winner, corrected.version) == ("corrected", "B", 2)
    assert corrected.identity == rubber.identity
    first, second = LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version")
    assert first.payload["egn"] == rubber.egn
    assert second.payload == {"egn": corrected.egn}
    assert differences() == []


def test_correction_with_findings_is_a_draft_until_the_next(hands: Hands) -> None:
    rubber = hands.enter()

    draft = correct_rubber(
        rubber, played(rubber_text(deals=["1. A =B5 (0-1)", "2. B S Kb =B5 (0-5)"])), act=hands.act()
    )
    assert draft.state == "draft"
    assert correct_rubber(draft, hands.result(), act=hands.act()).state == "corrected"


def test_correction_moves_a_rubber_and_leaves_nothing_behind(hands: Hands) -> None:
    rubber = hands.enter(table="1")
    wheble = Player.objects.create(club=hands.club, name="Wheble")
    assert table() == ["Orford", "Baldwin"]

    moved = correct_rubber(
        rubber,
        hands.result((5, 3), table="7"),
        act=hands.act(),
        players=(hands.a, wheble),
        event_name="Winter Cup",
    )

    assert (moved.event.name, moved.pairing.table, moved.player_b) == ("Winter Cup", "7", wheble)
    assert moved.identity != rubber.identity
    assert (Pairing.objects.count(), Round.objects.count()) == (1, 1)
    assert {entrant.event for entrant in Entrant.objects.all()} == {moved.event}
    assert table() == ["Orford", "Wheble"]
    assert differences() == []


def test_moved_rubber_makes_room_where_it_was(hands: Hands) -> None:
    correct_rubber(hands.enter(table="1"), hands.result(table="2"), act=hands.act())

    assert hands.enter(table="1").version == 1
    assert differences() == []


def test_rubber_moved_to_its_equals_takes_the_next_place(hands: Hands) -> None:
    there = hands.enter(table="2")

    moved = correct_rubber(hands.enter(table="1"), hands.result(table="2"), act=hands.act())

    assert moved.identity != there.identity
    assert differences() == []


def test_late_correction_is_kept_for_the_director(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))

    with pytest.raises(StaleRubberError) as told:
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act("I saw it", version=1))

    conflict = Conflict.objects.get()
    assert told.value.conflict == conflict
    assert (told.value.rubber.version, told.value.rubber.games.get().points_b) == (2, 2)
    assert (conflict.rubber, conflict.by, conflict.reason) == (rubber, hands.director, "I saw it")
    assert "#5-1" in conflict.egn
    assert Rubber.objects.get().version == 2


def test_late_correction_that_was_decided_stays_so_when_it_is_sent_again(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    late = hands.act("I saw it", version=1)
    for _time in range(2):
        with pytest.raises(StaleRubberError):
            correct_rubber(rubber, hands.result((5, 1)), act=late)
    settle_conflict(Conflict.objects.get(), take=False, act=hands.act())

    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=late)

    assert Conflict.objects.get().resolution == "kept"


def test_late_correction_after_a_decision_is_another(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))
    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act(version=1))
    settle_conflict(Conflict.objects.get(), take=False, act=hands.act())
    correct_rubber(rubber, hands.result((5, 0)), act=hands.act(version=2))

    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act("I saw it", version=2))

    conflict = Conflict.objects.get()
    assert (conflict.resolution, conflict.reason) == ("", "I saw it")


def test_late_correction_goes_on_naming_the_file_that_said_the_same(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    said = named_text(
        hands.enter((5, 1), table="2").egn.replace('[Table "2"]', '[Table "1"]'), ("Orford", "Baldwin")
    )
    import_text(said, club=hands.club)
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))

    with pytest.raises(StaleRubberError):
        correct_rubber(rubber, hands.result((5, 1)), act=hands.act("I saw it", version=1))

    conflict = Conflict.objects.get()
    assert conflict.report is not None
    assert (conflict.by, conflict.reason) == (hands.director, "I saw it")


def test_late_correction_that_says_the_same_is_no_conflict(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))

    again = correct_rubber(rubber, hands.result((5, 2)), act=hands.act(version=1))

    assert again.version == 2
    assert not Conflict.objects.exists()


def test_correction_sent_twice_is_one(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    act = hands.act(version=1)

    versions = [correct_rubber(rubber, hands.result((5, 2)), act=act).version for _ in range(2)]

    assert versions == [2, 2]
    assert not Conflict.objects.exists()


def test_live_rubber_is_not_corrected(hands: Hands) -> None:
    with pytest.raises(StateError):
        correct_rubber(hands.open(), hands.result(), act=hands.act())


# Reviews


def reviewed(rubber: Rubber) -> Review:
    return Review.objects.create(
        rubber=rubber,
        engine_version="1",
        rubber_version=rubber.version,
        state="done",
        done_at=rubber.entered_at,
    )


def test_correction_makes_the_review_stale_and_owes_another(hands: Hands) -> None:
    rubber = enter_rubber(
        hands.club, played(), event_name="", players=hands.players, word="final", act=hands.act()
    )
    review = reviewed(rubber)

    correct_rubber(rubber, played(rubber_text(tags=['[Site "Paris"]'])), act=hands.act())

    review.refresh_from_db()
    assert review.rubber_version == 1
    assert list(rubbers_owed_review()) == [rubber]


def test_review_stands_while_the_record_does(hands: Hands) -> None:
    rubber = enter_rubber(
        hands.club, played(), event_name="", players=hands.players, word="A", act=hands.act()
    )
    review = reviewed(rubber)

    confirm_rubber(rubber, act=hands.act())

    review.refresh_from_db()
    assert review.rubber_version == 2


# At once


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What each call gave or raised, all of them begun at one moment on connections of their own."""
    start = threading.Barrier(len(calls))
    results: list[object] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            start.wait()
            results[place] = calls[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_correct_at_once_lose_nothing() -> None:
    hands = make_hands()
    rubber = hands.enter((5, 3))
    acts = [hands.act(version=1), hands.act(version=1)]

    results = at_once(
        lambda: correct_rubber(rubber, hands.result((5, 1)), act=acts[0]),
        lambda: correct_rubber(rubber, hands.result((5, 2)), act=acts[1]),
    )

    late = [result for result in results if isinstance(result, StaleRubberError)]
    stored = Rubber.objects.get()
    assert (len(late), stored.version, stored.state) == (1, 2, "corrected")
    assert late[0].conflict == Conflict.objects.get()
    points = {stored.games.get().points_b, 1 if "#5-1" in Conflict.objects.get().egn else 2}
    assert points == {1, 2}
    assert differences() == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_form_sent_twice_at_once_makes_one_rubber() -> None:
    hands = make_hands()
    act = hands.act()

    def enter() -> Rubber:
        return enter_rubber(
            hands.club, hands.result(), event_name="Cup", players=hands.players, word="final", act=act
        )

    results = at_once(enter, enter, enter)

    assert results == [Rubber.objects.get()] * 3
    assert Event.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_phones_record_every_deal_once() -> None:
    hands = make_hands()
    rubber = hands.open()
    acts = [hands.act() for _ in range(3)]

    at_once(*(lambda act=act: record_deal(rubber, "A =void", act=act) for act in (*acts, *acts)))

    assert list(Deal.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    assert differences() == []
