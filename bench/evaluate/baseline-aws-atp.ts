// A yardstick: the published thresholds of AWS WAF Fraud Control account takeover prevention (ATP), as of 2026.
import { MINUTE } from '../../src/vocabulary/clock.ts';
import type { EventLine } from './logins-input.ts';

/** More than 20 log-in requests of one address in 10 minutes (VolumetricIpHigh). */
const ADDRESS_REQUESTS = { more: 20, span: 10 * MINUTE } as const;
/** More than 10 failed log-ins of one address in 10 minutes (VolumetricIpFailedLoginResponseHigh). */
const ADDRESS_FAILURES = { more: 10, span: 10 * MINUTE } as const;
/** More than 20 requests of one client session in 30 minutes (VolumetricSession). */
const SESSION_REQUESTS = { more: 20, span: 30 * MINUTE } as const;
/** More than 10 failed log-ins of one client session in 30 minutes (VolumetricSessionFailedLoginResponseHigh). */
const SESSION_FAILURES = { more: 10, span: 30 * MINUTE } as const;
/** More than 20 user names in one client session in 30 minutes (AttributeUsernameTraversal). */
const SESSION_NAMES = { more: 20, span: 30 * MINUTE } as const;

interface Attempt {
  at: number;
  failed: boolean;
  account: string;
}

/** The last half hour of attempts by key. */
class Attempts {
  readonly #byKey = new Map<string, Attempt[]>();

  add(key: string, attempt: Attempt): Attempt[] {
    const kept = (this.#byKey.get(key) ?? []).filter(({ at }) => at > attempt.at - SESSION_REQUESTS.span);
    kept.push(attempt);
    this.#byKey.set(key, kept);
    return kept;
  }
}

function within(attempts: readonly Attempt[], now: number, span: number): Attempt[] {
  return attempts.filter(({ at }) => at > now - span);
}

/** For each event, whether ATP's rules would have blocked it. Its client session is taken to be the SDK's stored id. */
export function awsAtpLike(events: readonly EventLine[]): boolean[] {
  const addresses = new Attempts();
  const sessions = new Attempts();
  return events.map((event) => {
    if (event.event !== 'login' && event.event !== 'login_failed') return false;
    const { at } = event;
    const attempt = { at, failed: event.event === 'login_failed', account: event.account?.id ?? '' };
    const ofAddress = addresses.add(event.ip_address ?? '', attempt);
    const requests = within(ofAddress, at, ADDRESS_REQUESTS.span);
    const failures = within(ofAddress, at, ADDRESS_FAILURES.span).filter(({ failed }) => failed);
    if (requests.length > ADDRESS_REQUESTS.more || failures.length > ADDRESS_FAILURES.more) return true;
    const session = event.signals?.persistent_id;
    if (typeof session !== 'string') return false;
    const ofSession = sessions.add(session, attempt);
    return (
      ofSession.length > SESSION_REQUESTS.more ||
      ofSession.filter(({ failed }) => failed).length > SESSION_FAILURES.more ||
      new Set(ofSession.map(({ account }) => account)).size > SESSION_NAMES.more
    );
  });
}
