-- Imports of events that are older than where retention has already arrived: it has to return to them.
-- works with: 16

-- The time of the oldest event imported since retention last looked; null if there is none. Those of earlier imports are unknown: all.
ALTER TABLE import_positions ADD COLUMN uncleaned_from {{int8}};
UPDATE import_positions SET uncleaned_from = 0;
