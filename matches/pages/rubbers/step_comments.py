"""Comment on each step of a deal: the verdict on the choice made there, its alternatives as bars, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.common.number_format import percent, signed
from matches.pages.common.findings import FindingNote
from matches.pages.common.game_words import LABEL_SIGNS
from matches.pages.reviews.choice_words import choice_name, kept_cards, short_cards
from matches.pages.reviews.judgements import Flag, Judgement
from matches.pages.rubbers.deal_steps import DealStep
from matches.pages.rubbers.deal_timeline import Step
from scoring.cards import CARD_BY_NAME, PLAYERS, seat
from worker.review.decision import NOTHING

BARS_SHOWN: Final = 3
"""The number of bars that a comment shows at once, beside that of the player's own choice."""
NAMES_IN_A_BAR: Final = 4
"""The number of cards that a bar names."""
MOST_POINTS: Final = 2
"""The most points that a choice gains or loses, where a bar shows points instead of chances."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Choices of equal worth in one row. ``width`` is the length of the bar, of 100; ``often`` how often the best
    mix makes the choice, or "".
    """

    names: str
    width: int
    worth: str
    often: str
    look: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a choice. ``badge`` is "" for one that was no mistake, or whose cost is within its error.

    ``name`` is that of the player who chose, and whose knowledge the bars count with.
    """

    flag: Flag
    badge: str
    look: str
    label: str | Promise
    heading: str
    rest: str
    name: str
    bars: tuple[Bar, ...]
    more_bars: tuple[Bar, ...]
    has_mix: bool
    is_exchange: bool


@dataclass(frozen=True, slots=True)
class Comment:
    """The comment on a step. ``by`` is the player who made it, "a" or "b"; "" for nobody.

    ``values`` says each player's chance with both hands open; ``ending`` what came of the deal, at the last step.
    """

    number: int
    is_now: bool
    by: str
    text: str
    verdicts: tuple[Verdict, ...]
    notes: tuple[Step, ...]
    findings: tuple[FindingNote, ...]
    values: str
    ending: str

    @property
    def badge(self) -> Verdict | None:
        """The verdict that the list of steps shows; None without a badge."""
        return next((verdict for verdict in self.verdicts if verdict.badge), None)


def is_certain(judgement: Judgement) -> bool:
    """Return whether a choice cost more than the error of the cost."""
    return judgement.equity_se is None or (judgement.equity_loss or 0) > judgement.equity_se


def judged_badly(steps: Sequence[DealStep], judgements: Sequence[Judgement]) -> dict[int, Judgement]:
    """Return the judgement of each step that has a badge, by the step's number from 0."""
    by_anchor = {judgement.anchor: judgement for judgement in judgements}
    by_step: dict[int, Judgement] = {}
    for number, step in enumerate(steps):
        for flag in step.flags:
            judgement = by_anchor[flag.anchor]
            if judgement.label and is_certain(judgement):
                by_step.setdefault(number, judgement)
    return by_step


def comments(
    steps: Sequence[DealStep],
    judgements: Sequence[Judgement],
    *,
    names: tuple[str, str],
    chances: Sequence[float | None],
    now: int,
    ending: str = "",
) -> tuple[Comment, ...]:
    """Return the comment on each step. ``chances`` are A's with both hands open after each step, None if unknown."""
    by_anchor = {judgement.anchor: judgement for judgement in judgements}
    return tuple(
        Comment(
            number=number,
            is_now=number == now,
            by=(step.player or "").lower(),
            text=step.text,
            verdicts=tuple(
                verdict(flag, by_anchor[flag.anchor], names=names) for flag in _worst_first(step, by_anchor)
            ),
            notes=step.notes,
            findings=step.findings,
            values=_values_sentence(chances[number - 1], names),
            ending=ending if number == len(steps) else "",
        )
        for number, step in enumerate(steps, start=1)
    )


def _worst_first(step: DealStep, by_anchor: Mapping[str, Judgement]) -> list[Flag]:
    return sorted(step.flags, key=lambda flag: -(by_anchor[flag.anchor].equity_loss or 0))


def verdict(flag: Flag, judgement: Judgement, *, names: tuple[str, str]) -> Verdict:
    has_badge = bool(judgement.label) and is_certain(judgement)
    heading, _stop, rest = flag.sentence.partition(". ")
    bars = bars_of(judgement)
    own = next((bar for bar in bars if bar.look == "is-bad"), None)
    first = bars[:BARS_SHOWN]
    if own is not None and own not in first:
        first = (*first[: BARS_SHOWN - 1], own)
    return Verdict(
        flag=flag,
        badge=LABEL_SIGNS.get(judgement.label or "", "") if has_badge else "",
        look=(judgement.label or "") if has_badge else "",
        label=flag.label if has_badge else "",
        heading=heading.removesuffix("."),
        rest=rest,
        name=names[seat(judgement.player)],
        bars=first,
        more_bars=tuple(bar for bar in bars if bar not in first),
        has_mix=any(bar.often for bar in bars),
        is_exchange=judgement.kind == "discard",
    )


def bars_of(judgement: Judgement) -> tuple[Bar, ...]:
    """Return the choices as bars, the best first; choices that are worth the same share one, except exchanges."""
    chances, frequency, preferred = judgement.chances or {}, judgement.frequency, judgement.preferred
    names = sorted(
        judgement.expected,
        key=lambda name: (-(chances.get(name) or 0), -judgement.expected[name], CARD_BY_NAME.get(name, 0)),
    )
    is_exchange = judgement.kind == "discard"
    groups: dict[tuple[str, str, bool, str], list[str]] = {}
    for name in names:
        share = frequency.get(name)
        worth, often = _worth(judgement, name), "" if share is None else percent(share)
        groups.setdefault((worth, often, name in preferred, name if is_exchange else ""), []).append(name)
    return tuple(
        Bar(
            names=_names_of(judgement, group),
            width=_width(judgement, group[0]),
            worth=worth,
            often=often,
            look=_look(judgement, group, is_best=is_best),
        )
        for (worth, often, is_best, _alone), group in groups.items()
    )


def _look(judgement: Judgement, group: Sequence[str], *, is_best: bool) -> str:
    if is_best or judgement.is_either_right:
        return "is-best"
    return "is-bad" if judgement.chosen in group else ""


def _worth(judgement: Judgement, name: str) -> str:
    chance = (judgement.chances or {}).get(name)
    return signed(judgement.expected[name]) if chance is None else percent(chance)


def _width(judgement: Judgement, name: str) -> int:
    chance = (judgement.chances or {}).get(name)
    if chance is None:
        chance = (judgement.expected[name] + MOST_POINTS) / (2 * MOST_POINTS)
    return round(100 * min(max(chance, 0), 1))


def _names_of(judgement: Judgement, group: Sequence[str]) -> str:
    hand = judgement.hand
    if hand and group[0] != NOTHING and (kept := kept_cards(group[0], hand)):
        return short_cards(kept)
    most = NAMES_IN_A_BAR
    own = [judgement.chosen] if judgement.chosen in group[most:] else []
    named = [
        choice_name(judgement.kind, name, judgement.variant, hand=hand)
        for name in [*group[: most - len(own)], *own]
    ]
    separator = " " if judgement.kind == "card" else ", "
    return str(capfirst(separator.join(named))) + (" …" if len(group) > most else "")


def _values_sentence(chance: float | None, names: tuple[str, str]) -> str:
    if chance is None:
        return ""
    values = {
        "a": names[seat(PLAYERS[0])],
        "b": names[seat(PLAYERS[1])],
        "of_a": percent(chance),
        "of_b": percent(1 - chance),
    }
    return _("Chance to win the game with both hands open: %(b)s %(of_b)s, %(a)s %(of_a)s.") % values


def chances_after(
    steps: Sequence[DealStep], moments: Sequence[Mapping[str, Any]]
) -> tuple[float | None, ...]:
    """Return A's chance after each step: that of the last moment up to it, None before the first.

    ``moments`` are those of a review in order (``worker.review.decision.Moment``). The turn-up comes after the cards.
    """
    return tuple(
        next((moment["chance"] for moment in reversed(moments) if moment["token"] <= step.token), None)
        for step in steps
    )
