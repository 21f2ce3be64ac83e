from __future__ import annotations

import gzip
import os
import re
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.test.utils import override_settings

from matches.pages.pads import assets
from matches.pages.pads.assets import precompressed_script, precompressed_style, script_url, style_url


@pytest.mark.parametrize("address", [script_url, style_url])
def test_marked_address_is_cached_for_ever(address: object) -> None:
    assert callable(address)
    answer = Client().get(address())
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Client().get(address().partition("?")[0])["Cache-Control"] == "no-cache"


def test_script_goes_compressed() -> None:
    plain = Client().get(script_url())
    assert plain["Content-Type"] == "text/javascript; charset=utf-8"
    assert "Content-Encoding" not in plain
    zipped = Client().get(script_url(), headers={"accept-encoding": "gzip, deflate"})
    assert (zipped["Content-Encoding"], gzip.decompress(zipped.content)) == ("gzip", plain.content)
    smaller = Client().get(script_url(), headers={"accept-encoding": "gzip, deflate, br"})
    assert (smaller["Content-Encoding"], brotli.decompress(smaller.content)) == ("br", plain.content)
    assert "Accept-Encoding" in plain["Vary"]
    assert Client().get(script_url(), headers={"if-none-match": plain["ETag"]}).status_code == 304


def test_style_names_its_letters_by_their_whole_address() -> None:
    named = re.findall(r"url\(([^)]*)\)", precompressed_style().plain.decode())
    assert named
    for address in named:
        assert finders.find(address.strip('"').removeprefix("/static/")), address


def test_style_is_packed() -> None:
    style = precompressed_style().plain.decode()
    assert "/*" not in style
    assert "\n  " not in style
    assert ";color:" in style
    for name in assets.STYLES:
        texts = re.findall(r'"[^"]*"', assets.CSS_COMMENT.sub("", assets._source(name)))
        assert [text for text in texts if assets.SPACES.search(text)] == []


def test_source_that_is_written_anew_is_served_anew(tmp_path: Path) -> None:
    (tmp_path / "web/pads").mkdir(parents=True)
    for name in (assets.SCRIPT, *assets.STYLES):
        (tmp_path / name).write_text("")
    with override_settings(STATICFILES_DIRS=[tmp_path]):
        before = precompressed_script().mark
        source = tmp_path / assets.SCRIPT
        source.write_text("another();")
        os.utime(source, ns=(1, 1))
        assert precompressed_script().mark != before
