"""The handbook's account of events matches the code: its lists are compared, its figures computed twice."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.pages.handbook.event_chapters import ACTS, FORMATS, SEEDING_WORDS, STEPS, most_swiss_rounds
from matches.pages.handbook.standings_chapter import (
    COMPARED,
    LOTS,
    PLAYERS,
    ROUNDS,
    RUBBERS,
    SCORE_WORDS,
    TIE_BREAK_WORDS,
    example_table,
    sample_records,
    sample_table,
    terms_of,
    tie_break_examples,
    value_of,
)
from matches.rules.events.facts import FACT_KINDS
from matches.rules.events.plan import (
    FEWEST_ENTRANTS,
    MOST_ENTRANTS,
    MOST_STAGES,
    SCORES,
    SEEDINGS,
    STAGE_KINDS,
    TIE_BREAKS,
    TieBreak,
)
from matches.rules.events.seeding import Lots, group_entrants
from matches.rules.events.swiss import pair_round, uses_berger
from matches.rules.events.swiss_costs import Candidate
from tests.matches.pages.reading import page, words


def terms(client: Client, name: str) -> list[str]:
    """Return the keys of the entries that the page explains, in the page's order."""
    return re.findall(r'<div id="([\w.-]+)"><dt>', page(client, reverse(name)))


def test_every_format_and_tie_break_is_told_in_order(client: Client) -> None:
    assert terms(client, "web:handbook_events") == [*STAGE_KINDS, "stages", *SEEDINGS]
    assert (set(FORMATS), set(SEEDING_WORDS)) == (set(STAGE_KINDS), set(SEEDINGS))
    assert terms(client, "web:handbook_standings") == [*SCORES, *TIE_BREAKS]
    assert (set(SCORE_WORDS), set(TIE_BREAK_WORDS)) == (set(SCORES), set(TIE_BREAKS))


def test_every_act_of_the_log_is_told_once(client: Client) -> None:
    kinds = [kind for _, step in STEPS for kind in step]
    assert terms(client, "web:handbook_draws") == kinds
    assert (sorted(kinds), set(ACTS)) == (sorted(FACT_KINDS), set(FACT_KINDS))


def test_limits_are_those_of_the_plan(client: Client) -> None:
    draws = words(page(client, reverse("web:handbook_draws")))
    assert f"takes {FEWEST_ENTRANTS} to {MOST_ENTRANTS} players" in draws
    assert MOST_STAGES == 6
    assert "up to six stages" in words(page(client, reverse("web:handbook_events")))


@pytest.mark.parametrize(
    ("seeding", "pairs"),
    [("fold", "1–8, 4–5, 2–7, 3–6"), ("split", "1–5, 2–6, 3–7, 4–8"), ("adjacent", "1–2, 3–4, 5–6, 7–8")],
)
def test_seeding_of_eight_is_drawn_from_the_top(client: Client, seeding: str, pairs: str) -> None:
    html = page(client, reverse("web:handbook_events"))
    assert re.findall(rf'<div id="{seeding}">.*?<span class="seeded">(.*?)</span>', html) == [pairs]


def test_groups_are_filled_as_the_handbook_says() -> None:
    expected = (("1", "6", "7"), ("2", "5", "8"), ("3", "4", "9"))
    assert group_entrants("123456789", 3, Lots("", {}), "fold") == expected


def test_most_rounds_of_a_swiss_are_told() -> None:
    for players, rounds in most_swiss_rounds().items():
        assert [uses_berger(players, rounds), uses_berger(players, rounds + 1)] == [False, True]
        assert uses_berger(players - 1, rounds) is False


@pytest.mark.parametrize("name", TIE_BREAKS)
@pytest.mark.parametrize("player", PLAYERS)
def test_terms_of_a_figure_add_up_to_the_figure(name: TieBreak, player: str) -> None:
    if name == "direct_encounter" and player not in COMPARED:
        return
    records = sample_records()
    counted = [term.value for term in terms_of(records, name, player) if not term.is_left_out]
    assert sum(counted) == value_of(records, name, player)


def test_figures_of_the_example_are_written_as_sums() -> None:
    examples = tie_break_examples()
    assert examples["direct_encounter"] == ("Clay: 1", "Boiteau: 0")
    assert examples["buchholz_cut_1"] == ("Clay: (1) + 2 + 3 = 5", "Boiteau: (0) + 2 + 1 = 3")
    assert examples["buchholz_median"] == ("Clay: (1) + 2 + (3) = 2", "Boiteau: (0) + (2) + 1 = 1")
    assert examples["points_difference"] == ("Clay: +1 −1 −4 = −4", "Boiteau: +3 +1 +2 = +6")
    assert examples["progressive"] == ("Clay: 1 + 2 + 2 = 5", "Boiteau: 1 + 1 + 2 = 4")


def test_compared_players_are_parted_by_a_tie_break() -> None:
    lines = {line.player: line for line in sample_table().lines}
    assert [lines[player].halves for player in COMPARED] == [4, 4]
    assert lines[COMPARED[0]].decided_by == "buchholz_cut_1"
    order = [(row.rank, row.entrant.player.name, row.halves) for row in example_table().rows]
    assert order[:3] == [(1, "Bennett", 6), (2, "Clay", 4), (3, "Boiteau", 4)]
    assert order[3:] == [(4, "Walker", 2), (5, "Orford", 2), (6, "Pole", 0)]


def test_rounds_of_the_example_are_the_ones_that_a_draw_gives() -> None:
    halves = dict.fromkeys(PLAYERS, 0)
    dealt: dict[str, list[bool]] = {player: [] for player in PLAYERS}
    met: dict[str, set[str]] = {player: set() for player in PLAYERS}
    for number in range(1, ROUNDS + 1):
        candidates = [
            Candidate(
                player=player,
                number=seed,
                halves=halves[player],
                met=frozenset(met[player]),
                first_deals=dealt[player].count(True),
                second_deals=dealt[player].count(False),
                last_dealt_first=dealt[player][-1] if dealt[player] else None,
            )
            for seed, player in enumerate(PLAYERS, start=1)
        ]
        drawn = pair_round(candidates, round_number=number, seeding="fold", lot_seed=LOTS.seed)
        rubbers = [rubber for rubber in RUBBERS if rubber.round == number]
        expected = [(each.a, each.b) for each in rubbers]
        assert [(pairing.a, pairing.b) for pairing in drawn.pairings] == expected
        for rubber in rubbers:
            halves[rubber.a if rubber.score[0] > rubber.score[1] else rubber.b] += 2
            dealt[rubber.a].append(True)
            dealt[rubber.b].append(False)
            met[rubber.a].add(rubber.b)
            met[rubber.b].add(rubber.a)
