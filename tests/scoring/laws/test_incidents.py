"""Irregularities of each law beyond those in its clauses, kept and broken, in records.

Source: the club code of 1877 ("The Laws of Écarté", ed. Cavendish, 55 laws), as the service applies it: the table
"Incidents, facts, remedies, effect" of its page of laws, and its fine points. In every row A deals the first deal and B
is the elder hand. ``PLAYED`` and its like hold all the cards of a deal that was played without fault.
"""

from __future__ import annotations

from scoring.incidents import ROWS
from tests.scoring.egn import checked
from tests.scoring.laws.test_clauses import IN_A_RECORD
from tests.support.rows import each_row

POINT = "P G S =B3 (0-1)"
"""A deal in marks alone: the elder hand proposes, is given cards, stands, and wins the point."""
VOID = "=void"

# Five cards each, all of them played: B wins 5, or with the exchange 3 to 2.
B, A = "B:HA.DQ8.CJT", "A:SQ8.DJ.C87"
PLAY = "S CT C8, CJ C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)"
HANDS = f"^C9 {B} {A}"
PLAYED = f"{HANDS} {PLAY}"

ELDER_LONG, ELDER_SHORT = f"^C9 B:HA.DQ87.CJT {A}", f"^C9 B:DQ8.CJT {A}"
DEALER_LONG, DEALER_SHORT = f"^C9 {B} A:SQ98.DJ.C87", f"^C9 {B} A:SQ.DJ.C87"

# law, name of the case, text in the game's heading or deal, findings (code, severity, variant)
IN_THE_HEADING = [
    (1, "forced and left out", "!1b", ""),
    (1, "another remedy", "!1b:recut", "L01 error not_allowed"),
    (1, "cards behind the remedy", "!1b:reshuffle(H9)", "L01 error argument_needless"),
    (1, "a fact that it does not ask for", "!1b(looked)", "L01 warning fact_unknown"),
    (2, "another remedy", "!2a:stand", "L02 error not_allowed"),
    (4, "another remedy, before the cut", "!4a:stand cut A=HK B=H8", "L04 error not_allowed"),
    (4, "another remedy, behind it", "cut A=HK B=H8 !4a:stand", "L04 error not_allowed"),
    (5, "kept", "cut A=HK B=H8 !5:note", ""),
    (5, "another remedy", "cut A=HK B=H8 !5:recut", "L05 error not_allowed"),
]
IN_THE_DEAL = [
    (8, "another remedy", f"3-2 !8a:fresh {VOID}", "L08 error not_allowed"),
    (9, "looked, forced and left out", f"!9a(looked) {ELDER_LONG} S =B3 (0-1)", ""),
    (9, "looked, yet rectified", f"!9a(looked):rectify {PLAYED}", "L09 error not_allowed"),
    (9, "fresh, and played on", f"!9a:fresh {POINT}", "L09 error void_wanted"),
    (10, "kept", f"!10a:note {PLAYED}", ""),
    (10, "another remedy", f"!10a:fresh {VOID}", "L10 error not_allowed"),
    (11, "chosen, the cards as a set", f"!11a(H8.C9):choose(C9) {PLAYED}", ""),
    (11, "chosen, the cards not named", f"!11a:choose(C9) {PLAYED}", ""),
    (11, "looked, fresh", f"!11a(C9;H8;looked):fresh {VOID}", ""),
    (11, "chosen, not said which", f"!11a(C9;H8):choose {PLAYED}", "L11 error argument_missing"),
    (11, "both chosen", f"!11a(C9;H8):choose(H8.C9) {PLAYED}", "L11 error argument_number"),
    (11, "not the turn-up", f"!11a(C9;H8):choose(H8) {PLAYED}", "L11 error choice_not_turned_up"),
    (12, "forced and left out", f"!12(H9) {VOID}", ""),
    (12, "played on", f"!12(H9) {POINT}", "L12 error void_wanted"),
    (13, "the opponent's, looked", f"!13a(HA;adversary;looked):stand {PLAYED}", ""),
    (14, "before, by its place", f"!14a:void ^C9 {VOID}", ""),
    (14, "after, by its place", f"{HANDS} !14a:stand {PLAY}", ""),
    (14, "before, yet it stands", f"!14a(before):stand {PLAYED}", "L14 error not_allowed"),
    (14, "before, and played on", f"!14a(before) {POINT}", "L14 error void_wanted"),
    (14, "not said when", f"!14a {POINT}", "L14 ruling fact_missing"),
    (15, "the surplus in place of the hand", f"{ELDER_LONG} !15b(1):discard(D7) {PLAY}", ""),
    (15, "another remedy", f"{ELDER_LONG} !15a(6):draw(D7) S =B", "L15 error not_allowed"),
    (15, "not said which", f"{ELDER_LONG} !15a(6):discard S =B", "L15 error argument_missing"),
    (15, "two of six", f"{ELDER_LONG} !15a(6):discard(D87) S =B", "L15 error argument_number"),
    (15, "two of six, no hands", "!15a(6):discard(D87) S =B", "L15 error argument_number"),
    (15, "not in the hand", f"{ELDER_LONG} !15a(6):discard(SK) S =B", "L15 error not_in_hand"),
    (15, "the wrong number", f"{ELDER_LONG} !15a(7):discard(D7) S =B", "L15 error number_differs"),
    (15, "a hand of five", f"{HANDS} !15a(6):discard(D8) S =B", "L15 error hand"),
    (15, "fresh, and played on", f"{ELDER_LONG} !15a(6):fresh {PLAY}", "L15 error void_wanted"),
    (16, "another remedy", f"{ELDER_SHORT} !16a(4):stand S =B", "L16 error not_allowed"),
    (16, "too many taken", f"{ELDER_SHORT} !16a(4):complete(HAK) S =B", "L16 error argument_number"),
    (16, "out of the other hand", f"{ELDER_SHORT} !16a(4):complete(SQ) S =B", "L16 error not_in_stock"),
    (16, "the turn-up", f"{ELDER_SHORT} !16a(4):complete(C9) S =B", "L16 error not_in_stock"),
    (17, "another remedy", f"{DEALER_LONG} !17a(6):discard(S9) S =B", "L17 error not_allowed"),
    (17, "out of the elder hand", f"{DEALER_LONG} !17a:draw(HA) S =B", "L17 error not_in_hand"),
    (18, "another remedy", f"{DEALER_SHORT} !18a(4):short S =B", "L18 error not_allowed"),
    (18, "a hand of six", f"{DEALER_LONG} !18a(4):complete(HK) S =B", "L18 error hand"),
    (19, "kept", f"!19a:note {PLAYED}", ""),
    (19, "another remedy", f"!19a:correct {PLAYED}", "L19 error not_allowed"),
    (20, "the dealer's letter", f"{ELDER_LONG} S CT C8, !20a(6):fresh {VOID}", "L20 error offender"),
    (21, "another remedy", f"{DEALER_LONG} S CT C8, !21a(6):draw(S9) =B", "L21 error not_allowed"),
    (21, "the elder hand's letter", f"{DEALER_LONG} S !21b(6):stand =B", "L21 error offender"),
    (22, "kept", "^CK !22a:note Ka S =B3 (1-1)", ""),
    (22, "another remedy", "^CK !22a:correct Ka S =B3 (1-1)", "L22 error not_allowed"),
    (23, "kept", "S !23b:note =B3 (0-1)", ""),
    (23, "another remedy", "S !23b:mark =B3 (0-1)", "L23 error not_allowed"),
    (24, "kept", "S !24b:note =B3 (0-1)", ""),
    (24, "another remedy", "S !24b:mark =B3 (0-1)", "L24 error not_allowed"),
    (25, "withdrawn, forced and left out", f"{HANDS} Kb !25b {PLAY}", ""),
    (25, "stands, in marks alone", "S Ka !25a:stand =B3 (0-1)", ""),
    (25, "before a card, yet it stands", f"{HANDS} Kb !25b:stand {PLAY}", "L25 error not_allowed"),
    (26, "another remedy", "P !26b:takeback G S =B3 (0-1)", "L26 error not_allowed"),
    (27, "kept", "P G !27a:note S =B3 (0-1)", ""),
    (27, "another remedy", "P G !27a:takeback S =B3 (0-1)", "L27 error not_allowed"),
    (28, "another remedy", f"P G !28b:fresh {VOID}", "L28 error not_allowed"),
    (29, "another remedy", f"{HANDS} P G -HA+S97 !29b:discard(S7) S =B", "L29 error not_allowed"),
    (29, "the dealer's letter", "P G !29a(1):draw(S7) S =B", "L29 error offender"),
    (29, "as many as put out", f"{HANDS} P G -HA+S9 !29b(1):draw(S9) -SQ+SJ S =B", "L29 error hand"),
    (29, "two of one", f"{HANDS} P G -HA+S97 !29b:draw(S97) S =B", "L29 error argument_number"),
    (30, "another remedy", "P G !30b(1):complete(HK) S =B", "L30 error not_allowed"),
    (30, "the wrong number", f"{HANDS} P G -HA.D8+SK !30b(3) -SQ+SJ S =B", "L30 error number_differs"),
    (30, "the dealer's letter", "P G !30a(1):short S =B", "L30 error offender"),
    (31, "another remedy", "P G !31a(1):draw(S7) S =B", "L31 error not_allowed"),
    (31, "already put out", f"{HANDS} P G -HA+S97 !31a:discard(HA) S =B", "L31 error not_in_hand"),
    (32, "another remedy", "P G !32a(1):short S =B", "L32 error not_allowed"),
    (32, "put out before", f"{HANDS} P G -HA.D8+SK !32a:complete(HA) S =B", "L32 error not_in_stock"),
    (33, "another remedy", "P G !33a(1):discard(S7) S =B", "L33 error not_allowed"),
    (
        33,
        "fewer than put out, yet drawn",
        f"{HANDS} P G -HA+SK -SQ8+SJ !33a:draw(SJ) S =B",
        "L27 error taken, L33 error hand",
    ),
    (34, "short once played", "P G S !34a(1;played):short =B3 (0-1)", ""),
    (34, "short, forced and left out", "P G S !34a(1;played) =B3 (0-1)", ""),
    (34, "not played, yet short", "P G !34a(1):short S =B", "L34 error not_allowed"),
    (34, "played by the cards", f"{HANDS} S CT C8, !34a:complete(S7) =B", "L34 error not_allowed"),
    (34, "forced, not said which", "P G !34a(1) S =B", "L34 error argument_missing"),
    (36, "the dealer's own, forced and left out", f"{HANDS} P G -HA+SK !36a(SJ;own) -SQ+SJ S =B3 (0-1)", ""),
    (
        36,
        "not among the cards taken",
        f"{HANDS} P G !36a(DK;adversary):take -HA+SK -SQ+SJ S =B",
        "L36 error not_taken",
    ),
    (37, "another remedy", "P G !37a(DK):stand P G S =B", "L37 error not_allowed"),
    (38, "kept", "P G -5 -5 P G -4 -4 P G !38a(3):share -2 -1 S =B3 (0-1)", ""),
    (38, "another remedy", "P G -5 -5 P G !38a:fresh =void", "L38 error not_allowed"),
    (38, "the elder hand's letter", "P G -5 -5 P G !38b:share S =B", "L38 error offender"),
    (39, "another remedy", f"{HANDS} S CT !39a(SQ):stand C8 =B", "L39 error not_allowed"),
    (39, "not in the hand", f"{HANDS} S CT !39a(SK):takeback C8 =B", "L39 error not_in_hand"),
    (39, "played before", f"{HANDS} S CT C8, CJ !39a(C8):takeback C7 =B", "L39 error not_in_hand"),
    (40, "not played to, yet it stands", f"{HANDS} S !40a(C7;before):stand =B", "L40 error not_allowed"),
    (40, "not said when", "S !40a(C7) =B3 (0-1)", "L40 ruling fact_missing"),
    (40, "not in the hand", f"{HANDS} S !40a(SK;before):takeback CT =B", "L40 error not_in_hand"),
    (41, "stands", f"{HANDS} S CT !41b(D):play C8, CJ C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)", ""),
    (41, "required", f"{HANDS} S !41b(D;CT):require DQ DJ, CT C8, CJ C7, HA SQ, D8 S8 =B5 (0-2)", ""),
    (41, "required, no such suit", f"{HANDS} S !41b(S):require CT =B", "L41 error not_allowed"),
    (41, "no such suit, forced and left out", f"{HANDS} {PLAY.replace('S CT', 'S !41b(S) CT')}", ""),
    (41, "required, another led", f"{HANDS} S !41b(D):require CT C8 =B", "L41 error suit"),
    (41, "no choice on record", "S !41b(D) =B3 (0-1)", "L41 ruling choice"),
    (42, "given up, left out", f"{HANDS} S CT !42a =B5 (0-2)", ""),
    (42, "another remedy", "S !42a:note =B5 (0-2)", "L42 error not_allowed"),
    (43, "another remedy", f"{HANDS} S CT SQ !43a(SQ):fresh =void", "L43 error not_allowed"),
    (44, "another remedy", f"!44a:fresh {VOID}", "L44 error not_allowed"),
    (45, "played on", f"!45(CT) {POINT}", "L45 error void_wanted"),
    (46, "kept", f"{POINT} !46:note", ""),
    (46, "another remedy", f"{POINT} !46:correct", "L46 error not_allowed"),
    (47, "kept", f"{POINT} !47:note", ""),
    (47, "another remedy", f"{POINT} !47:mark", "L47 error not_allowed"),
    (48, "kept", f"{POINT} !48:note", ""),
    (48, "another remedy", f"{POINT} !48:mark", "L48 error not_allowed"),
    (49, "kept", f"{POINT} !49:note", ""),
    (49, "another remedy", f"{POINT} !49:mark", "L49 error not_allowed"),
    (50, "made good", "P G S =B3 (0-0) !50b(point):mark (0-1)", ""),
    (50, "another remedy", "P G S =B3 (0-1) !50b(point):correct", "L50 error not_allowed"),
    (50, "in the next deal, in time", "P G S =B3 (0-0)\n2. B !50b(point):mark P G S =A3 (1-1)", ""),
    (51, "another remedy", "P G S =B3 (0-1) !51b(1):mark", "L51 error not_allowed"),
    (52, "another remedy", f"!52:fresh {VOID}", "L52 error not_allowed"),
    (53, "another remedy", f"!53:fresh {VOID}", "L53 error not_allowed"),
    (54, "another remedy", f"!54:fresh {VOID}", "L54 error not_allowed, L54 note no_offence"),
]
CASES = [(law, name, heading, POINT, expected) for law, name, heading, expected in IN_THE_HEADING]
CASES += [(law, name, "", deal, expected) for law, name, deal, expected in IN_THE_DEAL]


@each_row(("law", "name", "opening", "deal", "expected"), CASES)
def test_each_law_is_found_broken_and_found_kept(
    law: int, name: str, opening: str, deal: str, expected: str
) -> None:
    findings = checked(f"Game 1 {opening}\n1. A {deal}\n*").findings
    assert ", ".join(f"{one.code} {one.severity} {one.variant}" for one in findings) == expected
    assert all(one.message and (one.settle or one.severity == "note") for one in findings)


SEVERITIES = [(law, expected.split()[1::3]) for law, *_, expected in CASES]
"""Those of the findings in each row here, and in each clause."""
SEVERITIES += [(clause.law, [severity for _, severity, _ in clause.faults]) for clause in IN_A_RECORD]


def test_every_law_is_kept_in_a_row_and_broken_in_another() -> None:
    clean = {law for law, severities in SEVERITIES if not {"error", "ruling"} & set(severities)}
    broken = {law for law, severities in SEVERITIES if "error" in severities}
    assert sorted(clean) == sorted(broken) == list(range(1, 56))


def test_a_law_that_leaves_a_choice_has_a_row_without_it() -> None:
    chosen = {law for law, severities in SEVERITIES if "ruling" in severities}
    forced_by_facts = {42, 50}
    without_exchange = {30}
    several = {law for law, row in ROWS.items() if len(row.remedies) > 1}
    assert chosen == (several | without_exchange) - forced_by_facts


def test_an_open_choice_names_the_choices_and_who_chooses() -> None:
    (finding,) = checked(f"Game 1\n1. A {ELDER_LONG} !15a(6) S =B3 (0-1)\n*").findings
    assert finding.params == {"law": 15, "chooser": "B", "choices": "fresh, discard"}
    assert finding.message == "B has a choice by law 15 that is not recorded: fresh, discard."


def test_a_remedy_that_is_not_allowed_names_those_that_are() -> None:
    (finding,) = checked("Game 1\n1. A S !20b(6):stand =B\n*").findings
    assert finding.params == {"law": 20, "remedy": "stand", "choices": "fresh"}


SILENCED: list[tuple[str, str, list[str]]] = [
    # name of the case, deal, codes found
    ("an error silences the score", f"!11a:stand {PLAYED.replace('(0-2)', '(0-4)')}", ["L11"]),
    ("an error silences a hand's number", f"!12(H9):stand {ELDER_LONG} S =B3 (0-1)", ["L12"]),
    ("an error silences the outcome", f"!12(H9):stand {PLAYED.replace('=B5', '=B4')}", ["L12"]),
    ("an open choice leaves the score in doubt", f"{HANDS} S CT SQ !43a(SQ) =A (3-0)", ["L43"]),
    (
        "an open choice silences no outcome",
        f"{ELDER_LONG} !15a(6) {PLAY.replace('=B5', '=A')}",
        ["L15", "L48"],
    ),
    ("a warning silences nothing", f"!1(looked) {POINT.replace('(0-1)', '(0-3)')}", ["L01", "L51"]),
    ("a card that is not in the hand is one slip", f"{ELDER_LONG} !15a(6):discard(SQ) {PLAY}", ["L15"]),
    ("a card seen before is one slip", f"{ELDER_SHORT} !16a(4):complete(SQ) {PLAY}", ["L16"]),
    ("the cards of a void deal are not judged", f"^C9 {B} {B.replace('B:', 'A:')} !45(HA):void =void", []),
    ("what it is void for has to be there", f"{HANDS} !15a(6):fresh =void", ["L15"]),
    ("its incidents are", f"{HANDS} !15a(6) =void", ["L15"]),
    ("every incident is judged by itself", f"!12(H9):stand !13a(SQ;own):fresh {POINT}", ["L12", "L13"]),
]


@each_row(("name", "deal", "expected"), SILENCED)
def test_one_slip_is_one_finding(name: str, deal: str, expected: list[str]) -> None:
    assert [one.code for one in checked(f"Game 1\n1. A {deal}\n*").findings] == expected


def test_a_finding_stands_at_its_incident_in_the_heading() -> None:
    body = f"Game 1 !44:note cut A=HQ B=DQ A=HK B=H8 !1b:recut\n1. A {POINT}\n*"
    (finding,) = checked(body).findings
    assert (finding.game, finding.deal, finding.column) == (1, None, body.index("!1b") + 1)


def test_a_finding_stands_at_its_incident_in_the_deal() -> None:
    (finding,) = checked("Game 1\n1. A P G !28b:fresh =void\n*").findings
    assert (finding.game, finding.deal, finding.column) == (1, 1, len("1. A P G ") + 1)


def test_a_mark_made_good_too_late_is_refused() -> None:
    body = "Game 1\n1. A P G S =B3 (0-0)\n2. B ^C9 !50b(point):mark P G S =A3 (1-0)\n*"
    findings = [(one.code, one.severity, one.variant, one.deal) for one in checked(body).findings]
    assert findings == [("L50", "warning", "", 1), ("L50", "error", "too_late", 2)]
