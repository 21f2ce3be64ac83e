"""The calls for pools, French tables, links of tables and pads: every address and method."""

from __future__ import annotations

from typing import Any

from tests.matches.api.calling import opening
from tests.matches.api.roles.scene import Call, Ready, Scene, at
from tests.matches.api.tables import TERMS, at_odds, drawn_cup, open_table


def _table(part: str = "", body: Any = None) -> Ready:
    def ready(scene: Scene) -> tuple[str, Any]:
        return open_table(scene.api, scene.club).path + part, body

    return ready


NEW_TABLE = {"kind": "french", "name": "Corner", "terms": TERMS["french"]}


def _live(scene: Scene, *deals: str) -> str:
    made = scene.api.post("rubbers/", opening(scene.club, *scene.guests("Ann", "Bob"))).headers["Location"]
    for deal in deals:
        scene.api.post(f"{made}deals/", {"egn": deal}, If_Match="*")
    return str(made)


def _pad(part: str, body: Any, *deals: str) -> Ready:
    return lambda scene: (_live(scene, *deals) + part, body)


def _at_odds(scene: Scene) -> tuple[str, Any]:
    path = _live(scene)
    conflict = at_odds(path, scene.owner)
    return f"{path}pad-conflicts/{conflict}/", {"stands": "kept"}


def _link(scene: Scene) -> tuple[str, Any]:
    return str(scene.api.post(f"{_live(scene)}links/", {}).headers["Location"]), None


def _event_links(body: Any) -> Ready:
    return lambda scene: (f"events/{drawn_cup(scene.club, scene.owner).public_id}/links/", body)


CALLS = [
    Call("tables", "GET", "see_sittings", at("clubs/{club}/tables/")),
    Call("tables", "POST", "run_sitting", at("clubs/{club}/tables/", NEW_TABLE)),
    Call("table", "GET", "see_sittings", _table()),
    Call("table_people", "GET", "see_sittings", _table("people/")),
    Call("table_games", "GET", "see_sittings", _table("games/")),
    Call("table_ledger", "GET", "see_sittings", _table("ledger/")),
    Call("table_balances", "GET", "see_sittings", _table("balances/")),
    Call("table_facts", "GET", "see_sittings", _table("facts/")),
    Call("table_facts", "POST", "run_sitting", _table("facts/", {"kind": "closed"})),
    Call("table_undo", "POST", "run_sitting", _table("undo/", {})),
    Call("table_links", "GET", "run_sitting", _table("links/")),
    Call("table_links", "POST", "run_sitting", _table("links/", {})),
    Call("rubber_links", "GET", "enter_rubber", _pad("links/", None)),
    Call("rubber_links", "POST", "enter_rubber", _pad("links/", {})),
    Call("event_links", "GET", "enter_rubber", _event_links(None)),
    Call("event_links", "POST", "enter_rubber", _event_links({})),
    Call("link", "GET", "enter_rubber", _link),
    Call("link", "DELETE", "enter_rubber", _link),
    Call("cut", "POST", "enter_rubber", _pad("cut/", {"pairs": [["HK", "S7"]]})),
    Call("late_king", "POST", "undo_deal", _pad("late-king/", {"player": "A"}, "A ^HK P S =A")),
    Call("pad_conflicts", "GET", "enter_rubber", _pad("pad-conflicts/", None)),
    Call("pad_conflict", "POST", "undo_deal", _at_odds),
    Call(
        "rewrite_deal", "POST", "void_rubber", _pad("games/1/deals/1/rewrite/", {"egn": "A S =B5"}, "A S =A5")
    ),
]
