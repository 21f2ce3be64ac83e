"""The site as the world meets it: Caddy by the shipped Caddyfile, and gunicorn by the command of docker-compose.yml."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import yaml

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port, stop, wait_for_port

CADDY: Final = Path(sys.executable).with_name("caddy")
CADDYFILE: Final = PROJECT / "deploy" / "Caddyfile"


@dataclass(frozen=True, slots=True)
class Front:
    """The site's public address, and the processes behind it."""

    url: str
    port: int
    caddy: subprocess.Popen[str]
    web: subprocess.Popen[str]


@contextmanager
def served_in_front(environment: Mapping[str, str], folder: Path, *, live_port: int = 9) -> Iterator[Front]:
    """Serve the site of these settings over plain HTTP on a free port of 127.0.0.1; logs go to ``folder``.

    Nothing listens on ``live_port`` unless the caller has started something there.
    """
    port, web_port = free_port(), free_port()
    url = f"http://127.0.0.1:{port}"
    around = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings", "SITE_URL": url}
    path = os.pathsep.join([str(CADDY.parent), os.environ["PATH"]])
    with (folder / "web.log").open("w") as web_log, (folder / "caddy.log").open("w") as caddy_log:
        web = subprocess.Popen(
            web_command(web_port),
            cwd=PROJECT,
            env={**around, "PATH": path},
            stdout=web_log,
            stderr=web_log,
            text=True,
        )
        caddyfile = folder / "Caddyfile"
        caddyfile.write_text(caddyfile_for(web_port, live_port), encoding="utf-8")
        command = [str(CADDY), "run", "--config", str(caddyfile), "--adapter", "caddyfile"]
        caddy = subprocess.Popen(
            command,
            env={
                **os.environ,
                "SITE_HOST": url,
                "XDG_DATA_HOME": str(folder),
                "XDG_CONFIG_HOME": str(folder),
            },
            stdout=caddy_log,
            stderr=caddy_log,
            text=True,
        )
        try:
            wait_for_port(web_port, web, patience_seconds=90)
            wait_for_port(port, caddy)
            # The port is there before the processes behind it have loaded the site.
            assert httpx.get(f"{url}/healthz", timeout=90).status_code == 200
            yield Front(url, port, caddy, web)
        finally:
            stop(caddy)
            stop(web)


def web_command(port: int) -> list[str]:
    """Return the command of the service ``web``, as compose has it for a host who chose nothing, on ``port``."""
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    words = [
        re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(word)) for word in composition["services"]["web"]["command"]
    ]
    return [f"--bind=127.0.0.1:{port}" if word.startswith("--bind=") else word for word in words]


def caddyfile_for(web_port: int, live_port: int) -> str:
    """Return the shipped Caddyfile with the services' names replaced, for the loopback address alone."""
    text = CADDYFILE.read_text(encoding="utf-8")
    for name, port in (("web:8000", web_port), ("live:8001", live_port)):
        assert f"reverse_proxy {name}" in text
        text = text.replace(f"reverse_proxy {name}", f"reverse_proxy 127.0.0.1:{port}")
    text = text.replace("{\n\tservers {", "{\n\tadmin off\n\tservers {", 1)
    return text.replace("{$SITE_HOST} {", "{$SITE_HOST} {\n\tbind 127.0.0.1", 1)
