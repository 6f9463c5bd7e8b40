-- What the lists are read by. Lists are ordered by event id, newest first, so each filter has an index that ends in it;
-- the frequent values (allow, low) are found fast without one.
CREATE INDEX events_list_account ON events (environment_id, account_key, id) WHERE account_key IS NOT NULL;
CREATE INDEX events_list_device ON events (environment_id, device_id, id);
-- The decision stands before the id: what was decided about one type is rare among both. All of a type is four pages in one.
CREATE INDEX events_list_type ON events (environment_id, type, decision, id);
CREATE INDEX events_list_decision ON events (environment_id, decision, id) WHERE decision <> 'allow';
CREATE INDEX events_list_level ON events (environment_id, level, id) WHERE level <> 'low';
CREATE INDEX events_list_rule ON events (environment_id, matched_rule_id, id) WHERE matched_rule_id IS NOT NULL;
CREATE INDEX events_list_version ON events (environment_id, policy_version, id);
CREATE INDEX account_devices_by_device ON account_devices (environment_id, device_id, account_key);

-- Fired signals by code, but for the one or two that nearly every event carries: those are found fast without an index.
CREATE TABLE event_signals (
  environment_id {{int8}} NOT NULL,
  code {{key}} NOT NULL,
  event_id {{key}} NOT NULL,
  PRIMARY KEY (environment_id, code, event_id)
) {{clustered}};
