from __future__ import annotations

import pytest

from matches.events.errors import BeingScoredError, ResultThereError, UnsoundResultError
from matches.events.open_pairings import award_pairing, rubber_of_pairing
from matches.events.results import WrittenResult, enter_result, enter_results
from matches.events.write_standings import write_standings
from matches.models import Event, LogEntry, Pairing, Rubber
from matches.rubbers.build_record import live_record, tags_of
from matches.rubbers.commands import dispute_rubber, open_rubber, record_cut, record_deal
from matches.rubbers.open_event import rename_event
from matches.rules.events.errors import EventActError
from matches.rules.events.plan import RubberRules, StagePlan
from scoring.cards import parse_card
from scoring.record import Rules
from tests.matches.files import import_text, rubber_text
from tests.matches.helpers.event_hands import EventHands, planned, playing
from tests.matches.helpers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]

STRAIGHT = WrittenResult(games_won=(2, 0))


@pytest.fixture
def told() -> EventHands:
    return playing("knockout")


def outcomes(told: EventHands) -> list[tuple[str, str, str | None]]:
    rows = Pairing.objects.order_by("round__number", "number")
    return list(rows.values_list("decided_by", "winner", "rubber__state"))


def test_result_is_a_rubber_of_the_pairing_by_the_events_rules() -> None:
    rules = RubberRules(best_of=1, reckoning="treble", rubber_bonus=2, cut="game", variant="triomphe")
    told = planned(StagePlan(kind="knockout"), rules=rules, tables=2)
    told.draw()
    told.release()
    pairing = told.pairings()[1]

    rubber = enter_result(told.event, (1, 1, 2), WrittenResult(games=((3, 5),)), word="final", act=told.act())

    assert (rubber.event, rubber.round_label, rubber.table) == (told.event, "Semi-final", pairing.table)
    assert (rubber.player_a.public_id, rubber.player_b.public_id) == (pairing.a, pairing.b)
    assert (rubber.best_of, rubber.reckoning, rubber.rubber_bonus, rubber.cut) == (1, "treble", 2, "game")
    assert rubber.variant == "triomphe"
    assert (rubber.state, rubber.winner, rubber.date) == (
        "confirmed",
        "B",
        rubber.entered_at.strftime("%Y.%m.%d"),
    )


@pytest.mark.parametrize("at_once", [True, False])
def test_event_renamed_since_it_was_read_gets_the_result(told: EventHands, at_once: bool) -> None:
    read_before = Event.objects.get(pk=told.event.pk)
    rename_event(told.event, "The other cup", act=told.act())
    if at_once:
        enter_results(read_before, {(1, 1, 1): STRAIGHT}, word="final", act=told.act())
    else:
        enter_result(read_before, (1, 1, 1), STRAIGHT, word="final", act=told.act())
    rubber = Rubber.objects.select_related("event").get()
    assert (rubber.event_id, rubber.event.name) == (told.event.pk, "The other cup")


def test_standings_follow_by_the_task(told: EventHands) -> None:
    enter_result(told.event, (1, 1, 1), STRAIGHT, word="final", act=told.act())
    assert outcomes(told)[0] == ("", "", None)

    assert [write_standings(told.event.pk) for _ in range(2)] == [True, False]

    assert outcomes(told)[0] == ("rubber", "A", "confirmed")
    assert told.is_stored()


def test_same_act_is_one_rubber(told: EventHands) -> None:
    act = told.act()

    rubbers = [enter_result(told.event, (1, 1, 1), STRAIGHT, word="final", act=act) for _ in range(2)]

    assert rubbers[0] == rubbers[1]
    assert Rubber.objects.count() == 1


def test_second_result_of_a_pairing_is_a_correction(told: EventHands) -> None:
    rubber = told.win((1, 1, 1))

    with pytest.raises(ResultThereError) as there:
        told.win((1, 1, 1), "B")

    assert there.value.rubber == rubber


@pytest.mark.parametrize(
    ("place", "code"),
    [((1, 1, 3), "pairing_unknown"), ((2, 1, 1), "pairing_unknown"), ((1, 2, 1), "pairing_not_ready")],
)
def test_pairing_that_is_not_to_be_played_gets_no_result(
    told: EventHands, place: tuple[int, int, int], code: str
) -> None:
    with pytest.raises(EventActError) as refused:
        told.win(place)

    assert (refused.value.code, refused.value.params) == (code, place)


def test_pairing_of_a_draft_gets_no_result() -> None:
    told = planned(StagePlan(kind="knockout"))
    told.draw()

    with pytest.raises(EventActError, match="pairing_not_released"):
        told.win((1, 1, 1))


def test_good_results_of_a_round_are_kept_and_the_others_told(told: EventHands) -> None:
    act = told.act()
    written = {(1, 1, 1): STRAIGHT, (1, 1, 3): STRAIGHT, (1, 2, 1): STRAIGHT}

    for _ in range(2):
        entered = enter_results(told.event, written, word="final", act=act)

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
    told: EventHands, result: WrittenResult
) -> None:
    entered = enter_results(told.event, {(1, 1, 1): result}, word="final", act=told.act())

    assert [type(each) for each in entered.values()] == [UnsoundResultError]
    assert Rubber.objects.count() == 0


def test_walkover_and_retirement_say_who_won(told: EventHands) -> None:
    walkover = WrittenResult(termination="walkover", winner="B")
    retired = WrittenResult(games=((5, 3),), termination="retired", winner="B")
    enter_results(told.event, {(1, 1, 1): walkover, (1, 1, 2): retired}, word="final", act=told.act())
    write_standings(told.event.pk)

    assert outcomes(told)[:2] == [("rubber", "B", "confirmed")] * 2
    first, second = told.pairings()
    assert (first.outcome and first.outcome.is_played, second.outcome and second.outcome.is_played) == (
        False,
        True,
    )


def test_rubber_on_its_way_is_shown_in_the_draw(told: EventHands) -> None:
    pairing = told.pairings()[0]
    people = {player.public_id: player for player in told.players}
    tags = tags_of(("A", "B"), Rules(), round_label="Semi-final")
    rubber = open_rubber(
        told.hands.club,
        live_record(tags),
        event_name="Autumn Cup",
        players=(people[pairing.b or ""], people[pairing.a or ""]),
        act=told.act(),
    )
    write_standings(told.event.pk)

    assert outcomes(told)[0] == ("", "", "live")
    assert Pairing.objects.get(round__number=1, number=1).rubber == rubber
    assert differences() == []


def test_disputed_result_leaves_the_draw_until_it_is_settled(told: EventHands) -> None:
    rubber = told.win((1, 1, 1))
    told.win((1, 1, 2))
    assert told.pairings(number=2)[0].is_ready

    dispute_rubber(rubber, seat="A", act=told.act())
    write_standings(told.event.pk)

    assert outcomes(told)[0] == ("", "", "disputed")
    assert told.pairings(number=2)[0].a is None
    assert told.is_stored()
    assert differences() == []


def test_imported_rubber_of_the_round_is_its_result(told: EventHands) -> None:
    names = {player.public_id: player.name for player in told.players}
    pairing = told.pairings()[0]
    text = rubber_text(names[pairing.a or ""], names[pairing.b or ""], tags=['[Round "Semi-final"]'])
    import_text(text, club=told.hands.club)
    write_standings(told.event.pk)

    assert Event.objects.count() == 1
    assert outcomes(told)[0] == ("rubber", "B", "confirmed")
    assert differences() == []


class TestTablesThatBegan:
    """A rubber of the pairing was opened at the table before the director entered anything."""

    @pytest.fixture
    def live(self, told: EventHands) -> Rubber:
        pairing = told.pairings()[0]
        players = (pairing.a or "", pairing.b or "")
        return rubber_of_pairing(told.event, "Semi-final", players, act=told.act())

    def test_event_renamed_meanwhile_keeps_the_rubber(self, told: EventHands) -> None:
        pairing = told.pairings()[0]
        rename_event(Event.objects.get(), "Winter Cup", act=told.act())

        live = rubber_of_pairing(told.event, "Semi-final", (pairing.a or "", pairing.b or ""), act=told.act())

        assert (Event.objects.count(), live.event.name) == (1, "Winter Cup")

    def test_result_takes_the_place_of_a_rubber_without_a_deal(self, told: EventHands, live: Rubber) -> None:
        record_cut(live, [(parse_card("CK"), parse_card("D8"))], act=told.act())

        entered = enter_result(told.event, (1, 1, 1), STRAIGHT, word="final", act=told.act())

        assert (entered.public_id, entered.state, entered.winner) == (live.public_id, "corrected", "A")
        kinds = LogEntry.objects.filter(stream=f"rubber:{live.public_id}").order_by("version")
        assert list(kinds.values_list("kind", "reason"))[2:] == [
            ("rubber.voided", "A result was entered for this pairing."),
            ("rubber.corrected", ""),
        ]
        write_standings(told.event.pk)
        assert outcomes(told)[0] == ("rubber", "A", "corrected")
        assert told.pairings()[0].also == ()
        assert differences() == []

    def test_same_act_is_done_once(self, told: EventHands, live: Rubber) -> None:
        act = told.act()
        for _time in range(2):
            enter_result(told.event, (1, 1, 1), STRAIGHT, word="final", act=act)
        live.refresh_from_db()
        assert (Rubber.objects.count(), live.version) == (1, 3)

    def test_result_of_a_table_that_is_being_scored_is_refused(self, told: EventHands, live: Rubber) -> None:
        record_deal(live, "A S =B5 (0-2)", act=told.act())
        with pytest.raises(BeingScoredError) as refused:
            enter_result(told.event, (1, 1, 1), STRAIGHT, word="final", act=told.act())
        live.refresh_from_db()
        assert (refused.value.rubber, live.state, live.version) == (live, "live", 2)

    def test_word_that_is_not_final_takes_no_place(self, told: EventHands, live: Rubber) -> None:
        with pytest.raises(ResultThereError):
            enter_result(told.event, (1, 1, 1), STRAIGHT, word="A", act=told.act())

    def test_award_leaves_no_rubber_that_is_being_played(self, told: EventHands, live: Rubber) -> None:
        walkover = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": told.pairings()[0].a}
        act = told.act("nobody came")
        for _time in range(2):
            award_pairing(told.event, walkover, act=act)
        live.refresh_from_db()
        assert live.state == "void"
        assert told.pairings()[0].rubber == ""
        assert outcomes(told)[0] == ("award", "A", None)

    def test_award_of_a_table_that_is_being_scored_is_refused(self, told: EventHands, live: Rubber) -> None:
        record_deal(live, "A S =B5 (0-2)", act=told.act())
        walkover = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": told.pairings()[0].a}
        with pytest.raises(BeingScoredError):
            award_pairing(told.event, walkover, act=told.act("left"))
        assert told.pairings()[0].outcome is None

    def test_award_of_a_pairing_that_is_not_there_is_refused(self, told: EventHands) -> None:
        nowhere = {"stage": 1, "round": 9, "number": 9, "kind": "double_walkover", "winner": None}
        with pytest.raises(EventActError):
            award_pairing(told.event, nowhere, act=told.act("left"))
