"""``ReadSerializer`` returns the same members as the framework's own serializer, which it replaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Any

import pytest
from django.db.models import TextChoices
from rest_framework import serializers

from matches.api.core.fields import PairField, TextOrNull
from matches.api.core.serializers import ReadSerializer, members_of


class Suit(TextChoices):
    HEARTS = "H", "hearts"


class Part(ReadSerializer):
    name = serializers.CharField()
    told = serializers.SerializerMethodField()

    def get_told(self, part: Any) -> Any:
        return self.context.get("told")


class Far(ReadSerializer):
    name = serializers.CharField(source="far.name")


class Whole(ReadSerializer):
    text = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    share = serializers.FloatField()
    is_so = serializers.BooleanField()
    suit = serializers.ChoiceField(choices=Suit.values)
    length = serializers.ChoiceField(choices=[1, 3])
    blank = TextOrNull(source="nothing")
    pair = PairField("won")
    at = serializers.DateTimeField()
    on = serializers.DateField()
    numbers = serializers.ListField(child=serializers.IntegerField())
    free = serializers.DictField(child=serializers.JSONField())
    far = serializers.CharField(source="part.name", allow_null=True)
    part = Part(allow_null=True)
    parts = Part(many=True)
    same = Part(source="*")
    asked = serializers.CharField(source="answer")
    left_out = serializers.CharField(required=False)
    else_where = serializers.CharField(default="here")
    secret = serializers.CharField(write_only=True)
    own = serializers.SerializerMethodField(method_name="own_words")

    def own_words(self, whole: Any) -> Any:
        return [self.context.get("told"), type(whole).__name__]


@dataclass
class OnePart:
    name: Any = "one"


@dataclass
class Thing:
    """An object for ``Whole`` to serialize."""

    name: str = "thing"
    text: Any = "a text"
    number: Any = 3
    share: Any = 0.5
    is_so: Any = True
    suit: Any = Suit.HEARTS
    length: Any = 3
    nothing: Any = ""
    won_a: Any = 2
    won_b: Any = 1
    at: Any = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
    on: Any = date(2026, 11, 21)
    numbers: Any = (1, 2)
    free: Any = field(default_factory=lambda: {"a": [1, None]})
    part: Any = field(default_factory=OnePart)
    parts: Any = field(default_factory=lambda: [OnePart(), OnePart("two")])

    def answer(self) -> str:
        return "asked for"


def frameworks_own(value: Any, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the framework's own serializer makes of the object, including nested shapes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(ReadSerializer, "to_representation")
        return dict(Whole(value, context=dict(context)).data)


CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"text": 5, "number": "7", "share": 2, "is_so": "yes", "suit": "H", "length": "3"},
    {"text": None, "number": None, "share": None, "is_so": None, "suit": None, "at": None, "part": None},
    {"number": True, "is_so": 1, "suit": "", "length": 9, "nothing": "something", "won_a": None},
    {"parts": (), "numbers": [], "part": OnePart(None), "free": {}},
)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("context", [{}, {"told": "so"}])
def test_the_same_as_the_framework(change: dict[str, Any], context: dict[str, Any]) -> None:
    value = Thing(**change)
    own = Whole(context=context).to_representation(value)
    assert own == frameworks_own(value, context)
    assert list(own) == [name for name in members_of(Whole) if name != "left_out"]


@pytest.mark.parametrize("kind", [dict, MappingProxyType])
def test_the_same_of_a_mapping(kind: type[Any]) -> None:
    value = kind({"name": "two"})
    plain, frameworks = Part(context={"told": 1}), serializers.Serializer.to_representation
    assert plain.to_representation(value) == frameworks(plain, value) == {"name": "two", "told": 1}
    assert Far().to_representation(kind({"far": value})) == {"name": "two"}


def test_what_is_missing_is_the_frameworks_error() -> None:
    with pytest.raises(
        AttributeError, match="attempting to get a value for field `name` on serializer `Part`"
    ):
        Part().to_representation(object())


def test_some_members_alone() -> None:
    shape = Whole(context={"told": "so"})
    shape.only = frozenset({"text", "part"})
    assert shape.to_representation(Thing()) == {"text": "a text", "part": {"name": "one", "told": "so"}}


def test_parts_of_parts_are_whole() -> None:
    shape = Whole()
    shape.only = frozenset({"parts"})
    assert [set(part) for part in shape.to_representation(Thing())["parts"]] == [{"name", "told"}] * 2


def test_two_at_once_know_each_their_own_context() -> None:
    first, second = Whole(context={"told": 1}), Whole(context={"told": 2})
    assert [each.to_representation(Thing())["part"]["told"] for each in (first, second, first)] == [1, 2, 1]
