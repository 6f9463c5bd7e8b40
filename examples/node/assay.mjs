// A client for Assay to copy into your backend: Node 20 or newer, no packages.
import { randomUUID } from 'node:crypto';

/** Delays before an unanswered event is sent again, ms. */
const RETRY_DELAYS = [1_000, 10_000, 60_000];
/** The most unanswered events kept in memory: without a limit, an outage would fill it. */
const MAX_WAITING = 1_000;
/** Longer bodies contain signals that no browser sends, and might be refused before they are read. */
const MAX_BODY_LENGTH = 32_768;
/** The event itself was refused. Other errors are about your key or your Assay. */
const REFUSED = [400, 413, 422];

/**
 * @param {object} options
 * @param {string} options.baseUrl    address of your Assay, such as http://127.0.0.1:8080
 * @param {string} options.secretKey  sec_test_… or sec_live_…; never in a browser
 * @param {number} [options.timeout]  how long a login may wait for the decision, ms
 * @param {(event: object, answer: object) => void | Promise<void>} [options.onLateDecision]  called when an event that failed
 *   open was recorded after all: end the session if the decision is `challenge` or `block`
 */
export function createAssay({ baseUrl, secretKey, timeout = 300, onLateDecision = () => {} }) {
  let waiting = 0;
  // The first fetch of a process takes some 150 ms, half of the time that a login may wait: make it before the first login.
  void fetch(new URL('/healthz', baseUrl), { signal: AbortSignal.timeout(1_000) }).catch(() => {});

  async function post(path, body, headers, signal) {
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json', ...headers },
      body,
      // Limits everything: name resolution, connection, response and body.
      signal,
    });
    const answer = await response.json();
    if (response.ok) return answer.data;
    const retryable = response.status >= 500 || [408, 409, 429].includes(response.status);
    throw Object.assign(new Error(`Assay responded ${response.status} ${answer.code}: ${answer.detail}`), {
      retryable,
      refused: REFUSED.includes(response.status),
    });
  }

  /** Sends the same bytes with the same key again, so that the event is recorded at most once. */
  async function retry(event, body, headers) {
    if (waiting >= MAX_WAITING) return console.error('assay: dropped an event, too many are waiting');
    waiting += 1;
    try {
      for (const delay of RETRY_DELAYS) {
        await new Promise((resolve) => setTimeout(resolve, delay).unref());
        let answer;
        try {
          answer = await post('/v1/events', body, headers, AbortSignal.timeout(5_000));
        } catch (error) {
          if (error.retryable === false) return console.error(error.message);
          continue;
        }
        return await onLateDecision(event, answer);
      }
      console.error('assay: gave up on an event after four attempts');
    } catch (error) {
      // Nobody awaits this function, and Node ends a process when nobody handles an error.
      console.error('assay: onLateDecision failed:', error);
    } finally {
      waiting -= 1;
    }
  }

  return {
    /**
     * Sends an event and returns its decision. Never throws and never waits longer than `timeout`: without an answer it fails
     * open, so that an outage of Assay is not an outage of your login. A refused event does not fail open, because visitors could
     * then switch Assay off with malformed signals: it is sent again without the visitor's data, and if it is refused again, the
     * decision is `challenge`.
     *
     * @param {{ event: string, account: { id: string }, signals?: object, ip_address?: string, user_agent?: string }} event
     * @returns {Promise<{ decision: 'allow' | 'monitor' | 'challenge' | 'block', id: string | null, failedOpen: boolean }>}
     */
    async assess(event) {
      const { signals, user_agent, ...own } = event;
      const deadline = AbortSignal.timeout(timeout);
      for (const sent of [event, own]) {
        // The time is set now, because a retry may arrive a minute later.
        const body = JSON.stringify({ ...sent, occurred_at: new Date().toISOString() });
        if (body.length > MAX_BODY_LENGTH) continue;
        const headers = { 'idempotency-key': randomUUID() };
        try {
          const { id, risk } = await post('/v1/events', body, headers, deadline);
          return { decision: risk.decision, id, failedOpen: false };
        } catch (error) {
          console.error(`assay: ${event.event} ${error.refused ? 'refused' : 'failed open'}: ${error.message}`);
          if (error.refused) continue;
          // Retrying cannot correct a wrong key.
          if (error.retryable !== false) void retry(event, body, headers);
          return { decision: 'allow', id: null, failedOpen: true };
        }
      }
      return { decision: 'challenge', id: null, failedOpen: false };
    },

    /** Reports what happened to an event: `{ authentication_outcome: 'mfa_passed' }`, `{ label: 'account_takeover' }`. */
    async report(eventId, outcome) {
      try {
        await post(`/v1/events/${eventId}/outcome`, JSON.stringify(outcome), {}, AbortSignal.timeout(5_000));
      } catch (error) {
        console.error(`assay: outcome not recorded: ${error.message}`);
      }
    },
  };
}
