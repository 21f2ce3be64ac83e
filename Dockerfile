# One image for web, worker and schedule; docker-compose.yml says which of them a container is.

FROM python:3.11.16-slim AS packages
COPY requirements/tools.txt requirements/run.txt /requirements/
RUN python -m venv /packages \
 && /packages/bin/pip install --no-cache-dir --require-hashes -r /requirements/tools.txt \
 && VIRTUAL_ENV=/packages /packages/bin/uv pip sync --no-cache --compile-bytecode --require-hashes /requirements/run.txt

FROM python:3.11.16-slim
# A number, so that an orchestrator can see that it is not root.
RUN useradd --system --uid 10001 --create-home ecarte
COPY --from=packages /packages /packages
# Without OPENBLAS_NUM_THREADS NumPy starts a thread for each core in every process, which none of our sums is worth.
ENV PATH=/packages/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    OPENBLAS_NUM_THREADS=1 \
    NUMBA_CACHE_DIR=/var/cache/ecarte \
    DJANGO_SETTINGS_MODULE=ecarte_site.settings
WORKDIR /app
COPY manage.py ./
COPY ecarte_site ecarte_site
COPY locale locale
COPY matches matches
COPY scoring scoring
COPY worker worker
# The key is for this step alone: nothing is signed while static files are collected.
RUN mkdir -p /var/cache/ecarte /app/staticfiles \
 && chown 10001 /var/cache/ecarte /app/staticfiles
USER 10001
RUN SECRET_KEY=collecting ECARTE_DATA_DIR=/var/cache/ecarte/build python manage.py collectstatic --no-input \
 && rm -rf /var/cache/ecarte/build \
 && python -m worker.solver --trump D --leader SJA.HK.DK.CJ --follower HQA9.CT8
EXPOSE 8000
# Threads: a file on its way to a slow reader keeps one of them, and no process.
CMD ["gunicorn", "ecarte_site.wsgi", "--config=python:ecarte_site.watching.gunicorn", "--bind", "0.0.0.0:8000", \
     "--worker-class=gthread", "--threads=8"]
