// ATTACK_WAVE: far more strangers fail in the whole environment than in its usual hours.
import { HOUR } from '../../vocabulary/clock.ts';
import { usualHour } from '../baseline.ts';
import type { Facts } from '../facts.ts';
import { defineSignal } from '../signal.ts';
import { counted } from '../wording.ts';

const AT_LEAST = 10;
const FACTOR = 4;
const MARGIN = 6;

/** A source that came with the wave: never seen with this account, or first seen within the wave's own hour. */
function isFreshSource({ state, input }: Facts): boolean {
  const { pair } = input.history;
  if (state === 'fp_elsewhere') return false;
  return pair === null || pair.firstSeenAt > input.at - HOUR;
}

/** A device that some account recognized within the day: its owner mistyped a name. Rotating tools have no such device. */
function isVouchedDevice({ input }: Facts): boolean {
  return input.history.device.some((row) => row.recognized);
}

// Evidence: 0.4 % of benign log-ins, likelihood ratio 172 (30 points). The only sight of stuffing that rotates address,
// device and user agent with every attempt. Target evidence: it challenges strangers on unknown networks, nobody else.
// The 75th percentile of the last 7 days makes the threshold the environment's own; the margin holds small ones still.
export const attackWave = defineSignal({
  code: 'ATTACK_WAVE',
  weight: 30,
  scope: 'target',
  when:
    'an unrecognized log-in from an unknown network, by a source that came within the hour, while unrecognized failures of the environment in 60 minutes are ' +
    'at least 10 and 4 times the 75th percentile hour of the last 7 days plus 6',
  windows: [{ key: 'environment', span: HOUR }],
  fires(facts) {
    const { isLogin, network, isUnrecognizedFailure, input } = facts;
    if (!isLogin || network.known || !isFreshSource(facts) || isVouchedDevice(facts)) return null;
    const { failuresLastHour, failuresByHour } = input.history.environment;
    const failures = failuresLastHour + (isUnrecognizedFailure ? 1 : 0);
    if (failures < AT_LEAST) return null;
    const usual = usualHour(failuresByHour);
    const threshold = Math.max(AT_LEAST, FACTOR * usual + MARGIN);
    if (failures < threshold) return null;
    return { failures, usual_per_hour: usual, threshold, window_ms: HOUR };
  },
  describe: ({ failures, usual_per_hour }) =>
    `A wave of attacks: ${counted(failures, 'failed log-in')} by unrecognized sources in the last hour, usually up to ${usual_per_hour}.`,
});
