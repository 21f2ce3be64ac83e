from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F, Model

from matches.events.write_standings import events_with_pending_standings, write_standings
from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.models import (
    Club,
    Deal,
    Entrant,
    Event,
    Game,
    Incident,
    LogEntry,
    Player,
    Review,
    Rubber,
    Stage,
    Standing,
)
from matches.operations.rebuild import Rebuild
from matches.rubbers.stored_projection import stored_projections
from tests.factories.clubs import make_club
from tests.factories.remembered import remembered
from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.files import EVENING, FAULTS, SEASON, first_rubbers, import_path, import_text, rubber_text
from tests.matches.reviews.reviews import by_engine

pytestmark = pytest.mark.django_db


def differences(*, write: bool = False) -> list[str]:
    return [str(difference) for difference in Rebuild(write=write).differences()]


def write_all_standings() -> None:
    for event in list(events_with_pending_standings()):
        write_standings(event.pk)


def store_evening() -> None:
    stored_sample(EVENING)
    write_all_standings()


@pytest.fixture
def evening() -> None:
    remembered("evening with standings", store_evening)


@pytest.fixture
def short_evening() -> None:
    """The first three rubbers of the evening, where no more are needed: each is rebuilt with every look."""

    def store() -> None:
        stored_rubbers(*first_rubbers(EVENING, 3))
        write_all_standings()

    remembered("short evening with standings", store)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(EVENING, marks=pytest.mark.core, id="evening"),
        pytest.param(SEASON, marks=pytest.mark.long, id="season"),
    ],
)
def test_log_replayed_gives_what_is_stored(path: object) -> None:
    import_path(path)  # type: ignore[arg-type]
    write_all_standings()
    assert differences() == []


@pytest.mark.core
def test_drafts_and_incidents_are_replayed_too() -> None:
    stored_rubbers(rubber_text().replace("Game 1", "Game 1 !1b:reshuffle"))
    import_path(FAULTS, club=Player.objects.earliest("pk").club)
    write_all_standings()
    assert Incident.objects.exists()
    assert differences() == []


@pytest.mark.core
@pytest.mark.usefixtures("evening")
def test_everything_is_rebuilt_from_the_log_alone() -> None:
    public_ids = list(Rubber.objects.values_list("public_id", flat=True))
    before = stored_projections(public_ids)
    text = "".join(exported_rubbers(rubbers_to_export()))
    table = list(Standing.objects.values_list("entrant__player", "rank", "reason").order_by("position"))
    Rubber.objects.all().delete()
    Event.objects.all().delete()
    assert len(differences(write=True)) == 13
    assert stored_projections(public_ids) == before
    assert "".join(exported_rubbers(rubbers_to_export())) == text == EVENING.read_text()
    restored = Standing.objects.values_list("entrant__player", "rank", "reason").order_by("position")
    assert list(restored) == table
    assert differences() == []


NOT_ENTERED = "who is not among its entrants"
NOT_NEEDED = "no rubber and no draw needs it"
NO_DRAW = "its event has no draw"
DAMAGE: dict[str, tuple[str, Callable[[], object]]] = {
    "a winner": ("winner is ''", lambda: _change(_rubber(), winner="")),
    "a player": (
        "player_a is ",
        lambda: _change(_rubber(), player_a=Player.objects.exclude(rubbers_as_b=_rubber()).latest("pk")),
    ),
    "a round": ("round_label is 'one'", lambda: _change(_rubber(), round_label="one")),
    "a table": ("table is '99'", lambda: _change(_rubber(), table="99")),
    "trebles": ("trebles_b is 7", lambda: _change(_rubber(), trebles_b=7)),
    "voles": ("voles_a is 7", lambda: _change(_rubber(), voles_a=7)),
    "the points of a game": ("game 1, points_a is 4", lambda: _change(_game(), points_a=4)),
    "a game": ("number of games is 2", lambda: _game().delete()),
    "a deal's score": ("game 1, deal 1, score_b is 2", lambda: _change(_deal(), score_b=2)),
    "a deal's marks": ("game 1, deal 1, marks is []", lambda: _change(_deal(), marks=[])),
    "a deal": ("game 1, deals is 1", lambda: _deal().delete()),
    "an incident too many": ("game 1, incidents is 1", lambda: _game().incidents.create(position=1, law=52)),
    "a rubber": ("is not stored", lambda: _rubber().delete()),
    "an event's name": ("Winter Cup", lambda: Event.objects.update(name="Winter Cup")),
    "how far the log has gone": ("log_position is 1", lambda: Event.objects.update(log_position=1)),
    "a line of the standings": ("standings", lambda: Standing.objects.filter(position=2).delete()),
    "a figure in the standings": (
        "line 1 of the standings",
        lambda: Standing.objects.filter(position=1).update(points_for=F("points_for") + 1),
    ),
    "a rubber's club": ("in club ", lambda: _change(_rubber(), club=make_club("boodle"))),
    "standings ahead of the log": (
        "standings_position is ",
        lambda: Event.objects.update(standings_position=F("log_position") + 1),
    ),
    "a rubber in another event": ("event is ", lambda: _change(_rubber(), event=_another_stage().event)),
    "an entrant": (NOT_ENTERED, lambda: _entrant().delete()),
    "an opponent's entrant": (
        NOT_ENTERED,
        lambda: Entrant.objects.filter(player__rubbers_as_a__isnull=True).earliest("pk").delete(),
    ),
    "an entrant of another event": (NOT_ENTERED, lambda: _change(_entrant(), event=_another_stage().event)),
    "an entrant who is somebody else": (NOT_NEEDED, lambda: _change(_entrant(), player=_stranger())),
    "an entrant too many": (NOT_NEEDED, lambda: _event().entrants.create(player=_stranger())),
    "a stage in another event": (
        "is None, the log says",
        lambda: Stage.objects.filter(event=_event()).update(
            event=_another_stage().event, number=1, kind="swiss"
        ),
    ),
    "a stage of another number": (NO_DRAW, lambda: Stage.objects.update(number=1, kind="swiss")),
    "a stage too many": (NO_DRAW, lambda: _event().stages.create(number=1, kind="swiss")),
    "the id of an event": (
        "is stored, but not in the log",
        lambda: Event.objects.update(public_id="changed"),
    ),
    "the id of a rubber": ("is not stored", lambda: _change(_rubber(), public_id="changed")),
    "two rubbers' identities": ("identity is ", lambda: _exchange(Rubber, "identity")),
    "two rubbers' ids": ("identity is ", lambda: _exchange(Rubber, "public_id")),
    "two events' names": ("is (", lambda: (_another_stage(), _exchange(Event, "name"))),
    "two events' ids": ("is (", lambda: (_another_stage(), _exchange(Event, "public_id"))),
    "an event that nobody opened": ("not in the log", lambda: _event().club.events.create(name="Summer Cup")),
}


def _another_stage() -> Stage:
    """Return the stage of an event that the log knows as well."""
    import_text(rubber_text(event="Summer Cup"))
    write_all_standings()
    return Stage.objects.get(event__name="Summer Cup")


def _exchange(model: type[Model], column: str) -> int:
    """Exchange the values of the first row and the last."""
    rows = model._default_manager
    first, last = rows.earliest("pk"), rows.latest("pk")
    values = getattr(first, column), getattr(last, column)
    rows.filter(pk=first.pk).update(**{column: "for now"})
    rows.filter(pk=last.pk).update(**{column: values[0]})
    return rows.filter(pk=first.pk).update(**{column: values[1]})


def _event() -> Event:
    return Event.objects.earliest("pk")


def _entrant() -> Entrant:
    return Entrant.objects.get(event=_event(), player__rubbers_as_a=_rubber())


def _stranger() -> Player:
    return Player.objects.create(club=Club.objects.get(), name="Stranger")


def _rubber() -> Rubber:
    return Rubber.objects.earliest("pk")


def _game() -> Game:
    return Game.objects.filter(rubber=_rubber()).earliest("number")


def _deal() -> Deal:
    return Deal.objects.filter(game=_game()).earliest("number")


def _change(row: Model, **values: Any) -> int:
    return type(row)._default_manager.filter(pk=row.pk).update(**values)


@pytest.mark.usefixtures("short_evening")
@pytest.mark.parametrize(("message", "damage"), DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_is_told_and_mended(message: str, damage: Callable[[], object]) -> None:
    damage()
    assert message in "\n".join(differences(write=True))
    assert differences() == []


@pytest.mark.core
@pytest.mark.usefixtures("evening")
def test_rubber_that_is_not_in_the_log_is_removed() -> None:
    stray = Rubber.objects.earliest("pk")
    stray.pk, stray.public_id, stray.identity = None, "stray", "stray"
    stray.save()
    assert differences(write=True) == ["rubber:stray: is stored, but not in the log"]
    assert not Rubber.objects.filter(public_id="stray").exists()


@pytest.mark.usefixtures("short_evening")
def test_looking_changes_nothing() -> None:
    Rubber.objects.update(winner="")
    assert len(differences()) > 1
    assert not Rubber.objects.exclude(winner="").exists()


@pytest.mark.usefixtures("short_evening")
def test_review_stays_where_the_record_it_judged_does() -> None:
    mended, *changed = Rubber.objects.order_by("pk")[:3]
    for rubber in (mended, *changed):
        by_engine(rubber)
    Rubber.objects.filter(pk=mended.pk).update(winner="", version=2, checksum="0" * 64)
    Rubber.objects.filter(pk=changed[0].pk).update(play_checksum="0" * 64)
    Rubber.objects.filter(pk=changed[1].pk).update(egn=mended.egn)
    differences(write=True)
    assert list(Review.objects.values_list("rubber", flat=True)) == [mended.pk]


def test_standings_that_are_owed_are_no_difference_and_are_written() -> None:
    stored_sample(EVENING)
    assert differences() == []
    assert not Standing.objects.exists()
    assert differences(write=True) == []
    assert Standing.objects.exists()


@pytest.mark.core
@pytest.mark.usefixtures("short_evening")
def test_log_itself_is_left_alone() -> None:
    before = list(LogEntry.objects.values())
    Rubber.objects.all().delete()
    differences(write=True)
    assert list(LogEntry.objects.values()) == before


@pytest.mark.usefixtures("short_evening")
def test_standings_of_an_event_that_lacks_an_entrant_are_not_compared() -> None:
    entrant = _entrant()
    event, player = entrant.event.public_id, entrant.player.public_id
    entrant.delete()
    assert differences() == [f"event:{event}: has a rubber of player:{player}, who is not among its entrants"]


@pytest.mark.usefixtures("short_evening")
def test_event_that_nobody_opened_goes_with_its_draw() -> None:
    stray = Event.objects.create(club=Club.objects.get(), name="Summer Cup", plan={}, phase="playing")
    stage = stray.stages.create(number=1, kind="swiss")
    entrant = stray.entrants.create(player=_stranger(), is_entered=True, number=1)
    stage.rounds.create(number=1, label="1").pairings.create(number=1, entrant_a=entrant)
    differences(write=True)
    assert not Event.objects.filter(pk=stray.pk).exists()
    assert differences() == []


@pytest.mark.usefixtures("short_evening")
def test_entrant_whom_nothing_entered_is_told_and_goes() -> None:
    event, stranger = Event.objects.get(), _stranger()
    Entrant.objects.create(event=event, player=stranger, is_entered=True, number=1)
    message = f"event:{event.public_id}: entrant {stranger.public_id} is stored, but the log gives none"
    assert differences(write=True) == [message]
    assert not Entrant.objects.filter(player=stranger).exists()


@pytest.mark.core
@pytest.mark.usefixtures("short_evening")
def test_restored_event_is_as_old_as_its_entry() -> None:
    Rubber.objects.all().delete()
    Event.objects.all().delete()
    differences(write=True)
    assert Event.objects.get().created_at == LogEntry.objects.get(kind="event.opened").at


@pytest.mark.usefixtures("short_evening")
def test_rubber_gets_its_id_back_and_keeps_what_hangs_on_it() -> None:
    rubber = Rubber.objects.earliest("pk")
    by_engine(rubber)
    Rubber.objects.filter(pk=rubber.pk).update(public_id="changed")
    assert "rubber:changed: is stored, but not in the log" in differences()
    assert differences(write=True) == [f"rubber:{rubber.public_id}: is not stored"]
    assert Rubber.objects.earliest("pk") == rubber
    assert Review.objects.get().rubber == rubber
    assert differences() == []
