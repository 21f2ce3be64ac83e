"""A coverage-guided fuzz of reader and engine: any bytes give findings, in bounded time and memory, no more."""
