"""A pad predicts the engine's result before the site has responded."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from matches.pages.pads.rubber_view import position_json
from matches.rubbers.deal_from_input import position_of
from scoring.calling import ways_of_calling
from scoring.check import check_rubber
from scoring.record import Rules
from scoring.tables import marks_tables
from tests.browser.pads.scripted_site import (
    Site,
    cut_off,
    deal,
    enter,
    join_again,
    lost,
    not_arrived,
    open_pad,
    wait_until_sent,
)

pytestmark = pytest.mark.e2e

LOOK_UP = """async (asked) => {
  while (!pad.tables.rows) await new Promise((resolve) => setTimeout(resolve, 10));
  return asked.map(({ score, told }) => {
    const step = pad.after("deal", told, { ...pad.state.now, score });
    return { score: step.score, over: step.over, next_dealer: step.next.dealer };
  });
}"""


def test_every_look_up_gives_what_the_engine_s_tables_say(pad: Page) -> None:
    tables: dict[str, Any] = marks_tables()
    rows = random.Random(5).sample([row for row in tables["deals"] if row["outcome"]], 400)
    calls = {(row["dealer"], row["vulnerable"]): row["said"] for row in tables["calls"]}
    questions = [
        {
            "score": row["score"],
            "told": deal(
                row["dealer"],
                "" if row["outcome"] == "void" else row["outcome"][0],
                said=calls[row["dealer"], row["vulnerable"]],
                king=row["king"] or "",
                won="vole" if row["outcome"].endswith("5") else "point",
                void=row["outcome"] == "void",
            ),
        }
        for row in rows
        if (row["dealer"], row["vulnerable"]) in calls
    ]
    wanted = [
        {"score": row["after"], "over": row["over"], "next_dealer": row["next_dealer"]}
        for row in rows
        if (row["dealer"], row["vulnerable"]) in calls
    ]
    assert len(wanted) > 100
    assert pad.evaluate(LOOK_UP, questions) == wanted


def test_every_look_up_at_la_triomphe_gives_what_the_engine_s_tables_say(
    context: BrowserContext, page: Page
) -> None:
    site = Site(rules=Rules(variant="triomphe"))
    site.serve(context)
    open_pad(page, site)
    everything: dict[str, Any] = marks_tables()
    tables = everything["triomphe"]
    taken = {(row["said"], row["dealer"]): row["player"] for row in tables["taken"]}
    deals = {
        (tuple(row["score"]), row["dealer"], row["vulnerable"], row["outcome"]): row
        for row in tables["deals"]
    }
    questions, wanted = [], []
    for row in tables["calls"]:
        calls, dealer = row["said"], row["dealer"]
        taker = taken[calls, dealer]
        for score, winner, won in product([(0, 0), (1, 2), (3, 4), (4, 4)], "AB", ["point", "vole"]):
            if row["vulnerable"] is None:
                continue
            outcome = taker or (winner + "5" if won == "vole" else winner)
            questions.append(
                {"score": score, "told": deal(dealer, "" if taker else winner, said=calls, won=won)}
            )
            entry = deals[score, dealer, row["vulnerable"], outcome]
            wanted.append(
                {"score": entry["after"], "over": entry["over"], "next_dealer": entry["next_dealer"]}
            )
    assert len(wanted) > 100
    assert page.evaluate(LOOK_UP, questions) == wanted


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(best_of=5, cut="game", reckoning="treble"),
        Rules(reckoning="treble", variant="triomphe"),
    ],
)
def test_a_rubber_without_network_stands_as_the_engine_says(
    context: BrowserContext, page: Page, rules: Rules
) -> None:
    site = Site(rules=rules)
    site.serve(context)
    open_pad(page, site)
    page.wait_for_function("() => pad.tables.rows")
    cut_off(page, site)
    chance = random.Random(7)
    phone = Site(rules=rules)
    while not phone.state()["now"]["winner"]:
        payload = deal(
            phone.state()["now"]["dealer"] or chance.choice("AB"),
            chance.choice("AB"),
            said=chance.choice([way for way in ways_of_calling(rules.variant) if way]),
            king=chance.choice(["", "", "A", "B"]) if rules.variant == "ecarte" else "",
            won=chance.choice(["point", "point", "vole"]),
            void=chance.random() < 0.1,
        )
        phone.write(payload if not payload["void"] else {**payload, "king": "", "winner": ""})
        enter(page, payload)
        wanted = position_json(position_of(check_rubber(phone.record)), rules)
        now = page.evaluate("pad.shown().now")
        if wanted["winner"]:
            now["dealer"] = wanted["dealer"]
        assert now == wanted
    scores = [
        [game["points"], game["winner"], game["value"], [each["score"] for each in game["deals"]]]
        for game in page.evaluate("pad.shown().games")
    ]
    assert scores == [
        [game["points"], game["winner"], game["value"], [each["score"] for each in game["deals"]]]
        for game in phone.state()["games"]
    ]
    join_again(page, site)
    wait_until_sent(page)
    assert site.state()["games"] == phone.state()["games"]


def test_a_deal_that_is_in_the_state_already_is_not_shown_twice(pad: Page, site: Site) -> None:
    site.plan.extend([lost] + [not_arrived] * 50)
    enter(pad, deal())
    enter(pad, deal("B"))
    pad.wait_for_function("() => pad.state.version > 1")
    assert len(pad.evaluate("pad.waiting")) == 2
    assert pad.evaluate("pad.shown().games") == site.state()["games"]


def test_a_cut_says_who_deals(pad: Page) -> None:
    pad.wait_for_function("() => pad.tables.rows")
    assert pad.evaluate("pad.tables.cutDealer([['CK', 'D8']])") == marks_cut("K", "8")
    assert pad.evaluate("pad.tables.cutDealer([['C8', 'D8']])") == ""
    assert pad.evaluate("pad.tables.cutDealer([['C8', 'D8'], ['S7', 'DA']])") == marks_cut("7", "A")


def marks_cut(a: str, b: str) -> str:
    tables: dict[str, Any] = marks_tables()
    return next(str(row["dealer"]) for row in tables["cuts"] if (row["a"], row["b"]) == (a, b))


def test_a_deal_of_cards_without_its_outcome_is_not_known_until_the_site_says(pad: Page, site: Site) -> None:
    pad.wait_for_function("() => pad.tables.rows")
    site.plan.append(not_arrived)
    enter(pad, {"dealer": "A", "line": "^S9 P R"})
    assert pad.evaluate("pad.shown().now.score") is None
    assert pad.evaluate("pad.shown().games[0].deals[0].score") is None


def test_a_point_is_not_known_where_nobody_noted_the_calls(pad: Page) -> None:
    pad.wait_for_function("() => pad.tables.rows")
    score = "(told) => pad.after('deal', told)?.score || null"
    assert pad.evaluate(score, deal(said="")) is None
    assert pad.evaluate(score, deal(said="", won="vole")) == [0, 2]
