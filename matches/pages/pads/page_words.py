"""All that the score pad says in the browser, in the reader's language; its scripts hold no sentence of their own.

``page_words`` is a JSON value. ``%(name)s`` stays in the texts: the scripts fill in what they show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.utils.translation import get_language, get_language_info, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.pages.common.card_faces import RANK_INDICES, RANK_NAMES, SUIT_NAMES
from matches.pages.pads.page_words_end import END_WORDS
from matches.pages.pads.page_words_offer import OFFER_WORDS
from matches.pages.pads.page_words_trouble import TROUBLE_WORDS
from scoring.cards import RANKS, SUITS

Words: TypeAlias = Mapping[str, Any]
"""Texts, or groups of texts, by the names that the scripts know them by."""

DEAL_WORDS: Final[Words] = {
    "score": {
        "title": _("Score"),
        "heading": _("%(a)s and %(b)s"),
        "games": _("Games: %(count)s"),
        # Translators: beside the name of the player who deals this time
        "deals": pgettext_lazy("beside the dealer's name", "deals"),
        "place": _("Game %(game)s, deal %(deal)s"),
        "rubber_won": _("%(name)s wins the rubber, %(score)s."),
        "single_game": _("A single game"),
        "best_of": _("Best of %(count)s"),
        # Translators: what the game would count as the score stands: "This game: treble to Orford, single to Baldwin"
        "worth": _("This game: %(value_a)s to %(a)s, %(value_b)s to %(b)s"),
        "table": _("Table %(table)s"),
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
        "change_dealer": _("Another dealer"),
        "who_deals": _("Who deals?"),
        "called": _("What was called"),
        # Translators: below the elder hand's name on a button: he plays without proposing
        "stood": _("stood"),
        # Translators: below the dealer's name on a button: he refuses to give cards
        "refused": _("refused"),
        # Translators: below the dealer's name on a button: he gives cards
        "gave": _("gave"),
        # Translators: below the elder hand's name on a button: after cards were given he played
        "then_stood": _("then played"),
        # Translators: below the dealer's name on a button: after cards were given he refused more
        "then_refused": _("then refused"),
        "given_times": _("given ×%(count)s"),
        "call_hint": _("What was called?"),
        "counts_two": _("The point counts two against %(name)s (law 49)."),
        "king": _("King?"),
        "who_won": _("Who won the tricks?"),
        "point": pgettext_lazy("a deal's outcome", "point"),
        "vole": pgettext_lazy("a deal's outcome", "vole"),
        "void": _("Does not count"),
        "every_card": _("Write every card"),
        "leave": _("Leave it as it is"),
        "write": _("Write down"),
        "correct": _("Correct this deal"),
        "comes_to": _("Then %(a)s %(points_a)s, %(b)s %(points_b)s."),
        "wins_game": _("That is the game."),
        "wins_rubber": _("%(name)s wins the rubber, %(score)s."),
        "king_ends": _("The king ends it."),
        "void_again": _("The same dealer deals again."),
        "not_known": _("The score follows once it is sent."),
        "missing_all": _("Say what was called and who won."),
        "missing_call": _("Say what was called."),
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
        "write": _("Write the cut down"),
        "none": _("No cut noted: who deals?"),
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
        "cut": _("Cut: %(cut)s"),
        "deals": _("%(name)s deals"),
        "void": _("does not count"),
        "card_by_card": _("card by card"),
        "king": _("%(name)s: king"),
        "point": _("%(name)s: point"),
        "vole": _("%(name)s: vole"),
        "waiting": _("waiting"),
        "correct": _("Correct this deal"),
    },
    "last": {
        "written": _("Game %(game)s, deal %(deal)s: %(score)s"),
        "done": _("Written down. %(score)s"),
        "undone": _("Taken back."),
        "undo": _("Undo"),
        "put_right": _("Put right"),
    },
    "right": {
        "title": _("Put right: game %(game)s, deal %(deal)s"),
        "anew": _("Take it back and write it anew"),
        "no_undo": _("This deal can't be taken back here: ask the director."),
        "king": _("%(name)s marks the king turned up"),
        "is_turned_up": _("Is the next card turned up already?"),
        "not_yet": _("Not yet"),
        "turned_up": _("It is"),
        "king_too_late": _(
            "Then it is too late: the king is marked before the next card is turned up (law 22)."
        ),
        "book": _("A mark left out or too many (laws 50 and 51), or anything else: the director's rulings"),
        "older": _("What is wrong with an older deal, the director corrects."),
        "older_here": _("Older deals you correct in the list of all deals."),
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
        "marks_alone": _("Marks alone"),
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
        "take_last_back": _("Take the last back"),
        "stop_here": _("Stop here"),
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
            "exchange": _("How many are put out?"),
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
        "picks_unnamed": {
            "out": _("Cards put out: %(count)s"),
            "in": _("Cards taken: %(count)s"),
        },
    },
    "law": {
        "title": _("%(card)s: a law speaks against it"),
        "hint": _("What is done about it?"),
        "taken_back": _("The card is taken back; nothing is written"),
        "write_anyway": _("It was played so: write it down as it is"),
        "book": _("The director's rulings at law %(law)s"),
    },
}


def page_words(variant: str = "ecarte") -> dict[str, Any]:
    """Every text by its place, and the languages that the page may be read in; of La Triomphe the calls in its own."""
    words = _spoken({**DEAL_WORDS, **END_WORDS, **TROUBLE_WORDS})
    if variant == "triomphe":
        words = _over(words, _spoken(OFFER_WORDS))
    return {**words, "languages": _languages()}


def _over(words: dict[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """``words`` with ``others`` in the place of those of the same names, or beside them."""
    laid = {
        key: _over(words.get(key, {}), each) if isinstance(each, Mapping) else each
        for key, each in others.items()
    }
    return {**words, **laid}


def _spoken(words: Words) -> dict[str, Any]:
    return {key: _spoken(each) if isinstance(each, Mapping) else str(each) for key, each in words.items()}


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
