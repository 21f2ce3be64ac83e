"""Views of clubs and people."""
