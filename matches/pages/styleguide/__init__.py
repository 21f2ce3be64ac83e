"""The page guide: every part that pages are made of."""
