"""A client for Assay to copy into your backend: Python 3.9 or newer, standard library only."""
import json
import queue
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone

RETRY_DELAYS = (1, 10, 60)  # seconds before an unanswered event is sent again
MAX_BODY_BYTES = 32768  # a longer body contains signals that no browser sends, and might be refused before it is read
REFUSED = (400, 413, 422)  # the event itself was refused; other errors are about your key or your Assay
MAX_WAITING = 1000  # the most unanswered events kept in memory: without a limit, an outage would fill it


class AssayError(Exception):
    def __init__(self, message, retryable, refused=False):
        super().__init__(message)
        self.retryable = retryable
        self.refused = refused


class Assay:
    """
    base_url          address of your Assay, such as http://127.0.0.1:8080
    secret_key        sec_test_… or sec_live_…; never in a browser
    timeout           how long a login may wait for the decision, seconds
    on_late_decision  called with (event, answer) when an event that failed open was recorded after all: end the session
                      if the decision is "challenge" or "block"
    """

    def __init__(self, base_url, secret_key, timeout=0.3, on_late_decision=None):
        self._base_url = base_url.rstrip("/")
        self._secret_key = secret_key
        self._timeout = timeout
        self._on_late_decision = on_late_decision or (lambda event, answer: None)
        self._waiting = threading.BoundedSemaphore(MAX_WAITING)

    def assess(self, event):
        """
        Send an event and return {"decision", "id", "failed_open"}. Never raises and never waits longer than the timeout:
        without an answer it fails open, so that an outage of Assay is not an outage of your login. A refused event does not
        fail open, because visitors could then switch Assay off with malformed signals: it is sent again without the visitor's
        data, and if it is refused again, the decision is "challenge".
        """
        deadline = time.monotonic() + self._timeout
        own = {name: value for name, value in event.items() if name not in ("signals", "user_agent")}
        for sent in (event, own):
            answer = self._attempt(event, sent, deadline - time.monotonic())
            if answer is not None:
                return answer
        return {"decision": "challenge", "id": None, "failed_open": False}

    def _attempt(self, event, sent, seconds):
        """The answer to `sent`, a form of `event`, or None if it was refused."""
        # The time is set now, because a retry may arrive a minute later.
        body = json.dumps({**sent, "occurred_at": datetime.now(timezone.utc).isoformat()}).encode()
        if len(body) > MAX_BODY_BYTES:
            return None
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        try:
            answer = self._within("/v1/events", body, headers, seconds)
            return {"decision": answer["risk"]["decision"], "id": answer["id"], "failed_open": False}
        except AssayError as error:
            print(f"assay: {event['event']} {'refused' if error.refused else 'failed open'}: {error}", file=sys.stderr)
            if error.refused:
                return None
            # Retrying cannot correct a wrong key.
            if error.retryable and self._waiting.acquire(blocking=False):
                threading.Thread(target=self._retry, args=(event, body, headers), daemon=True).start()
            return {"decision": "allow", "id": None, "failed_open": True}

    def report(self, event_id, outcome):
        """Report what happened to an event: {"authentication_outcome": "mfa_passed"}, {"label": "account_takeover"}."""
        try:
            self._post(f"/v1/events/{event_id}/outcome", json.dumps(outcome).encode(), {}, 5)
        except AssayError as error:
            print(f"assay: outcome not recorded: {error}", file=sys.stderr)

    def _within(self, path, body, headers, seconds):
        """The timeout of urllib limits each step; a thread limits all of them, including name resolution."""
        results = queue.SimpleQueue()

        def run():
            try:
                results.put(self._post(path, body, headers, seconds))
            except AssayError as error:
                results.put(error)

        threading.Thread(target=run, daemon=True).start()
        try:
            result = results.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise AssayError(f"no answer within {self._timeout} s", retryable=True) from None
        if isinstance(result, AssayError):
            raise result
        return result

    def _retry(self, event, body, headers):
        """Send the same bytes with the same key again, so that the event is recorded at most once."""
        try:
            for delay in RETRY_DELAYS:
                time.sleep(delay)
                try:
                    self._on_late_decision(event, self._post("/v1/events", body, headers, 5))
                    return
                except AssayError as error:
                    if not error.retryable:
                        print(f"assay: {error}", file=sys.stderr)
                        return
            print("assay: gave up on an event after four attempts", file=sys.stderr)
        finally:
            self._waiting.release()

    def _post(self, path, body, headers, timeout):
        request = urllib.request.Request(
            self._base_url + path,
            data=body,
            headers={"Authorization": f"Bearer {self._secret_key}", "Content-Type": "application/json", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            retryable = error.code >= 500 or error.code in (408, 409, 429)
            detail = error.read(2000).decode(errors="replace")
            raise AssayError(f"responded {error.code}: {detail}", retryable, error.code in REFUSED) from None
        except (OSError, ValueError, KeyError) as error:
            raise AssayError(str(error) or type(error).__name__, retryable=True) from None
