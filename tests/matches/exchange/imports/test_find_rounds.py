"""Tests of an import into a drawn event: rounds are found by any name, what is not found is told, and texts stay."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from django.core.management import call_command

from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Rubber
from matches.rules.events.plan import StagePlan
from tests.matches.events.event_hands import EventHands, planned, playing
from tests.matches.files import fates, import_text
from tests.matches.rubbers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def name(event_hands: EventHands, player: str | None) -> str:
    return next(each.name for each in event_hands.players if each.public_id == player)


def names(event_hands: EventHands, number: int = 1, round_number: int = 1) -> tuple[str, str]:
    pairing = event_hands.pairings(1, round_number)[number - 1]
    return name(event_hands, pairing.a), name(event_hands, pairing.b)


def text(people: Sequence[str], round_label: str = "", result: str = "2-0") -> str:
    """Return a record in canonical form."""
    head = ['[EGN "1"]', '[Event "Autumn Cup"]', '[Club "Portland"]', '[Date "2026.11.14"]']
    head += [f'[Round "{round_label}"]'] if round_label else []
    head += [f'[{side} "{who}"]' for side, who in zip("AB", people, strict=True)]
    return "\n".join([*head, '[BestOf "3"]', f'[Result "{result}"]', ""])


def outside(event_hands: EventHands) -> list[str]:
    return [why[0] for _rubber, why in event_hands.state.outside]


def import_lines(*texts: str) -> list[tuple[str, ...]]:
    return [outcome.reasons for outcome in import_text(*texts)]


@pytest.mark.parametrize("written", ["1", "Round 1", "r1", "1.1", "Tour 1", "Swiss: Round 1"])
def test_rubber_of_a_file_decides_its_pairing_and_its_text_stays(written: str) -> None:
    event_hands = playing("swiss", rounds=3)
    file = text(names(event_hands), written)
    (outcome,) = import_text(file)
    assert (outcome.reasons, outcome.is_outside) == ((), False)
    assert event_hands.state.stages[0].pairing(1, 1).rubber == outcome.rubber_id
    assert Rubber.objects.get().round_label == "1"
    out = io.StringIO()
    call_command("export_egn", club="portland", stdout=out)
    assert out.getvalue() == file
    assert fates(import_text(file)) == ["skipped"]
    assert differences() == []


def test_whole_cup_with_the_rounds_in_french_comes_in_with_one_file() -> None:
    event_hands = playing("knockout")
    first, second = names(event_hands), names(event_hands, 2)
    file = (
        text(first, "Demi-finale"),
        text(second, "1/2 finale.2", "0-2"),
        text((first[0], second[1]), "Finale"),
    )
    assert import_lines(*file) == [(), (), ()]
    assert (event_hands.state.phase, outside(event_hands)) == ("playing", [])
    assert event_hands.state.stages[0].phase == "complete"


def test_what_is_found_by_the_players_is_told() -> None:
    event_hands = playing("swiss", rounds=3)
    assert import_lines(text(names(event_hands), "Friday"), text(names(event_hands, 2))) == [
        ('the draw has no round "Friday": it goes to round "1", where these two meet',),
        ('it names no round: it goes to round "1", where these two meet',),
    ]
    assert outside(event_hands) == []


def test_what_counts_in_no_pairing_is_told() -> None:
    event_hands = playing("swiss", rounds=3)
    (a, b), (c, _d) = names(event_hands), names(event_hands, 2)
    outcomes = import_text(
        text((a, b), "Round 1"),
        text((b, a), "R1"),
        text((a, c), "Round 1"),
        text((a, c), "Round 3"),
        text((a, c)),
    )
    chosen = "it belongs to no pairing until a director chooses one"
    assert [outcome.reasons for outcome in outcomes] == [
        (),
        ('these two have a result in round "1" already, which stays: this one does not count there',),
        (f'these two do not meet in round "1", so {chosen}',),
        (f'the draw has no round "Round 3", so {chosen}',),
        (f"it names no round, so {chosen}",),
    ]
    assert [outcome.is_outside for outcome in outcomes] == [False, True, True, True, True]
    assert outside(event_hands) == ["second_result", "not_paired", "no_such_round", "no_such_round"]
    assert event_hands.state.stages[0].pairing(1, 1).rubber == outcomes[0].rubber_id


def test_two_rubbers_do_not_both_go_to_the_only_pairing_of_their_players() -> None:
    event_hands = playing("swiss", rounds=3)
    people = names(event_hands)
    lines = import_lines(text(people, "Friday"), text(people, "Saturday"))
    assert lines[1] == (
        'the draw has no round "Saturday", so it belongs to no pairing until a director chooses one',
    )
    assert [rubber.round_label for rubber in Rubber.objects.order_by("pk")] == ["1", "Saturday"]


def test_rubber_of_an_event_that_is_not_drawn_is_told() -> None:
    event_hands = planned(StagePlan(kind="swiss", rounds=3))
    people = event_hands.players[0].name, event_hands.players[1].name
    assert import_lines(text(people, "1")) == [
        ("nothing is drawn in its event yet, so it belongs to no pairing",)
    ]


def test_trial_tells_the_same_and_stores_nothing() -> None:
    event_hands = playing("swiss", rounds=3)
    people = names(event_hands)
    file = text(people, "Friday") + "\n" + text(people, "Round 3")
    trial = RubberImport(
        io.BytesIO(file.encode()), source="a.egn", club=event_hands.hands.club, is_trial=True
    )
    told = [outcome.reasons for outcome in trial.outcomes()]
    assert [len(reasons) for reasons in told] == [1, 1]
    assert not Rubber.objects.exists()
    assert import_lines(file) == told


def test_command_counts_what_is_in_no_pairing(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    event_hands = playing("swiss", rounds=3)
    people = names(event_hands)
    path = f"{tmp_path}/evening.egn"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(people, "Round 1") + "\n" + text(people, "Round 3"))
    call_command("import_egn", path, club="portland")
    assert "2 confirmed; 1 that count in no pairing (look at their lines)" in capsys.readouterr().out
