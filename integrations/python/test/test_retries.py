"""What is sent again, after which wait, and with which key: against a scripted server."""

from __future__ import annotations

import json
import threading
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from fanfare import (
    Fanfare,
    FanfareApiError,
    FanfareConnectionError,
    FanfareError,
    FanfareTimeoutError,
)
from fanfare._retry import backoff, read_retry_after
from fanfare.types import CreatePostRequest

KEY = "fanfare_sk_test"
POST: CreatePostRequest = {"content": "a", "platforms": [{"platform": "x", "accountId": "acc_1"}]}
DONE = {
    "post": {"id": "post_1", "publishAt": None, "targets": []},
    "replayed": False,
    "warnings": [],
}

Step = tuple[int, dict[str, str], object] | None
"""Status, headers and body of an answer; None hangs up without one."""


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> Step:
    return status, headers or {}, {"error": {"code": code, "message": "No."}}


class Scripted(BaseHTTPRequestHandler):
    steps: ClassVar[list[Step]] = []
    seen: ClassVar[list[tuple[str, str | None]]] = []

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        key = body.get("idempotencyKey") or self.headers.get("Idempotency-Key")
        self.seen.append((f"{self.command} {self.path}", key))
        step = self.steps.pop(0)
        if step is None:
            self.connection.close()
            return
        status, headers, answer = step
        text = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(text)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer

    def log_message(self, *_: Any) -> None:
        pass


class Retries(unittest.TestCase):
    def setUp(self) -> None:
        Scripted.steps, Scripted.seen = [], []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.waits: list[float] = []
        self.fanfare = Fanfare(
            KEY, f"http://127.0.0.1:{self.server.server_port}/api/v1/", sleep=self.waits.append
        )

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def play(self, call: Callable[[], object], *steps: Step) -> FanfareError | None:
        """The error of a call, or None; `self.waits` and `Scripted.seen` say how it went."""
        Scripted.steps[:], Scripted.seen[:], self.waits[:] = list(steps), [], []
        try:
            call()
        except FanfareError as error:
            return error
        return None

    def test_a_lost_answer_is_asked_for_again_with_the_same_key(self) -> None:
        error = self.play(
            lambda: self.fanfare.create_post(POST),
            None,
            refusal(503, "unavailable"),
            (201, {}, DONE),
        )
        self.assertIsNone(error)
        (key,) = {key for _, key in Scripted.seen}
        self.assertRegex(key or "", "^py_[0-9a-f]{32}$")
        self.assertEqual(Scripted.seen, [("POST /api/v1/posts", key)] * 3)
        self.assertEqual(len(self.waits), 2)

    def test_temporary_errors_are_retried_and_others_are_final(self) -> None:
        for status, code, times in (
            (408, "a", 2),
            (429, "rate_limited", 2),
            (500, "internal_error", 2),
            (503, "unavailable", 2),
            (429, "quota_exceeded", 1),
            (501, "a", 1),
            (400, "invalid_post", 1),
            (401, "unauthorized", 1),
            (409, "not_cancellable", 1),
        ):
            with self.subTest(status=status, code=code):
                error = self.play(self.fanfare.get_usage, refusal(status, code), (200, {}, {}))
                self.assertEqual((len(Scripted.seen), error is None), (times, times == 2))

    def test_the_wait_is_the_one_that_the_server_asks_for(self) -> None:
        limited = refusal(429, "rate_limited", {"Retry-After": "12"})
        self.assertIsNone(self.play(self.fanfare.get_usage, limited, (200, {}, {})))
        self.assertEqual(self.waits, [12.0])
        error = self.play(
            self.fanfare.get_usage, refusal(429, "rate_limited", {"Retry-After": "61"})
        )
        assert isinstance(error, FanfareApiError)
        self.assertEqual((error.retry_after, self.waits), (61.0, []))
        date, until = "Fri, 20 Nov 2026 12:00:00 GMT", "Fri, 20 Nov 2026 12:00:07 GMT"
        self.assertEqual(read_retry_after({"date": date, "retry-after": until}), 7.0)
        self.assertEqual([backoff(n, 0) for n in (1, 2, 5, 9)], [0.5, 1, 8, 8])

    def test_what_is_not_idempotent_is_sent_again_only_when_nothing_was_done(self) -> None:
        def create() -> object:
            return self.fanfare.create_webhook({"url": "https://example.com/hook"})

        cases: list[tuple[tuple[Step, ...], int]] = [
            ((None,), 1),
            ((refusal(500, "internal_error"),), 1),
            ((refusal(429, "rate_limited"), (201, {}, {})), 2),
        ]
        for steps, times in cases:
            with self.subTest(steps=steps):
                self.play(create, *steps)
                self.assertEqual(len(Scripted.seen), times)

    def test_after_three_retries_the_error_has_the_key(self) -> None:
        error = self.play(
            lambda: self.fanfare.create_post(POST, idempotency_key="mine"), None, None, None, None
        )
        assert isinstance(error, FanfareConnectionError)
        self.assertEqual((len(Scripted.seen), error.idempotency_key), (4, "mine"))
        self.assertTrue(error.may_have_arrived)

    def test_a_post_that_is_still_being_published_is_waited_for(self) -> None:
        pending = {"id": "post_1", "publishAt": None, "targets": [{"status": "pending"}]}
        settled = {"id": "post_1", "publishAt": None, "targets": [{"status": "published"}]}
        answers: list[object] = []
        self.play(
            lambda: answers.append(self.fanfare.create_post(POST)),
            None,
            (200, {}, {**DONE, "replayed": True, "post": pending}),
            (200, {}, {"post": pending}),
            (200, {}, {"post": settled}),
        )
        self.assertEqual(answers, [{**DONE, "replayed": True, "post": settled}])

    def test_a_redirect_and_a_page_of_a_proxy_are_not_followed_and_hide_the_key(self) -> None:
        redirect: Step = (302, {"Location": "https://evil.example/"}, "")
        page: Step = (200, {}, f"<html>{KEY}")
        for step in (redirect, page):
            error = self.play(self.fanfare.get_usage, step)
            assert isinstance(error, FanfareApiError)
            self.assertEqual((error.code, len(Scripted.seen)), ("unexpected_answer", 1))
            self.assertNotIn(KEY, f"{error} {error.__dict__}")

    def test_a_path_cannot_be_left_by_an_id(self) -> None:
        self.play(lambda: self.fanfare.get_post("../accounts?x=1"), (200, {}, {}))
        self.assertEqual(Scripted.seen, [("GET /api/v1/posts/..%2Faccounts%3Fx%3D1", None)])
        self.assertIsInstance(self.play(lambda: self.fanfare.get_post("..")), FanfareError)

    def test_a_post_that_does_not_settle_ends_the_wait(self) -> None:
        pending = {"post": {"id": "post_1", "publishAt": None, "targets": [{"status": "pending"}]}}
        error = self.play(
            lambda: self.fanfare.wait_until_settled("post_1", timeout=0), (200, {}, pending)
        )
        self.assertIsInstance(error, FanfareTimeoutError)


if __name__ == "__main__":
    unittest.main()
