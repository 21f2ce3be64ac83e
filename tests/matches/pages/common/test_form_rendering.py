from __future__ import annotations

import pytest
from django import forms
from django.forms.models import modelform_factory
from django.utils import translation

from matches.models import Club
from matches.pages.common.entry_fields import DayInput, SuggestionInput
from matches.pages.templatetags.ecarte import first_id
from tests.matches.pages.reading import tag, tags


class EveningForm(forms.Form):
    name = forms.CharField(help_text="As it should stand in the results.")
    note = forms.CharField(required=False, widget=forms.Textarea)
    winner = forms.ChoiceField(widget=forms.RadioSelect, choices=[("A", "Boiteau"), ("B", "Walker")])
    marks = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, choices=[("king", "the king")], required=False
    )
    public = forms.BooleanField(help_text="Otherwise for members alone.")
    token = forms.CharField(widget=forms.HiddenInput)


def test_label_names_its_field() -> None:
    html = str(EveningForm())
    for name in ("name", "note", "public"):
        assert tag(html, "label", **{"for": f"id_{name}"}).text.startswith(name.title())
        assert tag(html, id=f"id_{name}")["name"] == name


def test_only_a_field_that_may_stay_empty_says_so() -> None:
    html = str(EveningForm())
    assert tag(html, "label", **{"for": "id_note"}).text == "Note optional"
    assert tag(html, "label", **{"for": "id_name"}).text == "Name"
    assert [legend.text for legend in tags(html, "legend")] == ["Winner", "Marks optional"]


def test_checkbox_never_calls_itself_optional() -> None:
    class Choice(forms.Form):
        public = forms.BooleanField(required=False)

    assert tags(str(Choice()), class_="optional") == []


def test_choices_stand_in_a_group_with_its_own_name() -> None:
    html = str(EveningForm())
    assert len(tags(html, "fieldset")) == 2
    assert [(radio["id"], radio["value"]) for radio in tags(html, "input", type="radio")] == [
        ("id_winner_0", "A"),
        ("id_winner_1", "B"),
    ]
    assert tag(html, "label", **{"for": "id_winner_1"}).text == "Walker"


def test_help_describes_its_field() -> None:
    html = str(EveningForm())
    assert tag(html, id="id_name")["aria-describedby"] == "id_name_helptext"
    assert tag(html, id="id_name_helptext").text == "As it should stand in the results."
    assert tag(html, id="id_public")["aria-describedby"] == "id_public_helptext"


def test_mistake_describes_its_field_after_the_help() -> None:
    html = str(EveningForm({}))
    field = tag(html, id="id_name")
    assert field["aria-describedby"] == "id_name_helptext id_name_error"
    assert field["aria-invalid"] == "true"
    assert tag(html, id="id_name_error").text == "This field is required."
    assert tag(html, "fieldset", class_="wrong")["aria-describedby"] == "id_winner_error"


def test_form_without_mistakes_has_no_summary() -> None:
    assert tags(str(EveningForm()), role="alert") == []


def test_summary_leads_to_every_field_that_is_wrong() -> None:
    form = EveningForm({"marks": ["pawn"]})
    form.add_error(None, "They have met already.")
    html = str(form)
    summary = tag(html, role="alert")
    assert summary.text.startswith("Please check 6 things")
    assert "They have met already." in summary.text
    targets = [link["href"].removeprefix("#") for link in tags(html, "a")]
    assert targets == ["id_name", "id_winner_0", "id_marks_0", "id_public"]
    for target in targets:
        assert tag(html, "input", id=target)


def test_summary_of_one_mistake_counts_one() -> None:
    html = str(EveningForm({"name": "Cup", "winner": "A", "token": "x"}))
    assert tag(html, role="alert").text.startswith("Please check one thing")


def test_mistake_in_a_hidden_field_is_told_in_the_summary() -> None:
    html = str(EveningForm({"name": "Cup", "winner": "A", "public": "on"}))
    assert "token" in tag(html, role="alert").text


def test_hidden_field_has_no_label() -> None:
    html = str(EveningForm())
    assert tag(html, "input", name="token")["type"] == "hidden"
    assert tags(html, "label", **{"for": "id_token"}) == []


@pytest.mark.parametrize("way", ["as_p", "as_div", "__str__"])
def test_every_way_of_drawing_a_form_is_the_same(way: str) -> None:
    assert getattr(EveningForm(), way)() == EveningForm().render()


def test_model_form_is_drawn_the_same_way() -> None:
    form = modelform_factory(Club, fields=["name"])()
    assert tag(str(form), "label", **{"for": "id_name"}).text == "Name"


def test_prefix_keeps_two_forms_of_a_page_apart() -> None:
    form = EveningForm({}, prefix="first")
    assert first_id(form["winner"]) == "id_first-winner_0"
    assert tag(str(form), "a", href="#id_first-winner_0").text == "Winner"


class NamesForm(forms.Form):
    player = forms.CharField(widget=SuggestionInput(suggestions=["Clay"]))
    held_on = forms.DateField(widget=DayInput())


def test_suggestions_belong_to_their_field() -> None:
    form = NamesForm()
    widget = form.fields["player"].widget
    assert isinstance(widget, SuggestionInput)
    widget.suggestions = ["Boiteau", 'Walker "the younger"']
    html = str(form)
    assert tag(html, "input", name="player")["list"] == tag(html, "datalist")["id"]
    assert [option["value"] for option in tags(html, "option")] == ["Boiteau", 'Walker "the younger"']
    assert NamesForm({"player": "Nobody suggested", "held_on": "2026-11-14"}).is_valid()
    assert [option["value"] for option in tags(str(NamesForm()), "option")] == ["Clay"]


def test_day_is_written_as_browsers_read_it_in_every_language() -> None:
    for language in ("en", "fr"):
        with translation.override(language):
            form = NamesForm({"player": "Clay", "held_on": "2026-11-14"})
            assert form.is_valid(), form.errors
            drawn = NamesForm(initial={"held_on": form.cleaned_data["held_on"]})
            field = tag(str(drawn), "input", name="held_on")
            assert (field["type"], field["value"]) == ("date", "2026-11-14")
