"""The FastAPI application that serves the budget environment."""

import logging
from typing import TYPE_CHECKING

from ponder.budget_env.guard import Guard
from ponder.budget_env.models import Action, Observation, State
from ponder.budget_env.settings import ServerSettings, read_settings, unknown_variables
from ponder.budget_env.tokens import get_counter

if TYPE_CHECKING:
    from fastapi import FastAPI

_KEPT = ("/health", "/metadata", "/schema", "/docs", "/redoc", "/openapi.json")
"""The routes of OpenEnv that are served. Its sessions are replaced; its routes for tools and lists
of tasks, of which there are none, would begin environments outside the bound on sessions."""

_log = logging.getLogger("ponder.server")


def make_app(settings: ServerSettings | None = None) -> "FastAPI":
    """Makes the application; each session has its own environment, all share the questions.

    Health, metadata and schemas are OpenEnv's; the WebSocket `/ws` is `Sessions`. OpenEnv's
    stateless routes for reset and step are left out, since each call would begin a new
    environment. Environment variables that look like settings and are none are warned of.

    Args:
        settings: None means those of the `PONDER_*` environment variables.

    Raises:
        ValueError: If a setting makes no sense, a source of questions cannot be opened, or no
            episode can be drawn.
    """
    from openenv.core.env_server.http_server import create_app

    from ponder.budget_env.served import ServedEnvironment, finder
    from ponder.budget_env.sessions import Sessions

    settings = settings or read_settings()
    for warning in unknown_variables():
        _log.warning(warning)
    mixture = settings.make_mixture()
    find = finder(settings)

    def make() -> ServedEnvironment:
        return ServedEnvironment(mixture, settings, find)

    if settings.default_tokenizer:
        get_counter(settings.default_tokenizer, settings.allowed_tokenizers)
    make().reset()  # What is wrong with a setting shows now.
    app: FastAPI = create_app(
        make, Action, Observation, env_name="ponder", state_cls=State, mode="production"
    )
    app.router.routes = [
        route for route in app.router.routes if getattr(route, "path", "") in _KEPT
    ]
    app.add_api_websocket_route("/ws", Sessions(make, settings).serve)
    app.add_api_route("/config", settings.effective, methods=["GET"], summary="Effective settings")
    app.add_middleware(Guard, settings=settings)
    return app
