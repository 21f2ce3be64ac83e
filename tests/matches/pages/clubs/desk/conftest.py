from tests.factories.staffed import club, director, made_once, owner, staffed

__all__ = ["club", "director", "made_once", "owner", "staffed"]
