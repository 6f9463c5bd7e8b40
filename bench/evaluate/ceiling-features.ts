// The features of one event for the learned ceiling: only the data that the score itself reads from the event and its history.

import { RECOGNITION_STATES } from '../../src/scoring/assessment.ts';
import { baselinePerHour } from '../../src/scoring/baseline.ts';
import type { PastEvent } from '../../src/scoring/history.ts';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { EVENT_CLASSES, eventClass } from '../../src/vocabulary/event-types.ts';
import { RESOLUTION_METHODS } from '../../src/vocabulary/words.ts';
import type { Assessed } from './logins-run.ts';

const SPANS = [10 * MINUTE, HOUR, DAY] as const;
/** Stands for a time that does not exist. */
const NEVER = 1e4;

/** Counts of one window: rows, failures, payments, sign-ups, recoveries, prompts; strangers; distinct accounts, devices, networks. */
function windowFeatures(rows: readonly PastEvent[], at: number): number[] {
  return SPANS.flatMap((span) => {
    const recent = rows.filter((row) => row.at > at - span);
    const count = (accepts: (row: PastEvent) => boolean): number => recent.filter(accepts).length;
    const different = (of: (row: PastEvent) => string | null): number => new Set(recent.map(of)).size;
    return [
      recent.length,
      count(({ type, recognized }) => type === 'login_failed' && !recognized),
      count(({ type }) => type === 'login_failed'),
      count(({ recognized }) => recognized),
      count(({ settled }) => settled),
      count(({ type }) => type === 'payment_failed'),
      count(({ type }) => type === 'signup'),
      count(({ type }) => type.startsWith('password_reset')),
      count(({ type }) => type === 'mfa_challenge' || type === 'mfa_failed'),
      different(({ account }) => account),
      different(({ device }) => device),
      different(({ wideNetwork }) => wideNetwork),
      different(({ fingerprint }) => fingerprint),
    ];
  });
}

const hoursSince = (at: number, then: number | null): number => (then === null ? NEVER : (at - then) / HOUR);

/** The features have the same length and order for every event of one version of the code. */
export function featuresOf({ history, row }: Assessed): Float64Array {
  const { at } = row;
  const { pair, proofs, networks, environment, seenFingerprint } = history;
  const fired = new Set(row.signals.map(({ code }) => code));
  const kind = eventClass(row.type);
  return Float64Array.from([
    row.score,
    ...SIGNALS.map(({ code }) => Number(fired.has(code))),
    ...RECOGNITION_STATES.map((state) => Number(row.state === state)),
    ...EVENT_CLASSES.map((one) => Number(kind === one)),
    ...RESOLUTION_METHODS.map((method) => Number(row.resolution.method === method)),
    Number(row.type === 'login'),
    Number(row.type === 'signup'),
    Number(row.type === 'payment_failed'),
    Number(row.credential === 'secret'),
    Number(row.recognized),
    row.resolution.confidence,
    row.resolution.candidateCount,
    row.resolution.changedSignals.length,
    row.resolution.conflictingSignals.length,
    row.automation.score,
    Number(row.fingerprint === null),
    Number(seenFingerprint.own),
    Number(seenFingerprint.elsewhere),
    hoursSince(at, history.accountFirstSeenAt),
    hoursSince(at, pair?.firstSeenAt ?? null),
    hoursSince(at, pair?.lastSeenAt ?? null),
    hoursSince(at, pair?.firstProofAt ?? null),
    hoursSince(at, pair?.confirmedAt ?? null),
    pair?.eventCount ?? 0,
    proofs.count,
    hoursSince(at, proofs.firstAt),
    hoursSince(at, proofs.lastAt),
    Number(networks.narrowProven),
    networks.narrowInWide,
    Number(networks.narrowSettled),
    networks.settledInWide,
    Number(networks.narrowFirm),
    Number(networks.anyProven),
    ...Object.values(environment.failures).flatMap(({ lastHour, byHour }) => [
      lastHour,
      lastHour / (baselinePerHour(byHour) + 1),
    ]),
    Number(environment.verified),
    ...windowFeatures(history.account, at),
    ...windowFeatures(history.address, at),
    ...windowFeatures(history.device, at),
    ...windowFeatures(history.fingerprint, at),
    ...windowFeatures(history.session, at),
  ]);
}
