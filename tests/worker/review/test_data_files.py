"""A shipped data file that was changed by hand is refused when it is loaded."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.support.rows import each_row
from worker.review import data_files, luck_start
from worker.review.chances import chances
from worker.review.equilibrium.call_values import call_values
from worker.review.equilibrium.calls_data import calls_at_equilibrium
from worker.review.equilibrium.endings_replies import table
from worker.review.equilibrium.lead_values import lead_table
from worker.review.exchange_values import exchange_table
from worker.review.positions import positions
from worker.review.tables import FOLDER

Change = Callable[[bytes], bytes]


def number(*place: str | int) -> Change:
    """Return a change of the number at this place of a JSON file, in its sixth decimal."""

    def change(contents: bytes) -> bytes:
        document = part = json.loads(contents)
        for key in place[:-1]:
            part = part[key]
        part[place[-1]] += 0.000_001
        return json.dumps(document).encode()

    return change


def first_byte(contents: bytes) -> bytes:
    return bytes([contents[0] ^ 1]) + contents[1:]


def compressed_byte(contents: bytes) -> bytes:
    content = bytearray(zlib.decompress(contents))
    content[len(content) // 2] ^= 1
    return zlib.compress(bytes(content))


CHANGES = [
    *(
        ("chances.json", number(*place), chances)
        for place in product(("chance", "stake", "marks"), (0, 4), (0, 4))
    ),
    ("luck.json", number("chance", 0, 0), luck_start.stored),
    ("hidden_leads.json", number("error"), lead_table),
    ("hidden_leads.json", number("levels", 0, "0"), lead_table),
    ("positions.json", number("positions", 0, "verdicts", 0, "chance"), positions),
    ("hidden_calls.bin", first_byte, call_values),
    ("exchanges.bin", first_byte, exchange_table),
    ("calls.bin", compressed_byte, calls_at_equilibrium),
    ("replies.bin", compressed_byte, table),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data, from which the loaders read."""
    monkeypatch.setattr(data_files, "files", lambda _: tmp_path)
    return Path(shutil.copytree(FOLDER, tmp_path / "data"))


@each_row(("name", "change", "load"), CHANGES)
def test_a_file_changed_by_hand_is_refused(name: str, change: Change, load: Any, folder: Path) -> None:
    load.__wrapped__()
    shipped = (folder / name).read_bytes()
    (folder / name).write_bytes(change(shipped))
    with pytest.raises(ValueError, match=name):
        load.__wrapped__()
    (folder / name).write_bytes(shipped)
