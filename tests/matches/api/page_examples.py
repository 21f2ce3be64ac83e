"""Run the calls of curl on the documentation's pages, in this process or over the network.

A page's function makes what the page speaks of, and sends its calls in order. Each response must have the status
that the page states. With a ``site`` that is empty they reach the site in this process, else the server there.
"""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import urljoin

import httpx
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ecarte_site.setup.environment import PROJECT
from matches.api.exchange.export_serializers import rubber_record
from matches.clubs.api_tokens import make_token
from matches.common.commands import CommandContext
from matches.exchange.exports.prepare import prepare_export
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Conflict, Delivery, Export, HeldText, ImportReport, Player, Rubber
from matches.sittings.record_facts import NewSitting, open_sitting
from tests.factories.clubs import make_club
from tests.matches.api.calling import Answer, guests, opening, token_for
from tests.matches.api.event_calls import done
from tests.matches.api.exchange.test_record_file_views import NAMES
from tests.matches.api.exchange.test_record_file_views import season as season_of
from tests.matches.api.roles.scene import Scene
from tests.matches.api.tables import at_odds
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.pages.records import make_member, review

Values = dict[str, str]
"""The shell variables of a page. ``TAG`` is the ETag of the last response that had one."""


DOCS: Final = PROJECT / "docs"


def examples(page: str) -> list[tuple[str, int]]:
    """Return the calls of curl of a page of docs in order, each with the expected status."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"((?:^    (?!#).*\n)+)    # (\d{3})$", text, re.MULTILINE)
    assert len(blocks) == text.count("    curl ") > 0
    return [(block.replace("\n    ", "\n").strip(), int(status)) for block, status in blocks]


@dataclass
class Curl:
    """A request as the words of a curl command describe it."""

    method: str = "GET"
    url: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    data: bytes = b""
    upload: str = ""
    """The name of the file that is sent as a form's field ``file``, if any."""
    output: str = ""
    """The name of the file for the response's body, if any."""

    @classmethod
    def parse(cls, command: str, files: dict[str, bytes]) -> Curl:
        words = shlex.split(command.replace("\\\n", " "))[1:]
        made = cls()
        while words:
            word = words.pop(0)
            if word == "-X":
                made.method = words.pop(0)
            elif word == "-H":
                name, _, value = words.pop(0).partition(": ")
                made.headers[name] = value
            elif word == "--data":
                made.data = words.pop(0).encode()
            elif word == "--data-binary":
                made.data = files[words.pop(0).removeprefix("@")]
            elif word == "-F":
                made.upload = words.pop(0).removeprefix("file=@")
            elif word == "-o":
                made.output = words.pop(0)
            elif word != "-i":
                made.url = word
        return made

    def send(self, files: dict[str, bytes]) -> Answer:
        if self.url.startswith("http"):
            return self._send_over_network(files)
        headers = dict(self.headers)
        if self.upload:
            file = SimpleUploadedFile(self.upload, files[self.upload])
            return Client(headers=headers).post(self.url, {"file": file})
        media_type = headers.pop("Content-Type", "")
        return Client().generic(self.method, self.url, self.data, content_type=media_type, headers=headers)

    def _send_over_network(self, files: dict[str, bytes]) -> httpx.Response:
        """Send the request as clients do that accept compressed responses, and follow the response's address."""
        sent = {"file": (self.upload, files[self.upload])} if self.upload else None
        with httpx.Client(headers={"Accept-Encoding": "gzip"}, timeout=30) as client:
            answer = client.request(
                self.method, self.url, headers=self.headers, content=self.data or None, files=sent
            )
            made = answer.headers.get("Location", "")
            # The deals of a rubber are hidden from everyone until it ends.
            if made and not made.endswith("/deals/"):
                token = {"Authorization": self.headers["Authorization"]}
                assert client.get(urljoin(self.url, made), headers=token).status_code == 200, made
        return answer


def content_of(answer: Answer) -> bytes:
    return answer.content if isinstance(answer, httpx.Response) else bytes(answer.getvalue())


def call(command: str, files: dict[str, bytes] | None = None) -> Answer:
    """Send the request that this curl command describes, and return the response.

    ``files`` are the files that it may read, by name; what it saves is added to them.
    """
    kept = {} if files is None else files
    request = Curl.parse(command, kept)
    answer = request.send(kept)
    if request.output:
        kept[request.output] = content_of(answer)
    return answer


def run(
    commands: list[tuple[str, int]], values: Values, files: dict[str, bytes] | None = None
) -> Iterator[tuple[str, Answer]]:
    """Send each command with ``values`` in place of its variables, and yield it with its response.

    The response must have the expected status.
    """
    for command, status in commands:
        answer = call(Template(command).substitute(values), files)
        assert answer.status_code == status, (command, content_of(answer))
        if "ETag" in answer.headers:
            values["TAG"] = answer.headers["ETag"].replace('"', '\\"')
        yield command, answer


def first_page(site: str, here: Scene) -> None:
    ann, bob = guests(here.club, "Ann", "Bob")
    values = known(site, here, ANN=ann, BOB=bob)
    commands = examples("api.md")
    # The page shows how to read a rubber before it shows how to enter one.
    entered = next(place for place, (command, _) in enumerate(commands) if '"form": "result"' in command)
    early = [each for each in commands[:entered] if "$RUBBER" in each[0]]
    for command, answer in run([each for each in commands if each not in early], values):
        if '"form": "result"' in command:
            values["RUBBER"] = answer.json()["id"]
        if '"form": "live"' in command:
            values["LIVE"] = answer.json()["id"]
    assert len(list(run(early, values))) == len(early)


def people(site: str, here: Scene) -> None:
    club, owner, rubber = here.club, here.owner, here.rubber
    ann, bob, robert = guests(club, "Ann", "Bob", "Robert")
    make_member(club, "clay@example.org")
    make_member(club, "dan@example.org")
    ids = dict(club.players.values_list("name", "public_id"))
    sitting = NewSitting(kind="french", name="Green table", terms={"least": 100})
    values = known(site, here, EVENT=rubber.event, RUBBER=rubber, ANN=ann, BOB=bob, ROBERT=robert)
    values |= {
        "OLD": make_token(owner, name="old", scopes=["read"])[0].public_id,
        "TABLE": open_sitting(club, sitting, act=CommandContext(by=owner, key="")).public_id,
        "ME": Player.objects.get(user=owner).public_id,
        "CLAY": ids["clay"],
        "DAN": ids["dan"],
    }
    invitation = ""
    for command, status in examples("api/people.md"):
        if "$LINK" in command and "LINK" not in values:
            # The one that the page makes is taken back before it shows how another is used.
            ((_command, made),) = run([(invitation, 201)], values)
            values["LINK"] = made.json()["url"].rstrip("/").rpartition("/")[2]
        if "$INVITATION" in command:
            ((_command, made),) = run([(invitation, 201)], values)
            values["INVITATION"] = made.json()["id"]
        assert len(list(run([(command, status)], values))) == 1
        if "/invitations/" in command and status == 201:
            invitation = command


def events(site: str, here: Scene) -> None:
    ann, bob = guests(here.club, "Ann", "Bob")
    event = done(here.api.post(f"clubs/{here.club.public_id}/events/", {"name": "Winter Cup 2026"}), 201)
    values = known(site, here, ANN=ann, BOB=bob) | {"EVENT": event["id"]}
    for _command, _answer in run(examples("api/events.md"), values):
        if rubber := Rubber.objects.filter(event__public_id=event["id"]).first():
            values["RUBBER"] = rubber.public_id


def figures(site: str, here: Scene) -> None:
    rubber = here.rubber
    review(rubber, [{}])
    rate_club(here.club.pk)
    write_honours(here.club.pk)
    here.owner.players.update(user=None)
    rubber.player_b.user = here.owner
    rubber.player_b.save()
    values = known(site, here, ANN=rubber.player_b, BOB=rubber.player_a, RUBBER=rubber) | {"YEAR": "2026"}
    assert list(run(examples("api/figures.md"), values))


def tables(site: str, here: Scene) -> None:
    ann, bea, cat = guests(here.club, "Ann", "Bea", "Cat")
    live, odd = (
        here.api.post("rubbers/", opening(here.club, *guests(here.club, *names))).json()["id"]
        for names in (("Dan", "Eve"), ("Fay", "Gil"))
    )
    values = known(site, here, ANN=ann, BEA=bea, CAT=cat) | {"LIVE": live, "AT_ODDS": odd}
    values["PAD_CONFLICT"] = at_odds(f"rubbers/{odd}/", here.owner)
    for command, answer in run(examples("api/tables.md"), values):
        if '"kind": "pool"' in command:
            values["TABLE"] = answer.json()["id"]
        if "/links/" in command and answer.status_code == 201:
            values["LINK"] = answer.json()["id"]


def imports(site: str, here: Scene) -> None:
    other = make_club("garrick")
    make_member(other, "he@example.org", role="owner")
    here.owner.is_superuser = True
    here.owner.save()
    good = rubber_text(tags=['[Table "1"]'])
    import_text(good, club=here.club)
    import_text(other_result(good), rubber_text("Ann").replace("^C9", "^C99"), club=here.club)
    values = known(
        site,
        here,
        OTHER=other,
        IMPORT=ImportReport.objects.latest("pk"),
        CONFLICT=Conflict.objects.get(),
        HELD=HeldText.objects.get(),
        EVENT=here.rubber.event,
    )
    guests(here.club, "Bob")
    assert list(run(examples("api/imports.md"), values, {"evening.egn": rubber_text().encode()}))


def exports(site: str, here: Scene) -> None:
    rubber = here.rubber
    values = known(site, here, EVENT=rubber.event, PLAYER=rubber.player_a, RUBBER=rubber)
    for _command, answer in run(examples("api/exports.md"), values):
        assert content_of(answer) or answer.status_code == 204
        if answer.status_code == 202:
            export = Export.objects.order_by("-pk")[0]
            values["EXPORT"] = export.public_id
            prepare_export(export.pk, rubber_record)


def webhooks(site: str, here: Scene) -> None:
    values = known(site, here)
    look_up = socket.getaddrinfo

    def found(host: Any, *arguments: Any, **more: Any) -> Any:
        return look_up("1.1.1.1" if host == "bot.example" else host, *arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", found)
        for command, answer in run(examples("api/webhooks.md"), values):
            if "WEBHOOK" not in values:
                values["WEBHOOK"] = answer.json()["id"]
            if "/test/" in command:
                values["DELIVERY"] = answer.json()["id"]
                waiting = Delivery.objects.filter(state="waiting")
                waiting.update(state="delivered", finished_at="2026-11-21T00:00:00Z", status=204)


def score(site: str, here: Scene) -> None:
    ann, bob = guests(here.club)
    values = known(site, here, ANN=ann, BOB=bob)
    for _command, answer in run(examples("howto/score-from-another-program.md"), values):
        values["LIVE"] = answer.json()["id"]


def season(site: str, here: Scene) -> None:
    """Fetch the season as the page does, and read it with the page's program."""
    page = "howto/season-in-a-spreadsheet.md"
    for name in NAMES[::2]:
        season_of(here.club, "2026.11.14", a=name, b="Bob")
    files: dict[str, bytes] = {}
    assert list(run(examples(page), known(site, here), files))
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "season.csv").write_bytes(files["season.csv"])
        command = [sys.executable, "-X", "utf8", "-c", program]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True)
    lines = [line for line in done.stdout.splitlines() if " Bob " in line]
    assert lines == [f"2026.11.14 {name} Bob B" for name in NAMES[::2]]


def known(site: str, here: Scene, **things: Any) -> Values:
    """Return the variables of every page, and the ids of more ``things``."""
    ids = {name: thing.public_id for name, thing in things.items()}
    return {"SITE": site, "TOKEN": token_for(here.owner), "CLUB": here.club.public_id, **ids}


PAGES: Final[dict[str, Callable[[str, Scene], None]]] = {
    "api.md": first_page,
    "api/people.md": people,
    "api/events.md": events,
    "api/figures.md": figures,
    "api/tables.md": tables,
    "api/imports.md": imports,
    "api/exports.md": exports,
    "api/webhooks.md": webhooks,
    "howto/score-from-another-program.md": score,
    "howto/season-in-a-spreadsheet.md": season,
}
"""The pages of docs with calls of curl, each with the function that runs them."""
