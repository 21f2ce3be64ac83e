"""Unknown names in our templates fail tests; those in other packages' templates print nothing."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import Context, Origin, Template, engines

from ecarte_site.setup.environment import PROJECT
from tests.support.template_names import UnknownNameError

OURS = str(PROJECT / "matches" / "pages" / "events" / "example.html")
THEIRS = "/elsewhere/allauth/templates/example.html"


def rendered(text: str, *, file: str = OURS) -> str:
    engine = engines["django"].engine  # type: ignore[attr-defined]
    template = Template(text, origin=Origin(file), engine=engine)
    return template.render(Context({"row": SimpleNamespace(won=3), "club": {"name": "Savile"}}))


@pytest.mark.parametrize(
    "text",
    [
        "{{ row.wno }}",
        "{{ row.wno|default:'–' }}",
        "{% with games=row.wno %}{% endwith %}",
        "{% if row.won %}{{ club.nmae }}{% endif %}",
        "{% load i18n %}{% blocktranslate with name=club.nmae %}{{ name }}{% endblocktranslate %}",
        "{% load i18n %}{% blocktranslate %}{{ nmae }}{% endblocktranslate %}",
    ],
)
def test_unknown_name_in_a_template_of_ours_fails(text: str) -> None:
    with pytest.raises(
        UnknownNameError, match=r"(row\.wno|nmae) in matches/pages/events/example\.html, line 1"
    ):
        rendered(text)


def test_condition_may_ask_for_a_name_that_is_missing() -> None:
    assert rendered("{% if with_links %}links{% else %}none{% endif %}") == "none"


def test_templates_of_other_packages_print_nothing_for_an_unknown_name() -> None:
    text = "{% load i18n %}{{ rwo }}{{ row.wno|default:'–' }}{% blocktranslate %}{{ nmae }}{% endblocktranslate %}"
    assert rendered(text, file=THEIRS) == "–"
