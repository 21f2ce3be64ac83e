"""What is entered on a pad arrives once and in order, whatever becomes of network, page and room on the phone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

from matches.services.written_record import standing
from matches.web.pads.shown import now_told
from scoring.check import check_rubber
from scoring.record import Rules
from scoring.tables import marks_tables
from tests.browser.pads.scripted_site import (
    Answer,
    Site,
    bare,
    lost,
    not_arrived,
    open_pad,
    portal,
    problem,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Dialog, Page

pytestmark = pytest.mark.browser

ENTER = "([kind, told]) => pad.enter(kind, told).then((entry) => entry.key)"
STATUSES = "() => pad.waiting.map((entry) => entry.status)"
NOTHING_WAITS = "() => pad.waiting.length === 0"
FULL = """
window.isFull = true;
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (area, mode, options) {
  if (area === "states" && mode === "readwrite" && window.dropping) window.isFull = false;
  if (window.isFull && area === "entries") throw new DOMException("full", "QuotaExceededError");
  return begin.call(this, area, mode, options);
};
"""
NO_DATABASE = (
    "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } });"
)
NO_ROOM = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
A_DAY_FAST = """
const RealDate = Date, now = Date.now;
window.Date = class extends RealDate {
  constructor(...given) { given.length ? super(...given) : super(now() + 864e5); }
  static now() { return now() + 864e5; }
};
"""


@pytest.fixture
def site(context: BrowserContext) -> Site:
    site = Site()
    site.serve(context)
    return site


@pytest.fixture
def pad(page: Page, site: Site) -> Page:
    """A page with nothing on it but an open pad."""
    open_pad(page, site)
    return page


def deal(dealer: str = "A", winner: str = "B", **other: Any) -> dict[str, Any]:
    told = {"dealer": dealer, "said": "stood", "times": 1, "king": "", "winner": winner, "won": "point"}
    return {**told, "void": False, **other}


def enter(page: Page, told: dict[str, Any], kind: str = "deal") -> str:
    return str(page.evaluate(ENTER, [kind, told]))


def enter_all(page: Page, count: int) -> list[str]:
    """So many deals, the dealer taking turns, none of which ends the first game too early to follow."""
    return [enter(page, deal("AB"[number % 2], "AB"[number % 2])) for number in range(count)]


def wait_until_sent(page: Page) -> None:
    page.wait_for_function(NOTHING_WAITS)


def cut_off(page: Page, site: Site) -> None:
    site.is_down = True
    page.context.set_offline(True)


def join_again(page: Page, site: Site) -> None:
    site.is_down = False
    page.context.set_offline(False)


# Arriving


def test_an_entry_is_sent_at_once_and_seen_in_the_site_s_own_words(pad: Page, site: Site) -> None:
    key = enter(pad, deal())
    wait_until_sent(pad)
    assert site.carried_out == [key]
    assert pad.evaluate("pad.shown().games") == site.state()["games"]
    assert pad.evaluate("pad.state.version") == 2


def test_what_a_phone_sends_has_the_shape_that_was_agreed(pad: Page, site: Site) -> None:
    pad.evaluate("pad.side = 'B'")
    key = enter(pad, deal())
    wait_until_sent(pad)
    (body,) = site.bodies
    assert len(key) == 22
    assert len(body.pop("device")) == 22
    assert body == {
        "side": "B",
        "entries": [{"key": key, "seen": 1, "after": "", "kind": "deal", "told": deal()}],
    }


@pytest.mark.parametrize("failures", [[lost], [not_arrived], [portal], [bare(502), lost]])
def test_an_entry_whose_answer_was_lost_is_sent_again_under_its_key(
    pad: Page, site: Site, failures: Sequence[Answer]
) -> None:
    site.plan.extend(failures)
    key = enter(pad, deal())
    wait_until_sent(pad)
    assert site.requests == [[key]] * (1 + len(failures))
    assert site.carried_out == [key]


def test_five_sends_of_one_entry_are_one_deal(pad: Page, site: Site) -> None:
    site.plan.extend([lost] * 4)
    enter(pad, deal())
    for _again in range(4):
        pad.evaluate("pad.outbox.send()")
    wait_until_sent(pad)
    assert len(site.requests) == 5
    assert len(site.carried_out) == 1


def test_entries_arrive_in_order_one_request_at_a_time(pad: Page, site: Site) -> None:
    site.plan.append(lost)
    keys = pad.evaluate(
        "(deals) => Promise.all(deals.map((told) => pad.enter('deal', told).then(({ key }) => key)))",
        [deal("AB"[number % 2], "AB"[number % 2]) for number in range(6)],
    )
    wait_until_sent(pad)
    assert site.carried_out == keys
    sent = [entry for body in site.bodies for entry in body["entries"]]
    assert {entry["key"]: entry["after"] for entry in sent} == dict(zip(keys, ["", *keys], strict=False))


def test_an_hour_without_network_arrives_at_once_when_it_is_back(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    keys = enter_all(pad, 12)
    assert pad.evaluate("pad.online") is False
    assert set(pad.evaluate(STATUSES)) <= {"waiting", "sending"}
    join_again(pad, site)
    wait_until_sent(pad)
    assert site.carried_out == keys
    assert pad.evaluate("pad.online") is True


def test_a_reload_forgets_nothing(pad: Page, site: Site) -> None:
    site.plan.extend([not_arrived] * 50)
    keys = enter_all(pad, 3)
    pad.evaluate("pad.draft = { line: 'A 3-2' }; pad.side = 'A'")
    pad.wait_for_timeout(100)
    open_pad(pad, site)
    assert pad.evaluate("pad.waiting.map((entry) => entry.key)") == keys
    assert pad.evaluate("[pad.draft, pad.side]") == [{"line": "A 3-2"}, "A"]
    site.plan.clear()
    pad.evaluate("pad.catchUp()")
    wait_until_sent(pad)
    assert site.carried_out == keys


def test_a_page_kept_for_the_time_without_network_starts_from_the_last_state_seen(
    pad: Page, site: Site
) -> None:
    enter(pad, deal())
    wait_until_sent(pad)
    seen = pad.evaluate("pad.state")
    site.is_down = True
    pad.route("**/pad/Rubber1/", Site().answer)
    open_pad(pad, site)
    assert pad.evaluate("pad.state") == seen


def test_two_tabs_send_an_entry_once(pad: Page, site: Site) -> None:
    other = pad.context.new_page()
    site.plan.extend([not_arrived] * 2)
    keys = [enter(pad, deal())]
    open_pad(other, site)
    for page in (pad, other):
        page.evaluate("pad.catchUp()")
        wait_until_sent(page)
    assert site.carried_out == keys
    assert pad.evaluate("pad.phone.device") == other.evaluate("pad.phone.device")


def test_a_clock_that_is_a_day_wrong_changes_nothing(page: Page, site: Site) -> None:
    page.add_init_script(A_DAY_FAST)
    open_pad(page, site)
    cut_off(page, site)
    keys = enter_all(page, 3)
    join_again(page, site)
    wait_until_sent(page)
    assert site.carried_out == keys


# Not arriving


def test_one_entry_that_can_not_be_read_is_kept_aside_and_the_others_go_on(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    enter(pad, deal("A", "A"))
    bad = enter(pad, deal("B", "B", times=99))
    enter(pad, deal("B", "B"))
    site.unreadable = {99}
    join_again(pad, site)
    pad.wait_for_function("() => pad.waiting.length === 1 && pad.waiting[0].status === 'refused'")
    (refused,) = pad.evaluate("pad.waiting")
    assert refused["key"] == bad
    assert (refused["code"], refused["message"]) == ("not_understood", "No: not_understood")
    assert len(site.carried_out) == 2
    pad.evaluate("(key) => pad.dismiss(key)", bad)
    assert pad.evaluate("pad.waiting") == []


def test_a_phone_that_is_not_let_in_keeps_everything_and_sends_it_once_it_is(pad: Page, site: Site) -> None:
    site.plan.append(problem("link_expired", 403))
    key = enter(pad, deal())
    pad.wait_for_function("() => pad.problem !== null")
    assert pad.evaluate("pad.problem") == {"code": "link_expired", "message": "No: link_expired"}
    assert pad.evaluate(STATUSES) == ["waiting"]
    assert site.requests == [[key]]
    pad.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_until_sent(pad)
    assert site.carried_out == [key]
    assert pad.evaluate("pad.problem") is None


def test_an_old_page_s_token_is_renewed(pad: Page, site: Site) -> None:
    site.csrf = "fresh"
    site.plan.append(bare(403))
    key = enter(pad, deal())
    wait_until_sent(pad)
    assert site.tokens == ["token", "fresh"]
    assert site.carried_out == [key]


def test_a_site_that_asks_for_time_gets_it(pad: Page, site: Site) -> None:
    site.plan.append(problem("too_many", 429, retry_after="1"))
    enter(pad, deal())
    pad.wait_for_function("() => pad.outbox.mustWait")
    enter(pad, deal("B"))
    pad.wait_for_timeout(300)
    assert len(site.requests) == 1
    wait_until_sent(pad)
    assert len(site.carried_out) == 2


def test_what_contradicts_the_other_phone_is_kept_until_it_is_settled(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    enter(pad, deal())
    enter(pad, deal("B"))
    site.write(deal("A", "A"))
    site.conflicts = [{"id": "Conflict1"}]
    join_again(pad, site)
    pad.wait_for_function("() => pad.waiting.every((entry) => entry.status === 'kept')")
    assert pad.evaluate("pad.shown().games") == site.state()["games"]
    site.conflicts = []
    pad.evaluate("pad.catchUp()")
    wait_until_sent(pad)


def test_an_older_state_is_not_applied(pad: Page, site: Site) -> None:
    old = site.state()
    enter(pad, deal())
    wait_until_sent(pad)
    pad.evaluate("(old) => pad.site.take(old)", old)
    assert pad.evaluate("pad.state.version") == 2


# Hearing


def test_what_the_other_phone_writes_is_seen_without_asking(pad: Page, site: Site) -> None:
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")
    assert pad.evaluate("pad.shown().games") == site.state()["games"]


def test_a_conflict_of_the_other_phone_is_seen_though_it_makes_no_version(pad: Page, site: Site) -> None:
    site.conflicts = [{"id": "Conflict1"}]
    pad.wait_for_function("() => pad.state.conflicts.length === 1")
    assert pad.evaluate("pad.state.version") == 1


def test_live_news_go_on_when_their_ticket_has_run_out(pad: Page, site: Site) -> None:
    site.ticket = "y"
    pad.wait_for_function("() => pad.state.live.poll.includes('ticket=y')")
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")


def test_a_state_that_is_known_is_not_sent_again(pad: Page, site: Site) -> None:
    pad.evaluate("pad.catchUp()")
    pad.wait_for_function("() => !pad.isCatchingUp")
    assert set(site.states_told[1:]) == {304}
    assert pad.evaluate("[pad.online, pad.problem]") == [True, None]


def test_the_board_does_not_keep_anybody_waiting(pad: Page, site: Site) -> None:
    assert pad.evaluate("pad.board('A 3-2').then(({ phase }) => phase)") == "call"
    site.is_slow = True
    assert pad.evaluate("pad.board('A 3-2 ^S9')") is None
    assert site.asked == [{"line": "A 3-2"}, {"line": "A 3-2 ^S9"}]


def test_a_choice_says_which_version_it_was_made_upon(pad: Page, site: Site) -> None:
    site.conflicts = [{"id": "Conflict1"}]
    pad.evaluate("pad.catchUp()")
    site.conflicts = []
    answer = pad.evaluate("pad.settle('Conflict1', 'taken')")
    assert answer == {"ok": True, "code": "", "message": ""}
    key = "settle-Conflict1-taken-1"
    assert site.asked == [{"key": key, "conflict": "Conflict1", "choice": "taken", "seen": 1}]
    assert pad.evaluate("pad.state.conflicts") == []


# Taking back


def test_an_entry_that_was_not_sent_is_simply_withdrawn(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    pad.evaluate("pad.outbox.mustWait = true")
    first = enter(pad, deal())
    enter(pad, deal("B"))
    # Tapped so soon that the entry that is taken back is still the last when this one is made.
    third = pad.evaluate(
        "(told) => { pad.undo(); return pad.enter('deal', told).then(({ key }) => key); }", deal("B")
    )
    pad.evaluate("pad.outbox.mustWait = false")
    join_again(pad, site)
    wait_until_sent(pad)
    assert site.carried_out == [first, third]
    assert site.bodies[-1]["entries"][-1]["after"] == first


def test_an_entry_that_may_have_arrived_is_taken_back_by_another(pad: Page, site: Site) -> None:
    site.plan.append(lost)
    enter(pad, deal())
    pad.wait_for_function("() => pad.waiting.every((entry) => entry.tried && entry.status === 'waiting')")
    pad.evaluate("pad.undo()")
    wait_until_sent(pad)
    assert [entry["kind"] for entry in site.bodies[-1]["entries"]] == ["deal", "undo"]
    assert site.bodies[-1]["entries"][-1]["told"] == {"game": 1, "deal": 1}
    assert pad.evaluate("pad.shown().games") == []
    assert pad.evaluate("pad.canUndo()") is False


def test_deals_that_are_taken_back_and_written_anew_arrive_as_they_were_seen(pad: Page, site: Site) -> None:
    enter(pad, deal())
    wait_until_sent(pad)
    cut_off(pad, site)
    enter(pad, deal("B"))
    pad.wait_for_function("() => pad.waiting.every((entry) => entry.tried)")
    for _again in range(2):
        pad.evaluate("pad.undo()")
    enter(pad, deal("A", "A"))
    seen = pad.evaluate("pad.shown().now")
    join_again(pad, site)
    wait_until_sent(pad)
    assert pad.evaluate("pad.state.now") == seen
    assert [len(game.deals) for game in site.record.games] == [1]


# Where a phone keeps things


def test_old_states_of_other_rubbers_make_room_on_a_full_disk(page: Page, site: Site) -> None:
    site.number = "Rubber0"
    open_pad(page, site)
    site.number = "Rubber1"
    page.add_init_script(FULL)
    open_pad(page, site)
    page.evaluate("window.dropping = true")
    enter(page, deal())
    assert page.evaluate("pad.kept") == "disk"
    assert page.evaluate("pad.store.list('states', '').then((all) => [...all.keys()])") == ["Rubber1"]


def test_a_full_disk_leaves_the_small_room(page: Page, site: Site) -> None:
    page.add_init_script(FULL)
    open_pad(page, site)
    site.plan.extend([not_arrived] * 50)
    key = enter(page, deal())
    assert page.evaluate("pad.kept") == "small"
    open_pad(page, site)
    assert page.evaluate("pad.waiting.map((entry) => entry.key)") == [key]
    page.evaluate("window.isFull = false")
    site.plan.clear()
    page.evaluate("pad.catchUp()")
    wait_until_sent(page)
    assert site.carried_out == [key]
    open_pad(page, site)
    assert page.evaluate("pad.waiting") == []


def test_without_any_room_the_page_keeps_it_and_asks_before_it_goes(page: Page, site: Site) -> None:
    page.add_init_script(NO_DATABASE + NO_ROOM)
    open_pad(page, site)
    assert page.evaluate("pad.kept") == "memory"
    site.plan.append(not_arrived)
    page.get_by_role("button").click()
    key = enter(page, deal())
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    wait_until_sent(page)
    assert asked == ["beforeunload"]
    assert site.carried_out == [key]


def test_without_a_database_a_reload_forgets_nothing_either(page: Page, site: Site) -> None:
    page.add_init_script(NO_DATABASE)
    open_pad(page, site)
    site.plan.extend([not_arrived] * 50)
    keys = enter_all(page, 2)
    assert page.evaluate("pad.kept") == "small"
    open_pad(page, site)
    site.plan.clear()
    page.evaluate("pad.catchUp()")
    wait_until_sent(page)
    assert site.carried_out == keys


# What follows from a deal


def test_every_look_up_gives_what_the_engine_s_tables_say(pad: Page) -> None:
    tables: dict[str, Any] = marks_tables()
    rows = random.Random(5).sample([row for row in tables["deals"] if row["outcome"]], 400)
    said = {(row["dealer"], row["vulnerable"]): row["said"] for row in tables["calls"]}
    asked = [
        {
            "score": row["score"],
            "told": deal(
                row["dealer"],
                "" if row["outcome"] == "void" else row["outcome"][0],
                said=said[row["dealer"], row["vulnerable"]],
                king=row["king"] or "",
                won="vole" if row["outcome"].endswith("5") else "point",
                void=row["outcome"] == "void",
            ),
        }
        for row in rows
        if (row["dealer"], row["vulnerable"]) in said
    ]
    wanted = [
        {"score": row["after"], "over": row["over"], "next_dealer": row["next_dealer"]}
        for row in rows
        if (row["dealer"], row["vulnerable"]) in said
    ]
    assert len(wanted) > 100
    found = pad.evaluate(
        """async (asked) => {
          while (!pad.tables.rows) await new Promise((resolve) => setTimeout(resolve, 10));
          return asked.map(({ score, told }) => {
            const step = pad.after("deal", told, { ...pad.state.now, score });
            return { score: step.score, over: step.over, next_dealer: step.next.dealer };
          });
        }""",
        asked,
    )
    assert found == wanted


@pytest.mark.parametrize("rules", [Rules(), Rules(best_of=5, cut="game", reckoning="treble")])
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
        told = deal(
            phone.state()["now"]["dealer"] or chance.choice("AB"),
            chance.choice("AB"),
            said=chance.choice(["stood", "refused", "given_stood", "given_refused"]),
            king=chance.choice(["", "", "A", "B"]),
            won=chance.choice(["point", "point", "vole"]),
            void=chance.random() < 0.1,
        )
        phone.write(told if not told["void"] else {**told, "king": "", "winner": ""})
        enter(page, told)
        wanted = now_told(standing(check_rubber(phone.record)), rules)
        found = page.evaluate("pad.shown().now")
        if wanted["winner"]:
            found["dealer"] = wanted["dealer"]
        assert found == wanted
    shown = [
        [game["points"], game["winner"], game["value"], [each["score"] for each in game["deals"]]]
        for game in page.evaluate("pad.shown().games")
    ]
    assert shown == [
        [game["points"], game["winner"], game["value"], [each["score"] for each in game["deals"]]]
        for game in phone.state()["games"]
    ]
    join_again(page, site)
    wait_until_sent(page)
    assert site.state()["games"] == phone.state()["games"]


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


def test_keys_are_made_without_a_secure_connection(pad: Page) -> None:
    keys = pad.evaluate(
        """() => import("/static/web/pads/keys.js").then(({ newKey }) => Array.from({ length: 500 }, newKey))"""
    )
    assert len(set(keys)) == 500
    assert {len(key) for key in keys} == {22}
