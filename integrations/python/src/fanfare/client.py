"""The client."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from datetime import datetime
from typing import BinaryIO

from . import types as t
from ._operations import Operations
from ._retry import is_passing
from ._upload import PIECE_BYTES, content_type_of, length_of, send_file
from .errors import FanfareApiError, FanfareConnectionError, FanfareError, FanfareTimeoutError

PUBLISH_TIMEOUT = 300.0
"""Seconds that a publish may take: a video takes up to four minutes."""
AWAY = 120.0
"""Seconds for which a server may be away: after a restart it continues the post."""


class Fanfare(Operations):
    """Fanfare with the key of one project.

    `api_key` and `base_url` are FANFARE_API_KEY and FANFARE_BASE_URL of the environment by
    default. `timeout` is the limit of one attempt in seconds: 60, and 300 for `create_post`.
    After a lost connection, a time-out, 429 or a server error a call is sent again up to
    `max_retries` times, with the same idempotency key, after the wait that the server asks for,
    up to `max_retry_after` seconds. Calls that are not idempotent are sent again only when the
    server certainly did nothing. A client may be used by several threads.
    """

    def create_post(
        self,
        body: t.CreatePostRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.PostCreated:
        """Publish a post to 1 to 10 accounts and wait for every network, or schedule it.

        Targets fail independently: read the `status` of each. A repeated key answers the first
        post and publishes nothing. `idempotency_key`, or the field of the body, is your name for
        the post; without one the client makes a key for the retries of this call.
        """
        key = body.get("idempotencyKey") or idempotency_key or self._new_key()
        keyed = body.copy()
        keyed["idempotencyKey"] = key
        sent = 0

        def sleep(seconds: float) -> None:
            nonlocal sent
            sent += 1
            self._sleep(seconds)

        once_more = self._with_sleep(sleep)
        try:
            limit = timeout or self._timeout or PUBLISH_TIMEOUT
            answer = Operations.create_post(once_more, keyed, idempotency_key=key, timeout=limit)
            post = answer["post"]
            # The first request may still be running: wait, for the result it would have got.
            if sent > 0 and answer["replayed"] and post["publishAt"] is None:
                answer["post"] = self.wait_until_settled(post["id"])
            return answer
        except FanfareError as error:
            error.idempotency_key = key
            raise

    def wait_until_settled(
        self,
        id_: str,
        *,
        timeout: float = 3600.0,
        on_progress: Callable[[t.Post], None] | None = None,
    ) -> t.Post:
        """Wait until every target is `published` or `failed`, its first comment included.

        `timeout` counts from now, or from `publishAt` of a scheduled post. Goes on while the
        server is away for less than two minutes. Raises `FanfareTimeoutError`.
        """
        started = answered = time.monotonic()
        post: t.Post | None = None
        pause = 0.5
        while True:
            try:
                read = self.get_post(id_)["post"]
                answered = time.monotonic()
                if read != post and on_progress is not None:
                    on_progress(read)
                post = read
            except FanfareError as error:
                if not _may_pass(error) or time.monotonic() - answered >= AWAY:
                    raise
            if post is not None and is_settled(post):
                return post
            now = time.monotonic()
            until_due = _seconds_until(post["publishAt"]) if post and post["publishAt"] else 0.0
            left = max(started, now + until_due) + timeout - now
            if left <= 0:
                raise FanfareTimeoutError(f"Post {id_} has not settled within {timeout:g} s")
            self._sleep(min(left, max(pause, min(until_due, 60.0))))
            pause = min(5.0, pause * 1.5)

    def upload(
        self,
        source: str | os.PathLike[str] | bytes | BinaryIO,
        *,
        filename: str | None = None,
        content_type: str | None = None,
        idempotency_key: str | None = None,
    ) -> t.MediaFile:
        """Upload a file and return it checked: read its `status`, `error` and `problems`.

        `source` is a path, bytes or a file that can be read twice. Files of more than 8 MiB go
        in pieces, from where the server is after a lost connection.
        """
        if isinstance(source, (str, os.PathLike)):
            name = filename or os.path.basename(os.fspath(source))
            with open(source, "rb") as opened:
                return self._upload(opened, name, content_type, idempotency_key)
        if filename is None:
            raise TypeError("The file has no name: pass `filename`.")
        file = io.BytesIO(source) if isinstance(source, bytes) else source
        return self._upload(file, filename, content_type, idempotency_key)

    def _upload(
        self, file: BinaryIO, filename: str, content_type: str | None, idempotency_key: str | None
    ) -> t.MediaFile:
        length = length_of(file)
        if length <= PIECE_BYTES:
            file.seek(0)
            return self.put_media(file.read(), filename=filename, idempotency_key=idempotency_key)[
                "media"
            ]
        announced: t.CreateMediaRequest = {
            "filename": filename,
            "contentType": content_type or content_type_of(filename),
            "bytes": length,
        }
        media = self.create_media(announced, idempotency_key=idempotency_key)["media"]
        # The key was used before, and the file is checked.
        if media["status"] != "awaiting_upload":
            return media
        send_file(media, file, resume=idempotency_key is not None, sleep=self._sleep)
        return self.complete_media(media["id"])["media"]

    def _with_sleep(self, sleep: Callable[[float], None]) -> Fanfare:
        """This client with another wait between attempts."""
        copy = object.__new__(Fanfare)
        copy.__dict__.update(self.__dict__, _sleep=sleep)
        return copy


def is_settled(post: t.Post) -> bool:
    """Whether every target, and every post of its thread, has its final status."""
    return all(
        target["status"] != "pending"
        and all(one["status"] != "pending" for one in target.get("thread", []))
        for target in post["targets"]
    )


def _may_pass(error: FanfareError) -> bool:
    if isinstance(error, FanfareApiError):
        return is_passing(error.status, error.code)
    return isinstance(error, FanfareConnectionError)


def _seconds_until(moment: str) -> float:
    due = datetime.fromisoformat(moment.replace("Z", "+00:00"))
    return max(0.0, due.timestamp() - time.time())
