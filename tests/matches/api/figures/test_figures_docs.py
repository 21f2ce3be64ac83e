"""docs/api/figures.md promises what there is: its examples are run."""

from __future__ import annotations

import re
from string import Template

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Club, Rubber, User
from tests.matches.api.calling import token_for
from tests.matches.api.core.test_docs import call
from tests.matches.pages.records import review

pytestmark = pytest.mark.django_db

TEXT = (PROJECT / "docs" / "api" / "figures.md").read_text(encoding="utf-8")


def test_examples_do_what_the_page_says(club: Club, owner: User, rubber: Rubber) -> None:
    review(rubber, [{}])
    rate_club(club.pk)
    write_honours(club.pk)
    owner.players.update(user=None)
    rubber.player_b.user = owner
    rubber.player_b.save()
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "CLUB": club.public_id,
        "ANN": rubber.player_b.public_id,
        "BOB": rubber.player_a.public_id,
        "RUBBER": rubber.public_id,
        "YEAR": "2026",
    }
    examples = re.findall(r"^((?:    (?:curl| ).*\n)+)    # (\d{3})$", TEXT, re.MULTILINE)
    for block, status in examples:
        command = "\n".join(line.removeprefix("    ") for line in block.splitlines())
        answer = call(Template(command).substitute(values))
        assert answer.status_code == int(status), (command, answer.content)
    assert len(examples) == TEXT.count("    curl") == 24
