"""Whole events as files: taken out of a club and into one."""
