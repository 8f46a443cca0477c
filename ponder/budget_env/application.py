"""The FastAPI application that serves the budget environment."""

from typing import TYPE_CHECKING

from ponder.budget_env.guard import Guard
from ponder.budget_env.models import Action, Observation, State
from ponder.budget_env.settings import ServerSettings, read_settings

if TYPE_CHECKING:
    from fastapi import FastAPI

_REPLACED = ("/ws", "/mcp")
"""OpenEnv's own sessions, and those of its tools, of which there are none."""


def make_app(settings: ServerSettings | None = None) -> "FastAPI":
    """Makes the application; each session has its own environment, all share the questions.

    Health, metadata and schemas are OpenEnv's; the WebSocket `/ws` is `Sessions`. OpenEnv's
    stateless routes for reset and step are left out, since each call would begin a new
    environment.

    Args:
        settings: None means those of the `PONDER_*` environment variables.

    Raises:
        ValueError: If a setting makes no sense, or a source of questions cannot be opened.
    """
    from fastapi.routing import APIWebSocketRoute
    from openenv.core.env_server.http_server import create_app

    from ponder.budget_env.served import ServedEnvironment
    from ponder.budget_env.sessions import Sessions

    settings = settings or read_settings()
    mixture = settings.make_mixture()

    def make() -> ServedEnvironment:
        return ServedEnvironment(mixture, settings)

    make()  # What is wrong with a setting shows now.
    app: FastAPI = create_app(
        make, Action, Observation, env_name="ponder", state_cls=State, mode="production"
    )
    app.router.routes = [
        route
        for route in app.router.routes
        if not (isinstance(route, APIWebSocketRoute) and route.path in _REPLACED)
    ]
    app.add_api_websocket_route("/ws", Sessions(make, settings).serve)
    app.add_api_route("/config", settings.effective, methods=["GET"], summary="Effective settings")
    app.add_middleware(Guard, settings=settings)
    return app
