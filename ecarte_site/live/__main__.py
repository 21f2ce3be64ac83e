"""`python -m ecarte_site.live`: serve streams until stopped, then end them."""

from __future__ import annotations

import argparse
import logging.config
import os
import sys
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from ecarte_site.live.app import LiveApp

STOP_WITHIN_SECONDS = 5


def main(arguments: Sequence[str]) -> int:
    """Serve the streams of live pages until the process is stopped. Return its exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")
    parser = argparse.ArgumentParser(prog="python -m ecarte_site.live", description="Streams for live pages.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8001, help="the port to serve on (8001)")
    options = parser.parse_args(arguments)
    from django.conf import settings

    from ecarte_site.live.app import LiveApp
    from ecarte_site.watching.multiprocess import clear_files

    clear_files()
    logging.config.dictConfig(settings.LOGGING)
    app = LiveApp()
    config = uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        ws="none",
        # Tickets are part of URLs.
        access_log=False,
        log_config=None,
        # The client's address comes from the proxy, if there is one, and ``Limits`` reads it.
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=STOP_WITHIN_SECONDS,
        backlog=2048,
    )
    server = _Server(config, app)
    server.run()
    return 0 if server.started else 1


class _Server(uvicorn.Server):
    """A server that ends the streams when it is stopped, instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, app: LiveApp) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._app.end_streams()
        super().handle_exit(sig, frame)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
