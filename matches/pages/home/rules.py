"""Serve the rules of écarté for newcomers: six steps with drawn cards."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.pages.common.card_faces import Face, face_of, faces_of
from scoring.cards import SUIT_MASK, cards_of, lawful_cards, parse_card, parse_cards, rank_of, suit_of

TURN_UP: Final = parse_card("D7")
DEALT: Final = parse_cards("SQ9.HA.DK8")
LED: Final = parse_card("HT")
TO_FOLLOW: Final = parse_cards("SK.HQ7.D8.C9")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    trump = suit_of(TURN_UP)
    lawful = lawful_cards(TO_FOLLOW, LED, trump)
    context = {
        "ranks": [face_of(card) for card in sorted(cards_of(SUIT_MASK), key=rank_of, reverse=True)],
        "dealt": _trumps_last(DEALT),
        "turn_up": face_of(TURN_UP),
        "led": face_of(LED),
        "replies": [(face, face in faces_of(lawful)) for face in _trumps_last(TO_FOLLOW)],
    }
    return render(request, "home/rules.html", context)


def _trumps_last(hand: int) -> list[Face]:
    trumps = SUIT_MASK << (suit_of(TURN_UP) << 3)
    return [*faces_of(hand & ~trumps), *faces_of(hand & trumps)]
