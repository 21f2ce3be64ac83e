"""Values of the type that the document says they have, and of no other that could be made into it."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers


def fault_of_member(member: serializers.Field[Any, Any, Any, Any], value: Any) -> Any:
    """What is wrong with the type of a body's member, in the shape that the framework gives faults; None for nothing.

    The framework itself takes a number for text, and text for a number. Bodies within bodies look after themselves.
    """
    if value is None:
        return None
    if isinstance(member, serializers.ListField):
        return _fault_of_list(member, value)
    if isinstance(member, serializers.CharField):
        return _fault_of_text(member, value)
    if isinstance(member, serializers.ChoiceField):
        return None if type(value) in {type(choice) for choice in member.choices} else [_("Of another type.")]
    if isinstance(member, serializers.BooleanField):
        return None if isinstance(value, bool) else [_("Must be true or false.")]
    if isinstance(member, serializers.IntegerField):
        is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return None if is_whole and not isinstance(value, bool) else [_("A whole number, please.")]
    return None


def fault_of_parameter(member: serializers.Field[Any, Any, Any, Any], text: str) -> Any:
    """The same of a parameter in an address, which is always text."""
    if isinstance(member, serializers.CharField):
        return _fault_of_text(member, text)
    if isinstance(member, serializers.BooleanField):
        # By numbers too, as programs have it written down.
        return None if text in ("true", "false", "1", "0") else [_("Must be true or false.")]
    if isinstance(member, serializers.IntegerField):
        return None if re.fullmatch(r"-?[0-9]{1,20}", text) else [_("A whole number, please.")]
    return None


def _fault_of_list(member: serializers.ListField, value: Any) -> Any:
    if not isinstance(value, list):
        return None
    child = member.child
    faults = [None if child is None else fault_of_member(child, each) for each in value]
    return [fault or {} for fault in faults] if any(faults) else None


def _fault_of_text(member: serializers.CharField, value: Any) -> Any:
    if not isinstance(value, str):
        return [_("Must be text.")]
    # As it was sent: the framework counts after it has taken the blanks off.
    if member.max_length is not None and len(value) > member.max_length:
        return [_("%(most)s characters at most, please.") % {"most": member.max_length}]
    return None
