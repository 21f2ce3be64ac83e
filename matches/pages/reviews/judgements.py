"""A decision of the review in plain words: what was chosen, what was better, what it cost, and why.

A verdict goes by the chance of winning the game; marks stand beside it, and alone where the score is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.localized_numbers import decimal, grouped, hundredths, signed
from matches.pages.common import game_words as words
from matches.pages.reviews.choice_words import choice_name, the_choice
from matches.pages.reviews.reason_words import Line, reason_line, reason_sentence
from matches.pages.reviews.treatise_words import TreatiseNote, treatise_note
from scoring.cards import CARD_BY_NAME, Player, adversary, seat
from scoring.record import Variant

LOOKS: Final = {"inaccuracy": "warn", "mistake": "bad", "blunder": "bad"}
CHOICES_SHOWN: Final = 8
"""Of the choices of a decision; of 32 ways to put out cards most are idle."""
LEAST_SHOWN: Final = 0.0005
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision of the review as a page needs it; the fields are those of ``matches.models.Decision``.

    Games and deals count from 1.
    """

    game: int
    deal: int
    kind: str
    trick: int | None
    player: Player
    chosen: str
    best: Sequence[str]
    expected: Mapping[str, float]
    loss: float
    worlds: int | None
    double_dummy_loss: int | None
    label: str | None
    token: int = 0
    se: float | None = None
    chances: Mapping[str, float | None] | None = None
    equity_loss: float | None = None
    equity_se: float | None = None
    rubber_loss: float | None = None
    stake_loss: float | None = None
    method: str = ""
    book: Mapping[str, object] | None = None
    reasons: Sequence[Mapping[str, object]] = ()
    variant: Variant = "ecarte"

    @property
    def anchor(self) -> str:
        """The id of its note on the deal's page."""
        place = f"trick-{self.trick}" if self.trick else f"{self.kind}-{self.token}"
        return f"{place}-{self.player.lower()}"

    @property
    def preferred(self) -> Sequence[str]:
        """What gives the best chance of winning the game; where the score is not known, what is worth most marks."""
        chances = {name: chance for name, chance in (self.chances or {}).items() if chance is not None}
        if not chances:
            return self.best
        highest = max(chances.values())
        found = [name for name, chance in chances.items() if chance >= highest - _CLOSE]
        return sorted(found, key=_in_order)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice beside the one made: its worth in marks, and its chance in 100 of the game or nothing."""

    text: str
    worth: str
    chance: str
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """A decision as its note shows it; what there is nothing to say of is empty.

    ``place`` says where in the deal it was made. ``label`` is empty for what cost less than any label, ``look`` is the
    style of its tag. ``line`` is the play that refutes the choice. ``choices_left_out`` counts the choices that are
    more than a note shows.
    """

    anchor: str
    player: Player
    place: str
    label: str | Promise
    look: str
    sentence: str
    hindsight: str
    reasons: tuple[str, ...]
    line: Line | None
    book: TreatiseNote | None
    choices: tuple[Choice, ...]
    choices_left_out: int
    has_chances: bool
    method: str
    further: str


def flag(judgement: Judgement, names: tuple[str, str]) -> Flag:
    """``names`` are A's and B's."""
    player, other = names[seat(judgement.player)], names[seat(adversary(judgement.player))]
    told = [
        reason_sentence(reason, player=player, other=other, chosen=judgement.chosen)
        for reason in judgement.reasons
    ]
    lines = [reason_line(reason, other=other, chosen=judgement.chosen) for reason in judgement.reasons]
    shown = choices(judgement)
    return Flag(
        anchor=judgement.anchor,
        player=judgement.player,
        place=place(judgement),
        label=words.LABELS.get(judgement.label or "", ""),
        look=LOOKS.get(judgement.label or "", ""),
        sentence=sentence(judgement, names),
        hindsight=hindsight(judgement),
        reasons=tuple(filter(None, told)),
        line=next(filter(None, lines), None),
        book=treatise_note(judgement.kind, judgement.book, preferred=judgement.preferred),
        choices=shown,
        choices_left_out=len(judgement.expected) - len(shown),
        has_chances=any(choice.chance for choice in shown),
        method=method_sentence(judgement, names),
        further=further(judgement),
    )


def place(judgement: Judgement) -> str:
    """``Trick 3``, ``Proposal``: where in the deal the decision was made."""
    if judgement.trick:
        return _("Trick %(number)s") % {"number": judgement.trick}
    if judgement.variant == "triomphe" and judgement.kind == "proposal":
        return _("Offer of the point")
    return str(words.KINDS[judgement.kind])


def sentence(judgement: Judgement, names: tuple[str, str]) -> str:
    """What the choice cost, and what was better; or that nothing was."""
    preferred = judgement.preferred
    told = {
        "chosen": capfirst(the_choice(judgement.kind, judgement.chosen, judgement.variant)),
        "name": names[seat(judgement.player)],
        "best": words.either([the_choice(judgement.kind, choice, judgement.variant) for choice in preferred]),
        "loss": decimal(judgement.loss, 2),
        "chance": "" if judgement.equity_loss is None else hundredths(judgement.equity_loss),
    }
    if judgement.chosen in preferred:
        if len(preferred) == 1:
            return _("%(chosen)s was best.") % told
        return _("%(chosen)s was as good as any.") % told
    has_marks = judgement.loss >= 10 * LEAST_SHOWN
    if judgement.equity_loss is not None and judgement.equity_loss >= LEAST_SHOWN:
        if has_marks:
            said = _(
                "%(chosen)s cost %(name)s %(chance)s in 100 of the game, and %(loss)s marks on average;"
                " %(best)s was better."
            )
        else:
            said = _("%(chosen)s cost %(name)s %(chance)s in 100 of the game; %(best)s was better.")
    elif has_marks:
        said = _("%(chosen)s cost %(name)s %(loss)s marks on average; %(best)s was better.")
    else:
        said = _("%(chosen)s cost %(name)s next to nothing.")
    return said % told


def method_sentence(judgement: Judgement, names: tuple[str, str]) -> str:
    """How the figures were found; empty for a review that did not say."""
    other = names[seat(adversary(judgement.player))]
    if judgement.method == "sampled":
        if judgement.equity_se is not None:
            said = _(
                "Sampled, both players following the stated policy afterwards;"
                " give or take %(error)s in 100 of the game."
            )
            return said % {"error": hundredths(judgement.equity_se)}
        if judgement.se is not None:
            said = _(
                "Sampled, both players following the stated policy afterwards; give or take %(error)s marks."
            )
            return said % {"error": decimal(judgement.se, 2)}
        return _("Sampled, both players following the stated policy afterwards.")
    if not judgement.worlds:
        return {
            "hands seen": _("Counted with both hands seen afterwards."),
            "hands hidden": _("Counted with each player knowing only what he had seen."),
            "counted": _("Counted out."),
        }.get(judgement.method, "")
    told = {"worlds": grouped(judgement.worlds), "other": other}
    said = {
        "hands hidden": ngettext(
            "Counted with the one hand %(other)s could hold, each player knowing only what he had seen.",
            "Counted over the %(worlds)s hands %(other)s could hold, each player knowing only what he had seen.",
            judgement.worlds,
        ),
        "hands seen": ngettext(
            "Counted with the one hand %(other)s could hold, both hands seen.",
            "Counted over the %(worlds)s hands %(other)s could hold, both hands seen afterwards.",
            judgement.worlds,
        ),
    }.get(
        judgement.method,
        ngettext(
            "Counted with the one hand %(other)s could hold.",
            "Counted over the %(worlds)s hands %(other)s could hold.",
            judgement.worlds,
        ),
    )
    return said % told


def further(judgement: Judgement) -> str:
    """What the choice cost of the rubber and of the stake; empty where neither is known."""
    rubber, stake = judgement.rubber_loss or 0, judgement.stake_loss or 0
    told = {"rubber": hundredths(rubber), "stake": decimal(stake, 2)}
    has_stake = stake >= 10 * LEAST_SHOWN
    if rubber >= LEAST_SHOWN and has_stake:
        return _("It cost %(rubber)s in 100 of the rubber, and %(stake)s points of the stake.") % told
    if rubber >= LEAST_SHOWN:
        return _("It cost %(rubber)s in 100 of the rubber.") % told
    return _("It cost %(stake)s points of the stake.") % told if has_stake else ""


def hindsight(judgement: Judgement) -> str:
    """What the choice cost with both hands seen; empty where that was not looked at, and where nothing was better."""
    lost = judgement.double_dummy_loss
    if lost is None or (lost == 0 and judgement.chosen in judgement.preferred):
        return ""
    if lost == 0:
        return _("As the cards lay it cost nothing.")
    return ngettext(
        "As the cards lay it cost %(number)s trick.", "As the cards lay it cost %(number)s tricks.", lost
    ) % {"number": words.number_word(lost)}


def choices(judgement: Judgement) -> tuple[Choice, ...]:
    """The choices with their worth, the best first, equals in the order of the notation; the one made always."""
    chances = judgement.chances or {}

    def standing(item: tuple[str, float]) -> tuple[float, float, tuple[int, str]]:
        return (-(chances.get(item[0]) or 0), -item[1], _in_order(item[0]))

    listed = sorted(judgement.expected.items(), key=standing)
    kept = [item for place, item in enumerate(listed) if place < CHOICES_SHOWN or item[0] == judgement.chosen]
    preferred = judgement.preferred
    return tuple(
        Choice(
            text=choice_name(judgement.kind, name, judgement.variant),
            worth=signed(worth),
            chance="" if (chance := chances.get(name)) is None else hundredths(chance),
            is_chosen=name == judgement.chosen,
            is_best=name in preferred,
        )
        for name, worth in kept
    )


def _in_order(choice: str) -> tuple[int, str]:
    """Where a choice stands in the order of the notation, which stored objects do not keep."""
    return CARD_BY_NAME.get(choice, 0), choice
