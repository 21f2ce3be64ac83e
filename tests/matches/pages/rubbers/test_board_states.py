from __future__ import annotations

from matches.pages.rubbers.board_states import Clock, spans


def test_steps_are_named_in_runs_from_one() -> None:
    assert spans([True, True, False, True]) == "1-2,4"
    assert spans([False, False]) == ""


def test_each_value_is_there_at_its_own_steps() -> None:
    values = Clock(4, now=3).spread(["a", None, "b", "a"])
    assert [(each.value, each.at, each.is_now) for each in values] == [("a", "1,4", False), ("b", "3", True)]


def test_looks_leave_out_what_never_shows() -> None:
    looks = Clock(3, now=2).looks(
        {"gone": [False, True, True], "best": [False] * 3, "drawn": [True, False, False]}
    )
    assert (looks.by_step, looks.now) == ("gone:2-3;drawn:1", "gone")
