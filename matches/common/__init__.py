"""Ground of all domains: the audit log, command context, idempotency, claims, enqueueing."""
