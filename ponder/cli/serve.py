"""`ponder serve`: the budget environment over the network."""

import logging.config
from typing import Annotated

import typer

_LARGEST_PORT = 65_535


def command(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Where to listen; 0 for any that is free.")] = 8000,
    mixture: Annotated[
        str | None, typer.Option(help="The questions, such as chain_sum:1-8,gcd:1-4*2.")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="train, valid, or test for held-out questions.")
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve the budget environment to OpenEnv clients; needs the extra `serve`.

    Every other setting is an environment variable: PONDER_NUM_QUESTIONS, PONDER_BUDGET_MODE,
    PONDER_PROFILE, PONDER_MAX_SESSIONS, PONDER_TOKEN and so on; docs/serving.md has them all,
    and GET /config shows those in effect. Episodes are played over the WebSocket /ws; SIGTERM
    lets running requests end. The log is JSON, a line an event.

    For example:

        ponder serve
        PONDER_TOKEN=secret ponder serve --host 0.0.0.0 --port 8000 --split test
        PONDER_PROFILE=3x1-3,2x4-6,1x7-10 ponder serve --mixture chain_sum,gcd
    """
    try:
        import uvicorn

        from ponder.budget_env.settings import read_settings
    except ModuleNotFoundError as error:
        raise ValueError(f"serving needs {error.name}: pip install 'ponder-gym[serve]'") from None
    from ponder.budget_env.application import make_app
    from ponder.budget_env.logs import configuration

    if not 0 <= port <= _LARGEST_PORT:
        raise ValueError(f"--port must be from 0 to {_LARGEST_PORT}, got {port}")
    levels = ("debug", "info", "warning", "error")
    if log_level not in levels:
        raise ValueError(f"--log-level must be one of {levels}, got {log_level!r}")
    given = {"mixture": mixture, "split": split}
    settings = read_settings(**{name: value for name, value in given.items() if value})
    logging.config.dictConfig(configuration(log_level))
    logging.captureWarnings(True)
    uvicorn.run(
        make_app(settings),
        host=host,
        port=port,
        log_config=None,
        ws_max_size=max(settings.max_request_bytes * 2, 1 << 20),
        # A client that generates on its event loop answers no pings; idle_seconds reaps instead.
        ws_ping_interval=None,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
