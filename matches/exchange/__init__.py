"""Import and export rubbers as files, and events with their logs."""
