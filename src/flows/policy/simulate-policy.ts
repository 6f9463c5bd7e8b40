// POST /v1/environments/{env}/policy/simulate: what the policy in force says of an event that never happened.
import { decide } from '../../policy/decide.ts';
import type { PolicyDecision } from '../../policy/policy.ts';
import type { Environment } from '../../records/tenants.ts';
import { levelOf } from '../../scoring/level.ts';
import { SIGNAL_CODES } from '../../scoring/signals/index.ts';
import { newDevice } from '../../scoring/signals/new-device.ts';
import type { Context } from '../context.ts';

/** Codes that a simulated event may bear. */
export const SIMULATED_SIGNALS: readonly string[] = SIGNAL_CODES;

export interface Simulation {
  eventType: string;
  score: number;
  signals: readonly string[];
  automationScore?: number | undefined;
  /** Left out: whether NEW_DEVICE is among the signals. */
  deviceNew?: boolean | undefined;
  deviceTrusted?: boolean | undefined;
}

/** Writes nothing. */
export async function simulatePolicy(
  context: Context,
  environment: Environment,
  given: Simulation,
): Promise<PolicyDecision> {
  const policy = await context.policyOf(environment);
  const signals = new Set(given.signals);
  return decide(policy, {
    eventType: given.eventType,
    score: given.score,
    level: levelOf(given.score),
    signals,
    automationScore: given.automationScore ?? 0,
    deviceNew: given.deviceNew ?? signals.has(newDevice.code),
    deviceTrusted: given.deviceTrusted ?? false,
  });
}
