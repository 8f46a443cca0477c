"""The application for a server to run: `uvicorn ponder.budget_env.server:app`."""

from ponder.budget_env.application import make_app

app = make_app()
