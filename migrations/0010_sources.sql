-- Which source established a fact: once the customer's server has reported an account, only facts of server-sent events
-- count for it, and claims that anyone could make with the public key are void.
ALTER TABLE accounts ADD COLUMN server_proof_count {{int8}} NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN first_server_proof_at {{int8}};
ALTER TABLE accounts ADD COLUMN last_server_proof_at {{int8}};
-- Last proof of any source that came with a fingerprint: the account's devices are known by more than their network.
ALTER TABLE accounts ADD COLUMN fingerprint_at {{int8}};
ALTER TABLE account_devices ADD COLUMN first_server_proof_at {{int8}};
-- Last second factor that the customer's server reported as passed on the device.
ALTER TABLE account_devices ADD COLUMN confirmed_at {{int8}};
ALTER TABLE account_networks ADD COLUMN first_server_proof_at {{int8}};
ALTER TABLE fingerprint_accounts ADD COLUMN server_sent {{flag}} NOT NULL DEFAULT 0;

-- Which history windows keep an event (a bit for each, src/vocabulary/windows.ts), and in which partition: the rows of one partition
-- never push those of another out of a window. Events from before belong to every window and to the second partition.
ALTER TABLE events ADD COLUMN windows {{flag}} NOT NULL DEFAULT 31;
ALTER TABLE events ADD COLUMN window_partition {{flag}} NOT NULL DEFAULT 1;

DROP INDEX events_by_account;
DROP INDEX events_by_address;
DROP INDEX events_by_device;
DROP INDEX events_by_fingerprint;
DROP INDEX events_by_session_token;
CREATE INDEX events_window_account ON events (environment_id, account_key, window_partition, at) WHERE (windows & 1) <> 0;
CREATE INDEX events_window_address ON events (environment_id, counter_address, window_partition, at) WHERE (windows & 2) <> 0;
CREATE INDEX events_window_device ON events (environment_id, device_id, window_partition, at) WHERE (windows & 4) <> 0;
CREATE INDEX events_window_fingerprint ON events (environment_id, fingerprint, window_partition, at) WHERE (windows & 8) <> 0;
CREATE INDEX events_window_session ON events (environment_id, session_token, at) WHERE (windows & 16) <> 0;
