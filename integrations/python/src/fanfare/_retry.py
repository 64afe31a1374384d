"""What may be sent again, and when: the rules of the SDK (packages/sdk/src/retry.ts)."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime


def is_passing(status: int, code: str) -> bool:
    """Whether the error is temporary, so that a retry can succeed."""
    if status == 429:
        return code != "quota_exceeded"
    return status in (408, 425) or (status >= 500 and status != 501)


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in seconds, from seconds or from a date by the server's own clock."""
    value = (headers.get("retry-after") or "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", value):
        return float(value)
    until = _moment(value) if value.endswith("GMT") else None
    if until is None:
        return None
    sent = _moment(headers.get("date") or "")
    return max(0.0, until - (time.time() if sent is None else sent))


def _moment(value: str) -> float | None:
    try:
        return parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError):
        return None


def backoff(failed: int, random: float) -> float:
    """Seconds to wait after failed attempts: 0.5, doubled up to 8, minus a random half at most."""
    return float(min(8.0, 0.5 * 2 ** (failed - 1)) * (1 - random / 2))
