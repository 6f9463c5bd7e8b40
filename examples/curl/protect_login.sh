#!/bin/sh
# Protects a login with Assay, step by step. POSIX shell and curl.
# Run once:  ASSAY_SECRET_KEY=sec_test_… ACCOUNT=force_challenge_ana sh examples/curl/protect_login.sh
set -u
ASSAY_URL=${ASSAY_URL:-http://127.0.0.1:8080}
ACCOUNT=${ACCOUNT:-u_1}

# Sends one event. At most 300 ms for everything; $2 is the Idempotency-Key: a retry uses the same one.
assess() {
  curl -sS --max-time "${3:-0.3}" "$ASSAY_URL/v1/events" \
    -H "Authorization: Bearer $ASSAY_SECRET_KEY" \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $2" \
    -d "{\"event\":\"$1\",\"account\":{\"id\":\"$ACCOUNT\"},\"ip_address\":\"203.0.113.7\",\"user_agent\":\"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36\",\"signals\":{\"persistent_id\":\"b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11\",\"platform\":\"Win32\"}}"
}
word() { sed -n "s/.*\"$1\":\"\([a-z0-9_]*\)\".*/\1/p"; }
new_key() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

# After the password was correct, before the session exists:
key=$(new_key)
answer=$(assess login "$key")
decision=$(printf '%s' "$answer" | word decision)
if [ -z "$decision" ]; then
  echo 'login allow failed open' # an outage of Assay is no outage of your login
  sleep 1
  assess login "$key" 5 >/dev/null # the same key: it is recorded at most once
  exit 0
fi
echo "login $decision"

if [ "$decision" = challenge ]; then
  event=$(printf '%s' "$answer" | sed -n 's/.*"id":"\(evt_[a-z0-9]*\)".*/\1/p')
  # Ask for the second factor here. When it was correct, report it from the server: this proves the device.
  echo "mfa_passed $(assess mfa_passed "$(new_key)" | word decision)"
  curl -sS --max-time 5 "$ASSAY_URL/v1/events/$event/outcome" -o /dev/null \
    -H "Authorization: Bearer $ASSAY_SECRET_KEY" -H 'Content-Type: application/json' \
    -d '{"authentication_outcome":"mfa_passed"}'
fi
