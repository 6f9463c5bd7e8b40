-- Distributes Assay's tables over the nodes of a Citus cluster. Run it once on the coordinator, on a database that
-- `npm run assay -- migrate` has just created and that has no events yet. See docs/scaling.md.
-- A test compares this list with the database: it has every table, and the keys of distributed tables fit.

-- Our triggers only reject changes to permanent records and write nothing, so they are safe on shards.
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.enable_unsafe_triggers = on', current_database()); END $$;
SET citus.enable_unsafe_triggers = on;

-- Small tables, which are looked up by a digest or an address instead of an environment: replicated to every node.
SELECT create_reference_table('organizations');
SELECT create_reference_table('environments');
SELECT create_reference_table('api_keys');
SELECT create_reference_table('users');
SELECT create_reference_table('dashboard_sessions');
SELECT create_reference_table('invitations');
SELECT create_reference_table('second_factors');
SELECT create_reference_table('recovery_codes');
SELECT create_reference_table('audit_heads');
SELECT create_reference_table('audit_entries');
SELECT create_reference_table('policy_rules');
SELECT create_reference_table('key_proofs');
SELECT create_reference_table('schema_migrations');
SELECT create_reference_table('schema_compatibility');

-- Tables that grow with events: the rows of an environment in all these tables are stored on the same node.
SELECT create_distributed_table('events', 'environment_id');
SELECT create_distributed_table('event_details', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('event_signals', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('client_signals', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('resolution_texts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('accounts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('account_devices', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('account_networks', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('fingerprint_accounts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('devices', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('device_profiles', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('device_ids', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('device_keys', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('signal_frequencies', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('sessions', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('failure_counts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('idempotency_keys', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('import_positions', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('rollup_queue', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('overview_counts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('overview_members', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('networks', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('network_members', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('retention_positions', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('policies', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('outcomes', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('webhook_endpoints', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('webhook_deliveries', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('webhook_attempts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('activity_rollups', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('outcome_batches', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('alert_channels', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('alert_rules', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('alerts', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('alert_notifications', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('alert_leases', 'environment_id', colocate_with => 'events');
SELECT create_distributed_table('rejection_counts', 'environment_id', colocate_with => 'events');
