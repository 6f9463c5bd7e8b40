// Decides whether an event looks like a device that its account knows by nothing but its signals, because it has never shown an id.
import type { ScoredCandidate } from './candidates.ts';
import { isUnguessedMatch } from './corroboration.ts';
import { hasShownId } from './joined-ids.ts';
import { isSignalKey, joinedIdsOf, RENDER_NAMES, type SignalName, unstableOf, VERSION_NAMES } from './signal-names.ts';

const VERSIONS: ReadonlySet<string> = new Set(VERSION_NAMES);
const RENDER: ReadonlySet<string> = new Set(RENDER_NAMES);

/**
 * Whether the event shows every signal of one of the devices that the account has proven, and none of those that it looks like has ever
 * shown an id. Without this rule, a phone whose site stores no id was a stranger on each network that its owner had not proven, because
 * others have the model, and after each update of its browser: without ids, 11 % of a simulated bank's honest events were challenged
 * instead of 1.8 %, and 24 instead of 5.6 % of a payroll service's. Half of the signals, as for other matches, would not do: all phones of
 * a model have the same system, graphics card, fonts and cores. A device that has shown an id does not do either: its owner has the id.
 */
export function looksOwn(proven: readonly ScoredCandidate[]): boolean {
  const alike = proven.filter(showsEverySignal);
  return alike.length > 0 && !alike.some(({ device }) => hasShownId(joinedIdsOf(device.profile)));
}

/** Apart from those that an update or a trip changes, and those that the device's browser randomizes. */
function showsEverySignal({ device: { profile }, differences }: ScoredCandidate): boolean {
  if (differences.hard || !isUnguessedMatch(differences)) return false;
  const isUpdated = differences.differ.some(({ signal }) => VERSIONS.has(signal));
  const exempt = (name: string) =>
    VERSIONS.has(name) || name === 'timezone' || (isUpdated && RENDER.has(name)) || unstableOf(profile).includes(name);
  return Object.keys(profile).every(
    (name) => !isSignalKey(name) || differences.agree.includes(name as SignalName) || exempt(name),
  );
}
