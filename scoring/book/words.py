"""English sentences of the director's rulings: the effects of remedies, and the reasons for refusing an
incident.

Each table maps a key to a ``str.format`` template; translations use the same keys. The templates name players
by their role in the deal, "dealer" or "elder hand", so no player's name is needed.
"""

from __future__ import annotations

from typing import Final

from scoring.book.shapes import Effect

EFFECTS: Final[dict[str, str]] = {
    "reshuffle": "The pack is shuffled again.",
    "recut": "The cut is made again.",
    "cut_stands": "The cut for deal holds; the pack is put right before the cards are dealt.",
    "fresh": "The deal counts for nothing: the same dealer deals again, and the score stays as it was.",
    "void_turn": "The deal counts for nothing: the player whose deal it was deals, and the score stays as it was.",
    "void_pack": "The deal counts for nothing and is dealt again with a correct pack; earlier deals stand.",
    "deal_stands": "The deal stands, and play goes on.",
    "turn_stands": "The deal stands, and the deals alternate from this dealer.",
    "hand_stands": "Each player plays the cards in hand; there is no sixth trick.",
    "play_stands": "The play stands as it was.",
    "rectify": "The hands are put right, so that each has five cards, and play goes on.",
    "choose": "One of the cards turned up is chosen for the turn-up, and the others are put aside.",
    "surplus_elder": "The surplus is put out of the elder hand.",
    "drawn_elder": "The surplus is drawn from the elder hand.",
    "drawn_dealer": "The surplus is drawn from the dealer's hand.",
    "complete_elder": "The elder hand is made up to five from the stock.",
    "complete_dealer": "The dealer's hand is made up to five from the stock.",
    "king_barred": "A king turned up can't be marked in this deal (law 19).",
    "short_elder": "The elder hand stays short: a trick that it has no card for is the dealer's.",
    "short_dealer": "The dealer's hand stays short: a trick that it has no card for is the elder hand's.",
    "forfeited": "Tricks forfeited so: {number}.",
    "aside": "The card is put aside, and nobody takes it.",
    "take": "The card is taken with the others.",
    "take_again": "The dealer gives cards again, and the card is taken with the others.",
    "aside_again": "The dealer gives cards again, and the card is put aside.",
    "share": "The elder hand is served first; the dealer takes what is left, or plays the hand as it is.",
    "takeback": "The card is taken back, without a penalty.",
    "lead_stands": "The card led out of turn stands, and play goes on from it.",
    "suit_stands": "The card led stands.",
    "require": "A card of the suit that was named is led in its place.",
    "replay": "The cards played are taken up, and the hand is replayed from the first lead.",
    "penalty": "The offender is penalised in this deal: the point marks nothing; the vole, or a point that counts"
    " two, marks one.",
    "no_penalty": "The opponent has the king, so there is no penalty.",
    "king_off": "The king that was marked comes off.",
    "king_withdrawn": "The king that was marked comes off. No card was played, so there is no penalty.",
    "abandoned": "The hand is given up: the opponent marks the vole if the offender has no trick, the point"
    " after one or two; with three the point is made.",
    "abandoned_offer": "The hand is given up: the opponent wins the vole if the offender has no trick, the majority"
    " of the tricks after one or two; with three the majority is the offender's. If the point"
    " was refused, that decides who marks.",
    "abandoned_offer_point": "The hand is given up after a trick was won: the opponent wins the majority of the tricks,"
    " not the vole; if the point was refused, that decides who marks.",
    "abandoned_vole": "The hand is given up without a trick: the opponent marks the vole.",
    "abandoned_point": "The hand is given up after a trick was won: the opponent marks the point.",
    "abandoned_made": "The hand is given up with three tricks or more: the point is made, and the opponent marks"
    " nothing.",
    "abandoned_offer_made": "The hand is given up with three tricks or more: its holder has won the majority of the"
    " tricks; if the point was refused, that decides who marks.",
    "claimed": "The cards were laid down to claim the tricks: nothing is given up.",
    "mark": "The mark left out counts from now on.",
    "mark_king": "The king left out counts one from now on.",
    "mark_point": "The point left out counts from now on.",
    "mark_vole": "The vole left out counts from now on.",
    "too_late": "The next card has been turned up, and the mark is lost.",
    "overscore": "The points marked too many come off.",
    "note": "It is noted: hands, play and score stay as they are.",
    "no_offence": "It is noted, and is no offence under the code that this rubber is played by.",
}

REFUSALS: Final[dict[str, str]] = {
    "no_game": "The record has no game {game}: name one of its games.",
    "no_deal": "Game {game} has no deal {deal}: name one of its deals.",
    "no_token": "Deal {deal} of game {game} has no token {token}: the incident goes before one of its"
    " tokens, or at the end.",
    "no_heading_token": "The heading of game {game} has no place {token} for an incident: it goes before the first"
    " deal, behind the game's number, a cut or another incident.",
    "law": "There is no law {law}: the code has laws 1 to 55.",
    "variant": "Law {law} does not apply to La Triomphe: no king is marked, and no cards are exchanged.",
    "offender": "Law {law} needs the offender: say whether it was A or B.",
    "replay": "The hand is replayed: what follows the incident has to be the replay, so give its outcome"
    " instead of the one there.",
    "rectify": "The hands are put right: write them with the five cards that each then has, and choose again.",
    "outcome": "An outcome is given only if the hand is replayed or given up. Leave it out.",
    "over": "The deal was already void, so there is nothing left to rule on.",
}


def effect_in_english(effect: Effect) -> str:
    return EFFECTS[effect.key].format(**effect.params)
