"""Pages of ratings, and of the chances that follow from them."""
