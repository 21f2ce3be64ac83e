"""The activity log in words."""
