"""Pages of imports, exports, and everything that waits for a decision."""
