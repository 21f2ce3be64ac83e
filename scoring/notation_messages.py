"""The English sentences for faults of notation: what was found, what was expected, and what to do about it.

The keys of both tables are a finding's code and variant. ``MESSAGES`` has ``str.format`` templates, which the
finding's ``params`` fill; ``SETTLES`` has plain sentences.
"""

from __future__ import annotations

from typing import Final

_FAULTS: Final[dict[tuple[str, str], tuple[str, str]]] = {
    # The file and the rubber as a whole
    ("E01", "preceding"): (
        "Text stands before the first rubber: {found}",
        'Delete it, or begin the rubber that it belongs to with [EGN "1"] on a line of its own.',
    ),
    ("E01", "no_rubber"): (
        'No line starts with [EGN ", so there is no rubber here.',
        'Begin the rubber with [EGN "1"] on a line of its own.',
    ),
    ("E01", "second_rubber"): (
        "A second rubber starts here; one alone was expected.",
        "Enter each rubber by itself, or import them as a file.",
    ),
    ("E01", "not_utf8"): (
        "A byte stands here that is not UTF-8 text.",
        "Save the file as UTF-8 and read it again.",
    ),
    ("E01", "nul"): (
        "A NUL stands here, which is no text.",
        "Delete it; if there are many, the file is damaged or not a text file.",
    ),
    ("E01", "rubber_too_long"): (
        "The rubber's text is longer than {most} bytes and is not read beyond them.",
        'Split the file so that each rubber begins with its own [EGN "1"] line.',
    ),
    ("E01", "token_too_long"): (
        "A word of more than {most} characters stands here: {found}",
        "Separate the tokens with spaces, or delete what is not part of the game file.",
    ),
    ("E01", "open_comment"): (
        "A comment is opened here and never closed; a closing brace was expected.",
        "Close the comment with a brace.",
    ),
    ("E01", "comment_too_long"): (
        "A comment here is longer than {most} characters.",
        "Shorten the comment, or close it with a brace where it ends.",
    ),
    ("E01", "stops"): (
        "The rubber stops here without an ending; a deal, the game's final points (#5-3) or the ending"
        " (##2-1, or * for unfinished) was expected.",
        "Add what is missing, or * if the rubber was not finished.",
    ),
    ("E01", "late_tag"): (
        "A tag stands among the games: {found}; tags come before the first Game.",
        "Move the tag up to the others.",
    ),
    ("E01", "game_or_ending"): (
        "{found} can't be read here; Game, or the ending (##2-1 or *), was expected.",
        "Begin each game with Game and its number, and write the ending last.",
    ),
    ("E01", "ending"): (
        "{found} can't be read as the rubber's ending; the games won, A's first, were expected (##2-1).",
        "Write ## and the games won, or * for an unfinished rubber.",
    ),
    ("E01", "after_ending"): (
        "{found} stands behind the rubber's ending; nothing but a comment may.",
        'Move it before the ending, or begin a new rubber with [EGN "1"].',
    ),
    # A game
    ("E01", "game_number"): (
        "{found} can't be read as a game's number; Game is followed by one (Game 1).",
        "Write the game's number after Game.",
    ),
    ("E01", "cut_pair"): (
        "{found} can't be read in the cut; A's card and B's card were expected (cut A=DA B=H8).",
        "Write both cards of the cut, or leave the cut out.",
    ),
    ("E01", "chosen_word"): (
        "{found} can't be read; behind = stands what was chosen with the cut, in one word (cards=red seat=north).",
        "Write it in one word of letters and digits, or leave it out.",
    ),
    ("E01", "chosen_twice"): (
        "{found} stands behind the cut a second time.",
        "Delete the one that did not count.",
    ),
    ("E01", "game_token"): (
        "{found} can't be read in a game's heading; a deal (1. A), the cut, an incident, the final points"
        " (#5-3) or the ending was expected.",
        "Correct it, or number the deal that starts here.",
    ),
    ("E01", "final"): (
        "{found} can't be read as a game's final points; # and the points, A's first, were expected (#5-3).",
        "Write # and the points of both players.",
    ),
    # A deal
    ("E01", "dealer"): (
        "{found} stands where the dealer was expected: A or B, right behind the deal's number.",
        "Write who dealt after the number, as in 1. A.",
    ),
    ("E01", "deal_token"): (
        "{found} can't be read; a call, an exchange, a card, a king, the outcome, the score or the next deal"
        " was expected.",
        "Correct it, or put it in braces as a comment.",
    ),
    ("E01", "king"): (
        "{found} can't be read; a king marked is Ka or Kb, one announced and not marked ka or kb, a card is suit"
        " first (HK).",
        "Write Ka if A marks the king, Kb if B does.",
    ),
    ("E01", "suffix"): (
        "{found} can't be read; the mark behind a card is one of !! ! !? ?! ? ??.",
        "Leave one of these marks, or none; an incident is a token of its own.",
    ),
    ("E01", "outcome"): (
        "{found} can't be read as an outcome; =A or =B was expected, with 3, 4 or 5 behind it where"
        " the tricks are known, or =void.",
        "Write who won the deal, as in =A3.",
    ),
    ("E01", "score"): (
        "{found} can't be read as a score; the points of A and of B in brackets were expected (2-1).",
        "Write the score as in (2-1).",
    ),
    ("E01", "card_set"): (
        "{found} can't be read; a set of cards is suit and ranks, suits parted by full stops (SKQ.HJ7.CA).",
        "Write the cards suit by suit, and no suit without a card.",
    ),
    ("E01", "incident"): (
        "{found} can't be read as an incident; ! and the law's number were expected, then the player, facts"
        " in brackets, a colon and the remedy, as far as they apply (!43b(HK):replay).",
        "Write the incident in that form.",
    ),
    ("E01", "law"): (
        "{found} names law {law}; the code has laws 1 to 55.",
        "Write the number of the law that the incident falls under.",
    ),
    ("E01", "late_packets"): (
        "{found}, how the cards were given, stands behind a call or a card.",
        "Move it to the front of the deal.",
    ),
    ("E01", "late_turn_up"): (
        "The turn-up {found} stands behind a call or a card.",
        "Move it to the front of the deal; a card turned up after giving is an incident of law 37.",
    ),
    ("E01", "late_hand"): (
        "The hand {found} stands behind a call or a card.",
        "Move it to the front of the deal: hands are written as they were dealt.",
    ),
    ("E01", "twice_packets"): (
        "{found}: how the cards were given stands in this deal twice.",
        "Leave the right one.",
    ),
    ("E01", "twice_turn_up"): (
        "{found} is a second turn-up in one deal.",
        "Leave the right one; two cards turned up are an incident of law 11.",
    ),
    ("E01", "twice_hand"): (
        "{found} is a second hand of the same player in one deal.",
        "Leave the hand as it was dealt.",
    ),
    ("E01", "after_outcome"): (
        "{found} stands behind the outcome; the score, a king marked or an incident was expected.",
        "Move the outcome behind the last trick, or number the deal that starts here.",
    ),
    ("E01", "after_score"): (
        "{found} stands behind the deal's score; a king marked, an incident, another score or the next deal"
        " was expected.",
        "Move the score to the end of its deal, or number the deal that starts here.",
    ),
    # Cards
    ("E02", "card"): (
        "{found}: the pack has no {card}; suits are S H D C, ranks K Q J A T 9 8 7, and T is the ten.",
        "Write the card that was meant, suit first.",
    ),
    ("E02", "rank_first"): (
        "{found}: {card} has its rank first; a card is suit, then rank (HK), and T is the ten.",
        "Write the suit first.",
    ),
    ("E02", "card_thrice"): (
        "{found} names {card} three times.",
        "Write each card once.",
    ),
    # Tags
    ("E03", "tag_form"): (
        'This can\'t be read as a tag: {found}; [Name "value"] was expected.',
        "Write the name, the value in double quotes, and a closing bracket.",
    ),
    ("E03", "open_quote"): (
        "The value of this tag is not closed on its line: {found}",
        'Close the value with " and ]; a " within it is written \\".',
    ),
    ("E03", "tag_twice"): (
        "The tag {tag} is given twice.",
        "Leave the right one.",
    ),
    ("E03", "tag_too_long"): (
        "The tag {tag} is too long; a value has at most {most} characters.",
        "Shorten it, or write it as a comment.",
    ),
    ("E03", "missing"): (
        "The tag {tag} is missing; EGN comes first, and A and B name the players.",
        'Add it on a line of its own, its value in double quotes: [A "Orford"].',
    ),
    ("E03", "value_EGN"): (
        'EGN is "{found}"; 1 was expected, the only version there is.',
        'Write [EGN "1"].',
    ),
    ("E03", "value_Date"): (
        'Date is "{found}"; a day as YYYY.MM.DD was expected, ?? for what is unknown.',
        "Write the date as in 2026.11.21 or 2026.??.??.",
    ),
    ("E03", "value_A"): ("A has no name.", "Write the player's name."),
    ("E03", "value_B"): ("B has no name.", "Write the player's name."),
    ("E03", "value_Code"): (
        'Code is "{found}"; English or French was expected.',
        "Write one of the two, or leave the tag out for English.",
    ),
    ("E03", "value_BestOf"): (
        'BestOf is "{found}"; an odd number of games from 1 to 99 was expected.',
        "Write how many games the rubber has at most, as in 3.",
    ),
    ("E03", "value_Reckoning"): (
        'Reckoning is "{found}"; plain or treble was expected.',
        "Write treble if singles, doubles and trebles count, else plain.",
    ),
    ("E03", "value_RubberBonus"): (
        'RubberBonus is "{found}"; a number of points was expected.',
        "Write the points that the rubber's winner gets on top, as in 2.",
    ),
    ("E03", "value_Cut"): (
        'Cut is "{found}"; rubber or game was expected.',
        "Write game if every game has its own cut for deal, else rubber.",
    ),
    ("E03", "value_Termination"): (
        'Termination is "{found}"; normal, walkover, retired or unfinished was expected.',
        "Write how the rubber ended.",
    ),
    ("E03", "value_Winner"): (
        'Winner is "{found}"; A or B was expected.',
        "Write A or B, or leave the tag out.",
    ),
    ("E03", "value_Result"): (
        'Result is "{found}"; the games won, A\'s first, were expected (2-1), or *.',
        "Write the games won by each, or * for an unfinished rubber.",
    ),
    ("E03", "value_Points"): (
        'Points is "{found}"; the points of both, A\'s first, were expected (5-2).',
        "Write the points of each, or leave the tag out.",
    ),
    ("E03", "value_Variant"): (
        'Variant is "{found}"; Ecarte or Triomphe was expected.',
        "Write Triomphe if the older game is played, else leave the tag out.",
    ),
}

MESSAGES: Final = {key: message for key, (message, _) in _FAULTS.items()}
SETTLES: Final = {key: settle for key, (_, settle) in _FAULTS.items()}
