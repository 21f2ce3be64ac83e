from __future__ import annotations

from scoring.cards import parse_cards
from scoring.incidents import Facts, argument_of, facts_of
from scoring.notation.incidents import read_incident
from scoring.record import Incident
from tests.support.rows import each_row

FACTS = [
    ("!1", Facts(frozenset(), (), 0, ())),
    ("!17a(6;looked)", Facts(frozenset({"looked"}), (6,), 0, ())),
    ("!41b(D)", Facts(frozenset(), (), 0, (2,))),
    ("!41b(D;HK)", Facts(frozenset(), (), parse_cards("HK"), (2,))),
    ("!11a(H9;D8;looked)", Facts(frozenset({"looked"}), (), parse_cards("H9.D8"), ())),
    ("!11a(H9.D8)", Facts(frozenset(), (), parse_cards("H9.D8"), ())),
    ("!45(HA;HA)", Facts(frozenset(), (), parse_cards("HAA"), ())),
    ("!45(HA;HAA)", Facts(frozenset(), (), parse_cards("HAA"), ())),
]


@each_row(("token", "facts"), FACTS, ids=[token for token, _ in FACTS])
def test_facts_are_told_apart_by_their_form(token: str, facts: Facts) -> None:
    assert facts_of(read_incident(token)) == facts


def test_what_is_no_fact_of_the_notation_counts_as_a_word() -> None:
    assert facts_of(Incident(1, facts=("Hello", ""))).words == {"Hello", ""}


ARGUMENTS = [("!15b", None), ("!15b:discard(D7)", "D7"), ("!15b:discard(SQ.D7)", "SQ.D7")]


@each_row(("token", "cards"), ARGUMENTS)
def test_an_argument_is_a_set_of_cards(token: str, cards: str | None) -> None:
    assert argument_of(read_incident(token)) == (None if cards is None else parse_cards(cards))
