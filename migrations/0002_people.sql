-- Dashboard sessions. Found by the digest of their token alone on every request, before any organization is known.

CREATE TABLE dashboard_sessions (
  id {{key}} NOT NULL PRIMARY KEY,
  user_id {{key}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  digest {{key}} NOT NULL UNIQUE,
  created_at {{int8}} NOT NULL,
  last_used_at {{int8}} NOT NULL,
  expires_at {{int8}} NOT NULL
) {{updated}};
CREATE INDEX dashboard_sessions_by_user ON dashboard_sessions (user_id, created_at);
