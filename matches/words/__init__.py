"""Codes, figures and amounts in the reader's language: what pages and the API both say."""
