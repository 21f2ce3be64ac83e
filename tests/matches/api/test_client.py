"""A client generated from the document works without manual changes, through the server in front."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import httpx
import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from matches.models import Club, User
from tests.matches.api.calling import CORRECT, guests, token_for
from tests.matches.api.described import document
from tests.matches.pages.records import import_text, text

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.django_db(transaction=True)]

NAME: Final = "ecarte_client"
SENT_AS_BYTES: Final = dict.fromkeys(["text/plain", "text/vnd.ecarte.egn"], "application/octet-stream")
"""The media types sent as bytes: the generator does not know text bodies."""


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the name of the generated package."""
    folder = tmp_path_factory.mktemp("client")
    source = folder / "document.json"
    source.write_text(json.dumps(document()), encoding="utf-8")
    complaints = generate(config=_config(source, folder / NAME))
    assert [f"{each.header} {each.detail}" for each in complaints] == []
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield NAME
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


def _config(source: Path, output: Path) -> Config:
    return Config.from_sources(
        ConfigFile(post_hooks=[], content_type_overrides=SENT_AS_BYTES),
        MetaType.NONE,
        source,
        "utf-8",
        overwrite=False,
        output_path=output,
    )


class Program:
    """A generated client package, and a client of it that sends a token."""

    def __init__(self, package: str, token: str, site: str) -> None:
        self._package = package
        made = self._module("client").AuthenticatedClient
        self.client = made(
            base_url=site,
            token=token,
            raise_on_unexpected_status=True,
            headers={"Accept-Encoding": "gzip"},
            timeout=httpx.Timeout(30),
        )
        self.models: Any = self._module("models")

    def _module(self, path: str) -> ModuleType:
        return importlib.import_module(f"{self._package}.{path}")

    def ask(self, area: str, operation: str, *of: Any, **arguments: Any) -> Any:
        """Call an operation and return its response, parsed into one of ``models``."""
        return self.response_to(area, operation, *of, **arguments).parsed

    def response_to(self, area: str, operation: str, *of: Any, **arguments: Any) -> Any:
        """Call an operation, and return the response with its status and headers."""
        module = self._module(f"api.{area}.{operation}")
        return module.sync_detailed(*of, client=self.client, **arguments)


@pytest.fixture
def program(front: str, package: str, owner: User) -> Program:
    return Program(package, token_for(owner), front)


def test_walks_through_all_rubbers_of_a_club(program: Program, club: Club) -> None:
    import_text(club, *[text(tags=f'[Table "{number}"]\n') for number in range(5)])
    kind = program.models.RubberPage
    tables: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = program.ask("rubbers", "list_rubbers", club=club.public_id, page_size=2, **cursor)
        assert isinstance(page, kind)
        tables += [line.table for line in page.results]
        if page.next_ is None:
            break
        cursor = {"cursor": httpx.URL(page.next_).params["cursor"]}
    assert tables == ["0", "1", "2", "3", "4"]


def test_enters_a_result_and_corrects_it(program: Program, club: Club) -> None:
    a, b = guests(club, "Boiteau", "Walker")
    models = program.models
    body = models.RubberAsResult.from_dict(
        {
            "form": "result",
            "club": club.public_id,
            "players": [a.public_id, b.public_id],
            "best_of": 1,
            "games": [[2, 5]],
        }
    )

    made = program.response_to("rubbers", "enter_rubber", body=body, idempotency_key="one")
    again = program.response_to("rubbers", "enter_rubber", body=body, idempotency_key="one")
    entered = made.parsed
    assert isinstance(entered, models.Rubber)
    expected = (201, models.RubberState.CONFIRMED, models.Seat.B)
    assert (made.status_code, entered.state, entered.winner) == expected
    assert again.parsed == entered

    corrected = program.ask(
        "rubbers",
        "correct_rubber",
        entered.id,
        body=models.Correction(egn=CORRECT, reason="A slip."),
        if_match=made.headers["ETag"],
    )
    assert isinstance(corrected, models.Rubber)
    assert (corrected.state, corrected.winner) == (models.RubberState.CORRECTED, models.Seat.A)
    late = program.ask(
        "rubbers",
        "correct_rubber",
        entered.id,
        body=models.Correction(egn=text(), reason="No slip."),
        if_match=made.headers["ETag"],
    )
    assert isinstance(late, models.Problem)
    assert late.code == models.ProblemCode.CHANGED_MEANWHILE


def test_is_told_of_a_problem_as_one(program: Program) -> None:
    error = program.ask("rubbers", "get_rubber", "2" * 14)
    assert isinstance(error, program.models.Problem)
    assert (error.status, error.code) == (404, program.models.ProblemCode.NOT_FOUND)


def test_reads_the_laws_and_who_plays(program: Program, club: Club) -> None:
    guests(club, "Zoë 𝔄 \u202eabc", "O'Brien; =1+1")
    page = program.ask("clubs", "list_players", club.public_id)
    assert [each.name for each in page.results][-2:] == ["Zoë 𝔄 \u202eabc", "O'Brien; =1+1"]
    assert program.ask("laws", "get_law", 43).number == 43
