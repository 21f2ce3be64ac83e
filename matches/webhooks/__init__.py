"""Webhooks: publishing, queue, sender, addresses, signatures."""
