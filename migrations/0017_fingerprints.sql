-- Events by fingerprint for people: "the same fingerprint as this event", and what a campaign's fingerprints were let through with.
-- works with: 16

-- The events that events_window_fingerprint leaves out. Every event is in one of the two indexes, so that none is written to both.
CREATE INDEX events_other_fingerprint ON events (environment_id, fingerprint, at)
  WHERE (windows & 8) = 0 AND fingerprint IS NOT NULL;
