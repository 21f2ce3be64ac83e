"""Read the command line, and take the pictures."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from ecarte_site.setup.environment import PROJECT
from tests.pictures.camera import SIZES, Viewer, browser, open_context, take_picture
from tests.pictures.contact_sheet import Shot, write_sheet
from tests.pictures.site import evening_site, wait_until_idle

VIEWERS: Final = ("owner", "player", "visitor")
LAST: Final = ("account_reset_password_from_key",)
"""Pages whose address changes the session of their reader."""
FAILED: Final = 400


def main(arguments: Sequence[str]) -> int:
    """Take the pictures. Return 1 if a page could not be opened by anybody, else 0."""
    options = _parse(arguments)
    with tempfile.TemporaryDirectory() as folder, evening_site(Path(folder)) as site:
        from tests.matches.pages.every_page import addresses
        from tests.pictures.kept import take_kept
        from tests.pictures.scene import play_evening, sign_in

        wait_until_idle()
        evening = play_evening()
        wait_until_idle()
        viewers = sign_in(evening)
        pages = addresses(evening.scene)
        with browser() as launched:
            if options.docs:
                for file in take_kept(launched, site.url, viewers, pages):
                    print(f"{file.stat().st_size / 1000:6.1f} kB  {file.relative_to(PROJECT)}")
                return 0
            if options.only:
                pages = {name: pages[name] for name in options.only}
            pages = dict(sorted(pages.items(), key=lambda page: (page[0] in LAST, page[1])))
            options.folder.mkdir(parents=True, exist_ok=True)
            shots, refused = _take_all(
                launched, site.url, [viewers[name] for name in options.viewers], pages, options.folder
            )
    sheet = write_sheet(options.folder, shots, before=options.before)
    print(f"\n{len(shots)} pictures: {sheet}")
    for name in refused:
        print(f"Nobody could open {name}: {pages[name]}", file=sys.stderr)
    return 1 if refused else 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.pictures", description=sys.modules["tests.pictures"].__doc__
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, help="where to write the pictures, and a sheet of all of them"
    )
    parser.add_argument(
        "--docs", action="store_true", help="renew the pictures of the documents and of the handbook"
    )
    parser.add_argument(
        "--before", type=Path, help="a folder of earlier pictures, to show beside the new ones"
    )
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", help="the URL names of the pages, such as web:club"
    )
    parser.add_argument("--viewers", nargs="+", choices=VIEWERS, default=VIEWERS, help="who looks (all)")
    options = parser.parse_args(arguments)
    if (options.folder is None) != options.docs:
        parser.error("name a folder, or --docs")
    return options


def _take_all(
    launched: Browser, site: str, viewers: Sequence[Viewer], pages: Mapping[str, str], folder: Path
) -> tuple[list[Shot], list[str]]:
    """Return the pictures taken, and the names of the pages that no viewer could open."""
    shots: list[Shot] = []
    opened: set[str] = set()
    for viewer in viewers:
        for size in SIZES:
            context = open_context(launched, site, viewer, size)
            page = context.new_page()
            for name, address in pages.items():
                context.add_cookies(viewer.cookies_for(site))
                answer = page.goto(address)
                if answer is None or answer.status >= FAILED:
                    continue
                opened.add(name)
                # The page to which this one leads has a picture under its own name.
                if urlsplit(page.url).path != urlsplit(address).path and name not in LAST:
                    continue
                file = f"{name.removeprefix('web:')}.{viewer.name}.{size}.webp"
                take_picture(page, folder / file, whole=True)
                shots.append(Shot(name, address, viewer.name, size, file))
                print(f"  {len(shots)} pictures", end="\r", file=sys.stderr, flush=True)
            context.close()
    return shots, [name for name in pages if name not in opened]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
