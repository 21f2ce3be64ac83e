"""The English sentences of every finding, by code and variant; translations use the same keys.

A message is a ``str.format`` template for the ``params`` of a ``scoring.findings.Finding``. ``SETTLES`` has
the sentences that say how to settle a finding. Findings about a faulty incident have the same sentences under
every law, so those sentences are found by the variant alone.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from scoring.checks import SECOND_CHECKS

Key: TypeAlias = tuple[str, str]

_CHECK_THE_CARDS: Final = "Compare the cards with what was played and correct the record."
_CHECK_THE_SCORE: Final = "Compare the numbers with the score sheet and correct the one that is wrong."

MESSAGES: Final[dict[Key, str]] = {
    ("E04", "game"): "This game is numbered {number}, but it is game {expected} of the rubber.",
    ("E04", "deal"): "This deal is numbered {number}, but it is deal {expected} of the game.",
    ("E05", "game"): "The game is closed at {stated}, but its deals come to {body}.",
    ("E05", "ending"): "The rubber is closed at {stated} games, but the record comes to {body}.",
    ("E05", "tag"): "The tag {tag} says {stated}, but the record comes to {body}.",
    ("E05", "points_impossible"): "The tag Points says {stated}, which {won} in games can't come to.",
    ("E05", "above_five"): "The figure {stated} goes above five and is read as five.",
    ("E06", "played"): "{player} plays {card}, which can't be in that hand.",
    ("E06", "put_out"): "{player} puts out {card}, which can't be in that hand.",
    ("E06", "no_card"): "{player} plays no card, but has cards left.",
    (
        "L05",
        "lower",
    ): "{higher} cut {card} against {other} and should deal first, but {dealer} deals.",
    (
        "L05",
        "higher",
    ): "At La Triomphe the lower card deals: {lower} cut {card} against {other}, but {dealer} deals.",
    ("L05", "tie"): "The cut is a tie ({a} and {b}), and was not cut again.",
    ("L05", "after"): "The cut {a} against {b} had decided the deal, yet another pair was cut.",
    ("L08", ""): "{dealer} gives the packets {order}, but gave them {kept} earlier in this game.",
    ("L09", ""): "{player} is dealt {count} cards in place of five.",
    ("L10", ""): "The turned-up card, {card}, is also in {player}'s hand.",
    ("L14", ""): "{dealer} deals, but it is {rightful}'s deal.",
    ("L19", ""): "{dealer} marks the king turned up, which is barred after a misdeal that was let stand.",
    ("L22", "elder"): "{player} marks the king that {dealer} turned up; only the dealer may.",
    ("L22", "unused"): "{dealer} turned up a king and never marked it.",
    ("L23", ""): "{player} marks the king too late: it is announced before its holder plays.",
    ("L23", "unused"): "{player} held {king}, the king of trumps, to the end and never announced it.",
    (
        "L23",
        "announced_late",
    ): "{player} announces the king too late: it is announced before its holder plays.",
    (
        "L23",
        "unannounced",
    ): "{player} makes good a king held in hand, and nothing says that it was announced.",
    ("L25", "announced"): "{player} announces the king, but {king} is not in that hand.",
    ("L25", ""): "{player} marks the king, but {king} is not in that hand.",
    (
        "L26",
        "taken_back",
    ): "{player} had proposed, and can't take the proposal back before it is answered ({call}).",
    ("L26", "settled"): "Whether the hand is played was settled; {player} can't call {call} after it.",
    ("L26", "after_card"): "The call {call} comes after a card was played.",
    ("L26", "no_giving"): "Cards are put out that no acceptance allows.",
    ("L26", "number"): "{player} puts out {count} cards; the elder hand takes from one to five.",
    (
        "L26",
        "taken",
    ): "{player} puts out {count} cards and takes {taken}; the elder hand takes what was asked for.",
    ("L27", "taken_back"): "{player} had answered, and can't answer again ({call}).",
    (
        "L26",
        "offer_taken_back",
    ): "{player} had offered the point, and can't take that back before it is answered ({call}).",
    ("L26", "offer_settled"): "Whether the point is offered was settled; {call} can't be called after it.",
    (
        "L26",
        "played_after_taking",
    ): "{player} had taken the point, and the deal was over; {card} is played after it.",
    ("L26", "no_exchange"): "Cards are put out, but at La Triomphe none are exchanged.",
    ("L27", "no_offer"): "An answer ({call}) is given where no point was offered.",
    ("L27", "unasked"): "{player} answers ({call}) where no proposal stands.",
    (
        "L27",
        "condition_met",
    ): "{player} accepted on condition that the stock has enough, which it has, and can't refuse ({call}).",
    ("L27", "number"): "{player} puts out {count} cards; the dealer takes none to five.",
    ("L27", "taken"): "{player} puts out {count} cards and takes {taken}; the dealer takes what was put out.",
    ("L37", ""): "{player} turned up a card after giving, and can't refuse the next discard.",
    ("L38", ""): "{player} puts out {count} cards, but the stock holds {stock}.",
    ("L40", ""): "{player} leads {card}, but the lead is {rightful}'s.",
    ("L42", "vole"): "{player} gave up the hand without a trick: {adversary} marks the vole.",
    ("L42", "point"): "{player} gave up the hand with {tricks} won: {adversary} marks the point.",
    (
        "L42",
        "made",
    ): "{player} gave up the hand with {tricks} won: the point is made, and is {player}'s.",
    ("L42", "abandoner"): "{player} gave up the hand, yet the outcome is written as {player}'s.",
    ("L43R", ""): "{player} plays {card} to {lead} and could have followed suit ({lawful}).",
    ("L43W", ""): "{player} plays {card} to {lead} and could have won the trick ({lawful}).",
    ("L45", ""): "{card} is seen twice in this deal.",
    ("L46", "deal_after"): "The game was over at {score}; this deal comes after the fifth point.",
    ("L46", "game_after"): "The rubber was decided before game {number}.",
    ("L46", "stops_short"): "The game stops at {score}, before either player has five.",
    ("L46", "both_five"): "The game is closed at {score}; only one player can have five.",
    ("L46", "rubber"): "The rubber ends at {won} games; the best of {best_of} is won with {majority}.",
    ("L47", "twice"): "{player} marks the king, which {first} had marked in this deal already.",
    ("L47", "no_king"): "{player} marks the king, but at La Triomphe no king is marked.",
    ("L48", "point_taken"): "{player} took the point that was offered; the outcome written is another.",
    ("L48", "played_out"): "The outcome gives {player} {wanted} tricks; the cards played give {won}.",
    (
        "L48",
        "shown",
    ): "The outcome gives {player} {wanted} tricks; with {won} won and {left} to come that can't be.",
    ("L50", ""): "The score is written {stated}, lower than the {due} that the laws give.",
    ("L50", "king"): "{player} announced {king} and did not mark it.",
    ("L51", ""): "The score is written {stated}, higher than the {due} that the laws give.",
}

SETTLES: Final[dict[Key, str]] = {
    ("E04", "game"): "Number the games 1, 2, 3 in order.",
    ("E04", "deal"): "Number the deals of each game 1, 2, 3 in order.",
    ("E05", "game"): _CHECK_THE_SCORE,
    ("E05", "ending"): _CHECK_THE_SCORE,
    ("E05", "tag"): _CHECK_THE_SCORE,
    ("E05", "points_impossible"): _CHECK_THE_SCORE,
    ("E06", "played"): _CHECK_THE_CARDS,
    ("E06", "put_out"): _CHECK_THE_CARDS,
    ("E06", "no_card"): _CHECK_THE_CARDS,
    ("L05", "lower"): "Correct the cut or the dealer.",
    ("L05", "higher"): "Correct the cut or the dealer.",
    ("L05", "tie"): "Write the cut that followed, or leave the cut out.",
    ("L05", "after"): "Leave out the pair that did not count.",
    ("L08", ""): "Correct the packets, or record the incident under law 9.",
    ("L09", ""): "Correct the hand, or record the misdeal and what the opponent chose.",
    ("L10", ""): "Correct the turn-up or the hand.",
    ("L14", ""): "Correct the dealer, or record the incident under law 14.",
    ("L19", ""): "Remove the mark.",
    ("L22", "elder"): "Remove the mark, or correct who marked it.",
    ("L23", ""): "Remove the mark, or write it where it was announced.",
    ("L23", "announced_late"): "Write it where it was announced; too late, it can't be marked.",
    (
        "L23",
        "unannounced",
    ): "Write ka or kb where it was announced; unannounced, it can't be marked (law 23).",
    ("L25", "announced"): "The opponent chooses: the play stands, or the hand is replayed (law 25).",
    ("L25", ""): "The opponent chooses: the play stands, or the hand is replayed (law 25).",
    ("L26", "taken_back"): "Delete the call that did not count.",
    ("L26", "settled"): "Delete the call that did not count.",
    ("L26", "after_card"): (
        "Move the call before the first lead. At La Triomphe the dealer may offer the point after the lead, before"
        " playing to it."
    ),
    ("L26", "no_giving"): "Write the acceptance, or leave the exchange out.",
    ("L26", "number"): "Correct the exchange.",
    ("L26", "taken"): "Correct the exchange, or record the incident under laws 29 to 32.",
    ("L27", "taken_back"): "Delete the answer that did not count.",
    ("L26", "offer_taken_back"): "Delete the call that did not count.",
    ("L26", "offer_settled"): "Delete the call that did not count.",
    ("L26", "played_after_taking"): "Leave the cards out, or correct the answer.",
    ("L26", "no_exchange"): "Delete the exchange, or the tag Variant if écarté was played.",
    ("L27", "no_offer"): "Write the offer, or leave the answer out.",
    ("L27", "unasked"): "Write the proposal, or leave the answer out.",
    ("L27", "condition_met"): "Leave out the refusal, and write the exchange.",
    ("L27", "number"): "Correct the exchange.",
    ("L27", "taken"): "Correct the exchange, or record the incident under law 33 or 34.",
    ("L37", ""): "The dealer gives cards again.",
    ("L38", ""): "Correct the exchange, or record the incident under law 38.",
    ("L40", ""): "Correct the order of the cards, or record the incident under law 40.",
    ("L42", "vole"): "Write the outcome as the vole.",
    ("L42", "point"): "Write the outcome as the point, without a number of tricks.",
    ("L42", "made"): "Write the outcome as that player's point.",
    ("L42", "abandoner"): "Write the outcome as the opponent's.",
    ("L43R", ""): "The opponent chooses: the play stands, or the hand is replayed (law 43).",
    ("L43W", ""): "The opponent chooses: the play stands, or the hand is replayed (law 43).",
    ("L45", ""): "Correct the card, or record the incorrect pack under law 45.",
    ("L46", "deal_after"): "Delete the deal, or correct the score before it.",
    ("L46", "game_after"): "Delete the game, or correct the number of games.",
    ("L46", "stops_short"): "Write the deals that are missing, or how the rubber ended (tag Termination).",
    ("L46", "both_five"): _CHECK_THE_SCORE,
    ("L46", "rubber"): "Write the games that are missing, or how the rubber ended (tag Termination).",
    ("L47", "twice"): "Delete the mark that was not made.",
    ("L47", "no_king"): "Remove the mark, or delete the tag Variant if écarté was played.",
    (
        "L48",
        "point_taken",
    ): "Write the outcome as that player's, without a number of tricks, or correct the calls.",
    ("L48", "played_out"): _CHECK_THE_CARDS,
    ("L48", "shown"): _CHECK_THE_CARDS,
    ("L50", ""): "A mark left out may be added until the next turn-up; after it the lower score counts.",
    (
        "L50",
        "king",
    ): "A mark left out may be added until the next turn-up; after it the lower score counts.",
    ("L51", ""): "Remove the points that are too many.",
}

INCIDENT_MESSAGES: Final[dict[str, str]] = {
    "offender": "{player} is written as the offender, but by law {law} it can only be {offender}.",
    "not_allowed": "Law {law} does not allow the remedy {remedy} on these facts; it allows: {choices}.",
    "too_late": "A mark left out can't be made good once the next card is turned up (law {law}).",
    "choice": "{chooser} has a choice by law {law} that is not recorded: {choices}.",
    "choice_open": "Law {law} leaves a choice that is not recorded: {choices}.",
    "fact_missing": "Which remedy law {law} wants hangs on a fact that is not recorded: {choices}.",
    "fact_unknown": "Law {law} does not ask for this: {found}.",
    "argument_missing": "The remedy {remedy} of law {law} does not say which card or cards.",
    "argument_needless": "The remedy {remedy} of law {law} takes no cards, yet {found} stands behind it.",
    "argument_number": "The remedy {remedy} of law {law} names {count} where the number of cards is {due}.",
    "void_wanted": "The remedy {remedy} of law {law} ends the deal, but the deal is not written as void.",
    "hand": "Law {law} is not about a hand of {count}, which is what {player}'s cards come to.",
    "number_differs": "Law {law} is written with the number {count}, but {player}'s cards come to {shown}.",
    "choice_not_shown": "{card} is chosen by law {law}, but the cards turned up were {shown}.",
    "choice_not_turned_up": "{card} is chosen by law {law}, but the turn-up is written as {turn_up}.",
    "not_in_hand": "{card} can't be what law {law} is about here: it is not in {player}'s hand.",
    "not_taken": "By law {law} {player} takes {card}, which the exchange does not show.",
    "not_in_stock": "By law {law} the hand is completed from the stock, but {card} was seen elsewhere.",
    "moment": "Law {law} can't be called upon at this point of the deal.",
    "nothing_exchanged": "Law {law} is about cards given or taken, but no exchange is on record before it.",
    "cut_large": "Law {law} is about a cut of fewer than two cards; this one has {count}.",
    "took_cards": "Law {law} is about a hand played without taking cards, and {player} took cards.",
    "king_held": "Law {law} is about a king that is not held, but {player} held {king}.",
    "conditional": "Law {law} is about an acceptance without a condition; this one was made on condition that the"
    " stock has enough cards.",
    "stock_enough": "Law {law} is about too few cards in the stock, but it holds {stock}.",
    "stock_differs": "Law {law} is written with {count} cards left, but the stock holds {stock}.",
    "lead_taken_back": "By law {law} a card led in turn can't be taken up again, and {player} had no lead to play"
    " to.",
    "no_fault": "Law {law} lets a card be taken back to follow suit or to win; {card} was a lawful reply of"
    " {player}'s.",
    "played_to": "By law {law} a lead out of turn is taken back before it is played to, but a trick is begun here.",
    "led_in_turn": "Law {law} is about a lead out of turn, but the lead was {player}'s.",
    "card_led": "Law {law} is about a reply, but {card} was led by {player}.",
    "card_not_played": "Law {law} is about a card that was played, but {player} has not played {card}.",
    "no_breach": "Law {law} was not broken: {player} was free to play {card}.",
    "no_reply": "Law {law} is about a reply, but {player} has replied to no lead.",
    "suit": "Law {law} was used to require the suit {suit}, but {card} is led.",
    "king_not_marked": "Law {law} is about a king that is marked, which is not done at La Triomphe.",
    "cards_not_exchanged": "Law {law} is about cards that are exchanged, which is not done at La Triomphe.",
    "nothing_played": "Law {law} is about the play, but the point had been taken and no card was played.",
    "no_offence": "What law {law} forbids is no offence under the {club_code} code.",
}
"""Sentences about a recorded incident (findings ``L01`` to ``L55``), by variant; no other kind of finding has
these variants.
"""

_CHECK_THE_INCIDENT: Final = "Correct the incident, or the cards that it is about."
_LEAVE_IT_OUT: Final = "Leave the incident out: the play stands without a penalty."
_WRITE_THE_CHOICE: Final = "After the incident, write the remedy that was chosen."

INCIDENT_SETTLES: Final[dict[str, str]] = {
    "offender": "Correct the player's letter, or leave it out.",
    "not_allowed": "Write a remedy that the law allows, or correct the facts.",
    "too_late": "Remove the mark: the lower score counts.",
    "choice": _WRITE_THE_CHOICE,
    "choice_open": _WRITE_THE_CHOICE,
    "fact_missing": "Write whether it was found before or after.",
    "fact_unknown": "Leave it out, or correct the law's number.",
    "argument_missing": "Write the cards in brackets after the remedy.",
    "argument_needless": "Delete what is in brackets after the remedy.",
    "argument_number": "Write as many cards as are over or missing.",
    "void_wanted": "End the deal with =void, or correct the remedy.",
    "hand": _CHECK_THE_INCIDENT,
    "number_differs": _CHECK_THE_INCIDENT,
    "choice_not_shown": _CHECK_THE_INCIDENT,
    "choice_not_turned_up": _CHECK_THE_INCIDENT,
    "not_in_hand": _CHECK_THE_INCIDENT,
    "not_taken": _CHECK_THE_INCIDENT,
    "not_in_stock": _CHECK_THE_INCIDENT,
    "king_not_marked": "Leave it out, or write the law that was broken.",
    "cards_not_exchanged": "Leave it out, or write the law that was broken.",
    "nothing_played": "Leave the incident out, or correct the calls.",
    "moment": "Write the incident where it was found, or the law that holds at that point.",
    "nothing_exchanged": "Write the calls and the exchange, or let the director rule on the incident.",
    "cut_large": _CHECK_THE_INCIDENT,
    "took_cards": _CHECK_THE_INCIDENT,
    "king_held": _LEAVE_IT_OUT,
    "conditional": "Refuse after the acceptance (g R), or write it without its condition (G).",
    "stock_enough": _CHECK_THE_INCIDENT,
    "stock_differs": _CHECK_THE_INCIDENT,
    "lead_taken_back": "Leave the card where it was led, or record the law that was broken.",
    "no_fault": "Play the card that was taken back, or leave the incident out.",
    "played_to": "Write that it was found after it was played to, or where it was taken back.",
    "led_in_turn": _CHECK_THE_INCIDENT,
    "card_led": _CHECK_THE_INCIDENT,
    "card_not_played": _CHECK_THE_INCIDENT,
    "no_breach": _LEAVE_IT_OUT,
    "no_reply": _CHECK_THE_INCIDENT,
    "suit": "Write a lead of the suit that was named, or correct the remedy.",
}

SINCE: Final[dict[Key, int]] = dict.fromkeys(
    (
        ("L05", "higher"),
        ("L23", "announced_late"),
        ("L23", "unannounced"),
        ("L25", "announced"),
        ("L27", "condition_met"),
        ("L42", "made"),
        ("L50", "king"),
    ),
    SECOND_CHECKS,
)
"""The first version of the checks (``scoring.checks``) that reports each finding.

The keys are code and variant. Findings that the first version already reported are absent.
"""

INCIDENT_SINCE: Final[dict[str, int]] = dict.fromkeys(
    (
        "moment",
        "nothing_exchanged",
        "cut_large",
        "took_cards",
        "king_held",
        "conditional",
        "stock_enough",
        "stock_differs",
        "lead_taken_back",
        "no_fault",
        "played_to",
        "led_in_turn",
        "card_led",
        "card_not_played",
        "no_breach",
        "no_reply",
    ),
    SECOND_CHECKS,
)
"""The first version of the checks that reports each finding about a faulty incident, by variant.

Findings that the first version already reported are absent.
"""

CAUSES: Final[dict[int, str]] = {
    47: "The king alone explains the difference.",
    48: "The tricks alone explain the difference.",
    49: "The point that counts two (law 49) alone explains the difference.",
}
