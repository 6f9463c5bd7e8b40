-- Imports of events that are older than where retention has already arrived: it has to return to them.
-- works with: 16

-- The time of the oldest event imported since retention last looked; null if there is none.
ALTER TABLE import_positions ADD COLUMN uncleaned_from {{int8}};
-- Earlier versions passed over imported events: once more through all of them.
UPDATE retention_positions SET event_id = '';
