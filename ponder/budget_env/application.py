"""The FastAPI application that serves the budget environment."""

from typing import TYPE_CHECKING

from ponder.budget_env.guard import Guard
from ponder.budget_env.models import Action, State
from ponder.budget_env.settings import ServerSettings, read_settings

if TYPE_CHECKING:
    from fastapi import FastAPI


def make_app(settings: ServerSettings | None = None) -> "FastAPI":
    """Makes the application; each session has its own environment, all share the questions.

    OpenEnv's stateless HTTP routes for reset and step are left out, since each call would begin
    a new environment: episodes are played over the WebSocket `/ws`.

    Args:
        settings: None means those of the `PONDER_*` environment variables.

    Raises:
        ValueError: If a setting makes no sense, or a source of questions cannot be opened.
    """
    from openenv.core.env_server.http_server import create_app

    from ponder.budget_env.served import ServedEnvironment, WireObservation

    settings = settings or read_settings()
    mixture = settings.make_mixture()
    ServedEnvironment(mixture, settings)  # What is wrong with a setting shows now.
    app: FastAPI = create_app(
        lambda: ServedEnvironment(mixture, settings),
        Action,
        WireObservation,
        env_name="ponder",
        max_concurrent_envs=settings.max_sessions,
        state_cls=State,
        mode="production",
    )
    app.add_api_route("/config", settings.effective, methods=["GET"], summary="Effective settings")
    app.add_middleware(Guard, settings=settings)
    return app
