"""The score pad and table links."""
