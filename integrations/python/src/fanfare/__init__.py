"""The client of Fanfare: one call publishes to several social accounts, and never twice."""

from ._version import VERSION as __version__
from .client import Fanfare, is_settled
from .errors import (
    FanfareApiError,
    FanfareConnectionError,
    FanfareError,
    FanfareTimeoutError,
    UnexpectedAnswerError,
    WebhookVerificationError,
)
from .webhooks import UnknownEvent, verify

__all__ = [
    "Fanfare",
    "FanfareApiError",
    "FanfareConnectionError",
    "FanfareError",
    "FanfareTimeoutError",
    "UnexpectedAnswerError",
    "UnknownEvent",
    "WebhookVerificationError",
    "__version__",
    "is_settled",
    "verify",
]
