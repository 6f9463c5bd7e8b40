"""A login with a second factor, protected by Assay. Python 3.9 or newer, standard library only.

Run:  ASSAY_SECRET_KEY=sec_test_… ASSAY_PUBLIC_KEY=pub_test_… python3 examples/python/login_server.py
"""
import json
import os
import pathlib
import re
import secrets
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# region client
from assay import Assay

ASSAY_URL = os.environ.get("ASSAY_URL", "http://127.0.0.1:8080")
ASSAY_PUBLIC_KEY = os.environ["ASSAY_PUBLIC_KEY"]
TIMEOUT = int(os.environ.get("ASSAY_TIMEOUT_MS", "300")) / 1000


def on_late_decision(event, answer):
    """This login was let in during an outage but should not have been. If it is only challenged, its owner can log in again."""
    if answer["risk"]["decision"] in ("challenge", "block"):
        print(f"end the sessions of {event['account']['id']}", flush=True)


assay = Assay(ASSAY_URL, os.environ["ASSAY_SECRET_KEY"], TIMEOUT, on_late_decision)
# endregion client

# Stand-ins for your own users, sessions and messages.
PASSWORDS = {"ana": "fern", "bob": "fern", "force_challenge_ana": "fern", "force_block_ana": "fern"}
sessions = {}


def send_code(name, code):
    print(f"code for {name}: {code}", flush=True)


# region login
def log_in(form, client):
    name, password = form.get("name"), form.get("password")
    # Anyone can send any JSON. Never compare a missing password: it would equal the missing entry of an unknown name.
    if not is_text(name) or not is_text(password):
        return {"next": "try_again", "status": 400}
    event = {"account": {"id": name}, "signals": form.get("signals") or {}, **client}
    if name not in PASSWORDS or PASSWORDS[name] != password:
        assay.assess({"event": "login_failed", **event})  # also for names that do not exist
        return {"next": "try_again"}
    answer = assay.assess({"event": "login", **event})
    if answer["decision"] == "block":
        return {"next": "blocked"}
    if answer["decision"] == "challenge":
        return challenge(name, answer["id"], event)
    return {"next": "welcome", "session": new_session({"name": name})}  # allow and monitor


def is_text(value):
    return isinstance(value, str) and value != ""
# endregion login


# region challenge
def challenge(name, login_event, event):
    code = f"{secrets.randbelow(1_000_000):06d}"
    send_code(name, code)
    assay.assess({"event": "mfa_challenge", **event})
    # This session can only answer the challenge.
    session = {"pending": name, "code": code, "login_event": login_event, "attempts_left": 3}
    return {"next": "second_factor", "session": new_session(session)}


def pass_challenge(form, session, client):
    code = form.get("code")
    if not is_text(code):
        return {"next": "try_again", "status": 400}
    if not session or not session.get("pending") or session["attempts_left"] <= 0:
        return {"next": "try_again"}
    name = session["pending"]
    event = {"account": {"id": name}, "signals": form.get("signals") or {}, **client}
    if not secrets.compare_digest(code.encode(), session["code"].encode()):
        session["attempts_left"] -= 1
        assay.assess({"event": "mfa_failed", **event})
        return {"next": "second_factor" if session["attempts_left"] > 0 else "try_again"}
    # Do not forget this call: from your server and with the signals, it proves this device and network for the account.
    # Without it, the owner is challenged at every login.
    assay.assess({"event": "mfa_passed", **event})
    session["pending"] = None  # a code works once
    # For your reports: the result of the login.
    if session["login_event"] is not None:
        assay.report(session["login_event"], {"authentication_outcome": "mfa_passed"})
    return {"next": "welcome", "session": new_session({"name": name})}
# endregion challenge


def new_session(content):
    token = secrets.token_urlsafe(32)
    sessions[token] = content
    return token


PAGE = (
    (pathlib.Path(__file__).parent.parent / "browser" / "login.html")
    .read_text(encoding="utf-8")
    .replace("ASSAY_URL", ASSAY_URL)
    .replace("ASSAY_PUBLIC_KEY", ASSAY_PUBLIC_KEY)
    .encode()
)


class Handler(BaseHTTPRequestHandler):
    timeout = 10  # seconds for each read: without it, whoever sends half a request occupies a thread forever

    def client(self):
        """The visitor as your server sees them. Behind a proxy, take the address from the header that your proxy sets."""
        return {"ip_address": self.client_address[0], "user_agent": self.headers.get("User-Agent", "")}

    def do_GET(self):
        self.respond(200, "text/html; charset=utf-8", PAGE)

    def do_POST(self):
        try:
            form = json.loads(self.rfile.read(min(int(self.headers["Content-Length"]), 256 * 1024)))
            if not isinstance(form, dict):
                raise ValueError("the body is not an object")
            token = re.search(r"session=([\w-]+)", self.headers.get("Cookie", ""))
            if self.path == "/login":
                result = log_in(form, self.client())
            else:
                result = pass_challenge(form, sessions.get(token and token[1]), self.client())
            body = json.dumps({"next": result["next"]}).encode()
            self.respond(result.get("status", 200), "application/json", body, result.get("session"))
        except (KeyError, TypeError, ValueError, AttributeError):
            traceback.print_exc()
            self.respond(400, "application/json", b'{"next":"try_again"}')

    def respond(self, status, content_type, body, session=None):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if session:
            self.send_header("Set-Cookie", f"session={session}; HttpOnly; SameSite=Lax; Path=/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Not every request is worth a line."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
