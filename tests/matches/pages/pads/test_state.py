from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.models import Club, Rubber
from matches.pages.common.card_faces import face_of
from matches.rubbers.change_rubbers import (
    RubberEnd,
    close_rubber,
    confirm_rubber,
    dispute_rubber,
    record_cut,
    record_deal,
)
from scoring.cards import CARD_NAMES, parse_card
from tests.matches.pages.pads.at_table import CARDS, at, evening, opened, phone, play, playing, state_of
from tests.matches.pages.rubbers.entry.people import People

pytestmark = [pytest.mark.django_db, pytest.mark.core]

QUERIES_BY_LINK = 4
QUERIES_SIGNED_IN = 7


@pytest.fixture
def live(people: People) -> Rubber:
    return opened(people, reckoning="treble")


class TestScore:
    def test_rubber_that_is_about_to_be_played(self, people: People, live: Rubber) -> None:
        state = state_of(phone(people, live), live)
        assert state["names"] == ["Orford", "Baldwin"]
        assert state["games"] == []
        assert state["last"] is None
        assert state["now"] == {
            "game": 1,
            "deal": 1,
            "dealer": None,
            "score": [0, 0],
            "games_won": [0, 0],
            "wanted": [2, 2],
            "winner": None,
            "is_between_games": True,
            "cut_is_due": True,
        }
        assert state["rules"] == {
            "best_of": 3,
            "reckoning": "treble",
            "rubber_bonus": 0,
            "cut": "rubber",
            "code": "English",
            "variant": "ecarte",
            "has_king": True,
        }

    def test_dealer_named_on_one_phone_is_everybodys(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        tag = client.get(at("pad_state", live.public_id))["ETag"]
        entry = {
            "key": "a-key-of-a-phone-1",
            "seen": 1,
            "after": "",
            "kind": "dealer",
            "told": {"dealer": "B"},
        }
        body = {"device": "one", "side": "", "entries": [entry]}
        client.post(at("pad_entries", live.public_id), json.dumps(body), content_type="application/json")
        state = state_of(phone(people, live), live, if_none_match=tag)
        assert (state["now"]["dealer"], state["now"]["cut_is_due"]) == ("B", False)
        assert state["version"] == 1
        record_deal(live, "A S =B5", act=people.act())
        assert state_of(client, live)["now"]["dealer"] == "B"

    def test_deals_are_told_in_words(self, people: People, live: Rubber) -> None:
        play(people, live, evening(), deals=3)
        state = state_of(phone(people, live), live)
        first, second = state["games"]
        assert first["cut"] == [["CJ", "D9"]]
        assert (first["points"], first["winner"], first["value"]) == ([0, 5], "B", 3)
        assert first["deals"][0] == {
            "number": 1,
            "dealer": "A",
            "what": "Orford deals · Stood · Baldwin takes five tricks",
            "marks": "Baldwin: king 1, vole 2",
            "score": [0, 3],
            "is_void": False,
            "is_ruled": False,
            "notes": [],
        }
        assert second["cut"] == []
        assert state["now"]["dealer"] == "B"
        assert (state["now"]["game"], state["now"]["deal"], state["now"]["score"]) == (2, 2, [0, 1])
        assert state["now"]["cut_is_due"] is False
        assert (state["last"]["game"], state["last"]["deal"]) == (2, 1)

    def test_cut_is_due_for_each_game_where_the_club_cuts_so(self, people: People) -> None:
        live = opened(people, cut="game")
        for line in ("A S =B5", "B S =B5", "A S =B5"):
            record_deal(live, line, act=people.act())
        client = phone(people, live)
        assert state_of(client, live)["now"]["cut_is_due"] is True
        record_cut(live, [(parse_card("SK"), parse_card("H8"))], act=people.act())
        state = state_of(client, live)
        assert (state["now"]["cut_is_due"], state["now"]["dealer"]) == (False, "A")
        assert (state["last"]["game"], state["last"]["deal"]) == (1, 3)

    def test_deal_out_of_turn_leaves_the_dealer_open(self, people: People, live: Rubber) -> None:
        for line in ("A S =B (0-2)", "A S =B (0-4)"):
            record_deal(live, line, act=people.act())
        state = state_of(phone(people, live), live)
        assert (state["now"]["dealer"], state["now"]["cut_is_due"]) == (None, False)
        (note,) = state["games"][0]["deals"][1]["notes"]
        assert note["severity"] == "error"
        assert "Baldwin" in note["text"]

    def test_game_out_of_turn_leaves_the_dealer_open(self, people: People, live: Rubber) -> None:
        for line in ("A S =B5 (0-2)", "B S =B5 (0-4)", "B S =B5 (0-5)"):
            record_deal(live, line, act=people.act())
        now = state_of(phone(people, live), live)["now"]
        assert (now["game"], now["deal"], now["dealer"], now["cut_is_due"]) == (2, 1, None, False)

    def test_king_turned_up_may_still_be_marked(self, people: People, live: Rubber) -> None:
        record_deal(live, "A 2-3 ^CK S =B (0-1)", act=people.act())
        client = phone(people, live)
        assert state_of(client, live)["last"] == {"game": 1, "deal": 1, "king_may_be_marked_by": ["A"]}
        record_deal(live, "B 2-3 ^C8 S =B (0-3)", act=people.act())
        assert state_of(client, live)["last"]["king_may_be_marked_by"] == []

    def test_words_are_the_readers(self, people: People, live: Rubber) -> None:
        play(people, live, evening(), deals=1)
        client = phone(people, live)
        for language, what in (
            ("en", "Orford deals · Stood · Baldwin takes five tricks"),
            ("fr", "Orford donne · Joué d’autorité · Baldwin fait cinq levées"),
        ):
            state = state_of(client, live, accept_language=language)
            assert state["games"][0]["deals"][0]["what"] == what


RANDOM = {"live": "", "csrf": "", "link": None}
"""Parts of a state that may contain a card's letters by chance."""


def cards_in(text: str) -> list[str]:
    """Return every card that a text names, in the notation or in words."""
    codes = [name for name in CARD_NAMES if re.search(rf"\b{name}\b", text)]
    groups = re.findall(r"\b[SHDC][KQJAT987]{2,}", text)
    card_names = [str(face_of(parse_card(name)).the) for name in CARD_NAMES]
    return codes + groups + [words for words in card_names if words in text]


class TestPrivacy:
    def test_cards_are_found_where_they_are_told(self) -> None:
        assert cards_in("^C9 the king of hearts SKQ") == ["C9", "SKQ", "the king of hearts"]

    def test_no_card_is_told_while_the_rubber_is_played(self, people: People, live: Rubber) -> None:
        readers = (phone(people, live), people.client("Baldwin"))
        told_of = 0
        for _deal in playing(people, live, evening()):
            for reader in readers:
                state = state_of(reader, live)
                told_of += sum(len(game["deals"]) for game in state["games"])
                page = reader.get(at("pad", live.public_id)).content.decode()
                inlined = json.loads(page.partition('id="pad-state"')[2].partition(">")[2].partition("<")[0])
                for shown_state in (state, inlined):
                    for game in shown_state["games"]:
                        game.pop("cut")
                    assert cards_in(str({**shown_state, **RANDOM})) == []
        assert told_of == 2 * sum(range(1, 11))

    @pytest.mark.parametrize(
        ("line", "law"),
        [
            ("A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ =B", 43),
            ("A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Ka CT C8 =B", 25),
            ("A 2-3 ^C9 B:C9.HA.DQ8.CK A:SQ8.DJ.C87 S HA SQ =B", 10),
        ],
    )
    def test_finding_names_law_and_no_card(self, people: People, live: Rubber, line: str, law: int) -> None:
        record_deal(live, line, act=people.act())
        state = state_of(phone(people, live), live)
        notes = [note["text"] for note in state["games"][0]["deals"][0]["notes"]]
        assert notes
        assert cards_in(" ".join(notes)) == []
        assert any(f"law {law})" in note for note in notes)

    def test_once_it_is_over_the_finding_says_which_card(self, people: People, live: Rubber) -> None:
        record_deal(live, "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ =B", act=people.act())
        close_rubber(live, authority="final", act=people.act(), ending=RubberEnd("unfinished"))
        state = state_of(people.client("Owner"), live)
        assert "queen of spades" in str(state["games"][0]["deals"][0]["notes"])


NOTHING: dict[str, Any] = {
    **dict.fromkeys(("enter", "undo", "rule", "final", "rewrite", "pass"), False),
    "report": [],
    "confirm": [],
    "dispute": [],
}


class TestWhoMayWhat:
    def may(self, client: Client, rubber: Rubber) -> dict[str, Any]:
        state: dict[str, Any] = state_of(client, rubber)["may"]
        return state

    def test_link_speaks_for_either_side(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        assert self.may(client, live) == {**NOTHING, "enter": True, "report": ["A", "B"]}
        record_deal(live, "A S =B", act=people.act())
        may = {**NOTHING, "enter": True, "report": ["A", "B"], "undo": True, "rule": True}
        assert self.may(client, live) == may

    @pytest.mark.parametrize(
        ("who", "may"),
        [
            ("Director", {"report": [""], "final": True, "undo": True, "rule": True, "rewrite": True}),
            ("Scorer", {"report": [""], "final": True, "undo": True, "rule": True}),
            ("Helper", {"report": [""]}),
            ("Baldwin", {"report": ["B"], "undo": True, "rule": True}),
        ],
    )
    def test_accounts_by_role(self, people: People, live: Rubber, who: str, may: dict[str, Any]) -> None:
        record_deal(live, "A S =B", act=people.act())
        assert self.may(people.client(who), live) == {**NOTHING, "enter": True, "pass": True, **may}

    def test_director_alone_may_rewrite_a_deal(self, people: People, live: Rubber) -> None:
        record_deal(live, "A S =B", act=people.act())
        record_deal(live, CARDS.replace("A 2-3", "B 2-3", 1).replace(" (0-3)", ""), act=people.act())
        by_marks, by_cards = state_of(people.client("Director"), live)["games"][0]["deals"]
        assert by_marks.pop("told") == {
            "dealer": "A",
            "said": "stood",
            "times": 1,
            "king": "",
            "winner": "B",
            "won": "point",
            "void": False,
        }
        assert by_cards["told"] is None
        assert state_of(phone(people, live), live)["games"][0]["deals"][0] == by_marks

    def test_other_side_confirms_or_disputes(self, people: People, live: Rubber) -> None:
        link = phone(people, live)
        close_rubber(live, authority="A", act=people.act(), ending=RubberEnd("unfinished"))
        assert self.may(link, live) == {**NOTHING, "confirm": ["B"], "dispute": ["B"]}
        assert self.may(people.client("Orford"), live) == NOTHING
        assert self.may(people.client("Baldwin"), live) == {**NOTHING, "confirm": ["B"], "dispute": ["B"]}
        assert self.may(people.client("Helper"), live) == NOTHING
        assert self.may(people.client("Director"), live) == {**NOTHING, "confirm": [""], "dispute": [""]}

    def test_helpers_report_is_confirmed_by_either(self, people: People, live: Rubber) -> None:
        link = phone(people, live)
        close_rubber(live, authority="helper", act=people.act(), ending=RubberEnd("unfinished"))
        assert self.may(link, live)["confirm"] == ["A", "B"]

    def test_once_both_agree_only_the_director_disputes(self, people: People, live: Rubber) -> None:
        link = phone(people, live)
        close_rubber(live, authority="A", act=people.act(), ending=RubberEnd("unfinished"))
        confirm_rubber(live, seat="B", act=people.act())
        assert self.may(link, live) == NOTHING
        assert self.may(people.client("Orford"), live) == NOTHING
        assert self.may(people.client("Director"), live)["dispute"] == [""]

    def test_what_the_director_disputes_waits_for_him(self, people: People, live: Rubber) -> None:
        link = phone(people, live)
        close_rubber(live, authority="helper", act=people.act(), ending=RubberEnd("unfinished"))
        dispute_rubber(live, seat="", act=people.act())
        assert self.may(link, live) == NOTHING
        assert self.may(people.client("Director"), live)["confirm"] == [""]


class TestAddresses:
    def test_link_leads_to_no_page_of_a_closed_club(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        urls = state_of(client, live)["urls"]
        expected = {"pass", "table", "form", "rubber", "room", "law_book", "sitting"}
        assert {name for name, url in urls.items() if not url.startswith("/pad/")} == expected
        assert set(urls.values()) - {"", f"{at('book')}?pad={live.public_id}"} == {
            url for url in urls.values() if url.startswith(f"/pad/{live.public_id}/")
        }
        Club.objects.update(is_public=True)
        assert state_of(client, live)["urls"]["rubber"] == at("rubber", live.public_id)

    def test_account_goes_to_the_forms_and_the_table_as_well(self, people: People, live: Rubber) -> None:
        urls = state_of(people.client("Orford"), live)["urls"]
        for name, to in (("form", "enter_deal"), ("table", "table_links"), ("rubber", "rubber")):
            assert urls[name] == at(to, live.public_id)


class TestAnswer:
    def test_unchanged_state_is_not_sent_again(self, people: People, live: Rubber) -> None:
        client = phone(people, live)
        address = at("pad_state", live.public_id)
        tag = client.get(address, headers={"accept-language": "en"})["ETag"]
        again = client.get(address, headers={"accept-language": "en", "if-none-match": tag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
        french = client.get(address, headers={"accept-language": "fr", "if-none-match": tag})
        assert french.status_code == 200
        record_deal(live, "A S =B", act=people.act())
        assert client.get(address, headers={"accept-language": "en", "if-none-match": tag}).status_code == 200

    def test_answer_goes_compressed_and_is_known_again(self, people: People, live: Rubber) -> None:
        play(people, live, evening(), deals=5)
        client = phone(people, live)
        address = at("pad_state", live.public_id)
        packed = client.get(address, headers={"accept-encoding": "gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert len(packed.content) < len(client.get(address).content) / 2
        headers = {"accept-encoding": "gzip", "if-none-match": packed["ETag"]}
        assert client.get(address, headers=headers).status_code == 304

    def test_refusal_is_told_in_json(self, client: Client, people: People, live: Rubber) -> None:
        state = state_of(client, live, status=401)
        assert state["code"] == "not_admitted"
        assert state["message"]
        assert phone(people, live).post(at("pad_state", live.public_id)).status_code == 405

    @pytest.mark.parametrize("deals", [1, 8])
    def test_queries_are_few_however_long_the_rubber(
        self, people: People, live: Rubber, django_assert_num_queries: DjangoAssertNumQueries, deals: int
    ) -> None:
        play(people, live, evening(), deals=deals)
        link, account = phone(people, live), people.client("Orford")
        with django_assert_num_queries(QUERIES_BY_LINK):
            state_of(link, live)
        with django_assert_num_queries(QUERIES_SIGNED_IN):
            state_of(account, live)
