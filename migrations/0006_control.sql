-- Who changed what: one chain of entries for each organization. Also one-time invitations and second factors.

CREATE TABLE audit_entries (
  organization_id {{key}} NOT NULL,
  sequence {{int8}} NOT NULL,
  at {{int8}} NOT NULL,
  id {{key}} NOT NULL,
  actor_type {{key}} NOT NULL,
  actor_id {{key}} NOT NULL,
  actor_name TEXT NOT NULL,
  address {{key}},
  action {{key}} NOT NULL,
  target_type {{key}} NOT NULL,
  target_id {{key}} NOT NULL,
  environment_id {{key}},
  before_text TEXT,
  after_text TEXT,
  previous_hash {{key}} NOT NULL,
  hash {{key}} NOT NULL,
  PRIMARY KEY (organization_id, sequence)
) {{clustered}};
CREATE UNIQUE INDEX audit_entries_by_id ON audit_entries (id);
CREATE INDEX audit_entries_by_action ON audit_entries (organization_id, action, sequence);
CREATE INDEX audit_entries_by_actor ON audit_entries (organization_id, actor_id, sequence);

-- Where each chain ends: writers take turns on this row, and an end that was cut off is missed.
CREATE TABLE audit_heads (
  organization_id {{key}} NOT NULL PRIMARY KEY,
  sequence {{int8}} NOT NULL,
  hash {{key}} NOT NULL
) {{clustered_updated}};

-- A link that lets a member set a password once: an invitation, or a way back in. One for each member, kept by its digest.
CREATE TABLE invitations (
  user_id {{key}} NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  digest {{key}} NOT NULL UNIQUE,
  created_at {{int8}} NOT NULL,
  expires_at {{int8}} NOT NULL
) {{table}};

-- The secret is sealed; the last step that was used is refused a second time.
CREATE TABLE second_factors (
  user_id {{key}} NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret TEXT NOT NULL,
  created_at {{int8}} NOT NULL,
  confirmed_at {{int8}},
  last_step {{int8}} NOT NULL
) {{table}};

CREATE TABLE recovery_codes (
  user_id {{key}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  digest {{key}} NOT NULL,
  PRIMARY KEY (user_id, digest)
) {{clustered}};

-- only: sqlite
CREATE TRIGGER audit_entries_stand BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries are never edited'); END;
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END;
CREATE TRIGGER audit_entries_never_replaced BEFORE INSERT ON audit_entries WHEN
  EXISTS (SELECT 1 FROM audit_entries a WHERE a.organization_id = NEW.organization_id AND a.sequence = NEW.sequence)
  OR EXISTS (SELECT 1 FROM audit_entries a WHERE a.id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'audit entries are never replaced'); END;
-- end
-- only: postgres
CREATE TRIGGER audit_entries_stand BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION refuse_change();
-- end

-- One word sealed by the first process: who cannot open it has other encryption keys than the database was begun with.
CREATE TABLE key_proofs (
  one {{int8}} NOT NULL PRIMARY KEY,
  sealed TEXT NOT NULL
) {{table}};
