"""The laws, and the director's rulings."""
