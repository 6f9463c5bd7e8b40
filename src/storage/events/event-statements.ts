// The SQL of one event's writes, for both engines.

const places = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

const EVENT_COLUMNS = [
  'environment_id, at, created_at, policy_version, score, automation_score, webdriver, headless_hint',
  'runtime_inconsistency, recognised, server_success, forced, device_new, device_trusted, id, type, credential',
  'account_key, device_id, session_id, address, counter_address, wide_network, classification, fingerprint, agent',
  'session_token, state, level, default_decision, decision, matched_rule_id, matched_rule_name',
].join(', ');
export const INSERT_EVENT = `{{append_to}} events (${EVENT_COLUMNS}) VALUES (${places(33)})`;
export const INSERT_DETAILS = `{{append_to}} event_details (environment_id, event_id, posterior, runner_up, device_count,
  candidate_count, confidence, signals, resolution_digest, resolution, stable_digest, volatile_signals) VALUES (${places(12)})`;
export const INSERT_RESOLUTION_TEXT = `INSERT INTO resolution_texts (environment_id, digest, body) VALUES (${places(3)}) ON CONFLICT DO NOTHING`;
export const INSERT_FINGERPRINT_ACCOUNT = `INSERT INTO fingerprint_accounts (environment_id, fingerprint, account_key)
  VALUES (${places(3)}) ON CONFLICT DO NOTHING`;
export const INSERT_CLIENT_SIGNALS = `INSERT INTO client_signals (environment_id, digest, body) VALUES (${places(3)}) ON CONFLICT DO NOTHING`;
export const INSERT_EVENT_SIGNALS = `INSERT INTO event_signals (environment_id, code, event_id)
  SELECT ?, value, ? FROM {{each_text}} WHERE true`;
export const INSERT_ROLLUP = `INSERT INTO rollup_queue (environment_id, event_id) VALUES (${places(2)})`;

export const INSERT_DEVICE = `INSERT INTO devices (environment_id, id, first_seen_at, last_seen_at, event_count, trusted_at,
  account_count, is_trusted, provisional, networks) VALUES (?, ?, ?, ?, 1, NULL, ?, 0, ?, ?)`;
export const INSERT_PROFILE = `INSERT INTO device_profiles (environment_id, device_id, profile) VALUES (${places(3)})`;
export const UPDATE_DEVICE = `UPDATE devices SET last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  event_count = event_count + 1, account_count = account_count + ?, provisional = ?, networks = coalesce(?, networks)
  WHERE environment_id = ? AND id = ?`;
export const UPDATE_PROFILE =
  'UPDATE device_profiles SET previous_profile = profile, profile = ? WHERE environment_id = ? AND device_id = ?';
export const ATTACH_ID = `INSERT INTO device_ids (environment_id, persistent_id, device_id, cloned, conflicts, last_seen_at)
  VALUES (?, ?, ?, 0, 0, ?) ON CONFLICT (environment_id, persistent_id)
  DO UPDATE SET device_id = excluded.device_id, last_seen_at = excluded.last_seen_at`;
export const TOUCH_ID = 'UPDATE device_ids SET last_seen_at = ? WHERE environment_id = ? AND persistent_id = ?';
export const REFUTE_ID = `UPDATE device_ids SET conflicts = conflicts + 1, cloned = CASE WHEN ? = 1 THEN 1 ELSE cloned END
  WHERE environment_id = ? AND persistent_id = ?`;
/** All keys of a device at once: a JSON list of [kind, digest]. */
export const INSERT_KEYS = `INSERT INTO device_keys (environment_id, kind, digest, device_id)
  SELECT ?, CAST(value ->> 0 AS {{flag}}), value ->> 1, ? FROM {{each_json}} WHERE true ON CONFLICT DO NOTHING`;
/** All values at once: a sorted JSON list, so that two new devices lock their common counters in one order. */
export const COUNT_FREQUENCIES = `INSERT INTO signal_frequencies (environment_id, key, slot, count)
  SELECT ?, value, ?, 1 FROM {{each_text}} WHERE true
  ON CONFLICT (environment_id, key, slot) DO UPDATE SET count = signal_frequencies.count + 1`;

export const INSERT_ACCOUNT = `INSERT INTO accounts (environment_id, account_key, external_id, first_seen_at, proof_count, first_proof_at, last_proof_at)
  VALUES (${places(7)})`;
export const PROVE_ACCOUNT = `UPDATE accounts SET proof_count = proof_count + 1,
  first_proof_at = CASE WHEN first_proof_at <= ? THEN first_proof_at ELSE ? END,
  last_proof_at = CASE WHEN last_proof_at >= ? THEN last_proof_at ELSE ? END
  WHERE environment_id = ? AND account_key = ?`;
export const INSERT_PAIR = `INSERT INTO account_devices (environment_id, account_key, device_id, first_seen_at, last_seen_at,
  last_seen_day, event_count, first_proof_at, last_proof_at) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`;
export const UPDATE_PAIR = `UPDATE account_devices SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  last_seen_day = CASE WHEN last_seen_day < ? THEN ? ELSE last_seen_day END
  WHERE environment_id = ? AND account_key = ? AND device_id = ?`;
export const PROVE_PAIR = `UPDATE account_devices SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  last_seen_day = CASE WHEN last_seen_day < ? THEN ? ELSE last_seen_day END,
  first_proof_at = CASE WHEN first_proof_at <= ? THEN first_proof_at ELSE ? END,
  last_proof_at = CASE WHEN last_proof_at >= ? THEN last_proof_at ELSE ? END
  WHERE environment_id = ? AND account_key = ? AND device_id = ?`;
export const PROVE_NETWORK = `INSERT INTO account_networks (environment_id, account_key, wide, narrow, first_proof_at, last_proof_at)
  VALUES (${places(6)}) ON CONFLICT (environment_id, account_key, wide, narrow) DO UPDATE SET
  first_proof_at = CASE WHEN account_networks.first_proof_at <= excluded.first_proof_at THEN account_networks.first_proof_at ELSE excluded.first_proof_at END,
  last_proof_at = CASE WHEN account_networks.last_proof_at >= excluded.last_proof_at THEN account_networks.last_proof_at ELSE excluded.last_proof_at END`;

export const INSERT_SESSION = `INSERT INTO sessions (environment_id, id, device_id, account_key, session_token, started_at, last_seen_at, event_count)
  VALUES (?, ?, ?, ?, ?, ?, ?, 1)`;
export const UPDATE_SESSION = `UPDATE sessions SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END WHERE environment_id = ? AND id = ?`;

export const COUNT_FAILURE = `INSERT INTO failure_counts (environment_id, span, start, slot, count) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (environment_id, span, start, slot) DO UPDATE SET count = failure_counts.count + 1`;
export const INSERT_DELIVERY = `INSERT INTO webhook_deliveries (environment_id, id, endpoint_id, type, event_id, body, status,
  attempts, next_attempt_at, created_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, ?, ?)`;
export const SAVE_ANSWER = `INSERT INTO idempotency_keys (environment_id, key, request_digest, event_id, created_at, answer)
  VALUES (${places(6)}) ON CONFLICT (environment_id, key) DO UPDATE SET request_digest = excluded.request_digest,
  event_id = excluded.event_id, created_at = excluded.created_at, answer = excluded.answer`;
export const SAVE_POSITION = `INSERT INTO import_positions (environment_id, source, line) VALUES (?, ?, ?)
  ON CONFLICT (environment_id, source) DO UPDATE SET line = excluded.line`;
