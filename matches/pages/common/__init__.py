"""Modules that all pages share: lists, dates, breadcrumbs, powers, live updates, middleware."""
