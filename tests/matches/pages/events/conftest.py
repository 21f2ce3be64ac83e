from tests.factories.events import cup, made_cup, made_swiss, swiss
from tests.factories.staffed import club, director, made_once, owner, staffed

__all__ = ["club", "cup", "director", "made_cup", "made_once", "made_swiss", "owner", "staffed", "swiss"]
