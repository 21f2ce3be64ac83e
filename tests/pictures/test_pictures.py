"""The pictures of the documents are kept, small and named; the sheet shows them; the script can open every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from ecarte_site.setup.environment import PROJECT
from matches.clubs.accounts import make_owner
from matches.models import Rubber
from matches.operations.demonstration import load_demonstration
from matches.reviews.review_rubbers import review_rubbers
from tests.factories.browsers import client_of
from tests.matches.pages.every_page import addresses
from tests.pictures.contact_sheet import Shot, write_sheet
from tests.pictures.kept import DOCS, IN_README, KEPT
from tests.pictures.scene import play_evening

MOST_BYTES = 60_000
MOST_BYTES_TOGETHER = 600_000
NUMBER_IN_DOCS = 10
SHORTEST_ALT = 20


def pictures_of(document: Path) -> dict[str, str]:
    """Return the alternative text of each picture that the document shows, by the picture's name."""
    text = document.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]+\.webp)\)", text)
    pictures += [(alt, source) for source, alt in re.findall(r'<img src="([^"]+)" alt="([^"]*)"', text)]
    files = {(document.parent / target).resolve(): alt for alt, target in pictures}
    assert all(file.parent == DOCS for file in files), files
    return {file.stem: alt for file, alt in files.items()}


def test_documents_show_each_picture_and_say_what_is_on_it() -> None:
    documents = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]
    alts = [(name, alt) for document in documents for name, alt in pictures_of(document).items()]
    assert {name for name, _alt in alts} == {kept.name for kept in KEPT}
    assert [name for name, alt in alts if len(alt) < SHORTEST_ALT] == []


def test_readme_shows_its_two_above_all_headings() -> None:
    readme = PROJECT / "README.md"
    assert tuple(pictures_of(readme)) == IN_README
    top = readme.read_text(encoding="utf-8").partition("\n## ")[0]
    assert all(f"docs/pictures/{name}.webp" in top for name in IN_README)


def test_no_picture_lies_about_and_none_is_heavy() -> None:
    sizes = {file.name: file.stat().st_size for file in DOCS.iterdir()}
    assert len(KEPT) == NUMBER_IN_DOCS
    assert sorted(sizes) == sorted(f"{kept.name}.webp" for kept in KEPT)
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
    assert sum(sizes.values()) <= MOST_BYTES_TOGETHER


class TestSheet:
    def take(self, folder: Path, **pictures: bytes) -> list[Shot]:
        folder.mkdir()
        shots = []
        for name, content in pictures.items():
            file = f"{name}.owner.phone.webp"
            (folder / file).write_bytes(content)
            shots.append(Shot(f"web:{name}", f"/{name}/", "owner", "phone", file))
        return shots

    def test_every_picture_is_on_it(self, tmp_path: Path) -> None:
        shots = self.take(tmp_path / "now", club=b"a", deal=b"b")
        html = write_sheet(tmp_path / "now", shots).read_text()
        assert re.findall(r'<img src="([^"]+)"', html) == [shot.file for shot in shots]
        assert "2 pages, 2 pictures" in html

    def test_pages_that_changed_come_first_with_the_earlier_picture(self, tmp_path: Path) -> None:
        self.take(tmp_path / "then", club=b"a", deal=b"b")
        shots = self.take(tmp_path / "now", club=b"a", deal=b"c", rules=b"d")
        html = write_sheet(tmp_path / "now", shots, before=tmp_path / "then").read_text()
        assert "2 pages changed" in html
        assert re.findall(r"<h2>(\S+)", html) == ["web:deal", "web:rules", "web:club"]
        sources = re.findall(r'<img src="([^"]+)"', html)
        assert sources[:2] == [(tmp_path / "then" / shots[1].file).as_uri(), shots[1].file]


@pytest.mark.long
def test_somebody_can_open_every_page(db: None) -> None:
    owner = make_owner()
    assert owner is not None
    load_demonstration(owner.user)
    review_rubbers(list(Rubber.objects.values_list("pk", flat=True)))
    evening = play_evening()
    # Autovacuum does not see the rows of this transaction, and with statistics of empty tables PostgreSQL would join
    # ten thousand decisions by nested loops.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    clients: list[Client] = [client_of(evening.scene.owner), client_of(evening.player)]
    refused = {
        name: address
        for name, address in addresses(evening.scene).items()
        if all(client.get(address).status_code >= 400 for client in clients)
    }
    assert refused == {}
