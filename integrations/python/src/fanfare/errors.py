"""Errors that the client raises. The API key is in none of them."""

from __future__ import annotations

from typing import Any, Literal

from . import types as t


class FanfareError(Exception):
    """Base class of every error that the client raises, except for wrong arguments."""

    idempotency_key: str | None = None
    """Key of the request. The same request with it never publishes twice."""


class FanfareApiError(FanfareError):
    """An error answer of the API. Branch on `code`; docs/errors.md lists all of them."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: list[t.RuleViolation | t.QuotaDetail | t.FieldError] | None = None,
        doc_url: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        body: Any = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.details = details or []
        """All problems; empty when there is nothing to list."""
        self.doc_url = doc_url
        """Page that explains the code and how to fix the problem."""
        self.request_id = request_id
        """Quote it when you ask for help."""
        self.retry_after = retry_after
        """Seconds that the server asks to wait; None when it does not say."""
        self.body = body
        """The body of the answer: parsed when it is JSON, otherwise its text."""


class UnexpectedAnswerError(FanfareApiError):
    """An answer of something else: a redirect, a page of a proxy, or broken JSON."""


class FanfareConnectionError(FanfareError):
    """No answer: the server cannot be reached, or the connection was lost."""

    def __init__(self, message: str, *, may_have_arrived: bool = True) -> None:
        super().__init__(message)
        self.may_have_arrived = may_have_arrived
        """Whether the server may have received the request."""


class FanfareTimeoutError(FanfareConnectionError):
    """No answer within the time limit, or a post that did not settle in time."""


WebhookErrorCode = Literal[
    "body_not_raw",
    "header_missing",
    "header_malformed",
    "secret_malformed",
    "signature_mismatch",
    "timestamp_too_old",
    "timestamp_too_new",
    "not_an_event",
]


class WebhookVerificationError(FanfareError):
    """A request that cannot be trusted, or a mistake in the receiver: answer it with 400."""

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code: WebhookErrorCode = code
