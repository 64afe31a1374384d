"""Sends the bytes of announced files (packages/sdk/src/send-file.ts)."""

from __future__ import annotations

import mimetypes
import os
import random
import urllib.request
from collections.abc import Callable
from typing import BinaryIO
from urllib.parse import parse_qs, urlsplit

from . import types as t
from ._retry import backoff, is_passing
from ._transport import exchange, to_api_error
from .errors import FanfareApiError, FanfareConnectionError

PIECE_BYTES = 8 * 1024 * 1024
"""Bytes of one request, and the largest file that one call takes."""
MOST_FAILURES = 8
PIECE_TIMEOUT = 300.0
TUS = {"Tus-Resumable": "1.0.0"}

# Types that Python's table lacks on some systems.
for _type, _ending in (("image/webp", ".webp"), ("image/avif", ".avif"), ("image/heic", ".heic")):
    mimetypes.add_type(_type, _ending)


def content_type_of(filename: str) -> str:
    """The type of a file by the ending of its name."""
    found = mimetypes.guess_type(filename)[0]
    if found is None:
        raise TypeError(f"The type of {filename} is not known: pass `content_type`.")
    return found


def length_of(file: BinaryIO) -> int:
    """Bytes of a file that can be read more than once."""
    if not file.seekable():
        raise TypeError("The file cannot be read twice, which a retry needs: pass a path or bytes.")
    return file.seek(0, os.SEEK_END)


def send_file(
    media: t.MediaFile, file: BinaryIO, *, resume: bool, sleep: Callable[[float], None]
) -> None:
    """Sends the bytes to `uploadUrl` in pieces (tus 1.0), from where the server is."""
    url, total = media["uploadUrl"], media["bytes"]
    if url is None or total is None:
        raise TypeError("The file takes no bytes: it was completed.")
    presigned = "X-Amz-Signature" in parse_qs(urlsplit(url).query)
    at, sure, failed = 0, presigned or not resume, 0
    while at < total or not sure:
        try:
            if not sure:
                at = _offset(url)
                sure = True
                continue
            end = total if presigned else min(total, at + PIECE_BYTES)
            file.seek(at)
            piece = file.read(end - at)
            if len(piece) != end - at:
                raise TypeError("The file became shorter while it was sent.")
            if presigned:
                _ask("PUT", url, media["uploadHeaders"] or {}, piece)
            else:
                piece_headers = {
                    **TUS,
                    "Content-Type": "application/offset+octet-stream",
                    "Upload-Offset": str(at),
                }
                _ask("PATCH", url, piece_headers, piece)
            at, failed = end, 0
        except (FanfareApiError, FanfareConnectionError) as error:
            failed += 1
            if not _can_go_on(error) or failed >= MOST_FAILURES:
                raise
            sure = presigned
            sleep(backoff(failed, random.random()))


def _can_go_on(error: FanfareApiError | FanfareConnectionError) -> bool:
    """A conflict is an offset that is not ours, or another upload that has not ended yet."""
    if isinstance(error, FanfareApiError):
        return error.status == 409 or is_passing(error.status, error.code)
    return True


def _offset(url: str) -> int:
    headers = _ask("HEAD", url, TUS, None)
    try:
        return int(headers["upload-offset"])
    except (KeyError, ValueError):
        raise FanfareConnectionError("HEAD of the upload has no `Upload-Offset`") from None


def _ask(method: str, url: str, headers: dict[str, str], data: bytes | None) -> dict[str, str]:
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    # The address is a secret as long as bytes are awaited.
    status, answered, text = exchange(request, f"{method} of the upload", PIECE_TIMEOUT)
    if not 200 <= status < 300:
        raise to_api_error(status, answered, text)
    return answered
