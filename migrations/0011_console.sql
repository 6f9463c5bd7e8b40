-- What the console reads by: sort orders, networks, accounts by name, batches of outcomes and saved views.

-- Events by score and by address. Both indexes are written with each event and read by lists only.
CREATE INDEX events_list_score ON events (environment_id, score, id);
CREATE INDEX events_list_address ON events (environment_id, address, id) WHERE address IS NOT NULL;
CREATE INDEX devices_trusted ON devices (environment_id, id) WHERE is_trusted = 1;

-- only: sqlite
CREATE INDEX accounts_by_name ON accounts (environment_id, external_id);
-- end
-- only: postgres
-- A prefix is a range only in byte order.
CREATE INDEX accounts_by_name ON accounts (environment_id, (external_id COLLATE "C"));
-- end

-- Activity of each account and device, counted by the rollups, so that no event updates an index for a sort order.
CREATE TABLE activity_rollups (
  environment_id {{int8}} NOT NULL,
  event_count {{int8}} NOT NULL,
  stopped_count {{int8}} NOT NULL,
  first_seen_at {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  kind {{key}} NOT NULL,
  member {{key}} NOT NULL,
  PRIMARY KEY (environment_id, kind, member)
) {{clustered_updated}};
CREATE INDEX activity_rollups_first ON activity_rollups (environment_id, kind, first_seen_at, member);
CREATE INDEX activity_rollups_last ON activity_rollups (environment_id, kind, last_seen_at, member);
CREATE INDEX activity_rollups_count ON activity_rollups (environment_id, kind, event_count, member);

-- Events that are still pending are counted when they are applied.
INSERT INTO activity_rollups (environment_id, kind, member, event_count, stopped_count, first_seen_at, last_seen_at)
  SELECT e.environment_id, 'account', e.account_key, count(*),
    sum(CASE WHEN e.decision IN ('challenge', 'block') THEN 1 ELSE 0 END), min(e.created_at), max(e.created_at)
  FROM events e WHERE e.account_key IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM rollup_queue q WHERE q.environment_id = e.environment_id AND q.event_id = e.id)
  GROUP BY e.environment_id, e.account_key;
INSERT INTO activity_rollups (environment_id, kind, member, event_count, stopped_count, first_seen_at, last_seen_at)
  SELECT e.environment_id, 'device', e.device_id, count(*),
    sum(CASE WHEN e.decision IN ('challenge', 'block') THEN 1 ELSE 0 END), min(e.created_at), max(e.created_at)
  FROM events e WHERE NOT EXISTS
    (SELECT 1 FROM rollup_queue q WHERE q.environment_id = e.environment_id AND q.event_id = e.id)
  GROUP BY e.environment_id, e.device_id;

CREATE INDEX networks_last ON networks (environment_id, last_seen_at, first_event_id);
CREATE INDEX networks_count ON networks (environment_id, event_count, first_event_id);

CREATE INDEX networks_classified ON networks (environment_id, classification, first_event_id);

-- Outcomes recorded together, to undo them together. The rows themselves are ordinary outcomes.
CREATE TABLE outcome_batches (
  environment_id {{int8}} NOT NULL,
  submitted_at {{int8}} NOT NULL,
  undone_at {{int8}},
  id {{key}} NOT NULL,
  submitted_by_id {{key}} NOT NULL,
  event_ids TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{table}};
