"""Two phones' queues, sent in any order, cut anywhere and repeated: no entry is lost, and none is stored twice."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from matches.common.log import entry_of
from matches.models import LogEntry, PadEntry
from matches.rubbers.fold import fold_rubber
from matches.rubbers.transition import stored_rubber
from tests.matches.pads.phones import Phone, at_the_table, deal
from tests.matches.rubbers.hands import Hands, differences, make_hands
from tests.support.examples import examples

pytestmark = [pytest.mark.django_db, pytest.mark.core]

KEPT_OR_IN_THE_LOG = {"done", "same", "kept"}

taps = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.sampled_from("AB"), st.sampled_from("AB")),
        st.tuples(st.just("undo"), st.none(), st.none()),
        st.tuples(st.just("cut"), st.none(), st.none()),
    ),
    min_size=1,
    max_size=4,
)
"""A list of the taps that one phone makes without receiving the other's."""
sends = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(1, 5)), max_size=8)
"""The phone, its first entry to send, and the number of entries. Entries can be sent more than once."""


def write(phone: Phone, taps: list[tuple[str, str | None, str | None]]) -> None:
    """Write the taps that are possible at that phone: undo of the last visible entry, a cut before the first deal."""
    deals = 0
    for kind, dealer, winner in taps:
        if kind == "deal":
            deals += 1
            # After cards were given the point counts one: four of them end no game.
            phone.write("deal", deal(str(dealer), str(winner), said="given_stood"))
        elif kind == "undo" and deals:
            phone.write("undo", {"game": 1, "deal": deals})
            deals -= 1
        elif kind == "cut" and not deals:
            phone.write("cut", {"pairs": [["CK", "D8"]]})


class AnyOrder(TestCase):
    @settings(max_examples=examples(15, many=60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(first=taps, second=taps, order=sends)
    def test_every_entry_counts_once_and_the_log_says_all(
        self,
        first: list[tuple[str, str | None, str | None]],
        second: list[tuple[str, str | None, str | None]],
        order: list[tuple[int, int, int]],
    ) -> None:
        hands: Hands = make_hands()
        rubber = hands.open()
        user = at_the_table(rubber, hands.director)
        phones = [Phone(rubber, user, name) for name in ("one", "two")]
        for phone, taps in zip(phones, (first, second), strict=True):
            write(phone, taps)
        reached = [0, 0]
        answers: dict[str, object] = {}
        everything = [*order, (0, 0, 9), (1, 0, 9), (0, 0, 9)]
        for which, start, count in everything:
            # A phone sends its entries in the order in which it wrote them.
            begin = min(start, reached[which])
            part = phones[which].written[begin : begin + count]
            if not part:
                continue
            reached[which] = max(reached[which], begin + len(part))
            for outcome in phones[which].post(part):
                assert answers.setdefault(outcome.key, outcome) == outcome
        written = [entry for phone in phones for entry in phone.written]
        rows = {row.key: row for row in PadEntry.objects.all()}
        assert rows.keys() == {entry["key"] for entry in written}
        assert {row.outcome for row in rows.values()} <= KEPT_OR_IN_THE_LOG
        done = [row.version or 0 for row in rows.values() if row.outcome == "done"]
        stream = LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version")
        assert sorted(done) == [entry.version for entry in stream[1:]]
        now = stored_rubber(rubber.pk)
        folded = fold_rubber([entry_of(entry) for entry in stream])
        assert (now.egn, now.version) == (folded.egn, folded.version)
        assert differences() == []
