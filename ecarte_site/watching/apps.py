from __future__ import annotations

from django.apps import AppConfig


class WatchingConfig(AppConfig):
    name = "ecarte_site.watching"

    def ready(self) -> None:
        from ecarte_site.watching.database import watch_connections

        watch_connections()
