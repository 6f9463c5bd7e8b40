#!/bin/sh
# Creates the secrets of compose.yaml in deploy/secrets/, unless they exist. Keep encryption-keys in a second place: without it,
# webhook secrets and second factors in a backup cannot be decrypted.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets
random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
[ -f database-password ] || random 24 > database-password
[ -f database-url ] || printf 'postgres://assay:%s@database/assay' "$(cat database-password)" > database-url
[ -f encryption-keys ] || printf 'k1:%s' "$(head -c 32 /dev/urandom | base64)" > encryption-keys
[ -f owner-password ] || random 12 > owner-password
# Containers read them as another user. Only the owner of this folder can enter it.
chmod 700 .
chmod 644 ./*
