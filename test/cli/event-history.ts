// Generates a month of logins as an import file: returning and new devices, failed logins, credential stuffing, labels.
import { signalsOf } from '../../bench/simulate/request-bodies.ts';

export interface HistoricalEvent {
  event: string;
  account: { id: string };
  ip_address: string;
  user_agent?: string;
  occurred_at: string;
  credential?: 'public' | 'secret';
  signals?: Record<string, unknown>;
  outcome?: { label?: string; authentication_outcome?: string };
}

const START = Date.UTC(2026, 2, 1);

/** `count` events, one minute apart; deterministic. */
export function eventHistory(count: number): HistoricalEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const occurred_at = new Date(START + index * 60_000).toISOString();
    // Every seventh event is a failed login from one address that tries many accounts.
    if (index % 7 === 6) {
      return {
        event: 'login_failed',
        account: { id: `acc_${index % 40}` },
        ip_address: '203.0.114.9',
        occurred_at,
        signals: signalsOf(9_000),
        outcome: { label: 'credential_stuffing' },
      };
    }
    const person = (index * 17) % 30;
    const device = index % 11 === 0 ? 500 + index : person;
    return {
      event: 'login',
      account: { id: `acc_${person}` },
      ip_address: `23.${person}.${index % 13 === 0 ? 7 : 0}.5`,
      occurred_at,
      credential: index % 3 === 0 ? 'secret' : 'public',
      signals: signalsOf(device),
      ...(index % 5 === 0 ? { outcome: { label: 'legitimate', authentication_outcome: 'login_success' } } : {}),
    };
  });
}

export function ndjson(events: readonly unknown[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
