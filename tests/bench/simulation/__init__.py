"""Events and seasons played by chance: data for benchmarks and tests, and two commands for developers.

python -m tests.bench.simulation simulate_event --players 512 --rounds 9 --seed 1
python -m tests.bench.simulation tune_ratings --simulated
"""
