// The problems of an integration as sentences: what was observed, and what to do.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { Integration } from '../api/control-types.ts';
import type { Environment } from '../api/types.ts';

export interface Finding {
  what: string;
  action: string;
}

/** Below this share, events with few signals come from browsers that block scripts. */
const FEW_SIGNALS_SHARE = 0.2;
/** The fewest events from which a share is meaningful. */
const MIN_SAMPLE = 20;
/** From this share on, an address is hardly that of a client: not even a carrier's has so many of the newest events. */
const ONE_ADDRESS_SHARE = 0.8;
/** A developer who tries the service has one address, too, but fewer accounts. */
const MIN_ACCOUNTS = 10;

type Part = (integration: Integration, environment: Pick<Environment, 'kind'>) => Finding | null;

const PARTS: readonly Part[] = [
  ({ steps }, { kind }) => {
    if (kind === 'test' || steps.origins_set) return null;
    return {
      what: 'Any web page may send events with your public key.',
      action: 'List the origins of your pages under Keys & environments.',
    };
  },
  ({ refused_origins: origins }) => {
    const refused = sum(origins);
    if (refused === 0) return null;
    return {
      what: `${formatCount(refused, 'event')} from ${formatCount(origins.length, 'origin')} that ${origins.length === 1 ? 'is' : 'are'} not allowed.`,
      action: 'Add your own pages under Keys & environments, but no others: someone may be using your public key.',
    };
  },
  ({ issues, refused_events: events }) => {
    const refused = events.find(({ code }) => code === 'invalid_input')?.count ?? 0;
    const [worst] = issues;
    if (refused === 0 || worst === undefined) return null;
    return {
      what: `${formatCount(refused, 'event')} with an invalid body.`,
      action: `Most often ${worst.pointer || 'the body'} (${worst.code}). Correct the sender: refused events are not scored. If your backend lets their visitors in, malformed signals can switch Assay off.`,
    };
  },
  ({ refused_events: events }) => {
    const limited = events.find(({ code }) => code === 'rate_limited')?.count ?? 0;
    if (limited === 0) return null;
    return {
      what: `${formatCount(limited, 'event')} over the rate limit.`,
      action:
        'A script in a loop, or someone who sends with your public key. Raise the limit only if these are your customers.',
    };
  },
  ({ sample: { by_key: byKey } }) =>
    fewSignals(byKey.public, 'from browsers', 'Load the current SDK, and let it finish collecting before you send.'),
  ({ sample: { by_key: byKey } }) =>
    fewSignals(
      byKey.secret,
      'from your backend',
      'Collect signals with the SDK in the browser and pass them on as signals, with ip_address and user_agent.',
    ),
  ({ sample: { by_key: byKey } }) =>
    oneAddress(
      byKey.secret,
      'from your backend',
      'If it is the address of your server, send the address of the client as ip_address: otherwise, an attack on one customer counts against all.',
    ),
  ({ sample: { by_key: byKey } }) =>
    oneAddress(
      byKey.public,
      'from browsers',
      'If it is the address of your proxy, list the proxy in ASSAY_TRUSTED_PROXIES: otherwise, an attack on one customer counts against all.',
    ),
  ({ event_types: types }) => {
    const near = types.filter(({ read_as: readAs }) => readAs !== null);
    if (near.length === 0) return null;
    return {
      what: `${formatCount(near.length, 'event type')} outside the catalog, but close to it.`,
      action: 'They are scored as the type that is named below. Send that type instead.',
    };
  },
  ({ clock }) => {
    if (clock.ahead === 0) return null;
    return {
      what: `${formatCount(clock.ahead, 'event')} from the future, by up to ${clock.max_ahead_seconds.toFixed(0)} seconds.`,
      action: 'Synchronize the clock of the sender (NTP). Events more than five minutes ahead are refused.',
    };
  },
  ({ clock }) => {
    if (clock.late === 0) return null;
    return {
      what: `${formatCount(clock.late, 'event')} more than five minutes after they happened.`,
      action: 'Send an event before you answer the customer: a decision that comes later stops nothing.',
    };
  },
  ({ unused_keys: keys }) => {
    if (keys.length === 0) return null;
    return {
      what: `${formatCount(keys.length, 'unused key')}.`,
      action: 'Revoke a key if you do not know what it is for.',
    };
  },
];

/** The findings, most important first. */
export function findings(integration: Integration, environment: Pick<Environment, 'kind'>): Finding[] {
  return PARTS.flatMap((part) => part(integration, environment) ?? []);
}

function fewSignals(
  { events, few_signals: few }: Integration['sample']['by_key']['public'],
  source: string,
  action: string,
): Finding | null {
  if (events < MIN_SAMPLE || few / events < FEW_SIGNALS_SHARE) return null;
  return { what: `${few} of the newest ${events} events ${source} have too few signals for a fingerprint.`, action };
}

function oneAddress(
  { events, busiest_address: busiest }: Integration['sample']['by_key']['public'],
  source: string,
  action: string,
): Finding | null {
  if (busiest.accounts < MIN_ACCOUNTS || busiest.events < MIN_SAMPLE) return null;
  if (busiest.events / events < ONE_ADDRESS_SHARE) return null;
  const what = `${busiest.events} of the newest ${events} events ${source} come from one address, of ${busiest.accounts} accounts.`;
  return { what, action };
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, row) => total + row.count, 0);
}
