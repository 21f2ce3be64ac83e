from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.models import LogEntry, PadEntry, Rubber, TableLink
from matches.pads.commands import Kind
from matches.pads.inbox import Outcome
from matches.pads.refusals import UnknownVersionError
from matches.rubbers import text
from matches.rubbers.change_rubbers import change_report, record_deal
from matches.rubbers.version_tokens import PAD, version_mark
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.pads.phones import Phone, at_the_table, deal, lines, outcomes_of, signed_in, two_phones
from tests.matches.rubbers.hands import DEALS, Hands, differences
from tests.support.calls import calls_of, files_entered

pytestmark = [pytest.mark.django_db, pytest.mark.core]

WHOLE_DEAL = {"dealer": "A", "line": "2-3 ^C9 B:HA.DQ8.CT7 A:SQ8.DJ.C8J S HA SQ, C7 CJ, DJ DQ, CT C8, D8 S8"}


def phone(hands: Hands, rubber: Rubber, name: str = "one") -> Phone:
    return Phone(rubber, at_the_table(rubber, hands.director), name)


def kinds() -> list[str]:
    stream = LogEntry.objects.filter(kind__startswith="rubber.").order_by("pk")
    return [kind.removeprefix("rubber.") for kind in stream.values_list("kind", flat=True)]


def test_deal_is_recorded_and_its_version_told(hands: Hands) -> None:
    one = phone(hands, hands.open())
    outcome = one.tap("deal", deal("A", "B"))
    assert outcome == Outcome(one.written[0]["key"], "done", 2)
    assert lines() == ["1. A S =B (0-1)"]
    row = PadEntry.objects.get()
    assert (row.device, row.seen, row.after, row.kind, row.version) == ("one", 1, "", "deal", 2)
    assert differences() == []


def test_rubber_is_checked_once_for_a_deal(hands: Hands) -> None:
    text._check_text.cache_clear()  # another test may have checked the same text
    one = phone(hands, hands.open())
    one.tap("deal", deal("A", "B"))
    one.write("deal", deal("B", "A"))
    with calls_of(check_rubber) as checks:
        one.send()
    assert lines() == ["1. A S =B (0-1)", "2. B S =A (1-1)"]
    assert checks.count == 1


def test_architecture_page_names_every_file_that_recording_a_deal_enters(hands: Hands) -> None:
    walk = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = walk.partition("## The walk of a tap")[2].partition("\n## ")[0]
    text._check_text.cache_clear()
    one = phone(hands, hands.open())
    one.tap("deal", deal("A", "B"))
    one.write("deal", deal("B", "A"))
    with files_entered(PROJECT / "matches", record_deal) as files:
        one.send()
    names = [str(Path(name).relative_to(PROJECT)) for name in files]
    assert [name for name in names if f"`{name}`" not in walk] == []
    assert len(names) <= 15, (
        "a reader follows these files to learn what a tap does: merge some that belong together"
    )


def test_link_stands_in_the_log_beside_who_answers_for_it(hands: Hands) -> None:
    rubber = hands.open()
    phone(hands, rubber).tap("deal", deal())
    entry = LogEntry.objects.get(kind="rubber.deal_recorded")
    assert (entry.by, entry.link) == (hands.director, TableLink.objects.get())
    assert PadEntry.objects.get().link == entry.link


def test_every_kind_that_changes_deals_is_carried_out_in_order(hands: Hands) -> None:
    one = phone(hands, hands.open())
    one.write("cut", {"pairs": [["CK", "D8"]]})
    one.write("deal", deal("A", "B"))
    one.write("undo", {"game": 1, "deal": 1})
    one.write("deal", deal("A", "A", won="vole"))
    one.write("king", {"player": "A"})
    assert outcomes_of(one.send()) == ["done"] * 5
    rewritten = ["deal_undone", "deal_recorded"]
    assert kinds() == ["opened", "cut_recorded", "deal_recorded", *rewritten, *rewritten]
    assert lines() == ["1. A S =A5 (2-0) Ka (3-0)"]
    assert differences() == []


def test_same_request_is_carried_out_once_and_answered_alike(hands: Hands) -> None:
    one = phone(hands, hands.open())
    one.write("deal", deal("A", "B"))
    one.write("deal", deal("B", "A"))
    answers = [one.post() for _ in range(5)]
    assert answers == [answers[0]] * 5
    assert len(lines()) == 2
    assert kinds().count("deal_recorded") == 2


def test_first_answer_is_given_whatever_happened_in_between(hands: Hands) -> None:
    one = phone(hands, hands.open())
    entry = one.write("deal", deal())
    first = one.send()
    one.tap("undo", {"game": 1, "deal": 1})
    assert one.post([entry]) == first
    assert lines() == []


def test_entry_is_found_twice_in_one_request(hands: Hands) -> None:
    one = phone(hands, hands.open())
    entry = one.write("deal", deal())
    assert [outcome.version for outcome in one.post([entry, entry])] == [2, 2]
    assert len(lines()) == 1


def test_key_of_another_content_is_refused_and_changes_nothing(hands: Hands) -> None:
    one = phone(hands, hands.open())
    entry = one.write("deal", deal())
    one.send()
    (outcome,) = one.post([entry | {"told": deal("A", "A")}])
    assert (outcome.outcome, outcome.code) == ("refused", "key_reused")
    assert len(lines()) == 1


def test_bad_one_in_the_middle_is_refused_and_a_deal_after_it_is_kept(hands: Hands) -> None:
    one = phone(hands, hands.open())
    one.write("deal", deal("A", "B"))
    one.write("deal", deal("B", ""))
    one.write("deal", deal("A", "A"))
    first, bad, after = one.send()
    assert (first.outcome, bad.outcome, bad.code, after.outcome) == ("done", "refused", "unfinished", "kept")
    assert len(lines()) == 1
    assert PadEntry.objects.count() == 3


def test_word_that_was_refused_holds_nothing_up(hands: Hands) -> None:
    one = phone(hands, hands.open())
    one.write("deal", deal("A", "B"))
    one.write("report", {"side": "A", "termination": "normal", "winner": ""})
    one.write("deal", deal("B", "B"))
    answers = [(each.outcome, each.code) for each in one.send()]
    assert answers == [("done", ""), ("refused", "undecided"), ("done", "")]


def test_two_phones_that_wrote_the_same_are_of_one_mind(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    for each in (one, two):
        each.write("deal", deal("A", "B"))
        each.write("deal", deal("B", "A"))
        each.write("undo", {"game": 1, "deal": 2})
        each.write("deal", deal("B", "A", king="B"))
    first, second = one.send(), two.send()
    assert outcomes_of(first) == ["done"] * 4
    assert outcomes_of(second) == ["same"] * 4
    assert [each.version for each in second] == [each.version for each in first]
    assert len(lines()) == 2


def test_phone_goes_on_behind_what_both_wrote(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    one.tap("deal", deal("A", "B"))
    two.write("deal", deal("A", "B"))
    two.write("deal", deal("B", "B"))
    assert outcomes_of(two.send()) == ["same", "done"]
    assert lines() == ["1. A S =B (0-1)", "2. B S =B (0-3)"]


def test_late_king_is_the_same_from_both(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    for each in (one, two):
        each.write("deal", deal("A", "B"))
        each.write("king", {"player": "A"})
    assert outcomes_of(one.send()) == ["done", "done"]
    assert outcomes_of(two.send()) == ["same", "same"]
    assert lines() == ["1. A S =B (0-1) Ka (1-1)"]


def test_cut_of_the_other_phone_does_not_stand_in_a_deals_way(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    two.write("deal", deal("A", "B"))
    one.tap("cut", {"pairs": [["CK", "D8"]]})
    assert outcomes_of(two.send()) == ["done"]
    assert "Game 1 cut A=CK B=D8\n1. A S =B (0-1)\n" in Rubber.objects.get().egn


def test_deal_of_another_content_is_kept_with_all_that_was_written_after_it(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    one.tap("deal", deal("A", "B"))
    two.write("deal", deal("A", "A"))
    two.write("deal", deal("B", "A"))
    assert outcomes_of(two.send()) == ["kept", "kept"]
    assert lines() == ["1. A S =B (0-1)"]
    assert list(PadEntry.objects.filter(outcome="kept").values_list("fork", "version")) == [(1, None)] * 2


def test_deal_against_an_undo_is_kept(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=("A S =B (0-1)",)))
    one.write("undo", {"game": 1, "deal": 1})
    two.write("deal", deal("B", "B"))
    assert outcomes_of(one.send()) == ["done"]
    assert outcomes_of(two.send()) == ["kept"]


def test_deal_that_makes_no_sense_where_it_stands_is_refused_and_not_kept(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    two.write("deal", {"dealer": "A", "line": "Z9"})
    one.tap("deal", deal())
    (outcome,) = two.send()
    assert (outcome.outcome, outcome.code, len(outcome.faults)) == ("refused", "unreadable", 1)


def test_version_that_is_not_reached_here_any_more_is_that_of_another_database(hands: Hands) -> None:
    """A restored backup has lower versions: the phone's entries show that the version existed."""
    one = phone(hands, hands.open())
    one.seen = 40
    entry = one.write("deal", deal()) | {"mark": version_mark(one.rubber, 40, PAD)}
    assert outcomes_of(one.post([entry])) == ["kept"]
    assert PadEntry.objects.get().fork == 1


@pytest.mark.parametrize("kind", ["deal", "undo", "report"])
@pytest.mark.parametrize("forge", ["", "0123456789abcdef", "another version", "another rubber", "an account"])
def test_nothing_is_kept_on_a_version_that_never_was(hands: Hands, kind: Kind, forge: str) -> None:
    one = phone(hands, hands.open(deals=("A S =B (0-1)",)))
    mark = {
        "another version": version_mark(one.rubber, one.rubber.version, PAD),
        "another rubber": version_mark(hands.open(table="2"), 40, PAD),
        "an account": version_mark(one.rubber, 40, f"user {hands.director.pk}"),
    }.get(forge, forge)
    contents: dict[str, dict[str, object]] = {
        "deal": deal("B", "A"),
        "undo": {"game": 1, "deal": 1},
        "report": {"side": "A", "termination": "unfinished", "winner": ""},
    }
    entries = [one.write("deal", deal("B", "A")), one.write(kind, contents[kind])]
    entries[1] |= {"seen": 40, "mark": mark, "after": ""}
    with pytest.raises(UnknownVersionError) as error:
        one.post(entries)
    assert error.value.key == entries[1]["key"]
    # The entries before it are stored.
    assert [row.key for row in PadEntry.objects.all()] == [entries[0]["key"]]


def test_entry_whose_forerunner_never_came_is_taken_by_what_was_seen(hands: Hands) -> None:
    one = phone(hands, hands.open())
    entry = one.write("deal", deal()) | {"after": "a-key-that-never-came"}
    assert outcomes_of(one.post([entry])) == ["done"]


def test_undo_names_its_deal_and_takes_back_no_other(hands: Hands) -> None:
    one = phone(hands, hands.open(deals=("A S =B (0-1)",)))
    outcome = one.tap("undo", {"game": 1, "deal": 2})
    assert (outcome.outcome, outcome.code) == ("refused", "not_last_deal")
    assert len(lines()) == 1
    bare = phone(hands, hands.open(table="2"), "two")
    assert bare.tap("undo", {"game": 1, "deal": 1}).code == "nothing_to_undo"


def test_one_side_reports_and_the_other_confirms(hands: Hands) -> None:
    one = phone(hands, hands.open(deals=DEALS))
    one.write("report", {"side": "A", "termination": "normal", "winner": "B"})
    one.write("confirm", {"side": "A"})
    one.write("confirm", {"side": "B"})
    answers = [(each.outcome, each.code) for each in one.send()]
    assert answers == [("done", ""), ("refused", "wrong_side"), ("done", "")]
    rubber = Rubber.objects.get()
    assert (rubber.state, rubber.is_agreed) == ("confirmed", True)
    assert differences() == []


def test_confirmation_of_a_report_that_was_corrected_since_is_refused(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=DEALS))
    one.tap("report", {"side": "A", "termination": "normal", "winner": "B"})
    two.send()
    two.write("confirm", {"side": "B"})
    rubber = Rubber.objects.get()
    changed = read_one(rubber.egn.replace('[Table "1"]', '[Table "2"]'))
    change_report(rubber, changed, act=hands.act())
    assert [(each.outcome, each.code) for each in two.send()] == [("refused", "late")]
    assert Rubber.objects.get().state == "reported"


def test_other_side_disputes_and_says_why(hands: Hands) -> None:
    one = phone(hands, hands.open(deals=DEALS))
    one.write("report", {"side": "A", "termination": "normal", "winner": ""})
    one.write("dispute", {"side": "B", "reason": " "})
    one.write("dispute", {"side": "B", "reason": "It was a vole."})
    assert [each.code for each in one.send()] == ["", "reason_needed", ""]
    assert Rubber.objects.get().state == "disputed"
    assert LogEntry.objects.get(kind="rubber.disputed").reason == "It was a vole."


def test_end_that_both_report_is_the_same(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=DEALS))
    one.write("report", {"side": "A", "termination": "normal", "winner": ""})
    two.write("report", {"side": "B", "termination": "normal", "winner": "B"})
    two.write("confirm", {"side": "B"})
    assert outcomes_of(one.send()) == ["done"]
    assert outcomes_of(two.send()) == ["same", "done"]
    assert Rubber.objects.get().is_agreed


def test_word_that_comes_late_is_refused(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=DEALS[:1]))
    two.write("report", {"side": "B", "termination": "retired", "winner": "B"})
    one.tap("deal", deal("B", "B"))
    assert [(each.outcome, each.code) for each in two.send()] == [("refused", "late")]
    assert Rubber.objects.get().state == "live"


@pytest.mark.parametrize(
    ("termination", "winner", "code"),
    [
        ("retired", "", "winner_needed"),
        ("walkover", "", "winner_needed"),
        ("unfinished", "A", "winner_not_wanted"),
        ("normal", "", "undecided"),
        ("retired", "A", ""),
        ("unfinished", "", ""),
    ],
)
def test_end_before_the_end_says_who_wins(hands: Hands, termination: str, winner: str, code: str) -> None:
    one = phone(hands, hands.open(deals=DEALS[:1]))
    assert one.tap("report", {"side": "A", "termination": termination, "winner": winner}).code == code


@pytest.mark.parametrize(
    ("user", "side", "code", "state"),
    [
        ({"side": "A", "authority": "A"}, "A", "", "reported"),
        ({"side": "A", "authority": "A"}, "B", "wrong_side", "live"),
        ({"side": "A", "authority": "A"}, "", "wrong_side", "live"),
        ({"side": "", "authority": "helper"}, "", "", "reported"),
        ({"side": "", "authority": "helper"}, "A", "wrong_side", "live"),
        ({"side": "", "authority": "final"}, "", "", "confirmed"),
    ],
)
def test_account_speaks_for_its_own_side_alone(
    hands: Hands, user: dict[str, Any], side: str, code: str, state: str
) -> None:
    one = Phone(hands.open(deals=DEALS), signed_in(hands.director, **user))
    outcome = one.tap("report", {"side": side, "termination": "normal", "winner": ""})
    assert (outcome.code, Rubber.objects.get().state) == (code, state)


def test_helper_takes_back_no_deal(hands: Hands) -> None:
    one = Phone(hands.open(deals=DEALS[:1]), signed_in(hands.director, may_rule=False))
    assert one.tap("undo", {"game": 1, "deal": 1}).code == "not_allowed"


def test_director_rewrites_an_older_deal_and_nobody_else(hands: Hands) -> None:
    rubber = hands.open(deals=("A S =B (0-1)", "B S =A (1-1)"))
    payload = {"game": 1, "deal": 1, "told": deal("A", "A")}
    assert phone(hands, rubber).tap("rewrite", payload).code == "not_allowed"
    director = Phone(rubber, signed_in(hands.director, authority="final", is_director=True), "director")
    assert director.tap("rewrite", payload).outcome == "done"
    assert lines() == ["1. A S =A (2-0)", "2. B S =A (3-0)"]
    assert director.tap("rewrite", payload | {"deal": 7}).code == "no_such_deal"
    assert differences() == []


def test_rubber_that_is_decided_takes_no_deal_and_keeps_what_was_sent(hands: Hands) -> None:
    outcome = phone(hands, hands.open(deals=DEALS)).tap("deal", deal())
    assert (outcome.outcome, outcome.code) == ("refused", "decided")
    assert PadEntry.objects.get().told == deal()


def test_whole_deal_is_recorded_with_outcome_and_score(hands: Hands) -> None:
    one = phone(hands, hands.open())
    outcome = one.tap("deal", WHOLE_DEAL)
    assert outcome.outcome == "done", outcome
    assert lines()[0].endswith(")")


def test_form_for_who_is_signed_in_stands_in_one_log_with_the_pad(hands: Hands) -> None:
    rubber = hands.open()
    one = phone(hands, rubber)
    one.write("deal", deal("A", "B"))
    record_deal(rubber, "A S =B (0-1)", act=hands.act())
    assert outcomes_of(one.send()) == ["same"]
