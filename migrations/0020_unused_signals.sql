-- Client signals that retention or an erasure has removed from an event, until it is known whether another event refers to them.
-- works with: 16

CREATE TABLE unused_signals (
  environment_id {{int8}} NOT NULL,
  digest {{key}} NOT NULL,
  -- Differs for each transaction that removed them from an event.
  mark TEXT NOT NULL,
  -- Of client_signals, once it was moved here.
  body TEXT,
  PRIMARY KEY (environment_id, digest)
) {{updated}};
