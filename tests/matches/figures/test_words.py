"""Every figure of the registry has its words, and no words are unused."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from matches.figures.head_to_head import KEYS
from matches.figures.words import AT_A_GLANCE, FIGURE_WORDS, GROUP_NAMES
from matches.pages.figures.months import OF_ALL, OF_PLAYER
from matches.pages.figures.page import BASIS
from matches.pages.figures.tables import BEST_COLUMNS, COLUMNS
from matches.rules.figures.figures import FIGURE, FIGURES, GROUPS
from tests.matches.pages.reading import page


def test_every_figure_and_every_group_has_words() -> None:
    assert list(FIGURE_WORDS) == [figure.key for figure in FIGURES]
    assert tuple(GROUP_NAMES) == GROUPS


def test_names_differ_within_a_group() -> None:
    names = [(figure.group, str(FIGURE_WORDS[figure.key].name)) for figure in FIGURES]
    assert len(set(names)) == len(names)


def test_figures_that_pages_choose_are_in_the_registry() -> None:
    chosen = {*AT_A_GLANCE, *COLUMNS, *BEST_COLUMNS, *KEYS, *BASIS, *OF_PLAYER, *OF_ALL}
    assert chosen - set(FIGURE) == set()
    assert {FIGURE[key].kind for key in AT_A_GLANCE} == {"share"}
    assert {FIGURE[key].is_one_sided for key in OF_ALL} == {False}


def test_handbook_tells_every_figure(client: Client) -> None:
    html = page(client, reverse("web:handbook_figures"))
    assert re.findall(r'<div id="figure-(\w+)">', html) == [
        figure.key for group in GROUPS for figure in FIGURES if figure.group == group
    ]
