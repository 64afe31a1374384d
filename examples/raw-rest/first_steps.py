"""First steps with Fanfare in Python's standard library: accounts, a check, a post, a repeat, errors."""

import http.client
import json
import os
import pathlib
import secrets
import sys
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """An answer from 400 up. Branch on the code: it is stable, the message is for people."""

    def __init__(self, status, error):
        super().__init__(f"{status} {error['code']}")
        self.status, self.code, self.message = status, error["code"], error["message"]
        self.details, self.request_id = error.get("details", []), error.get("requestId")

    def is_passing(self):
        """Whether the same request may succeed in a moment. A spent quota is a 429, too."""
        if self.status == 429:
            return self.code != "quota_exceeded"
        return self.status == 408 or (self.status >= 500 and self.status != 501)


class Fanfare:
    def __init__(self, base_url, api_key):
        self.base_url, self.api_key = base_url.rstrip("/"), api_key

    def call(self, method, path, body=None, key=None):
        """Gives (status, answer). Only what is harmless to repeat comes here: reads, checks, and posts with their key."""
        headers = {"Authorization": f"Bearer {self.api_key}", "Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(1, 5):
            request = urllib.request.Request(f"{self.base_url}/api/v1{path}", data, headers, method=method)
            wait_s = attempt
            try:
                # A network may take minutes with a video.
                with urllib.request.urlopen(request, timeout=300) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                refused = Refused(error.code, read_error(error))
                if attempt == 4 or not refused.is_passing():
                    raise refused from None
                reason, wait_s = error.code, retry_after(error.headers, wait_s)
            except (OSError, http.client.HTTPException, ValueError) as error:
                reason = f"no answer ({error})"
                if attempt == 4:
                    sys.exit(f"Nothing answers at {self.base_url}: {reason}.")
            print(f"   {reason}: asking again with the same key", file=sys.stderr)
            time.sleep(wait_s)


def read_error(answer):
    try:
        return json.load(answer)["error"]
    except (ValueError, KeyError, TypeError):
        return {"code": "unexpected_answer", "message": "This is no answer of Fanfare: is the address right?"}


def retry_after(headers, otherwise):
    value = headers.get("Retry-After", "")
    return int(value) if value.isdigit() else otherwise


def explain(refused):
    """What was refused, and what to do about it, in lines for people."""
    if refused.code == "invalid_post":
        remedies = [f"{violation['rule']}: {violation['message']}" for violation in refused.details]
    elif refused.code == "unauthorized":
        remedies = ["The key opens nothing: check FANFARE_API_KEY."]
    elif refused.code == "account_not_found":
        remedies = ["The account was disconnected: list the accounts again."]
    elif refused.code == "quota_exceeded":
        remedies = ["The plan is used up: publish next month, or take a larger one."]
    else:
        remedies = [f"{refused.message} ({refused.request_id})"]
    return "\n     ".join([f"   {refused}", *remedies])


def find_service():
    """The environment, else what `pnpm dev` wrote down."""
    folder = os.environ.get("FANFARE_FOLDER") or pathlib.Path(__file__).resolve().parents[2] / ".fanfare"
    try:
        dev = json.loads((pathlib.Path(folder) / "dev.json").read_text())
    except (OSError, ValueError):
        dev = {}
    base_url = os.environ.get("FANFARE_BASE_URL") or dev.get("baseUrl")
    api_key = os.environ.get("FANFARE_API_KEY") or dev.get("apiKey")
    if not base_url or not api_key:
        sys.exit(
            'Fanfare is not running. Start it with "npx --yes pnpm@10.34.9 dev", '
            "or set FANFARE_BASE_URL and FANFARE_API_KEY."
        )
    return base_url, api_key


def main():
    base_url, api_key = find_service()
    fanfare = Fanfare(base_url, api_key)

    print("\n1  The accounts of the project\n")
    _, found = fanfare.call("GET", "/accounts")
    targets = []
    for platform in ("threads", "x", "linkedin"):
        fitting = (each for each in found["accounts"] if each["platform"] == platform and each["status"] == "active")
        account = next(fitting, None)
        if account:
            print(f"   {platform:8}  @{account['username']}  {account['id']}")
            targets.append({"platform": platform, "accountId": account["id"]})
    if not targets:
        sys.exit("Connect an account on Threads, X or LinkedIn first.")

    print("\n2  Ask before publishing\n")
    too_long = {"content": "0" * 300, "platforms": targets}
    _, verdict = fanfare.call("POST", "/posts/validate", too_long)
    print(f"   valid: {str(verdict['valid']).lower()}")
    for violation in verdict["violations"]:
        print(f"     {violation['rule']}")

    print("\n3  Publish\n")
    batch = secrets.token_hex(2).upper()
    post = {"content": f"Batch {batch} is out of the oven.", "platforms": targets}
    # Made once for what is to be published, and kept with it: every attempt, also one after a restart, carries it.
    key = f"batch-{batch}"
    _, created = fanfare.call("POST", "/posts", post, key)
    published = created["post"]
    # A repeat is answered at once, with what is still on its way as "pending".
    while any(target["status"] == "pending" for target in published["targets"]):
        time.sleep(1)
        published = fanfare.call("GET", f"/posts/{published['id']}")[1]["post"]
    print(f"   {published['id']} is {published['status']}: “{published['content']}”")
    for target in published["targets"]:
        print(f"     {target['platform']:8}  {target['status']}  {target['url'] or target['error']}")

    print("\n4  The same again, as after an answer that got lost\n")
    status, again = fanfare.call("POST", "/posts", post, key)
    print(f"   {status}, replayed: {str(again['replayed']).lower()}, {again['post']['id']}")

    print("\n5  What is refused says why, by a code\n")
    for stranger, method, path, body in (
        (fanfare, "POST", "/posts", {**too_long, "idempotencyKey": f"long-{batch}"}),
        (Fanfare(base_url, "fanfare_sk_wrong"), "GET", "/accounts", None),
    ):
        try:
            stranger.call(method, path, body)
        except Refused as refused:
            print(explain(refused))
    print()


try:
    main()
except Refused as refused:
    sys.exit(explain(refused))
