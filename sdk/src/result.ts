// The result of `track`: the service's response, or the documented fail-open result.

export type Decision = 'allow' | 'monitor' | 'challenge' | 'block';
export type Level = 'low' | 'medium' | 'high' | 'critical';

/** The service's response, unchanged. If the environment has `public_risk: none`, only the first two fields are set. */
export interface EventAnswer {
  id: string;
  created_at: string;
  event_type?: string;
  external_account_id?: string | null;
  device?: { id: string; is_trusted: boolean };
  session?: { id: string };
  risk?: {
    score: number;
    level: Level;
    decision: Decision;
    signals: { code: string; weight: number; description: string }[];
    /** Without the rule's name, which the service keeps from public keys. */
    matched_rule: { id: string } | null;
    policy_version: number;
  };
}

/**
 * Why there is no response.
 * - `timeout`: none arrived in time; the request continues, and the event is recorded if it arrives.
 * - `network`: two attempts could not reach the service; the event is queued.
 * - `unavailable`: two attempts failed with 408, 409, 429, 5xx or a response that is not JSON; the event is queued.
 * - `refused`: the service rejected the event, for example for a wrong key or invalid input; see `error`.
 * - `invalid`: the call is invalid, or `init` was not called; nothing was sent; see `error`.
 */
export type FailOpenReason = 'timeout' | 'network' | 'unavailable' | 'refused' | 'invalid';

export type TrackResult =
  | {
      failOpen: false;
      /** Null when the environment hides decisions from browsers (`public_risk: none`): request it from your backend. */
      decision: Decision | null;
      event: EventAnswer;
      reason: null;
      error: null;
    }
  | {
      /** An outage of the service locks no one out: continue as if allowed, and let your backend make important decisions. */
      failOpen: true;
      decision: 'allow';
      event: null;
      reason: FailOpenReason;
      /** For logs, not for display. */
      error: string;
    };

export function succeeded(event: EventAnswer): TrackResult {
  return { failOpen: false, decision: event.risk?.decision ?? null, event, reason: null, error: null };
}

export function failedOpen(reason: FailOpenReason, error: string): TrackResult {
  return { failOpen: true, decision: 'allow', event: null, reason, error };
}
