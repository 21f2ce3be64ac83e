"""The site's addresses, and ``/bare/``: 50 flat rows of one table, as the framework's own classes give them."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework.generics import ListAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import ModelSerializer

from ecarte_site import urls
from matches.models import Player

ROWS = 50


class BareRow(ModelSerializer[Player]):
    class Meta:
        model = Player
        fields = ("public_id", "name", "shares_reviews", "created_at")


class BareList(ListAPIView[Player]):
    queryset = Player.objects.order_by("pk")[:ROWS]
    serializer_class = BareRow
    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (JSONRenderer,)
    schema: Any = None


handler403 = urls.handler403
urlpatterns = [path("bare/", BareList.as_view()), *urls.urlpatterns]
