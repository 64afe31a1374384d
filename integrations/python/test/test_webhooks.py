"""Deliveries of the vectors of signed-vectors.ts: verified, or refused with a code."""

from __future__ import annotations

import json
import os
import unittest
from pathlib import Path
from typing import Any

from fanfare import WebhookVerificationError, verify

VECTORS: list[dict[str, Any]] = json.loads(Path(os.environ["VECTORS"]).read_text())


class Webhooks(unittest.TestCase):
    def test_each_vector_is_verified_or_refused_with_its_code(self) -> None:
        for vector in VECTORS:
            with self.subTest(vector["name"]):
                try:
                    found: object = verify(
                        vector["body"].encode(),
                        vector["headers"],
                        vector["secret"],
                        now=vector["now"],
                    )
                except WebhookVerificationError as error:
                    found = error.code
                    self.assertNotIn(str(vector["secret"]), str(error))
                self.assertEqual(found, vector["expected"])

    def test_a_parsed_body_is_refused(self) -> None:
        body: Any = {"type": "webhook.test"}
        with self.assertRaises(WebhookVerificationError) as caught:
            verify(body, {}, "whsec_")
        self.assertEqual(caught.exception.code, "body_not_raw")


if __name__ == "__main__":
    unittest.main()
