"""A webhook receiver in Python, standard library only: verifies signature, time and repetition, in this order.

Run:  WEBHOOK_SECRET=whsec_… python3 examples/webhook-receiver/receiver.py
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

TOLERANCE = 300  # seconds by which the timestamp may differ from our clock
MOST_BYTES = 1024 * 1024  # more than this is no webhook of Assay
REMEMBERED = 24 * 60 * 60  # seconds; attempts of one delivery spread over two and a half hours


def verify(secret, timestamp, signature, body, now=None):
    """Steps 1 and 2. `body` are the bytes as they came: parsing and printing them again would change them."""
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    # Constant time: a comparison that stops at the first difference tells an attacker how far he got.
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        return "bad_signature"
    now = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > TOLERANCE:
        return "stale_timestamp"
    return "valid"


class SeenIds:
    """Step 3. With several processes keep the ids where all of them see them: a table with a unique column."""

    def __init__(self):
        self._seen_at = OrderedDict()
        self._lock = threading.Lock()

    def add(self, delivery_id, now=None):
        """Whether this id is new; from now on it is not."""
        now = time.time() if now is None else now
        with self._lock:
            while self._seen_at and now - next(iter(self._seen_at.values())) > REMEMBERED:
                self._seen_at.popitem(last=False)
            if delivery_id in self._seen_at:
                return False
            self._seen_at[delivery_id] = now
            return True

    def forget(self, delivery_id):
        """When handling it failed: the next attempt must not be taken for a repetition."""
        with self._lock:
            self._seen_at.pop(delivery_id, None)


def handle(envelope):
    """Your own work: put it into a queue and answer at once; after ten seconds the sender gives up and comes again."""
    print(envelope["id"], envelope["type"], envelope["data"]["event_id"] or "", flush=True)


class Receiver(BaseHTTPRequestHandler):
    secret = ""
    seen = SeenIds()

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return self.answer(400, "not a webhook")
        body = self.rfile.read(int(length))
        timestamp = self.headers.get("Service-Webhook-Timestamp", "")
        verdict = verify(self.secret, timestamp, self.headers.get("Service-Webhook-Signature", ""), body)
        if verdict != "valid":
            return self.answer(401, verdict)
        delivery_id = self.headers.get("Service-Webhook-Id", "")
        # A repetition is a success: anything else would make the sender come again.
        if not self.seen.add(delivery_id):
            return self.answer(200, "seen before")
        try:
            handle(json.loads(body))
        except Exception as error:
            self.seen.forget(delivery_id)
            print(error, file=sys.stderr, flush=True)
            return self.answer(500, "try again")
        return self.answer(200, "thanks")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def main():
    Receiver.secret = os.environ.get("WEBHOOK_SECRET", "")
    if not Receiver.secret:
        sys.exit("set WEBHOOK_SECRET to the secret that was shown when the endpoint was created")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
