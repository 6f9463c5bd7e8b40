-- Up to which event raw addresses and client signals were removed because they had become too old.
CREATE TABLE retention_positions (
  environment_id {{int8}} NOT NULL PRIMARY KEY,
  event_id {{key}} NOT NULL
) {{clustered_updated}};
