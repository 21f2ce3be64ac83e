"""Put the reasons for a review's judgement into words: a sentence for each code.

The meaning of each code and its parameters are documented in ``worker.review.reasons``. Sentences repeat the
players' names instead of pronouns, because a record does not state anybody's gender.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.common.number_format import MINUS, grouped, percent
from matches.pages.common.card_faces import suit_name
from matches.pages.reviews.choice_words import short_card, short_cards
from scoring.cards import CARD_BY_NAME, suit_of
from worker.review.decision import CALL_FREQUENCY, GOING_ON, NOTHING
from worker.review.labels import is_either_right
from worker.review.reasons import REASON_CODES

Reason: TypeAlias = Mapping[str, Any]
REFUTATION: Final = "refutation"
NO_CARDS: Final = ("", NOTHING)
LEAST_PERCENT: Final = 0.005
"""A smaller share is "less than 1 %" in a sentence."""

_SENTENCES: Final[Mapping[str, str | Promise]] = {
    "neither_suit_nor_trump": gettext_lazy(
        "%(other)s threw %(threw)s on %(led)s, and so had no %(suit)s and no trumps."
    ),
    "no_suit": gettext_lazy("%(other)s trumped %(led)s with %(trumped)s, and so had no %(suit)s."),
    "nothing_higher": gettext_lazy(
        "%(other)s played %(played)s on %(led)s, and so had nothing higher in %(suit)s."
    ),
    "king_announced": gettext_lazy("%(other)s had announced the king of trumps and still held it."),
    "king_silent": gettext_lazy(
        "%(other)s had not announced the king of trumps, so we assume that they did not hold it."
    ),
    "cant_lose": gettext_lazy("%(card)s can’t lose: %(other)s could hold nothing that beats it."),
    "makes_point": gettext_lazy(
        "Without an exchange, this hand makes the point against %(makes)s of the %(worlds)s hands that %(other)s"
        " could hold: %(share)s, with both hands open."
    ),
    "after_exchange": gettext_lazy("After an exchange, %(player)s makes the point in %(share)s of deals."),
    "four_all_one": gettext_lazy(
        "%(other)s needs only one point, so losing two is no worse than losing one."
    ),
    "loses_mark": gettext_lazy("Silence gives away the mark for the king."),
    "mark_idle": gettext_lazy("At this score the mark for the king makes no difference."),
    "as_said": gettext_lazy(
        "With %(worlds)s of %(hands)s hands %(other)s would have said the same; only these are counted."
    ),
    "makes_vole": gettext_lazy(
        "This hand makes the vole against %(makes)s of the %(worlds)s hands that %(other)s could hold: %(share)s,"
        " with both hands open."
    ),
}
"""The sentences with one wording."""


def _loses_against(reason: Reason) -> str:
    if reason["worlds"] == 1:
        return _("%(chosen)s does worse than %(best)s against the one hand that %(other)s could hold.")
    if reason["gains"]:
        return _(
            "%(chosen)s does worse than %(best)s against %(loses)s of the %(worlds)s hands that %(other)s could"
            " hold, and better against %(gains)s."
        )
    return _(
        "%(best)s does better against %(loses)s of the %(worlds)s hands that %(other)s could hold; %(chosen)s"
        " never does."
    )


def _counts_two(reason: Reason) -> str:
    if reason["by"] == "R":
        return _("If %(player)s refuses and loses the point, it costs two (law 49).")
    return _("If %(player)s stands and loses the point, it costs two (law 49).")


def _loses_all(reason: Reason) -> str:
    if not reason["loses"]:
        return _("It never loses every trick.")
    return _("It loses every trick against %(loses)s of them (%(share)s).")


def _offer_refused(reason: Reason) -> str:
    if not reason["refuses"]:
        return _("%(other)s would refuse the point with none of those hands.")
    return _("%(other)s would refuse the point with %(refuses)s of those hands.")


def _keeps(reason: Reason) -> str:
    if reason["cards"] in NO_CARDS:
        return _("The best exchange changes all five cards.")
    return _("The best exchange keeps %(cards)s.")


def _call_frequency(reason: Reason) -> str:
    share = reason["share"]
    if is_either_right(share, None):
        if reason["by"] == "R":
            return _("The best mix is to refuse %(ends)s and give cards %(goes_on)s of the time.")
        return _("The best mix is to stand %(ends)s and propose %(goes_on)s of the time.")
    call = reason["by"] if share > 0.5 else GOING_ON[reason["by"]]
    return {
        "S": _("With this hand it is always best to stand."),
        "P": _("With this hand it is always best to propose."),
        "R": _("With this hand it is always best to refuse."),
        "G": _("With this hand it is always best to give cards."),
    }[call]


_WORDINGS: Final[Mapping[str, Callable[[Reason], str]]] = {
    CALL_FREQUENCY: _call_frequency,
    "loses_against": _loses_against,
    "counts_two": _counts_two,
    "loses_all": _loses_all,
    "offer_refused": _offer_refused,
    "keeps": _keeps,
}
"""The functions that choose among several wordings."""
_TO_PLAYER: Final[Mapping[str, Callable[[Reason], str]]] = {
    "after_exchange": lambda _reason: _("After an exchange, you make the point in %(share)s of deals."),
    "counts_two": lambda reason: (
        _("If you refuse and lose the point, it costs you two (law 49).")
        if reason["by"] == "R"
        else _("If you stand and lose the point, it costs you two (law 49).")
    ),
}
"""The sentences that name the player, as they are said to the player."""
CODES: Final = frozenset({*_SENTENCES, *_WORDINGS, REFUTATION})
"""The codes of reasons that these pages have words for."""


@dataclass(frozen=True, slots=True)
class PlayLine:
    """The plays that show why a choice was bad: after it and after the better choice, against an assumed hand."""

    against: str
    ways: tuple[str, str]


def reason_sentence(reason: Reason, *, player: str | None, other: str, chosen: str) -> str:
    """Return a reason as a sentence; "" for plays (see ``reason_line``) and unknown reasons.

    The sentence is said to the player if ``player``, their name, is None. ``chosen`` is in EGN.
    """
    code = reason["code"]
    if player is None and code in _TO_PLAYER:
        text = _TO_PLAYER[code](reason)
    else:
        text = _WORDINGS[code](reason) if code in _WORDINGS else str(_SENTENCES.get(code, ""))
    return text % _values(reason, player=player or "", other=other, chosen=chosen) if text else ""


def share_in_words(share: float) -> str:
    """Return a share or a cost in per cent, for a sentence: "11 %", or "less than 1 %"."""
    if 0 < share < LEAST_PERCENT:
        return _("less than %(share)s") % {"share": percent(0.01)}
    return percent(share)


def _values(reason: Reason, *, player: str, other: str, chosen: str) -> dict[str, str]:
    """Return the names and the parameters of a reason in words."""
    code = reason["code"]
    words: dict[str, Callable[[Any], str]] = {"count": grouped, "card": short_card, "share": share_in_words}
    values = {name: words[kind](reason[name]) for name, kind in REASON_CODES[code].items() if kind in words}
    match code:
        case "loses_against":
            values["chosen"] = short_card(chosen)
        case "neither_suit_nor_trump" | "no_suit" | "nothing_higher":
            values["suit"] = suit_name(suit_of(CARD_BY_NAME[reason["led"]]))
        case "makes_point" | "makes_vole":
            values["share"] = percent(reason["makes"] / reason["worlds"])
        case "loses_all":
            values["share"] = percent(reason["loses"] / reason["worlds"])
        case "call_frequency":
            values |= {"ends": percent(reason["share"]), "goes_on": percent(1 - reason["share"])}
        case "keeps" if reason["cards"] not in NO_CARDS:
            values["cards"] = short_cards(reason["cards"])
    return {"player": player, "other": other, **values}


def reason_line(reason: Reason, *, other: str, chosen: str) -> PlayLine | None:
    """Return the plays that show why the choice was bad, or None for a reason of another kind."""
    if reason["code"] != REFUTATION:
        return None
    against = _("Suppose %(other)s holds %(hand)s.") % {
        "other": other,
        "hand": short_cards(reason["hand"]),
    }
    return PlayLine(
        against,
        (
            _line_text(reason["chosen_line"], reason["chosen_marks"]),
            _line_text(reason["best_line"], reason["best_marks"]),
        ),
    )


def _line_text(line: Sequence[str], marks: int) -> str:
    """Return the cards trick by trick and the points: "9♠ K♠, 10♠ 8♠: −1 point".

    A line of an odd length begins with the answer to a card that is on the table: it ends a trick alone.
    """
    cards = [short_card(each) for each in line]
    starts = range(-(len(cards) % 2), len(cards), 2)
    tricks = ", ".join(" ".join(cards[max(start, 0) : start + 2]) for start in starts)
    return _("%(tricks)s: %(points)s") % {"tricks": tricks, "points": _points(marks)}


def _points(marks: int) -> str:
    """Return the points that a line of play wins or loses: "+1 point", "−2 points"."""
    number = f"{MINUS}{-marks}" if marks < 0 else f"+{marks}"
    return ngettext("%(points)s point", "%(points)s points", abs(marks)) % {"points": number}
