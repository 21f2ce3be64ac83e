"""The HTML pages: common, one package a domain, and the rooms that belong to none."""
