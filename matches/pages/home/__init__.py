"""The home page, and the overview pages of clubs, events and rubbers."""
