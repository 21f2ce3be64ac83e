"""Collected scripts import each other by names that change with them, so that no phone mixes two releases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile

from ecarte_site.static_files import StaticFiles

IMPORT = re.compile(r"""(?:from|import\()\s*"\.{1,2}/([^"]+)\"""")


@pytest.fixture
def collected(tmp_path: Path, settings: LazySettings) -> Path:
    settings.DEBUG = False
    files = StaticFiles(location=tmp_path, base_url="/static/")
    sources = {
        "pads/pad.js": 'import { ready } from "./model.js";\nimport("../live.js");\n',
        "pads/model.js": 'import { listen } from "../live.js";\nexport const ready = listen;\n',
        "live.js": "export const listen = () => {};\n",
    }
    for name, text in sources.items():
        files.save(name, ContentFile(text))
    outcomes = files.post_process({name: (files, name) for name in sources})
    assert [done for _name, _hashed, done in outcomes if isinstance(done, Exception)] == []
    return tmp_path


def test_an_import_names_the_other_file_by_its_hash(collected: Path) -> None:
    (script,) = collected.glob("pads/pad.*.js")
    names = IMPORT.findall(script.read_text())
    assert names == [next(collected.glob("pads/model.*.js")).name, next(collected.glob("live.*.js")).name]
