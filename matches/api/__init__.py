"""The REST API: core, and one package a domain."""
