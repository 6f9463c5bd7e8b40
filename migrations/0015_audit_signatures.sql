-- The signature of each audit log's head: a MAC with a key that the database does not contain. Programs that do not know it would
-- append entries without renewing it, so they do not work with this schema.

ALTER TABLE audit_heads ADD COLUMN signature TEXT;
