"""Views of reviews, findings and exercises."""
