"""A ruling on a stored rubber changes the record, keeps the original in the log, and names the director."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from matches.models import LogEntry, Rubber
from matches.pages.log.log_words import log_lines
from matches.rubbers.change_rubbers import record_cut, record_deal
from matches.rubbers.deal_from_input import deal_from_input
from matches.rubbers.errors import NotLastDealError, StaleRubberError
from matches.rubbers.rule import settle_ruling
from scoring.book import IncidentError, Pending, Place, end_of_place, pending
from scoring.cards import parse_card
from scoring.check import check_rubber
from scoring.checks import LATEST_CHECKS
from scoring.notation import read_one
from scoring.record import Incident, Outcome, Pair, Rules
from tests.matches.files import rubber_text
from tests.matches.rubbers.hands import Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]

REVOKE = (
    "A 2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK C8, DK H9, SJ HA, SA HQ, CJ CT =B5 (0-3)",
    "B S Kb =B3 (0-5)",
)
"""A game in which A, the dealer, plays a club to a heart that A could follow; B wins it in the next deal."""

VOLE = {"dealer": "B", "said": "stood", "won": "vole"}


def numbered(deals: tuple[str, ...] = REVOKE) -> list[str]:
    return [f"{number}. {deal}" for number, deal in enumerate(deals, start=1)]


def draft(hands: Hands, deals: tuple[str, ...] = REVOKE) -> Rubber:
    """Return a rubber that waits for a ruling."""
    rubber = hands.store(read_one(rubber_text(deals=numbered(deals))), event="")
    assert rubber.state == "draft"
    return rubber


def the_pending(rubber: Rubber) -> Pending:
    (waiting,) = pending(check_rubber(read_one(rubber.egn)))
    return waiting


def rule(
    hands: Hands, rubber: Rubber, remedy: str, outcome: Outcome | None = None, *, reason: str = ""
) -> Rubber:
    waiting = the_pending(rubber)
    incident = replace(waiting.incident, remedy=remedy)
    return settle_ruling(rubber, waiting.place, incident, act=hands.act(reason), outcome=outcome)


def log_of(rubber: Rubber) -> list[LogEntry]:
    return list(LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version"))


def test_draft_that_is_ruled_upon_counts(hands: Hands) -> None:
    rubber = draft(hands)
    original = rubber.egn
    ruled = rule(hands, rubber, "stand", reason="B let it stand.")
    assert (ruled.state, ruled.findings, ruled.version, ruled.winner) == ("corrected", [], 2, "B")
    assert ruled.egn == original.replace("CJ CT =B5", "CJ CT !43a(C8):stand =B5")
    first, second = log_of(ruled)
    assert first.payload["egn"] == original
    ruling = {"law": 43, "player": "A", "remedy": "stand", "game": 1, "deal": 1}
    assert second.payload == {"egn": ruled.egn, "checks": LATEST_CHECKS, "ruling": ruling}
    assert (second.kind, second.by, second.reason) == ("rubber.corrected", hands.director, "B let it stand.")
    assert pending(check_rubber(read_one(ruled.egn))) == ()
    assert differences() == []


def test_figures_follow_what_was_ruled(hands: Hands) -> None:
    ruled = rule(hands, draft(hands), "replay", Outcome("A", 3))
    # B keeps the king. The replay is A's: it counts two points, and one is lost for the revoke (law 43).
    deals = read_one(ruled.egn).games[0].deals
    assert ruled.egn.count("=A3 (1-1)") == 1
    assert ruled.egn.count("Kb =B3 (1-4)") == 1
    assert len(deals) == 2
    # The game is no longer won, and the record waits for the deals still to be played.
    assert (ruled.state, ruled.winner) == ("draft", "")
    assert {finding["code"] for finding in ruled.findings} == {"L46"}
    assert differences() == []


def test_fresh_deal_takes_the_deal_out_of_the_score(hands: Hands) -> None:
    rubber = draft(hands, ("A ^DJ B:SJAK.HK.DK.CJ S =B5 (0-2)", "A S =B5 (0-4)", "B S =B (0-5)"))
    waiting = the_pending(rubber)
    assert (waiting.incident.law, waiting.incident.facts) == (15, ("6",))
    ruled = rule(hands, rubber, "fresh")
    assert "!15a(6):fresh =void" in ruled.egn
    assert "2. A S =B5 (0-2)\n3. B S =B (0-4)" in ruled.egn


@pytest.mark.parametrize("state", ["reported", "confirmed", "disputed", "corrected"])
def test_ruling_is_made_on_whatever_a_correction_is(hands: Hands, state: str) -> None:
    rubber = hands.in_state(state)
    game = Place(0, None, 2)
    ruled = settle_ruling(rubber, game, Incident(2, "B"), act=hands.act())
    assert ruled.state == "corrected"
    assert "Game 1 !2b" in ruled.egn
    assert log_of(ruled)[-1].payload["ruling"]["remedy"] == "reshuffle"


@pytest.mark.parametrize(("is_live", "version"), [(False, 2), (True, 4)])
def test_same_act_rules_once(hands: Hands, is_live: bool, version: int) -> None:
    rubber = hands.open(deals=REVOKE[:1]) if is_live else draft(hands)
    incident = Incident(43, "A", ("C8",), "stand")
    for _ in range(2):
        act = hands.act(key="the same", version=rubber.version)
        ruled = settle_ruling(rubber, Place(0, 0, 18), incident, act=act)
    assert ruled.version == version


def test_ruling_on_another_version_is_refused(hands: Hands) -> None:
    rubber = draft(hands)
    waiting = the_pending(rubber)
    settled = rule(hands, rubber, "stand")
    incident = replace(waiting.incident, remedy="stand")
    with pytest.raises(StaleRubberError) as late:
        settle_ruling(rubber, waiting.place, incident, act=hands.act(version=1))
    assert late.value.rubber.version == settled.version == 2


def test_what_the_law_does_not_allow_is_refused_and_nothing_is_kept(hands: Hands) -> None:
    rubber = draft(hands)
    with pytest.raises(IncidentError, match="43"):
        rule(hands, rubber, "fresh")
    assert len(log_of(rubber)) == 1


def test_void_rubber_may_be_ruled_upon_as_it_may_be_corrected(hands: Hands) -> None:
    ruled = settle_ruling(hands.void(), Place(0, None, 2), Incident(2, "A"), act=hands.act())
    assert ruled.state == "corrected"


# While it is played


def test_last_deal_of_a_live_rubber_is_recorded_anew(hands: Hands) -> None:
    rubber = hands.open(deals=REVOKE[:1])
    ruled = rule(hands, rubber, "replay", Outcome("A", 4), reason="B asked for it.")
    assert (ruled.state, ruled.version) == ("live", 4)
    kinds = [entry.kind for entry in log_of(ruled)]
    assert kinds[-3:] == ["rubber.deal_recorded", "rubber.deal_undone", "rubber.deal_recorded"]
    last = log_of(ruled)[-1]
    assert last.payload["ruling"] == {"law": 43, "player": "A", "remedy": "replay", "game": 1, "deal": 1}
    assert last.payload["deal"].endswith("CJ CT !43a(C8):replay =A4 (1-1)")
    assert differences() == []


def test_earlier_deal_of_a_live_rubber_waits_for_its_end(hands: Hands) -> None:
    rubber = hands.open(deals=(REVOKE[0], "B S =A3 (1-3)"))
    with pytest.raises(NotLastDealError):
        rule(hands, rubber, "stand")


@pytest.mark.parametrize(
    ("deal", "incident", "line", "points"),
    [
        # A mark left out is made good until the next turn-up (law 50), also where the tricks are not on record.
        ("A S =B3 (0-0)", Incident(50, "B", ("point",), "mark"), "(0-0) !50b(point):mark (0-1)", (0, 1)),
        ("A kb =B (0-1)", Incident(50, "B", ("king",), "mark"), "(0-1) !50b(king):mark (0-2)", (0, 2)),
        # An overscore admitted is taken down (law 51).
        ("A S =B3 (0-2)", Incident(51, "B", ("1",), "correct"), "(0-2) !51b(1):correct (0-1)", (0, 1)),
        ("A S =B3 (1-1)", Incident(51, "A", (), "correct"), "(1-1) !51a:correct (0-1)", (0, 1)),
    ],
)
def test_score_is_put_right_before_the_next_deal(
    hands: Hands, deal: str, incident: Incident, line: str, points: Pair
) -> None:
    rubber = hands.open(deals=(deal,))
    ruled = settle_ruling(rubber, end_of_place(read_one(rubber.egn), 0, 0), incident, act=hands.act())
    game = ruled.games.get()
    assert (game.points_a, game.points_b) == points
    assert ruled.egn.endswith(f"{line}\n*\n")
    assert check_rubber(read_one(ruled.egn)).findings == ()
    # The next deal goes on from there.
    next_deal = deal_from_input(check_rubber(read_one(ruled.egn)), {**VOLE, "winner": "A"})
    ruled = record_deal(ruled, next_deal, act=hands.act())
    game = ruled.games.get()
    assert (game.points_a, game.points_b) == (points[0] + 2, points[1])
    assert differences() == []


def test_ruling_on_the_last_deal_of_a_game_keeps_the_next_one_s_cut(hands: Hands) -> None:
    rubber = hands.open(deals=("A S =B5 (0-2)", "B Ka =A (2-2)", "A S Kb =B5 (2-5)"), rules=Rules(cut="game"))
    rubber = record_cut(rubber, [(parse_card("CK"), parse_card("D8"))], act=hands.act())
    act = hands.act(version=rubber.version)
    place = Place(0, 2, 4)
    once, twice = (settle_ruling(rubber, place, Incident(2, "A"), act=act) for _ in range(2))
    assert once.egn.endswith("3. A S Kb !2a =B5 (2-5)\nGame 2 cut A=CK B=D8\n*\n")
    assert once.version == twice.version
    assert differences() == []
    # A fresh deal, and the game is not over: its opponent's cut has to wait.
    fresh = settle_ruling(once, place, Incident(45, None, (), "void"), act=hands.act())
    assert fresh.egn.endswith("3. A S Kb !45:void =void\n*\n")


# The log


def test_log_tells_the_law_the_choice_and_the_deal(hands: Hands) -> None:
    ruled = rule(hands, draft(hands), "replay", Outcome("A", 3))
    entries = list(LogEntry.objects.filter(club=hands.club).select_related("by").order_by("-id")[:1])
    (line,) = log_lines(hands.club, entries)
    assert "ruled under law 43 on Orford – Baldwin: " in line.sentence
    assert line.sentence.endswith(": the hand is replayed.")
    assert line.further[:2] == ("It concerns deal 1 of game 1.", "The score was 0–1 and is 0–0.")
    assert ruled.state == "draft"
    with translation.override("fr"):
        assert log_lines(hands.club, entries)[0].sentence


def test_log_tells_a_ruling_at_the_table(hands: Hands) -> None:
    rule(hands, hands.open(deals=REVOKE[:1]), "stand")
    entries = list(LogEntry.objects.filter(club=hands.club).select_related("by").order_by("-id")[:1])
    (line,) = log_lines(hands.club, entries)
    assert "ruled under law 43 on " in line.sentence
    assert line.sentence.endswith(": it stands.")
