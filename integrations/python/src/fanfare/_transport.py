"""Sends requests with the API key, and sends them again where that is safe and can help."""

from __future__ import annotations

import errno
import http.client
import json
import os
import random
import re
import secrets
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ._retry import backoff, is_passing, read_retry_after
from ._version import VERSION
from .errors import (
    FanfareApiError,
    FanfareConnectionError,
    FanfareError,
    FanfareTimeoutError,
    UnexpectedAnswerError,
)

NOT_SENT = {errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH}
"""Errors that mean that no byte of the request was sent."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would receive the API key."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """A connection to one Fanfare with the key of one project."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | None = None,
        max_retries: int = 3,
        max_retry_after: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        key = (api_key or os.environ.get("FANFARE_API_KEY") or "").strip()
        if not re.fullmatch(r"[\x21-\x7e]+", key):
            raise FanfareError("There is no API key: pass `api_key`, or set FANFARE_API_KEY.")
        self._api_key = key
        self._base_url = _read_base_url(base_url or os.environ.get("FANFARE_BASE_URL") or "")
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_after = max_retry_after
        self._sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirect)

    @staticmethod
    def _new_key() -> str:
        return f"py_{secrets.token_hex(16)}"

    @staticmethod
    def _part(value: str) -> str:
        """A value as one part of a path."""
        if value in ("", ".", ".."):
            raise FanfareError(f"{value!r} is no id.")
        return quote(value, safe="")

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        data: bytes | None = None,
        idempotency_key: str | None = None,
        only_once: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """The parsed answer. Raises `FanfareApiError` and `FanfareConnectionError`."""
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._base_url}/api/v1{path}" + (f"?{urlencode(given)}" if given else "")
        headers = {
            "Authorization": f"Bearer {self._api_key}",
            "Accept": "application/json",
            "User-Agent": f"fanfare-python/{VERSION}",
        }
        if body is not None:
            data = json.dumps(body, default=_text).encode()
            headers["Content-Type"] = "application/json"
        elif data is not None:
            headers["Content-Type"] = "application/octet-stream"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            return self._attempts(
                request, f"{method} /api/v1{path}", only_once, timeout or self._timeout or 60.0
            )
        except FanfareError as error:
            error.idempotency_key = idempotency_key
            raise

    def _attempts(
        self, request: urllib.request.Request, what: str, only_once: bool, timeout: float
    ) -> Any:
        failed = 0
        while True:
            try:
                return self._attempt(request, what, timeout)
            except (FanfareApiError, FanfareConnectionError) as error:
                failed += 1
                wait = error.retry_after if isinstance(error, FanfareApiError) else None
                seconds = backoff(failed, random.random()) if wait is None else wait
                allowed = failed <= self._max_retries and seconds <= self._max_retry_after
                if not allowed or not _can_repeat(error, only_once):
                    raise
            self._sleep(seconds)

    def _attempt(self, request: urllib.request.Request, what: str, timeout: float) -> Any:
        status, headers, text = _exchange(self._opener, request, what, timeout)
        body = _parse(text)
        if status == 204:
            return None
        if 200 <= status < 300 and not isinstance(body, str):
            return body
        # A server that echoes the request echoes the key.
        raise to_api_error(status, headers, text.replace(self._api_key, "…"))


def _can_repeat(error: FanfareApiError | FanfareConnectionError, only_once: bool) -> bool:
    if isinstance(error, FanfareApiError):
        return is_passing(error.status, error.code) and (not only_once or error.status == 429)
    return not only_once or not error.may_have_arrived


def exchange(
    request: urllib.request.Request, what: str, timeout: float
) -> tuple[int, dict[str, str], str]:
    """One request without the API key, to the address of an upload."""
    return _exchange(urllib.request.build_opener(_NoRedirect), request, what, timeout)


def _exchange(
    opener: urllib.request.OpenerDirector,
    request: urllib.request.Request,
    what: str,
    timeout: float,
) -> tuple[int, dict[str, str], str]:
    try:
        try:
            answer = opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return int(answer.status), headers, answer.read().decode("utf-8", "replace")
    except urllib.error.URLError as error:
        cause = error.reason
    except (OSError, http.client.HTTPException) as error:
        cause = error
    if isinstance(cause, TimeoutError):
        raise FanfareTimeoutError(f"{what} was not answered within {timeout:g} s") from cause
    sent = not isinstance(cause, socket.gaierror) and getattr(cause, "errno", None) not in NOT_SENT
    raise FanfareConnectionError(f"{what} got no answer: {cause}", may_have_arrived=sent)


def to_api_error(status: int, headers: Mapping[str, str], text: str) -> FanfareApiError:
    """The error to raise for an error answer."""
    body = _parse(text)
    error = body.get("error") if isinstance(body, dict) else None
    wait = read_retry_after(headers)
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        start = " ".join(text.split())[:80]
        what = (
            f"a redirect to {headers.get('location', 'elsewhere')}, not followed because it would"
            " receive the API key"
            if 300 <= status < 400
            else f'"{start}", which is not the JSON of Fanfare'
        )
        message = f"The answer is {what}. Check `base_url`."
        return UnexpectedAnswerError(
            status, "unexpected_answer", message, retry_after=wait, body=body
        )
    return FanfareApiError(
        status,
        error["code"],
        str(error.get("message", "")),
        details=error.get("details"),
        doc_url=error.get("docUrl"),
        request_id=error.get("requestId") or headers.get("x-request-id"),
        retry_after=wait,
        body=body,
    )


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _text(value: object) -> str:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError(
                "A datetime needs a time zone: datetime.now(timezone.utc), for example."
            )
        return value.isoformat()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not a value of the API.")


def _read_base_url(given: str) -> str:
    url = urlsplit(given)
    if (
        url.scheme not in ("http", "https")
        or not url.hostname
        or url.username
        or url.query
        or url.fragment
    ):
        raise FanfareError("`base_url` is an address such as https://fanfare.example.com.")
    # The address of the API is accepted too.
    return re.sub(r"(/api/v1)?/*$", "", f"{url.scheme}://{url.netloc}{url.path}")
