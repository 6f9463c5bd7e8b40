// What `track` answers: the service's answer, or the documented fail-open result. It never rejects.

export type Decision = 'allow' | 'monitor' | 'challenge' | 'block';
export type Level = 'low' | 'medium' | 'high' | 'critical';

/** The service's answer, word for word. With the environment setting `public_risk: none` only the first two are there. */
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
    matched_rule: { id: string; name: string } | null;
    policy_version: number;
  };
}

/**
 * Why there is no answer.
 * - `timeout`: none came in time; the request goes on, and the event is recorded if it arrives.
 * - `network`: the service could not be reached, twice; the event waits in the queue.
 * - `unavailable`: the service answered 429 or 5xx, twice; the event waits in the queue.
 * - `refused`: the service refused the event (a wrong key, an invalid event); see `error`.
 * - `invalid`: the call itself is wrong, or `init` was not called; nothing was sent; see `error`.
 */
export type FailOpenReason = 'timeout' | 'network' | 'unavailable' | 'refused' | 'invalid';

export type TrackResult =
  | {
      failOpen: false;
      /** Null when the environment does not show decisions to browsers (`public_risk: none`): ask your backend. */
      decision: Decision | null;
      event: EventAnswer;
      reason: null;
      error: null;
    }
  | {
      /** The service's silence locks nobody out: go on as if allowed, and let your backend decide what matters. */
      failOpen: true;
      decision: 'allow';
      event: null;
      reason: FailOpenReason;
      /** For a log, not for people. */
      error: string;
    };

export function answered(event: EventAnswer): TrackResult {
  return { failOpen: false, decision: event.risk?.decision ?? null, event, reason: null, error: null };
}

export function failedOpen(reason: FailOpenReason, error: string): TrackResult {
  return { failOpen: true, decision: 'allow', event: null, reason, error };
}
