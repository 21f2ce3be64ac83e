"""Views of rubbers."""
