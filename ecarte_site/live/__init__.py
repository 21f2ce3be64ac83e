"""Live pages: news of scores on their way to whoever watches, by an open stream or by asking again and again.

``news`` says what a piece of news is; ``memory`` and ``redis_news`` keep the last of each; ``hub`` and ``app`` are the
small process that holds the streams, ``middleware`` answers those who ask by themselves. Nothing here knows the models.
"""
