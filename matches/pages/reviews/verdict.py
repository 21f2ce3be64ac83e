"""Put the verdict on an answer into words: how good the choice is, what it costs, why, and what each choice wins.

Home, practice and the hands of the old treatise share these words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from matches.common.number_format import percent
from matches.pages.common.card_faces import face_of
from matches.pages.common.game_words import LABEL_SIGNS
from matches.pages.reviews.choice_words import kept_cards, short_card, short_cards
from matches.pages.reviews.reason_words import PlayLine, reason_line, reason_sentence
from scoring.cards import CARD_BY_NAME, CardMask
from worker.review.decision import CALL_FREQUENCY, NOTHING
from worker.review.labels import Label, is_either_right, label_of

CLOSE: Final = 1e-6
"""Two choices count as equally good if their chances differ by at most this."""
LEAST_SHOWN: Final = 0.005
"""The smallest cost that is one per cent when it is rounded."""
MOST_NAMED: Final = 2
MOST_BARS: Final = 4
"""The number of bars for an exchange; of 32 possible ones most are uninteresting."""
NO_REASONS: Final = frozenset({"keeps", CALL_FREQUENCY})
"""The codes whose sentences repeat what the bars show: the best choice, and how often it is made."""
VERDICTS: Final[dict[str, str | Promise]] = {
    "best": gettext_lazy("{choice} is best"),
    "equal": gettext_lazy("{choice} is just as good"),
    "either": gettext_lazy("Either call is right"),
    "close": gettext_lazy("{choice} is nearly as good"),
    "inaccuracy": gettext_lazy("{choice} is a little worse"),
    "mistake": gettext_lazy("{choice} is a mistake"),
    "blunder": gettext_lazy("{choice} is a blunder"),
}
CALLS: Final[dict[tuple[str, str], tuple[str | Promise, str | Promise]]] = {
    ("proposal", "P"): (pgettext_lazy("button", "Propose"), gettext_lazy("proposing")),
    ("proposal", "S"): (pgettext_lazy("button", "Play"), gettext_lazy("playing at once")),
    ("reply", "G"): (pgettext_lazy("button", "Give cards"), gettext_lazy("giving cards")),
    ("reply", "R"): (pgettext_lazy("button", "Refuse"), gettext_lazy("refusing")),
    ("king", "K"): (pgettext_lazy("button", "Announce the king"), gettext_lazy("announcing the king")),
    ("king", NOTHING): (pgettext_lazy("button", "Say nothing"), gettext_lazy("saying nothing")),
}
"""The words of a call on its button, and as the subject of a sentence."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with the chance to win the game after each choice, in the notation's order.

    ``frequency`` is how often the equilibrium makes each of two calls; it is empty for other decisions.
    """

    kind: str
    hand: CardMask
    chances: Mapping[str, float]
    frequency: Mapping[str, float] = field(default_factory=dict)

    @property
    def best(self) -> tuple[str, ...]:
        return tuple(choice for choice in self.chances if self.loss(choice) <= CLOSE)

    def loss(self, choice: str) -> float:
        return max(self.chances.values()) - self.chances[choice]

    def label(self, choice: str) -> Label | None:
        return label_of(self.loss(choice), self.frequency.get(choice))

    @property
    def is_either_right(self) -> bool:
        """Whether the decision is a call of which both are right."""
        chances = self.chances.values()
        return bool(self.frequency) and is_either_right(
            next(iter(self.frequency.values())), max(chances) - min(chances)
        )

    def name(self, choice: str) -> SafeString | str:
        """Return a choice as the subject of a sentence: "K♠", "refusing", "keeping 10♥"."""
        if self.kind == "card":
            return card_in_text(choice)
        if self.kind != "discard":
            return str(CALLS[self.kind, choice][1])
        kept = self.kept(choice)
        if not kept:
            return _("changing all five")
        if choice == NOTHING:
            return _("keeping all five")
        return _("keeping %(cards)s") % {"cards": short_cards(kept)}

    def short_name(self, choice: str) -> SafeString | str | Promise:
        """Return a choice as it is called on its button and beside its bar: "K♠", "Refuse", "10♥ 7♦"."""
        if self.kind == "card":
            return card_in_text(choice)
        if self.kind != "discard":
            return CALLS[self.kind, choice][0]
        kept = self.kept(choice)
        if not kept:
            return pgettext("button", "None: change all five")
        return pgettext("button", "All five") if choice == NOTHING else short_cards(kept)

    def kept(self, choice: str) -> str:
        """Return the cards that a discard leaves in the hand, in the notation."""
        return kept_cards(choice, self.hand)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one choice. ``look`` is the class of its ``mark``; ``reasons`` come first, ``further`` unfold."""

    look: str
    mark: str
    heading: SafeString
    chance: str
    cost: SafeString | str
    reasons: tuple[str, ...]
    further: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        return self.look not in LABEL_SIGNS


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar for choices that are equally good: their names, their chance in words and as a width of 100.

    ``frequency`` is how often each is made, "" for decisions that are no calls.
    """

    names: SafeString
    chance: str
    width: int
    look: str
    frequency: str
    is_chosen: bool


def verdict_on(
    judged: Judged,
    choice: str,
    *,
    reasons: Sequence[Mapping[str, Any]] = (),
    other: str = "",
    shown: int = 0,
) -> Verdict:
    """Return the verdict on ``choice``.

    ``reasons`` are those of a review for this choice, said to the player, with ``other`` as the opponent's name; the
    first ``shown`` of them stand beside the verdict.
    """
    look = _look(judged, choice)
    sentences = reason_sentences(reasons, other=other, chosen=choice)
    example = example_of(reasons, other=other, chosen=choice)
    play = () if example is None else (example.against, *example.ways)
    return Verdict(
        look=look,
        mark=LABEL_SIGNS.get(look, "✓"),
        heading=format_html(str(VERDICTS[look]), choice=_capital(judged.name(choice))),
        chance=percent(judged.chances[choice]),
        cost=cost_sentence(judged, choice, look),
        reasons=tuple(sentences[:shown]),
        further=(*sentences[shown:], *play),
    )


def _look(judged: Judged, choice: str) -> str:
    label = judged.label(choice)
    if label is None and judged.is_either_right:
        return "either"
    if judged.loss(choice) <= CLOSE:
        return "best" if len(judged.best) == 1 else "equal"
    return label or "close"


def cost_sentence(judged: Judged, choice: str, look: str = "") -> SafeString | str:
    """Return what a choice costs, and which is best: "Costs 10 %. Best: K♣ or J♦."; "" if nothing is better."""
    loss = judged.loss(choice)
    if loss <= CLOSE or look == "either":
        return ""
    best = either([judged.name(each) for each in judged.best[:MOST_NAMED]])
    if loss < LEAST_SHOWN:
        return format_html(_("It costs less than {loss}. Best: {best}."), loss=percent(0.01), best=best)
    return format_html(_("It costs {loss}. Best: {best}."), loss=percent(loss), best=best)


def reason_sentences(reasons: Iterable[Mapping[str, Any]], *, other: str, chosen: str) -> list[str]:
    """Return a review's reasons for its judgement of ``chosen`` as sentences that are said to the player."""
    sentences = (
        reason_sentence(reason, player=None, other=other, chosen=chosen)
        for reason in reasons
        if reason["code"] not in NO_REASONS
    )
    return [str(capfirst(sentence)) for sentence in sentences if sentence]


def example_of(reasons: Iterable[Mapping[str, Any]], *, other: str, chosen: str) -> PlayLine | None:
    """Return the play that shows why a choice is bad, or None if the reasons have none."""
    lines = (reason_line(reason, other=other, chosen=chosen) for reason in reasons)
    return next(filter(None, lines), None)


def bars(judged: Judged, chosen: str = "") -> list[Bar]:
    """Return a bar for each value that a choice has, the best first.

    Of an exchange there are ``MOST_BARS`` at most; the one of ``chosen`` is always among them.
    """
    groups: list[list[str]] = []
    for choice in sorted(judged.chances, key=judged.loss):
        if groups and not judged.frequency and judged.loss(choice) - judged.loss(groups[-1][0]) <= CLOSE:
            groups[-1].append(choice)
        else:
            groups.append([choice])
    if judged.kind == "discard" and len(groups) > MOST_BARS:
        own = next((group for group in groups[MOST_BARS - 1 :] if chosen in group), groups[MOST_BARS - 1])
        groups = [*groups[: MOST_BARS - 1], own]
    return [_bar(judged, group, chosen) for group in groups]


def _bar(judged: Judged, group: Sequence[str], chosen: str) -> Bar:
    chance = judged.chances[group[0]]
    is_chosen = chosen in group
    named = [chosen] if is_chosen else []
    named += [each for each in group if each != chosen]
    share = judged.frequency.get(group[0])
    label = judged.label(group[0])
    return Bar(
        names=_names(judged, named),
        chance=percent(chance),
        width=round(100 * chance),
        look="best" if judged.loss(group[0]) <= CLOSE else label if is_chosen and label else "",
        frequency="" if share is None else percent(share),
        is_chosen=is_chosen,
    )


def _names(judged: Judged, choices: Sequence[str]) -> SafeString:
    """Return the names of equally good choices. Exchanges have long names, and there may be many: one is named."""
    if judged.kind == "discard":
        name = judged.short_name(choices[0])
        return format_html(_("{cards} or another") if len(choices) > 1 else "{cards}", cards=name)
    *some, last = (judged.short_name(each) for each in choices)
    if not some:
        return format_html("{}", last)
    return format_html(
        _("{first} or {second}"), first=format_html_join(", ", "{}", ((each,) for each in some)), second=last
    )


def either(names: Sequence[SafeString | str]) -> SafeString | str:
    """Join the names of one or two choices with "or"."""
    if len(names) == 1:
        return names[0]
    return format_html(_("{first} or {second}"), first=names[0], second=names[1])


def card_in_text(code: str) -> SafeString:
    """Return a card in short, in the colour of its suit."""
    face = face_of(CARD_BY_NAME[code])
    return format_html('<b class="in-text {}">{}</b>', face.suit, short_card(code))


def _capital(name: SafeString | str) -> SafeString | str:
    """Return a name as the first word of a sentence. A card in its HTML needs no change."""
    return name if isinstance(name, SafeString) else str(capfirst(name))
