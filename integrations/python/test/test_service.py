"""The client against a running Fanfare with simulated networks: see python-client.test.ts."""

from __future__ import annotations

import json
import os
import time
import unittest
import uuid
from collections.abc import Callable
from typing import Any
from urllib import request

from fanfare import Fanfare, FanfareApiError, FanfareConnectionError
from fanfare.types import CreatePostRequest

ACCOUNTS: dict[str, str] = json.loads(os.environ["ACCOUNTS"])
SANDBOX = os.environ["SANDBOX_URL"]
SAMPLES = os.environ["SAMPLES"]


def new_client(waits: list[float] | None = None) -> Fanfare:
    """A client that notes each wait and does not wait."""
    noted = [] if waits is None else waits
    return Fanfare(sleep=noted.append)


def on_x(text: str) -> CreatePostRequest:
    return {"content": text, "platforms": [{"platform": "x", "accountId": ACCOUNTS["x"]}]}


def new_text() -> str:
    return f"The harbour is awake {uuid.uuid4()}."


def sandbox(path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    with request.urlopen(request.Request(f"{SANDBOX}{path}", data=data, headers=headers)) as answer:
        return json.loads(answer.read() or b"null")


def live(text: str) -> int:
    """How many posts with this text readers of the networks see."""
    return sum(post["text"] == text for post in sandbox("/__sandbox/posts")["posts"])


def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        time.sleep(0.02)


class Service(unittest.TestCase):
    def test_a_post_is_live_once_and_a_repeated_key_answers_it(self) -> None:
        fanfare, text, key = new_client(), new_text(), str(uuid.uuid4())
        first = fanfare.create_post(on_x(text), idempotency_key=key)
        again = fanfare.create_post(on_x(text), idempotency_key=key)
        target = first["post"]["targets"][0]
        assert target["status"] == "published", target
        self.assertEqual((first["replayed"], again["replayed"]), (False, True))
        self.assertEqual(again["post"], first["post"])
        self.assertEqual(live(text), 1)
        self.assertEqual(fanfare.get_post(first["post"]["id"])["post"], first["post"])

    def test_a_refused_post_says_which_rule_it_breaks_where(self) -> None:
        with self.assertRaises(FanfareApiError) as caught:
            new_client().create_post(on_x("long " * 60), idempotency_key="refused")
        error = caught.exception
        self.assertEqual(
            (error.status, error.code, error.idempotency_key), (400, "invalid_post", "refused")
        )
        self.assertEqual(
            [(one.get("path"), one.get("rule")) for one in error.details],
            [("platforms[0].content", "x.text.max_weighted_length")],
        )
        self.assertRegex(error.doc_url or "", "errors#invalid_post$")
        self.assertNotIn(os.environ["FANFARE_API_KEY"], f"{error} {error.__dict__}")

    def test_a_target_that_fails_says_why_and_the_others_are_live(self) -> None:
        sandbox(
            "/__sandbox/faults",
            {
                "network": "linkedin",
                "method": "POST",
                "path": "/rest/posts",
                "action": "status",
                "status": 422,
                "body": {"message": "no", "status": 422, "code": "INVALID"},
            },
        )
        body = on_x(new_text())
        body["platforms"] = [
            *body["platforms"],
            {"platform": "linkedin", "accountId": ACCOUNTS["linkedin"]},
        ]
        post = new_client().create_post(body)["post"]
        self.assertEqual(post["status"], "partial")
        for target in post["targets"]:
            if target["status"] == "failed":
                self.assertEqual(target["platform"], "linkedin")
                self.assertTrue(target["errorDetail"]["remedy"])

    def test_a_scheduled_post_is_cancelled_and_waiting_for_it_ends(self) -> None:
        fanfare = new_client()
        body = on_x(new_text())
        body["publishAt"] = "2036-12-24T18:00:00+01:00"
        post = fanfare.create_post(body)["post"]
        self.assertEqual(
            (post["status"], post["publishAt"]), ("scheduled", "2036-12-24T17:00:00.000Z")
        )
        fanfare.cancel_post(post["id"])
        with self.assertRaises(FanfareApiError) as caught:
            fanfare.cancel_post("post_unknown")
        self.assertEqual(caught.exception.code, "not_found")
        settled = fanfare.wait_until_settled(post["id"])
        self.assertEqual(settled["status"], "cancelled")

    def test_a_file_is_uploaded_and_published(self) -> None:
        fanfare = new_client()
        media = fanfare.upload(f"{SAMPLES}/harbour.jpg")
        assert media["facts"] is not None
        self.assertEqual((media["status"], media["facts"]["width"]), ("ready", 1080))
        post = fanfare.create_post(
            {
                "content": new_text(),
                "mediaItems": [{"type": "image", "url": media["url"]}],
                "platforms": [{"platform": "instagram", "accountId": ACCOUNTS["instagram"]}],
            }
        )["post"]
        self.assertEqual(post["status"], "published")

    def test_a_large_file_goes_in_pieces(self) -> None:
        with open(f"{SAMPLES}/harbour.jpg", "rb") as file:
            large = file.read() + bytes(9 * 1024 * 1024)
        media = new_client().upload(large, filename="large.jpg")
        self.assertEqual((media["bytes"], media["contentType"]), (len(large), "image/jpeg"))
        self.assertIn(media["status"], ("ready", "refused"))

    def test_lists_go_on_page_after_page(self) -> None:
        fanfare = new_client()
        made = [fanfare.create_post(on_x(new_text()))["post"]["id"] for _ in range(3)]
        listed = [post["id"] for post in fanfare.iterate_posts(limit=2, platform="x")]
        self.assertEqual(listed[:3], made[::-1])

        def published() -> set[str]:
            events = fanfare.iterate_events(limit=100)
            return {
                event["data"]["post"]["id"] for event in events if event["type"] == "post.published"
            }

        # An event becomes public a moment after what it says.
        until(lambda: set(made) <= published())

    def test_a_wrong_key_is_refused_and_not_retried(self) -> None:
        waits: list[float] = []
        with self.assertRaises(FanfareApiError) as caught:
            Fanfare("fanfare_sk_wrong", sleep=waits.append).get_usage()
        self.assertEqual((caught.exception.code, waits), ("unauthorized", []))

    def test_a_server_that_is_away_is_said_after_retries(self) -> None:
        waits: list[float] = []
        away = Fanfare(base_url="http://127.0.0.1:9", sleep=waits.append)
        with self.assertRaises(FanfareConnectionError) as caught:
            away.create_post(on_x("Away."), idempotency_key="away")
        self.assertEqual((len(waits), caught.exception.idempotency_key), (3, "away"))
        self.assertFalse(caught.exception.may_have_arrived)


if __name__ == "__main__":
    unittest.main()
