"""Put the events of a game into words: calls, exchanges, kings, outcomes, marks.

Calls and marks are in the terms of the game played, écarté or La Triomphe. Irregularities are in ``incident_words``.
This module decides nothing: it receives the facts of a deal and returns words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from matches.pages.common.card_faces import Face, face_of, suit_name
from scoring.cards import Suit, king_of, seat
from scoring.checked import Mark
from scoring.deal_course import Course
from scoring.player_view import caller_of
from scoring.record import ChoiceKind, Pair, Variant

GAMES: Final = {"ecarte": gettext_lazy("Écarté"), "triomphe": gettext_lazy("La Triomphe")}
"""The name of each game that can be played, the usual one first."""
SEVERITIES: Final = {
    "error": gettext_lazy("Error"),
    "ruling": gettext_lazy("Decision needed"),
    "warning": gettext_lazy("Warning"),
    "note": gettext_lazy("Note"),
}
LABELS: Final = {
    "inaccuracy": gettext_lazy("Inaccuracy"),
    "mistake": gettext_lazy("Mistake"),
    "blunder": gettext_lazy("Blunder"),
}
LABEL_SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The sign of each label, as chess books write it."""
KINDS: Final = {
    "card": gettext_lazy("Card"),
    "proposal": gettext_lazy("Proposal"),
    "reply": gettext_lazy("Reply"),
    "discard": gettext_lazy("Exchange"),
    "king": gettext_lazy("King"),
}
SUFFIXES: Final = {
    "!!": gettext_lazy("brilliant"),
    "!": gettext_lazy("good"),
    "!?": gettext_lazy("interesting"),
    "?!": gettext_lazy("doubtful"),
    "?": gettext_lazy("poor"),
    "??": gettext_lazy("bad"),
}
MAJORITY: Final = 3
COUNTS: Final = (
    pgettext_lazy("of cards, tricks or games", "none"),
    pgettext_lazy("of cards, tricks or games", "one"),
    pgettext_lazy("of cards, tricks or games", "two"),
    pgettext_lazy("of cards, tricks or games", "three"),
    pgettext_lazy("of cards, tricks or games", "four"),
    pgettext_lazy("of cards, tricks or games", "five"),
)
SCORES: Final = (
    pgettext_lazy("points of a score", "none"),
    pgettext_lazy("points of a score", "one"),
    pgettext_lazy("points of a score", "two"),
    pgettext_lazy("points of a score", "three"),
    pgettext_lazy("points of a score", "four"),
    pgettext_lazy("points of a score", "five"),
)
GAME_VALUES: Final = {1: gettext_lazy("a single"), 2: gettext_lazy("a double"), 3: gettext_lazy("a treble")}


def number_word(number: int) -> str:
    """Return a number of cards, tricks or games as a word ("three"), or in figures above five."""
    return str(COUNTS[number]) if 0 <= number < len(COUNTS) else str(number)


def score_word(points: int) -> str:
    """Return the points of a score as a word ("three"), or in figures above five."""
    return str(SCORES[points]) if 0 <= points < len(SCORES) else str(points)


def cards_word(count: int) -> str:
    """Return a number of cards in words: "three cards", "no card"."""
    if count == 0:
        return pgettext("puts out", "no card")
    return ngettext("%(number)s card", "%(number)s cards", count) % {"number": number_word(count)}


def either(names: Sequence[str]) -> str:
    """Join ``names`` with "or": "the king, the queen or the ace"."""
    if len(names) == 1:
        return names[0]
    return _("%(some)s or %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def both(names: Sequence[str]) -> str:
    """Join ``names`` with "and": "the king, the queen and the ace"."""
    if len(names) == 1:
        return names[0]
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def call_sentence(
    course: Course, letter: str, *, earlier: str, names: tuple[str, str], is_conditional: bool = False
) -> str:
    """Return a call in a deal as a sentence: "Anna proposes again."

    ``letter`` is the call in EGN, ``earlier`` the letters of the deal's earlier calls. ``is_conditional`` means
    that cards are given if the stock has enough (law 38).
    """
    name = names[seat(caller_of(course, letter, earlier))]
    if course.variant == "ecarte":
        return _call_at_ecarte(letter, name, earlier=earlier, is_conditional=is_conditional)
    return {
        "P": _("%(name)s offers the point."),
        "S": _("%(name)s plays, and offers nothing."),
        "G": _("%(name)s takes the point."),
        "R": _("%(name)s refuses the point and must win all five tricks."),
    }.get(letter, "%(name)s") % {"name": name}


def _call_at_ecarte(letter: str, name: str, *, earlier: str, is_conditional: bool) -> str:
    if letter == "P":
        again = _("%(name)s proposes again.")
        return (again if "P" in earlier else _("%(name)s proposes.")) % {"name": name}
    if letter == "S":
        again = _("%(name)s stands.")
        return (again if "P" in earlier else _("%(name)s stands.")) % {"name": name}
    if letter == "G" and is_conditional:
        return _("%(name)s gives cards if the stock has enough.") % {"name": name}
    if letter == "G":
        again = _("%(name)s gives cards again.")
        return (again if "G" in earlier else _("%(name)s gives cards.")) % {"name": name}
    again = _("%(name)s refuses to give more.")
    return (again if "G" in earlier else _("%(name)s refuses.")) % {"name": name}


def calls_in_short(letters: str, variant: Variant = "ecarte") -> str:
    """Return the calls of a deal, given in EGN, for a table cell: "Proposed, given, refused"."""
    if variant == "ecarte":
        words = {
            "P": pgettext("call", "proposed"),
            "G": pgettext("call", "given"),
            "R": pgettext("call", "refused"),
            "S": pgettext("call", "stood"),
        }
    elif "P" in letters:
        by_dealer = letters.startswith("S")
        words = {
            "P": pgettext("call", "point offered by the dealer")
            if by_dealer
            else pgettext("call", "point offered"),
            "G": pgettext("call", "taken"),
            "R": pgettext("call", "refused"),
        }
    else:
        return str(capfirst(pgettext("call", "point not offered"))) if letters else ""
    return str(capfirst(", ".join(words[letter] for letter in letters if letter in words)))


def exchange(name: str, *, put_out: int, taken: int | None) -> str:
    if put_out == 0 and not taken:
        return _("%(name)s keeps all five cards.") % {"name": name}
    if taken is None or taken == put_out:
        return _("%(name)s changes %(out)s.") % {"name": name, "out": cards_word(put_out)}
    values = {"name": name, "out": cards_word(put_out), "taken": number_word(taken)}
    return _("%(name)s puts out %(out)s and takes %(taken)s.") % values


def king(name: str, trump: Suit | None, *, turned_up: bool, after_score: bool, is_marked: bool = True) -> str:
    """Return a sentence on the king of trumps, which the player ``name`` marked or only announced."""
    if not is_marked:
        with_card = _("%(name)s announces %(king)s and does not mark it.")
        sentence = _("%(name)s announces the king and does not mark it.") if trump is None else with_card
    elif trump is None:
        sentence = _("%(name)s marks the king.")
    elif turned_up:
        sentence = _("%(name)s marks %(king)s, turned up.")
    else:
        sentence = _("%(name)s announces %(king)s and marks it.")
    if after_score:
        sentence = _("After the score was called, %(sentence)s") % {"sentence": sentence}
    king_name = "" if trump is None else str(face_of(king_of(trump)).the)
    return sentence % {"name": name, "king": king_name}


def outcome(name: str, tricks: int | None) -> str:
    """Return a sentence on the winner of a deal: "Anna wins three tricks: the point."

    ``tricks`` are the winner's, None if unknown. Fewer than a majority contradict the record; they are left
    out, because the findings report it.
    """
    if tricks is None or tricks < MAJORITY:
        return _("%(name)s wins the point.") % {"name": name}
    if tricks == 5:
        return _("%(name)s wins all five tricks: the vole.") % {"name": name}
    return _("%(name)s wins %(number)s tricks: the point.") % {"name": name, "number": number_word(tricks)}


def mark_sentence(course: Course, made: Mark, *, tricks: int | None) -> str:
    """Return the reason for a mark as a phrase: "the king". ``tricks``: the marking player's, or None."""
    if made.law == 47:
        return _("the king")
    if made.law == 49:
        if course.variant != "ecarte":
            return _("the point refused, without a vole")
        return _("the point, counting two")
    return _("the vole") if tricks == 5 else _("the point")


def mark_in_short(made: Mark, *, tricks: int | None) -> str:
    """Return a mark with its points for a table cell: "king 1". ``tricks``: the marking player's, or None."""
    if made.law == 47:
        what = _("king %(points)s")
    elif tricks == 5 and made.law == 48:
        what = _("vole %(points)s")
    else:
        what = _("point %(points)s")
    return what % {"points": made.points}


def score_now(names: tuple[str, str], score: Pair) -> str:
    """Return the score of the game after a deal as a sentence, the leader's name first."""
    if score[0] == score[1]:
        return _("That makes it %(points)s all.") % {"points": score_word(score[0])}
    leader, other = (0, 1) if score[0] > score[1] else (1, 0)
    return _("That makes it %(leader)s %(most)s, %(other)s %(least)s.") % {
        "leader": names[leader],
        "most": score_word(score[leader]),
        "other": names[other],
        "least": score_word(score[other]),
    }


def vulnerable_sentence(course: Course, name: str) -> str:
    """Return what a lost deal costs the player ``name``, whom the calls made vulnerable (law 49)."""
    if course.variant == "ecarte":
        return _("If %(name)s loses, the point counts two (law 49).") % {"name": name}
    text = _("%(name)s refused the point: all five tricks, or two to the opponent (law 49).")
    return text % {"name": name}


def trumps(suit: Suit) -> str:
    return str(capfirst(_("%(suit)s are trumps") % {"suit": suit_name(suit)}))


def packets(order: str) -> str:
    return _("by two and three") if order == "2-3" else _("by three and two")


def replay_heading() -> str:
    return _("The hand was replayed. Played before:")


def game_value(value: int) -> str:
    return str(GAME_VALUES[value])


def cut_choice(name: str, kind: ChoiceKind, word: str) -> str:
    """Return a sentence on what ``name``, who won the cut, chose (law 5), by the scorer's ``word``."""
    if kind == "cards":
        return _("%(name)s chooses the pack to deal with: %(word)s.") % {"name": name, "word": word}
    return _("%(name)s chooses the seat: %(word)s.") % {"name": name, "word": word}


def cut(names: tuple[str, str], first: Face, second: Face) -> str:
    """Return a sentence for a pair of cards cut for deal; ``first`` is A's card, ``second`` B's."""
    values = {"a": names[0], "first": first.the, "b": names[1], "second": second.the}
    return _("%(a)s cuts %(first)s, %(b)s %(second)s.") % values
