"""Live pages: changes of scores reach everybody who has a page open, by an event stream or by polling.

``news`` defines a message (an item of news); ``memory`` and ``redis_news`` store the latest ones, and
``store`` chooses one of the two. ``hub`` and ``app`` are the small process that serves the streams,
``middleware`` responds to pages that poll. Nothing here depends on the models.
"""
