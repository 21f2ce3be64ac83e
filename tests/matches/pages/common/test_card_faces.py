from __future__ import annotations

from matches.pages.common.card_faces import FACES, face_of, faces_of
from scoring.cards import PACK, parse_card, parse_cards


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({str(face.name) for face in FACES}) == 32
    assert [face.code for face in FACES] == [face_of(parse_card(face.code)).code for face in FACES]


def test_face_names_rank_and_suit_in_words() -> None:
    ten = face_of(parse_card("HT"))
    assert (ten.code, ten.suit, str(ten.index)) == ("HT", "hearts", "10")
    assert (str(ten.name), str(ten.the)) == ("ten of hearts", "the ten of hearts")
    assert str(face_of(parse_card("CJ")).name) == "jack of clubs"


def test_set_is_drawn_in_the_order_of_the_notation() -> None:
    assert [face.code for face in faces_of(parse_cards("CA.HJ7.SKQ"))] == ["SK", "SQ", "HJ", "H7", "CA"]
    assert len(faces_of(PACK)) == 32


def test_card_named_twice_is_drawn_twice() -> None:
    assert [face.code for face in faces_of(parse_cards("SKK.HA"))] == ["SK", "HA", "SK"]
