"""What a review says of a deal: judged decisions, luck, and the chance of winning as the deal went on.

Chances are of winning the game, 0 to 1. Marks are the player's less the adversary's. Standard errors are given where
a value was sampled, and are None where it was counted out.
"""

from __future__ import annotations

from collections.abc import Mapping
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
"""The choice of keeping silent with the king, or of putting out no card."""

_DECIMALS: Final = 6


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the player had.

    ``name``: a card (``HT``); ``P`` or ``S``; ``G`` or ``R``; the cards put out (``HT.D7``, or ``-`` for none);
    ``K`` to announce the king, or ``-``. ``marks``: what it is worth on average. ``chance``: the player's chance of
    winning the game after it; None where the score is not known.
    """

    name: str
    marks: float
    chance: float | None


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that speaks for the verdict: its code, and what the code's sentence needs (``worker.review.reasons``)."""

    code: str
    params: dict[str, JsonValue] = field(default_factory=dict)

    def as_json(self) -> dict[str, JsonValue]:
        return {"code": self.code, **self.params}


@dataclass(frozen=True, slots=True)
class BookAdvice:
    """The old treatise's advice: the ``rule`` that applies (``worker.review.treatise``) and the ``choices`` it makes.

    ``choices`` is empty where the rule leaves the choice open. ``reading`` is the code of a reading of ours
    (``worker.review.treatise.READINGS``) that the advice rests on, empty where the text is plain. ``also`` is the
    advice of another passage, where the treatise contradicts itself.
    """

    rule: str
    choices: tuple[str, ...]
    reading: str = ""
    also: BookAdvice | None = None

    @property
    def all_choices(self) -> tuple[str, ...]:
        """The choices of every passage, those of the first one first."""
        return self.choices if self.also is None else (*self.choices, *self.also.all_choices)

    def as_json(self) -> dict[str, JsonValue]:
        """Return the stored object; ``reading`` and ``also`` are left out where there is none."""
        stored: dict[str, JsonValue] = {"rule": self.rule, "choices": list(self.choices)}
        if self.reading:
            stored["reading"] = self.reading
        if self.also is not None:
            stored["also"] = self.also.as_json()
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> BookAdvice:
        """Read the object that ``as_json`` makes, and those of 0.1.0, which have a rule and choices alone."""
        also = stored.get("also")
        return cls(
            stored["rule"],
            tuple(stored["choices"]),
            stored.get("reading", ""),
            None if also is None else cls.from_json(also),
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a player made where he had two or more.

    ``rubber`` counts from 1 within its file, ``game`` and ``deal`` as the checked record numbers them. ``token`` is
    where in the deal the choice stands. ``options`` in the order of the notation; ``best`` are those worth most in
    marks, all of them where several are worth the same. ``loss`` in marks, ``equity_loss`` in chances of winning the
    game, ``rubber_loss`` of winning the rubber, ``stake_loss`` in points of the stake (under ``treble``); None where
    the score is not known. ``double_dummy_loss``: tricks lost against best play with both hands seen, for cards.
    ``worlds``: the hands that the adversary could hold, where they were counted out.
    ``method`` says how ``chances`` and ``equity_loss`` were found; marks of cards are always with hands seen after.
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

    @property
    def label(self) -> Label | None:
        return label_of(self.equity_loss)

    def as_json(self) -> dict[str, JsonValue]:
        """The line of ``python -m worker.review --json``."""
        shown: dict[str, JsonValue] = {
            "rubber": self.rubber,
            "game": self.game,
            "deal": self.deal,
            "kind": self.kind,
            "trick": self.trick,
            "player": self.player,
            "chosen": self.chosen,
            "best": list(self.best),
            "double_dummy_loss": self.double_dummy_loss,
            "expected": {option.name: _rounded(option.marks) for option in self.options},
            "loss": _rounded(self.loss),
            "worlds": self.worlds,
            "chances": {option.name: _rounded(option.chance) for option in self.options},
            "equity_loss": _rounded(self.equity_loss),
            "label": self.label,
            "rubber_loss": _rounded(self.rubber_loss),
            "stake_loss": _rounded(self.stake_loss),
            "method": self.method,
            "book": None if self.book is None else self.book.as_json(),
            "reasons": [reason.as_json() for reason in self.reasons],
        }
        if self.se is not None:
            shown["se"] = _rounded(self.se)
            shown["equity_se"] = _rounded(self.equity_se)
        if self.kind != "card":
            shown["policy"] = POLICY_VERSIONS[self.variant]
        return shown


@dataclass(frozen=True, slots=True)
class Moment:
    """A's chance of winning the game at one moment of a deal, both hands seen.

    ``step``: ``start`` (before the cards), ``dealt``, ``turned``, ``drawn`` (after an exchange), ``trick``, ``end``;
    ``token`` is the token of the deal it comes after.
    """

    step: str
    token: int
    trick: int | None
    chance: float

    def as_json(self) -> dict[str, JsonValue]:
        return {"step": self.step, "token": self.token, "trick": self.trick, "chance": _rounded(self.chance)}


@dataclass(frozen=True, slots=True)
class Swing:
    """How far something moved A's expectation: in marks (A's less B's), and in his chance of winning the game."""

    marks: float
    chance: float | None
    se: float | None = None
    """Of the marks."""

    def as_json(self) -> dict[str, JsonValue]:
        return {"marks": _rounded(self.marks), "chance": _rounded(self.chance), "se": _rounded(self.se)}


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance did for A in a deal, each as the value after it less the mean before; and what came of the deal.

    ``result`` is the deal's own swing; less the three others it is what the players made of their cards.
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
    """One deal judged. ``luck`` None: not all cards dealt and drawn are on record, or the deal had an incident."""

    rubber: int
    game: int
    deal: int
    decisions: tuple[Decision, ...]
    luck: Luck | None
    moments: tuple[Moment, ...]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DECIMALS) + 0.0
