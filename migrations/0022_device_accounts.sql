-- The accounts of a device in the order of their first events there.
-- works with: 16

CREATE INDEX account_devices_by_first_event ON account_devices (environment_id, device_id, first_seen_at, account_key);
DROP INDEX account_devices_by_device;
