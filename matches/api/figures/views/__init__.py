"""Views of figures, ratings and honours."""
