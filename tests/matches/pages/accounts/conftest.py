from tests.matches.pages.clubs.conftest import fresh_limits, with_mail

__all__ = ["fresh_limits", "with_mail"]
