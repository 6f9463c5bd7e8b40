#!/bin/sh
# Protects a login with Assay, step by step. POSIX shell and curl.
# Run once:  ASSAY_SECRET_KEY=sec_test_… ACCOUNT=force_challenge_ana sh examples/curl/protect_login.sh
set -u
ASSAY_URL=${ASSAY_URL:-http://127.0.0.1:8080}
ACCOUNT=${ACCOUNT:-u_1}
ms=${ASSAY_TIMEOUT_MS:-300} # how long a login may wait for the decision
TIMEOUT=$((ms / 1000)).$(printf %03d $((ms % 1000)))
# The visitor's data: the User-Agent of the request and the signals of the page.
VISITOR='"user_agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36","signals":{"persistent_id":"b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11","platform":"Win32"}'

# Sends an event and prints the answer and its status. $1 is the event, $2 the Idempotency-Key (a retry uses the same one), $3 the
# visitor's data or nothing, $4 the timeout in seconds.
post() {
  curl -sS --max-time "${4:-$TIMEOUT}" -w '\n%{http_code}' "$ASSAY_URL/v1/events" \
    -H "Authorization: Bearer $ASSAY_SECRET_KEY" \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $2" \
    -d "{\"event\":\"$1\",\"account\":{\"id\":\"$ACCOUNT\"},\"ip_address\":\"203.0.113.7\"${3:+,$3}}"
}
# A refused event does not fail open, because visitors could then switch Assay off with malformed signals: it is sent again without
# the visitor's data, and if it is refused again, the decision is "challenge".
assess() {
  answer=$(post "$1" "$2" "$VISITOR")
  if refused; then answer=$(post "$1" "$(new_key)" ''); fi
  if refused; then answer='{"decision":"challenge"}'; fi
}
refused() {
  case ${answer##*[!0-9]} in 400 | 413 | 422) true ;; *) false ;; esac
}
word() { printf '%s' "$answer" | sed -n "s/.*\"$1\":\"\([a-z0-9_]*\)\".*/\1/p"; }
new_key() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

# After the password check succeeds, before the session exists:
key=$(new_key)
assess login "$key"
decision=$(word decision)
if [ -z "$decision" ]; then
  echo 'login allow failed open' # an outage of Assay must not be an outage of your login
  sleep 1
  post login "$key" "$VISITOR" 5 >/dev/null # the same key: it is recorded at most once
  exit 0
fi
echo "login $decision"

if [ "$decision" = challenge ]; then
  event=$(printf '%s' "$answer" | sed -n 's/.*"id":"\(evt_[a-z0-9]*\)".*/\1/p')
  # Ask for the second factor here. If it is correct, report it from the server: this proves the device.
  assess mfa_passed "$(new_key)"
  echo "mfa_passed $(word decision)"
  if [ -n "$event" ]; then
    curl -sS --max-time 5 "$ASSAY_URL/v1/events/$event/outcome" -o /dev/null \
      -H "Authorization: Bearer $ASSAY_SECRET_KEY" -H 'Content-Type: application/json' \
      -d '{"authentication_outcome":"mfa_passed"}'
  fi
fi
