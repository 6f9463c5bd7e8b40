-- Webhooks: endpoints with their sealed secrets, where each delivery stands, and the log of attempts.

CREATE TABLE webhook_endpoints (
  environment_id {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  updated_at {{int8}} NOT NULL,
  last_success_at {{int8}},
  last_failure_at {{int8}},
  consecutive_failures INTEGER NOT NULL,
  consecutive_timeouts INTEGER NOT NULL,
  id {{key}} NOT NULL,
  status {{key}} NOT NULL,
  url TEXT NOT NULL,
  description TEXT,
  event_types TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};
-- For the choice between 403 and 404. Not unique: a distributed engine has no unique index without the environment.
CREATE INDEX webhook_endpoints_by_id ON webhook_endpoints (id);

-- rung: ended attempts of the ladder. runs: beginnings of the attempt under way. redelivery_over: the status to go back
-- to should the redelivery that waits or runs fail; ladder_at: when the ladder then goes on.
ALTER TABLE webhook_deliveries ADD COLUMN rung INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_deliveries ADD COLUMN runs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_deliveries ADD COLUMN redelivery_over {{key}};
ALTER TABLE webhook_deliveries ADD COLUMN ladder_at {{int8}};

-- By endpoint: the backlog of a dead one is never walked through to find what is due for another.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (environment_id, endpoint_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (environment_id, endpoint_id) WHERE lease_token IS NOT NULL;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (environment_id, endpoint_id, id);
-- What people look for in the log, rare among what was delivered.
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (environment_id, endpoint_id, id)
  WHERE status NOT IN ('pending', 'delivered');
-- Once per event, type and endpoint, whatever a mistake elsewhere may do: 3 µs and 104 bytes a delivery. An outcome may be
-- revised again and again; trust and tests speak of no event.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (environment_id, event_id, type, endpoint_id)
  WHERE event_id IS NOT NULL AND type <> 'outcome.updated';

CREATE TABLE webhook_attempts (
  environment_id {{int8}} NOT NULL,
  started_at {{int8}} NOT NULL,
  duration_ms INTEGER NOT NULL,
  number INTEGER NOT NULL,
  http_status INTEGER,
  delivery_id {{key}} NOT NULL,
  id {{key}} NOT NULL,
  error {{key}},
  response_snippet TEXT,
  PRIMARY KEY (environment_id, delivery_id, number)
) {{clustered}};
