"""Radio buttons and tick boxes as large targets: a row of segments, and chips with names."""

from __future__ import annotations

from django import forms


class SegmentedRadio(forms.RadioSelect):
    """A widget for few short choices, side by side in one row."""

    template_name = "events/setup/_segments.html"


class Chips(forms.CheckboxSelectMultiple):
    """A widget for many short choices, such as names."""

    template_name = "events/setup/_chips.html"
