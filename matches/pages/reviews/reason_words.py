"""The facts that speak for a verdict, as a person at the table would say them: a sentence for each code.

What each code means, and what it comes with, stands in ``worker.review.reasons``. Names stand for the players, since
a record says nothing of who is he and who is she.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.localized_numbers import grouped, hundredths
from matches.pages.common import game_words as words
from matches.pages.common.card_faces import suit_name
from matches.pages.reviews.choice_words import short_card, short_cards, the_cards, the_choice
from scoring.cards import CARD_BY_NAME, suit_of

Reason: TypeAlias = Mapping[str, Any]
REFUTATION: Final = "refutation"


@dataclass(frozen=True, slots=True)
class Line:
    """The play that refutes a choice: the hand it is shown against, then each way the deal goes."""

    against: str
    ways: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Scene:
    """Who decided, against whom, and the card or call he chose (in the notation)."""

    player: str
    other: str
    chosen: str


def reason_sentence(reason: Reason, *, player: str, other: str, chosen: str) -> str:
    """The sentence of a reason: ``player`` decided, against ``other``, and chose ``chosen`` (in the notation).

    Empty for a play that refutes the choice, which ``reason_line`` tells, and for a code that this version of the
    pages does not know.
    """
    told = _SENTENCES.get(reason["code"])
    return "" if told is None else told(reason, _Scene(player, other, chosen))


def reason_line(reason: Reason, *, other: str, chosen: str) -> Line | None:
    """The play that refutes the choice; None for any other reason."""
    if reason["code"] != REFUTATION:
        return None
    against = _("Say that %(other)s holds %(hand)s.") % {"other": other, "hand": short_cards(reason["hand"])}
    return Line(
        against,
        (
            _way(chosen, reason["chosen_line"], reason["chosen_marks"]),
            _way(reason["best"], reason["best_line"], reason["best_marks"]),
        ),
    )


def _way(card: str, line: Sequence[str], marks: int) -> str:
    return _("With %(card)s the play goes %(line)s, and comes to %(marks)s.") % {
        "card": _the(card),
        "line": " ".join(short_card(each) for each in line),
        "marks": _marks(marks),
    }


def _marks(marks: int) -> str:
    """``two marks``; a loss is told with its sign."""
    shown = str(abs(marks))
    shown = f"−{shown}" if marks < 0 else shown
    return ngettext("%(marks)s mark", "%(marks)s marks", 1 if abs(marks) == 1 else 2) % {"marks": shown}


def _the(card: str) -> str:
    return the_choice("card", card)


def _suit(card: str) -> str:
    return suit_name(suit_of(CARD_BY_NAME[card]))


def _loses_against(reason: Reason, scene: _Scene) -> str:
    told = {
        "chosen": capfirst(_the(scene.chosen)),
        "best": _the(reason["best"]),
        "loses": grouped(reason["loses"]),
        "gains": grouped(reason["gains"]),
        "worlds": grouped(reason["worlds"]),
        "other": scene.other,
    }
    if reason["worlds"] == 1:
        return _("%(chosen)s wins less than %(best)s against the one hand %(other)s could hold.") % told
    if reason["gains"]:
        said = _(
            "%(chosen)s wins less than %(best)s against %(loses)s of the %(worlds)s hands %(other)s could hold,"
            " and more against %(gains)s."
        )
    else:
        said = _(
            "%(chosen)s wins less than %(best)s against %(loses)s of the %(worlds)s hands %(other)s could hold,"
            " and more against none."
        )
    return said % told


def _neither_suit_nor_trump(reason: Reason, scene: _Scene) -> str:
    return _("Throwing %(threw)s on %(led)s showed that %(other)s had no %(suit)s and no trumps.") % {
        "threw": _the(reason["threw"]),
        "led": _the(reason["led"]),
        "suit": _suit(reason["led"]),
        "other": scene.other,
    }


def _no_suit(reason: Reason, scene: _Scene) -> str:
    return _("Trumping %(led)s with %(trumped)s showed that %(other)s had no %(suit)s.") % {
        "trumped": _the(reason["trumped"]),
        "led": _the(reason["led"]),
        "suit": _suit(reason["led"]),
        "other": scene.other,
    }


def _nothing_higher(reason: Reason, scene: _Scene) -> str:
    return _("Playing %(played)s to %(led)s showed that %(other)s had no %(suit)s above it.") % {
        "played": _the(reason["played"]),
        "led": _the(reason["led"]),
        "suit": _suit(reason["led"]),
        "other": scene.other,
    }


def _king_announced(reason: Reason, scene: _Scene) -> str:
    return _("%(other)s had announced the king of trumps, and had still to play it.") % {"other": scene.other}


def _king_silent(reason: Reason, scene: _Scene) -> str:
    return _("%(other)s had let the time for announcing the king go by, and so was taken not to hold it.") % {
        "other": scene.other
    }


def _cant_lose(reason: Reason, scene: _Scene) -> str:
    return _("%(card)s could not lose: no hand that %(other)s could hold beats it.") % {
        "card": capfirst(_the(reason["card"])),
        "other": scene.other,
    }


def _makes_point(reason: Reason, scene: _Scene) -> str:
    said = _(
        "Played as it is, the hand makes the point against %(makes)s of the %(worlds)s hands"
        " %(other)s could hold, both hands seen: %(share)s in 100."
    )
    return said % {
        "makes": grouped(reason["makes"]),
        "worlds": grouped(reason["worlds"]),
        "share": hundredths(reason["makes"] / reason["worlds"]),
        "other": scene.other,
    }


def _as_said(reason: Reason, scene: _Scene) -> str:
    said = _(
        "By the stated policy %(other)s would have said the same with %(worlds)s of %(hands)s hands;"
        " the others are left out."
    )
    return said % {
        "other": scene.other,
        "worlds": grouped(reason["worlds"]),
        "hands": grouped(reason["hands"]),
    }


def _loses_all(reason: Reason, scene: _Scene) -> str:
    return _("It loses every trick against %(loses)s of them: %(share)s in 100.") % {
        "loses": grouped(reason["loses"]),
        "share": hundredths(reason["loses"] / reason["worlds"]),
    }


def _offer_refused(reason: Reason, scene: _Scene) -> str:
    if not reason["refuses"]:
        return _("There is no hand with which %(other)s would refuse the point by the stated policy.") % {
            "other": scene.other
        }
    return _("%(other)s would refuse the point with %(refuses)s of those hands by the stated policy.") % {
        "other": scene.other,
        "refuses": grouped(reason["refuses"]),
    }


def _makes_vole(reason: Reason, scene: _Scene) -> str:
    said = _(
        "The hand makes the vole against %(makes)s of the %(worlds)s hands %(other)s could hold, both hands seen:"
        " %(share)s in 100."
    )
    return said % {
        "makes": grouped(reason["makes"]),
        "worlds": grouped(reason["worlds"]),
        "share": hundredths(reason["makes"] / reason["worlds"]),
        "other": scene.other,
    }


def _after_exchange(reason: Reason, scene: _Scene) -> str:
    return _("After an exchange %(player)s makes the point in %(share)s of 100 deals.") % {
        "player": scene.player,
        "share": hundredths(reason["share"]),
    }


def _counts_two(reason: Reason, scene: _Scene) -> str:
    if reason["by"] == "R":
        said = _("Refusing counts two against %(player)s if the point is lost (law 49).")
    else:
        said = _("Standing counts two against %(player)s if the point is lost (law 49).")
    return said % {"player": scene.player}


def _four_all_one(reason: Reason, scene: _Scene) -> str:
    return _("%(other)s needs one point only, so that losing two costs no more than losing one.") % {
        "other": scene.other
    }


def _loses_mark(reason: Reason, scene: _Scene) -> str:
    return _("Keeping silent gives away the mark for the king.")


def _mark_idle(reason: Reason, scene: _Scene) -> str:
    return _("At this score the mark for the king changes nothing.")


def _keeps(reason: Reason, scene: _Scene) -> str:
    cards = the_cards(reason["cards"]) if reason["cards"] not in ("", "-") else []
    if not cards:
        return _("The best exchange keeps no card.")
    return _("The best exchange keeps %(cards)s.") % {"cards": words.both(cards)}


_SENTENCES: Final[dict[str, Callable[[Reason, _Scene], str]]] = {
    "loses_against": _loses_against,
    "neither_suit_nor_trump": _neither_suit_nor_trump,
    "no_suit": _no_suit,
    "nothing_higher": _nothing_higher,
    "king_announced": _king_announced,
    "king_silent": _king_silent,
    "cant_lose": _cant_lose,
    "makes_point": _makes_point,
    "after_exchange": _after_exchange,
    "counts_two": _counts_two,
    "four_all_one": _four_all_one,
    "loses_mark": _loses_mark,
    "mark_idle": _mark_idle,
    "keeps": _keeps,
    "as_said": _as_said,
    "loses_all": _loses_all,
    "offer_refused": _offer_refused,
    "makes_vole": _makes_vole,
}
CODES: Final = frozenset({*_SENTENCES, REFUTATION})
"""The reasons that pages have words for."""
