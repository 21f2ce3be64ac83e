from __future__ import annotations

from typing import Any

import pytest

from matches.events.errors import BeingScoredError, ResultThereError, UnsoundResultError
from matches.events.pairings import award_pairing, rubber_of_pairing
from matches.events.results import WrittenResult, enter_results
from matches.events.write_standings import write_standings
from matches.models import Event, LogEntry, Pairing, Rubber
from matches.rubbers.change_rubbers import dispute_rubber, open_rubber, record_cut, record_deal
from matches.rubbers.open_event import rename_event
from matches.rubbers.record_from_input import live_record, tags_of
from matches.rules.events.act_errors import EventActError
from matches.rules.events.plan import RubberRules, StagePlan
from scoring.cards import parse_card
from scoring.record import Rules
from tests.matches.events.event_hands import EventHands, enter_result, planned, playing
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]

STRAIGHT = WrittenResult(games_won=(2, 0))


@pytest.fixture
def event_hands() -> EventHands:
    return playing("knockout")


def walkover(event_hands: EventHands) -> dict[str, Any]:
    winner = event_hands.pairings()[0].a
    return {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": winner}


def outcomes(event_hands: EventHands) -> list[tuple[str, str, str | None]]:
    rows = Pairing.objects.order_by("round__number", "number")
    return list(rows.values_list("decided_by", "winner", "rubber__state"))


def test_result_is_a_rubber_of_the_pairing_by_the_events_rules() -> None:
    rules = RubberRules(best_of=1, reckoning="treble", rubber_bonus=2, cut="game", variant="triomphe")
    event_hands = planned(StagePlan(kind="knockout"), rules=rules, tables=2).draw().release()
    pairing = event_hands.pairings()[1]

    result = WrittenResult(games=((3, 5),))
    rubber = enter_result(event_hands.event, (1, 1, 2), result, authority="final", act=event_hands.act())

    assert (rubber.event, rubber.round_label) == (event_hands.event, "Semi-final")
    assert rubber.table == pairing.table
    assert (rubber.player_a.public_id, rubber.player_b.public_id) == (pairing.a, pairing.b)
    assert (rubber.best_of, rubber.reckoning, rubber.rubber_bonus, rubber.cut) == (1, "treble", 2, "game")
    assert rubber.variant == "triomphe"
    assert (rubber.state, rubber.winner) == ("confirmed", "B")
    assert rubber.date == rubber.entered_at.strftime("%Y.%m.%d")


@pytest.mark.parametrize("at_once", [True, False])
def test_event_renamed_since_it_was_read_gets_the_result(event_hands: EventHands, at_once: bool) -> None:
    read_before = Event.objects.get(pk=event_hands.event.pk)
    rename_event(event_hands.event, "The other cup", act=event_hands.act())
    if at_once:
        enter_results(read_before, {(1, 1, 1): STRAIGHT}, authority="final", act=event_hands.act())
    else:
        enter_result(read_before, (1, 1, 1), STRAIGHT, authority="final", act=event_hands.act())
    rubber = Rubber.objects.select_related("event").get()
    assert (rubber.event_id, rubber.event.name) == (event_hands.event.pk, "The other cup")


def test_standings_follow_by_the_task(event_hands: EventHands) -> None:
    enter_result(event_hands.event, (1, 1, 1), STRAIGHT, authority="final", act=event_hands.act())
    assert outcomes(event_hands)[0] == ("", "", None)
    assert [write_standings(event_hands.event.pk) for _ in range(2)] == [True, False]
    assert outcomes(event_hands)[0] == ("rubber", "A", "confirmed")
    assert event_hands.is_stored()


def test_same_act_is_one_rubber(event_hands: EventHands) -> None:
    act = event_hands.act()
    rubbers = [
        enter_result(event_hands.event, (1, 1, 1), STRAIGHT, authority="final", act=act) for _ in range(2)
    ]
    assert rubbers[0] == rubbers[1]
    assert Rubber.objects.count() == 1


def test_second_result_of_a_pairing_is_a_correction(event_hands: EventHands) -> None:
    rubber = event_hands.win((1, 1, 1))
    with pytest.raises(ResultThereError) as there:
        event_hands.win((1, 1, 1), "B")
    assert there.value.rubber == rubber


@pytest.mark.parametrize(
    ("place", "code"),
    [((1, 1, 3), "pairing_unknown"), ((2, 1, 1), "pairing_unknown"), ((1, 2, 1), "pairing_not_ready")],
)
def test_pairing_that_is_not_to_be_played_gets_no_result(
    event_hands: EventHands, place: tuple[int, int, int], code: str
) -> None:
    with pytest.raises(EventActError) as refused:
        event_hands.win(place)
    assert (refused.value.code, refused.value.params) == (code, place)


def test_pairing_of_a_draft_gets_no_result() -> None:
    event_hands = planned(StagePlan(kind="knockout")).draw()
    with pytest.raises(EventActError, match="pairing_not_released"):
        event_hands.win((1, 1, 1))


def test_good_results_of_a_round_are_kept_and_the_others_told(event_hands: EventHands) -> None:
    act = event_hands.act()
    written = {(1, 1, 1): STRAIGHT, (1, 1, 3): STRAIGHT, (1, 2, 1): STRAIGHT}
    for _ in range(2):
        entered = enter_results(event_hands.event, written, authority="final", act=act)
        assert [isinstance(each, Rubber) for each in entered.values()] == [True, False, False]
    assert Rubber.objects.count() == 1


@pytest.mark.parametrize(
    "result",
    [
        WrittenResult(games_won=(1, 1)),
        WrittenResult(games_won=(3, 0)),
        WrittenResult(games=((5, 3),)),
        WrittenResult(games=((4, 3), (5, 2))),
    ],
)
def test_figures_that_are_no_result_are_refused_and_not_kept_as_a_draft(
    event_hands: EventHands, result: WrittenResult
) -> None:
    entered = enter_results(event_hands.event, {(1, 1, 1): result}, authority="final", act=event_hands.act())
    assert [type(each) for each in entered.values()] == [UnsoundResultError]
    assert Rubber.objects.count() == 0


def test_walkover_and_retirement_say_who_won(event_hands: EventHands) -> None:
    stayed_away = WrittenResult(termination="walkover", winner="B")
    retired = WrittenResult(games=((5, 3),), termination="retired", winner="B")
    written = {(1, 1, 1): stayed_away, (1, 1, 2): retired}
    enter_results(event_hands.event, written, authority="final", act=event_hands.act())
    write_standings(event_hands.event.pk)
    assert outcomes(event_hands)[:2] == [("rubber", "B", "confirmed")] * 2
    assert [each.outcome and each.outcome.is_played for each in event_hands.pairings()] == [False, True]


def test_rubber_on_its_way_is_shown_in_the_draw(event_hands: EventHands) -> None:
    pairing = event_hands.pairings()[0]
    people = {player.public_id: player for player in event_hands.players}
    tags = tags_of(("A", "B"), Rules(), round_label="Semi-final")
    rubber = open_rubber(
        event_hands.hands.club,
        live_record(tags),
        event_name="Autumn Cup",
        players=(people[pairing.b or ""], people[pairing.a or ""]),
        act=event_hands.act(),
    )
    write_standings(event_hands.event.pk)

    assert outcomes(event_hands)[0] == ("", "", "live")
    assert Pairing.objects.get(round__number=1, number=1).rubber == rubber
    assert differences() == []


def test_disputed_result_leaves_the_draw_until_it_is_settled(event_hands: EventHands) -> None:
    rubber = event_hands.win((1, 1, 1))
    event_hands.win((1, 1, 2))
    assert event_hands.pairings(number=2)[0].is_ready
    dispute_rubber(rubber, seat="A", act=event_hands.act())
    write_standings(event_hands.event.pk)
    assert outcomes(event_hands)[0] == ("", "", "disputed")
    assert event_hands.pairings(number=2)[0].a is None
    assert event_hands.is_stored()
    assert differences() == []


def test_imported_rubber_of_the_round_is_its_result(event_hands: EventHands) -> None:
    names = {player.public_id: player.name for player in event_hands.players}
    pairing = event_hands.pairings()[0]
    text = rubber_text(names[pairing.a or ""], names[pairing.b or ""], tags=['[Round "Semi-final"]'])
    import_text(text, club=event_hands.hands.club)
    write_standings(event_hands.event.pk)
    assert Event.objects.count() == 1
    assert outcomes(event_hands)[0] == ("rubber", "B", "confirmed")
    assert differences() == []


class TestTablesThatBegan:
    """A rubber of the pairing was opened at the table before the director entered anything."""

    @pytest.fixture
    def live(self, event_hands: EventHands) -> Rubber:
        pairing = event_hands.pairings()[0]
        players = (pairing.a or "", pairing.b or "")
        return rubber_of_pairing(event_hands.event, "Semi-final", players, act=event_hands.act())

    def test_event_renamed_meanwhile_keeps_the_rubber(self, event_hands: EventHands) -> None:
        pairing = event_hands.pairings()[0]
        rename_event(Event.objects.get(), "Winter Cup", act=event_hands.act())
        players = (pairing.a or "", pairing.b or "")
        live = rubber_of_pairing(event_hands.event, "Semi-final", players, act=event_hands.act())
        assert (Event.objects.count(), live.event.name) == (1, "Winter Cup")

    def test_result_takes_the_place_of_a_rubber_without_a_deal(
        self, event_hands: EventHands, live: Rubber
    ) -> None:
        record_cut(live, [(parse_card("CK"), parse_card("D8"))], act=event_hands.act())
        entered = enter_result(
            event_hands.event, (1, 1, 1), STRAIGHT, authority="final", act=event_hands.act()
        )
        assert (entered.public_id, entered.state, entered.winner) == (live.public_id, "corrected", "A")
        kinds = LogEntry.objects.filter(stream=f"rubber:{live.public_id}").order_by("version")
        assert list(kinds.values_list("kind", "reason"))[2:] == [
            ("rubber.voided", "A result was entered for this pairing."),
            ("rubber.corrected", ""),
        ]
        write_standings(event_hands.event.pk)
        assert outcomes(event_hands)[0] == ("rubber", "A", "corrected")
        assert event_hands.pairings()[0].also == ()
        assert differences() == []

    def test_same_act_is_done_once(self, event_hands: EventHands, live: Rubber) -> None:
        act = event_hands.act()
        for _time in range(2):
            enter_result(event_hands.event, (1, 1, 1), STRAIGHT, authority="final", act=act)
        live.refresh_from_db()
        assert (Rubber.objects.count(), live.version) == (1, 3)

    def test_result_of_a_table_that_is_being_scored_is_refused(
        self, event_hands: EventHands, live: Rubber
    ) -> None:
        record_deal(live, "A S =B5 (0-2)", act=event_hands.act())
        with pytest.raises(BeingScoredError) as refused:
            enter_result(event_hands.event, (1, 1, 1), STRAIGHT, authority="final", act=event_hands.act())
        live.refresh_from_db()
        assert (refused.value.rubber, live.state, live.version) == (live, "live", 2)

    def test_word_that_is_not_final_takes_no_place(self, event_hands: EventHands, live: Rubber) -> None:
        with pytest.raises(ResultThereError):
            enter_result(event_hands.event, (1, 1, 1), STRAIGHT, authority="A", act=event_hands.act())

    def test_award_leaves_no_rubber_that_is_being_played(self, event_hands: EventHands, live: Rubber) -> None:
        act = event_hands.act("nobody came")
        for _time in range(2):
            award_pairing(event_hands.event, walkover(event_hands), act=act)
        live.refresh_from_db()
        assert live.state == "void"
        assert event_hands.pairings()[0].rubber == ""
        assert outcomes(event_hands)[0] == ("award", "A", None)

    def test_award_of_a_table_that_is_being_scored_is_refused(
        self, event_hands: EventHands, live: Rubber
    ) -> None:
        record_deal(live, "A S =B5 (0-2)", act=event_hands.act())
        with pytest.raises(BeingScoredError):
            award_pairing(event_hands.event, walkover(event_hands), act=event_hands.act("left"))
        assert event_hands.pairings()[0].outcome is None

    def test_award_of_a_pairing_that_is_not_there_is_refused(self, event_hands: EventHands) -> None:
        nowhere = {"stage": 1, "round": 9, "number": 9, "kind": "double_walkover", "winner": None}
        with pytest.raises(EventActError):
            award_pairing(event_hands.event, nowhere, act=event_hands.act("left"))
