"""Recipes beyond the login: a payment, a password reset, an account change. Call each function in your own handler.

Run all of them once:  ASSAY_SECRET_KEY=sec_test_… python3 examples/python/recipes.py
"""
import os

from assay import Assay


# region payment
def protect_payment(assay, visitor, pay, second_factor):
    """Call this before the payment is sent to the provider. `pay` returns whether the provider accepted it."""
    decision = assay.assess({"event": "payment_attempt", **visitor})["decision"]
    if decision == "block":
        return "refused"
    if decision == "challenge":
        if not second_factor():  # 3-D Secure counts too
            return "refused"
        assay.assess({"event": "mfa_passed", **visitor})
    if pay():
        return "paid"
    # Without this report, card testing stays invisible.
    assay.assess({"event": "payment_failed", **visitor})
    return "declined"
# endregion payment


# region reset
def request_password_reset(assay, visitor, send_link):
    """Call this on a request for a link. The visitor sees the same page in every case, so that names cannot be probed."""
    if assay.assess({"event": "password_reset_requested", **visitor})["decision"] != "block":
        send_link()
    return "If the account exists, we have sent a link."


def complete_password_reset(assay, visitor, save_password, second_factor):
    """Call this when the new password arrives, before it is saved."""
    answer = assay.assess({"event": "password_reset_completed", **visitor})
    refused = answer["decision"] == "block"
    if answer["decision"] == "challenge":
        refused = not second_factor()
        if not refused:
            assay.assess({"event": "mfa_passed", **visitor})
    if not refused:
        save_password()  # and end all other sessions
    if answer["id"] is not None:
        outcome = "password_reset_rejected" if refused else "password_reset_completed"
        assay.report(answer["id"], {"authentication_outcome": outcome})
    return "refused" if refused else "changed"
# endregion reset


# region change
def protect_change(assay, event, visitor, save, second_factor):
    """Call this before a change that could take over the account: email_change, phone_change, mfa_disabled, payout_change, …"""
    decision = assay.assess({"event": event, **visitor})["decision"]
    if decision == "block":
        return "refused"
    if decision == "challenge":
        if not second_factor():
            return "refused"
        assay.assess({"event": "mfa_passed", **visitor})
    save()  # and tell the old address about it
    return "changed"
# endregion change


def run_all():
    timeout = int(os.environ.get("ASSAY_TIMEOUT_MS", "300")) / 1000
    assay = Assay(os.environ.get("ASSAY_URL", "http://127.0.0.1:8080"), os.environ["ASSAY_SECRET_KEY"], timeout)
    # The signals come from the browser: `await Assay.collect()` of the SDK.
    signals = {"persistent_id": "b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11", "platform": "Win32", "timezone": "Europe/London"}
    account = {"id": os.environ.get("ACCOUNT", "u_1")}
    visitor = {"account": account, "ip_address": "203.0.113.7", "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36", "signals": signals}
    print("payment", protect_payment(assay, visitor, lambda: True, lambda: True))
    print("declined payment", protect_payment(assay, visitor, lambda: False, lambda: True))
    print("reset", request_password_reset(assay, visitor, lambda: True))
    print("new password", complete_password_reset(assay, visitor, lambda: True, lambda: True))
    print("email", protect_change(assay, "email_change", visitor, lambda: True, lambda: True))


if __name__ == "__main__":
    run_all()
