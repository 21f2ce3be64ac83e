"""Records in and out: imports, exports, whole events as files."""
