"""The name of a club, player or event, with the form in which it is compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Model

from matches.rules.names import FOLDED_LENGTH, fold_name

if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField


class FoldedNameField(TextColumn):
    """A column with ``fold_name`` of the row's ``name``, written whenever the row is.

    ``QuerySet.update(name=...)`` has to set it, too.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **{"max_length": FOLDED_LENGTH, "default": "", "db_default": "", "editable": False, **options}
        )

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Describe the column to migrations as an ordinary one."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def pre_save(self, model_instance: Model, add: bool) -> str:
        folded = fold_name(getattr(model_instance, "name"))  # noqa: B009
        setattr(model_instance, self.attname, folded)
        return folded


class Named(models.Model):
    """A row with a ``name``, and its form for comparison in ``folded``, which is not unique.

    ``folded`` is empty if ``name`` is, and in a row that the previous version wrote during an update, until the next
    sweep.
    """

    folded = FoldedNameField()

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "folded"}
        super().save(*args, update_fields=update_fields, **options)
