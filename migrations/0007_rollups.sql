-- Figures kept beside the events, so that the overview and the network list cost the same at ten events and at ten million.
-- An event waits in `rollup_queue` until it is folded in; it is taken off the queue in the same transaction, so that it is
-- counted once. Whoever reads folds first what waits: figures are exact, and no event ever waits for a counter.

CREATE TABLE overview_counts (
  environment_id {{int8}} NOT NULL,
  hour {{int8}} NOT NULL,
  count {{int8}} NOT NULL,
  kind {{key}} NOT NULL,
  word {{key}} NOT NULL,
  PRIMARY KEY (environment_id, hour, kind, word)
) {{clustered_updated}};

-- Which devices, accounts and addresses were active on a day.
CREATE TABLE overview_members (
  environment_id {{int8}} NOT NULL,
  day {{int8}} NOT NULL,
  kind {{key}} NOT NULL,
  member {{key}} NOT NULL,
  PRIMARY KEY (environment_id, day, kind, member)
) {{clustered}};

-- One row for each distinct address, in the order of its first event.
CREATE TABLE networks (
  environment_id {{int8}} NOT NULL,
  event_count {{int8}} NOT NULL,
  account_count {{int8}} NOT NULL,
  device_count {{int8}} NOT NULL,
  allowed {{int8}} NOT NULL,
  monitored {{int8}} NOT NULL,
  challenged {{int8}} NOT NULL,
  blocked {{int8}} NOT NULL,
  first_seen_at {{int8}} NOT NULL,
  last_seen_at {{int8}} NOT NULL,
  address {{key}} NOT NULL,
  first_event_id {{key}} NOT NULL,
  classification {{key}} NOT NULL,
  PRIMARY KEY (environment_id, address)
) {{updated}};
CREATE INDEX networks_list ON networks (environment_id, first_event_id);

CREATE TABLE network_members (
  environment_id {{int8}} NOT NULL,
  address {{key}} NOT NULL,
  kind {{key}} NOT NULL,
  member {{key}} NOT NULL,
  PRIMARY KEY (environment_id, address, kind, member)
) {{clustered}};
