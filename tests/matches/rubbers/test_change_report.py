from __future__ import annotations

import pytest

from matches.models import LogEntry, Rubber
from matches.rubbers.change_rubbers import (
    change_report,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    withdraw_report,
)
from matches.rubbers.errors import HeldRecordError, ReportChangedError, StaleRubberError, StateError
from scoring.checks import LATEST_CHECKS
from tests.matches.files import rubber_text
from tests.matches.rubbers.hands import Hands, differences, make_hands, played, table
from tests.matches.rubbers.test_change_rubbers import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_corrected_report_stays_reported_and_both_versions_are_in_the_log(hands: Hands) -> None:
    rubber = hands.report((5, 3))
    changed = change_report(rubber, hands.result((3, 5)), act=hands.act("B won", version=1))
    assert (changed.state, changed.reported_by, changed.winner, changed.version) == ("reported", "A", "B", 2)
    first, second = LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version")
    assert first.payload["egn"] == rubber.egn
    assert (second.kind, second.reason) == ("rubber.report_changed", "B won")
    assert second.payload == {"egn": changed.egn, "checks": LATEST_CHECKS}
    assert table() == []
    confirm_rubber(changed, seat="B", act=hands.act(version=2))
    assert table() == ["Baldwin", "Orford"]
    assert differences() == []


def test_corrected_report_may_have_another_table(hands: Hands) -> None:
    rubber = hands.report(table="1")
    changed = change_report(rubber, hands.result(table="2"), act=hands.act())
    assert (changed.table, changed.identity != rubber.identity) == ("2", True)
    assert hands.enter(table="1").state == "confirmed"
    assert differences() == []


def test_report_corrected_to_the_same_result_changes_nothing(hands: Hands) -> None:
    rubber = hands.report((5, 3))
    assert change_report(rubber, hands.result((5, 3)), act=hands.act()).version == 1


def test_command_sent_twice_corrects_the_report_once(hands: Hands) -> None:
    rubber = hands.report((5, 3))
    act = hands.act(version=1)
    for _time in range(2):
        assert change_report(rubber, hands.result((3, 5)), act=act).version == 2


def test_report_can_not_be_corrected_to_a_record_with_errors(hands: Hands) -> None:
    rubber = hands.report()
    doubtful = played(rubber_text(deals=["1. A =B5 (0-1)", "2. B S Kb =B5 (0-5)"]))
    with pytest.raises(HeldRecordError):
        change_report(rubber, doubtful, act=hands.act())
    rubber.refresh_from_db()
    assert (rubber.state, rubber.version) == ("reported", 1)


def test_withdrawn_report_is_void_and_counts_nowhere(hands: Hands) -> None:
    rubber = withdraw_report(hands.report(), act=hands.act("we did not finish"))
    assert (rubber.state, rubber.reported_by, rubber.version) == ("void", "", 2)
    entry = LogEntry.objects.latest("pk")
    assert (entry.kind, entry.payload, entry.reason) == ("rubber.report_withdrawn", {}, "we did not finish")
    assert differences() == []
    assert correct_rubber(rubber, hands.result(), act=hands.act()).state == "corrected"


@pytest.mark.parametrize("answer", [confirm_rubber, dispute_rubber])
def test_answer_to_the_version_before_is_refused(hands: Hands, answer: object) -> None:
    rubber = hands.report((5, 3))
    change_report(rubber, hands.result((3, 5)), act=hands.act())
    with pytest.raises(ReportChangedError, match="The report was corrected"):
        answer(rubber, seat="B", act=hands.act(version=1))  # type: ignore[operator]
    withdraw_report(rubber, act=hands.act())
    with pytest.raises(ReportChangedError, match="changed or withdrawn"):
        answer(rubber, seat="B", act=hands.act(version=1))  # type: ignore[operator]
    assert Rubber.objects.get().version == 3


def test_report_that_was_answered_first_stays_as_it_is(hands: Hands) -> None:
    rubber = hands.report((5, 3))
    confirm_rubber(rubber, seat="B", act=hands.act(version=1))
    with pytest.raises(StaleRubberError):
        change_report(rubber, hands.result((3, 5)), act=hands.act(version=1))
    with pytest.raises(StateError, match="only until it is confirmed"):
        change_report(rubber, hands.result((3, 5)), act=hands.act())
    with pytest.raises(StateError, match="withdraw your report"):
        withdraw_report(rubber, act=hands.act())
    assert Rubber.objects.get().winner == "A"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_correction_and_confirmation_at_once_let_one_through() -> None:
    hands = make_hands()
    rubber = hands.report((5, 3))
    acts = [hands.act(version=1), hands.act(version=1)]
    changed, confirmed = at_once(
        lambda: change_report(rubber, hands.result((3, 5)), act=acts[0]),
        lambda: confirm_rubber(rubber, seat="B", act=acts[1]),
    )
    now = Rubber.objects.get()
    assert now.version == 2
    if isinstance(changed, StaleRubberError):
        assert (now.state, now.winner, confirmed) == ("confirmed", "A", now)
    else:
        assert (now.state, now.winner, type(confirmed)) == ("reported", "B", ReportChangedError)
    assert differences() == []
