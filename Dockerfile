# The budget environment as a service: docker build -t ponder . && docker run -p 8000:8000 ponder
FROM python:3.12-slim AS build

WORKDIR /src
COPY pyproject.toml README.md LICENSE constraints.txt ./
COPY ponder ponder
# The server needs neither torch nor a model; clients' tokenizers need transformers without it.
RUN python -m venv /opt/ponder \
    && /opt/ponder/bin/pip install --no-cache-dir -c constraints.txt '.[serve]' 'transformers>=5.24,<6'

FROM python:3.12-slim

RUN useradd --create-home --uid 1000 ponder
COPY --from=build /opt/ponder /opt/ponder
USER ponder
WORKDIR /home/ponder
ENV PATH=/opt/ponder/bin:$PATH PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s --retries=3 \
    CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=2)"
# exec form: SIGTERM reaches the server, which lets running requests end.
CMD ["ponder", "serve", "--host", "0.0.0.0", "--port", "8000"]
