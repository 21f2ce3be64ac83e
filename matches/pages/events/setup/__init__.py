"""Pages that open an event, plan it, and change its plan."""
