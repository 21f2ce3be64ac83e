PYTHON = python3.11

.PHONY: start test soak lint lock

start: ## make the environment, load the demonstration club, serve the site
	$(PYTHON) manage.py start

test: ## every test, with services of its own
	$(PYTHON) manage.py test

soak: ## the long tests and the benchmarks; figures go to docs/benchmarks.md
	$(PYTHON) manage.py soak

lint: ## style and types, as checked before a change is taken
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .

lock: ## resolve requirements/*.in into hashed lock files
	$(PYTHON) manage.py lock
