-- Whether the account showed the fingerprint on a device that it had proven long enough. Fingerprints from before count as such.
-- works with: 16

ALTER TABLE fingerprint_accounts ADD COLUMN settled {{flag}} NOT NULL DEFAULT 1;
