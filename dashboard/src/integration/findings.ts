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

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, row) => total + row.count, 0);
}
