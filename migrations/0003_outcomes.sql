-- What really happened, append-only. A row changes once at most: when a newer one takes its place as the current row.

CREATE TABLE outcomes (
  environment_id {{int8}} NOT NULL,
  submitted_at {{int8}} NOT NULL,
  revision INTEGER NOT NULL,
  is_current {{flag}} NOT NULL,
  id {{key}} NOT NULL,
  event_id {{key}} NOT NULL,
  label {{key}},
  authentication_outcome {{key}},
  reason TEXT,
  metadata TEXT,
  submitted_by_type {{key}} NOT NULL,
  submitted_by_id {{key}} NOT NULL,
  submitted_by_name TEXT NOT NULL,
  decision {{key}} NOT NULL,
  evaluation {{key}} NOT NULL,
  PRIMARY KEY (environment_id, id)
) {{updated}};
-- Counted under the event's turn: clocks of two processes may disagree about which came first.
CREATE UNIQUE INDEX outcomes_by_event ON outcomes (environment_id, event_id, revision);
-- Two submissions at once leave exactly one current row, whatever the code above does.
CREATE UNIQUE INDEX outcomes_current ON outcomes (environment_id, event_id) WHERE is_current = 1;
CREATE INDEX outcomes_by_evaluation ON outcomes (environment_id, evaluation, event_id) WHERE is_current = 1;
CREATE INDEX outcomes_by_label ON outcomes (environment_id, label, event_id, decision) WHERE is_current = 1 AND label IS NOT NULL;

-- only: sqlite
CREATE TRIGGER outcomes_stand BEFORE UPDATE OF environment_id, submitted_at, revision, id, event_id, label,
  authentication_outcome, reason, metadata, submitted_by_type, submitted_by_id, submitted_by_name, decision, evaluation
  ON outcomes
BEGIN SELECT RAISE(ABORT, 'outcomes are never edited'); END;
CREATE TRIGGER outcomes_retire BEFORE UPDATE OF is_current ON outcomes WHEN NEW.is_current <> 0
BEGIN SELECT RAISE(ABORT, 'a retired outcome never becomes current again'); END;
CREATE TRIGGER outcomes_kept BEFORE DELETE ON outcomes
BEGIN SELECT RAISE(ABORT, 'outcomes are never deleted'); END;
-- REPLACE takes away what stands in its way without asking the trigger above.
-- Asked apart: with OR between them SQLite would look through all outcomes of the environment for each new one.
CREATE TRIGGER outcomes_never_replaced BEFORE INSERT ON outcomes WHEN
  EXISTS (SELECT 1 FROM outcomes o WHERE o.environment_id = NEW.environment_id AND o.id = NEW.id)
  OR EXISTS (SELECT 1 FROM outcomes o WHERE o.environment_id = NEW.environment_id AND o.event_id = NEW.event_id
    AND o.revision = NEW.revision)
  OR (NEW.is_current = 1 AND EXISTS (SELECT 1 FROM outcomes o WHERE o.environment_id = NEW.environment_id
    AND o.event_id = NEW.event_id AND o.is_current = 1))
BEGIN SELECT RAISE(ABORT, 'outcomes are never replaced'); END;
-- end
-- only: postgres
CREATE TRIGGER outcomes_stand BEFORE UPDATE OF environment_id, submitted_at, revision, id, event_id, label,
  authentication_outcome, reason, metadata, submitted_by_type, submitted_by_id, submitted_by_name, decision, evaluation
  OR DELETE ON outcomes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outcomes_retire BEFORE UPDATE OF is_current ON outcomes FOR EACH ROW
  WHEN (NEW.is_current <> 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outcomes_never_emptied BEFORE TRUNCATE ON outcomes EXECUTE FUNCTION refuse_change();
-- end
