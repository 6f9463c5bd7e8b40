-- Rate limits of logins, shared by all processes, and the addresses that members logged in from.
-- works with: 16

-- At most one row for each number that a process computes with its secret: 65,536 for each kind of limit.
CREATE TABLE login_limits (
  bucket {{int8}} NOT NULL PRIMARY KEY,
  -- ms: when a limit is full again, or when the login was.
  at {{real}} NOT NULL,
  -- What a login is recognized by; 0 for a limit.
  digest {{int8}} NOT NULL
) {{updated}};
