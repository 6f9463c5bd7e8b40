-- What a proof rested on, so that a weak one does not excuse a sensitive change.
-- Last server-sent proof that came with a fingerprint: from then on an event without signals is judged like a foreign one.
ALTER TABLE accounts ADD COLUMN signals_at {{int8}};
-- Last second factor that the customer's server reported as passed from the network; until then a network counts for
-- sensitive changes only a day after its first proof.
ALTER TABLE account_networks ADD COLUMN confirmed_at {{int8}};
