from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.plan import SEEDINGS, Seeding, StagePlan
from matches.rules.events.seeding import IsApart, keep_apart, positions
from matches.rules.events.state import Why
from tests.matches.rules.events.logs import PLAYERS, Life, entered, released, some_lots

GROUPS = StagePlan(kind="round_robin", groups=2, qualifiers=2)
KNOCKOUT = StagePlan(kind="knockout")


def of(*pairs: str) -> IsApart:
    """Return whether two players are one of these pairs, written like ``ad``."""
    return lambda one, other: {one, other} in [set(pair) for pair in pairs]


def stage_warnings(life: Life) -> list[Why]:
    return list(life.state.stages[0].warnings)


def drawn(players: str, *pairs: str) -> list[str]:
    """Return the first pairings, with a bye as ``a-``."""
    placed, _ = keep_apart(positions(players, "fold", some_lots(players)), players, of(*pairs))
    return [f"{a}{b or '-'}" for a, b in zip(placed[::2], placed[1::2], strict=True)]


def test_the_lower_seed_changes_places_with_the_nearest_one() -> None:
    assert drawn("abcdefgh") == ["ah", "de", "bg", "cf"]
    assert drawn("abcdefgh", "ah") == ["ag", "de", "bh", "cf"]
    assert drawn("abcdefgh", "ah", "ag") == ["af", "de", "bg", "ch"]
    assert drawn("abcdefgh", "ah", "bh") == ["af", "de", "bg", "ch"]
    assert drawn("abcdefgh", "bg") == ["ah", "de", "bf", "cg"]


def test_a_bye_stays_whose_it_was() -> None:
    assert drawn("abcdef", "cf") == ["a-", "df", "b-", "ce"]
    assert drawn("abcde", "de") == ["a-", "de", "b-", "c-"]


def test_two_meet_where_nobody_can_part_them() -> None:
    assert drawn("ab", "ab") == ["ab"]
    assert drawn("abcd", "ad", "ac") == ["ad", "bc"]


@given(
    st.integers(min_value=2, max_value=40),
    st.sampled_from(SEEDINGS),
    st.sets(st.frozensets(st.integers(min_value=1, max_value=40), min_size=2, max_size=2), max_size=30),
)
def test_nobody_is_lost_and_no_pair_comes_about(
    count: int, seeding: Seeding, apart: set[frozenset[int]]
) -> None:
    players = [f"{number:02}" for number in range(1, count + 1)]
    named = {frozenset(f"{number:02}" for number in pair) for pair in apart}
    before = positions(players, seeding, some_lots(players, "lots"))
    after, parted = keep_apart(before, players, lambda *pair: frozenset(pair) in named)

    def met(places: tuple[str | None, ...]) -> set[frozenset[str | None]]:
        return {frozenset(pair) for pair in zip(places[::2], places[1::2], strict=True)} & named

    assert sorted(filter(None, after)) == players
    byes = [
        {pair for pair in zip(places[::2], places[1::2], strict=True) if None in pair}
        for places in (before, after)
    ]
    assert byes[0] == byes[1]
    assert met(after) == met(before) - {frozenset(pair) for pair in parted}


class TestDraw:
    def test_those_of_one_group_do_not_meet_again_at_once(self) -> None:
        life = released(PLAYERS, GROUPS, KNOCKOUT)
        self.play_groups(life)
        assert life.state.stages[0].through == ("ann", "bea", "cy", "dan")
        drawn = life.draw(2).entries[-1].payload
        groups = [" ".join(sorted(map(str, group))) for group in life.facts.stages[0].groups]
        assert groups == ["ann dan eve hal", "bea cy fay gus"]
        assert drawn["positions"] == ["ann", "cy", "bea", "dan"]
        assert drawn["warnings"] == [["bracket_apart", "ann", "dan"]]

    @staticmethod
    def play_groups(life: Life) -> None:
        """Let the first in the alphabet win each rubber, Cy by more points than Dan."""
        for round_ in life.state.stages[0].rounds:
            for pairing in round_.pairings:
                assert pairing.a is not None
                assert pairing.b is not None
                winner, loser = sorted((pairing.a, pairing.b))
                life.play(round_.label, winner, loser, points=(9, 0) if winner in ("ann", "cy") else (5, 0))

    def test_a_pair_that_is_not_to_meet_is_parted_in_the_first_round(self) -> None:
        life = entered(PLAYERS[:4], KNOCKOUT).do("forbidden", pairs=[["dan", "ann"]])
        assert life.draw().entries[-1].payload["positions"] == ["ann", "cy", "bea", "dan"]
        assert stage_warnings(life) == [("bracket_apart", "ann", "dan")]
        life.do("draw_changed", stage=1, positions=["ann", "dan", "bea", "cy"])
        met = ("forbidden_met", "Semi-final", "ann", "dan")
        assert stage_warnings(life) == [("bracket_apart", "ann", "dan"), met]
