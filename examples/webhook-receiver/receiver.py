"""A webhook receiver in Python, standard library only: checks signature, timestamp and repetition, in this order.

Run:  ASSAY_WEBHOOK_SECRET=whsec_… python3 examples/webhook-receiver/receiver.py
"""
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300  # maximum difference between the timestamp and our clock, in seconds
MAX_BYTES = 1024 * 1024  # larger requests are not webhooks from Assay
REMEMBERED = 24 * 60 * 60  # seconds; longer than the two and a half hours over which a delivery is attempted


def verify(secret, timestamp, signature, body, now=None):
    """Steps 1 and 2. `body` must be the received bytes: parsing and serializing them again would change them."""
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    # Constant time: a comparison that stops at the first difference reveals how many characters were correct.
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        return "bad_signature"
    now = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > TOLERANCE:
        return "stale_timestamp"
    return "valid"


class SeenIds:
    """Step 3. With several processes, store the ids where all of them can read them: a table with a unique column."""

    def __init__(self):
        self._seen_at = OrderedDict()
        self._lock = threading.Lock()

    def add(self, delivery_id, now=None):
        """Remember this id and return whether it is new. Nobody sets this clock: behind a wrong time, all ids would be kept."""
        now = time.monotonic() if now is None else now
        with self._lock:
            while self._seen_at and now - next(iter(self._seen_at.values())) > REMEMBERED:
                self._seen_at.popitem(last=False)
            if delivery_id in self._seen_at:
                return False
            self._seen_at[delivery_id] = now
            return True

    def forget(self, delivery_id):
        """Call this when handling failed, so that the next attempt is not treated as a repetition."""
        with self._lock:
            self._seen_at.pop(delivery_id, None)


def handle(envelope):
    """Your own work. Put it into a queue and respond at once: the sender times out after ten seconds and retries."""
    print(envelope["id"], envelope["type"], envelope["data"]["event_id"] or "", flush=True)


class Receiver(BaseHTTPRequestHandler):
    secret = ""
    seen = SeenIds()
    timeout = 10  # seconds for each read: without it, whoever sends half a request occupies a thread forever

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_BYTES:
            return self.respond(400, "not a webhook")
        body = self.rfile.read(int(length))
        timestamp = self.headers.get("Service-Webhook-Timestamp", "")
        verdict = verify(self.secret, timestamp, self.headers.get("Service-Webhook-Signature", ""), body)
        if verdict != "valid":
            return self.respond(401, verdict)
        delivery_id = None
        try:
            envelope = json.loads(body)
            # Not the header Service-Webhook-Id: this signature does not cover it, so whoever repeats a request could change it.
            delivery_id = envelope["id"]
            # Respond to a duplicate with success: after any other status the sender would retry.
            if not self.seen.add(delivery_id):
                return self.respond(200, "seen before")
            handle(envelope)
        except Exception as error:
            self.seen.forget(delivery_id)
            print(error, file=sys.stderr, flush=True)
            return self.respond(500, "try again")
        return self.respond(200, "thanks")

    def respond(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def main():
    Receiver.secret = os.environ.get("ASSAY_WEBHOOK_SECRET", "")
    if not Receiver.secret:
        sys.exit("set ASSAY_WEBHOOK_SECRET to the secret returned when the endpoint was created")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
