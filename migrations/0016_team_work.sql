-- What a team of analysts adds: notes, assignments of events, saved views, and a comment with each policy version. Programs that do
-- not know it would erase an account without its notes, so they do not work with this schema.

-- `target` is the id of an event or device, or the key of an account.
CREATE TABLE notes (
  environment_id {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  updated_at {{int8}} NOT NULL,
  id {{key}} NOT NULL,
  kind {{key}} NOT NULL,
  target {{key}} NOT NULL,
  created_by_id {{key}} NOT NULL,
  created_by_name TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};
CREATE INDEX notes_by_target ON notes (environment_id, kind, target, id);

-- An event without a row is assigned to nobody.
CREATE TABLE event_assignments (
  environment_id {{int8}} NOT NULL,
  assigned_at {{int8}} NOT NULL,
  event_id {{key}} NOT NULL,
  member_id {{key}} NOT NULL,
  member_name TEXT NOT NULL,
  PRIMARY KEY (environment_id, event_id)
) {{updated}};
CREATE INDEX event_assignments_by_member ON event_assignments (environment_id, member_id, event_id);

-- `query` is the address of the list without its page, as a JSON object.
CREATE TABLE saved_views (
  environment_id {{int8}} NOT NULL,
  created_at {{int8}} NOT NULL,
  updated_at {{int8}} NOT NULL,
  shared {{flag}} NOT NULL,
  id {{key}} NOT NULL,
  list {{key}} NOT NULL,
  created_by_id {{key}} NOT NULL,
  created_by_name TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};

ALTER TABLE policies ADD COLUMN comment TEXT;
