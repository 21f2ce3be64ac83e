from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from matches.models import LogEntry, Rubber
from matches.rubbers.change_rubbers import (
    change_report,
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    record_cut,
    record_deal,
    undo_deal,
    void_rubber,
    withdraw_report,
)
from matches.rubbers.errors import StateError
from matches.rubbers.states import STATES, TRANSITIONS, RubberKind, kinds_from, may_follow
from scoring.cards import parse_card
from tests.matches.rubbers.hands import Hands, make_hands

INSIDE = Path(__file__).parents[3] / "docs" / "inside.md"

# From every state, what each kind leads to; an empty text: it may not follow.
#                          draft        live         reported     confirmed    disputed     corrected    void
TABLE: dict[RubberKind, tuple[str, ...]] = {
    "rubber.imported": ("", "", "", "", "", "", ""),
    "rubber.entered": ("", "", "", "", "", "", ""),
    "rubber.opened": ("", "", "", "", "", "", ""),
    "rubber.reported": ("", "reported", "", "", "", "", ""),
    "rubber.cut_recorded": ("", "live", "", "", "", "", ""),
    "rubber.deal_recorded": ("", "live", "", "", "", "", ""),
    "rubber.deal_undone": ("", "live", "", "", "", "", ""),
    "rubber.closed": ("", "confirmed", "", "", "", "", ""),
    "rubber.confirmed": ("", "", "confirmed", "", "confirmed", "", ""),
    "rubber.disputed": ("", "", "disputed", "disputed", "", "disputed", ""),
    "rubber.corrected": ("corrected", "", *["corrected"] * 5),
    "rubber.voided": (*["void"] * 6, ""),
    "rubber.report_changed": ("", "", "reported", "", "", "", ""),
    "rubber.report_withdrawn": ("", "", "void", "", "", "", ""),
}
CELLS = [(kind, state, to) for kind, row in TABLE.items() for state, to in zip(STATES, row, strict=True)]
BEGINNINGS = ("rubber.imported", "rubber.entered", "rubber.reported", "rubber.opened")

CUT = (parse_card("CK"), parse_card("D8"))

Service = Callable[[Hands, Rubber], Rubber]
SERVICES: dict[RubberKind, Service] = {
    "rubber.reported": lambda hands, rubber: close_rubber(rubber, authority="A", act=hands.act()),
    "rubber.cut_recorded": lambda hands, rubber: record_cut(rubber, [CUT], act=hands.act()),
    "rubber.deal_recorded": lambda hands, rubber: record_deal(rubber, "A =B", act=hands.act()),
    "rubber.deal_undone": lambda hands, rubber: undo_deal(rubber, act=hands.act()),
    "rubber.closed": lambda hands, rubber: close_rubber(rubber, authority="final", act=hands.act()),
    "rubber.confirmed": lambda hands, rubber: confirm_rubber(rubber, act=hands.act()),
    "rubber.disputed": lambda hands, rubber: dispute_rubber(rubber, seat="B", act=hands.act()),
    "rubber.corrected": lambda hands, rubber: correct_rubber(rubber, hands.result((5, 0)), act=hands.act()),
    "rubber.voided": lambda hands, rubber: void_rubber(rubber, act=hands.act()),
    "rubber.report_changed": lambda hands, rubber: change_report(
        rubber, hands.result((5, 0)), act=hands.act()
    ),
    "rubber.report_withdrawn": lambda hands, rubber: withdraw_report(rubber, act=hands.act()),
}


@pytest.mark.parametrize(("kind", "state", "to"), CELLS)
def test_table_is_the_one_that_was_agreed(kind: RubberKind, state: str, to: str) -> None:
    assert may_follow(kind, state) == bool(to)
    if to:
        assert TRANSITIONS[kind].to == to


def test_four_kinds_begin_a_rubber() -> None:
    assert kinds_from("") == BEGINNINGS


def test_every_kind_is_in_the_table() -> None:
    assert TABLE.keys() == TRANSITIONS.keys()


def test_documents_have_the_table() -> None:
    rows_in_docs = re.findall(r"^\| `(rubber\.\w+)` \| (.*?) \| (.*?) \|$", INSIDE.read_text(), re.MULTILINE)
    assert rows_in_docs == [
        (
            kind,
            ", ".join(state or "(new)" for state in ("", *STATES) if state in transition.before),
            f"{transition.to}, or draft" if transition.is_judged else transition.to,
        )
        for kind, transition in TRANSITIONS.items()
    ]


SERVED = [cell for cell in CELLS if cell[0] in SERVICES]


@pytest.mark.django_db
@pytest.mark.core
@pytest.mark.parametrize(("kind", "state", "to"), [cell for cell in SERVED if cell[2]])
def test_service_leads_where_the_table_says(kind: RubberKind, state: str, to: str) -> None:
    hands = make_hands()
    rubber = hands.in_state(state)
    if kind in ("rubber.cut_recorded", "rubber.deal_recorded"):
        rubber = undo_deal(rubber, act=hands.act())
    if kind == "rubber.cut_recorded":
        rubber = undo_deal(rubber, act=hands.act())
    changed = SERVICES[kind](hands, rubber)
    assert (changed.pk, changed.state, changed.version) == (rubber.pk, to, rubber.version + 1)
    assert LogEntry.objects.latest("pk").kind == kind


@pytest.mark.django_db
@pytest.mark.core
@pytest.mark.parametrize(("kind", "state"), [cell[:2] for cell in SERVED if not cell[2]])
def test_service_refuses_what_the_table_has_not(kind: RubberKind, state: str) -> None:
    hands = make_hands()
    rubber = hands.in_state(state)
    entries = LogEntry.objects.count()
    with pytest.raises(StateError) as refused:
        SERVICES[kind](hands, rubber)
    assert (refused.value.rubber, refused.value.kind) == (rubber, kind)
    assert LogEntry.objects.count() == entries
    assert Rubber.objects.get().state == state
