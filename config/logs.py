"""Log lines as JSON, and without the secrets that addresses may carry."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

# Private links carry their secret in the path, signed streams and set-up links likewise.
# An address may stand in the query of another one, where its slashes are written %2F.
_SLASH = r"(?:/|%2[Ff])"
SECRET = re.compile(
    rf"({_SLASH}(?:p|setup|join|confirm|stop){_SLASH}|[?&](?:token|key|pass)=|(?:Token|Pass) )"
    rf"(?:(?!{_SLASH})[^\s&?\"'])+"
)


def hide(value: Any) -> Any:
    """The same value with each secret part of an address replaced by an ellipsis."""
    return SECRET.sub(r"\1…", value) if isinstance(value, str) else value


class HideSecrets(logging.Filter):
    """Hides secrets in the message and its arguments; formatters add nothing but tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = hide(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(hide(arg) for arg in record.args)
        return True


class WithoutTraceback(logging.Filter):
    """For refusals that are no fault of ours: the message says all."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if status := getattr(record, "status_code", None):
            entry["status"] = status
        if record.exc_info:
            entry["traceback"] = hide(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)
