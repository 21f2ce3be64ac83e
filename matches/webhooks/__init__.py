"""Post messages about what happens in a club to URLs that its owners choose.

The modules, in the order in which a message passes through them:

1. ``publish``: when a rubber, an event or a review changes, publish a topic in the same transaction.
2. ``payloads``: build the message without names of people, which are filled in when it is sent.
3. ``queue``: add a delivery for each webhook that subscribes to the topic; claim, retry and finish deliveries.
4. ``sender``: a task that claims the deliveries that are due, and posts them in parallel.
5. ``signatures``, ``addresses``, ``http``: sign a message, check the address, and post it once.
6. ``manage_webhooks``, ``queries``: let owners create webhooks, read their deliveries and replay them.
"""
