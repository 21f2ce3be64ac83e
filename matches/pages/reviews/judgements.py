"""Put a reviewed decision into words: the choice, what it cost, the better choice, and the reasons.

The cost is in chances to win the game. If the score is unknown, it is in points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.number_format import MARGIN, grouped, percent, signed
from matches.pages.common import game_words
from matches.pages.reviews.chances import points_text
from matches.pages.reviews.choice_words import TreatiseNote, choice_name, choice_phrase, treatise_note
from matches.pages.reviews.reason_words import PlayLine, reason_line, reason_sentence, share_in_words
from scoring.cards import CARD_BY_NAME, HAND_SIZE, CardMask, Player, opponent, parse_cards, seat
from scoring.record import Variant
from worker.review.decision import NOTHING, frequency_in
from worker.review.labels import RIGHT_FROM, SMALL_GAP, is_either_right

LOOKS: Final = {"inaccuracy": "warn", "mistake": "bad", "blunder": "bad"}
CHOICES_SHOWN: Final = 8
"""The number of choices that a note shows; of 32 possible discards most are uninteresting."""
MOST_NAMED: Final = 3
"""The number of equally good choices that a comment names."""
LEAST_SHOWN: Final = 0.0005
"""A smaller loss in the chance to win counts as nothing."""
LEAST_ERROR: Final = 0.001
"""The least margin of error of a chance that is told, since margins have one decimal."""
LEAST_POINTS: Final = 0.005
"""A smaller loss in points counts as nothing."""
NO_REASONS: Final = frozenset({"keeps"})
"""The codes of reasons that only repeat the best choice, which the comment names."""
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision with the review's judgement; its fields are those of ``matches.models.Decision``."""

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
    method: str = ""
    book: Mapping[str, object] | None = None
    reasons: Sequence[Mapping[str, object]] = ()
    variant: Variant = "ecarte"

    @property
    def anchor(self) -> str:
        """The HTML id of the note on this decision, on the page of the deal."""
        place = f"trick-{self.trick}" if self.trick else f"{self.kind}-{self.token}"
        return f"{place}-{self.player.lower()}"

    @property
    def frequency(self) -> Mapping[str, float]:
        """The frequency of each first call at the equilibrium; empty for other decisions, and in earlier reviews."""
        return frequency_in(self.reasons)

    @property
    def is_either_right(self) -> bool:
        """Whether the decision is a first call of which both are right."""
        frequency = self.frequency
        known = [chance for chance in (self.chances or {}).values() if chance is not None]
        if not frequency or not known:
            return False
        return is_either_right(frequency[self.chosen], max(known) - min(known))

    @property
    def hand(self) -> CardMask:
        """The five cards that the player held before an exchange, taken from all the choices.

        0 for other decisions, and if the choices do not name five cards.
        """
        if self.kind != "discard":
            return 0
        cards = reduce(or_, (parse_cards(choice) for choice in self.expected if choice != NOTHING), 0)
        return cards if cards.bit_count() == HAND_SIZE else 0

    @property
    def preferred(self) -> Sequence[str]:
        """The choices with the best chance of winning the game; if that is unknown, those worth most marks."""
        chances = {name: chance for name, chance in (self.chances or {}).items() if chance is not None}
        if not chances:
            return self.best
        highest = max(chances.values())
        best = [name for name, chance in chances.items() if chance >= highest - _CLOSE]
        return sorted(best, key=_in_order)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that the player had, with its value in points.

    ``chance`` is the chance to win the game after it, in per cent, ``frequency`` how often the equilibrium makes it;
    either is "" if it is unknown.
    """

    text: str
    worth: str
    chance: str
    frequency: str
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """The note on a reviewed decision. A text that is not needed is "".

    ``place`` says when in the deal the player decided. ``label`` is "" if the choice cost less than the least
    mistake; ``look`` is the CSS class of its tag. ``sentence`` is the comment: what the choice cost, and the best
    one. ``hindsight`` is what it cost with both hands known. ``line`` is the play that shows why the choice was bad;
    ``book`` is the treatise's advice. ``method`` and ``further`` say how the values were computed, and spell the
    cost out.
    """

    anchor: str
    player: Player
    place: str
    label: str | Promise
    look: str
    sentence: str
    hindsight: str
    reasons: tuple[str, ...]
    line: PlayLine | None
    book: TreatiseNote | None
    choices: tuple[Choice, ...]
    choices_left_out: int
    has_chances: bool
    has_frequencies: bool
    method: str
    further: str


def flag(judgement: Judgement, names: tuple[str, str]) -> Flag:
    """Return the note on a reviewed decision. ``names`` are the names of A and B."""
    player, other = names[seat(judgement.player)], names[seat(opponent(judgement.player))]
    reasons = [
        reason_sentence(reason, player=player, other=other, chosen=judgement.chosen)
        for reason in judgement.reasons
        if reason["code"] not in NO_REASONS
    ]
    if judgement.is_either_right and not is_either_right(judgement.frequency[judgement.chosen], None):
        reasons = [_("The two calls are less than %(share)s apart.") % {"share": percent(SMALL_GAP)}]
    lines = [reason_line(reason, other=other, chosen=judgement.chosen) for reason in judgement.reasons]
    shown_choices = choices(judgement)
    return Flag(
        anchor=judgement.anchor,
        player=judgement.player,
        place=place(judgement),
        label=game_words.LABELS.get(judgement.label or "", ""),
        look=LOOKS.get(judgement.label or "", ""),
        sentence=sentence(judgement),
        hindsight=hindsight(judgement),
        reasons=tuple(filter(None, reasons)),
        line=next(filter(None, lines), None),
        book=treatise_note(
            judgement.kind,
            judgement.book,
            preferred=list(judgement.expected) if judgement.is_either_right else judgement.preferred,
            hand=judgement.hand,
        ),
        choices=shown_choices,
        choices_left_out=len(judgement.expected) - len(shown_choices),
        has_chances=any(choice.chance for choice in shown_choices),
        has_frequencies=any(choice.frequency for choice in shown_choices),
        method=method_sentence(judgement, names),
        further=further_cost(judgement),
    )


def place(judgement: Judgement) -> str:
    """Return a text on when in the deal the player decided: "Trick 3", "Proposal"."""
    if judgement.trick:
        return _("Trick %(number)s") % {"number": judgement.trick}
    if judgement.variant == "triomphe" and judgement.kind == "proposal":
        return _("Offer of the point")
    return str(game_words.KINDS[judgement.kind])


def sentence(judgement: Judgement) -> str:
    """Return the comment on a choice: what it cost and which choice was best. "8♥ cost 11 %. Best: Q♦ or J♦."

    The cost is the loss in the chance to win the game.
    """
    if judgement.is_either_right:
        return _("Either call is right.")
    preferred, variant, hand = judgement.preferred, judgement.variant, judgement.hand
    chosen = capfirst(choice_phrase(judgement.kind, judgement.chosen, variant, hand=hand))
    if judgement.chosen in preferred:
        text = _("%(chosen)s was best.") if len(preferred) == 1 else _("%(chosen)s was as good as any.")
        return text % {"chosen": chosen}
    if judgement.frequency.get(judgement.chosen, 0) >= RIGHT_FROM:
        return _("%(chosen)s was right.") % {"chosen": chosen}
    cost = _cost(judgement)
    if not cost:
        return _("%(chosen)s cost next to nothing.") % {"chosen": chosen}
    best = game_words.either(
        [choice_name(judgement.kind, choice, variant, hand=hand) for choice in preferred[:MOST_NAMED]]
    )
    return _("%(chosen)s cost %(cost)s. Best: %(best)s.") % {"chosen": chosen, "cost": cost, "best": best}


def _cost(judgement: Judgement) -> str:
    """Return the cost of a choice: "11 %", "less than 1 %", or "0.36 points" if the score is unknown; "" if it is 0."""
    lost = judgement.equity_loss
    if lost is None:
        return points_text(judgement.loss) if judgement.loss >= LEAST_POINTS else ""
    if lost < LEAST_SHOWN:
        return ""
    return share_in_words(lost)


def method_sentence(judgement: Judgement, names: tuple[str, str]) -> str:
    """Return a sentence on how the review computed the numbers, or "" if the review does not say."""
    other = names[seat(opponent(judgement.player))]
    if judgement.method == "sampled":
        return _sampled_sentence(judgement)
    if judgement.method == "hands hidden" and judgement.equity_se is not None:
        text = _("Estimated with hidden hands, as at the table; give or take %(error)s.")
        return text % {"error": percent(max(MARGIN * judgement.equity_se, LEAST_ERROR), 1)}
    if not judgement.worlds:
        return {
            "hands seen": _("Counted with both hands open."),
            "hands hidden": _("Counted with hidden hands: each player knows only what they have seen."),
            "counted": _("Counted exactly."),
        }.get(judgement.method, "")
    values = {"worlds": grouped(judgement.worlds), "other": other}
    text = {
        "hands hidden": ngettext(
            "Counted with the one hand that %(other)s could hold; each player knows only what they have seen.",
            "Counted over the %(worlds)s hands that %(other)s could hold; each player knows only what they have seen.",
            judgement.worlds,
        ),
        "hands seen": ngettext(
            "Counted with the one hand that %(other)s could hold, with both hands open.",
            "Counted over the %(worlds)s hands that %(other)s could hold, with both hands open from then on.",
            judgement.worlds,
        ),
    }.get(
        judgement.method,
        ngettext(
            "Counted with the one hand that %(other)s could hold.",
            "Counted over the %(worlds)s hands that %(other)s could hold.",
            judgement.worlds,
        ),
    )
    return text % values


def _sampled_sentence(judgement: Judgement) -> str:
    if judgement.equity_se is not None:
        error = percent(max(MARGIN * judgement.equity_se, LEAST_ERROR), 1)
    elif judgement.se is not None:
        error = points_text(MARGIN * judgement.se)
    else:
        return _("Estimated from random deals.")
    return _("Estimated from random deals; give or take %(error)s.") % {"error": error}


def further_cost(judgement: Judgement) -> str:
    """Return the cost in full: chances of the game and the rubber, and points; "" if nothing or if it was right."""
    if judgement.is_either_right or judgement.frequency.get(judgement.chosen, 0) >= RIGHT_FROM:
        return ""
    lost, rubber = judgement.equity_loss or 0, judgement.rubber_loss or 0
    game = percent(lost, 1)
    if judgement.loss >= LEAST_POINTS:
        game = f"{game} ({points_text(judgement.loss)})"
    if rubber >= LEAST_SHOWN:
        text = _("It cost %(game)s of the game and %(rubber)s of the rubber.")
        return text % {"game": game, "rubber": percent(rubber, 1)}
    return _("It cost %(game)s of the game.") % {"game": game} if lost >= LEAST_SHOWN else ""


def hindsight(judgement: Judgement) -> str:
    """Return a sentence on the cost in tricks with both hands known; "" if unknown, or if 0 and nothing was better."""
    lost = judgement.double_dummy_loss
    if lost is None or (lost == 0 and judgement.chosen in judgement.preferred):
        return ""
    if lost == 0:
        return _("This time it did no harm.")
    text = ngettext("This time it cost %(number)s trick.", "This time it cost %(number)s tricks.", lost)
    return text % {"number": game_words.number_word(lost)}


def choices(judgement: Judgement) -> tuple[Choice, ...]:
    """Return the choices to list, the best first, equal ones in EGN's order; the player's own is among them."""
    chances = judgement.chances or {}
    frequency = judgement.frequency

    def standing(item: tuple[str, float]) -> tuple[float, float, tuple[int, str]]:
        return (-(chances.get(item[0]) or 0), -item[1], _in_order(item[0]))

    listed = sorted(judgement.expected.items(), key=standing)
    first = [
        item for place, item in enumerate(listed) if place < CHOICES_SHOWN or item[0] == judgement.chosen
    ]
    preferred = judgement.preferred
    return tuple(
        Choice(
            text=choice_name(judgement.kind, name, judgement.variant, hand=judgement.hand),
            worth=signed(worth),
            chance="" if (chance := chances.get(name)) is None else percent(chance),
            frequency="" if (share := frequency.get(name)) is None else percent(share),
            is_chosen=name == judgement.chosen,
            is_best=name in preferred,
        )
        for name, worth in first
    )


def _in_order(choice: str) -> tuple[int, str]:
    """Return a key for sorting in the order of the notation, which stored objects do not keep."""
    return CARD_BY_NAME.get(choice, 0), choice
