PYTHON = python3.11

.PHONY: start test soak bench lint audit image-check incidents messages lock words

start: ## make the environment, load the demonstration club, serve the site
	$(PYTHON) manage.py start

test: ## what a change should pass; manage.py test --all runs every test
	$(PYTHON) manage.py test

soak: ## the long tests and the benchmarks; figures go to docs/benchmarks.md
	$(PYTHON) manage.py soak

bench: ## measured beside its peers, in an environment that has them; figures go to docs/benchmarks.md
	$(PYTHON) manage.py bench

lint: ## style, types, the order of imports and plain words, as checked before a change is taken
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .
	.venv/bin/lint-imports --no-logo
	.venv/bin/python -m tests.support.words --check

audit: ## known faults of the packages, suspicious code; status 3 where the packages could not be looked up
	found=0; \
	.venv/bin/bandit --quiet --configfile pyproject.toml --recursive matches scoring worker ecarte_site manage.py || found=$$?; \
	.venv/bin/python -m ecarte_site.setup.audit || found=$$?; \
	exit $$found

image-check: ## as much of the image and of docker-compose.yml as can be shown without a container engine
	.venv/bin/python -m tests.support.image_check

incidents: ## put scoring/golden/incidents.egn in canonical form, and write down what a check says of each golden file; read the difference
	.venv/bin/python -m scoring format scoring/golden/incidents.egn > scoring/golden/incidents.new
	mv scoring/golden/incidents.new scoring/golden/incidents.egn
	for name in incidents triomphe faults; do \
	.venv/bin/python -m scoring check --json scoring/golden/$$name.egn > scoring/golden/$$name.expected.jsonl || test $$? = 1; done

messages: ## gather what is to be translated, compile the catalogues (needs Debian's gettext)
	$(PYTHON) manage.py messages

lock: ## resolve requirements/*.in into hashed lock files
	$(PYTHON) manage.py lock

words: ## count docstrings and names that plain English would not use; with --list the program prints the places
	.venv/bin/python -m tests.support.words
