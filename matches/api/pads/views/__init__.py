"""Views of table links and pads."""
