-- The trace context of the request that caused a delivery: its attempts join the trace of the caller.
-- works with: 11

ALTER TABLE webhook_deliveries ADD COLUMN traceparent TEXT;
