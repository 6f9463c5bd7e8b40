-- What the second round of detection reads: failed payments beside failed logins, devices that some account has proven, and
-- password resets before a proof.

-- Failures by kind (src/vocabulary/failure-kinds.ts): 0 logins, 1 payments.
CREATE TABLE failure_counts_by_kind (
  environment_id {{int8}} NOT NULL,
  start {{int8}} NOT NULL,
  count {{int8}} NOT NULL,
  span INTEGER NOT NULL,
  kind {{flag}} NOT NULL,
  slot {{flag}} NOT NULL,
  PRIMARY KEY (environment_id, span, start, kind, slot)
) {{clustered_updated}};
INSERT INTO failure_counts_by_kind (environment_id, start, count, span, kind, slot)
  SELECT environment_id, start, count, span, 0, slot FROM failure_counts;
DROP TABLE failure_counts;
ALTER TABLE failure_counts_by_kind RENAME TO failure_counts;

-- The first proof of the device by any account: tools that change devices have none.
ALTER TABLE devices ADD COLUMN first_proof_at {{int8}};
-- The last password reset by a source that the account did not recognize, and whether the device was first proven after one.
ALTER TABLE accounts ADD COLUMN recovered_at {{int8}};
ALTER TABLE account_devices ADD COLUMN after_recovery {{flag}} NOT NULL DEFAULT 0;

-- The oldest proofs in a /16 (or /32), whatever the account: a network that hardly anybody uses is a worse sign.
CREATE INDEX account_networks_by_wide ON account_networks (environment_id, wide, first_proof_at);
