-- Deliveries about what the server reports come before those about what anyone may send with a public key.
-- works with: 16

ALTER TABLE webhook_deliveries ADD COLUMN reported {{flag}} NOT NULL DEFAULT 1;
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (environment_id, endpoint_id, reported, next_attempt_at)
  WHERE status = 'pending';
DROP INDEX webhook_deliveries_due;
