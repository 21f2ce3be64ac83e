"""Events are exported and imported again: the same event, here, in another club, on another site."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from matches.clubs.players import add_players
from matches.common.commands import CommandContext
from matches.events.check_document import EventFileError, check_file
from matches.events.corrections import correct_result
from matches.events.document import derived_of, document_bytes
from matches.events.event_state import event_state
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult, result_of, to_be_played
from matches.events.undo import undo_last
from matches.exchange.event_files.export import export_bytes, export_event
from matches.exchange.event_files.import_events import import_event
from matches.models import Club, Event, LogEntry, Player, Rubber, User
from matches.operations.rebuild import Rebuild
from matches.rubbers.change_rubbers import record_deal, void_rubber
from matches.rubbers.record_deals import record_cut
from matches.rules.events.draw_queries import event_plan
from matches.rules.events.facts import PairingPlace
from matches.rules.events.plan import StagePlan
from scoring.cards import parse_card
from tests.bench.simulation.event_hands import listed_ids, simulated_event, simulated_names
from tests.bench.simulation.event_play import Format, Simulation, simulated_plan
from tests.factories.remembered import remembered
from tests.matches.events.event_hands import EventHands, planned, playing, stored_of
from tests.matches.rubbers.hands import make_hands
from tests.support.examples import in_all

pytestmark = pytest.mark.django_db


def simulated(kind: Format = "swiss", *, players: int = 9) -> Event:
    return remembered(("simulated", kind, players), lambda: _simulate(kind, players))


def _simulate(kind: Format, players: int) -> Event:
    hands = make_hands()
    club = hands.club
    names = simulated_names(players)
    add_players(club, names, by=hands.director)
    plan = simulated_plan(kind, players=players, rounds=0, seed="1")
    stored = simulated_event(club, "Autumn Cup", plan, by=hands.director, seed="1")
    list(Simulation(stored, listed_ids(club, names), "1").steps())
    return Event.objects.select_related("club").get(pk=stored.event.pk)


@cache
def swiss_file() -> bytes:
    """Return the file of an event that is deleted again, for tests that only corrupt it."""
    return export_bytes(simulated())


def other_club() -> Club:
    return Club.objects.create(name="Savile", slug="savile")


def director() -> User:
    return User.objects.create_user("secretary@example.org", name="Secretary")


def taken_in(raw: bytes, club: Club) -> Event:
    return import_event(club, raw, act=CommandContext(by=director(), key="")).event


def differences() -> list[str]:
    return [str(each) for each in Rebuild(write=False).differences()]


def named(event: Event) -> Any:
    """Return the event's document with ids replaced by names."""
    document = export_event(event)
    ids = {player["id"]: f"player {player['name']}" for player in document["players"]}
    ids |= {rubber["id"]: f"rubber {place}" for place, rubber in enumerate(document["rubbers"])}
    ids |= {document["event"]["id"]: "event", document["club"]["id"]: "club"}

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return ids.get(value, value)
        if isinstance(value, Mapping):
            return {ids.get(key, key): renamed(each) for key, each in value.items()}
        return [renamed(each) for each in value] if isinstance(value, list) else value

    named_document = renamed(document)
    named_document["club"] = ""
    named_document["players"] = sorted(named_document["players"], key=lambda player: player["name"])
    return named_document


def decided(document: Any) -> Any:
    """Return the document without what lots decide.

    Lots are drawn by ids, and order players whom nothing else separates.
    """
    derived = document["derived"]
    rounds = [[stage["entrants"], stage["groups"], stage["rounds"]] for stage in derived["stages"]]
    return {**document, "derived": [derived["phase"], derived["results"], derived["outside"], rounds]}


@pytest.mark.core
def test_same_event_gives_the_same_bytes() -> None:
    event = simulated()
    assert export_bytes(event) == export_bytes(Event.objects.get(pk=event.pk))


@pytest.mark.parametrize(
    "kind", ["swiss", "double_elimination", *in_all("round_robin", "knockout", "groups_knockout")]
)
def test_file_holds_together_and_is_the_same_event_in_another_club_but_for_ids(kind: Format) -> None:
    event = simulated(kind)
    raw = export_bytes(event)
    assert check_file(raw) == []
    there = taken_in(raw, other_club())
    assert decided(named(there)) == decided(named(event))
    assert there.public_id != event.public_id
    assert check_file(export_bytes(there)) == []


@pytest.mark.core
def test_rows_of_an_event_taken_in_are_those_that_its_log_gives() -> None:
    event = simulated("groups_knockout")
    there = taken_in(export_bytes(event), other_club())
    assert differences() == []
    assert len(stored_of(there).pairings) == len(stored_of(event).pairings) > 0


def test_open_event_comes_in_with_its_standings() -> None:
    hands = make_hands()
    hands.enter((5, 3))
    rubber = hands.enter((2, 5), table="2")
    void_rubber(rubber, act=hands.act("twice entered"))
    there = taken_in(export_bytes(rubber.event), other_club())
    assert named(there) == named(rubber.event)
    assert differences() == []


def test_rubbers_that_are_being_played_or_drafts_come_in_as_they_are() -> None:
    hands = make_hands()
    live = hands.open(deals=("A S =B5 (0-2)",))
    hands.report((5, 1), table="2")
    there = taken_in(export_bytes(live.event), other_club())
    states = Rubber.objects.filter(event=there).order_by("pk").values_list("state", flat=True)
    assert list(states) == ["live", "reported"]
    assert differences() == []


def test_a_cut_noted_at_the_table_goes_along() -> None:
    hands = make_hands()
    live = hands.open()
    cut = [(parse_card("CK"), parse_card("D8"))]
    record_cut(live, cut, act=hands.act(), chosen=(("cards", "red"), ("seat", "north")))
    deal = record_deal(live, "B S =B5 (0-2)", act=hands.act())
    there = taken_in(export_bytes(live.event), other_club())
    assert Rubber.objects.get(event=there).egn == deal.egn
    assert "cut A=CK B=D8 cards=red seat=north" in deal.egn
    assert differences() == []


@pytest.mark.core
def test_event_from_another_site_keeps_its_ids_and_all_that_follows() -> None:
    raw = from_elsewhere(export_bytes(simulated()))
    club = other_club()
    there = taken_in(raw, club)
    document = json.loads(raw)
    document["club"] = export_event(there)["club"]
    document["log"][0]["payload"]["club"] = club.public_id
    assert export_bytes(there) == document_bytes(document)


def from_elsewhere(raw: bytes) -> bytes:
    """Return the file of an event of another site: every id is different."""
    document = json.loads(raw)
    parts = document["players"] + document["rubbers"]
    ids = [document["event"]["id"], *(each["id"] for each in parts)]
    text = raw.decode()
    for public_id in ids:
        text = text.replace(public_id, public_id[::-1])
    other_document = json.loads(text)
    other_document["players"].sort(key=lambda player: player["id"])
    # Lots are drawn by ids, so the order of tied players differs.
    return document_bytes({**other_document, "derived": derived_of(other_document)})


def test_players_whom_the_club_knows_by_name_are_those() -> None:
    event = simulated()
    club = other_club()
    known = Player.objects.create(club=club, name="Player 3")
    there = taken_in(export_bytes(event), club)
    assert Player.objects.filter(club=club).count() == 9
    assert there.entrants.filter(player=known).exists()


def test_player_without_a_name_stays_without_one() -> None:
    event = simulated()
    Player.objects.filter(club=event.club, name="Player 3").update(name="")
    taken_in(export_bytes(event), other := other_club())
    assert Player.objects.filter(club=other, name="").count() == 1


@pytest.mark.core
def test_same_file_again_changes_nothing() -> None:
    event = simulated()
    raw = export_bytes(event)
    count = LogEntry.objects.count()
    act = CommandContext(by=director(), key="")
    again = import_event(event.club, raw, act=act)
    assert (again.event, again.is_new, LogEntry.objects.count()) == (event, False, count)
    first = import_event(other := other_club(), raw, act=act)
    second = import_event(other, raw, act=act)
    assert (first.is_new, second.is_new, second.event) == (True, False, first.event)


def test_event_that_went_on_is_not_overwritten() -> None:
    event_hands = playing("swiss", size=6, rounds=3)
    raw = export_bytes(event_hands.event)
    event_hands.play()
    before = export_bytes(event_hands.event)
    with pytest.raises(EventFileError, match="already has the event Autumn Cup"):
        import_event(event_hands.hands.club, raw, act=event_hands.act())
    assert export_bytes(event_hands.event) == before


def test_who_acted_is_known_by_account_where_the_club_knows_him() -> None:
    event = simulated()
    by = LogEntry.objects.filter(stream=f"event:{event.public_id}").first()
    assert by is not None
    assert by.by is not None
    club = other_club()
    there = taken_in(export_bytes(event), club)
    entry = LogEntry.objects.filter(stream=f"event:{there.public_id}").earliest("version")
    assert (entry.by, entry.by_elsewhere) == (None, by.by.public_id)


def test_account_that_the_club_knows_is_named() -> None:
    event = simulated()
    club = other_club()
    [actor] = User.objects.filter(pk__in=LogEntry.objects.values("by"))
    Player.objects.create(club=club, user=actor, name="Clay")
    there = taken_in(export_bytes(event), club)
    entry = LogEntry.objects.filter(stream=f"event:{there.public_id}").earliest("version")
    assert (entry.by, entry.by_elsewhere) == (actor, "")


def test_correction_can_be_taken_back_where_it_came_in() -> None:
    event_hands = playing("knockout", size=4)
    semi, *_ = event_hands.play()
    before = event_hands.state.places
    place = (1, 1, 1)
    turned = written_result(event_hands, place, (0, 2))
    correct_result(event_hands.event, semi, turned, keep=[], act=event_hands.act("the wrong way round"))
    there = taken_in(export_bytes(event_hands.event), other_club())
    entries = LogEntry.objects.filter(stream__startswith="rubber:", club=there.club).count()
    undo_last(there, act=event_hands.act())
    assert LogEntry.objects.filter(stream__startswith="rubber:", club=there.club).count() == entries + 1
    pairings = event_state(there).stages[0].rounds[0].pairings
    assert [each.outcome and each.outcome.winner for each in pairings] == ["A", "A"]
    assert differences() == []
    assert before == {}


def test_what_was_decided_with_a_correction_is_taken_back_with_it() -> None:
    event_hands = playing("knockout", size=4)
    semi, *_ = event_hands.play()
    event_hands.play(number=2)
    turned = written_result(event_hands, (1, 1, 1), (0, 2))
    correct_result(
        event_hands.event, semi, turned, keep=[(1, 2, 1)], act=event_hands.act("the wrong way round")
    )
    there = taken_in(export_bytes(event_hands.event), other_club())
    kept = event_state(there).facts.kept
    state = undo_last(there, act=event_hands.act())
    assert (list(kept), list(state.facts.kept)) == ([(1, 2, 1)], [])
    assert [each.outcome and each.outcome.winner for each in state.stages[0].rounds[0].pairings] == ["A", "A"]
    assert differences() == []


def written_result(event_hands: EventHands, place: PairingPlace, won: tuple[int, int]) -> Any:
    round_, pairing = to_be_played(event_hands.state, place)
    return result_of(
        WrittenResult(games_won=won),
        event_plan(event_hands.state).rules,
        event=event_hands.event.name,
        date="2026.11.21",
        round_label=round_.label,
        table=pairing.table,
    )


def test_merged_player_goes_under_the_id_that_he_has_now() -> None:
    hands = make_hands()
    rubber = hands.enter((5, 3))
    elder = Player.objects.create(club=hands.club, name="Orford the elder")
    Player.objects.filter(pk=hands.a.pk).update(merged_into=elder)
    document = export_event(rubber.event)
    names = {player["id"]: player["name"] for player in document["players"]}
    assert names == {elder.public_id: "Orford the elder", hands.b.public_id: hands.b.name}
    assert document["rubbers"][0]["log"][0]["payload"]["a"] == elder.public_id


BROKEN: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "a log cut at its head": (lambda document: document["log"].pop(0), "/log/0/version", "version_order"),
    "a log that was cut": (lambda document: document["log"].pop(), "/derived/phase", "derived_differs"),
    "an entry that cannot have followed": (
        lambda document: document["log"][-1].update(kind="event.undone", payload={"version": 1}),
        "",
        "fact_not_the_last",
    ),
    "somebody whom it does not know": (lambda document: document["players"].pop(0), "", "player_unknown"),
    "a result that was changed": (
        lambda document: document["derived"]["results"][0].update(winner=None),
        "/derived/results/0/winner",
        "result_differs",
    ),
    "a pairing that was changed": (
        lambda document: document["derived"]["stages"][0]["rounds"][0]["pairings"][0].update(table="99"),
        "/derived/stages/0/rounds/0/pairings/0/table",
        "pairing_differs",
    ),
    "a line of the table that was changed": (
        lambda document: document["derived"]["stages"][0]["tables"][0]["lines"][0].update(halves=99),
        "/derived/stages/0/tables/0/lines/0/halves",
        "standing_differs",
    ),
    "another version": (lambda document: document.update(version=2), "/version", "version_unknown"),
    "a key too many": (lambda document: document.update(more=1), "", "shape"),
    "a record with a fault": (
        lambda document: document["rubbers"][0]["log"][0]["payload"].update(egn="no record"),
        "/rubbers/0/log/0/payload",
        "record",
    ),
    "another event": (lambda document: document["event"].update(name="Spring"), "/event/name", "event_name"),
    "two entries in one place": (
        lambda document: document["rubbers"][0]["log"][0].update(position=1),
        "/rubbers/0/log/0/position",
        "position_order",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file_is_told_with_its_place(name: str) -> None:
    breaks, pointer, code = BROKEN[name]
    document = json.loads(swiss_file())
    breaks(document)
    [first, *_] = check_file(document_bytes(document))
    assert (first.code, first.pointer if pointer else "") == (code, pointer)


def test_text_that_is_no_json_is_told() -> None:
    assert [finding.code for finding in check_file(b"{")] == ["not_json"]


@pytest.mark.parametrize(
    "name", ["another version", "somebody whom it does not know", "a record with a fault"]
)
def test_nothing_of_a_broken_file_is_stored(name: str) -> None:
    document = json.loads(swiss_file())
    BROKEN[name][0](document)
    club = other_club()
    count = LogEntry.objects.count()
    with pytest.raises(EventFileError) as error:
        taken_in(document_bytes(document), club)
    assert error.value.findings
    assert (LogEntry.objects.count(), Event.objects.filter(club=club).count()) == (count, 0)


@pytest.mark.core
def test_text_that_no_column_takes_is_refused_whole() -> None:
    document = json.loads(export_bytes(planned(StagePlan(kind="swiss", rounds=3)).event))
    document["log"][0]["reason"] = "\0"
    club = other_club()
    with pytest.raises(EventFileError) as error:
        taken_in(document_bytes(document), club)
    assert [(finding.pointer, finding.code) for finding in error.value.findings] == [("/log/0/reason", "nul")]
    assert Event.objects.filter(club=club).count() == 0


def test_an_award_goes_along_with_the_two_it_was_given_to() -> None:
    event_hands = playing("knockout")
    award = {"stage": 1, "round": 1, "number": 1, "kind": "double_walkover", "winner": None}
    record_fact(event_hands.event, "awarded", award, act=event_hands.act())
    taken = taken_in(export_bytes(event_hands.event), other_club())
    [was] = event_state(event_hands.event).facts.awards.values()
    [now] = event_state(taken).facts.awards.values()
    assert (len(was.pair), len(now.pair)) == (2, 2)
