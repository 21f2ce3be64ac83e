"""Sentences of the game as pages say them: calls, exchanges, kings, outcomes, marks.

Irregularities are told in ``incident_words``.

Nothing here decides anything: what is true of a deal comes in, words go out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from matches.pages.common.card_faces import Face, face_of, suit_name
from scoring.cards import Suit, king_of
from scoring.checked import Mark
from scoring.record import ChoiceKind, Pair

SEVERITIES: Final = {
    "error": gettext_lazy("Error"),
    "ruling": gettext_lazy("Ruling wanted"),
    "warning": gettext_lazy("Warning"),
    "note": gettext_lazy("Note"),
}
LABELS: Final = {
    "inaccuracy": gettext_lazy("Inaccuracy"),
    "mistake": gettext_lazy("Mistake"),
    "blunder": gettext_lazy("Blunder"),
}
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


def number_word(number: int) -> str:
    """``three``, of cards, tricks or games; figures past five."""
    return str(COUNTS[number]) if 0 <= number < len(COUNTS) else str(number)


def score_word(points: int) -> str:
    """``three``, of points in a score; figures past five."""
    return str(SCORES[points]) if 0 <= points < len(SCORES) else str(points)


def cards_word(count: int) -> str:
    """``three cards``."""
    if count == 0:
        return pgettext("puts out", "no card")
    return ngettext("%(number)s card", "%(number)s cards", count) % {"number": number_word(count)}


def either(names: Sequence[str]) -> str:
    """``the king, the queen or the ace``."""
    if len(names) == 1:
        return names[0]
    return _("%(some)s or %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def both(names: Sequence[str]) -> str:
    """``the king, the queen and the ace``."""
    if len(names) == 1:
        return names[0]
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def call(letter: str, name: str, *, earlier: str, is_conditional: bool = False) -> str:
    """The call of ``name`` after the letters called ``earlier`` in the deal.

    ``is_conditional``: cards are given on condition that the stock has enough (law 38).
    """
    if letter == "P":
        again = _("%(name)s proposes again.")
        return (again if "P" in earlier else _("%(name)s proposes.")) % {"name": name}
    if letter == "S":
        again = _("%(name)s stands, and proposes no more.")
        return (again if "P" in earlier else _("%(name)s plays without proposing.")) % {"name": name}
    if letter == "G" and is_conditional:
        return _("%(name)s gives cards if the stock has enough.") % {"name": name}
    if letter == "G":
        again = _("%(name)s gives cards again.")
        return (again if "G" in earlier else _("%(name)s gives cards.")) % {"name": name}
    again = _("%(name)s refuses to give more.")
    return (again if "G" in earlier else _("%(name)s refuses.")) % {"name": name}


def calls_in_short(letters: str) -> str:
    """The calls of a deal for one cell of a table: "Proposed, given, refused"."""
    said = {
        "P": pgettext("call", "proposed"),
        "G": pgettext("call", "given"),
        "R": pgettext("call", "refused"),
        "S": pgettext("call", "stood") if "P" in letters else pgettext("call", "played without proposing"),
    }
    return str(capfirst(", ".join(said[letter] for letter in letters if letter in said)))


def exchange(name: str, *, put_out: int, taken: int | None) -> str:
    if put_out == 0 and not taken:
        return _("%(name)s keeps all five cards.") % {"name": name}
    if taken is None or taken == put_out:
        return _("%(name)s puts out %(out)s and takes as many.") % {"name": name, "out": cards_word(put_out)}
    return _("%(name)s puts out %(out)s and takes %(taken)s.") % {
        "name": name,
        "out": cards_word(put_out),
        "taken": number_word(taken),
    }


def king(name: str, trump: Suit | None, *, turned_up: bool, after_score: bool, is_marked: bool = True) -> str:
    """A king marked by ``name``, or announced and not marked."""
    if not is_marked:
        told = _("%(name)s announces %(king)s and does not mark it.")
        sentence = _("%(name)s announces the king and does not mark it.") if trump is None else told
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
    """``tricks`` that would make no majority contradict the outcome written, and are left to the findings."""
    if tricks is None or tricks < MAJORITY:
        return _("%(name)s wins the point.") % {"name": name}
    if tricks == 5:
        return _("%(name)s wins all five tricks: the vole.") % {"name": name}
    return _("%(name)s wins %(number)s tricks: the point.") % {"name": name, "number": number_word(tricks)}


def mark(made: Mark, *, tricks: int | None) -> str:
    """What a mark was for; ``tricks`` are those its player won, where known."""
    if made.law == 47:
        return _("the king")
    if made.law == 49:
        return _("the point, counting two")
    if tricks == 5:
        return _("the vole")
    return _("the point")


def mark_in_short(made: Mark, *, tricks: int | None) -> str:
    """``king 1``: a mark for one cell of a table."""
    if made.law == 47:
        what = _("king %(points)s")
    elif tricks == 5 and made.law == 48:
        what = _("vole %(points)s")
    else:
        what = _("point %(points)s")
    return what % {"points": made.points}


def score_now(names: tuple[str, str], score: Pair) -> str:
    """The score of the game after a deal, the leader's name first."""
    if score[0] == score[1]:
        return _("That makes it %(points)s all.") % {"points": score_word(score[0])}
    leader, other = (0, 1) if score[0] > score[1] else (1, 0)
    return _("That makes it %(leader)s %(most)s, %(other)s %(least)s.") % {
        "leader": names[leader],
        "most": score_word(score[leader]),
        "other": names[other],
        "least": score_word(score[other]),
    }


def vulnerable(name: str) -> str:
    return _("The point counts two against %(name)s (law 49).") % {"name": name}


def trumps(suit: Suit) -> str:
    return str(capfirst(_("%(suit)s are trumps") % {"suit": suit_name(suit)}))


def packets(order: str) -> str:
    if order == "2-3":
        return _("by two and three")
    return _("by three and two")


def taken_up() -> str:
    return _("The cards were taken up again, and the play began anew. Played before that:")


GAME_VALUES: Final = {
    1: gettext_lazy("a single"),
    2: gettext_lazy("a double"),
    3: gettext_lazy("a treble"),
}


def game_value(value: int) -> str:
    return str(GAME_VALUES[value])


def chosen(name: str, kind: ChoiceKind, word: str) -> str:
    """What the winner of the cut chose (law 5), in the scorer's own word."""
    if kind == "cards":
        return _("%(name)s chooses the pack to deal with: %(word)s.") % {"name": name, "word": word}
    return _("%(name)s chooses the seat: %(word)s.") % {"name": name, "word": word}


def cut(names: tuple[str, str], first: Face, second: Face) -> str:
    """One pair cut for the deal, A's card first."""
    return _("%(a)s cuts %(first)s, %(b)s %(second)s.") % {
        "a": names[0],
        "first": first.the,
        "b": names[1],
        "second": second.the,
    }
