"""Data types of a review: judged decisions, luck, and the probability of winning during a deal.

Chances are probabilities, 0 to 1, of winning the game. Marks are the player's minus the opponent's. A
standard error belongs to a sampled value, and is None for a value that was counted exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from scoring.cards import Player
from scoring.findings import JsonValue
from scoring.record import Variant
from worker.review.labels import Label, label_of
from worker.review.policy_version import POLICY_VERSIONS

Kind: TypeAlias = Literal["card", "proposal", "reply", "discard", "king"]
Method: TypeAlias = Literal["hands seen", "hands hidden", "counted", "sampled"]

NOTHING: Final = "-"
"""The name of the choice not to announce the king, or to discard no card."""

CALL_FREQUENCY: Final = "call_frequency"
"""The code of the reason that says how often the equilibrium makes a first call."""
GOING_ON: Final[Mapping[str, str]] = {"S": "P", "R": "G"}
"""The call that goes on with the exchange, by the call that ends it."""
ENDING_CALLS: Final = frozenset(GOING_ON)

_DECIMALS: Final = 6


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that was open to the player.

    - ``name``: a card (``HT``), a call (``P``, ``S``, ``G`` or ``R``), the cards to discard (``HT.D7``, or
      ``-`` for none), or ``K`` to announce the king (``-`` for silence).
    - ``marks``: the mean of the player's marks minus the opponent's after the choice.
    - ``chance``: the player's probability of winning the game after the choice, or None if the score is
      unknown.
    - ``hidden_marks``: ``marks`` if neither player sees the other hand from the first lead on, or None if this was
      not computed.
    """

    name: str
    marks: float
    chance: float | None
    hidden_marks: float | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that supports the verdict: the code of a sentence in ``worker.review.reasons``, and its parameters."""

    code: str
    params: dict[str, JsonValue] = field(default_factory=dict)

    def as_json(self) -> dict[str, JsonValue]:
        return {"code": self.code, **self.params}


@dataclass(frozen=True, slots=True)
class BookAdvice:
    """The old treatise's advice on one choice.

    - ``rule``: the code of the rule that applies (``worker.review.treatise``).
    - ``choices``: the choices that the rule allows; empty if the rule leaves the choice open.
    - ``reading``: the code of our interpretation of the text (``worker.review.treatise.READINGS``), if the
      advice rests on one; otherwise empty.
    - ``also``: the advice of another passage if the treatise contradicts itself; otherwise None.
    """

    rule: str
    choices: tuple[str, ...]
    reading: str = ""
    also: BookAdvice | None = None

    @property
    def all_choices(self) -> tuple[str, ...]:
        """The choices that any passage of the treatise allows. The choices of the first passage come first."""
        return self.choices if self.also is None else (*self.choices, *self.also.all_choices)

    def as_json(self) -> dict[str, JsonValue]:
        """Return the advice as a JSON object to store. ``reading`` and ``also`` are omitted if they are empty
        or None.
        """
        stored: dict[str, JsonValue] = {"rule": self.rule, "choices": list(self.choices)}
        if self.reading:
            stored["reading"] = self.reading
        if self.also is not None:
            stored["also"] = self.also.as_json()
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> BookAdvice:
        """Build the advice from a JSON object that ``as_json`` returned.

        Objects that version 0.1.0 stored have only a rule and choices.
        """
        also = stored.get("also")
        return cls(
            stored["rule"],
            tuple(stored["choices"]),
            stored.get("reading", ""),
            None if also is None else cls.from_json(also),
        )


def call_reason(frequency: Mapping[str, float]) -> Reason:
    """Return the reason that says how often the equilibrium makes each of two calls (``worker.review.reasons``)."""
    ends = next(name for name in frequency if name in ENDING_CALLS)
    return Reason(CALL_FREQUENCY, {"by": ends, "share": round(frequency[ends], _DECIMALS)})


def frequency_in(reasons: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return how often the equilibrium makes each call, from the reasons of a stored decision.

    The result is empty if the reasons do not say.
    """
    for reason in reasons:
        if reason["code"] == CALL_FREQUENCY:
            share = float(reason["share"])
            return {GOING_ON[reason["by"]]: round(1 - share, _DECIMALS), reason["by"]: share}
    return {}


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a player made between two or more options, and the verdict on the choice.

    - ``rubber``: the number of the rubber in its file, from 1.
    - ``game`` and ``deal``: the numbers of the game and the deal in the checked record.
    - ``token``: the number of the token in the deal that records the choice.
    - ``options``: every option, in the order of the notation; ``best``: all options with the most marks.
    - ``loss``: how many marks ``chosen`` lost against the best option.
    - ``equity_loss``: the loss in probability of winning the game, or None if the score is unknown.
    - ``rubber_loss``: the loss in probability of winning the rubber, or None if the score is unknown.
    - ``stake_loss``: the loss in points of the stake (under ``treble``), or None if the score is unknown.
    - ``double_dummy_loss``: for a card, the number of tricks lost against best play with both hands seen.
    - ``worlds``: the number of hands that the opponent may have, if these hands were counted.
    - ``se`` and ``equity_se``: the standard errors of ``loss`` and ``equity_loss``.
    - ``frequency``: for a first call or reply, how often the equilibrium makes each call with this hand; otherwise
      None, as at an unknown score. A call that it makes at least now and then has no label.
    - ``method``: how the probabilities and ``equity_loss`` were computed. The marks, but for ``hidden_marks``, always
      assume that both hands are seen after the choice.
    """

    rubber: int
    game: int
    deal: int
    kind: Kind
    token: int
    player: Player
    chosen: str
    options: tuple[Option, ...]
    best: tuple[str, ...]
    loss: float
    method: Method
    trick: int | None = None
    double_dummy_loss: int | None = None
    worlds: int | None = None
    se: float | None = None
    equity_loss: float | None = None
    equity_se: float | None = None
    rubber_loss: float | None = None
    stake_loss: float | None = None
    book: BookAdvice | None = None
    reasons: tuple[Reason, ...] = ()
    variant: Variant = "ecarte"
    frequency: Mapping[str, float] | None = None

    @property
    def label(self) -> Label | None:
        return label_of(self.equity_loss, None if self.frequency is None else self.frequency[self.chosen])

    def as_json(self) -> dict[str, JsonValue]:
        """Return the decision as a JSON object, which ``python -m worker.review --json`` prints on one line."""
        row: dict[str, JsonValue] = {
            "rubber": self.rubber,
            "game": self.game,
            "deal": self.deal,
            "kind": self.kind,
            "trick": self.trick,
            "player": self.player,
            "chosen": self.chosen,
            "best": list(self.best),
            "double_dummy_loss": self.double_dummy_loss,
            "expected": {option.name: _round(option.marks) for option in self.options},
            "loss": _round(self.loss),
            "worlds": self.worlds,
            "chances": {option.name: _round(option.chance) for option in self.options},
            "equity_loss": _round(self.equity_loss),
            "label": self.label,
            "rubber_loss": _round(self.rubber_loss),
            "stake_loss": _round(self.stake_loss),
            "method": self.method,
            "book": None if self.book is None else self.book.as_json(),
            "reasons": [reason.as_json() for reason in self.reasons],
        }
        if self.frequency is not None:
            row["frequency"] = {name: _round(share) for name, share in self.frequency.items()}
        if any(option.hidden_marks is not None for option in self.options):
            row["hidden"] = {option.name: _round(option.hidden_marks) for option in self.options}
        if self.se is not None:
            row["se"] = _round(self.se)
        if self.se is not None or self.equity_se is not None:
            row["equity_se"] = _round(self.equity_se)
        if self.kind != "card":
            row["policy"] = POLICY_VERSIONS[self.variant]
        return row


@dataclass(frozen=True, slots=True)
class Moment:
    """Player A's probability of winning the game at one point of a deal, with both hands seen.

    ``step`` names the point: ``start`` (before the cards are dealt), ``dealt``, ``turned``, ``drawn`` (after
    an exchange), ``trick`` or ``end``. ``token`` is the number of the last token of the deal before the
    point.
    """

    step: str
    token: int
    trick: int | None
    chance: float

    def as_json(self) -> dict[str, JsonValue]:
        return {"step": self.step, "token": self.token, "trick": self.trick, "chance": _round(self.chance)}


@dataclass(frozen=True, slots=True)
class Swing:
    """A change in player A's prospects: ``marks`` is in marks (A's minus B's), ``chance`` in probability of
    winning the game.
    """

    marks: float
    chance: float | None
    se: float | None = None
    """The standard error of ``marks``, or None at La Triomphe, where nothing is sampled."""

    def as_json(self) -> dict[str, JsonValue]:
        return {"marks": _round(self.marks), "chance": _round(self.chance), "se": _round(self.se)}


@dataclass(frozen=True, slots=True)
class Luck:
    """Player A's luck in a deal, and the result of the deal.

    - ``dealt``, ``turned`` and ``drawn``: the luck in the cards dealt, in the turn-up and in the cards drawn.
      Luck is A's value after the event minus the mean value before it.
    - ``result``: the change of A's value over the whole deal. The result minus the luck is what the players
      made of their cards.
    """

    dealt: Swing
    turned: Swing
    drawn: Swing
    result: Swing

    @property
    def marks(self) -> float:
        return self.dealt.marks + self.turned.marks + self.drawn.marks

    @property
    def chance(self) -> float | None:
        if self.dealt.chance is None or self.turned.chance is None or self.drawn.chance is None:
            return None
        return self.dealt.chance + self.turned.chance + self.drawn.chance

    def as_json(self) -> dict[str, JsonValue]:
        return {
            "dealt": self.dealt.as_json(),
            "turned": self.turned.as_json(),
            "drawn": self.drawn.as_json(),
            "result": self.result.as_json(),
        }


@dataclass(frozen=True, slots=True)
class DealReview:
    """The review of one deal. ``luck`` is None if not all cards are on record, or if the deal had an incident."""

    rubber: int
    game: int
    deal: int
    decisions: tuple[Decision, ...]
    luck: Luck | None
    moments: tuple[Moment, ...]


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, _DECIMALS) + 0.0
