"""Logs of one JSON object a line, for whatever collects them."""

import json
import logging
import time

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonFormatter(logging.Formatter):
    """Writes a record and what was given as `extra` as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Gives the line: time, level, logger, event, then the extras and the traceback."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{stamp}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def configuration(level: str) -> dict[str, object]:
    """Gives a configuration of `logging` in which every logger writes such lines to stderr."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "ponder.budget_env.logs.JsonFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            name: {"level": level.upper(), "propagate": True} for name in ("uvicorn", "ponder")
        },
    }
