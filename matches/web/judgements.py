"""A flagged decision in plain words: what was chosen, what was better, and what it cost on average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.web import words
from matches.web.faces import Face, face_of
from scoring.cards import CARD_BY_NAME, Player, adversary, seat


@dataclass(frozen=True, slots=True)
class Judgement:
    """A flagged decision of the review as a page needs it. Games and deals count from 1."""

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

    @property
    def anchor(self) -> str:
        """The id of its note on the deal's page."""
        place = f"trick-{self.trick}" if self.trick else self.kind
        return f"{place}-{self.player.lower()}"


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice beside the one made. ``face`` is None where the choice was not a card."""

    face: Face | None
    text: str
    worth: str
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """``label`` is empty until the loss has been weighed in chances of winning."""

    anchor: str
    label: str | Promise
    sentence: str
    hindsight: str
    choices: tuple[Choice, ...]


def flag(judgement: Judgement, names: tuple[str, str]) -> Flag:
    """``names`` are A's and B's."""
    return Flag(
        anchor=judgement.anchor,
        label=words.LABELS.get(judgement.label or "", ""),
        sentence=sentence(judgement, names),
        hindsight=hindsight(judgement),
        choices=choices(judgement),
    )


def sentence(judgement: Judgement, names: tuple[str, str]) -> str:
    told = {
        "chosen": capfirst(the_choice(judgement.chosen)),
        "loss": number_format(judgement.loss, decimal_pos=2),
        "best": words.either([the_choice(choice) for choice in judgement.best]),
    }
    if not judgement.worlds:
        return _("%(chosen)s was worth %(loss)s marks less than %(best)s.") % told
    told["other"] = names[seat(adversary(judgement.player))]
    told["worlds"] = number_format(judgement.worlds, use_l10n=True, force_grouping=True)
    if judgement.worlds == 1:
        said = _(
            "%(chosen)s was worth %(loss)s marks less than %(best)s, with the one hand %(other)s could hold."
        )
    else:
        said = _(
            "%(chosen)s was worth %(loss)s marks less than %(best)s,"
            " on average over the %(worlds)s hands %(other)s could hold."
        )
    return said % told


def hindsight(judgement: Judgement) -> str:
    """What the choice cost with both hands seen; empty where that was not looked at."""
    lost = judgement.double_dummy_loss
    if lost is None:
        return ""
    if lost == 0:
        return _("As the cards lay it cost nothing.")
    return ngettext(
        "As the cards lay it cost %(number)s trick.", "As the cards lay it cost %(number)s tricks.", lost
    ) % {"number": words.number_word(lost)}


def choices(judgement: Judgement) -> tuple[Choice, ...]:
    """Every choice with its worth in marks, the best first; equals in the order of the notation."""
    listed = sorted(judgement.expected.items(), key=lambda item: -item[1])
    return tuple(
        Choice(
            face=face_of(CARD_BY_NAME[name]) if name in CARD_BY_NAME else None,
            text=choice_name(name),
            worth=signed(worth),
            is_chosen=name == judgement.chosen,
            is_best=name in judgement.best,
        )
        for name, worth in listed
    )


def choice_name(choice: str) -> str:
    """``HQ`` -> queen of hearts; a choice that is not a card keeps its notation."""
    card = CARD_BY_NAME.get(choice)
    return choice if card is None else str(face_of(card).name)


def the_choice(choice: str) -> str:
    """``HQ`` -> the queen of hearts."""
    card = CARD_BY_NAME.get(choice)
    return choice if card is None else str(face_of(card).the)


def signed(marks: float) -> str:
    """Marks with their sign, two decimals: ``+0.36``, ``−0.12``."""
    rounded = round(marks, 2)
    text = number_format(abs(rounded), decimal_pos=2)
    if rounded > 0:
        return f"+{text}"
    return f"−{text}" if rounded < 0 else text
