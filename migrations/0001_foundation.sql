-- Everything an event touches, and the tenants it belongs to. Written once for both engines: words in double braces are
-- column and table types replaced per engine, and a block between "-- only: sqlite" (or postgres) and "-- end" is of one.
-- The environment's number stands first in every key of its data, so that a distributed engine can spread tables by it.
-- No foreign key reaches from data to tenants: each would lock or read the environment's row on every event.

CREATE TABLE organizations (
  id {{key}} NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  created_at {{int8}} NOT NULL
) {{clustered}};

CREATE TABLE environments (
  number {{identity}},
  id {{key}} NOT NULL UNIQUE,
  organization_id {{key}} NOT NULL REFERENCES organizations (id),
  kind {{key}} NOT NULL,
  name TEXT NOT NULL,
  public_risk {{key}} NOT NULL,
  allowed_origins TEXT NOT NULL,
  retention_days INTEGER,
  policy_version INTEGER NOT NULL,
  webhooks_version INTEGER NOT NULL,
  created_at {{int8}} NOT NULL
) {{table}};
CREATE INDEX environments_by_organization ON environments (organization_id);

-- Found by digest alone on every request, before any environment is known.
CREATE TABLE api_keys (
  id {{key}} NOT NULL PRIMARY KEY,
  environment_id {{int8}} NOT NULL REFERENCES environments (number),
  kind {{key}} NOT NULL,
  name TEXT NOT NULL,
  last_four {{key}} NOT NULL,
  digest {{key}} NOT NULL UNIQUE,
  created_at {{int8}} NOT NULL,
  last_used_at {{int8}},
  revoked_at {{int8}}
) {{table}};
CREATE INDEX api_keys_by_environment ON api_keys (environment_id, id);

CREATE TABLE users (
  id {{key}} NOT NULL PRIMARY KEY,
  organization_id {{key}} NOT NULL REFERENCES organizations (id),
  email {{key}} NOT NULL UNIQUE,
  role {{key}} NOT NULL,
  password_hash TEXT,
  created_at {{int8}} NOT NULL
) {{table}};
CREATE INDEX users_by_organization ON users (organization_id);

-- Every version whole, never edited: an assessment names the version that decided it.
CREATE TABLE policies (
  environment_id {{int8}} NOT NULL,
  version INTEGER NOT NULL,
  thresholds TEXT NOT NULL,
  rules TEXT NOT NULL,
  updated_at {{int8}} NOT NULL,
  updated_by {{key}},
  PRIMARY KEY (environment_id, version)
) {{clustered}};

-- Which environment a rule was made in: a rule is changed by its id alone, and never moves.
CREATE TABLE policy_rules (
  rule_id {{key}} NOT NULL PRIMARY KEY,
  environment_id {{int8}} NOT NULL
) {{clustered}};

CREATE TABLE accounts (
  environment_id {{int8}} NOT NULL,
  first_seen_at {{int8}} NOT NULL,
  proof_count {{int8}} NOT NULL,
  first_proof_at {{int8}},
  last_proof_at {{int8}},
  account_key {{key}} NOT NULL,
  external_id TEXT NOT NULL,
  PRIMARY KEY (environment_id, account_key)
) {{clustered_updated}};

-- What every event of a device changes, apart from what is large and rarely changes.
CREATE TABLE devices (
  environment_id {{int8}} NOT NULL,
  first_seen_at {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  event_count {{int8}} NOT NULL,
  trusted_at {{int8}},
  account_count INTEGER NOT NULL,
  is_trusted {{flag}} NOT NULL,
  provisional {{flag}} NOT NULL,
  id {{key}} NOT NULL,
  networks TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{clustered_updated}};

CREATE TABLE device_profiles (
  environment_id {{int8}} NOT NULL,
  device_id {{key}} NOT NULL,
  profile TEXT NOT NULL,
  previous_profile TEXT,
  PRIMARY KEY (environment_id, device_id)
) {{table}};

CREATE TABLE device_ids (
  environment_id {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  conflicts INTEGER NOT NULL,
  cloned {{flag}} NOT NULL,
  persistent_id {{key}} NOT NULL,
  device_id {{key}} NOT NULL,
  PRIMARY KEY (environment_id, persistent_id)
) {{clustered_updated}};

CREATE TABLE device_keys (
  environment_id {{int8}} NOT NULL,
  kind {{flag}} NOT NULL,
  digest {{key}} NOT NULL,
  device_id {{key}} NOT NULL,
  PRIMARY KEY (environment_id, kind, digest, device_id)
) {{clustered}};

-- Several rows of one key (slots) let several writers count at once; readers add them up.
CREATE TABLE signal_frequencies (
  environment_id {{int8}} NOT NULL,
  count {{int8}} NOT NULL,
  slot {{flag}} NOT NULL,
  key {{key}} NOT NULL,
  PRIMARY KEY (environment_id, key, slot)
) {{clustered_updated}};

-- An account on a device. The day in the index, not the time: the row changes with every event, the index once a day.
CREATE TABLE account_devices (
  environment_id {{int8}} NOT NULL,
  first_seen_at {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  event_count {{int8}} NOT NULL,
  first_proof_at {{int8}},
  last_proof_at {{int8}},
  last_seen_day INTEGER NOT NULL,
  account_key {{key}} NOT NULL,
  device_id {{key}} NOT NULL,
  PRIMARY KEY (environment_id, account_key, device_id)
) {{clustered_updated}};
CREATE INDEX account_devices_by_day ON account_devices (environment_id, account_key, last_seen_day, device_id);

CREATE TABLE account_networks (
  environment_id {{int8}} NOT NULL,
  first_proof_at {{int8}} NOT NULL,
  last_proof_at {{int8}} NOT NULL,
  account_key {{key}} NOT NULL,
  wide {{key}} NOT NULL,
  narrow {{key}} NOT NULL,
  PRIMARY KEY (environment_id, account_key, wide, narrow)
) {{clustered_updated}};

-- Which accounts have ever shown a fingerprint from a source they recognised: that must not depend on how much was sent
-- since, and a mistyped name or a forger must not take an owner's look from them.
CREATE TABLE fingerprint_accounts (
  environment_id {{int8}} NOT NULL,
  fingerprint {{key}} NOT NULL,
  account_key {{key}} NOT NULL,
  PRIMARY KEY (environment_id, fingerprint, account_key)
) {{clustered}};

-- No account and no token are empty text here, so that plain equality finds them.
CREATE TABLE sessions (
  environment_id {{int8}} NOT NULL,
  started_at {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  event_count {{int8}} NOT NULL,
  id {{key}} NOT NULL,
  device_id {{key}} NOT NULL,
  account_key {{key}} NOT NULL,
  session_token {{key}} NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};
CREATE INDEX sessions_by_pair ON sessions (environment_id, device_id, account_key, started_at);
CREATE INDEX sessions_by_token ON sessions (environment_id, session_token, started_at) WHERE session_token <> '';

-- One narrow row an event, with its assessment: what the windows and the lists read.
CREATE TABLE events (
  environment_id {{int8}} NOT NULL,
  at {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  policy_version INTEGER NOT NULL,
  score {{flag}} NOT NULL,
  automation_score {{flag}} NOT NULL,
  webdriver {{flag}} NOT NULL,
  headless_hint {{flag}} NOT NULL,
  runtime_inconsistency {{flag}} NOT NULL,
  recognised {{flag}} NOT NULL,
  server_success {{flag}} NOT NULL,
  forced {{flag}} NOT NULL,
  device_new {{flag}} NOT NULL,
  device_trusted {{flag}} NOT NULL,
  id {{key}} NOT NULL,
  type {{key}} NOT NULL,
  credential {{key}} NOT NULL,
  account_key {{key}},
  device_id {{key}} NOT NULL,
  session_id {{key}} NOT NULL,
  address {{key}},
  counter_address {{key}},
  wide_network {{key}},
  classification {{key}} NOT NULL,
  fingerprint {{key}},
  agent {{key}},
  session_token {{key}},
  state {{key}} NOT NULL,
  level {{key}} NOT NULL,
  default_decision {{key}} NOT NULL,
  decision {{key}} NOT NULL,
  matched_rule_id {{key}},
  matched_rule_name TEXT,
  PRIMARY KEY (environment_id, id)
) {{table}};
CREATE INDEX events_by_account ON events (environment_id, account_key, at) WHERE account_key IS NOT NULL;
CREATE INDEX events_by_address ON events (environment_id, counter_address, at) WHERE counter_address IS NOT NULL;
CREATE INDEX events_by_device ON events (environment_id, device_id, at);
CREATE INDEX events_by_fingerprint ON events (environment_id, fingerprint, at) WHERE fingerprint IS NOT NULL;
CREATE INDEX events_by_session_token ON events (environment_id, session_token, at) WHERE session_token IS NOT NULL;
CREATE INDEX events_server_success ON events (environment_id, at) WHERE server_success = 1;

-- What only the event's own page shows. Fired signals and the resolution are compact JSON (event-codec.ts). A resolution
-- without a changed signal says what thousands of others say: those are kept once per digest, the others in place.
CREATE TABLE event_details (
  environment_id {{int8}} NOT NULL,
  posterior {{real}} NOT NULL,
  runner_up {{real}} NOT NULL,
  device_count INTEGER NOT NULL,
  candidate_count {{flag}} NOT NULL,
  confidence {{flag}} NOT NULL,
  event_id {{key}} NOT NULL,
  signals TEXT NOT NULL,
  resolution_digest {{key}},
  resolution TEXT,
  stable_digest {{key}},
  volatile_signals TEXT,
  PRIMARY KEY (environment_id, event_id)
) {{table}};

-- Signals that stay the same between visits, once per digest however many events bear them.
CREATE TABLE client_signals (
  environment_id {{int8}} NOT NULL,
  digest {{key}} NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (environment_id, digest)
) {{table}};

CREATE TABLE resolution_texts (
  environment_id {{int8}} NOT NULL,
  digest {{key}} NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (environment_id, digest)
) {{table}};

-- Unrecognised failures by minute and by hour of the events' own time (span in milliseconds, start = floor(at / span)).
CREATE TABLE failure_counts (
  environment_id {{int8}} NOT NULL,
  start {{int8}} NOT NULL,
  count {{int8}} NOT NULL,
  span INTEGER NOT NULL,
  slot {{flag}} NOT NULL,
  PRIMARY KEY (environment_id, span, start, slot)
) {{clustered_updated}};

-- One row for each event that the roll-ups have not folded in yet.
CREATE TABLE rollup_queue (
  environment_id {{int8}} NOT NULL,
  event_id {{key}} NOT NULL,
  PRIMARY KEY (environment_id, event_id)
) {{clustered}};

CREATE TABLE idempotency_keys (
  environment_id {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  key {{key}} NOT NULL,
  request_digest {{key}} NOT NULL,
  event_id {{key}} NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (environment_id, key)
) {{clustered}};
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (environment_id, created_at);

CREATE TABLE import_positions (
  environment_id {{int8}} NOT NULL,
  line {{int8}} NOT NULL,
  source {{key}} NOT NULL,
  PRIMARY KEY (environment_id, source)
) {{clustered_updated}};

-- The outbox: bodies are exact text, because they are signed and must be sent byte for byte alike every time.
CREATE TABLE webhook_deliveries (
  environment_id {{int8}} NOT NULL,
  next_attempt_at {{int8}},
  lease_until {{int8}},
  created_at {{int8}} NOT NULL,
  finished_at {{int8}},
  attempts INTEGER NOT NULL,
  id {{key}} NOT NULL,
  endpoint_id {{key}} NOT NULL,
  type {{key}} NOT NULL,
  event_id {{key}},
  status {{key}} NOT NULL,
  lease_token {{key}},
  body TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (environment_id, next_attempt_at) WHERE status = 'pending';

-- History is never edited. What privacy may remove later (address, account, tokens) is left out of the lists on purpose.
-- only: sqlite
CREATE TRIGGER events_decided BEFORE UPDATE OF environment_id, at, created_at, policy_version, score, automation_score,
  webdriver, headless_hint, runtime_inconsistency, recognised, server_success, forced, device_new, device_trusted, id,
  type, credential, device_id, session_id, classification, state, level, default_decision, decision, matched_rule_id,
  matched_rule_name ON events
BEGIN SELECT RAISE(ABORT, 'events are never edited'); END;
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER event_details_decided BEFORE UPDATE OF environment_id, event_id, posterior,
  runner_up, device_count, candidate_count, confidence, signals, resolution_digest, resolution ON event_details
BEGIN SELECT RAISE(ABORT, 'events are never edited'); END;
CREATE TRIGGER event_details_kept BEFORE DELETE ON event_details
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER resolution_texts_decided BEFORE UPDATE ON resolution_texts
BEGIN SELECT RAISE(ABORT, 'resolutions are never edited'); END;
CREATE TRIGGER resolution_texts_kept BEFORE DELETE ON resolution_texts
BEGIN SELECT RAISE(ABORT, 'resolutions are never deleted'); END;
CREATE TRIGGER policies_decided BEFORE UPDATE ON policies
BEGIN SELECT RAISE(ABORT, 'policy versions are never edited'); END;
CREATE TRIGGER policies_kept BEFORE DELETE ON policies
BEGIN SELECT RAISE(ABORT, 'policy versions are never deleted'); END;
-- REPLACE takes away what stands in its way, by key or by row number, without asking the triggers above. An event is
-- inserted OR FAIL, and refused with FAIL: ABORT would keep an undo journal for each insert, 15 microseconds a table.
CREATE TRIGGER events_never_replaced BEFORE INSERT ON events WHEN EXISTS (SELECT 1 FROM events e
  WHERE e.environment_id = NEW.environment_id AND e.id = NEW.id)
  OR (NEW.rowid > 0 AND EXISTS (SELECT 1 FROM events e WHERE e.rowid = NEW.rowid))
BEGIN SELECT RAISE(FAIL, 'events are never replaced'); END;
CREATE TRIGGER events_never_moved BEFORE UPDATE ON events WHEN NEW.rowid <> OLD.rowid
BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END;
CREATE TRIGGER event_details_never_replaced BEFORE INSERT ON event_details WHEN EXISTS (SELECT 1 FROM event_details d
  WHERE d.environment_id = NEW.environment_id AND d.event_id = NEW.event_id)
  OR (NEW.rowid > 0 AND EXISTS (SELECT 1 FROM event_details d WHERE d.rowid = NEW.rowid))
BEGIN SELECT RAISE(FAIL, 'events are never replaced'); END;
CREATE TRIGGER event_details_never_moved BEFORE UPDATE ON event_details WHEN NEW.rowid <> OLD.rowid
BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END;
-- The same text again is what every event of the like brings.
CREATE TRIGGER resolution_texts_never_replaced BEFORE INSERT ON resolution_texts WHEN EXISTS (SELECT 1
  FROM resolution_texts r WHERE r.environment_id = NEW.environment_id AND r.digest = NEW.digest AND r.body <> NEW.body)
  OR (NEW.rowid > 0 AND EXISTS (SELECT 1 FROM resolution_texts r WHERE r.rowid = NEW.rowid))
BEGIN SELECT RAISE(ABORT, 'resolutions are never replaced'); END;
CREATE TRIGGER policies_never_replaced BEFORE INSERT ON policies WHEN EXISTS (SELECT 1 FROM policies p
  WHERE p.environment_id = NEW.environment_id AND p.version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'policy versions are never replaced'); END;
-- end
-- only: postgres
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION '% are never edited or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER events_decided BEFORE UPDATE OF environment_id, at, created_at, policy_version, score, automation_score,
  webdriver, headless_hint, runtime_inconsistency, recognised, server_success, forced, device_new, device_trusted, id,
  type, credential, device_id, session_id, classification, state, level, default_decision, decision, matched_rule_id,
  matched_rule_name OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_details_decided BEFORE UPDATE OF environment_id, event_id, posterior,
  runner_up, device_count, candidate_count, confidence, signals, resolution_digest, resolution OR DELETE
  ON event_details FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER resolution_texts_decided BEFORE UPDATE OR DELETE ON resolution_texts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policies_decided BEFORE UPDATE OR DELETE ON policies FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_never_emptied BEFORE TRUNCATE ON events EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_details_never_emptied BEFORE TRUNCATE ON event_details EXECUTE FUNCTION refuse_change();
CREATE TRIGGER resolution_texts_never_emptied BEFORE TRUNCATE ON resolution_texts EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policies_never_emptied BEFORE TRUNCATE ON policies EXECUTE FUNCTION refuse_change();
-- end
