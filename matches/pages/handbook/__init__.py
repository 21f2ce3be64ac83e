"""The pages of the handbook."""
