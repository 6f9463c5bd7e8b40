-- Alerts: where they are sent, what they watch, what was noticed, and what was sent. Refused requests, counted.
-- works with: 13

CREATE TABLE alert_channels (
  environment_id {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  last_success_at {{int8}},
  last_failure_at {{int8}},
  consecutive_failures INTEGER NOT NULL,
  id {{key}} NOT NULL,
  kind {{key}} NOT NULL,
  name TEXT NOT NULL,
  -- What the console shows: addresses, the masked URL, or the id of a webhook endpoint. The URL itself is encrypted.
  target TEXT NOT NULL,
  sealed_secret TEXT,
  last_error TEXT,
  PRIMARY KEY (environment_id, id)
) {{updated}};

CREATE TABLE alert_rules (
  environment_id {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  updated_at {{int8}} NOT NULL,
  threshold INTEGER NOT NULL,
  window_minutes INTEGER NOT NULL,
  min_events INTEGER NOT NULL,
  id {{key}} NOT NULL,
  kind {{key}} NOT NULL,
  status {{key}} NOT NULL,
  name TEXT NOT NULL,
  channels TEXT NOT NULL,
  quiet_hours TEXT,
  PRIMARY KEY (environment_id, id)
) {{updated}};

CREATE TABLE alerts (
  environment_id {{int8}} NOT NULL,
  opened_at {{int8}} NOT NULL,
  since {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  resolved_at {{int8}},
  value INTEGER NOT NULL,
  threshold INTEGER NOT NULL,
  id {{key}} NOT NULL,
  rule_id {{key}} NOT NULL,
  kind {{key}} NOT NULL,
  target {{key}} NOT NULL,
  rule_name TEXT NOT NULL,
  what TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};
-- Whatever two processes do at once, a rule has one open alert for a target, and each channel is told once.
CREATE UNIQUE INDEX alerts_open ON alerts (environment_id, rule_id, target) WHERE resolved_at IS NULL;

CREATE TABLE alert_notifications (
  environment_id {{int8}} NOT NULL,
  due_at {{int8}} NOT NULL,
  sent_at {{int8}},
  attempts INTEGER NOT NULL,
  id {{key}} NOT NULL,
  alert_id {{key}} NOT NULL,
  channel_id {{key}} NOT NULL,
  type {{key}} NOT NULL,
  status {{key}} NOT NULL,
  error TEXT,
  PRIMARY KEY (environment_id, id)
) {{updated}};
CREATE UNIQUE INDEX alert_notifications_once ON alert_notifications (environment_id, alert_id, channel_id, type);
CREATE INDEX alert_notifications_due ON alert_notifications (environment_id, due_at) WHERE status = 'pending';

-- One process at a time evaluates the rules of an environment and sends its messages.
CREATE TABLE alert_leases (
  environment_id {{int8}} NOT NULL,
  until {{int8}} NOT NULL,
  token {{key}} NOT NULL,
  PRIMARY KEY (environment_id)
) {{updated}};

-- Refused events by reason, in buckets of five minutes. `word` is an origin or an error code.
CREATE TABLE rejection_counts (
  environment_id {{int8}} NOT NULL,
  bucket {{int8}} NOT NULL,
  count {{int8}} NOT NULL,
  kind {{key}} NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (environment_id, kind, bucket, word)
) {{clustered_updated}};
