"""All texts of the score pad in the browser, in the reader's language; its scripts contain no text.

``page_words`` returns them as JSON values. The texts contain ``%(name)s`` and the like, which the scripts
fill in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.utils.translation import get_language, get_language_info, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.pages.common.card_faces import RANK_INDICES, RANK_NAMES, SUIT_NAMES
from matches.pages.pads.free_words import FREE_WORDS
from matches.pages.pads.trouble_words import TROUBLE_WORDS
from scoring.cards import RANKS, SUITS

OFFER_WORDS: Final[Mapping[str, Any]] = {
    "offer": {
        "offers": _("%(name)s offers the point:"),
        # Translators: below a player's name on a button: they take the point that is offered
        "takes": pgettext_lazy("the point that is offered", "takes it"),
        # Translators: below a player's name on a button: they refuse the point that is offered
        "refuses": pgettext_lazy("the point that is offered", "refuses"),
        "unoffered": _("Nobody offered the point"),
        "is_taken": _("%(name)s marks the point; no card is played."),
        "is_bound": _("%(name)s wins all five tricks, or %(other)s marks two (law 49)."),
    },
    "cut": {"hint": _("The lower card deals first.")},
    "deal": {
        "called": _("Was the point offered?"),
        "missing_all": _("Say whether the point was offered, and who won."),
        "missing_call": _("Say whether the point was offered."),
    },
    "said": {
        "unoffered": _("the point was not offered"),
        "taken_by_dealer": _("offered to the dealer, taken"),
        "refused_by_dealer": _("offered to the dealer, refused"),
        "taken_by_elder": _("offered to the elder hand, taken"),
        "refused_by_elder": _("offered to the elder hand, refused"),
    },
    "cards": {
        "calls": {
            "P": _("offers the point"),
            "S": _("plays"),
            "G": _("takes the point"),
            "R": _("refuses the point"),
        },
        "phases": {
            "call": _("%(name)s: offers the point or plays?"),
            "reply": _("%(name)s: takes the point or refuses?"),
        },
        "phases_unnamed": {"call": _("Point offered, or played?"), "reply": _("Point taken, or refused?")},
    },
}
"""Texts for La Triomphe that replace those with the same names in ``page_words.DEAL_WORDS``."""


END_WORDS: Final[Mapping[str, Any]] = {
    "end": {
        "title": _("The end of the rubber"),
        "stands": _("Games: %(score)s"),
        "report_hint": _("One of you reports the result, the other one confirms it."),
        "report": _("I am %(name)s: report it"),
        "final_hint": _("Your result counts at once."),
        "close": _("Report it"),
        "not_yours": _("It is for the players to report it."),
        "games": _("Games"),
        "says_won": _("%(by)s says: %(name)s won %(score)s"),
        "says_ended": _("%(by)s says: it ended at %(score)s"),
        "reported_by_nobody": _("The result is reported."),
        "wait": _("The other player confirms it."),
        "wait_for": _("Waiting for %(name)s to confirm it."),
        "are_you": _("Are you %(name)s?"),
        "yes_right": _("Yes, that is right"),
        "yes_wrong": _("Yes, but it is wrong"),
        "no_wrong": _("No, it is wrong"),
        "no_other": _("No, I am %(name)s"),
        "agrees": _("Does %(name)s agree?"),
        "other_phone": _("%(name)s can confirm it on their own phone, or here:"),
        "i_am_right": _("I am %(name)s: correct"),
        "i_am_wrong": _("I am %(name)s: wrong"),
        "later": _("%(name)s confirms later"),
        "confirm": _("Confirm"),
        "dispute": _("Dispute"),
        "reason": _("What is wrong?"),
        "send_dispute": _("Dispute the result"),
        "no_dispute": _("Go back"),
        "word_waits": _("Your answer is kept here and is sent as soon as there is a network."),
        "points": _("Points of the rubber: %(points)s"),
        "rubber_page": _("To the page of this rubber"),
        "next_game": _("Back to the table: the next game"),
        "states": {
            "agreed": _("Both sides agree. The result stands."),
            "confirmed": _("The result stands."),
            "corrected": _("The director has corrected the result."),
            "disputed": _("The result is disputed: the director decides."),
            "draft": _("The record is with the director before it counts."),
            "void": _("This rubber is void."),
        },
    },
    "early": {
        "title": _("End before it is played out"),
        "retired": _("A player gives up"),
        "unfinished": _("It stays unfinished"),
        "walkover": _("A player did not come"),
        "winner": _("Who wins?"),
    },
    "menu": {
        "title": _("Menu"),
        "open": _("Menu"),
        "close": _("Close"),
        "who": _("Who holds this phone?"),
        "links": _("Show the code for the other phone"),
        "pass": _("Make this the table’s phone, to be passed round"),
        "rulings": _("Rulings"),
        "early": _("End before it is played out"),
        "fix": _("Fix an older deal"),
        "rubber": _("The page of this rubber"),
        "sitting": _("Back to the table"),
        "room": _("The room’s screen"),
        "language": _("Language"),
        "link_until": _("This phone uses the link %(hint)s…, valid until %(until)s."),
        "needs_network": _("This page stays usable without the network, but reloading it needs one."),
    },
    "entries": {
        "cut": _("the cut for deal"),
        "dealer": _("%(name)s deals"),
        "undo": _("game %(game)s, deal %(deal)s undone"),
        "king": _("%(name)s marks the king turned up"),
        "report": _("the result reported"),
        "confirm": _("the result confirmed"),
        "dispute": _("the result disputed: %(reason)s"),
    },
}
Words: TypeAlias = Mapping[str, Any]
"""Texts, or groups of texts, by the names that the scripts use for them."""


DEAL_WORDS: Final[Words] = {
    "score": {
        "title": _("Score"),
        "heading": _("%(a)s and %(b)s"),
        "games": _("Games: %(count)s"),
        # Translators: beside the name of the player who deals this time
        "deals": pgettext_lazy("beside the dealer's name", "deals"),
        "place": _("Game %(game)s, deal %(deal)s"),
        "rubber_won": _("%(name)s wins the rubber, %(score)s"),
        "single_game_won": _("%(name)s wins, %(score)s"),
        "single_game": _("A single game"),
        "games_of": _("games %(score)s, best of %(count)s"),
        # Translators: what the game would count as the score stands: "This game: treble to Orford, single to Baldwin"
        "worth": _("This game: %(value_a)s to %(a)s, %(value_b)s to %(b)s"),
        "table": _("Table %(table)s"),
    },
    "moment": {
        "game": _("Game to %(name)s, %(score)s"),
        "values": {"2": _("A double, worth 2."), "3": _("A treble, worth 3.")},
        "leads": _("%(name)s leads %(score)s."),
        "level": _("%(score)s in games."),
        "next": _("Game %(game)s follows."),
        "next_deals": _("Game %(game)s follows. %(name)s deals."),
        "undo": _("Undo the last deal"),
    },
    "values": {"1": _("single"), "2": _("double"), "3": _("treble")},
    "net": {
        "well": _("All sent"),
        "sending": _("Sending %(count)s"),
        "away": _("No network"),
        "away_waiting": _("No network: %(count)s kept here"),
    },
    "deal": {
        "title": _("This deal"),
        "rewriting": _("Correct game %(game)s, deal %(deal)s"),
        "change_dealer": _("Change dealer"),
        "who_deals": _("Who deals?"),
        "called": _("Called"),
        # Translators: below the elder hand's name on a button: they play without proposing
        "stood": _("stood"),
        # Translators: below the dealer's name on a button: they refuse to give cards
        "refused": pgettext_lazy("what a player did", "refused"),
        # Translators: below the dealer's name on a button: they give cards
        "gave": _("gave"),
        # Translators: below the elder hand's name on a button: after cards were given they played
        "then_stood": _("then played"),
        # Translators: below the dealer's name on a button: after cards were given they refused more
        "then_refused": _("then refused"),
        "given_again": _("Give again"),
        "given_times": _("given ×%(count)s"),
        # Translators: the point is worth two, because the elder hand stood and lost (law 49)
        "worth_stood": _("%(name)s stood: the point is worth %(count)s to %(other)s"),
        # Translators: the point is worth two, because the dealer refused the first proposal and lost (law 49)
        "worth_refused": _("%(name)s refused: the point is worth %(count)s to %(other)s"),
        # Translators: the heading above the buttons that say who marks the king, if anybody
        "king": pgettext_lazy("a question above its answers", "King"),
        "no_king": _("no king"),
        # Translators: the heading above the buttons that say who won the deal
        "won": pgettext_lazy("a question above its answers", "Won"),
        "point": pgettext_lazy("a deal's outcome", "point"),
        "vole": pgettext_lazy("a deal's outcome", "vole"),
        "void": _("Redeal"),
        "every_card": _("Record cards"),
        "leave": _("Leave it as it is"),
        "write": _("Save deal"),
        "write_score": _("Save deal: %(score)s"),
        "write_void": _("Save deal: redeal"),
        "correct": _("Correct this deal"),
        "correct_score": _("Correct this deal: %(score)s"),
        "comes_to": _("%(a)s %(points_a)s, %(b)s %(points_b)s"),
        "wins_game": _("Game to %(name)s, %(score)s"),
        "king_ends": _("The king ends it. Game to %(name)s, %(score)s"),
        "void_again": _("The same dealer deals again."),
        "not_known": _("The score follows once it is sent."),
        "missing_all": _("Tap what was called, and who won."),
        "missing_call": _("Tap what was called."),
        "missing_winner": _("Say who won."),
        "missing_line": _("Write the cards up to the end of the play."),
    },
    "cut": {
        "title": _("Cut for deal"),
        "hint": _("The higher card deals first (law 5)."),
        "again": _("The ranks tied: cut again."),
        "cuts": _("%(name)s cuts"),
        "of": _("%(name)s: %(what)s"),
        "deals": _("%(name)s deals."),
        "tie": _("A tie: cut again."),
        "not_yet": _("Tap both cards: the rank, then the suit."),
        "chooses": _("%(name)s also chooses pack and seat (law 5). In a word each, if you note it:"),
        "cards": _("Pack"),
        "seat": _("Seat"),
        "write": _("Save the cut"),
        "none": _("Who deals?"),
    },
    "said": {
        "stood": _("stood"),
        "refused": _("refused"),
        "given_stood": _("given, then stood"),
        "given_refused": _("given, then refused"),
    },
    "list": {
        "title": _("All deals"),
        "game": _("Game %(number)s"),
        "won": _("%(name)s, %(score)s"),
        "cut": _("Cut:"),
        "deals": _("%(name)s deals"),
        "void": _("redeal"),
        "card_by_card": _("card by card"),
        "king": _("%(name)s: king"),
        "point": _("%(name)s: point"),
        "vole": _("%(name)s: vole"),
        "waiting": _("waiting"),
        "ruled": _("Ruling"),
        "correct": _("Correct this deal"),
    },
    "last": {
        "written": _("Game %(game)s, deal %(deal)s: %(score)s"),
        "done": _("Saved. %(score)s"),
        "undone": _("Undone."),
        "ruled": _("The ruling is in the record."),
        "undo": _("Undo"),
    },
    "right": {
        "title": _("Fix game %(game)s, deal %(deal)s"),
        "anew": _("Edit last deal"),
        "no_undo": _("This deal can’t be undone here: ask the director."),
        "king": _("%(name)s marks the king turned up"),
        "is_turned_up": _("Is the next card turned up already?"),
        "not_yet": _("Not yet"),
        "turned_up": _("It is"),
        "king_too_late": _(
            "Then it is too late: the king is marked before the next card is turned up (law 22)."
        ),
        "book": _("A mark left out or too many (laws 50 and 51), or anything else: the director’s rulings"),
        "older": _("Only a director can correct an older deal."),
        "older_here": _("Choose the deal to correct:"),
        "back": _("Back"),
    },
    "who": {
        "title": _("Who holds this phone?"),
        "both": _("Both of us"),
        "hint": _("It can be changed in the menu."),
    },
    "cards": {
        "card": _("%(rank)s of %(suit)s"),
        "ranks": dict(zip(RANKS, RANK_NAMES, strict=True)),
        "indices": dict(zip(RANKS, RANK_INDICES, strict=True)),
        "suits": dict(zip(SUITS, SUIT_NAMES, strict=True)),
        "marks_alone": _("Score only"),
        "board": _("The pack"),
        "gone": _("%(card)s, gone"),
        "packets": _("Packets"),
        "so_far": _("The deal so far"),
        "start_hint": _("Tap the card turned up. Packets may be left out."),
        "offline_hint": _("Without the network no card is checked against the laws."),
        "turned_up": _("Trump: %(card)s"),
        "calls": {
            "P": _("proposes"),
            "S": _("plays"),
            "G": _("gives"),
            "R": _("refuses"),
            "g": _("gives if there are enough"),
        },
        "too_few": _("There are not enough: played as it is"),
        "king": _("King: %(name)s"),
        "king_marked": _("%(name)s marks the king"),
        "announces": _("Announced alone: %(name)s"),
        "king_announced": _("%(name)s announces the king, unmarked"),
        "hand_of": _("Hand of %(name)s"),
        "exchanged": _("%(number)s put out"),
        "incident": _("law %(law)s"),
        "puts_out": _("%(count)s cards put out"),
        "name_cards": _("Name the cards"),
        "write_hand": _("Write a hand"),
        "none": _("No card to play"),
        "take_last_back": _("Undo the last step"),
        "remove": _("Remove this step"),
        "change_hint": _("Tap a step to change it, or to put another before it."),
        "stop_here": _("End here"),
        "picked": _("Go on"),
        "leave_pick": _("Leave it out"),
        "phases": {
            "turn-up": _("Which card is turned up?"),
            "call": _("%(name)s: proposes or plays?"),
            "reply": _("%(name)s: gives or refuses?"),
            "exchange": _("%(name)s puts out how many?"),
            "king": _("%(name)s may mark the king"),
            "lead": _("%(name)s leads"),
            "follow": _("%(name)s plays to it"),
            "over": _("The play is over"),
        },
        "phases_unnamed": {
            "turn-up": _("Which card is turned up?"),
            "call": _("Proposed, or played?"),
            "reply": _("Given, or refused?"),
            "exchange": _("How many cards are changed?"),
            "king": _("Is the king marked?"),
            "lead": _("The next card"),
            "follow": _("The next card"),
            "over": _("The play is over"),
        },
        "picks": {
            "hand": _("Hand of %(name)s: %(count)s of 5"),
            "out": _("Cards that %(name)s puts out: %(count)s"),
            "in": _("Cards that %(name)s takes: %(count)s"),
        },
        "picks_unnamed": {"out": _("Cards put out: %(count)s"), "in": _("Cards taken: %(count)s")},
    },
    "law": {
        "title": _("%(card)s: a law speaks against it"),
        "hint": _("What is done about it?"),
        "taken_back": _("Card taken back, nothing recorded"),
        "write_anyway": _("It was played so: write it down as it is"),
        "book": _("The director’s rulings at law %(law)s"),
    },
}


def page_words(variant: str = "ecarte") -> dict[str, Any]:
    """Return every text of the pad in the reader's language, and the languages. ``variant`` is the game played."""
    words = _as_strings({**DEAL_WORDS, **END_WORDS, **TROUBLE_WORDS})
    if variant == "triomphe":
        words = _with_overrides(words, _as_strings(OFFER_WORDS))
    return {**words, "languages": _languages()}


def board_words(variant: str = "ecarte") -> dict[str, Any]:
    """Return the texts of the board of 32 cards alone, where a deal of a rubber that is over is corrected."""
    words = page_words(variant)
    deal = {name: words["deal"][name] for name in ("won", "point", "vole")}
    return {
        "cards": words["cards"],
        "law": words["law"],
        "deal": deal,
        "list": {"void": words["list"]["void"]},
    }


def free_page_words() -> dict[str, Any]:
    """Return every text of the pad without an account in the reader's language."""
    return _with_overrides(page_words(), _as_strings(FREE_WORDS))


def _with_overrides(words: dict[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``words`` with ``others`` added, which replace texts of the same names."""
    merged = {
        key: _with_overrides(words.get(key, {}), each) if isinstance(each, Mapping) else each
        for key, each in others.items()
    }
    return {**words, **merged}


def _as_strings(words: Words) -> dict[str, Any]:
    return {key: _as_strings(each) if isinstance(each, Mapping) else str(each) for key, each in words.items()}


def _languages() -> list[dict[str, Any]]:
    present = get_language()
    return [
        {
            "code": code,
            "name": get_language_info(code)["name_local"].capitalize(),
            "is_current": code == present,
        }
        for code, _name in settings.LANGUAGES
    ]
