"""Verifies what your webhook receives (Standard Webhooks 1.0.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast

from . import types as t
from .errors import WebhookVerificationError

SHORTEST_KEY = 24
"""The shortest key that Standard Webhooks 1.0.0 allows, in bytes (checked 2026-11)."""
MOST_SIGNATURES = 10


class UnknownEvent(TypedDict):
    """An event of a newer server. Answer 2xx, and update this package to handle it."""

    id: str
    type: Literal["unknown"]
    originalType: str
    timestamp: str
    data: Any


def verify(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> t.WebhookEvent | UnknownEvent:
    """The event of a request to your webhook, once its signature and its time are verified.

    `raw_body` is the body exactly as it was received, never a parsed object. `secret` may be
    several while you change it. Raises `WebhookVerificationError`; answer such a request 400.
    """
    if not isinstance(raw_body, (bytes, str)):
        raise WebhookVerificationError(
            "body_not_raw",
            "The body was parsed before it was verified. Pass the bytes exactly as they were"
            " received.",
        )
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    keys = [_key(one) for one in ([secret] if isinstance(secret, str) else secret or [])]
    if not keys:
        raise _malformed_secret()
    lower = {name.lower(): value for name, value in dict(headers or {}).items()}
    id_, timestamp, signatures = (
        _header(lower, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_time(timestamp, tolerance_seconds, time.time() if now is None else now)
    signed = f"{id_}.{timestamp}.".encode() + body
    made = [_signature(one) for one in signatures.split(" ")[:MOST_SIGNATURES]]
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    fits = [hmac.compare_digest(own, one) for own in expected for one in made]
    if not any(fits):
        raise WebhookVerificationError(
            "signature_mismatch",
            "No signature fits: the secret is that of another webhook or was rotated, or the body"
            " is not the one that was sent.",
        )
    return _event(body)


def _malformed_secret() -> WebhookVerificationError:
    return WebhookVerificationError(
        "secret_malformed",
        "A secret is missing or not in its form: `whsec_` and base64, as it was shown when the"
        " webhook was created or its secret rotated.",
    )


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def _key(secret: str) -> bytes:
    try:
        key = _from_base64(str(secret).strip().removeprefix("whsec_"))
    except (binascii.Error, ValueError):
        raise _malformed_secret() from None
    if len(key) < SHORTEST_KEY:
        raise _malformed_secret()
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(
            "header_missing", f"A header of the signature is missing. Missing: {name}."
        )
    return value


def _check_time(timestamp: str, tolerance: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError(
            "header_malformed", "`webhook-timestamp` is not a number of seconds."
        )
    age = int(now) - int(timestamp)
    if abs(age) <= tolerance:
        return
    code: Literal["timestamp_too_old", "timestamp_too_new"] = (
        "timestamp_too_old" if age > 0 else "timestamp_too_new"
    )
    raise WebhookVerificationError(
        code, f"The timestamp is {abs(age)} seconds away, and {tolerance:g} are allowed."
    )


def _signature(text: str) -> bytes:
    """The bytes of a signature; none for one of another kind."""
    try:
        return _from_base64(text[3:]) if text.startswith("v1,") else b""
    except (binascii.Error, ValueError):
        return b""


def _event(body: bytes) -> t.WebhookEvent | UnknownEvent:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookVerificationError("not_an_event", "The body is signed and is not an event.")
    if event["type"] in t.EVENT_TYPES:
        return cast(t.WebhookEvent, event)
    return {
        "id": event.get("id", ""),
        "type": "unknown",
        "originalType": event["type"],
        "timestamp": event.get("timestamp", ""),
        "data": event.get("data"),
    }
