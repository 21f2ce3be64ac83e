"""Lookups in the compact tables return the same as in the full ones, row by row."""

from __future__ import annotations

import gzip
import json
from typing import Any

from scoring.compact import LONGEST, compact_tables
from scoring.tables import marks_tables

TABLES: dict[str, Any] = marks_tables()
COMPACT: dict[str, Any] = compact_tables()


def test_every_deal_is_looked_up() -> None:
    for row in TABLES["deals"]:
        score = "".join(map(str, row["score"]))
        key = "|".join([score, row["dealer"], row["vulnerable"], row["king"] or "-", row["outcome"] or "-"])
        after, next_dealer, winner = COMPACT["deals"][key].split("|")
        assert [int(points) for points in after] == row["after"], row
        assert (next_dealer, winner or None) == (row["next_dealer"], row["winner"]), row
    assert len(COMPACT["deals"]) == len(TABLES["deals"])


def test_every_deal_of_la_triomphe_is_looked_up_under_the_outcome_that_it_counts_as() -> None:
    for row in TABLES["triomphe"]["deals"]:
        outcome = row["outcome"] or "-"
        outcome = COMPACT["triomphe"]["outcomes"].get(f"{row['vulnerable']}|{outcome}", outcome)
        score = "".join(map(str, row["score"]))
        entry = COMPACT["deals"][f"{score}|{row['dealer']}|{row['vulnerable']}|-|{outcome}"]
        after, next_dealer, winner = entry.split("|")
        assert [int(points) for points in after] == row["after"], row
        assert (next_dealer, winner or None) == (row["next_dealer"], row["winner"]), row
    assert COMPACT["triomphe"]["outcomes"] == {"A|A": "B", "B|B": "A"}


def test_every_way_of_calling_is_looked_up_and_what_is_not_known_is_not_there() -> None:
    for row in TABLES["calls"]:
        assert COMPACT["calls"].get(f"{row['said']}|{row['dealer']}") == row["vulnerable"], row
    triomphe = TABLES["triomphe"]
    for called, taken in zip(triomphe["calls"], triomphe["taken"], strict=True):
        key = f"{called['said']}|{called['dealer']}"
        assert COMPACT["triomphe"]["calls"].get(key) == called["vulnerable"], called
        assert COMPACT["triomphe"]["taken"].get(key) == taken["player"], taken


def test_every_cut_is_looked_up() -> None:
    for row in TABLES["cuts"]:
        assert COMPACT["cuts"][row["a"] + row["b"]] == (row["dealer"] or ""), row
    for row in TABLES["triomphe"]["cuts"]:
        higher = COMPACT["cuts"][row["a"] + row["b"]]
        assert COMPACT["triomphe"]["dealers"].get(higher, higher) == (row["dealer"] or ""), row
    assert len(COMPACT["cuts"]) == len(TABLES["cuts"])


def test_calls_are_looked_up_after_which_the_point_may_be_offered_behind_the_lead() -> None:
    after_lead = [f"{calls}." for calls in TABLES["triomphe"]["after_lead"]]
    assert list(COMPACT["triomphe"]["after_lead"]) == after_lead == [".", "S.", "SS."]


def test_games_of_the_usual_rubbers_are_looked_up() -> None:
    assert COMPACT["wanted"] == {
        best_of: wanted for best_of, wanted in TABLES["wanted"].items() if int(best_of) <= LONGEST
    }
    most = COMPACT["wanted"][str(LONGEST)]
    rows = [row for row in TABLES["games"] if max(row["wanted"]) <= most]
    for row in rows:
        a, b = row["wanted"]
        after, over = COMPACT["games"][f"{a},{b}|{row['winner']}"].split("|")
        assert [int(wanted) for wanted in after.split(",")] == row["wanted_after"], row
        assert (over == "1") == row["over"], row
    assert len(COMPACT["games"]) == len(rows)


def test_version_and_values_are_those_of_the_full_tables() -> None:
    assert (COMPACT["version"], COMPACT["values"]) == (TABLES["version"], TABLES["values"])


def test_a_phone_fetches_them_in_no_time() -> None:
    sent = gzip.compress(json.dumps(COMPACT, separators=(",", ":")).encode())
    assert len(sent) < 12_000
