// POST /v1/environments/{env}/policy/simulate: what the active policy would decide about a hypothetical event.
import { decide } from '../../policy/decide.ts';
import type { PolicyDecision } from '../../policy/policy.ts';
import type { Environment } from '../../records/tenants.ts';
import { levelOf } from '../../scoring/level.ts';
import { SIGNAL_CODES } from '../../scoring/signals/index.ts';
import { newDevice } from '../../scoring/signals/new-device.ts';
import type { Context } from '../context.ts';

/** Signal codes that a simulated event may have. */
export const SIMULATED_SIGNALS: readonly string[] = SIGNAL_CODES;

export interface Simulation {
  eventType: string;
  score: number;
  signals: readonly string[];
  /** Default: 0. */
  automationScore?: number | undefined;
  /** Default: whether NEW_DEVICE is among the signals. */
  deviceNew?: boolean | undefined;
  /** Default: false. */
  deviceTrusted?: boolean | undefined;
}

/** Writes nothing. */
export async function simulatePolicy(
  context: Context,
  environment: Environment,
  simulation: Simulation,
): Promise<PolicyDecision> {
  const policy = await context.policyOf(environment);
  const signals = new Set(simulation.signals);
  return decide(policy, {
    eventType: simulation.eventType,
    score: simulation.score,
    level: levelOf(simulation.score),
    signals,
    automationScore: simulation.automationScore ?? 0,
    deviceNew: simulation.deviceNew ?? signals.has(newDevice.code),
    deviceTrusted: simulation.deviceTrusted ?? false,
  });
}
