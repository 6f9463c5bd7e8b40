// A baseline: the published thresholds of AWS WAF Fraud Control account takeover prevention (ATP), as of 2026.
import { MINUTE } from '../../src/vocabulary/clock.ts';
import type { EventLine } from './logins-input.ts';
import { RecentEvents } from './recent-events.ts';

/** More than 20 login requests from one address in 10 minutes (VolumetricIpHigh). */
const ADDRESS_REQUESTS = { max: 20, span: 10 * MINUTE } as const;
/** More than 10 failed logins from one address in 10 minutes (VolumetricIpFailedLoginResponseHigh). */
const ADDRESS_FAILURES = { max: 10, span: 10 * MINUTE } as const;
/** More than 20 requests from one client session in 30 minutes (VolumetricSession). */
const SESSION_REQUESTS = { max: 20, span: 30 * MINUTE } as const;
/** More than 10 failed logins from one client session in 30 minutes (VolumetricSessionFailedLoginResponseHigh). */
const SESSION_FAILURES = { max: 10, span: 30 * MINUTE } as const;
/** More than 20 user names in one client session in 30 minutes (AttributeUsernameTraversal). */
const SESSION_NAMES = { max: 20, span: 30 * MINUTE } as const;

interface Attempt {
  at: number;
  failed: boolean;
  account: string;
}

function within(attempts: readonly Attempt[], now: number, span: number): Attempt[] {
  return attempts.filter(({ at }) => at > now - span);
}

/** For each event, whether ATP's rules would have blocked it. The SDK's stored id stands for the client session. */
export function awsAtpLike(events: readonly EventLine[]): boolean[] {
  const addresses = new RecentEvents<Attempt>(SESSION_REQUESTS.span);
  const sessions = new RecentEvents<Attempt>(SESSION_REQUESTS.span);
  return events.map((event) => {
    if (event.event !== 'login' && event.event !== 'login_failed') return false;
    const { at } = event;
    const attempt = { at, failed: event.event === 'login_failed', account: event.account?.id ?? '' };
    const ofAddress = addresses.add(event.ip_address ?? '', attempt);
    const requests = within(ofAddress, at, ADDRESS_REQUESTS.span);
    const failures = within(ofAddress, at, ADDRESS_FAILURES.span).filter(({ failed }) => failed);
    if (requests.length > ADDRESS_REQUESTS.max || failures.length > ADDRESS_FAILURES.max) return true;
    const session = event.signals?.persistent_id;
    if (typeof session !== 'string') return false;
    const ofSession = sessions.add(session, attempt);
    return (
      ofSession.length > SESSION_REQUESTS.max ||
      ofSession.filter(({ failed }) => failed).length > SESSION_FAILURES.max ||
      new Set(ofSession.map(({ account }) => account)).size > SESSION_NAMES.max
    );
  });
}
