-- Which failure counts an import may still read: retention leaves those.
-- works with: 16

-- The time of the event of the last line, and when it was saved. Null if an older program saved it.
ALTER TABLE import_positions ADD COLUMN event_at {{int8}};
ALTER TABLE import_positions ADD COLUMN saved_at {{int8}};
